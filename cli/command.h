// A command of `hotlock`: its table and its function. One file each.
#pragma once

#include <cstdint>
#include <optional>

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
Command export_command();
Command import_command();

// Options that several commands share.
OptionSpec db_option();
OptionSpec json_option();
OptionSpec html_option();
OptionSpec raw_limit_option();
OptionSpec raw_total_option();

// Their values, in bytes; nothing when they were not given. Throw UsageError.
std::optional<uint64_t> raw_limit(const Arguments& arguments);
std::optional<uint64_t> raw_total(const Arguments& arguments);

}  // namespace hotlock::cli
