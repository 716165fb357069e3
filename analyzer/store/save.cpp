// Profile -> rows.
#include <fmt/format.h>

#include "analyzer/store/interner.h"
#include "analyzer/store/operations.h"
#include "analyzer/store/save_parts.h"
#include "common/base/text.h"

namespace hotlock::store {

namespace {

RunId save_run(SQLite::Database& database, const RunInfo& run, const Quality& quality) {
    Inserter runs(database, "run",
                  "label, command, started_at_ns, duration_ns, thread_time_ns, exit_code, threads, "
                  "cpus, host, kernel, cpu_model, git, user_ns, system_ns, lost_events, "
                  "truncated_stacks, unsymbolized_share, overhead_share, complete, resolved_share");
    const int64_t id =
        runs.add(run.label, shell_quote(run.command), run.started_at, run.duration, run.thread_time,
                 run.exit_code, run.threads, run.cpus, run.host, run.kernel, run.cpu_model, run.git,
                 run.user_time, run.system_time, quality.lost_events, quality.truncated_stacks,
                 quality.unsymbolized_share, quality.overhead_share, quality.complete,
                 quality.resolved_share);
    return RunId{static_cast<uint32_t>(id)};
}

void save_texts(const Target& target, const std::string& table,
                const std::vector<std::string>& texts) {
    Inserter rows(target.database, table, "run_id, position, text");
    uint32_t position = 0;
    for (const std::string& text : texts)
        rows.add(target.run, ++position, text);
}

void save_probes(const Target& target, const std::vector<ProbeState>& probes) {
    Inserter rows(target.database, "probe", "run_id, position, name, state, reason");
    uint32_t position = 0;
    for (const ProbeState& probe : probes)
        rows.add(target.run, ++position, probe.name, probe.state, probe.reason);
}

void save_metrics(const Target& target, const std::vector<Metric>& metrics) {
    Inserter rows(target.database, "metric", "run_id, position, name, value, unit, better");
    uint32_t position = 0;
    for (const Metric& metric : metrics)
        rows.add(target.run, ++position, metric.name, metric.value, metric.unit, metric.better);
}

void save_findings(const Target& target, const std::vector<Finding>& findings) {
    Inserter rows(target.database, "finding",
                  "run_id, position, rule, severity, title, detail, advice");
    uint32_t position = 0;
    for (const Finding& finding : findings) {
        rows.add(target.run, ++position, finding.rule, finding.severity, finding.title,
                 finding.detail, finding.advice);
    }
}

void save_threads(const Target& target, const std::vector<ThreadSummary>& threads) {
    Inserter rows(target.database, "thread",
                  "run_id, position, pid, tid, name_id, lifetime_ns, lock_wait_ns, work_wait_ns, "
                  "running_ns, churn_ns, ready_ns");
    uint32_t position = 0;
    for (const ThreadSummary& thread : threads) {
        rows.add(target.run, ++position, thread.pid, thread.tid,
                 target.interner.string(thread.name), thread.lifetime, thread.lock_wait,
                 thread.work_wait, thread.running, thread.churn, thread.ready);
    }
}

void save_work_waits(const Target& target, const std::vector<WorkWait>& waits) {
    Inserter rows(target.database, "work_wait",
                  "run_id, position, kind, stack_id, waits, sleeps, wait_ns, queue_ns, free_ns");
    uint32_t position = 0;
    for (const WorkWait& wait : waits) {
        const WaitSums& sums = wait.sums;
        rows.add(target.run, ++position, wait.kind, target.interner.stack(wait.stack), sums.waits,
                 sums.sleeps, sums.wait, sums.queue, sums.free);
    }
}

// The tables of a lock and its parts, prepared once for all locks of a run.
class LockSaver {
  public:
    explicit LockSaver(const Target& target);
    void save(uint32_t position, const Lock& lock);

  private:
    int64_t save_lock(uint32_t position, const Lock& lock);
    void save_acquirers(int64_t lock_id, const std::vector<std::string>& functions);
    void save_sites(int64_t lock_id, const std::vector<LockSite>& sites);
    void save_holders(int64_t lock_id, const std::vector<LockHolder>& holders);

