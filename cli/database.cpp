#include "cli/database.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "analyzer/profile/build.h"
#include "analyzer/rules/hot_lock.h"
#include "analyzer/symbols/symbolizer.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/recording/reader.h"
#include "common/recording/salvage.h"

namespace hotlock::cli {

std::string database_path(const Arguments& arguments) {
    if (const auto given = arguments.value("db")) return *given;
    const char* environment = std::getenv("HOTLOCK_DB");
    return environment != nullptr && *environment != '\0' ? environment : "hotlock.db";
}

Profile analyze(const std::string& spool) {
    recording::Reader reader(spool);
    const ElfKnowledge knowledge = open_elf_knowledge();
    Profile profile =
        build_profile([&] { return reader.next(); }, *knowledge.symbolizer, *knowledge.rules);
    profile.findings = lock_findings(profile);
    return profile;
}

void salvage(const std::string& database) {
    for (const std::string& spool : recording::orphaned_spools(database)) {
        try {
            const RunId id = Store(database, Store::Mode::write).save(analyze(spool));
            ::unlink(spool.c_str());
            fmt::print(stderr, "hotlock: run {} salvaged from an interrupted recording\n",
                       id.value);
        } catch (const Error& error) {
            fmt::print(stderr, "hotlock: warning: {} was not salvaged: {}\n", terminal_safe(spool),
                       error.what());
        }
    }
}

std::unique_ptr<Store> open_for_reading(const std::string& database) {
    salvage(database);
    return std::make_unique<Store>(database, Store::Mode::read);
}

RunId single_run(Store& store, const std::string& word) {
    const std::vector<RunId> found = store.find(word);
    if (found.size() > 1)
        throw UsageError(fmt::format("{} names {} runs", terminal_safe(word), found.size()),
                         "`hotlock runs` lists them; name one by its number");
    return found.front();
}

}  // namespace hotlock::cli
