// Lists as tables of fixed columns.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "common/base/text.h"
#include "reports/lists.h"

namespace hotlock::reports {

namespace {

std::string local_time(int64_t unix_ns) {
    const auto seconds = static_cast<std::time_t>(unix_ns / 1'000'000'000);
    std::tm parts{};
    ::localtime_r(&seconds, &parts);
    return fmt::format("{:%Y-%m-%d %H:%M}", parts);
}

std::string exit_text(const RunInfo& run) {
    if (!run.exit_code) return "";
    return *run.exit_code == 0 ? "" : fmt::format("exit {}", *run.exit_code);
}

std::string metric_text(const RunRow& row) {
    if (row.metrics.empty()) return "";
    const Metric& first = row.metrics.front();
    return terminal_safe(fmt::format("{} {}", human_count(first.value), first.unit));
}

std::string lock_text(const RunRow& row) {
    if (row.top_lock.empty()) return "none";
    return fmt::format("{} {}", human_share(row.top_lock_share),
                       shorten_middle(terminal_safe(row.top_lock), 32));
}

std::string notes(const RunRow& row) {
    std::string exit = exit_text(row.run);
    if (row.complete) return exit;
    return exit.empty() ? "interrupted" : exit + ", interrupted";
}

}  // namespace

std::string runs_text(const std::vector<RunRow>& rows, const TextOptions& options) {
    if (rows.empty()) return "No runs yet: `hotlock record -- ./program` makes one.\n";
    constexpr size_t command_column = 97;
    std::string text = fmt::format("{:>4}  {:16}  {:12} {:>7}  {:12} {:39} {}\n", "RUN", "STARTED",
                                   "LABEL", "TIME", "METRIC", "TOP LOCK", "COMMAND");
    for (const RunRow& row : rows) {
        std::string command = terminal_safe(shell_quote(row.run.command));
        if (const std::string note = notes(row); !note.empty()) command += "  (" + note + ")";
        const size_t room = std::max<size_t>(options.width, command_column + 24) - command_column;
        text += fmt::format("{:>4}  {:16}  {:12} {:>7}  {:12} {:39} {}\n", row.run.id.value,
                            local_time(row.run.started_at),
                            shorten_middle(terminal_safe(row.run.label), 12),
                            human_time(row.run.duration), metric_text(row), lock_text(row),
                            shorten_middle(command, room));
    }
    return text;
}

}  // namespace hotlock::reports
