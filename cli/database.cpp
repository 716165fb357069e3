#include "cli/database.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <utility>

#include "analyzer/profile/build.h"
#include "analyzer/rules/bouncing_line.h"
#include "analyzer/rules/hot_lock.h"
#include "analyzer/symbols/symbolizer.h"
#include "cli/message.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/base/unique_fd.h"
#include "common/recording/reader.h"
#include "common/recording/salvage.h"

namespace hotlock::cli {

std::string database_path(const Arguments& arguments) {
    if (const auto given = arguments.value("db")) return *given;
    const char* environment = std::getenv("HOTLOCK_DB");
    return environment != nullptr && *environment != '\0' ? environment : "hotlock.db";
}

namespace {

// Packs the records of a recording while they are read.
NextRecord packed_on_the_way(recording::Reader& reader, RawPacker& packer) {
    return [&reader, &packer] {
        std::optional<recording::Record> record;
        while (auto encoded = reader.next_encoded()) {
            packer.add(*encoded);
            if (!encoded->record) continue;
            record = std::move(encoded->record);
            break;
        }
        return record;
    };
}

Analysis analyze(recording::Reader& reader, std::optional<uint64_t> raw_limit) {
    const ElfKnowledge knowledge = open_elf_knowledge();
    RawPacker packer(raw_limit);
    Profile profile =
        build_profile(packed_on_the_way(reader, packer), *knowledge.symbolizer, *knowledge.rules);
    RawRecording raw = packer.finish();
    if (!raw.warning.empty()) profile.quality.warnings.push_back(raw.warning);
    if (reader.damaged_bytes() > 0) {
        profile.quality.complete = false;
        profile.quality.warnings.push_back(
            fmt::format("{} bytes at the end of the recording are damaged and were left out.",
                        reader.damaged_bytes()));
    }
    for (CacheLine& line : profile.lines)
        line.advice = line_advice(line);
    profile.findings = lock_findings(profile);
    for (Finding& finding : line_findings(profile))
        profile.findings.push_back(std::move(finding));
    return {std::move(profile), std::move(raw)};
}

// One recording of a writer that is gone; another process may be faster.
void salvage_one(const std::string& database, const std::string& spool) {
    std::optional<UniqueFd> file = recording::claim_spool(spool);
    if (!file) return;
    recording::Reader reader(std::move(*file), spool);  // holds the claim
    const RunId id = store_run(database, analyze(reader, std::nullopt));
    ::unlink(spool.c_str());
    say("run {} salvaged from an interrupted recording", id.value);
}

}  // namespace

Analysis analyze(const std::string& spool, std::optional<uint64_t> raw_limit) {
    recording::Reader reader(spool);
    Analysis analysis = analyze(reader, raw_limit);
    if (analysis.profile.run.started_at == 0)  // one of the first records tells it
        throw Error(fmt::format("{} is cut or damaged in its first block: nothing can be read",
                                terminal_safe(spool)),
                    "copy it again from where it was recorded");
    return analysis;
}

RunId store_run(const std::string& database, const Analysis& analysis,
                std::optional<uint64_t> raw_total) {
    const Saved saved =
        Store(database, Store::Mode::write).save(analysis.profile, analysis.raw, raw_total);
    std::string runs;
    for (const RunId id : saved.dropped)
        runs += fmt::format("{}{}", runs.empty() ? "" : ", ", id.value);
    if (!runs.empty())
        say("dropped to make room (--raw-total): the raw recording of {} {}",
            saved.dropped.size() == 1 ? "run" : "runs", runs);
    return saved.id;
}

void salvage(const std::string& database) {
    for (const std::string& spool : recording::orphaned_spools(database)) {
        try {
            salvage_one(database, spool);
        } catch (const Error& error) {
            say("warning: {} was not salvaged: {}", terminal_safe(spool),
                terminal_safe(error.what()));
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

std::string checked_label(const std::string& label) {
    const bool number = label.find_first_not_of("0123456789") == std::string::npos;
    if (label.empty() || number || label.front() == '@')
        throw UsageError(
            fmt::format("{} cannot be a label", label.empty() ? "nothing" : terminal_safe(label)),
            "a label is a word that is no number and does not begin with @");
    return label;
}

}  // namespace hotlock::cli
