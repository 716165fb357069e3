// Gives the database ids of texts, files and stacks, adding those that no run has had before.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/store/query.h"
#include "common/model/stack.h"

namespace hotlock::store {

// One table of shared rows: looks a row up by its key and adds it when there is none.
class SharedTable {
  public:
    // `condition` compares all of `columns` with parameters, in order.
    SharedTable(SQLite::Database& database, const std::string& table, const std::string& columns,
                const std::string& condition);

    template <class... Values>
    int64_t id_of(const Values&... key) {
        bind_all(find_, key...);
        const bool known = find_.executeStep();
        int64_t id = 0;
        if (known) read(find_.getColumn(0), id);
        find_.reset();
        return known ? id : add_.add(key...);
    }

  private:
    SQLite::Statement find_;
    Inserter add_;
};

// For the stacks of one profile. Lives inside one transaction.
class Interner {
  public:
    Interner(SQLite::Database& database, const StackTable& stacks);

    int64_t string(const std::string& text);
    int64_t module(const std::string& path, const std::string& build_id);
    std::optional<int64_t> stack(StackId id);  // nothing for no stack

  private:
    int64_t frame(FrameId id);

    const StackTable& table_;
    SharedTable strings_;
    SharedTable modules_;
    SharedTable frames_;
    SharedTable stacks_;
    std::unordered_map<std::string, int64_t> known_strings_;
    std::vector<std::optional<int64_t>> known_frames_;  // by FrameId
    std::vector<std::optional<int64_t>> known_stacks_;  // by StackId; none: not yet asked for
};

}  // namespace hotlock::store
