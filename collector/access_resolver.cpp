#include "collector/access_resolver.h"

#include <linux/futex.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "common/unwind/generated.h"

namespace hotlock::collector {

namespace {

constexpr size_t most_sites = 1 << 18;
constexpr uint64_t bytes_before = 4096;
constexpr uint64_t bytes_behind = 1024;
constexpr uint64_t largest_object = 1 << 20;
constexpr uint8_t rsp = 4;

recording::SampleOutcome recorded(decode::Outcome outcome) {
    using decode::Outcome;
    switch (outcome) {
        case Outcome::resolved:
            return recording::operand_known;
        case Outcome::no_memory_operand:
            return recording::no_operand;
        case Outcome::overwritten:
            return recording::operand_overwritten;
        case Outcome::ambiguous:
            return recording::several_before;
        case Outcome::unresolvable:
            return recording::address_not_computable;
        case Outcome::undecodable:
            return recording::not_decodable;
        case Outcome::outside:
            return recording::code_unknown;
        case Outcome::system_call:
            return recording::in_system_call;
    }
    return recording::not_decodable;
}

recording::SampleAccess recorded(AccessKind kind) {
    switch (kind) {
        case AccessKind::read:
            return recording::read_access;
        case AccessKind::write:
            return recording::write_access;
        case AccessKind::update:
            return recording::update_access;
        case AccessKind::atomic:
            return recording::atomic_access;
    }
    return recording::no_access;
}

// arch/x86/entry/syscalls/syscall_64.tbl: futex, futex_waitv, futex_wake, futex_wait, futex_requeue
bool is_futex(uint32_t number) {
    return number == 202 || number == 449 || (number >= 454 && number <= 456);
}

// First and second argument of a system call.
constexpr size_t rdi = 7;
constexpr size_t rsi = 6;

// The calls of futex2 have one operation each.
uint32_t futex_operation(uint32_t number, uint64_t second_argument) {
    if (number == 202) return static_cast<uint32_t>(second_argument) & FUTEX_CMD_MASK;
    return number == 449 || number == 455 ? FUTEX_WAIT : FUTEX_WAKE;
}

void tell_access(const decode::Access& access, recording::Sample& tick) {
    tick.instruction = access.instruction;
    tick.address = access.address;
    tick.size = access.size;
    tick.access = recorded(access.kind);
}

}  // namespace

AccessResolver::AccessResolver(const unwind::ImageMap& images, unwind::FunctionSource& functions)
    : images_(images), functions_(functions), decoder_(decode::make_x86_decoder()) {}

void AccessResolver::resolve(const PerfSample& sample, recording::Sample& tick) {
    tick.outcome = recording::code_unknown;
    const decode::Site* const found = site(sample);
    if (found == nullptr) return;
    tick.outcome = recorded(found->outcome);
    tick.instruction = found->instruction;
    if (found->system_call && is_futex(*found->system_call)) {
        tick.outcome = recording::in_futex_call;
        tick.address = sample.general[rdi];
        tick.access = futex_operation(*found->system_call, sample.general[rsi]);
    }
    if (found->outcome != decode::Outcome::resolved) return;
    if (found->stack) {  // push, pop, call: the thread's own
        tick.outcome = recording::no_operand;
        return;
    }
    decode::Registers registers{sample.general, sample.ip, std::nullopt, std::nullopt};
    if (found->operand.segment == decode::Segment::fs)
        registers.fs_base = pointers_.find(sample.pid, sample.tid);
    const std::optional<decode::Access> access = decode::access_of(*found, registers);
    if (!access) {
        tick.outcome = recording::base_unknown;
    } else if (!decode::is_possible(*access)) {  // it was jumped over
        tick.outcome = recording::no_operand;
    } else {
        tell_access(*access, tick);
        tell_vtable(found->operand, sample, tick);
    }
}

// Objects are accessed by a pointer to them and a distance; an index may come on top.
void AccessResolver::tell_vtable(const decode::Operand& operand, const PerfSample& sample,
                                 recording::Sample& tick) {
    if (!operand.base || *operand.base == rsp || operand.segment != decode::Segment::none) return;
    const uint64_t object = sample.general[*operand.base % sample.general.size()];
    const uint64_t into = tick.address - object;
    if (into > largest_object) return;
    tick.vtable = vtables_.read(sample.pid, sample.time, object);
    if (tick.vtable != 0) tick.into = static_cast<uint32_t>(into);
}

void AccessResolver::note_new_thread(uint32_t pid, uint32_t tid) {
    pointers_.forget(pid, tid);
    if (pid == tid) vtables_.forget(pid);
}

const decode::Site* AccessResolver::site(const PerfSample& sample) {
    const unwind::MappedImage* const mapped = images_.find_latest(sample.pid, sample.ip);
    if (mapped == nullptr) return nullptr;
    if (unwind::is_generated(*mapped->image)) {
        generated_ = decode_at(*mapped, sample.pid, sample.ip);
        return &generated_;
    }
    const Place place{mapped->image.get(), mapped->start,
                      sample.ip - mapped->start + mapped->file_offset};
    if (const auto known_site = sites_.find(place); known_site != sites_.end())
        return &known_site->second;
    if (sites_.size() >= most_sites) sites_.clear();
    return &sites_.emplace(place, decode_at(*mapped, sample.pid, sample.ip)).first->second;
}

decode::Site AccessResolver::decode_at(const unwind::MappedImage& mapped, uint32_t pid,
                                       uint64_t ip) {
    const uint64_t first = std::max(mapped.start, ip - std::min(ip, bytes_before));
    const uint64_t last = std::min(mapped.end, ip + bytes_behind);
    const std::vector<uint8_t> code = code_.read(mapped, pid, first, last - first);
    const uint64_t shift = mapped.start - mapped.file_offset;
    std::optional<decode::Bounds> bounds;
    if (const auto function = functions_.function(*mapped.image, ip - shift))
        bounds = decode::Bounds{function->start + shift, function->end + shift};
    return decoder_->site(code, first, bounds, ip);
}

}  // namespace hotlock::collector
