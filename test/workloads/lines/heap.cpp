// Memory from malloc, whose names are those of the types that lie there.
#include <cstdlib>
#include <cstring>
#include <memory>

#include "test/workloads/lines/case.h"
#include "test/workloads/lines/meter.h"

namespace lines {

long TrafficMeter::total() const {
    return sent + received;
}

namespace {

struct Traffic {
    std::atomic<long> sent, received;
};
std::unique_ptr<Traffic> traffic;
std::unique_ptr<TrafficMeter> meter;
std::vector<int> items_done;
std::shared_ptr<const int> setting;

[[gnu::noinline]] void count_sent() {
    repeat([mine = traffic.get()] { mine->sent++; });
}

[[gnu::noinline]] void count_received() {
    repeat([mine = traffic.get()] { mine->received++; });
}

void heap_false() {
    traffic = std::make_unique<Traffic>();
    run_both(count_sent, count_received);
}

// Who counts does not know what the counter is a part of: no name but that of the function.
[[gnu::noinline]] void count_up(std::atomic<long>* counter) {
    repeat([counter] { ++*counter; });
}

void heap_counters() {
    traffic = std::make_unique<Traffic>();
    run_both([] { count_up(&traffic->sent); }, [] { count_up(&traffic->received); });
}

// The counting code has no debug information, the object tells its class itself.
void virtual_false() {
    meter = std::make_unique<TrafficMeter>();
    run_both([] { repeat([] { count_sent(*meter); }); },
             [] { repeat([] { count_received(*meter); }); });
    use(meter->total());
}

[[gnu::noinline]] void finish_item(size_t thread) {
    items_done[thread]++;
}

template <size_t thread>
void finish_items() {
    repeat([] { finish_item(thread); });
}

void vector_false() {
    items_done.resize(2);
    run_both(finish_items<0>, finish_items<1>);
}

[[gnu::noinline]] void take_setting() {
    const std::shared_ptr<const int> mine = setting;
    use(mine.get());
}

void refcount() {
    setting = std::make_shared<int>(1);
    const Body body = [] { repeat(take_setting); };
    run_both(body, body);
}

void use_small_blocks() {
    repeat([] {
        constexpr int count = 32;
        void* blocks[count];
        for (void*& block : blocks) {
            block = std::malloc(48);
            std::memset(block, 1, 48);
            use(block);
        }
        for (void* block : blocks)
            std::free(block);
    });
}

void allocator_reuse() {
    run_both(use_small_blocks, use_small_blocks);
}

}  // namespace

std::vector<Case> heap_cases() {
    return {{"heap_false", {"false", {"Traffic::sent", "Traffic::received"}}, heap_false},
            {"heap_counters", {"false", {"count_up"}}, heap_counters},
            {"virtual_false",
             {"false", {"TrafficMeter::sent", "TrafficMeter::received"}},
             virtual_false},
            {"vector_false", {"false", {"items_done[]"}}, vector_false},
            {"refcount", {"true", {"_Sp_counted_base", "_M_use_count"}}, refcount},
            {"allocator_reuse", {}, allocator_reuse}};
}

}  // namespace lines
