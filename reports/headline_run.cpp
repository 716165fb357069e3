// The verdict on one run.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "common/base/text.h"
#include "common/model/call_site.h"
#include "common/model/coverage.h"
#include "common/model/function_name.h"
#include "common/model/significance.h"
#include "reports/headline.h"
#include "reports/numbers.h"

namespace hotlock::reports {
namespace {

// From which part of the thread time on waiting for work is worth a sentence: most threads idle.
constexpr double mostly_idle = 0.5;

std::string site_name(const StackTable& stacks, StackId stack) {
    const Frame* frame = call_site(stacks, stack);
    return frame == nullptr ? std::string() : shorten_middle(short_frame(*frame), longest_name);
}

std::string described(const Lock& lock) {
    std::string name = shorten_middle(lock.name, longest_name);
    if (lock.module.empty() || lock.name.starts_with(base_name(lock.module))) return name;
    return fmt::format("{} ({})", name, shorten_middle(base_name(lock.module), longest_name));
}

double total_share(const std::vector<Lock>& locks) {
    return std::accumulate(locks.begin(), locks.end(), 0.0,
                           [](double sum, const Lock& lock) { return sum + lock.share; });
}

size_t count_from(const std::vector<Lock>& locks, double share) {
    return static_cast<size_t>(std::count_if(
        locks.begin(), locks.end(), [share](const Lock& lock) { return lock.share >= share; }));
}

std::string where_sentence(const Profile& profile, const Lock& lock) {
    if (lock.sites.empty()) return {};
    const LockSite& site = lock.sites.front();
    const std::string name = site_name(profile.stacks, site.stack);
    if (name.empty()) return {};
    return fmt::format("{} of that wait is in {}.",
                       human_share(part_of(site.sums.wait, lock.sums.wait)), name);
}

// The holders by blame; only the probe that samples lock state knows it.
std::string blame_sentence(const Profile& profile, const Lock& lock) {
    std::vector<const LockHolder*> blamed;
    for (const LockHolder& holder : lock.holders) {
        if (holder.blame && holder.blame->count() > 0) blamed.push_back(&holder);
    }
    std::sort(blamed.begin(), blamed.end(),
              [](const LockHolder* x, const LockHolder* y) { return *x->blame > *y->blame; });
    std::string names;
    for (size_t i = 0; i < std::min<size_t>(blamed.size(), 2); ++i) {
        names += fmt::format("{}{} ({})", i == 0 ? "" : " and ",
                             site_name(profile.stacks, blamed[i]->stack),
                             human_share(part_of(*blamed[i]->blame, lock.sums.wait)));
    }
    return names.empty() ? std::string()
                         : fmt::format("While they wait, the holder is in {}.", names);
}

std::string release_sentence(const Profile& profile, const Lock& lock) {
    if (lock.holders.empty()) return {};
    const LockHolder& holder = lock.holders.front();
    const std::string name = site_name(profile.stacks, holder.stack);
    if (name.empty()) return {};
    uint64_t wakes = 0;
    for (const LockHolder& each : lock.holders)
        wakes += each.wakes;
    if (wakes == 0) return {};
    return fmt::format("{} of the releases that woke a waiter come from {}.",
                       human_share(static_cast<double>(holder.wakes) / static_cast<double>(wakes)),
                       name);
}

std::string idle_sentence(const Profile& profile) {
    const double share = idle_share(profile);
    if (share < mostly_idle) return {};
    return fmt::format(
        "Threads spend {} of their time on condition variables, semaphores and joins: waiting for "
        "work, unless locks are built on these, as those of Java and Python are.",
        human_share(share));
}

void add(std::vector<std::string>& sentences, std::string sentence) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
}

// The line that costs most, where it is worth a word.
const CacheLine* hot_line(const Profile& profile) {
    if (profile.lines.empty() || line_weight(profile, profile.lines.front()) < share_hot)
        return nullptr;
    return &profile.lines.front();
}

std::string line_sentence(const Profile& profile) {
    const CacheLine* line = hot_line(profile);
    if (line == nullptr) return {};
    const std::string of_busy =
        idle_share(profile) < mostly_idle
            ? ""
            : fmt::format(" ({} of what they do not spend waiting for work)",
                          human_share(line_weight(profile, *line)));
    return fmt::format(
        "Up to {} of the threads' time{} is lost to the cache line of {}, which bounces between "
        "CPUs "
        "({} sharing).",
        human_share(line->share), of_busy, shorten_middle(line->name, longest_name),
        to_string(line->sharing));
}

// The lock that costs most CPU time without being got, where its line does not say so already.
std::string churn_sentence(const Profile& profile) {
    const auto most =
        std::max_element(profile.locks.begin(), profile.locks.end(),
                         [](const Lock& a, const Lock& b) { return a.churn < b.churn; });
    if (most == profile.locks.end() || !most->churn) return {};
    const double share = part_of(*most->churn, profile.run.thread_time);
    const CacheLine* line = hot_line(profile);
    if (share < share_worth_naming || (line != nullptr && line->holds_lock == most->name))
        return {};
    return fmt::format("Threads are on their CPUs but only fight for {} during {} of their time.",
                       described(*most), human_share(share));
}

Headline not_recorded(const ProbeState& probe) {
    Headline headline;
    headline.title =
        fmt::format("Lock waits were not recorded: probe {} is {}{}.", probe.name, probe.state,
                    probe.reason.empty() ? "" : " (" + probe.reason + ")");
    return headline;
}

Headline no_lock(const Profile& profile) {
    Headline headline;
    headline.title = hot_line(profile) != nullptr
                         ? "No lock limits this program, but a cache line does."
                     : tells_enough(profile)
                         ? "No lock limits this program."
                         : fmt::format("Too little was recorded to tell: {} with {} threads{}.",
                                       human_time(profile.run.duration), profile.run.threads,
                                       profile.quality.complete ? "" : ", then interrupted");
    if (profile.locks.empty() || profile.locks.front().sums.waits == 0) {
        headline.detail.emplace_back("No thread was seen sleeping for a lock.");
    } else {
        headline.detail.push_back(fmt::format(
            "Threads spend {} of their time waiting for locks; the largest is {} with {}.",
            human_share(total_share(profile.locks)), described(profile.locks.front()),
            human_share(profile.locks.front().share)));
    }
    return headline;
}

std::string hot_title(const Profile& profile) {
    const Lock& top = profile.locks.front();
    const size_t hot = count_from(profile.locks, share_hot);
    if (hot == 0) {
        return fmt::format(
            "No lock limits this program much: threads spend {} of their time waiting for the "
            "largest, {}.",
            human_share(top.share), described(top));
    }
    if (hot == 1) {
        return fmt::format(
            "One lock limits this program: threads spend {} of their time waiting for {}.",
            human_share(top.share), described(top));
    }
    return fmt::format(
        "{} locks limit this program: threads spend {} of their time waiting for the first, {}.",
        hot, human_share(top.share), described(top));
}

Headline some_lock(const Profile& profile) {
    const Lock& top = profile.locks.front();
    Headline headline;
    headline.title = hot_title(profile);
    if (count_from(profile.locks, share_hot) > 1) {
        headline.detail.push_back(
            fmt::format("All locks together take {}.", human_share(total_share(profile.locks))));
    }
    add(headline.detail, where_sentence(profile, top));
    const std::string blame = blame_sentence(profile, top);
    add(headline.detail, blame.empty() ? release_sentence(profile, top) : blame);
    if (top.kind == LockKind::futex) {
        headline.detail.emplace_back("It is a raw futex and may not be a lock.");
    }
    return headline;
}

}  // namespace

Headline run_headline(const Profile& profile) {
    const ProbeState* missing = missing_lock_probe(profile.quality);
    Headline headline;
    if (missing != nullptr) {
        headline = not_recorded(*missing);
    } else if (count_from(profile.locks, share_worth_naming) == 0) {
        headline = no_lock(profile);
    } else {
        headline = some_lock(profile);
    }
    add(headline.detail, churn_sentence(profile));
    add(headline.detail, line_sentence(profile));
    add(headline.detail, idle_sentence(profile));
    return headline;
}

}  // namespace hotlock::reports