    const Target& target_;
    Inserter locks_;
    Inserter acquirers_;
    Inserter sites_;
    Inserter holders_;
};

LockSaver::LockSaver(const Target& target)
    : target_(target),
      locks_(target.database, "lock",
             "run_id, position, number, name_id, kind, module_id, \"offset\", symbol_id, address, "
             "share, waits, sleeps, wait_ns, queue_ns, free_ns, wait_max_ns, wait_p50_ns, "
             "wait_p99_ns, wait_hist, churn_ns"),
      acquirers_(target.database, "acquirer", "lock_id, position, function_id"),
      sites_(target.database, "site",
             "lock_id, position, stack_id, mode, waits, sleeps, wait_ns, queue_ns, free_ns"),
      holders_(target.database, "holder",
               "lock_id, position, stack_id, thread_id, state, wakes, woken_wait_ns, blame_ns, "
               "on_cpu_ns, off_cpu_ns") {}

void LockSaver::save(uint32_t position, const Lock& lock) {
    const int64_t id = save_lock(position, lock);
    save_acquirers(id, lock.acquirers);
    save_sites(id, lock.sites);
    save_holders(id, lock.holders);
}

int64_t LockSaver::save_lock(uint32_t position, const Lock& lock) {
    Interner& interner = target_.interner;
    const WaitSums& sums = lock.sums;
    const std::optional<Bits> offset =
        lock.offset ? std::optional(Bits{*lock.offset}) : std::nullopt;
    return locks_.add(target_.run, position, lock.id, interner.string(lock.name), lock.kind,
                      interner.module(lock.module, lock.build_id), offset,
                      interner.string(lock.symbol), Bits{lock.address}, lock.share, sums.waits,
                      sums.sleeps, sums.wait, sums.queue, sums.free, lock.wait_max,
                      lock.wait_hist.quantile(0.5), lock.wait_hist.quantile(0.99), lock.wait_hist,
                      lock.churn);
}

void LockSaver::save_acquirers(int64_t lock_id, const std::vector<std::string>& functions) {
    uint32_t position = 0;
    for (const std::string& function : functions)
        acquirers_.add(lock_id, ++position, target_.interner.string(function));
}

void LockSaver::save_sites(int64_t lock_id, const std::vector<LockSite>& sites) {
    uint32_t position = 0;
    for (const LockSite& site : sites) {
        const WaitSums& sums = site.sums;
        sites_.add(lock_id, ++position, target_.interner.stack(site.stack), site.mode, sums.waits,
                   sums.sleeps, sums.wait, sums.queue, sums.free);
    }
}

void LockSaver::save_holders(int64_t lock_id, const std::vector<LockHolder>& holders) {
    uint32_t position = 0;
    for (const LockHolder& holder : holders) {
        holders_.add(lock_id, ++position, target_.interner.stack(holder.stack),
                     target_.interner.string(holder.thread), holder.state, holder.wakes,
                     holder.woken_wait, holder.blame, holder.on_cpu, holder.off_cpu);
    }
}

void save_locks(const Target& target, const std::vector<Lock>& locks) {
    LockSaver saver(target);
    uint32_t position = 0;
    for (const Lock& lock : locks)
        saver.save(++position, lock);
}

}  // namespace

RunId save_profile(SQLite::Database& database, const Profile& profile) {
    const RunId run = save_run(database, profile.run, profile.quality);
    Interner interner(database, profile.stacks);
    const Target target{database, run, interner};
    save_texts(target, "argument", profile.run.command);
    save_texts(target, "warning", profile.quality.warnings);
    save_probes(target, profile.quality.probes);
    save_metrics(target, profile.metrics);
    save_threads(target, profile.threads);
    save_locks(target, profile.locks);
    save_work_waits(target, profile.work_waits);
    save_cpu(target, profile);
    save_lines(target, profile.lines);
    save_findings(target, profile.findings);
    return run;
}

}  // namespace hotlock::store
