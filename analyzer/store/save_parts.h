// Parts of a save that have files of their own.
#pragma once

#include <SQLiteCpp/Database.h>

#include <vector>

#include "analyzer/store/interner.h"
#include "common/model/profile.h"

namespace hotlock::store {

// Where the rows go.
struct Target {
    SQLite::Database& database;
    RunId run;
    Interner& interner;
};

// Functions and stacks.
void save_cpu(const Target& target, const Profile& profile);

void save_lines(const Target& target, const std::vector<CacheLine>& lines);

}  // namespace hotlock::store
