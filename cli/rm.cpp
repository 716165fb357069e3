// hotlock rm: removes runs for good.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/output.h"
#include "common/base/error.h"

namespace hotlock::cli {
namespace {

int run(const Arguments& arguments) {
    if (arguments.words.empty())
        throw UsageError("rm needs a run or a label", "`hotlock runs` lists them");
    Store store(database_path(arguments), Store::Mode::write);
    std::vector<RunId> ids;  // all are found before the first is removed
    for (const std::string& word : arguments.words)
        for (const RunId id : store.find(word))
            ids.push_back(id);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (const RunId id : ids)
        store.remove(id);
    write_file("-", fmt::format("{} {} removed\n", ids.size(), ids.size() == 1 ? "run" : "runs"));
    return 0;
}

}  // namespace

Command rm_command() {
    return {{"rm",
             "[options] RUN...",
             "remove runs and give their space back",
             "  hotlock rm 7\n"
             "  hotlock rm before patched       all runs with these labels\n",
             {db_option()},
             false},
            run};
}

}  // namespace hotlock::cli
