// hotlock report: one run, for people and programs.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/output.h"
#include "common/base/error.h"
#include "reports/report.h"

namespace hotlock::cli {
namespace {

int run(const Arguments& arguments) {
    if (arguments.words.size() > 1)
        throw UsageError("report shows one run", "`hotlock diff A B` compares two");
    const auto store = open_for_reading(database_path(arguments));
    const std::string word = arguments.words.empty() ? "@-1" : arguments.words.front();
    const Profile profile = store->load(single_run(*store, word));
    const bool written = write_formats(
        arguments, fmt::format("hotlock-run-{}.html", profile.run.id.value),
        [&] { return reports::run_json(profile); }, [&] { return reports::run_html(profile); });
    if (!written) write_file("-", reports::run_text(profile, text_options()));
    return 0;
}

}  // namespace

Command report_command() {
    return {{"report",
             "[options] [RUN]",
             "show a run: its locks, who waits, who lets them go",
             "  hotlock report                  the last run\n"
             "  hotlock report 7                by number\n"
             "  hotlock report before           by label\n"
             "  hotlock report @-2              the last but one\n"
             "  hotlock report --html=page.html\n"
             "  hotlock report --json | jq '.locks[0].name'\n",
             {json_option(), html_option(), db_option()},
             false},
            run};
}

}  // namespace hotlock::cli
