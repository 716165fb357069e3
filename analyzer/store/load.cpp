// Rows -> Profile: all parts but locks and stacks.
#include <fmt/format.h>

#include "analyzer/store/load_parts.h"
#include "analyzer/store/operations.h"

namespace hotlock::store {

namespace {

std::vector<std::string> load_texts(SQLite::Database& database, const std::string& table,
                                    RunId id) {
    Query query(database,
                fmt::format("SELECT text FROM {} WHERE run_id = ? ORDER BY position", table), id);
    std::vector<std::string> texts;
    while (query.next())
        query.get(texts.emplace_back());
    return texts;
}

std::vector<ProbeState> load_probes(SQLite::Database& database, RunId id) {
    Query query(database,
                "SELECT name, state, reason FROM probe WHERE run_id = ? ORDER BY position", id);
    std::vector<ProbeState> probes;
    while (query.next()) {
        ProbeState& probe = probes.emplace_back();
        query.get(probe.name, probe.state, probe.reason);
    }
    return probes;
}

std::vector<Metric> load_metrics(SQLite::Database& database, RunId id) {
    Query query(database,
                "SELECT name, value, unit, better FROM metric WHERE run_id = ? ORDER BY position",
                id);
    std::vector<Metric> metrics;
    while (query.next()) {
        Metric& metric = metrics.emplace_back();
        query.get(metric.name, metric.value, metric.unit, metric.better);
    }
    return metrics;
}

std::vector<ThreadSummary> load_threads(SQLite::Database& database, RunId id) {
    Query query(database,
                "SELECT pid, tid, name.text, lifetime_ns, lock_wait_ns, work_wait_ns, running_ns, "
                "churn_ns, ready_ns "
                "FROM thread LEFT JOIN string AS name ON name.id = name_id "
                "WHERE run_id = ? ORDER BY position",
                id);
    std::vector<ThreadSummary> threads;
    while (query.next()) {
        ThreadSummary& thread = threads.emplace_back();
        query.get(thread.pid, thread.tid, thread.name, thread.lifetime, thread.lock_wait,
                  thread.work_wait, thread.running, thread.churn, thread.ready);
    }
    return threads;
}

std::vector<WorkWait> load_work_waits(SQLite::Database& database, RunId id,
                                      const LoadedStacks& stacks) {
    Query query(database,
                "SELECT kind, stack_id, waits, sleeps, wait_ns, queue_ns, free_ns "
                "FROM work_wait WHERE run_id = ? ORDER BY position",
                id);
    std::vector<WorkWait> waits;
    while (query.next()) {
        WorkWait& wait = waits.emplace_back();
        WaitSums& sums = wait.sums;
        std::optional<int64_t> stack;
        query.get(wait.kind, stack, sums.waits, sums.sleeps, sums.wait, sums.queue, sums.free);
        wait.stack = stacks.of(stack);
    }
    return waits;
}

std::vector<Finding> load_findings(SQLite::Database& database, RunId id) {
    Query query(database,
                "SELECT rule, severity, title, detail, advice "
                "FROM finding WHERE run_id = ? ORDER BY position",
                id);
    std::vector<Finding> findings;
    while (query.next()) {
        Finding& finding = findings.emplace_back();
        query.get(finding.rule, finding.severity, finding.title, finding.detail, finding.advice);
    }
    return findings;
}

}  // namespace

const char* const run_columns =
    "id, label, started_at_ns, duration_ns, thread_time_ns, exit_code, threads, cpus, host, "
    "kernel, cpu_model, git, user_ns, system_ns, lost_events, truncated_stacks, "
    "unsymbolized_share, overhead_share, complete, resolved_share";

void read_run(Query& query, RunInfo& run, Quality& quality) {
    query.get(run.id, run.label, run.started_at, run.duration, run.thread_time, run.exit_code,
              run.threads, run.cpus, run.host, run.kernel, run.cpu_model, run.git, run.user_time,
              run.system_time, quality.lost_events, quality.truncated_stacks,
              quality.unsymbolized_share, quality.overhead_share, quality.complete,
              quality.resolved_share);
}

std::optional<Profile> load_profile(SQLite::Database& database, RunId id) {
    Query query(database, fmt::format("SELECT {} FROM run WHERE id = ?", run_columns), id);
    if (!query.next()) return std::nullopt;
    Profile profile;
    read_run(query, profile.run, profile.quality);
    profile.run.command = load_texts(database, "argument", id);
    profile.quality.warnings = load_texts(database, "warning", id);
    profile.quality.probes = load_probes(database, id);
    profile.metrics = load_metrics(database, id);
    profile.threads = load_threads(database, id);
    const LoadedStacks stacks = load_stacks(database, id, profile.stacks);
    profile.locks = load_locks(database, id, stacks);
    profile.work_waits = load_work_waits(database, id, stacks);
    profile.lines = load_lines(database, id, stacks);
    profile.cpu = load_cpu(database, id);
    profile.cpu_stacks = load_cpu_stacks(database, id, stacks);
    profile.findings = load_findings(database, id);
    return profile;
}

}  // namespace hotlock::store
