// Recording -> Profile.
#include "analyzer/profile/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/profile/churn.h"
#include "analyzer/profile/cpu_view.h"
#include "analyzer/profile/data_place.h"
#include "analyzer/profile/jit_names.h"
#include "analyzer/profile/join.h"
#include "analyzer/profile/limits.h"
#include "analyzer/profile/line_view.h"
#include "analyzer/profile/lock_draft.h"
#include "analyzer/profile/named_stack.h"
#include "analyzer/profile/naming.h"
#include "analyzer/profile/raw_stacks.h"
#include "analyzer/profile/run_facts.h"
#include "analyzer/profile/threads.h"
#include "analyzer/profile/tick_table.h"
#include "analyzer/profile/time_math.h"
#include "analyzer/profile/waits.h"
#include "common/model/coverage.h"
#include "common/unwind/image_map.h"

namespace hotlock {

namespace {

using namespace profiling;

// The one pass over the records.
class Pass {
  public:
    explicit Pass(unwind::RuleSource& rules) : rules_(rules) {}

    void observe(const recording::Record& record);
    Profile finish(Symbolizer& symbolizer);

  private:
    void take(const recording::ThreadStart& start) { threads_.start(start); }
    void take(const recording::ThreadName& name) { threads_.name(name); }
    void take(const recording::ThreadExit& exit);
    void take(const recording::Stack& stack) { stacks_.add(stack); }
    void take(const recording::Slice& slice) { stacks_.add(slice, images_, rules_); }
    void take(const recording::Sleep& sleep);
    void take(const recording::Sample& sample) {
        ticks_.add(sample, threads_.seen(sample.pid, sample.tid, sample.time));
    }
    void take(const recording::StackTick& tick) { ticks_.add(tick, stacks_.id(tick.stack)); }
    void take(const recording::JitSymbol& symbol) { jit_names_.add(symbol); }
    template <class Other>
    void take(const Other&) {}  // RunFacts and ImageMap see all records

    void add_threads(Profile& profile, const RunTimes& times, const Gathered& gathered) const;
    void add_quality(Profile& profile, const Gathered& gathered) const;
    void add_running_times(Profile& profile, const Gathered& gathered) const;
    void add_lines(Profile& profile, const Namers& namers) const;
    void add_samples(Profile& profile, Gathered& gathered, const Namers& namers) const;

