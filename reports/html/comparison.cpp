// The page of a comparison.
#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"
#include "common/model/sides.h"
#include "reports/headline.h"
#include "reports/html/chart.h"
#include "reports/html/page.h"
#include "reports/html/parts.h"
#include "reports/notes.h"
#include "reports/numbers.h"
#include "reports/report.h"
#include "reports/shown_rows.h"

namespace hotlock::reports {
namespace {

constexpr size_t most_rows = 100;

Literal tone_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::better:
            return "good";
        case Verdict::worse:
            return "bad";
        case Verdict::equivalent:
            return "";
        case Verdict::inconclusive:
            return "unsure";
    }
    return "";
}

Literal tone_of_lock(const std::string& verdict) {
    if (verdict == "vanished" || verdict == "less") return "good";
    if (verdict == "appeared" || verdict == "more") return "bad";
    return verdict == "inconclusive" ? Literal("unsure") : Literal("");
}

Html side_item(Literal css_class, const std::string& letter, const std::string& side,
               const std::vector<Profile>& runs) {
    const std::string label = side == letter ? letter : fmt::format("{} ({})", letter, side);
    return element("li", css_class,
                   element("span", "key", "") + name(label) + element("b", listed_runs(runs)));
}

Html sides(const Comparison& comparison, const SideNames& names) {
    return element("ul", "legend",
                   side_item("side-a", "A", names.a, comparison.a) +
                       side_item("side-b", "B", names.b, comparison.b));
}

Html verdict_cell(const MetricDelta& metric) {
    Html cell = chip(tone_of(metric.verdict), to_string(metric.verdict));
    if (!metric.reason.empty()) cell += element("span", "why", name(metric.reason));
    return cell;
}

std::string joined(const std::vector<double>& values) {
    std::string text;
    for (const double value : values)
        text += (text.empty() ? "" : ", ") + human_number(value);
    return text.empty() ? "-" : text;
}

Html metric_name(const MetricDelta& metric) {
    Html cell = name(metric.name);
    if (!metric.better.empty()) {
        cell += element("span", "why", name(metric.better + " is better"));
    }
    return cell;
}

Html metrics_section(const Comparison& comparison, const SideNames& names) {
    if (comparison.metrics.empty()) return {};
    HtmlTable table("Metrics: medians of each side", {{"metric"},
                                                      {names.a, true},
                                                      {names.b, true},
                                                      {"ratio", true},
                                                      {"p", true},
                                                      {"each run"},
                                                      {"verdict"}});
    for (const MetricDelta& metric : comparison.metrics) {
        table.add({metric_name(metric), name(human_value(metric.a_median, metric.unit)),
                   name(human_value(metric.b_median, metric.unit)),
                   element("b", human_ratio(metric.ratio)), Html::text(human_p(metric.p)),
                   dot_strip(metric.a_values, metric.b_values), verdict_cell(metric)});
    }
    return section("metrics", "Metrics", table.html());
}

Html runs_section(const Comparison& comparison, const SideNames& names) {
    if (comparison.metrics.empty() || comparison.a.size() + comparison.b.size() < 3) return {};
    HtmlTable table("The value of each run", {{"metric"}, {names.a}, {names.b}});
    for (const MetricDelta& metric : comparison.metrics) {
        table.add({name(metric.name), name(joined(metric.a_values), 2000),
                   name(joined(metric.b_values), 2000)});
    }
    return section("runs", "Each run, in order", table.html());
}

Html share_cell(const std::optional<LockOnSide>& side, Literal css_class) {
    if (!side) return element("span", "muted", "not seen");
    return Html::text(human_share(side->share)) + share_bar(side->share, css_class);
}

Html wait_cell(const std::optional<LockOnSide>& side, const std::optional<double>& per_op) {
    Html cell = Html::text(side ? human_time(side->wait) : "-");
    if (per_op) cell += element("span", "why", human_ns(per_op) + " an operation");
    return cell;
}

