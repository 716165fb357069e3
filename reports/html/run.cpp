// The page of one run.
#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"
#include "common/model/coverage.h"
#include "common/model/significance.h"
#include "reports/headline.h"
#include "reports/html/page.h"
#include "reports/html/parts.h"
#include "reports/notes.h"
#include "reports/numbers.h"
#include "reports/report.h"
#include "reports/stacks.h"
#include "reports/utc.h"

namespace hotlock::reports {
namespace {

constexpr size_t most_rows = 100;

std::string percent_or_dash(const std::optional<double>& share) {
    return share ? human_share(*share) : "-";
}

Literal tone_of(const Profile& profile) {
    if (missing_lock_probe(profile.quality) != nullptr) return "unsure";
    const double share = profile.locks.empty() ? 0 : profile.locks.front().share;
    const double line_share =
        profile.lines.empty() ? 0 : line_weight(profile, profile.lines.front());
    if (share >= share_hot || line_share >= share_hot) return "hot";
    if (share >= share_worth_naming) return "unsure";
    return "good";
}

std::string advice(const Profile& profile) {
    if (profile.findings.empty() || profile.findings.front().severity == "info") return {};
    return profile.findings.front().advice;
}

Html figures(const Profile& profile) {
    double lock_share = 0;
    uint64_t waits = 0;
    size_t waited_for = 0;
    for (const Lock& lock : profile.locks) {
        waited_for += lock.sums.waits > 0 ? 1 : 0;
        lock_share += lock.share;
        waits += lock.sums.waits;
    }
    const bool recorded = missing_lock_probe(profile.quality) == nullptr;
    Html list;
    if (recorded) {
        list += figure("waiting for locks", human_share(lock_share));
        list += figure("waits", human_count(static_cast<double>(waits)));
        list += figure("locks with waits", std::to_string(waited_for));
    }
    list += figure("run time", human_time(profile.run.duration));
    list += figure("threads", std::to_string(profile.run.threads));
    list += figure("CPUs", std::to_string(profile.run.cpus));
    list += figure("events lost", human_count(static_cast<double>(profile.quality.lost_events)));
    list += figure("own CPU cost", percent_or_dash(profile.quality.overhead_share));
    return element("dl", "figures", list);
}

Html metrics_section(const Profile& profile) {
    if (profile.metrics.empty()) return {};
    HtmlTable table("What the program reported",
                    {{"metric"}, {"value", true}, {"unit"}, {"better"}});
    for (const Metric& metric : profile.metrics) {
        table.add({name(metric.name), Html::text(human_number(metric.value)), name(metric.unit),
                   name(metric.better)});
    }
    return section("metrics", "What the program reported", table.html());
}

Html rest_note(size_t all) {
    if (all <= most_rows) return {};
    return element("p", "muted", fmt::format("{} more are in the JSON report.", all - most_rows));
}

Html work_section(const Profile& profile) {
    if (profile.work_waits.empty()) return {};
    HtmlTable table("Waiting for work", {{"kind"}, {"wait", true}, {"waits", true}, {"where"}});
    for (size_t i = 0; i < std::min(profile.work_waits.size(), most_rows); ++i) {
        const WorkWait& wait = profile.work_waits[i];
        table.add({name(wait.kind), Html::text(human_time(wait.sums.wait)),
                   Html::text(human_count(static_cast<double>(wait.sums.waits))),
                   element("code", name(stack_text(profile.stacks, wait.stack), 160))});
    }
    return section("work", "Waiting for work",
                   element("p", "muted",
                           "Threads with nothing to do, unless locks are built on these calls, as "
                           "those of Java and Python are.") +
                       table.html() + rest_note(profile.work_waits.size()));
}

Html threads_section(const Profile& profile) {
    if (profile.threads.empty()) return {};
    const std::vector<const ThreadSummary*> threads = by_lock_wait(profile);
    HtmlTable table("Threads", {{"thread"},
                                {"tid", true},
                                {"lifetime", true},
                                {"lock wait", true},
                                {"of lifetime", true},
                                {"work wait", true}});
    for (size_t i = 0; i < std::min(threads.size(), most_rows); ++i) {
        const ThreadSummary& thread = *threads[i];
        table.add({name(thread.name), Html::text(std::to_string(thread.tid)),
                   Html::text(human_time(thread.lifetime)),
                   Html::text(human_time(thread.lock_wait)),
                   Html::text(human_share(part_of(thread.lock_wait, thread.lifetime))),
                   Html::text(human_time(thread.work_wait))});
    }
    return section("threads", "Threads", table.html() + rest_note(threads.size()));
}

Html quality_section(const Profile& profile) {
    const Quality& quality = profile.quality;
    HtmlTable table("Probes", {{"probe"}, {"state"}, {"why not on"}});
    for (const ProbeState& probe : quality.probes) {
        table.add({name(probe.name),
                   chip(probe.state == "on" ? Literal("good") : Literal("unsure"), probe.state),
                   name(probe.reason, 200)});
    }
    Html content = table.empty() ? Html() : table.html();
    Html facts;
    const auto add = [&facts](std::string_view what, std::string_view value) {
        facts += element("dt", what) + element("dd", value);
    };
    add("recording", quality.complete ? "complete" : "broke off");
    add("events lost", std::to_string(quality.lost_events));
    add("call stacks without their outer end", std::to_string(quality.truncated_stacks));
    add("wait in code without names", percent_or_dash(quality.unsymbolized_share));
    add("own CPU cost", percent_or_dash(quality.overhead_share));
    content += element("dl", "facts", facts);
    return section("quality", "What this run saw", content);
}

Html environment_section(const Profile& profile) {
    const RunInfo& run = profile.run;
    Html facts;
    const auto add = [&facts](std::string_view what, const std::string& value) {
        if (!value.empty()) facts += element("dt", what) + element("dd", name(value, 400));
    };
    facts += element("dt", "command") +
             element("dd", element("code", name(shell_quote(run.command), 400)));
    if (run.exit_code) add("exit status", std::to_string(*run.exit_code));
    add("started", human_utc(run.started_at));
    add("host", run.host);
    add("CPU", run.cpu_model);
    add("kernel", run.kernel);
    add("git revision", run.git);
    if (run.user_time) add("user CPU time", human_time(*run.user_time));
    if (run.system_time) add("system CPU time", human_time(*run.system_time));
    return section("environment", "Environment", element("dl", "facts", facts));
}

Html command(const std::string& line) {
    return element("li", element("code", name(line, 400)));
}

Html commands_section(const Profile& profile) {
    const std::string id =
        profile.run.id ? fmt::format(" {}", profile.run.id.value) : std::string();
    return section(
        "commands", "Next",
        element("p", "muted", "This report as data; and, after a change:") +
            element("ul", "commands",
                    command("hotlock report" + id + " --json") +
                        command("hotlock record -- " + shell_quote(profile.run.command)) +
                        command("hotlock diff" + (id.empty() ? id : id + " @-1"))));
}

}  // namespace

std::string run_html(const Profile& profile) {
    const Html main = verdict_section(run_headline(profile), tone_of(profile), advice(profile)) +
                      alert_list(run_alerts(profile)) + figures(profile) + time_section(profile) +
                      locks_section(profile) + lines_section(profile) +
                      findings_section(profile.findings) + cpu_section(profile) +
                      metrics_section(profile) + work_section(profile) + threads_section(profile) +
                      quality_section(profile) + environment_section(profile) +
                      commands_section(profile);
    return page(
        "hotlock: " + run_name(profile.run),
        masthead(run_name(profile.run), human_utc(profile.run.started_at)) + element("main", main));
}

}  // namespace hotlock::reports
