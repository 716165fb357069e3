// "hot-lock" and "nothing-to-fix".
#include "analyzer/rules/hot_lock.h"

#include <fmt/format.h>

#include "common/base/text.h"
#include "common/model/call_site.h"
#include "common/model/coverage.h"
#include "common/model/function_name.h"
#include "common/model/significance.h"

namespace hotlock {
namespace {

// From which part of the wait on a word about it is worth its place.
constexpr double notable_part = 0.3;

double part(nanoseconds some, nanoseconds all) {
    if (all.count() <= 0) return 0;
    return static_cast<double>(some.count()) / static_cast<double>(all.count());
}

std::string site_name(const StackTable& stacks, StackId stack) {
    const Frame* frame = call_site(stacks, stack);
    return frame == nullptr ? std::string() : short_frame(*frame);
}

std::string source_of(const StackTable& stacks, StackId stack) {
    const Frame* frame = call_site(stacks, stack);
    if (frame == nullptr || frame->file.empty()) return {};
    const std::string file = base_name(frame->file);
    return frame->line == 0 ? fmt::format(" ({})", file)
                            : fmt::format(" ({}:{})", file, frame->line);
}

std::string describe_site(const Profile& profile, const Lock& lock) {
    const std::string name = waiting_site(profile, lock);
    if (name.empty()) return {};
    const LockSite& site = lock.sites.front();
    return fmt::format(" {} of the wait is in {}{}.",
                       human_share(part(site.sums.wait, lock.sums.wait)), name,
                       source_of(profile.stacks, site.stack));
}

std::string describe_release(const Profile& profile, const Lock& lock) {
    if (lock.holders.empty()) return {};
    const LockHolder& holder = lock.holders.front();
    const std::string name = site_name(profile.stacks, holder.stack);
    if (name.empty()) return {};
    const std::string thread =
        holder.thread.empty() ? std::string() : fmt::format(" (thread {})", holder.thread);
    return fmt::format(" Most often {}{} let a waiter go.", name, thread);
}

// Waiters that were woken but did not run: more threads than CPUs, or a busy machine.
std::string describe_free(const Lock& lock) {
    const double free = part(lock.sums.free, lock.sums.wait);
    if (free < notable_part) return {};
    return fmt::format(" During {} of the wait the waiter was woken but not yet running.",
                       human_share(free));
}

Finding hot_lock(const Profile& profile, const Lock& lock) {
    Finding finding;
    finding.rule = "hot-lock";
    finding.severity = lock_severity(lock.share);
    finding.title = fmt::format("{}: threads spend {} of their time waiting for this lock",
                                lock.name, human_share(lock.share));
    finding.detail =
        fmt::format("{} waits took {} in all.", human_count(static_cast<double>(lock.sums.waits)),
                    human_time(lock.sums.wait)) +
        describe_site(profile, lock) + describe_release(profile, lock) + describe_free(lock);
    finding.advice = lock_advice(lock, waiting_site(profile, lock));
    return finding;
}

Finding nothing_to_fix(const Profile& profile) {
    Finding finding;
    finding.rule = "nothing-to-fix";
    finding.severity = "info";
    finding.title =
        fmt::format("No lock reaches {} of the threads' time", human_share(share_worth_naming));
    finding.detail = profile.locks.empty() || profile.locks.front().sums.waits == 0
                         ? std::string("No thread was seen sleeping for a lock.")
                         : fmt::format("The largest, {}, takes {}.", profile.locks.front().name,
                                       human_share(profile.locks.front().share));
    finding.advice = "Look elsewhere: changing a lock would not make this program faster.";
    return finding;
}

bool mostly_readers_wait(const Lock& lock) {
    nanoseconds read{0};
    nanoseconds other{0};
    for (const LockSite& site : lock.sites) {
        (site.mode == WaitMode::read ? read : other) += site.sums.wait;
    }
    return read > other;
}

}  // namespace

std::string lock_severity(double share) {
    if (share >= share_severe) return "high";
    return share >= share_hot ? "medium" : "info";
}

std::string waiting_site(const Profile& profile, const Lock& lock) {
    return lock.sites.empty() ? std::string() : site_name(profile.stacks, lock.sites.front().stack);
}

std::string lock_advice(const Lock& lock, const std::string& site) {
    const std::string where = site.empty() ? "the code that takes it" : site;
    switch (lock.kind) {
        case LockKind::mutex:
        case LockKind::spin:
            return fmt::format(
                "Shorten what {} does while it holds the lock, split the lock, or give each thread "
                "its own copy of what it guards.",
                where);
        case LockKind::rwlock:
            if (mostly_readers_wait(lock)) {
                return fmt::format(
                    "Readers in {} wait for writers: write less often or for a shorter time, or "
                    "publish immutable snapshots that readers use without a lock.",
                    where);
            }
            return fmt::format(
                "Writers in {} wait: prepare the change before taking the lock, or split what it "
                "guards.",
                where);
        case LockKind::internal:
            return fmt::format(
                "The lock is inside libc: call {} less often, keep its result, or use a variant "
                "that takes no lock.",
                where);
        case LockKind::futex:
            return fmt::format(
                "This is a raw futex and may not be a lock: find out what {} waits for before "
                "changing anything.",
                where);
    }
    return {};
}

std::vector<Finding> lock_findings(const Profile& profile) {
    std::vector<Finding> findings;
    if (missing_lock_probe(profile.quality) != nullptr) return findings;
    bool worth_naming = false;
    for (const Lock& lock : profile.locks) {
        worth_naming = worth_naming || lock.share >= share_worth_naming;
        if (lock.share >= share_hot) findings.push_back(hot_lock(profile, lock));
    }
    const bool bounces =
        !profile.lines.empty() && line_weight(profile, profile.lines.front()) >= share_hot;
    if (!worth_naming && !bounces && tells_enough(profile))
        findings.push_back(nothing_to_fix(profile));
    return findings;
}

}  // namespace hotlock
