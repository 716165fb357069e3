// hotlock import: analyses recordings and stores them as new runs.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/message.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/recording/reader.h"

namespace hotlock::cli {
namespace {

// All of them, before the first is stored.
void check_recordings(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
        recording::Reader reader(path);
}

int run(const Arguments& arguments) {
    if (arguments.words.empty())
        throw UsageError("import needs a recording", "for example: hotlock import before.spool");
    const std::string database = database_path(arguments);
    const std::optional<uint64_t> limit = raw_limit(arguments);
    const std::optional<uint64_t> total = raw_total(arguments);
    const auto label = arguments.value("label");
    const std::string name = label ? checked_label(*label) : "";
    check_recordings(arguments.words);
    for (const std::string& path : arguments.words) {
        Analysis analysis = analyze(path, limit);
        Profile& profile = analysis.profile;
        if (label) profile.run.label = name;
        for (const std::string& warning : profile.quality.warnings)
            say("warning: {}", terminal_safe(warning));
        const RunId id = store_run(database, analysis, total);
        say("run {} imported from {}: {}, {} {}", id.value, terminal_safe(path),
            human_time(profile.run.duration), profile.run.threads,
            profile.run.threads == 1 ? "thread" : "threads");
    }
    return 0;
}

}  // namespace

Command import_command() {
    return {
        {"import",
         "[options] FILE...",
         "analyse recordings anew and store them as new runs",
         "  hotlock import hotlock-run-7.spool\n"
         "  hotlock import --label before run1.spool run2.spool\n"
         "  hotlock import --db other.db before.spool\n"
         "\n"
         "Names come from the files that the program was run from, where they are as they were\n"
         "then: what another machine does not have stays module+offset.\n",
         {{"label", 'l', OptionSpec::Value::required, "NAME",
           "name of the new runs (default: the one that they were recorded with)"},
          raw_limit_option(),
          raw_total_option(),
          db_option()},
         false},
        run};
}

}  // namespace hotlock::cli
