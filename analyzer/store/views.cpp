// The views: what people read with `sqlite3 hotlock.db`. Names are those of the JSON keys, names
// and stacks are text, absent is NULL, addresses are hexadecimal. They depend on the tables only,
// so every upgrade makes them anew.
#include "analyzer/store/schema.h"

namespace hotlock::store {

const char* const schema_views = R"sql(
DROP VIEW IF EXISTS frames;
CREATE VIEW frames AS
SELECT frame.id,
       CASE WHEN function.text <> '' THEN function.text
            WHEN module.path <> '' THEN
                replace(module.path, rtrim(module.path, replace(module.path, '/', '')), '')
                || printf('+0x%x', frame."offset")
            ELSE printf('0x%x', frame."offset") END AS name,
       nullif(function.text, '') AS function,
       nullif(module.path, '') AS module,
       nullif(module.build_id, '') AS build_id,
       printf('0x%x', frame."offset") AS "offset",
       nullif(file.text, '') AS file,
       nullif(frame.line, 0) AS line,
       frame.inlined
FROM frame
JOIN string AS function ON function.id = frame.function_id
JOIN string AS file ON file.id = frame.file_id
JOIN module ON module.id = frame.module_id;

-- "leaf < caller < caller of the caller"
DROP VIEW IF EXISTS stacks;
CREATE VIEW stacks AS
SELECT leaf.id,
       (WITH RECURSIVE walk (depth, caller_id, frame_id) AS (
            SELECT 0, leaf.caller_id, leaf.frame_id
            UNION ALL
            SELECT walk.depth + 1, stack.caller_id, stack.frame_id
            FROM walk JOIN stack ON stack.id = walk.caller_id)
        SELECT group_concat(name, ' < ')
        FROM (SELECT frames.name FROM walk JOIN frames ON frames.id = walk.frame_id
              ORDER BY walk.depth)) AS stack
FROM stack AS leaf;

DROP VIEW IF EXISTS runs;
CREATE VIEW runs AS
SELECT id,
       nullif(label, '') AS label,
       command,
       strftime('%Y-%m-%dT%H:%M:%SZ', started_at_ns / 1000000000, 'unixepoch') AS started_at,
       started_at_ns,
       duration_ns, thread_time_ns, exit_code, threads, cpus, host, kernel, cpu_model,
       nullif(git, '') AS git,
       user_ns, system_ns,
       complete, lost_events, truncated_stacks, unsymbolized_share, resolved_share,
       overhead_share, raw,
       (SELECT sum(length(data)) FROM raw WHERE run_id = run.id) AS raw_bytes
FROM run;

DROP VIEW IF EXISTS chunks;
CREATE VIEW chunks AS
SELECT run_id, position AS id, start_ns, end_ns, records, bytes, length(data) AS packed_bytes
FROM raw;

DROP VIEW IF EXISTS probes;
CREATE VIEW probes AS
SELECT run_id, name, state, nullif(reason, '') AS reason FROM probe;

DROP VIEW IF EXISTS warnings;
CREATE VIEW warnings AS
SELECT run_id, text AS warning FROM warning;

DROP VIEW IF EXISTS metrics;
CREATE VIEW metrics AS
SELECT run_id, name, value, nullif(unit, '') AS unit, nullif(better, '') AS better FROM metric;

DROP VIEW IF EXISTS findings;
CREATE VIEW findings AS
SELECT run_id, rule, severity, title, detail, advice FROM finding;

DROP VIEW IF EXISTS threads;
CREATE VIEW threads AS
SELECT thread.run_id, thread.pid, thread.tid, name.text AS name, thread.lifetime_ns,
       thread.running_ns, thread.churn_ns, thread.lock_wait_ns, thread.work_wait_ns,
       thread.ready_ns
FROM thread JOIN string AS name ON name.id = thread.name_id;

DROP VIEW IF EXISTS locks;
CREATE VIEW locks AS
SELECT lock.run_id, lock.number AS id, name.text AS name, lock.kind,
       nullif(module.path, '') AS module,
       nullif(module.build_id, '') AS build_id,
       CASE WHEN lock."offset" IS NOT NULL THEN printf('0x%x', lock."offset") END AS "offset",
       nullif(symbol.text, '') AS symbol,
       printf('0x%x', lock.address) AS address,
       lock.share, lock.waits, lock.sleeps, lock.wait_ns, lock.queue_ns, lock.free_ns,
       lock.churn_ns, lock.wait_max_ns, lock.wait_p50_ns, lock.wait_p99_ns
FROM lock
JOIN string AS name ON name.id = lock.name_id
JOIN string AS symbol ON symbol.id = lock.symbol_id
JOIN module ON module.id = lock.module_id;

DROP VIEW IF EXISTS acquirers;
CREATE VIEW acquirers AS
SELECT lock.run_id, lock.number AS lock_id, lock_name.text AS lock, function.text AS function
FROM acquirer
JOIN lock ON lock.id = acquirer.lock_id
JOIN string AS lock_name ON lock_name.id = lock.name_id
JOIN string AS function ON function.id = acquirer.function_id;

DROP VIEW IF EXISTS sites;
CREATE VIEW sites AS
SELECT lock.run_id, lock.number AS lock_id, lock_name.text AS lock, site.mode,
       site.waits, site.sleeps, site.wait_ns, site.queue_ns, site.free_ns,
       (SELECT stack FROM stacks WHERE stacks.id = site.stack_id) AS stack
FROM site
JOIN lock ON lock.id = site.lock_id
JOIN string AS lock_name ON lock_name.id = lock.name_id;

DROP VIEW IF EXISTS holders;
CREATE VIEW holders AS
SELECT lock.run_id, lock.number AS lock_id, lock_name.text AS lock, thread.text AS thread,
       holder.state, holder.wakes, holder.woken_wait_ns, holder.blame_ns, holder.on_cpu_ns,
       holder.off_cpu_ns,
       (SELECT stack FROM stacks WHERE stacks.id = holder.stack_id) AS stack
FROM holder
JOIN lock ON lock.id = holder.lock_id
JOIN string AS lock_name ON lock_name.id = lock.name_id
JOIN string AS thread ON thread.id = holder.thread_id;

DROP VIEW IF EXISTS work_waits;
CREATE VIEW work_waits AS
SELECT run_id, kind, waits, sleeps, wait_ns, queue_ns, free_ns,
       (SELECT stack FROM stacks WHERE stacks.id = work_wait.stack_id) AS site
FROM work_wait;

DROP VIEW IF EXISTS functions;
CREATE VIEW functions AS
SELECT cpu.run_id, symbol.text AS symbol, nullif(module.path, '') AS module, cpu.kernel,
       cpu.samples, cpu.time_ns, cpu.share
FROM cpu
JOIN string AS symbol ON symbol.id = cpu.symbol_id
JOIN module ON module.id = cpu.module_id;

DROP VIEW IF EXISTS cpu_stacks;
CREATE VIEW cpu_stacks AS
SELECT run_id, kernel, samples, time_ns,
       (SELECT stack FROM stacks WHERE stacks.id = cpu_stack.stack_id) AS stack
FROM cpu_stack;

DROP VIEW IF EXISTS lines;
CREATE VIEW lines AS
SELECT line.run_id, line.position AS id, name.text AS name,
       nullif(module.path, '') AS module,
       CASE WHEN line."offset" IS NOT NULL THEN printf('0x%x', line."offset") END AS "offset",
       printf('0x%x', line.address) AS address,
       line.samples, line.time_ns, line.excess_ns, line.share, line.sharing, line.evidence,
       nullif(line.holds_lock, '') AS holds_lock, nullif(line.advice, '') AS advice
FROM line
JOIN string AS name ON name.id = line.name_id
JOIN module ON module.id = line.module_id;

DROP VIEW IF EXISTS fields;
CREATE VIEW fields AS
SELECT line.run_id, line.position AS line_id, line_name.text AS line, field."offset", field.size,
       nullif(name.text, '') AS name, field.reads, field.writes, field.updates, field.atomics,
       field.cpus, field.threads
FROM field
JOIN line ON line.id = field.line_id
JOIN string AS line_name ON line_name.id = line.name_id
JOIN string AS name ON name.id = field.name_id;

DROP VIEW IF EXISTS field_sites;
CREATE VIEW field_sites AS
SELECT line.run_id, line.position AS line_id, field_site.field, field_site.access,
       field_site.samples,
       (SELECT stack FROM stacks WHERE stacks.id = field_site.stack_id) AS stack
FROM field_site JOIN line ON line.id = field_site.line_id;
)sql";

}  // namespace hotlock::store
