// hotlock diff: two sides, each one run or all runs with a label.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/compare/compare.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/output.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "reports/report.h"

namespace hotlock::cli {
namespace {

struct Sides {
    std::vector<RunId> a;
    std::vector<RunId> b;
};

// The last run and the one before it of the same command on the same host.
Sides last_two(Store& store) {
    const std::vector<RunRow> rows = store.runs();
    if (rows.empty()) throw Error("there are no runs", "`hotlock record -- ./program` makes one");
    const RunInfo& last = rows.back().run;
    const auto before = std::find_if(rows.rbegin() + 1, rows.rend(), [&](const RunRow& row) {
        return row.run.command == last.command && row.run.host == last.host;
    });
    if (before == rows.rend())
        throw Error(fmt::format("there is no earlier run of the command of run {}", last.id.value),
                    "name the two sides: hotlock diff BASE NEW");
    return {{before->run.id}, {last.id}};
}

Sides choose_sides(Store& store, const std::vector<std::string>& words) {
    if (words.empty()) return last_two(store);
    Sides sides{store.find(words[0]), store.find(words[1])};
    if (sides.a == sides.b)
        throw UsageError(fmt::format("{} and {} are the same {}", terminal_safe(words[0]),
                                     terminal_safe(words[1]), sides.a.size() == 1 ? "run" : "runs"),
                         "name two sides that differ: `hotlock runs` lists runs and labels");
    return sides;
}

std::vector<Profile> load_all(Store& store, const std::vector<RunId>& ids) {
    std::vector<Profile> profiles;
    profiles.reserve(ids.size());
    for (const RunId id : ids)
        profiles.push_back(store.load(id));
    return profiles;
}

int run(const Arguments& arguments) {
    if (arguments.words.size() == 1 || arguments.words.size() > 2)
        throw UsageError("diff compares two sides", "for example: hotlock diff before patched");
    const auto store = open_for_reading(database_path(arguments));
    const Sides sides = choose_sides(*store, arguments.words);
    const Comparison comparison = compare(load_all(*store, sides.a), load_all(*store, sides.b));
    const bool written = write_formats(
        arguments, "hotlock-diff.html", [&] { return reports::comparison_json(comparison); },
        [&] { return reports::comparison_html(comparison); });
    if (!written) write_file("-", reports::comparison_text(comparison, text_options()));
    return 0;
}

}  // namespace

Command diff_command() {
    return {{"diff",
             "[options] [BASE NEW]",
             "compare two runs, or two labels of several runs",
             "  hotlock diff before patched     all runs with these labels\n"
             "  hotlock diff 3 7                two runs\n"
             "  hotlock diff                    the last two runs of the same command\n"
             "  hotlock diff before patched --html=diff.html\n",
             {json_option(), html_option(), db_option()},
             false},
            run};
}

}  // namespace hotlock::cli
