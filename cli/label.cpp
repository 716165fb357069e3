// hotlock label: names runs.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/database.h"
#include "common/base/error.h"

namespace hotlock::cli {
namespace {

int run(const Arguments& arguments) {
    const bool clear = arguments.has("clear");
    if (arguments.words.size() != (clear ? 1U : 2U))
        throw UsageError("label needs a run and a name", "for example: hotlock label 7 before");
    Store store(database_path(arguments), Store::Mode::write);
    store.set_label(single_run(store, arguments.words[0]),
                    clear ? "" : checked_label(arguments.words[1]));
    return 0;
}

}  // namespace

Command label_command() {
    return {{"label",
             "[options] RUN NAME",
             "name a run; runs that share a name form a side of diff",
             "  hotlock label 7 before\n"
             "  hotlock label @-1 patched\n"
             "  hotlock label 7 --clear\n",
             {{"clear", 0, OptionSpec::Value::none, "", "take the name away"}, db_option()},
             false},
            run};
}

}  // namespace hotlock::cli
