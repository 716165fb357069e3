// Ranges and types of stored values.
#include "analyzer/store/binding.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "analyzer/store/fault.h"
#include "analyzer/store/histogram_code.h"
#include "common/base/error.h"

namespace hotlock::store {

namespace {

[[noreturn]] void refuse(const SQLite::Column& column) {
    throw Damaged(fmt::format("a value of {} is impossible", column.getName()));
}

[[noreturn]] void refuse_to_save() {
    throw Error("the run holds impossible times or counts and was not stored",
                "its recording is damaged: record again");
}

int64_t integer(const SQLite::Column& column, int64_t low, int64_t high) {
    if (!column.isInteger()) refuse(column);
    const int64_t value = column.getInt64();
    if (value < low || value > high) refuse(column);
    return value;
}

constexpr int64_t max_int64 = std::numeric_limits<int64_t>::max();
constexpr int64_t max_uint32 = std::numeric_limits<uint32_t>::max();

template <class Enum, size_t N>
Enum word(const SQLite::Column& column, const Enum (&all)[N]) {
    const std::string text = column.getString();
    for (const Enum candidate : all) {
        if (text == to_string(candidate)) return candidate;
    }
    refuse(column);
}

}  // namespace

void bind(SQLite::Statement& statement, int index, int value) {
    statement.bind(index, value);
}

void bind(SQLite::Statement& statement, int index, int64_t value) {
    statement.bind(index, value);
}

void bind(SQLite::Statement& statement, int index, uint32_t value) {
    statement.bind(index, value);
}

void bind(SQLite::Statement& statement, int index, uint64_t value) {
    if (value > static_cast<uint64_t>(max_int64)) refuse_to_save();
    statement.bind(index, static_cast<int64_t>(value));
}

void bind(SQLite::Statement& statement, int index, bool value) {
    statement.bind(index, value ? 1 : 0);
}

// SQLite keeps "not a number" as NULL.
void bind(SQLite::Statement& statement, int index, double value) {
    statement.bind(index, value);
}

void bind(SQLite::Statement& statement, int index, nanoseconds value) {
    if (value.count() < 0) refuse_to_save();
    statement.bind(index, static_cast<int64_t>(value.count()));
}

void bind(SQLite::Statement& statement, int index, RunId value) {
    statement.bind(index, value.value);
}

void bind(SQLite::Statement& statement, int index, LockId value) {
    statement.bind(index, value.value);
}

void bind(SQLite::Statement& statement, int index, Bits value) {
    statement.bind(index, static_cast<int64_t>(value.value));
}

void bind(SQLite::Statement& statement, int index, LockKind value) {
    statement.bind(index, to_string(value));
}

void bind(SQLite::Statement& statement, int index, WaitMode value) {
    statement.bind(index, to_string(value));
}

void bind(SQLite::Statement& statement, int index, Sharing value) {
    statement.bind(index, to_string(value));
}

void bind(SQLite::Statement& statement, int index, AccessKind value) {
    statement.bind(index, to_string(value));
}

void bind(SQLite::Statement& statement, int index, RawState value) {
    statement.bind(index, to_string(value));
}

void bind(SQLite::Statement& statement, int index, const std::string& value) {
    statement.bind(index, value);
}

void bind(SQLite::Statement& statement, int index, const Histogram& value) {
    const std::string bytes = encode(value);
    statement.bind(index, bytes.data(), static_cast<int>(bytes.size()));
}

void bind(SQLite::Statement& statement, int index, Bytes value) {
    statement.bindNoCopy(index, value.value.data(), static_cast<int>(value.value.size()));
}

void read(const SQLite::Column& column, int& value) {
    value = static_cast<int>(
        integer(column, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

void read(const SQLite::Column& column, int64_t& value) {
    value = integer(column, std::numeric_limits<int64_t>::min(), max_int64);
}

void read(const SQLite::Column& column, uint32_t& value) {
    value = static_cast<uint32_t>(integer(column, 0, max_uint32));
}

void read(const SQLite::Column& column, uint64_t& value) {
    value = static_cast<uint64_t>(integer(column, 0, max_int64));
}

void read(const SQLite::Column& column, bool& value) {
    value = integer(column, 0, 1) == 1;
}

void read(const SQLite::Column& column, double& value) {
    if (!column.isFloat() && !column.isNull()) refuse(column);
    value = column.isNull() ? std::nan("") : column.getDouble();
}

void read(const SQLite::Column& column, nanoseconds& value) {
    value = nanoseconds(integer(column, 0, max_int64));
}

void read(const SQLite::Column& column, RunId& value) {
    value = RunId{static_cast<uint32_t>(integer(column, 1, max_uint32))};
}

void read(const SQLite::Column& column, LockId& value) {
    value = LockId{static_cast<uint32_t>(integer(column, 0, max_uint32))};
}

void read(const SQLite::Column& column, Bits& value) {
    int64_t bits = 0;
    read(column, bits);
    value.value = static_cast<uint64_t>(bits);
}

void read(const SQLite::Column& column, LockKind& value) {
    value = word(column, {LockKind::mutex, LockKind::rwlock, LockKind::spin, LockKind::internal,
                          LockKind::futex});
}

void read(const SQLite::Column& column, WaitMode& value) {
    value = word(column, {WaitMode::exclusive, WaitMode::read, WaitMode::write});
}

void read(const SQLite::Column& column, Sharing& value) {
    value = word(column, {Sharing::true_sharing, Sharing::false_sharing, Sharing::mixed});
}

void read(const SQLite::Column& column, AccessKind& value) {
    value =
        word(column, {AccessKind::read, AccessKind::write, AccessKind::update, AccessKind::atomic});
}

void read(const SQLite::Column& column, RawState& value) {
    value = word(column, {RawState::none, RawState::whole, RawState::cut, RawState::dropped});
}

void read(const SQLite::Column& column, std::string& value) {
    if (!column.isText()) refuse(column);
    value = column.getString();
}

void read(const SQLite::Column& column, Bytes& value) {
    if (!column.isBlob()) refuse(column);
    value.value = {static_cast<const char*>(column.getBlob()),
                   static_cast<size_t>(column.getBytes())};
}

void read(const SQLite::Column& column, Histogram& value) {
    std::optional<Histogram> histogram;
    if (column.isBlob()) histogram = decode_histogram(column.getString());
    if (!histogram) refuse(column);
    value = std::move(*histogram);
}

}  // namespace hotlock::store
