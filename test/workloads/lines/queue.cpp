// Blocks that one thread writes and another one reads, each in its turn.
#include "test/workloads/lines/case.h"

namespace lines {

namespace {

// A block tells itself whether it is full: there are no common ends of the queue.
struct alignas(64) Block {
    std::atomic<bool> full;
    long words[6]{};
};

constexpr size_t ring_size = 1024;
Block ring[ring_size];

bool wait_until(const std::atomic<bool>& full, bool wanted) {
    while (full.load(std::memory_order_acquire) != wanted)
        if (!running()) return false;
    return true;
}

void produce() {
    for (size_t at = 0; wait_until(ring[at].full, false); at = (at + 1) % ring_size) {
        for (long& word : ring[at].words)
            word = static_cast<long>(at);
        ring[at].full.store(true, std::memory_order_release);
    }
}

void consume() {
    long sum = 0;
    for (size_t at = 0; wait_until(ring[at].full, true); at = (at + 1) % ring_size) {
        for (const long word : ring[at].words)
            sum += word;
        ring[at].full.store(false, std::memory_order_release);
    }
    use(sum);
}

void handover_queue() {
    run_both(produce, consume);
}

}  // namespace

std::vector<Case> queue_cases() {
    return {{"handover_queue", {}, handover_queue}};
}

}  // namespace lines
