// A command of `hotlock`: its table and its function. One file each.
#pragma once

#include "cli/options.h"

namespace hotlock::cli {

struct Command {
    CommandSpec spec;
    int (*run)(const Arguments& arguments) = nullptr;  // returns the exit code
    bool needs_rights = false;  // runs with the rights that hotlock was started with
};

Command record_command();
Command report_command();
Command diff_command();
Command runs_command();
Command label_command();
Command rm_command();
Command doctor_command();

// Options that several commands share.
OptionSpec db_option();
OptionSpec json_option();
OptionSpec html_option();

}  // namespace hotlock::cli
