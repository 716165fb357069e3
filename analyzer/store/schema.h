// Tables and views of the database, and how older versions become the present one.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>

namespace hotlock::store {

constexpr int64_t application_id = 0x686f746c;  // "hotl"

// The version that this program writes: PRAGMA user_version of its databases.
int64_t schema_version();

// Brings a database from `version` (0: empty) to schema_version(). The caller holds a transaction.
void upgrade_schema(SQLite::Database& database, int64_t version);

// Views with the names of the JSON keys: the reading API for people.
extern const char* const schema_views;

}  // namespace hotlock::store
