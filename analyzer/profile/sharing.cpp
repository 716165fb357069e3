#include "analyzer/profile/sharing.h"

#include <algorithm>
#include <map>

#include "analyzer/profile/turns.h"

namespace hotlock::profiling {

namespace {

constexpr uint64_t longest_gap_ns = 10'000'000;
constexpr uint64_t fewest_accesses = 5;
constexpr uint64_t fewest_written = 2;
constexpr double fewest_exchanged = 0.3;  // of the accesses off the main CPU
constexpr double few = 0.1;

bool writes(const LineAccess& access) {
    return access.kind != AccessKind::read;
}

bool overlap(const LineAccess& a, const LineAccess& b) {
    return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

struct Exchanges {
    uint64_t all = 0;
    uint64_t same_bytes = 0;   // with a write
    uint64_t other_bytes = 0;  // likewise

    void add(const LineAccess& a, const LineAccess& b) {
        all++;
        if (!writes(a) && !writes(b)) return;
        (overlap(a, b) ? same_bytes : other_bytes)++;
    }
    uint64_t written() const { return same_bytes + other_bytes; }
};

bool is_exchange(const LineAccess& a, const LineAccess& b, const ThreadTable& threads) {
    return a.cpu != b.cpu && a.thread != b.thread && b.time - a.time <= longest_gap_ns &&
           threads.lives(a.thread, a.time, b.time) && threads.lives(b.thread, a.time, b.time);
}

Exchanges exchanges_of(std::span<const LineAccess> accesses, const ThreadTable& threads) {
    Exchanges exchanges;
    for (size_t i = 1; i < accesses.size(); i++) {
        const LineAccess& a = accesses[i - 1];
        const LineAccess& b = accesses[i];
        if (is_exchange(a, b, threads)) exchanges.add(a, b);
    }
    return exchanges;
}

uint64_t off_main_cpu(std::span<const LineAccess> accesses) {
    std::map<uint32_t, uint64_t> by_cpu;
    uint64_t most = 0;
    for (const LineAccess& access : accesses)
        most = std::max(most, ++by_cpu[access.cpu]);
    return accesses.size() - most;
}

}  // namespace

std::optional<Sharing> sharing_of(std::span<const LineAccess> accesses,
                                  const ThreadTable& threads) {
    if (accesses.size() < fewest_accesses) return std::nullopt;
    const uint64_t minority = off_main_cpu(accesses);
    const Exchanges exchanges = exchanges_of(accesses, threads);
    // Each access has two neighbours.
    const auto possible = static_cast<double>(std::min(2 * minority, accesses.size() - 1));
    if (static_cast<double>(exchanges.all) < fewest_exchanged * possible || minority == 0)
        return std::nullopt;
    if (exchanges.written() < fewest_written || take_turns(accesses)) return std::nullopt;
    const double rare = static_cast<double>(std::min(exchanges.same_bytes, exchanges.other_bytes)) /
                        static_cast<double>(exchanges.written());
    if (rare > few) return Sharing::mixed;
    return exchanges.same_bytes > exchanges.other_bytes ? Sharing::true_sharing
                                                        : Sharing::false_sharing;
}

}  // namespace hotlock::profiling
