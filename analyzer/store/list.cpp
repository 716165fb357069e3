// All runs with what a list of them shows. A handful of queries, however many runs there are.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/store/load_parts.h"
#include "analyzer/store/operations.h"

namespace hotlock::store {

namespace {

std::vector<RunRow> load_runs(SQLite::Database& database) {
    Query query(database, fmt::format("SELECT {} FROM run ORDER BY id", run_columns));
    std::vector<RunRow> rows;
    while (query.next()) {
        RunRow& row = rows.emplace_back();
        Quality quality;
        read_run(query, row.run, quality);
        row.complete = quality.complete;
    }
    return rows;
}

// Null when the run is not there: then the part belongs to nobody and is not shown.
RunRow* row_of(std::vector<RunRow>& rows, RunId id) {
    const auto row =
        std::lower_bound(rows.begin(), rows.end(), id, [](const RunRow& candidate, RunId wanted) {
            return candidate.run.id.value < wanted.value;
        });
    return row != rows.end() && row->run.id == id ? &*row : nullptr;
}

void load_commands(SQLite::Database& database, std::vector<RunRow>& rows) {
    Query query(database, "SELECT run_id, text FROM argument ORDER BY run_id, position");
    while (query.next()) {
        RunId id;
        std::string text;
        query.get(id, text);
        if (RunRow* row = row_of(rows, id)) row->run.command.push_back(std::move(text));
    }
}

void load_metrics(SQLite::Database& database, std::vector<RunRow>& rows) {
    Query query(database,
                "SELECT run_id, name, value, unit, better FROM metric ORDER BY run_id, position");
    while (query.next()) {
        RunId id;
        Metric metric;
        query.get(id, metric.name, metric.value, metric.unit, metric.better);
        if (RunRow* row = row_of(rows, id)) row->metrics.push_back(std::move(metric));
    }
}

void load_top_locks(SQLite::Database& database, std::vector<RunRow>& rows) {
    Query query(database,
                "SELECT run.id, name.text, share "
                "FROM run JOIN lock ON run_id = run.id AND position = 1 "
                "LEFT JOIN string AS name ON name.id = name_id");
    while (query.next()) {
        RunId id;
        std::string name;
        double share = 0;
        query.get(id, name, share);
        RunRow* row = row_of(rows, id);
        if (row == nullptr) continue;
        row->top_lock = std::move(name);
        row->top_lock_share = share;
    }
}

void load_raw_states(SQLite::Database& database, std::vector<RunRow>& rows) {
    Query query(database,
                "SELECT id, raw, (SELECT sum(length(data)) FROM raw WHERE run_id = run.id) "
                "FROM run");
    while (query.next()) {
        RunId id;
        RawState state = RawState::none;
        std::optional<uint64_t> bytes;
        query.get(id, state, bytes);
        RunRow* row = row_of(rows, id);
        if (row == nullptr) continue;
        row->raw = state;
        row->raw_bytes = bytes;
    }
}

}  // namespace

std::vector<RunRow> list_runs(SQLite::Database& database) {
    std::vector<RunRow> rows = load_runs(database);
    load_commands(database, rows);
    load_metrics(database, rows);
    load_top_locks(database, rows);
    load_raw_states(database, rows);
    return rows;
}

}  // namespace hotlock::store
