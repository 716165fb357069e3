// The locks of a run, a fold each.
#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"
#include "common/model/coverage.h"
#include "common/model/significance.h"
#include "reports/html/chart.h"
#include "reports/html/page.h"
#include "reports/html/parts.h"
#include "reports/html/stacks.h"
#include "reports/numbers.h"

namespace hotlock::reports {
namespace {

constexpr size_t most_locks = 50;
constexpr size_t most_stacks = 5;

std::string count(uint64_t number) {
    return human_count(static_cast<double>(number));
}

Html summary(const Lock& lock) {
    return element("span", "title", name(lock.name)) +
           element("span", "share-bar", share_bar(lock.share, "heat-1")) +
           fact("fact", human_share(lock.share), "of thread time") +
           fact("fact", human_time(lock.sums.wait), "waited") +
           fact("fact minor", count(lock.sums.waits), "waits") +
           (lock.churn ? fact("fact minor", human_time(*lock.churn), "churn") : Html());
}

void add_fact(Html& facts, std::string_view what, const std::string& value) {
    if (!value.empty()) facts += element("dt", what) + element("dd", name(value, 200));
}

std::string place_of(const Lock& lock) {
    if (lock.module.empty()) return {};
    return lock.offset ? fmt::format("{}+{:#x}", base_name(lock.module), *lock.offset)
                       : base_name(lock.module);
}

std::string sleeps_of(const WaitSums& sums) {
    if (sums.waits == 0) return {};
    return fmt::format("{} ({:.1f} a wait)", count(sums.sleeps),
                       static_cast<double>(sums.sleeps) / static_cast<double>(sums.waits));
}

Html facts(const Lock& lock) {
    Html list;
    add_fact(list, "kind",
             lock.kind == LockKind::futex ? "raw futex, may not be a lock" : to_string(lock.kind));
    add_fact(list, "where it is", place_of(lock));
    add_fact(list, "symbol", lock.symbol == lock.name ? "" : lock.symbol);
    add_fact(list, "waits", count(lock.sums.waits));
    add_fact(list, "sleeps", sleeps_of(lock.sums));
    add_fact(list, "CPU time of failed attempts and spinning",
             lock.churn ? human_time(*lock.churn) : "");
    add_fact(list, "longest wait", lock.sums.waits == 0 ? "" : human_time(lock.wait_max));
    return element("dl", "facts", list);
}

Html wait_split(const WaitSums& sums) {
    if (sums.wait.count() <= 0) return {};
    return stacked_bar("What the wait is made of",
                       {{"heat-2", "lock held by another thread", part_of(sums.queue, sums.wait)},
                        {"work", "woken, not yet running", part_of(sums.free, sums.wait)}});
}

std::vector<ShownStack> sites_of(const Lock& lock) {
    std::vector<ShownStack> shown;
    for (const LockSite& site : lock.sites) {
        if (shown.size() == most_stacks) break;
        const std::string mode = lock.kind == LockKind::rwlock ? to_string(site.mode) : "";
        if (lock.sums.waits == 0) {
            shown.push_back({"", mode, site.stack});
            continue;
        }
        shown.push_back({human_share(part_of(site.sums.wait, lock.sums.wait)),
                         fmt::format("{}{}{} in {} waits", mode, mode.empty() ? "" : ", ",
                                     human_time(site.sums.wait), count(site.sums.waits)),
                         site.stack});
    }
    return shown;
}

std::vector<ShownStack> releases_of(const Lock& lock) {
    uint64_t wakes = 0;
    for (const LockHolder& holder : lock.holders)
        wakes += holder.wakes;
    std::vector<ShownStack> shown;
    for (const LockHolder& holder : lock.holders) {
        if (shown.size() == most_stacks || wakes == 0) break;
        const double part = static_cast<double>(holder.wakes) / static_cast<double>(wakes);
        const std::string thread =
            holder.thread.empty() ? ""
                                  : fmt::format("thread {}, ", shorten_middle(holder.thread, 40));
        shown.push_back({human_share(part),
                         fmt::format("{}{} wakes ended {} of waiting", thread, count(holder.wakes),
                                     human_time(holder.woken_wait)),
                         holder.stack});
    }
    return shown;
}

std::string title_with_limit(const char* title, size_t all) {
    return all <= most_stacks ? title : fmt::format("{} ({} of {})", title, most_stacks, all);
}

Html body(const Profile& profile, const Lock& lock) {
    const char* const where = lock.sums.waits == 0 ? "Fought for in" : "Waited for in";
    const Html stacks =
        stack_list(title_with_limit(where, lock.sites.size()), profile.stacks, sites_of(lock)) +
        stack_list(title_with_limit("Released to a waiter by", lock.holders.size()), profile.stacks,
                   releases_of(lock));
    return element("div", "pair",
                   facts(lock) + element("div", wait_split(lock.sums) + histogram_chart(lock))) +
           element("div", "pair", stacks);
}

}  // namespace

Html locks_section(const Profile& profile) {
    if (missing_lock_probe(profile.quality) != nullptr) return {};
    Html content;
    if (profile.locks.empty()) {
        content += element("p", "muted", "No thread was seen sleeping for a lock.");
    }
    for (size_t i = 0; i < std::min(profile.locks.size(), most_locks); ++i)
        content += fold(summary(profile.locks[i]), body(profile, profile.locks[i]),
                        profile.locks[i].share >= share_worth_naming);
    if (profile.locks.size() > most_locks) {
        content += element("p", "muted",
                           fmt::format("{} smaller locks are in the JSON report.",
                                       profile.locks.size() - most_locks));
    }
    return section("locks", "Locks", content);
}

}  // namespace hotlock::reports
