// Quality of runs in words.
#include "reports/notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <sstream>

#include "common/base/text.h"
#include "reports/numbers.h"

namespace hotlock::reports {
namespace {

// From here on the recorder itself may change what it measures.
constexpr double notable_overhead = 0.05;
// From here on a good part of the report has no names.
constexpr double notable_unsymbolized = 0.1;

void add_exit_alert(const RunInfo& run, std::vector<std::string>& alerts) {
    const int code = run.exit_code.value_or(0);
    if (code == 0) return;
    if (code > 128) {
        alerts.push_back(
            fmt::format("The program ended with status {} (signal {}).", code, code - 128));
    } else {
        alerts.push_back(fmt::format("The program ended with status {}.", code));
    }
}

using Fact = std::function<std::string(const Profile&)>;

std::string values_of(const std::vector<Profile>& side, const Fact& fact) {
    std::set<std::string> values;
    for (const Profile& profile : side)
        values.insert(fact(profile));
    std::string text;
    for (const std::string& value : values) {
        text += text.empty() ? "" : ", ";
        text += value.empty() ? "unknown" : value;
    }
    return text;
}

std::string probes_on(const Profile& profile) {
    std::string names;
    for (const ProbeState& probe : profile.quality.probes) {
        if (probe.state != "on") continue;
        names += (names.empty() ? "" : ", ") + probe.name;
    }
    return names.empty() ? "none" : names;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

// Words `from` to the last but `tail`, with dots for what is left out.
std::string middle_of(const std::vector<std::string>& words, size_t from, size_t tail) {
    std::string text = from > 0 ? "…" : "";
    for (size_t i = from; i + tail < words.size(); ++i)
        text += (text.empty() ? "" : " ") + words[i];
    return tail > 0 ? text + " …" : text;
}

// What a probe that is on cannot see, or that it is not on, and why; empty: nothing is missing.
std::string what_is_missing(const ProbeState& probe) {
    if (probe.state == "on") return probe.reason;
    if (probe.reason.empty()) return fmt::format("{} ({})", probe.name, probe.state);
    return fmt::format("{} ({}: {})", probe.name, probe.state, probe.reason);
}

}  // namespace

std::vector<std::string> run_alerts(const Profile& profile) {
    const Quality& quality = profile.quality;
    std::vector<std::string> alerts;
    if (!quality.complete) {
        alerts.emplace_back("The recording broke off: everything after its last block is missing.");
    }
    if (quality.lost_events > 0) {
        alerts.push_back(fmt::format("{} events were lost: waits and counts are lower bounds.",
                                     human_count(static_cast<double>(quality.lost_events))));
    }
    if (quality.overhead_share.value_or(0) >= notable_overhead) {
        alerts.push_back(fmt::format(
            "Recording took {} of the program's CPU time: it may have changed the result.",
            human_share(*quality.overhead_share)));
    }
    if (quality.unsymbolized_share.value_or(0) >= notable_unsymbolized) {
        alerts.push_back(
            fmt::format("{} of the wait is in code without names: install debug symbols.",
                        human_share(*quality.unsymbolized_share)));
    }
    add_exit_alert(profile.run, alerts);
    alerts.insert(alerts.end(), quality.warnings.begin(), quality.warnings.end());
    return alerts;
}

std::vector<std::string> not_seen(const Profile& profile) {
    std::vector<std::string> phrases;
    for (const ProbeState& probe : profile.quality.probes) {
        const std::string phrase = what_is_missing(probe);
        if (!phrase.empty()) phrases.push_back(phrase);
    }
    if (profile.quality.truncated_stacks > 0) {
        phrases.push_back(fmt::format("the outer ends of {}",
                                      counted(profile.quality.truncated_stacks, "call stack")));
    }
    return phrases;
}

std::string run_name(const RunInfo& run) {
    std::string name = "Run";
    if (run.id) name += fmt::format(" {}", run.id.value);
    if (!run.label.empty()) name += fmt::format(" ({})", run.label);
    return name;
}

std::string listed_runs(const std::vector<Profile>& side) {
    std::string ids;
    for (size_t i = 0; i < side.size(); ++i) {
        if (!side[i].run.id) return counted(side.size(), "run");
        const bool is_last = i + 1 == side.size();
        ids += fmt::format("{}{}", i == 0 ? "" : is_last ? " and " : ", ", side[i].run.id.value);
    }
    return fmt::format("{} {}", side.size() == 1 ? "run" : "runs", ids);
}

std::vector<const ThreadSummary*> by_lock_wait(const Profile& profile) {
    std::vector<const ThreadSummary*> threads;
    threads.reserve(profile.threads.size());
    for (const ThreadSummary& thread : profile.threads)
        threads.push_back(&thread);
    std::stable_sort(
        threads.begin(), threads.end(),
        [](const ThreadSummary* x, const ThreadSummary* y) { return x->lock_wait > y->lock_wait; });
    return threads;
}

EnvironmentRow without_shared_words(const EnvironmentRow& row) {
    const std::vector<std::string> a = words_of(row.a);
    const std::vector<std::string> b = words_of(row.b);
    const size_t shorter = std::min(a.size(), b.size());
    size_t head = 0;
    while (head < shorter && a[head] == b[head])
        ++head;
    size_t tail = 0;
    while (tail + head < shorter && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    const size_t from = head > 0 ? head - 1 : 0;
    return {row.what, middle_of(a, from, tail), middle_of(b, from, tail), row.differs};
}

std::vector<EnvironmentRow> environment_rows(const Comparison& comparison) {
    const std::pair<const char*, Fact> facts[] = {
        {"command", [](const Profile& p) { return shell_quote(p.run.command); }},
        {"git revision", [](const Profile& p) { return p.run.git; }},
        {"host", [](const Profile& p) { return p.run.host; }},
        {"CPU", [](const Profile& p) { return p.run.cpu_model; }},
        {"CPUs", [](const Profile& p) { return std::to_string(p.run.cpus); }},
        {"kernel", [](const Profile& p) { return p.run.kernel; }},
        {"threads", [](const Profile& p) { return std::to_string(p.run.threads); }},
        {"probes on", probes_on},
    };
    std::vector<EnvironmentRow> rows;
    for (const auto& [what, fact] : facts) {
        EnvironmentRow row{what, values_of(comparison.a, fact), values_of(comparison.b, fact)};
        row.differs = row.a != row.b;
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace hotlock::reports
