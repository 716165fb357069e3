// Builds profiles from a few lines, for tests of everything behind the analyzer.
#pragma once

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "common/model/profile.h"

namespace hotlock::test {

using namespace std::chrono_literals;

// "Pool::next": a function of the program; "libgcrypt.so.20+0x1234": unnamed code of a library.
inline Frame make_frame(const std::string& name) {
    Frame frame;
    const size_t plus = name.find("+0x");
    if (plus == std::string::npos) {
        frame.function = name;
        frame.module = "/opt/app/server";
        frame.offset = 0x1000;
    } else {
        frame.module = "/usr/lib/x86_64-linux-gnu/" + name.substr(0, plus);
        frame.offset = std::stoull(name.substr(plus + 1), nullptr, 16);
    }
    return frame;
}

// Leaf first.
inline StackId make_stack(Profile& profile, const std::vector<std::string>& names) {
    std::vector<Frame> frames;
    frames.reserve(names.size());
    for (const std::string& name : names)
        frames.push_back(make_frame(name));
    return profile.stacks.intern(frames);
}

// 10 s on 2 CPUs, 8 threads, ended well, everything recorded.
inline Profile make_profile() {
    Profile profile;
    profile.run.id = RunId{7};
    profile.run.command = {"./server", "--threads", "8"};
    profile.run.started_at = 1'767'323'045'000'000'000;  // 2026-01-02 03:04:05 UTC
    profile.run.duration = 10s;
    profile.run.thread_time = 80s;
    profile.run.exit_code = 0;
    profile.run.threads = 8;
    profile.run.cpus = 2;
    profile.run.host = "alpha";
    profile.run.kernel = "6.1.0-18-amd64";
    profile.run.cpu_model = "AMD EPYC";
    profile.quality.probes = {{"sleeps", "on", ""}};
    return profile;
}

// A mutex with `share` of the thread time, 2 ms a wait, a tenth of it after the wake-up. The
// reference is good until the next lock is added.
inline Lock& add_lock(Profile& profile, const std::string& name, double share) {
    Lock lock;
    lock.id = LockId{static_cast<uint32_t>(profile.locks.size() + 1)};
    lock.name = name;
    lock.symbol = name;
    lock.module = "/opt/app/server";
    lock.share = share;
    const auto thread_time = static_cast<double>(profile.run.thread_time.count());
    lock.sums.wait = nanoseconds(std::llround(share * thread_time));
    lock.sums.waits = static_cast<uint64_t>(lock.sums.wait / 2ms);
    lock.sums.sleeps = lock.sums.waits * 3 / 2;
    lock.sums.free = lock.sums.wait / 10;
    lock.sums.queue = lock.sums.wait - lock.sums.free;
    lock.wait_max = 20ms;
    lock.wait_hist.add(2ms, lock.sums.waits);
    profile.locks.push_back(lock);
    return profile.locks.back();
}

// A call site with `part` (0..1) of the lock's wait.
inline LockSite& add_site(Profile& profile, Lock& lock, const std::vector<std::string>& stack,
                          double part = 1) {
    LockSite site;
    site.stack = make_stack(profile, stack);
    const auto of = [part](auto count) {
        return static_cast<decltype(count)>(static_cast<double>(count) * part);
    };
    site.sums.waits = of(lock.sums.waits);
    site.sums.sleeps = of(lock.sums.sleeps);
    site.sums.wait = nanoseconds(of(lock.sums.wait.count()));
    site.sums.queue = nanoseconds(of(lock.sums.queue.count()));
    site.sums.free = site.sums.wait - site.sums.queue;
    lock.sites.push_back(site);
    return lock.sites.back();
}

inline LockHolder& add_holder(Profile& profile, Lock& lock, const std::string& thread,
                              const std::vector<std::string>& stack, double part = 1) {
    LockHolder holder;
    holder.stack = make_stack(profile, stack);
    holder.thread = thread;
    holder.wakes = static_cast<uint64_t>(static_cast<double>(lock.sums.sleeps) * part);
    holder.woken_wait =
        nanoseconds(std::llround(static_cast<double>(lock.sums.wait.count()) * part));
    lock.holders.push_back(holder);
    return lock.holders.back();
}

}  // namespace hotlock::test
