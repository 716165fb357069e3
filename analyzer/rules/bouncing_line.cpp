#include "analyzer/rules/bouncing_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/hot_lock.h"
#include "analyzer/rules/padding.h"
#include "common/base/text.h"
#include "common/model/significance.h"

namespace hotlock {
namespace {

const char* kind_of_sharing(Sharing sharing) {
    switch (sharing) {
        case Sharing::true_sharing:
            return "True sharing";
        case Sharing::false_sharing:
            return "False sharing";
        case Sharing::mixed:
            return "True and false sharing";
    }
    return "";
}

std::string field_text(const CacheLine& line, const LineField& field) {
    if (!field.name.empty()) return field.name;
    return fmt::format("{} bytes at +{}", field.size, field.offset) +
           (line.fields.size() > 1 ? "" : " of the line");
}

std::string describe_fields(const CacheLine& line) {
    constexpr size_t most = 4;
    std::string text;
    for (size_t i = 0; i < std::min(line.fields.size(), most); i++) {
        const LineField& field = line.fields[i];
        text += fmt::format(" {}: {} samples on {} {}.", field_text(line, field),
                            field.counts.all(), field.cpus, field.cpus == 1 ? "CPU" : "CPUs");
    }
    if (line.fields.size() > most) text += fmt::format(" {} more.", line.fields.size() - most);
    return text;
}

bool mostly_reads(const CacheLine& line) {
    uint64_t reads = 0;
    uint64_t all = 0;
    for (const LineField& field : line.fields) {
        reads += field.counts.reads;
        all += field.counts.all();
    }
    return reads * 2 > all;
}

Finding bouncing(const Profile& profile, const CacheLine& line) {
    Finding finding;
    finding.rule = "bouncing-line";
    finding.severity = lock_severity(line_weight(profile, line));
    finding.title = fmt::format(
        "{}: its cache line bounces between CPUs, threads lose up to {} of their time "
        "to that",
        line.name, human_share(line.share));
    finding.detail = fmt::format("{}; {} samples.", kind_of_sharing(line.sharing), line.samples) +
                     describe_fields(line);
    finding.advice = line_advice(line);
    return finding;
}

}  // namespace

std::string line_advice(const CacheLine& line) {
    if (line.sharing == Sharing::false_sharing)
        return "The CPUs use different variables that lie in one line: " + padding_advice(line);
    if (!line.holds_lock.empty())
        return fmt::format(
            "The line holds a lock ({}): threads fight for its word even where nobody sleeps. Take "
            "it less often, or split what it guards.",
            line.holds_lock);
    if (mostly_reads(line))
        return fmt::format(
            "Most threads only read {}: write it less often, or move what is written to a line of "
            "its own.",
            line.name);
    return fmt::format(
        "All threads write {}: give each thread or object its own, or drop it; padding does not "
        "help.",
        line.name);
}

std::vector<Finding> line_findings(const Profile& profile) {
    std::vector<Finding> findings;
    for (const CacheLine& line : profile.lines)
        if (line_weight(profile, line) >= share_hot) findings.push_back(bouncing(profile, line));
    return findings;
}

}  // namespace hotlock
