#include "collector/sleeps_reader.h"

#include <bpf/libbpf.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bpf/abi.h"
#include "collector/clock.h"
#include "collector/stack_filter.h"
#include "common/base/error.h"
#include "common/unwind/slice_walk.h"

namespace hotlock::collector {

namespace {

constexpr uint64_t kPublishing = 2'000'000;  // ns, see drain()

// Fixed-size head of an event; false when the event is shorter.
template <class T>
bool read_head(std::string_view bytes, T& head) {
    if (bytes.size() < sizeof head) return false;
    std::memcpy(&head, bytes.data(), sizeof head);
    return true;
}

size_t possible_cpus() {
    return static_cast<size_t>(libbpf_num_possible_cpus());
}

std::span<const hl_counters> counters_of(const hl_control& control) {
    return std::span(control.cpu).first(std::min<size_t>(possible_cpus(), HL_CPU_SLOTS));
}

std::vector<uint64_t> read_words(std::string_view bytes, size_t count) {
    std::vector<uint64_t> words(std::min(count, bytes.size() / sizeof(uint64_t)));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint64_t));
    return words;
}

}  // namespace

void SleepsReader::FreeRing::operator()(ring_buffer* ring) const {
    ring_buffer__free(ring);
}

SleepsReader::SleepsReader(SleepsFds fds, const unwind::ImageMap& images, unwind::RuleSource& rules)
    : fds_(std::move(fds)),
      logs_area_(fds_.logs.get(), possible_cpus() * sizeof(hl_log), "the logs of sleeps"),
      rules_area_(fds_.rules.get(), sizeof(hl_rules), "the unwind table"),
      control_area_(fds_.control.get(), sizeof(hl_control), "the probe's counters"),
      log_(static_cast<hl_log*>(logs_area_.data()), possible_cpus()),
      table_(static_cast<hl_rules*>(rules_area_.data())),
      control_(static_cast<hl_control*>(control_area_.data())),
      busy_locks_(*control_, counters_of(*control_), fds_.windows),
      images_(images),
      rules_(rules),
      ring_(ring_buffer__new(fds_.ring.get(), &SleepsReader::on_event, this, nullptr)) {
    if (!ring_)
        throw Error("cannot map the BPF ring buffer",
                    "run it again with HOTLOCK_DEBUG=1 for the reason");
}

SleepsReader::~SleepsReader() = default;

void SleepsReader::enable() {
    enabled_ = true;
    __atomic_store_n(&control_->enabled, 1U, __ATOMIC_RELEASE);
}

void SleepsReader::stop() {
    enabled_ = false;
    __atomic_store_n(&control_->enabled, 0U, __ATOMIC_RELEASE);
    fds_.links.clear();
}

void SleepsReader::set_tick_interval(uint64_t interval) {
    __atomic_store_n(&control_->tick_interval, interval, __ATOMIC_RELAXED);
}

void SleepsReader::drain(const OnRecord& on_record, const OnTick& on_tick) {
    // What a CPU saw before this is in its log by now, unless the host stopped that CPU meanwhile.
    const uint64_t until = enabled_ ? monotonic_now() - kPublishing : UINT64_MAX;
    on_record_ = &on_record;
    on_tick_ = &on_tick;
    ring_buffer__consume(ring_.get());
    take_entries(until);
    on_record_ = nullptr;
    on_tick_ = nullptr;
}

int SleepsReader::urgent_fd() const {
    return ring_buffer__epoll_fd(ring_.get());
}

SleepsReader::Totals SleepsReader::totals() const {
    Totals totals;
    for (const hl_counters& cpu : counters_of(*control_)) {
        totals.sleeps += cpu.sleeps;
        for (const uint64_t skipped : cpu.skipped)
            totals.sleeps += skipped;
        totals.lost_entries += cpu.lost_entries;
        totals.lost_threads += cpu.lost_threads;
        totals.lost_stacks += cpu.lost_stacks;
        totals.lost_ticks += cpu.lost_ticks;
        totals.own_ns += cpu.own_ns;
    }
    return totals;
}

int SleepsReader::on_event(void* self, void* data, size_t bytes) {
    static_cast<SleepsReader*>(self)->take_event({static_cast<const char*>(data), bytes});
    return 0;
}

void SleepsReader::take_entries(uint64_t until) {
    const std::vector<LoggedEntry> entries = log_.take_until(until);
    busy_locks_.note_skips();
    for (const LoggedEntry& logged : entries)
        if (std::optional<EndedSleep> ended = assembler_.take(logged)) {
            busy_locks_.count(*ended);
            (*on_record_)(ended->sleep);
        }
    assembler_.forget_until(until);
    if (enabled_) busy_locks_.choose(monotonic_now());
}

void SleepsReader::take_event(std::string_view bytes) {
    uint32_t kind = 0;
    if (!read_head(bytes, kind)) return;
    if (kind == HL_EVENT_TICK) take_tick(bytes);
    if (kind == HL_EVENT_STACK || kind == HL_EVENT_SLICE) take_stack(bytes);
}

void SleepsReader::take_tick(std::string_view bytes) {
    if (hl_tick tick{}; read_head(bytes, tick)) (*on_tick_)(tick);
}

void SleepsReader::take_stack(std::string_view bytes) {
    hl_stack head{};
    if (!read_head(bytes, head)) return;
    const std::string_view words = bytes.substr(sizeof head);
    if (head.kind == HL_EVENT_SLICE) {
        take_slice(head, words);
        return;
    }
    recording::Stack stack;
    stack.key = head.key;
    stack.time = head.time;
    stack.pid = head.pid;
    stack.complete = head.complete != 0;
    stack.addresses = read_words(words, head.frames);
    (*on_record_)(std::move(stack));
}

void SleepsReader::take_slice(const hl_stack& head, std::string_view words) {
    recording::Slice slice;
    slice.key = head.key;
    slice.time = head.time;
    slice.pid = head.pid;
    slice.addresses = read_words(words, head.frames);
    slice.ip = head.ip;
    slice.stack_pointer = head.sp;
    slice.length = head.bytes;

    const StackFilter filter(images_, head.pid, head.sp, head.bytes);
    const std::string_view memory =
        words.substr(std::min<size_t>(words.size(), size_t{head.frames} * 8));
    slice.words = filter.filter(read_words(memory, head.bytes / 8));
    slice.frame_pointer = filter.keeps(head.fp) ? head.fp : 0;

    unwind::walk_slice(slice, images_, rules_, [&](uint64_t ip, const unwind::Rule& rule) {
        // Code whose mapping has not been reported yet must not be taken for code without rules.
        if (images_.find_latest(head.pid, ip) != nullptr) table_.learn(ip, head.space, rule);
    });
    (*on_record_)(std::move(slice));
}

}  // namespace hotlock::collector
