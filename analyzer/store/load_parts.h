// Parts of a load that have files of their own.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/store/fault.h"
#include "analyzer/store/query.h"
#include "common/model/profile.h"

namespace hotlock::store {

// The columns of `run` that read_run() takes from the current row.
extern const char* const run_columns;
void read_run(Query& query, RunInfo& run, Quality& quality);

// The stacks of a run, by their ids in the database.
class LoadedStacks {
  public:
    void add(int64_t id, StackId stack) { by_id_[id] = stack; }

    // No stack for no id. Throws Damaged for an id that is not there.
    StackId of(std::optional<int64_t> id) const;

  private:
    std::unordered_map<int64_t, StackId> by_id_;
};

LoadedStacks load_stacks(SQLite::Database& database, RunId id, StackTable& table);

// What a part belongs to, by its position, which is its place in the vector. Throws Damaged with
// `missing` for one that is not there.
template <class Whole>
Whole& whole_at(std::vector<Whole>& wholes, uint32_t position, const char* missing) {
    if (position == 0 || position > wholes.size()) throw Damaged(missing);
    return wholes[position - 1];
}

std::vector<Lock> load_locks(SQLite::Database& database, RunId id, const LoadedStacks& stacks);

std::vector<CacheLine> load_lines(SQLite::Database& database, RunId id, const LoadedStacks& stacks);
std::vector<CpuFunction> load_cpu(SQLite::Database& database, RunId id);
std::vector<CpuStack> load_cpu_stacks(SQLite::Database& database, RunId id,
                                      const LoadedStacks& stacks);

}  // namespace hotlock::store
