// Where the database is, and the recordings that an interrupted hotlock left beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "analyzer/store/store.h"
#include "cli/options.h"
#include "common/model/profile.h"

namespace hotlock::cli {

// --db, else HOTLOCK_DB, else ./hotlock.db.
std::string database_path(const Arguments& arguments);

// What a recording becomes.
struct Analysis {
    Profile profile;  // with findings
    RawRecording raw;
};

// Recording file -> what is stored of it. `raw_limit`: see RawPacker.
Analysis analyze(const std::string& spool, std::optional<uint64_t> raw_limit = std::nullopt);

// Stores a run; says on standard error which older runs lost their raw recordings to it.
RunId store_run(const std::string& database, const Analysis& analysis,
                std::optional<uint64_t> raw_total = std::nullopt);

// Turns recordings of interrupted runs into runs; says so on standard error. What cannot be read
// is left where it is, with a warning.
void salvage(const std::string& database);

// Opens the database for reading, after salvage. Throws Error.
std::unique_ptr<Store> open_for_reading(const std::string& database);

// The one run that a word names. Throws Error when it names several or none.
RunId single_run(Store& store, const std::string& word);

// A name for runs that cannot be taken for a run number or a place in the list. Throws UsageError.
std::string checked_label(const std::string& label);

}  // namespace hotlock::cli
