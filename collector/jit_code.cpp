#include "collector/jit_code.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "collector/clock.h"
#include "collector/perf_map.h"
#include "collector/procfs.h"
#include "common/unwind/generated.h"

namespace hotlock::collector {

namespace {

constexpr size_t most_addresses = 1 << 18;  // of a process
// The kernel rounds a process' start and dates files by a clock of 250 Hz or less.
constexpr int64_t clock_slack_ns = 1'000'000'000;

int64_t unix_time(uint64_t monotonic) {
    return static_cast<int64_t>(read_clock(CLOCK_REALTIME) - monotonic_now() + monotonic);
}

}  // namespace

JitCode::JitCode(const unwind::ImageMap& images, uid_t owner, std::string folder)
    : images_(images), owner_(owner), folder_(std::move(folder)) {}

void JitCode::observe(const recording::Record& record) {
    std::visit([this](const auto& known) { take(known); }, record);
}

// `time`: when it was first seen, for processes that are gone by now.
void JitCode::begin(uint32_t pid, uint64_t time) {
    const auto [process, is_new] = processes_.try_emplace(pid);
    if (!is_new) return;
    process->second.started_at =
        process_started_at(static_cast<pid_t>(pid)).value_or(unix_time(time)) - clock_slack_ns;
}

void JitCode::take(const recording::Mapping& mapping) {
    if (unwind::is_generated({mapping.path, {}})) begin(mapping.pid, mapping.time);
}

void JitCode::take(const recording::ThreadStart& start) {
    if (start.pid == start.parent_pid || !processes_.contains(start.parent_pid)) return;
    processes_.erase(start.pid);  // another process had the number
    begin(start.pid, start.time);
}

void JitCode::take(const recording::ThreadExit& exit) {
    if (exit.pid != exit.tid) return;
    if (const auto process = processes_.find(exit.pid); process != processes_.end())
        process->second.ended = true;
}

void JitCode::take(const recording::Sample& sample) {
    meet(sample.pid, sample.ip);
    meet(sample.pid, sample.instruction);
}

void JitCode::take(const recording::StackTick& tick) {
    meet(tick.pid, tick.instruction);
}

void JitCode::take(const recording::Stack& stack) {
    meet_frames(stack.pid, stack.addresses);
}

// Its words are not walked yet: any of them may turn out to be a return address.
void JitCode::take(const recording::Slice& slice) {
    if (!processes_.contains(slice.pid)) return;
    meet_frames(slice.pid, slice.addresses);
    meet(slice.pid, slice.ip);
    meet(slice.pid, slice.ip - 1);
    for (const recording::StackWord& word : slice.words)
        meet(slice.pid, word.value - 1);
}

void JitCode::meet(uint32_t pid, uint64_t address) {
    const auto process = processes_.find(pid);
    if (process == processes_.end() || process->second.met.size() >= most_addresses) return;
    const unwind::MappedImage* const mapped = images_.find_latest(pid, address);
    if (mapped != nullptr && unwind::is_generated(*mapped->image))
        process->second.met.insert(address);
}

// The call, not the place behind it, is where a caller is.
void JitCode::meet_frames(uint32_t pid, const std::vector<uint64_t>& addresses) {
    for (size_t i = 0; i < addresses.size(); i++)
        meet(pid, i == 0 ? addresses[i] : addresses[i] - 1);
}

void JitCode::name(uint32_t pid, Process& process, const OnSymbol& on_symbol) {
    const std::set<uint64_t> met = std::exchange(process.met, {});
    if (met.empty()) return;
    const std::string path = fmt::format("{}/perf-{}.map", folder_, pid);
    const std::optional<PerfMap> map = read_perf_map(path, owner_, process.started_at);
    if (!map) return;
    cut_ |= map->cut;
    for (recording::JitSymbol& symbol : symbols_at(met, map->text, pid))
        on_symbol(std::move(symbol));
}

void JitCode::name_ended(const OnSymbol& on_symbol) {
    for (auto& [pid, process] : processes_)
        if (std::exchange(process.ended, false)) name(pid, process, on_symbol);
}

void JitCode::name_all(const OnSymbol& on_symbol) {
    for (auto& [pid, process] : processes_)
        name(pid, process, on_symbol);
}

}  // namespace hotlock::collector
