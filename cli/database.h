// Where the database is, and the recordings that an interrupted hotlock left beside it.
#pragma once

#include <memory>
#include <string>

#include "analyzer/store/store.h"
#include "cli/options.h"
#include "common/model/profile.h"

namespace hotlock::cli {

// --db, else HOTLOCK_DB, else ./hotlock.db.
std::string database_path(const Arguments& arguments);

// Recording file -> profile with findings.
Profile analyze(const std::string& spool);

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