    unwind::RuleSource& rules_;
    RunFacts facts_;
    ThreadTable threads_;
    unwind::ImageMap images_;
    JitNames jit_names_;
    RawStacks stacks_;
    Joiner joiner_;
    WaitTable waits_;
    TickTable ticks_;
    uint64_t impossible_ = 0;  // sleeps whose times cannot be
};

void Pass::observe(const recording::Record& record) {
    facts_.observe(record);
    images_.observe(record);
    std::visit([this](const auto& known) { take(known); }, record);
}

void Pass::take(const recording::ThreadExit& exit) {
    if (const auto wait = joiner_.finish(threads_.seen(exit.pid, exit.tid, exit.time)))
        waits_.add(*wait);
    threads_.exit(exit);
}

void Pass::take(const recording::Sleep& sleep) {
    if (!possible(sleep)) {
        ++impossible_;
        return;
    }
    const ThreadId thread = threads_.seen(sleep.pid, sleep.tid, sleep.slept_at);
    const WaitKey key{sleep.pid, sleep.address, futex_call(sleep, threads_),
                      stacks_.id(sleep.stack)};
    waits_.add_waker(key, sleep, stacks_.id(sleep.waker_stack));
    if (const auto wait = joiner_.add(thread, key, sleep)) waits_.add(*wait);
}

void Pass::add_threads(Profile& profile, const RunTimes& times, const Gathered& gathered) const {
    profile.threads = threads_.summaries(times.start, times.end);
    profile.run.threads = static_cast<uint32_t>(profile.threads.size());
    if (samples_recorded(profile.quality)) add_running_times(profile, gathered);
    for (const auto& [id, waits] : gathered.threads) {
        ThreadSummary& thread = profile.threads.at(id.value - 1);
        thread.lock_wait = waits.lock;
        thread.work_wait = waits.work;
    }
    for (const ThreadSummary& thread : profile.threads)
        profile.run.thread_time = saturated_sum(profile.run.thread_time, thread.lifetime);
    if (const size_t others = sum_up_other_threads(profile.threads))
        profile.quality.warnings.push_back(fmt::format(
            "{} threads are listed; {} others are summed up in one row.", kMostThreads, others));
}

void Pass::add_quality(Profile& profile, const Gathered& gathered) const {
    Quality& quality = profile.quality;
    quality.truncated_stacks = stacks_.truncated(waits_.stacks());
    if (gathered.wait > nanoseconds{0})
        quality.unsymbolized_share = static_cast<double>(gathered.unnamed_wait.count()) /
                                     static_cast<double>(gathered.wait.count());
    if (gathered.waits_without_stack > 0)
        quality.warnings.push_back(fmt::format("The call stack is missing for {} of {} waits.",
                                               gathered.waits_without_stack, gathered.waits));
    if (const uint64_t left_out = impossible_ + waits_.left_out())
        quality.warnings.push_back(
            fmt::format("Sleeps left out because their times are impossible: {}.", left_out));
}

void add_locks(Profile& profile, std::vector<LockDraft> drafts, DataFinder& finder) {
    const size_t seen = drafts.size();
    std::optional<Lock> others = sum_up_other_locks(drafts);
    profile.locks = name_locks(std::move(drafts), finder);
    if (others) {
        profile.quality.warnings.push_back(
            fmt::format("{} locks are listed, those with the most wait; {} others are summed up in "
                        "one row.",
                        kMostLocks, seen - kMostLocks));
        others->id = LockId{static_cast<uint32_t>(profile.locks.size() + 1)};
        profile.locks.push_back(*std::move(others));
    }
    const auto thread_time = static_cast<double>(profile.run.thread_time.count());
    for (Lock& lock : profile.locks)
        if (thread_time > 0) lock.share = static_cast<double>(lock.sums.wait.count()) / thread_time;
}

void Pass::add_running_times(Profile& profile, const Gathered& gathered) const {
    for (ThreadSummary& thread : profile.threads)
        thread.running = thread.churn = nanoseconds{0};
    for (const auto& [id, time] : ticks_.threads())
        profile.threads.at(id.value - 1).running = time;
    for (const auto& [id, time] : gathered.churn)
        profile.threads.at(id.value - 1).churn = time;
}

// Which lines hold a lock. A line that has no name but that of the code that uses its lock bears
// the lock's, so that one thing has one name.
void tie_locks(Profile& profile) {
    for (CacheLine& line : profile.lines) {
        const auto in_line = [&](const Lock& lock) {
            return lock.address != 0 && lock.address / line_bytes == line.address / line_bytes;
        };
        const auto lock = std::ranges::find_if(profile.locks, in_line);  // the most waited for
        if (lock == profile.locks.end()) continue;
        if (line.name.starts_with(unnamed_lock)) line.name = lock->name;
        line.holds_lock = lock->name;
    }
}

bool has_atomics(const CacheLine& line) {
    return std::ranges::any_of(line.fields,
                               [](const LineField& field) { return field.counts.atomics > 0; });
}

void Pass::add_lines(Profile& profile, const Namers& namers) const {
    const std::optional<AtomicCost> cost = facts_.atomic_cost();
    profile.lines = bouncing_lines(ticks_, threads_, cost, namers, profile.stacks);
    if (!cost && std::ranges::any_of(profile.lines, has_atomics))
        profile.quality.warnings.emplace_back(
            "What atomic updates cost here was not measured: the shares of cache lines hold also "
            "the time that they would take on a line that nobody shares.");
}

void Pass::add_samples(Profile& profile, Gathered& gathered, const Namers& namers) const {
    profile.cpu = cpu_functions(ticks_, namers.code);
    profile.cpu_stacks = cpu_stacks(ticks_, namers.code, profile.stacks);
    if (lines_recorded(profile.quality)) add_lines(profile, namers);
    gathered.churn =
        charge_churn(gathered.locks, ticks_, profile.lines, namers.code, profile.stacks);
    if (ticks_.access_samples() > 0)
        profile.quality.resolved_share = static_cast<double>(ticks_.resolved_samples()) /
                                         static_cast<double>(ticks_.access_samples());
}

void add_shares(Profile& profile) {
    const auto thread_time = static_cast<double>(profile.run.thread_time.count());
    const auto share = [&](nanoseconds time) {
        return thread_time > 0 ? static_cast<double>(time.count()) / thread_time : 0;
    };
    for (CpuFunction& row : profile.cpu)
        row.share = share(row.time);
    for (CacheLine& line : profile.lines)
        line.share = share(line.excess);
}

Profile Pass::finish(Symbolizer& symbolizer) {
    for (const Wait& wait : joiner_.finish())
        waits_.add(wait);
    Profile profile;
    StackNamer namer(symbolizer, stacks_, images_, jit_names_);
    Gathered gathered = gather(waits_, threads_, namer, profile.stacks);
    const RunTimes times = facts_.times(threads_.first_start());
    profile.run = facts_.info(times);
    profile.quality = facts_.quality(times);
    profile.metrics = facts_.metrics();
    DataFinder finder(symbolizer, images_);
    AccessFinder accesses(symbolizer, images_);
    if (samples_recorded(profile.quality))
        add_samples(profile, gathered, {namer, finder, accesses});
    add_threads(profile, times, gathered);
    add_quality(profile, gathered);
    add_locks(profile, std::move(gathered.locks), finder);
    tie_locks(profile);
    add_shares(profile);
    profile.work_waits = std::move(gathered.work_waits);
    return profile;
}

}  // namespace

Profile build_profile(const NextRecord& next, Symbolizer& symbolizer, unwind::RuleSource& rules) {
    Pass pass(rules);
    while (const std::optional<recording::Record> record = next())
        pass.observe(*record);
    return pass.finish(symbolizer);
}

}  // namespace hotlock
