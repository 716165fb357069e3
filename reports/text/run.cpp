// The text report of one run.
#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"
#include "common/model/coverage.h"
#include "common/model/significance.h"
#include "reports/headline.h"
#include "reports/notes.h"
#include "reports/numbers.h"
#include "reports/report.h"
#include "reports/stacks.h"
#include "reports/text/page.h"
#include "reports/text/samples.h"

namespace hotlock::reports {
namespace {

constexpr size_t locks_with_stacks = 2;
constexpr size_t stacks_per_lock = 3;
// In columns.
constexpr size_t longest_command = 300;
constexpr size_t longest_advice = 400;

using Cut = Column::Cut;

void put_headline(TextPage& page, const Profile& profile) {
    const Headline headline = run_headline(profile);
    page.title(headline.title);
    for (const std::string& sentence : headline.detail)
        page.paragraph(sentence);
    for (const Finding& finding : profile.findings) {
        if (finding.severity == "info") continue;
        page.paragraph("Advice: " + shorten_middle(finding.advice, longest_advice));
        break;  // the findings are in the order of the locks; the rest is in the JSON and HTML
    }
}

void put_run(TextPage& page, const Profile& profile) {
    const RunInfo& run = profile.run;
    std::string facts = fmt::format("{}: {}, {} on {}, {} events lost", run_name(run),
                                    human_time(run.duration), counted(run.threads, "thread"),
                                    counted(run.cpus, "CPU"), profile.quality.lost_events);
    if (profile.quality.overhead_share) {
        facts += fmt::format(", own cost {}", human_share(*profile.quality.overhead_share));
    }
    page.gap();
    page.plain(facts + ": " + shorten_middle(shell_quote(run.command), longest_command));
    for (const std::string& alert : run_alerts(profile))
        page.warning(alert);
}

std::string sleeps_per_wait(const WaitSums& sums) {
    if (sums.waits == 0) return "-";
    return fmt::format("{:.1f}",
                       static_cast<double>(sums.sleeps) / static_cast<double>(sums.waits));
}

std::string count(uint64_t number) {
    return human_count(static_cast<double>(number));
}

std::vector<std::string> lock_row(const Profile& profile, const Lock& lock, bool with_churn) {
    std::vector<std::string> row{lock.name,
                                 human_share(lock.share),
                                 human_time(lock.sums.wait),
                                 count(lock.sums.waits),
                                 sleeps_per_wait(lock.sums),
                                 human_quantile(lock, 0.5),
                                 human_quantile(lock, 0.99),
                                 lock.sums.waits == 0 ? "-" : human_time(lock.wait_max)};
    if (with_churn) row.push_back(lock.churn ? human_time(*lock.churn) : "-");
    row.push_back(lock.sites.empty() ? "" : site_text(profile.stacks, lock.sites.front().stack));
    return row;
}

Table lock_table(bool with_churn) {
    std::vector<Column> columns{{"LOCK", false, Cut::name},
                                {"share", true},
                                {"wait", true},
                                {"waits", true, Cut::never, 2},
                                {"sleeps/wait", true, Cut::never, 5},
                                {"p50", true, Cut::never, 4},
                                {"p99", true, Cut::never, 3},
                                {"max", true, Cut::never, 6}};
    if (with_churn) columns.push_back({"churn", true, Cut::never, 4});
    columns.push_back({"mostly in", false, Cut::name, 1});
    return Table(columns);
}

void put_locks(TextPage& page, const Profile& profile) {
    if (profile.locks.empty()) return;
    const bool with_churn = samples_recorded(profile.quality);
    Table table = lock_table(with_churn);
    const size_t shown = std::min(profile.locks.size(), page.options().top);
    double rest = 0;
    for (size_t i = 0; i < profile.locks.size(); ++i) {
        if (i < shown) table.add(lock_row(profile, profile.locks[i], with_churn));
        if (i >= shown) rest += profile.locks[i].share;
    }
    page.gap();
    page.table(table);
    if (shown < profile.locks.size()) {
        page.paragraph(fmt::format("and {} more, {} together", profile.locks.size() - shown,
                                   human_share(rest)));
    }
}

void put_sites(TextPage& page, const Profile& profile, const Lock& lock) {
    if (lock.sites.empty()) return;
    page.heading(lock.name + " is waited for in");
    const bool with_mode = lock.kind == LockKind::rwlock;
    Table table({{"", true}, {"", false}, {"", false, Cut::end}});
    for (size_t i = 0; i < std::min(lock.sites.size(), stacks_per_lock); ++i) {
        const LockSite& site = lock.sites[i];
        table.add({human_share(part_of(site.sums.wait, lock.sums.wait)),
                   with_mode ? to_string(site.mode) : "", stack_text(profile.stacks, site.stack)});
    }
    page.table(table, 2);
}

void put_releases(TextPage& page, const Profile& profile, const Lock& lock) {
    uint64_t wakes = 0;
    for (const LockHolder& holder : lock.holders)
        wakes += holder.wakes;
    if (wakes == 0) return;
    page.plain("and released to a waiter by");
    Table table({{"", true}, {"", false, Cut::end}, {"", false, Cut::end}});
    for (size_t i = 0; i < std::min(lock.holders.size(), stacks_per_lock); ++i) {
        const LockHolder& holder = lock.holders[i];
        const double share = static_cast<double>(holder.wakes) / static_cast<double>(wakes);
        table.add({human_share(share), holder.thread, stack_text(profile.stacks, holder.stack)});
    }
    page.table(table, 2);
}

void put_stacks(TextPage& page, const Profile& profile) {
    size_t shown = 0;
    for (const Lock& lock : profile.locks) {
        if (shown == locks_with_stacks || lock.share < share_worth_naming) return;
        put_sites(page, profile, lock);
        put_releases(page, profile, lock);
        ++shown;
    }
}

void put_work_waits(TextPage& page, const Profile& profile) {
    if (profile.work_waits.empty()) return;
    page.heading("Waiting for work, which is not contention");
    Table table({{"KIND", false, Cut::end},
                 {"wait", true},
                 {"waits", true, Cut::never, 1},
                 {"where", false, Cut::end}});
    const size_t shown = std::min(profile.work_waits.size(), page.options().top / 2 + 1);
    for (size_t i = 0; i < shown; ++i) {
        const WorkWait& wait = profile.work_waits[i];
        table.add({wait.kind, human_time(wait.sums.wait), count(wait.sums.waits),
                   stack_text(profile.stacks, wait.stack)});
    }
    page.table(table);
    if (shown < profile.work_waits.size()) {
        page.paragraph(fmt::format("and {} more", profile.work_waits.size() - shown));
    }
}

void put_metrics(TextPage& page, const Profile& profile) {
    if (profile.metrics.empty()) return;
    page.gap();
    Table table({{"METRIC", false, Cut::name},
                 {"value", true},
                 {"unit", false, Cut::end},
                 {"better", false, Cut::end}});
    for (const Metric& metric : profile.metrics)
        table.add({metric.name, human_number(metric.value), metric.unit, metric.better});
    page.table(table);
}

void put_threads(TextPage& page, const Profile& profile) {
    if (profile.threads.empty()) return;
    const std::vector<const ThreadSummary*> threads = by_lock_wait(profile);
    Table table({{"THREAD", false, Cut::name},
                 {"tid", true, Cut::never, 1},
                 {"lifetime", true},
                 {"lock wait", true},
                 {"share", true},
                 {"work wait", true}});
    const size_t shown = std::min(threads.size(), page.options().top);
    for (size_t i = 0; i < shown; ++i) {
        const ThreadSummary& thread = *threads[i];
        table.add({thread.name, std::to_string(thread.tid), human_time(thread.lifetime),
                   human_time(thread.lock_wait),
                   human_share(part_of(thread.lock_wait, thread.lifetime)),
                   human_time(thread.work_wait)});
    }
    page.gap();
    page.table(table);
    if (shown < threads.size()) {
        page.paragraph(fmt::format("and {} more", threads.size() - shown));
    }
}

void put_not_seen(TextPage& page, const Profile& profile) {
    std::string phrases;
    for (const std::string& phrase : not_seen(profile))
        phrases += (phrases.empty() ? "" : "; ") + phrase;
    page.gap();
    if (!phrases.empty()) page.plain("Not seen: " + phrases + ".");
}

void put_next(TextPage& page, const Profile& profile) {
    const std::string id =
        profile.run.id ? fmt::format(" {}", profile.run.id.value) : std::string();
    const bool hot = !profile.locks.empty() && profile.locks.front().share >= share_hot;
    page.plain(fmt::format("next: hotlock report{} --html{}", id,
                           hot ? "  |  change the program, record it again, then: hotlock diff"
                               : fmt::format("  |  hotlock report{} --json", id)));
}

}  // namespace

std::string run_text(const Profile& profile, const TextOptions& options) {
    TextPage page(options);
    put_headline(page, profile);
    put_run(page, profile);
    put_locks(page, profile);
    put_stacks(page, profile);
    put_lines(page, profile);
    put_cpu(page, profile);
    put_metrics(page, profile);
    put_work_waits(page, profile);
    put_threads(page, profile);
    put_not_seen(page, profile);
    put_next(page, profile);
    return page.text();
}

}  // namespace hotlock::reports
