#include "collector/samples_reader.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "collector/clock.h"
#include "collector/kernel_tick.h"
#include "collector/perf_fields.h"
#include "common/unwind/slice_walk.h"

namespace hotlock::collector {

namespace {

// With the side band under the 516 KiB a CPU that any user may lock (perf_event_mlock_kb).
constexpr size_t tick_ring_pages = 32;
constexpr size_t stack_ring_pages = 64;
constexpr size_t most_sent_stacks = 1 << 20;
constexpr size_t periods_per_drain = 16;
constexpr uint64_t second_ns = 1'000'000'000;
constexpr uint64_t kernel_interval = 8'000'000;  // ns
constexpr uint64_t kernel_tick = 4'000'000;      // ns, as most kernels are built; 10 ms at most

// PERF_RECORD_LOST: event id, count.
uint64_t lost_count(std::span<const char> record) {
    PerfFields fields(record);
    fields.take<perf_event_header>();
    fields.take<uint64_t>();
    return fields.take<uint64_t>();
}

// splitmix64, for spreading ticks and naming stacks.
uint64_t mixed(uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

// As the kernel side names its stacks: never 0, top bit clear.
uint64_t key_of(uint32_t pid, const unwind::Walk& walk) {
    uint64_t key = mixed(pid) + (walk.complete ? 1 : 0);
    for (const uint64_t address : walk.addresses)
        key = mixed(key ^ address);
    return (key | 2) & ~(1ULL << 63);
}

recording::Slice slice_of(const PerfSample& sample) {
    recording::Slice slice;
    slice.time = sample.time;
    slice.pid = sample.pid;
    slice.ip = sample.ip;
    slice.stack_pointer = sample.general[4];
    slice.frame_pointer = sample.general[5];
    slice.length = static_cast<uint32_t>(sample.stack.size());
    slice.words.resize(sample.stack.size() / sizeof(uint64_t));
    for (uint32_t i = 0; i < slice.words.size(); i++) {
        slice.words[i].index = i;
        std::memcpy(&slice.words[i].value, &sample.stack[i * sizeof(uint64_t)], sizeof(uint64_t));
    }
    return slice;
}

std::vector<PerfRing> rings_of(const std::vector<UniqueFd>& events, size_t pages) {
    std::vector<PerfRing> rings;
    rings.reserve(events.size());
    for (const UniqueFd& event : events)
        rings.emplace_back(event.get(), pages);
    return rings;
}

recording::StackTick with_stack(const recording::Sample& sample, uint64_t stack) {
    recording::StackTick tick;
    tick.time = sample.time;
    tick.pid = sample.pid;
    tick.tid = sample.tid;
    tick.cpu = sample.cpu;
    tick.weight_ns = sample.weight_ns;
    tick.kernel = sample.kernel;
    tick.stack = stack;
    if (sample.outcome == recording::in_futex_call ||
        (sample.outcome == recording::operand_known && !sample.kernel)) {
        tick.instruction = sample.instruction;
        tick.address = sample.address;
    }
    return tick;
}

void control(const SampleFds& fds, unsigned long request) {
    for (const auto* events : {&fds.ticks, &fds.stacks})
        for (const UniqueFd& event : *events)
            ::ioctl(event.get(), request, 0);
}

}  // namespace

SamplesReader::SamplesReader(SampleFds fds, const unwind::ImageMap& images,
                             unwind::RuleSource& rules, AccessResolver& accesses)
    : fds_(std::move(fds)),
      tick_rings_(rings_of(fds_.ticks, tick_ring_pages)),
      stack_rings_(rings_of(fds_.stacks, stack_ring_pages)),
      ticks_(clock_of(fds_.tick_period_ns)),
      stacks_(clock_of(fds_.stack_period_ns)),
      kernel_{kernel_interval, kernel_interval * 5 / 4 + kernel_tick, {}},
      source_(fds_.kernel_ticks),
      images_(images),
      rules_(rules),
      accesses_(accesses) {}

SamplesReader::Clock SamplesReader::clock_of(uint64_t period_ns) {
    return {period_ns, period_ns * 3 / 2, {}};
}

void SamplesReader::enable() {
    control(fds_, PERF_EVENT_IOC_ENABLE);
}

void SamplesReader::stop() {
    control(fds_, PERF_EVENT_IOC_DISABLE);
}

std::string SamplesReader::limits() const {
    std::string limits = fds_.kernel ? "" : "time in the kernel (perf_event_paranoid)";
    if (slowest_period_ > 0)
        limits += fmt::format(
            "{}much of what threads do on their CPUs ({} ticks a second while they sleep very "
            "often, as ticks would slow them down; --freq sets a fixed rate)",
            limits.empty() ? "" : ", ", second_ns / slowest_period_);
    return limits;
}

void SamplesReader::adapt(uint64_t sleeps) {
    if (fds_.adapts && source_.update(sleeps, monotonic_now())) change_clocks();
}

void SamplesReader::change_clocks() {
    const bool kernel = source_.kind() == TickSource::Kind::kernel;
    const bool usual = source_.kind() == TickSource::Kind::clocks;
    control(fds_, kernel ? PERF_EVENT_IOC_DISABLE : PERF_EVENT_IOC_ENABLE);
    const uint64_t factor = usual ? 1 : TickSource::slower;
    ticks_ = clock_of(fds_.tick_period_ns * factor);
    stacks_ = clock_of(fds_.stack_period_ns * factor);
    for (const UniqueFd& event : fds_.ticks)
        ::ioctl(event.get(), PERF_EVENT_IOC_PERIOD, &ticks_.period_ns);
    for (const UniqueFd& event : fds_.stacks)
        ::ioctl(event.get(), PERF_EVENT_IOC_PERIOD, &stacks_.period_ns);
    if (!usual) slowest_period_ = std::max(slowest_period_, (kernel ? kernel_ : ticks_).period_ns);
}

uint64_t SamplesReader::kernel_tick_interval() const {
    return source_.kind() == TickSource::Kind::kernel ? kernel_.period_ns : 0;
}

void SamplesReader::drain(const Follows& follows, const OnRecord& on_record) {
    const auto drain_rings = [&](std::vector<PerfRing>& rings, bool with_stack, auto take) {
        for (PerfRing& ring : rings)
            ring.drain([&](const perf_event_header& header, std::span<const char> bytes) {
                if (header.type == PERF_RECORD_LOST) lost_ += lost_count(bytes);
                if (header.type != PERF_RECORD_SAMPLE) return;
                const std::optional<PerfSample> sample = parse_sample(bytes, with_stack);
                if (sample && sample->has_registers && follows(sample->pid)) take(*sample);
            });
    };
    drain_rings(tick_rings_, false, [&](const PerfSample& s) { take_tick(s, on_record); });
    drain_rings(stack_rings_, true, [&](const PerfSample& s) { take_stack_tick(s, on_record); });
    vary_periods();
}

// A tick stands for the time since the one before on its CPU, unless that is longer than ticks of
// this clock can be apart (the CPU was idle, or ran others): then for a period.
uint64_t SamplesReader::weight(Clock& clock, const PerfSample& sample) {
    const uint64_t last = std::exchange(clock.last_tick[sample.cpu], sample.time);
    const uint64_t elapsed = sample.time - last;
    const bool usual = elapsed > clock.period_ns / 2 && elapsed < clock.longest_ns;
    return usual ? elapsed : clock.period_ns;
}

recording::Sample SamplesReader::tick_of(const PerfSample& sample, uint64_t weight_ns) {
    recording::Sample tick;
    tick.time = sample.time;
    tick.pid = sample.pid;
    tick.tid = sample.tid;
    tick.cpu = sample.cpu;
    tick.weight_ns = weight_ns;
    tick.kernel = sample.kernel;
    tick.ip = sample.ip;
    accesses_.resolve(sample, tick);
    return tick;
}

void SamplesReader::take_tick(const PerfSample& sample, const OnRecord& on_record) {
    on_record(tick_of(sample, weight(ticks_, sample)));
}

void SamplesReader::take_stack_tick(const PerfSample& sample, const OnRecord& on_record) {
    const recording::Sample tick = tick_of(sample, weight(stacks_, sample));
    on_record(with_stack(tick, stack_key(sample, on_record)));
}

// Has a stack each time: stands for both clocks.
void SamplesReader::take(const hl_tick& event, const OnRecord& on_record) {
    source_.note_kernel_tick();
    const PerfSample sample = sample_of(event);
    const recording::Sample tick = tick_of(sample, weight(kernel_, sample));
    on_record(tick);
    on_record(with_stack(tick, event.stack));
}

uint64_t SamplesReader::stack_key(const PerfSample& sample, const OnRecord& on_record) {
    unwind::Walk walk = unwind::walk_slice(slice_of(sample), images_, rules_);
    recording::Stack stack;
    stack.key = key_of(sample.pid, walk);
    stack.time = sample.time;
    stack.pid = sample.pid;
    stack.complete = walk.complete;
    stack.addresses = std::move(walk.addresses);
    if (sent_stacks_.size() >= most_sent_stacks) sent_stacks_.clear();
    const uint64_t key = stack.key;
    if (sent_stacks_.insert(key).second) on_record(std::move(stack));
    return key;
}

// Ticks of one period would follow whatever the program does at that pace.
void SamplesReader::vary_periods() {
    if (source_.kind() == TickSource::Kind::kernel) return;  // the clocks are off
    for (size_t i = 0; i < std::min(periods_per_drain, fds_.ticks.size()); i++) {
        random_ = mixed(random_);
        uint64_t period = ticks_.period_ns * (768 + random_ % 512) / 1024;  // 0.75 .. 1.25
        const UniqueFd& event = fds_.ticks[next_varied_++ % fds_.ticks.size()];
        ::ioctl(event.get(), PERF_EVENT_IOC_PERIOD, &period);
    }
}

}  // namespace hotlock::collector
