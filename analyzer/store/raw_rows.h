// Raw recordings inside one transaction.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/store/raw.h"
#include "analyzer/store/store.h"

namespace hotlock::store {

// Of a run that has none yet.
void save_raw(SQLite::Database& database, RunId run, const RawRecording& raw);

// Compressed bytes that all runs may have together. `total`: from now on; absent: as before.
uint64_t raw_total(SQLite::Database& database, std::optional<uint64_t> total);

// Deletes raw recordings, those of the oldest runs first, until the rest is within `total` bytes.
// Returns the runs that lost theirs.
std::vector<RunId> drop_oldest_raw(SQLite::Database& database, uint64_t total);

// Nothing when there is no such run.
std::optional<RawState> raw_state(SQLite::Database& database, RunId run);

// Throws Damaged for anything that no hotlock has saved.
void load_raw(SQLite::Database& database, RunId run, const TakeEncoded& take);

}  // namespace hotlock::store
