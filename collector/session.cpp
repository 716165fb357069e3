#include "collector/session.h"

#include <utility>

#include "collector/clock.h"
#include "collector/host.h"
#include "collector/procfs.h"
#include "common/base/check.h"

namespace hotlock::collector {

namespace {

using recording::Record;

uint64_t own_cpu_ns() {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

}  // namespace

Session::Session(ProbeFds fds, const Target& target, const std::string& spool_prefix,
                 unwind::RuleSource& rules)
    : target_(target),
      sideband_fds_(std::move(fds.sideband)),
      sideband_(sideband_fds_, target),
      sleeps_(std::move(fds.sleeps), images_, rules),
      writer_(spool_prefix),
      own_cpu_at_start_(own_cpu_ns()) {}

void Session::describe(const std::string& key, const std::string& value) {
    append(recording::Meta{key, value});
}

void Session::note_start(const recording::ThreadStart& start) {
    threads_.insert(start.tid);
    if (start.tid == start.pid) processes_.insert(start.pid);
}

size_t Session::other_processes() const {
    return processes_.size() - processes_.count(static_cast<uint32_t>(target_.pid));
}

void Session::append(const Record& record) {
    images_.observe(record);
    if (const auto* start = std::get_if<recording::ThreadStart>(&record)) note_start(*start);
    if (const auto* exit = std::get_if<recording::ThreadExit>(&record); exit != nullptr) {
        processes_.erase(exit->tid);
        sleeps_.note_exit(exit->tid, exit->time);
    }
    writer_.append(record);
}

void Session::note_existing_threads(uint64_t now) {
    const auto pid = static_cast<uint32_t>(target_.pid);
    for (const pid_t tid : threads_of(target_.pid)) {
        append(recording::ThreadStart{now, pid, static_cast<uint32_t>(tid), pid});
        append(recording::ThreadName{now, pid, static_cast<uint32_t>(tid), false,
                                     thread_name(target_.pid, tid)});
    }
    if (!target_.attached) return;
    for (recording::Mapping& mapping : executable_mappings(target_.pid, now)) {
        mapping.build_id = read_build_id(mapping.path);
        append(mapping);
    }
}

void Session::begin() {
    const uint64_t now = monotonic_now();
    describe("start", std::to_string(now));
    describe("started_at", std::to_string(read_clock(CLOCK_REALTIME)));
    for (const recording::Meta& fact : host_facts())
        append(fact);
    append(recording::ProbeState{"sleeps", "on", ""});
    note_existing_threads(now);
    sleeps_.enable();
    writer_.flush();
}

void Session::drain() {
    // Mappings first: slices are filtered and unwound by them.
    sideband_.drain([this](const Record& record) {
        const auto* start = std::get_if<recording::ThreadStart>(&record);
        if (start != nullptr && start->pid == start->parent_pid && threads_.contains(start->tid))
            return;  // was there when we attached
        append(record);
    });
    sleeps_.drain([this](const Record& record) { append(record); });
    writer_.flush();
}

void Session::stop() {
    sleeps_.stop();
    stopped_at_ = monotonic_now();
}

void Session::finish(const std::optional<ProgramExit>& exit,
                     const std::vector<recording::Metric>& metrics) {
    CHECK(stopped_at_ != 0);
    for (const recording::Metric& metric : metrics)
        append(metric);
    const SleepsReader::Totals totals = sleeps_.totals();
    if (totals.lost_entries > 0) append(recording::Lost{"sleeps", "entries", totals.lost_entries});
    if (totals.unfinished_sleeps > 0)
        append(recording::Lost{"sleeps", "sleeps", totals.unfinished_sleeps});
    if (totals.lost_threads > 0) append(recording::Lost{"sleeps", "threads", totals.lost_threads});
    if (totals.lost_stacks > 0) append(recording::Lost{"sleeps", "stacks", totals.lost_stacks});
    recording::End end;
    end.time = stopped_at_;
    if (exit) {
        end.exit_code = exit->code;
        end.user_ns = static_cast<uint64_t>(exit->user_time.count());
        end.system_ns = static_cast<uint64_t>(exit->system_time.count());
    }
    end.own_ns = totals.own_ns + own_cpu_ns() - own_cpu_at_start_;
    append(end);
    writer_.flush();
}

}  // namespace hotlock::collector
