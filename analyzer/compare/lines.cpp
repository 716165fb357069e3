// The cache lines of both sides, matched by name and judged.
#include "analyzer/compare/lines.h"

#include <algorithm>
#include <map>
#include <string>

#include "analyzer/compare/compare.h"
#include "analyzer/compare/statistics.h"
#include "common/model/coverage.h"
#include "common/model/significance.h"

namespace hotlock {
namespace {

using Profiles = std::vector<Profile>;
using PerRun = std::vector<const CacheLine*>;  // null where not listed
using Lines = std::map<std::string, PerRun>;

Lines gather(const Profiles& side) {
    Lines lines;
    for (size_t run = 0; run < side.size(); ++run) {
        for (const CacheLine& line : side[run].lines) {
            PerRun& seen = lines[line.name];
            seen.resize(side.size());
            seen[run] = &line;
        }
    }
    return lines;
}

double share_in(const CacheLine* line) {
    return line == nullptr ? 0 : line->share;
}

LineOnSide summarize(const PerRun& lines) {
    LineOnSide result;
    std::vector<double> shares;
    std::vector<double> samples;
    const CacheLine* most = nullptr;
    for (const CacheLine* line : lines) {
        shares.push_back(share_in(line));
        samples.push_back(line == nullptr ? 0 : static_cast<double>(line->samples));
        if (line == nullptr) continue;
        ++result.runs;
        if (most == nullptr || line->share > most->share) most = line;
    }
    result.share = median(shares);
    result.samples = median(samples);
    if (most != nullptr) result.sharing = most->sharing;
    return result;
}

double share_of(const std::optional<LineOnSide>& side) {
    return side ? side->share : 0;
}

std::string verdict_of(double a, double b) {
    if (std::max(a, b) < share_worth_naming) return "same";
    if (b < a * vanished_ratio) return "vanished";
    if (a < b * vanished_ratio) return "appeared";
    if (a > b * changed_ratio) return "less";
    if (b > a * changed_ratio) return "more";
    return "same";
}

void put(const Lines& lines, std::optional<LineOnSide> LineDelta::*side,
         std::map<std::string, LineDelta>& deltas) {
    for (const auto& [name, seen] : lines) {
        LineDelta& delta = deltas[name];
        delta.name = name;
        delta.*side = summarize(seen);
    }
}

}  // namespace

std::vector<LineDelta> compare_lines(const Profiles& a, const Profiles& b) {
    if (!lines_recorded(a) || !lines_recorded(b)) return {};
    std::map<std::string, LineDelta> by_name;
    put(gather(a), &LineDelta::a, by_name);
    put(gather(b), &LineDelta::b, by_name);
    std::vector<LineDelta> deltas;
    for (auto& [name, delta] : by_name) {
        delta.delta = share_of(delta.b) - share_of(delta.a);
        delta.verdict = verdict_of(share_of(delta.a), share_of(delta.b));
        deltas.push_back(std::move(delta));
    }
    std::stable_sort(deltas.begin(), deltas.end(), [](const LineDelta& x, const LineDelta& y) {
        return std::max(share_of(x.a), share_of(x.b)) > std::max(share_of(y.a), share_of(y.b));
    });
    return deltas;
}

}  // namespace hotlock
