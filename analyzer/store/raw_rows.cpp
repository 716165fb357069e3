// Rows of raw recordings.
#include "analyzer/store/raw_rows.h"

#include <algorithm>
#include <limits>

#include "analyzer/store/fault.h"
#include "analyzer/store/query.h"

namespace hotlock::store {

namespace {

// Times of damaged recordings may be anything.
int64_t saturated(uint64_t time) {
    constexpr auto most = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    return static_cast<int64_t>(std::min(time, most));
}

void drop_raw(SQLite::Database& database, RunId run) {
    execute(database, "DELETE FROM raw WHERE run_id = ?", run);
    execute(database, "UPDATE run SET raw = ? WHERE id = ?", RawState::dropped, run);
}

}  // namespace

void save_raw(SQLite::Database& database, RunId run, const RawRecording& raw) {
    Inserter rows(database, "raw", "run_id, position, start_ns, end_ns, records, bytes, data");
    uint32_t position = 0;
    for (const PackedChunk& chunk : raw.chunks) {
        rows.add(run, ++position, saturated(chunk.span.first), saturated(chunk.span.last),
                 chunk.records, chunk.bytes, Bytes{chunk.data});
    }
    execute(database, "UPDATE run SET raw = ? WHERE id = ?", raw.state, run);
}

uint64_t raw_total(SQLite::Database& database, std::optional<uint64_t> total) {
    if (total) {
        execute(database, "INSERT OR REPLACE INTO setting (name, value) VALUES ('raw_total', ?)",
                *total);
        return *total;
    }
    Query query(database, "SELECT value FROM setting WHERE name = 'raw_total'");
    uint64_t value = default_raw_total;
    if (query.next()) query.get(value);
    return value;
}

std::vector<RunId> drop_oldest_raw(SQLite::Database& database, uint64_t total) {
    std::vector<RunId> dropped;
    uint64_t kept = 0;
    Query query(database,
                "SELECT run_id, sum(length(data)) FROM raw GROUP BY run_id ORDER BY run_id DESC");
    while (query.next()) {
        RunId run;
        uint64_t size = 0;
        query.get(run, size);
        kept += size;
        if (kept > total) dropped.push_back(run);
    }
    std::reverse(dropped.begin(), dropped.end());
    for (const RunId run : dropped)
        drop_raw(database, run);
    return dropped;
}

std::optional<RawState> raw_state(SQLite::Database& database, RunId run) {
    Query query(database, "SELECT raw FROM run WHERE id = ?", run);
    if (!query.next()) return std::nullopt;
    RawState state = RawState::none;
    query.get(state);
    return state;
}

void load_raw(SQLite::Database& database, RunId run, const TakeEncoded& take) {
    Query query(database,
                "SELECT position, records, bytes, data FROM raw WHERE run_id = ? ORDER BY position",
                run);
    uint32_t expected = 0;
    while (query.next()) {
        uint32_t position = 0;
        uint64_t records = 0;
        uint64_t size = 0;
        Bytes data;
        query.get(position, records, size, data);
        if (position != ++expected) throw Damaged("a chunk of a raw recording is missing");
        const std::optional<std::string> bytes = unpack(data.value, size, records);
        if (!bytes) throw Damaged("a chunk of a raw recording cannot be unpacked");
        recording::read_records(*bytes, take);
    }
    if (expected == 0) throw Damaged("a raw recording is missing");
}

}  // namespace hotlock::store
