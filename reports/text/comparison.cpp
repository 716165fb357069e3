// The text report of a comparison.
#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"
#include "common/model/sides.h"
#include "reports/headline.h"
#include "reports/notes.h"
#include "reports/numbers.h"
#include "reports/report.h"
#include "reports/shown_rows.h"
#include "reports/text/columns.h"
#include "reports/text/page.h"

namespace hotlock::reports {
namespace {

using Cut = Column::Cut;

// In columns.
constexpr size_t longest_fact = 200;
constexpr size_t longest_advice = 400;

void put_side(TextPage& page, const std::string& letter, const std::string& name,
              const std::vector<Profile>& side) {
    const std::string label = name == letter ? std::string() : fmt::format(" ({})", name);
    page.plain(fmt::format("{}{}: {}", letter, label, listed_runs(side)));
}

// Titles of the table of locks must leave room for the locks.
SideNames short_names(const SideNames& names) {
    constexpr size_t most = 10;
    const bool fit = columns(names.a) <= most && columns(names.b) <= most;
    return fit ? names : SideNames{"A", "B"};
}

void put_headline(TextPage& page, const Comparison& comparison, const SideNames& names) {
    const Headline headline = comparison_headline(comparison);
    page.title(headline.title);
    for (const std::string& sentence : headline.detail)
        page.paragraph(sentence);
    page.gap();
    put_side(page, "A", names.a, comparison.a);
    put_side(page, "B", names.b, comparison.b);
    for (const std::string& warning : comparison.warnings)
        page.warning(warning);
}

std::string verdict_text(const MetricDelta& metric) {
    if (metric.reason.empty()) return to_string(metric.verdict);
    return fmt::format("{} ({})", to_string(metric.verdict), metric.reason);
}

void put_metrics(TextPage& page, const Comparison& comparison, const SideNames& names) {
    if (comparison.metrics.empty()) return;
    Table table({{"METRIC", false, Cut::name},
                 {names.a, true, Cut::name},
                 {names.b, true, Cut::name},
                 {"unit", false, Cut::end, 2},
                 {"better", false, Cut::end, 3},
                 {"ratio", true},
                 {"p", true, Cut::never, 1},
                 {"verdict", false, Cut::end}});
    for (const MetricDelta& metric : comparison.metrics) {
        table.add({metric.name, human_value(metric.a_median, ""), human_value(metric.b_median, ""),
                   metric.unit, metric.better, human_ratio(metric.ratio), human_p(metric.p),
                   verdict_text(metric)});
    }
    page.gap();
    page.table(table);
}

std::string joined(const std::vector<double>& values) {
    std::string text;
    for (const double value : values)
        text += (text.empty() ? "" : ", ") + human_number(value);
    return text.empty() ? "-" : text;
}

// With a single run a side the medians are the runs.
void put_runs(TextPage& page, const Comparison& comparison, const SideNames& names) {
    if (comparison.metrics.empty() || comparison.a.size() + comparison.b.size() < 3) return;
    Table table({{"EACH RUN", false, Cut::name}, {"", false, Cut::name}, {"", false, Cut::end}});
    for (const MetricDelta& metric : comparison.metrics) {
        table.add({metric.name, names.a, joined(metric.a_values)});
        table.add({"", names.b, joined(metric.b_values)});
    }
    page.gap();
    page.table(table);
}

std::string share_text(const std::optional<LockOnSide>& side) {
    return side ? human_share(side->share) : "-";
}

std::string wait_text(const std::optional<LockOnSide>& side) {
    return side ? human_time(side->wait) : "-";
}

// Named only where it is a guess: the lock is on both sides, but no symbol says so.
std::string match_text(const LockDelta& lock) {
    if (!lock.a || !lock.b || lock.match_confidence >= 1) return {};
    return fmt::format("by callers, {}", human_share(lock.match_confidence));
}

void put_rows(TextPage& page, const Table& table, const std::string& rest) {
    if (table.empty()) return;
    page.gap();
    page.table(table);
    if (!rest.empty()) page.paragraph(rest);
}

void put_locks(TextPage& page, const Comparison& comparison, const SideNames& full_names) {
    if (comparison.locks.empty()) return;
    const SideNames names = short_names(full_names);
    const bool per_op = std::any_of(
        comparison.locks.begin(), comparison.locks.end(),
        [](const LockDelta& lock) { return lock.wait_ns_per_op_a && lock.wait_ns_per_op_b; });
    const char* what = per_op ? "wait/op" : "wait";
    Table table({{"LOCK", false, Cut::name},
                 {names.a + " share", true, Cut::name},
                 {names.b + " share", true, Cut::name},
                 {fmt::format("{} {}", names.a, what), true, Cut::name, 1},
                 {fmt::format("{} {}", names.b, what), true, Cut::name, 1},
                 {"verdict", false},
                 {"matched", false, Cut::never, 2}});
    const ShownRows shown(comparison.locks, page.options().top);
    for (const LockDelta* lock : shown.rows)
        table.add({lock->name, share_text(lock->a), share_text(lock->b),
                   per_op ? human_ns(lock->wait_ns_per_op_a) : wait_text(lock->a),
                   per_op ? human_ns(lock->wait_ns_per_op_b) : wait_text(lock->b), lock->verdict,
                   match_text(*lock)});
    put_rows(page, table, shown.rest());
}

std::string line_share(const std::optional<LineOnSide>& side) {
    return side ? human_share(side->share) : "-";
}

void put_lines(TextPage& page, const Comparison& comparison, const SideNames& full_names) {
    if (comparison.lines.empty()) return;
    const SideNames names = short_names(full_names);
    Table table({{"CACHE LINE", false, Cut::name},
                 {names.a + " share", true, Cut::name},
                 {names.b + " share", true, Cut::name},
                 {"sharing", false, Cut::never, 1},
                 {"verdict", false}});
    const ShownRows shown(comparison.lines, page.options().top);
    for (const LineDelta* line : shown.rows)
        table.add({line->name, line_share(line->a), line_share(line->b),
                   to_string((line->a ? line->a : line->b)->sharing), line->verdict});
    put_rows(page, table, shown.rest());
}

void put_environment(TextPage& page, const Comparison& comparison, const SideNames& names) {
    Table table({{"ENVIRONMENT", false},
                 {names.a, false, Cut::name},
                 {names.b, false, Cut::name},
                 {"", false}});
    std::string same;
    for (const EnvironmentRow& row : environment_rows(comparison)) {
        if (row.differs) {
            const EnvironmentRow shown = without_shared_words(row);
            table.add({row.what, shown.a, shown.b, "differs"});
        } else {
            same += fmt::format("{}{} {}", same.empty() ? "" : "; ", row.what,
                                shorten_middle(row.a, longest_fact));
        }
    }
    page.gap();
    if (!table.empty()) page.table(table);
    if (!same.empty()) page.plain("Same on both sides: " + same + ".");
}

void put_advice(TextPage& page, const Comparison& comparison) {
    for (const Finding& finding : comparison.findings) {
        if (finding.rule != "next-bottleneck" || finding.advice.empty()) continue;
        page.gap();
        page.plain("Advice: " + shorten_middle(finding.advice, longest_advice));
    }
}

std::string last_run_of(const std::vector<Profile>& side) {
    const RunId id = side.back().run.id;
    return id ? fmt::format(" {}", id.value) : std::string();
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const TextOptions& options) {
    const SideNames names = side_names(comparison);
    TextPage page(options);
    put_headline(page, comparison, names);
    put_metrics(page, comparison, names);
    put_runs(page, comparison, names);
    put_locks(page, comparison, names);
    put_lines(page, comparison, names);
    put_environment(page, comparison, names);
    put_advice(page, comparison);
    page.gap();
    page.plain(fmt::format("next: hotlock report{}  |  hotlock report{} --html",
                           last_run_of(comparison.b), last_run_of(comparison.b)));
    return page.text();
}

}  // namespace hotlock::reports
