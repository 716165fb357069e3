// Values of the model as SQL parameters and columns, one overload per type. What cannot be a value
// of the model is refused in both directions: on its way in as an Error, on its way out as Damaged.
#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/ids.h"
#include "common/model/line.h"
#include "common/model/lock.h"
#include "common/model/raw_state.h"

namespace hotlock::store {

// All 64 bits count (addresses); plain uint64_t values are counts and must fit an SQL integer.
struct Bits {
    uint64_t value = 0;
};

// The content of a blob: what is bound must live, and what is read lives, to the statement's next
// step.
struct Bytes {
    std::string_view value;
};

void bind(SQLite::Statement& statement, int index, int value);
void bind(SQLite::Statement& statement, int index, int64_t value);
void bind(SQLite::Statement& statement, int index, uint32_t value);
void bind(SQLite::Statement& statement, int index, uint64_t value);
void bind(SQLite::Statement& statement, int index, bool value);
void bind(SQLite::Statement& statement, int index, double value);
void bind(SQLite::Statement& statement, int index, nanoseconds value);
void bind(SQLite::Statement& statement, int index, RunId value);
void bind(SQLite::Statement& statement, int index, LockId value);
void bind(SQLite::Statement& statement, int index, Bits value);
void bind(SQLite::Statement& statement, int index, LockKind value);
void bind(SQLite::Statement& statement, int index, WaitMode value);
void bind(SQLite::Statement& statement, int index, Sharing value);
void bind(SQLite::Statement& statement, int index, AccessKind value);
void bind(SQLite::Statement& statement, int index, RawState value);
void bind(SQLite::Statement& statement, int index, const std::string& value);
void bind(SQLite::Statement& statement, int index, Bytes value);
void bind(SQLite::Statement& statement, int index, const Histogram& value);

void read(const SQLite::Column& column, int& value);
void read(const SQLite::Column& column, int64_t& value);
void read(const SQLite::Column& column, uint32_t& value);
void read(const SQLite::Column& column, uint64_t& value);
void read(const SQLite::Column& column, bool& value);
void read(const SQLite::Column& column, double& value);
void read(const SQLite::Column& column, nanoseconds& value);
void read(const SQLite::Column& column, RunId& value);
void read(const SQLite::Column& column, LockId& value);
void read(const SQLite::Column& column, Bits& value);
void read(const SQLite::Column& column, LockKind& value);
void read(const SQLite::Column& column, WaitMode& value);
void read(const SQLite::Column& column, Sharing& value);
void read(const SQLite::Column& column, AccessKind& value);
void read(const SQLite::Column& column, RawState& value);
void read(const SQLite::Column& column, std::string& value);
void read(const SQLite::Column& column, Bytes& value);
void read(const SQLite::Column& column, Histogram& value);

template <class T>
void bind(SQLite::Statement& statement, int index, const std::optional<T>& value) {
    if (value) {
        bind(statement, index, *value);
    } else {
        statement.bind(index);
    }
}

template <class T>
void read(const SQLite::Column& column, std::optional<T>& value) {
    if (column.isNull()) {
        value.reset();
    } else {
        read(column, value.emplace());
    }
}

}  // namespace hotlock::store
