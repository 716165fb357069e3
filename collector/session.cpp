#include "collector/session.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "collector/clock.h"
#include "collector/host.h"
#include "collector/procfs.h"
#include "common/base/check.h"
#include "common/recording/stalls.h"

namespace hotlock::collector {

namespace {

using recording::Record;

uint64_t own_cpu_ns() {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

// A program that we start is ours.
uid_t owner_of(const Target& target) {
    return (target.attached ? process_owner(target.pid) : std::nullopt).value_or(::geteuid());
}

}  // namespace

Session::Session(ProbeFds fds, const Target& target, const std::string& spool_prefix,
                 const unwind::CodeKnowledge& code)
    : target_(target),
      obstacles_(std::move(fds.obstacles)),
      sideband_fds_(std::move(fds.sideband)),
      sideband_(sideband_fds_, target),
      accesses_(images_, code.functions),
      jit_code_(images_, owner_of(target)),
      writer_(spool_prefix),
      own_cpu_at_start_(own_cpu_ns()) {
    if (fds.sleeps) sleeps_.emplace(*std::move(fds.sleeps), images_, code.rules);
    if (fds.samples) samples_.emplace(*std::move(fds.samples), images_, code.rules, accesses_);
}

void Session::describe(const std::string& key, const std::string& value) {
    append(recording::Meta{key, value});
}

void Session::note(const Calibration& calibration) {
    for (const recording::Calibration& record : recording::records_of(calibration))
        append(record);
}

void Session::note_start(const recording::ThreadStart& start) {
    threads_.insert(start.tid);
    if (start.tid == start.pid) processes_.insert(start.pid);
    accesses_.note_new_thread(start.pid, start.tid);
}

size_t Session::other_processes() const {
    return processes_.size() - processes_.count(static_cast<uint32_t>(target_.pid));
}

void Session::append(const Record& record) {
    images_.observe(record);
    jit_code_.observe(record);
    if (const auto* start = std::get_if<recording::ThreadStart>(&record)) note_start(*start);
    if (const auto* exit = std::get_if<recording::ThreadExit>(&record); exit != nullptr) {
        processes_.erase(exit->tid);
        if (sleeps_) sleeps_->note_exit(exit->tid, exit->time);
    }
    if (const auto* name = std::get_if<recording::ThreadName>(&record); name && name->exec)
        accesses_.note_new_thread(name->pid, name->tid);
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

void Session::note_probes() {
    if (sleeps_) append(recording::ProbeState{"sleeps", "on", sleeps_->limits()});
    if (samples_) append(recording::ProbeState{"samples", "on", samples_->limits()});
    for (const Obstacle& obstacle : obstacles_)
        append(recording::ProbeState{obstacle.probe, "unavailable", obstacle.what});
    const bool refused = std::any_of(obstacles_.begin(), obstacles_.end(),
                                     [](const Obstacle& o) { return o.probe == "samples"; });
    if (!samples_ && !refused)
        append(recording::ProbeState{"samples", "off", "switched off by --freq 0"});
}

void Session::begin() {
    const uint64_t now = monotonic_now();
    describe("start", std::to_string(now));
    describe("started_at", std::to_string(read_clock(CLOCK_REALTIME)));
    for (const recording::Meta& fact : host_facts())
        append(fact);
    note_probes();
    note_existing_threads(now);
    if (sleeps_) sleeps_->enable();
    if (samples_) samples_->enable();
    writer_.flush();
}

void Session::adapt_samples() {
    const uint64_t sleeps = sleeps_->totals().sleeps;
    samples_->adapt(sleeps - std::exchange(sleeps_so_far_, sleeps));
    sleeps_->set_tick_interval(samples_->kernel_tick_interval());
}

void Session::drain() {
    // Mappings first: slices are filtered and unwound by them.
    sideband_.drain([this](const Record& record) {
        const auto* start = std::get_if<recording::ThreadStart>(&record);
        if (start != nullptr && start->pid == start->parent_pid && threads_.contains(start->tid))
            return;  // was there when we attached
        append(record);
    });
    const auto keep = [&](const Record& record) { append(record); };
    if (sleeps_)
        sleeps_->drain(keep, [&](const hl_tick& tick) {
            if (samples_) samples_->take(tick, keep);
        });
    if (samples_) {
        samples_->drain([this](uint32_t pid) { return sideband_.follows_process(pid); }, keep);
    }
    if (samples_ && sleeps_) adapt_samples();
    jit_code_.name_ended(keep);
    writer_.flush();
}

std::chrono::milliseconds Session::drain_interval() const {
    const bool gentle = samples_ && samples_->kernel_tick_interval() > 0;  // the clocks are off
    return std::chrono::milliseconds(gentle ? 500 : 50);
}

void Session::stop() {
    if (sleeps_) sleeps_->stop();
    if (samples_) samples_->stop();
    stopped_at_ = monotonic_now();
}

uint64_t Session::note_losses() {
    const auto note = [this](const char* probe, const char* what, uint64_t count) {
        if (count > 0) append(recording::Lost{probe, what, count});
    };
    if (samples_) {
        note("samples", "ticks", samples_->lost());
        append(recording::ProbeState{"samples", "on", samples_->limits()});
    }
    if (!sleeps_) return 0;
    append(recording::ProbeState{"sleeps", "on", sleeps_->limits()});
    const SleepsReader::Totals totals = sleeps_->totals();
    note("sleeps", "entries", totals.lost_entries);
    note("sleeps", "threads", totals.lost_threads);
    note("sleeps", "stacks", totals.lost_stacks);
    note("samples", "kernel ticks", totals.lost_ticks);
    return totals.own_ns;
}

void Session::finish(const std::optional<ProgramExit>& exit,
                     const std::vector<recording::Metric>& metrics) {
    CHECK(stopped_at_ != 0);
    for (const recording::Metric& metric : metrics)
        append(metric);
    jit_code_.name_all([this](const Record& record) { append(record); });
    if (jit_code_.cut()) describe("perf_maps_cut", "1");
    const uint64_t probe_ns = note_losses();
    recording::End end;
    end.time = stopped_at_;
    if (exit) {
        end.exit_code = exit->code;
        end.user_ns = static_cast<uint64_t>(exit->user_time.count());
        end.system_ns = static_cast<uint64_t>(exit->system_time.count());
    }
    end.own_ns = probe_ns + own_cpu_ns() - own_cpu_at_start_;
    append(end);
    writer_.flush();
}

}  // namespace hotlock::collector
