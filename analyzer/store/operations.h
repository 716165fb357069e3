// What the store does inside one transaction, as functions on an open database. Absence is a
// value here; the store makes errors of it.
#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>
#include <string>
#include <vector>

#include "analyzer/store/store.h"
#include "common/model/profile.h"

namespace hotlock::store {

RunId save_profile(SQLite::Database& database, const Profile& profile);

std::optional<Profile> load_profile(SQLite::Database& database, RunId id);

std::vector<RunRow> list_runs(SQLite::Database& database);

// Empty when nothing has this name.
std::vector<RunId> find_runs(SQLite::Database& database, const std::string& name);

// A half-sentence for people: which runs and labels there are.
std::string describe_runs(SQLite::Database& database);

// Both return false when there is no such run.
bool set_run_label(SQLite::Database& database, RunId id, const std::string& label);
bool remove_run(SQLite::Database& database, RunId id);

}  // namespace hotlock::store
