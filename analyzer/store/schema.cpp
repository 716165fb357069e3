// The tables. Their names are singular; the plural ones belong to the views (views.cpp), and only
// those are promised to readers. Units: *_ns nanoseconds, *_share 0..1, positions from 1.
#include "analyzer/store/schema.h"

#include <fmt/format.h>

#include <array>

namespace hotlock::store {

namespace {

// What many runs share: each text, file, frame and stack is kept once. A row without users is
// deleted together with the last run that used it.
constexpr const char* shared_tables = R"sql(
CREATE TABLE string (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE module (
    id       INTEGER PRIMARY KEY,
    path     TEXT NOT NULL,
    build_id TEXT NOT NULL,
    UNIQUE (path, build_id)
) STRICT;

CREATE TABLE frame (
    id          INTEGER PRIMARY KEY,
    function_id INTEGER NOT NULL REFERENCES string,
    module_id   INTEGER NOT NULL REFERENCES module,
    "offset"    INTEGER NOT NULL,  -- unsigned 64-bit address: negative means above 2^63
    file_id     INTEGER NOT NULL REFERENCES string,
    line        INTEGER NOT NULL,
    inlined     INTEGER NOT NULL,
    UNIQUE (function_id, module_id, "offset", file_id, line, inlined)
) STRICT;
CREATE INDEX frame_module ON frame (module_id);
CREATE INDEX frame_file ON frame (file_id);

-- A stack is its leaf; callers have smaller ids, so that there are no cycles.
CREATE TABLE stack (
    id        INTEGER PRIMARY KEY,
    caller_id INTEGER REFERENCES stack CHECK (caller_id < id),
    frame_id  INTEGER NOT NULL REFERENCES frame,
    UNIQUE (caller_id, frame_id)
) STRICT;
CREATE INDEX stack_frame ON stack (frame_id);
CREATE UNIQUE INDEX stack_outermost ON stack (frame_id) WHERE caller_id IS NULL;
)sql";

// Run ids are never used twice: "run 7" in somebody's notes stays run 7.
constexpr const char* run_tables = R"sql(
CREATE TABLE run (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    label              TEXT NOT NULL,
    command            TEXT NOT NULL,  -- for people; argument has the words themselves
    started_at_ns      INTEGER NOT NULL,  -- Unix time
    duration_ns        INTEGER NOT NULL,
    thread_time_ns     INTEGER NOT NULL,
    exit_code          INTEGER,
    threads            INTEGER NOT NULL,
    cpus               INTEGER NOT NULL,
    host               TEXT NOT NULL,
    kernel             TEXT NOT NULL,
    cpu_model          TEXT NOT NULL,
    git                TEXT NOT NULL,
    user_ns            INTEGER,
    system_ns          INTEGER,
    lost_events        INTEGER NOT NULL,
    truncated_stacks   INTEGER NOT NULL,
    unsymbolized_share REAL,
    overhead_share     REAL,
    complete           INTEGER NOT NULL
) STRICT;
CREATE INDEX run_label ON run (label);

CREATE TABLE argument (
    run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE probe (
    run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    state    TEXT NOT NULL,
    reason   TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE warning (
    run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric (
    run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    value    REAL,  -- NULL: not a number
    unit     TEXT NOT NULL,
    better   TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE finding (
    run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    rule     TEXT NOT NULL,
    severity TEXT NOT NULL,
    title    TEXT NOT NULL,
    detail   TEXT NOT NULL,
    advice   TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE thread (
    run_id       INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position     INTEGER NOT NULL,
    pid          INTEGER NOT NULL,
    tid          INTEGER NOT NULL,
    name_id      INTEGER NOT NULL REFERENCES string,
    lifetime_ns  INTEGER NOT NULL,
    lock_wait_ns INTEGER NOT NULL,
    work_wait_ns INTEGER NOT NULL,
    running_ns   INTEGER,
    churn_ns     INTEGER,
    ready_ns     INTEGER,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_name ON thread (name_id);
)sql";

// Position 1 has the most wait (of holders: the most wakes).
constexpr const char* lock_tables = R"sql(
CREATE TABLE lock (
    id          INTEGER PRIMARY KEY,
    run_id      INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    number      INTEGER NOT NULL,  -- its id within the run
    name_id     INTEGER NOT NULL REFERENCES string,
    kind        TEXT NOT NULL,
    module_id   INTEGER NOT NULL REFERENCES module,
    "offset"    INTEGER,
    symbol_id   INTEGER NOT NULL REFERENCES string,
    address     INTEGER NOT NULL,  -- as frame.offset
    share       REAL,  -- NULL: not a number
    waits       INTEGER NOT NULL,
    sleeps      INTEGER NOT NULL,
    wait_ns     INTEGER NOT NULL,
    queue_ns    INTEGER NOT NULL,
    free_ns     INTEGER NOT NULL,
    wait_max_ns INTEGER NOT NULL,
    wait_p50_ns INTEGER NOT NULL,
    wait_p99_ns INTEGER NOT NULL,
    wait_hist   BLOB NOT NULL,  -- histogram_code.h; p50 and p99 are computed from it
    UNIQUE (run_id, position)
) STRICT;
CREATE INDEX lock_name ON lock (name_id);
CREATE INDEX lock_module ON lock (module_id);
CREATE INDEX lock_symbol ON lock (symbol_id);

CREATE TABLE acquirer (
    lock_id     INTEGER NOT NULL REFERENCES lock ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    function_id INTEGER NOT NULL REFERENCES string,
    PRIMARY KEY (lock_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX acquirer_function ON acquirer (function_id);

CREATE TABLE site (
    lock_id  INTEGER NOT NULL REFERENCES lock ON DELETE CASCADE,
    position INTEGER NOT NULL,
    stack_id INTEGER REFERENCES stack,
    mode     TEXT NOT NULL,
    waits    INTEGER NOT NULL,
    sleeps   INTEGER NOT NULL,
    wait_ns  INTEGER NOT NULL,
    queue_ns INTEGER NOT NULL,
    free_ns  INTEGER NOT NULL,
    PRIMARY KEY (lock_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_stack ON site (stack_id);

CREATE TABLE holder (
    lock_id       INTEGER NOT NULL REFERENCES lock ON DELETE CASCADE,
    position      INTEGER NOT NULL,
    stack_id      INTEGER REFERENCES stack,
    thread_id     INTEGER NOT NULL REFERENCES string,  -- the thread's name
    state         TEXT NOT NULL,
    wakes         INTEGER NOT NULL,
    woken_wait_ns INTEGER NOT NULL,
    blame_ns      INTEGER,
    on_cpu_ns     INTEGER,
    off_cpu_ns    INTEGER,
    PRIMARY KEY (lock_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX holder_stack ON holder (stack_id);
CREATE INDEX holder_thread ON holder (thread_id);

CREATE TABLE work_wait (
    run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    stack_id INTEGER REFERENCES stack,
    waits    INTEGER NOT NULL,
    sleeps   INTEGER NOT NULL,
    wait_ns  INTEGER NOT NULL,
    queue_ns INTEGER NOT NULL,
    free_ns  INTEGER NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX work_wait_stack ON work_wait (stack_id);
)sql";

void create_version_1(SQLite::Database& database) {
    for (const char* tables : {shared_tables, run_tables, lock_tables})
        database.exec(tables);
}

// What samples of the CPU clock tell. Position 1 has the most time (of fields: the first byte).
constexpr const char* sample_tables = R"sql(
ALTER TABLE run ADD COLUMN resolved_share REAL;
ALTER TABLE lock ADD COLUMN churn_ns INTEGER;

CREATE TABLE cpu (
    run_id    INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    symbol_id INTEGER NOT NULL REFERENCES string,
    module_id INTEGER NOT NULL REFERENCES module,
    kernel    INTEGER NOT NULL,
    samples   INTEGER NOT NULL,
    time_ns   INTEGER NOT NULL,
    share     REAL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX cpu_symbol ON cpu (symbol_id);
CREATE INDEX cpu_module ON cpu (module_id);

CREATE TABLE cpu_stack (
    run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    stack_id INTEGER REFERENCES stack,
    kernel   INTEGER NOT NULL,
    samples  INTEGER NOT NULL,
    time_ns  INTEGER NOT NULL,
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX cpu_stack_stack ON cpu_stack (stack_id);

CREATE TABLE line (
    id         INTEGER PRIMARY KEY,
    run_id     INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    name_id    INTEGER NOT NULL REFERENCES string,
    module_id  INTEGER NOT NULL REFERENCES module,
    "offset"   INTEGER,
    address    INTEGER NOT NULL,  -- as frame.offset
    samples    INTEGER NOT NULL,
    time_ns    INTEGER NOT NULL,
    share      REAL,
    sharing    TEXT NOT NULL,
    evidence   TEXT NOT NULL,
    holds_lock TEXT NOT NULL,
    advice     TEXT NOT NULL,
    UNIQUE (run_id, position)
) STRICT;
CREATE INDEX line_name ON line (name_id);
CREATE INDEX line_module ON line (module_id);

CREATE TABLE field (
    line_id  INTEGER NOT NULL REFERENCES line ON DELETE CASCADE,
    position INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,  -- in the line
    size     INTEGER NOT NULL,
    name_id  INTEGER NOT NULL REFERENCES string,
    reads    INTEGER NOT NULL,
    writes   INTEGER NOT NULL,
    updates  INTEGER NOT NULL,
    atomics  INTEGER NOT NULL,
    cpus     INTEGER NOT NULL,
    threads  INTEGER NOT NULL,
    PRIMARY KEY (line_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX field_name ON field (name_id);

CREATE TABLE field_site (
    line_id  INTEGER NOT NULL REFERENCES line ON DELETE CASCADE,
    field    INTEGER NOT NULL,  -- its position
    position INTEGER NOT NULL,
    stack_id INTEGER REFERENCES stack,
    access   TEXT NOT NULL,
    samples  INTEGER NOT NULL,
    PRIMARY KEY (line_id, field, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX field_site_stack ON field_site (stack_id);
)sql";

void create_version_2(SQLite::Database& database) {
    database.exec(sample_tables);
}

// Until then a line's share was that of all time spent there.
void create_version_3(SQLite::Database& database) {
    database.exec(
        "ALTER TABLE line ADD COLUMN excess_ns INTEGER NOT NULL DEFAULT 0; "
        "UPDATE line SET excess_ns = time_ns");
}

// The recordings that runs were made from, in order of position. The columns before `data` tell
// what a chunk is without unpacking it.
constexpr const char* raw_tables = R"sql(
ALTER TABLE run ADD COLUMN raw TEXT NOT NULL DEFAULT 'none';

CREATE TABLE raw (
    run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,  -- CLOCK_MONOTONIC of the run's machine, as in the records
    end_ns   INTEGER NOT NULL,
    records  INTEGER NOT NULL,
    bytes    INTEGER NOT NULL,  -- of the records
    data     BLOB NOT NULL,     -- the records, compressed by zstd
    UNIQUE (run_id, position)
) STRICT;

-- What users have set for this database.
CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

void create_version_4(SQLite::Database& database) {
    database.exec(raw_tables);
}

// Step n brings version n to n + 1. Steps are never edited once released, only added.
constexpr std::array steps = {create_version_1, create_version_2, create_version_3,
                              create_version_4};

}  // namespace

int64_t schema_version() {
    return static_cast<int64_t>(steps.size());
}

void upgrade_schema(SQLite::Database& database, int64_t version) {
    for (auto step = static_cast<size_t>(version); step < steps.size(); ++step)
        steps.at(step)(database);
    database.exec(schema_views);
    database.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                              application_id, schema_version()));
}

}  // namespace hotlock::store
