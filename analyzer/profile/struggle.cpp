// Ticks on lock words -> struggles.
#include "analyzer/profile/struggle.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/profile/classify.h"
#include "analyzer/profile/lock_api.h"
#include "common/model/call_site.h"

namespace hotlock::profiling {

namespace {

// Which of its words a thread spins on says where a pthread_rwlock_t begins only for the third one
// (classify.cpp); the others are told apart by what else happens there.
constexpr uint64_t writers_futex = 12;

// The stack where one was met, else the function alone.
NamedStack stack_at(const TickTable& ticks, StackNamer& namer, const AccessPlace& place,
                    uint64_t time) {
    const RawStackId met = ticks.stack_of(place);
    return met ? namer.name(met) : namer.name_code(place.line.pid, time, place.instruction);
}

std::optional<Struggle> futex_struggle(const FutexKey& key, const ThreadTicks& futex,
                                       const TickTable& ticks, StackNamer& namer) {
    const AccessPlace place{{key.pid, key.address / line_bytes}, key.instruction};
    Struggle result{.pid = key.pid, .address = key.address, .ticks = futex, .in_futex_call = true};
    result.stack = stack_at(ticks, namer, place, futex.last_time);
    const Classification what = classify(result.stack, {.operation = key.operation}, key.address);
    result.leaf = what.leaf;
    const auto* use = std::get_if<LockUse>(&what.use);
    if (what.certain && use == nullptr) return std::nullopt;
    // The value that the call expects, which a tick does not tell, decides the rest.
    if (what.certain && use->kind != LockKind::rwlock)
        result.lock = LockGuess{use->kind, use->mode, use->address};
    return result;
}

std::optional<LockKind> kind_of(const NamedStack& code) {
    for (const Frame* frame : code)
        if (const auto kind = lock_kind_of(frame->function)) return kind;
    return std::nullopt;
}

LockGuess guess(LockKind kind, const NamedStack& stack, uint64_t address) {
    const bool third = kind == LockKind::rwlock && address % 8 == 4;
    LockGuess lock{kind, WaitMode::exclusive, third ? address - writers_futex : address};
    if (!stack.empty())
        if (const auto api = find_api(stack.front()->function)) lock.mode = api->mode;
    return lock;
}

// Accesses of one instruction to one word.
struct Accesses {
    AccessPlace place;
    uint64_t address = 0;
    bool atomic = false;

    auto operator<=>(const Accesses&) const = default;
};

std::map<Accesses, ThreadTicks> accesses_to(const LineKey& key,
                                            const std::vector<LineAccess>& accesses) {
    std::map<Accesses, ThreadTicks> result;
    for (const LineAccess& access : accesses) {
        ThreadTicks& ticks = result[{{key, access.instruction},
                                     key.number * line_bytes + access.offset,
                                     access.kind == AccessKind::atomic}];
        ticks.last_time = std::max(ticks.last_time, access.time);
        ticks.threads[access.thread] += nanoseconds{access.weight_ns};
    }
    return result;
}

std::optional<Struggle> word_struggle(const Accesses& accesses, const ThreadTicks& at,
                                      const TickTable& ticks, StackNamer& namer) {
    const AccessPlace& place = accesses.place;
    const NamedStack code = namer.name_code(place.line.pid, at.last_time, place.instruction);
    const auto kind = kind_of(code);
    if (!kind && !is_lock_code(*code.front())) return std::nullopt;
    Struggle result{.pid = place.line.pid, .address = accesses.address, .ticks = at};
    result.stack = stack_at(ticks, namer, place, at.last_time);
    if (kind && accesses.atomic) result.lock = guess(*kind, result.stack, accesses.address);
    return result;
}

}  // namespace

nanoseconds Struggle::time() const {
    nanoseconds sum{0};
    for (const auto& [thread, part] : ticks.threads)
        sum += part;
    return sum;
}

std::vector<Struggle> find_struggles(const TickTable& ticks, const std::vector<CacheLine>& bouncing,
                                     StackNamer& namer) {
    std::vector<Struggle> result;
    const auto add = [&result](std::optional<Struggle> struggle) {
        if (struggle) result.push_back(*std::move(struggle));
    };
    for (const auto& [key, futex] : ticks.futexes())
        add(futex_struggle(key, futex, ticks, namer));
    std::set<uint64_t> lines;
    for (const CacheLine& line : bouncing)
        lines.insert(line.address / line_bytes);
    for (const auto& [key, accesses] : ticks.lines().lines()) {
        if (!lines.contains(key.number)) continue;
        for (const auto& [place, at] : accesses_to(key, accesses))
            add(word_struggle(place, at, ticks, namer));
    }
    std::stable_sort(result.begin(), result.end(), [](const Struggle& a, const Struggle& b) {
        return std::tuple(a.pid, a.address, !a.lock) < std::tuple(b.pid, b.address, !b.lock);
    });
    return result;
}

}  // namespace hotlock::profiling