Html lock_name(const LockDelta& lock) {
    Html cell = name(lock.name);
    if (lock.a && lock.b && lock.match_confidence < 1) {
        cell += element(
            "span", "why",
            fmt::format("matched by its callers, {} sure", human_share(lock.match_confidence)));
    }
    return cell;
}

Html rows(const HtmlTable& table, const std::string& rest) {
    Html content;
    if (!table.empty()) content = table.html();
    if (!rest.empty()) content += element("p", "muted", rest + "; the JSON has all.");
    return content;
}

Html locks_section(const Comparison& comparison, const SideNames& names) {
    if (comparison.locks.empty()) {
        return section("locks", "Locks",
                       element("p", "muted", "No lock was waited for on either side."));
    }
    HtmlTable table("Locks before and after", {{"lock"},
                                               {names.a + " share", true},
                                               {names.b + " share", true},
                                               {names.a + " wait", true},
                                               {names.b + " wait", true},
                                               {"verdict"}});
    const ShownRows shown(comparison.locks, most_rows);
    for (const LockDelta* lock : shown.rows)
        table.add({lock_name(*lock), share_cell(lock->a, "side-a"), share_cell(lock->b, "side-b"),
                   wait_cell(lock->a, lock->wait_ns_per_op_a),
                   wait_cell(lock->b, lock->wait_ns_per_op_b),
                   chip(tone_of_lock(lock->verdict), lock->verdict)});
    return section("locks", "Locks, by share of the threads' time", rows(table, shown.rest()));
}

Html line_cell(const std::optional<LineOnSide>& side) {
    return Html::text(side ? human_share(side->share) : "-");
}

Html lines_section(const Comparison& comparison, const SideNames& names) {
    if (comparison.lines.empty()) return {};
    HtmlTable table("Cache lines before and after", {{"cache line"},
                                                     {names.a + " share", true},
                                                     {names.b + " share", true},
                                                     {"sharing"},
                                                     {"verdict"}});
    const ShownRows shown(comparison.lines, most_rows);
    for (const LineDelta* line : shown.rows)
        table.add({name(line->name), line_cell(line->a), line_cell(line->b),
                   Html::text(to_string((line->a ? line->a : line->b)->sharing)),
                   chip(tone_of_lock(line->verdict), line->verdict)});
    return section("lines", "Cache lines, by share of the threads' time at most",
                   rows(table, shown.rest()));
}

std::string advice(const Comparison& comparison) {
    const auto next =
        std::find_if(comparison.findings.begin(), comparison.findings.end(),
                     [](const Finding& finding) { return finding.rule == "next-bottleneck"; });
    return next == comparison.findings.end() ? std::string() : next->advice;
}

Html environment_section(const Comparison& comparison, const SideNames& names) {
    HtmlTable table("Environment of both sides", {{"fact"}, {names.a}, {names.b}, {""}});
    for (const EnvironmentRow& row : environment_rows(comparison)) {
        const std::vector<Html> cells{name(row.what), name(row.a, 300), name(row.b, 300),
                                      row.differs ? chip("unsure", "differs") : Html()};
        table.add(cells, row.differs ? Literal("differs") : Literal(""));
    }
    return section("environment", "Environment", table.html());
}

}  // namespace

std::string comparison_html(const Comparison& comparison) {
    const SideNames names = side_names(comparison);
    const std::string subject = fmt::format("{} against {}", names.b, names.a);
    const Html main = verdict_section(comparison_headline(comparison), tone_of(comparison.verdict),
                                      advice(comparison)) +
                      sides(comparison, names) + alert_list(comparison.warnings) +
                      metrics_section(comparison, names) + locks_section(comparison, names) +
                      lines_section(comparison, names) + findings_section(comparison.findings) +
                      runs_section(comparison, names) + environment_section(comparison, names);
    return page("hotlock: " + subject, masthead(subject, "A is the base") + element("main", main));
}

}  // namespace hotlock::reports
