// Structures that were meant for a line of their own but lie across two.
#include <cstdint>

#include "test/workloads/lines/case.h"

namespace lines {

namespace {

// 64 bytes, but the array starts in the middle of a line.
struct Slot {
    std::atomic<long> first;
    char padding[48]{};
    std::atomic<long> last;
};
struct alignas(64) {
    char header[32]{};
    Slot slots[4];
} table;

struct alignas(64) [[gnu::packed]] Packed {
    char header[60]{};
    volatile uint64_t sent{};  // across the end of the line
    volatile uint64_t received{};
};
Packed message;

template <int thread>
void use_slot() {
    repeat([] {
        table.slots[thread].first++;
        table.slots[thread].last++;
    });
}

void misaligned_padding() {
    run_both(use_slot<0>, use_slot<1>);
}

void packed() {
    run_both([] { repeat([] { message.sent = message.sent + 1; }); },
             [] { repeat([] { message.received = message.received + 1; }); });
}

}  // namespace

std::vector<Case> layout_cases() {
    return {{"misaligned_padding",
             {"false", {"table.slots[0].last", "table.slots[1].first"}},
             misaligned_padding},
            {"packed", {"false", {"message.sent", "message.received"}}, packed}};
}

}  // namespace lines
