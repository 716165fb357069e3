// What this machine can do, as text.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "common/base/text.h"
#include "reports/lists.h"

namespace hotlock::reports {

namespace {

// One probe is enough to record.
const char* verdict_on(const std::vector<Capability>& capabilities) {
    const auto missing = [](const Capability& row) { return row.state == "missing"; };
    const auto probe_works = [](const Capability& row) {
        return row.name.ends_with(" probe") && row.state != "missing";
    };
    if (std::ranges::none_of(capabilities, missing)) return "`hotlock record` works here.";
    if (std::ranges::any_of(capabilities, probe_works))
        return "`hotlock record` works here, without what is missing.";
    return "`hotlock record` does not work here yet.";
}

std::string capability_rows(const std::vector<Capability>& capabilities) {
    std::string text;
    for (const Capability& row : capabilities) {
        text += fmt::format("{:8} {:26} {}\n", row.state, row.name, terminal_safe(row.detail));
        if (!row.fix.empty()) text += fmt::format("{:35} -> {}\n", "", terminal_safe(row.fix));
    }
    return text;
}

std::string share_text(uint64_t part, uint64_t all) {
    if (part == 0) return "-";
    return human_share(static_cast<double>(part) / static_cast<double>(all));
}

std::string stall_row(const StallTicks& ticks) {
    const uint64_t all = ticks.all();
    std::string row = fmt::format("  {:6} {:>6}", to_string(ticks.stall), all);
    for (size_t at = 0; at < 3; at++)
        row += fmt::format(" {:>8}", share_text(ticks.behind.at(at), all));
    const uint64_t rest =
        std::accumulate(ticks.behind.begin() + 3, ticks.behind.end(), uint64_t{0});
    return row +
           fmt::format(" {:>8} {:>10}\n", share_text(rest, all), share_text(ticks.elsewhere, all));
}

std::string histograms(const Calibration& calibration) {
    if (calibration.stalls.empty()) return {};
    std::string text = fmt::format(
        "\nWhere ticks find a thread that stalls, in instructions behind the one it stalls on: +1 "
        "is "
        "expected.\nStores do not count: they retire before their line arrives.\n"
        "  {:6} {:>6} {:>8} {:>8} {:>8} {:>8} {:>10}\n",
        "stall", "ticks", "0", "+1", "+2", "+3 ..", "elsewhere");
    for (const StallTicks& ticks : calibration.stalls)
        text += stall_row(ticks);
    return text;
}

std::string transfer_line(const LineTransfer& transfer) {
    return fmt::format(
        "\nA cache line moves from CPU {} to CPU {} in {:.0f} ns ({:.0f} to {:.0f} ns in {} "
        "bursts): {}.\nAn atomic update of a line that stays takes {:.1f} ns.\n",
        transfer.cpus[0], transfer.cpus[1], transfer.median.count(), transfer.low.count(),
        transfer.high.count(), transfer.bursts, transfer.near() ? "near" : "far",
        transfer.private_atomic.count());
}

}  // namespace

std::string doctor_text(const std::vector<Capability>& capabilities, const Calibration& calibration,
                        const TextOptions& options) {
    std::string text = capability_rows(capabilities) + histograms(calibration);
    if (calibration.transfer) text += transfer_line(*calibration.transfer);
    const char* verdict = verdict_on(capabilities);
    return text + (options.colour ? fmt::format("\n\x1b[1m{}\x1b[0m\n", verdict)
                                  : fmt::format("\n{}\n", verdict));
}

}  // namespace hotlock::reports
