// Makes profiles and prints them.
#include "test/unit/store/samples.h"

#include <fmt/format.h>

#include <iomanip>
#include <sstream>

namespace hotlock {
namespace {

using namespace std::chrono_literals;

Frame frame(const std::string& function, uint64_t offset) {
    return {.function = function,
            .module = "/opt/app/bin/server",
            .build_id = "00ff",
            .offset = offset,
            .file = "src/server.cpp",
            .line = static_cast<uint32_t>(offset % 1000),
            .inlined = offset % 2 == 1};
}

StackId stack(StackTable& table, const std::string& leaf, uint64_t offset) {
    return table.intern({frame(leaf, offset), frame("handle_request", 0x1003),
                         Frame{.module = "/usr/lib/libc.so.6", .offset = UINT64_MAX - 7},
                         frame("main", 0x1001)});
}

WaitSums sums(uint64_t scale) {
    return {.waits = scale,
            .sleeps = 2 * scale,
            .wait = scale * 7us,
            .queue = scale * 4us,
            .free = scale * 3us};
}

Lock lock(StackTable& table, unsigned seed, uint32_t number) {
    Lock lock{.id = LockId{number},
              .name = fmt::format("Pool<{}>::lock", number),
              .kind = static_cast<LockKind>(number % 4),
              .module = "/opt/app/bin/server",
              .build_id = "00ff",
              .offset = number % 2 == 0 ? std::nullopt : std::optional(0x4000ULL + number),
              .symbol = fmt::format("pool_{}", number),
              .address = 0xffff'0000'0000'0000 + number,
              .acquirers = {"acquire", fmt::format("acquire_{}", number)},
              .share = 0.5 / number,
              .sums = sums(1000 * seed / number),
              .wait_max = 3ms};
    for (uint32_t i = 1; i <= 40; ++i)
        lock.wait_hist.add(i * i * number * 100ns, uint64_t{i} * seed);
    const std::string function = fmt::format("acquire_{}", number);
    lock.sites = {{stack(table, function, number), WaitMode::exclusive, sums(10)},
                  {stack(table, "acquire", 0x2000 + number), WaitMode::write, sums(5)},
                  {StackId{}, WaitMode::read, sums(1)}};
    lock.holders = {{.stack = stack(table, "release", number),
                     .thread = "worker",
                     .wakes = 12,
                     .woken_wait = 5us,
                     .blame = 6us,
                     .on_cpu = 0us},
                    {.thread = "main", .state = "exiting", .wakes = 1, .off_cpu = 8us}};
    return lock;
}

Quality sample_quality() {
    return {.probes = {{"sleeps", "on", ""}, {"samples", "unavailable", "no perf_event"}},
            .lost_events = 3,
            .truncated_stacks = 4,
            .overhead_share = 0.006,
            .warnings = {"Three events were lost.", "The host is busy."},
            .complete = false};
}

std::string quoted(const std::string& text) {
    std::ostringstream out;
    out << std::quoted(text);
    return out.str();
}

std::string text(nanoseconds time) {
    return fmt::format("{}ns", time.count());
}

template <class T>
std::string text(const std::optional<T>& value) {
    if (!value) return "-";
    if constexpr (std::is_same_v<T, nanoseconds>) {
        return text(*value);
    } else {
        return fmt::format("{}", *value);
    }
}

std::string text(const WaitSums& sums) {
    return fmt::format("{}/{} {} = {} + {}", sums.waits, sums.sleeps, text(sums.wait),
                       text(sums.queue), text(sums.free));
}

std::string text(const Frame& frame) {
    return fmt::format("{} {} {} {:x} {} {} {}", quoted(frame.function), quoted(frame.module),
                       quoted(frame.build_id), frame.offset, quoted(frame.file), frame.line,
                       frame.inlined);
}

std::string text(const StackTable& table, StackId id) {
    std::string all;
    for (const Frame* frame : table.frames(id))
        all += "\n      " + text(*frame);
    return all;
}

std::string text(const RunInfo& run) {
    std::string all = fmt::format(
        "label {} started {} for {} threads {} x {} exit {} cpus {} {} {} {} {} cpu {} {}\n",
        quoted(run.label), run.started_at, text(run.duration), run.threads, text(run.thread_time),
        text(run.exit_code), run.cpus, quoted(run.host), quoted(run.kernel), quoted(run.cpu_model),
        quoted(run.git), text(run.user_time), text(run.system_time));
    for (const std::string& word : run.command)
        all += "  argument " + quoted(word) + "\n";
    return all;
}

std::string text(const Quality& quality) {
    std::string all =
        fmt::format("lost {} truncated {} unsymbolized {} overhead {} complete {}\n",
                    quality.lost_events, quality.truncated_stacks, text(quality.unsymbolized_share),
                    text(quality.overhead_share), quality.complete);
    for (const ProbeState& probe : quality.probes) {
        all += fmt::format("  probe {} {} {}\n", quoted(probe.name), quoted(probe.state),
                           quoted(probe.reason));
    }
    for (const std::string& warning : quality.warnings)
        all += "  warning " + quoted(warning) + "\n";
    return all;
}

std::string text(const ThreadSummary& thread) {
    return fmt::format("thread {} {} {} lives {} lock {} work {} runs {} churns {} ready {}\n",
                       thread.pid, thread.tid, quoted(thread.name), text(thread.lifetime),
                       text(thread.lock_wait), text(thread.work_wait), text(thread.running),
                       text(thread.churn), text(thread.ready));
}

std::string text(const Lock& lock, const StackTable& stacks) {
    std::string all = fmt::format(
        "lock {} {} {} {} {} +{} {} {:x} share {} {} max {}\n", lock.id.value, quoted(lock.name),
        to_string(lock.kind), quoted(lock.module), quoted(lock.build_id), text(lock.offset),
        quoted(lock.symbol), lock.address, lock.share, text(lock.sums), text(lock.wait_max));
    for (const auto& [bucket, count] : lock.wait_hist.buckets())
        all += fmt::format("  bucket {} {}\n", bucket, count);
    for (const std::string& function : lock.acquirers)
        all += "  acquirer " + quoted(function) + "\n";
    for (const LockSite& site : lock.sites) {
        all += fmt::format("  site {} {}{}\n", to_string(site.mode), text(site.sums),
                           text(stacks, site.stack));
    }
    for (const LockHolder& holder : lock.holders) {
        all += fmt::format("  holder {} {} {} {} blame {} on {} off {}{}\n", quoted(holder.thread),
                           quoted(holder.state), holder.wakes, text(holder.woken_wait),
                           text(holder.blame), text(holder.on_cpu), text(holder.off_cpu),
                           text(stacks, holder.stack));
    }
    return all;
}

CacheLine cache_line(StackTable& stacks, uint32_t number) {
    CacheLine line;
    line.id = LineId{number};
    line.name = fmt::format("counters[{}].hits", number);
    line.module = "/usr/lib/libpool.so";
    line.build_id = "0a0b";
    if (number == 1) line.offset = 0xffff'ffff'ffff'ff00;
    line.address = 0x7f00'0000'0000 + uint64_t{number} * 64;
    line.samples = 70 + number;
    line.time = 3s;
    line.excess = 2s;
    line.share = 0.25;
    line.sharing = number == 1 ? Sharing::mixed : Sharing::false_sharing;
    line.holds_lock = number == 1 ? "pool lock" : "";
    line.advice = "Give each its own line.";
    const StackId where = stack(stacks, "count_hit", 0x5000);
    line.fields = {{0,
                    8,
                    "counters[0].hits",
                    {1, 2, 3, 4},
                    2,
                    5,
                    {{where, AccessKind::atomic, 9}, {StackId{}, AccessKind::update, 1}}},
                   {56, 4, "", {7, 0, 0, 0}, 1, 1, {{where, AccessKind::read, 7}}}};
    return line;
}

std::string text(const LineField& field, const StackTable& stacks) {
    const AccessCounts& counts = field.counts;
    std::string all =
        fmt::format("  field {} {} {} r{} w{} u{} a{} cpus {} threads {}\n", field.offset,
                    field.size, quoted(field.name), counts.reads, counts.writes, counts.updates,
                    counts.atomics, field.cpus, field.threads);
    for (const LineSite& site : field.sites)
        all += fmt::format("    site {} {}{}\n", to_string(site.kind), site.samples,
                           text(stacks, site.stack));
    return all;
}

std::string text(const CacheLine& line, const StackTable& stacks) {
    std::string all = fmt::format(
        "line {} {} {} {} {} {} {} {} {} {} {} {} {} {}\n", line.id.value, quoted(line.name),
        quoted(line.module), quoted(line.build_id), line.offset ? *line.offset : 0, line.address,
        line.samples, text(line.time), text(line.excess), line.share, to_string(line.sharing),
        line.evidence, quoted(line.holds_lock), quoted(line.advice));
    for (const LineField& field : line.fields)
        all += text(field, stacks);
    return all;
}

}  // namespace

Profile sample_profile(unsigned seed, size_t locks) {
    Profile profile;
    profile.run = {.label = fmt::format("label {}", seed),
                   .command = {"./server", "--threads", "8", "two words", ""},
                   .started_at = 1'790'000'000'000'000'000 + seed,
                   .duration = 10s,
                   .thread_time = 80s + seed * 1ns,
                   .exit_code = 137,
                   .threads = 9,
                   .cpus = 2,
                   .host = "builder",
                   .kernel = "6.18.0",
                   .cpu_model = "AMD EPYC",
                   .git = "0123abc",
                   .user_time = 12s};
    profile.quality = sample_quality();
    profile.metrics = {{"throughput", 1234.5 * seed, "op/s", "higher"}, {"errors", 0, "", ""}};
    profile.threads = {{10, 10, "server", 10s, 1s, 2s, 3s, 4s, 5s}, {10, 11, "worker", 9s, 1s, 2s}};
    for (uint32_t number = 1; number <= locks; ++number)
        profile.locks.push_back(lock(profile.stacks, seed, number));
    profile.work_waits = {{"condition", stack(profile.stacks, "take_job", 0x3000), sums(9)},
                          {"join", StackId{}, sums(1)}};
    profile.lines = {cache_line(profile.stacks, 1), cache_line(profile.stacks, 2)};
    profile.cpu = {{"Sha256::update", "/usr/lib/libpool.so", "0a0b", false, 900, 4s, 0.3},
                   {"getrandom", "/usr/lib/libc.so.6", "", true, 100, 1s, 0.1}};
    profile.cpu_stacks = {{stack(profile.stacks, "hash_block", 0x6000), false, 90, 4s},
                          {StackId{}, true, 10, 1s}};
    profile.findings = {{"hot-lock", "high", "One lock limits this program.", "61 %", "Split it."}};
    return profile;
}

std::string dump(const Profile& profile) {
    std::string all = text(profile.run) + text(profile.quality);
    for (const Metric& metric : profile.metrics) {
        all += fmt::format("metric {} {} {} {}\n", quoted(metric.name), metric.value,
                           quoted(metric.unit), quoted(metric.better));
    }
    for (const ThreadSummary& thread : profile.threads)
        all += text(thread);
    for (const Lock& lock : profile.locks)
        all += text(lock, profile.stacks);
    for (const WorkWait& wait : profile.work_waits) {
        all += fmt::format("work {} {}{}\n", quoted(wait.kind), text(wait.sums),
                           text(profile.stacks, wait.stack));
    }
    for (const CacheLine& line : profile.lines)
        all += text(line, profile.stacks);
    for (const CpuFunction& row : profile.cpu) {
        all +=
            fmt::format("cpu {} {} {} {} {} {} {}\n", quoted(row.symbol), quoted(row.module),
                        quoted(row.build_id), row.kernel, row.samples, text(row.time), row.share);
    }
    for (const CpuStack& row : profile.cpu_stacks) {
        all += fmt::format("cpu stack {} {} {}{}\n", row.kernel, row.samples, text(row.time),
                           text(profile.stacks, row.stack));
    }
    for (const Finding& finding : profile.findings) {
        all +=
            fmt::format("finding {} {} {} {} {}\n", quoted(finding.rule), quoted(finding.severity),
                        quoted(finding.title), quoted(finding.detail), quoted(finding.advice));
    }
    return all;
}

}  // namespace hotlock
