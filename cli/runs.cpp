// hotlock runs: what is in the database.
#include "cli/command.h"
#include "cli/database.h"
#include "cli/output.h"
#include "common/base/error.h"
#include "reports/lists.h"

namespace hotlock::cli {
namespace {

int run(const Arguments& arguments) {
    if (!arguments.words.empty())
        throw UsageError("runs lists all runs", "`hotlock report RUN` shows one");
    const std::vector<RunRow> rows = open_for_reading(database_path(arguments))->runs();
    if (const auto file = arguments.value("json"))
        write_file(file->empty() ? "-" : *file, reports::runs_json(rows));
    else
        write_file("-", reports::runs_text(rows, text_options()));
    return 0;
}

}  // namespace

Command runs_command() {
    return {{"runs",
             "[options]",
             "list the stored runs",
             "  hotlock runs\n"
             "  hotlock runs --json | jq '.runs[] | select(.label == \"before\")'\n",
             {json_option(), db_option()},
             false},
            run};
}

}  // namespace hotlock::cli
