// Memory that is read all the time and written now and then, once, or never.
#include <x86intrin.h>

#include <array>

#include "test/workloads/lines/case.h"

namespace lines {

namespace {

constexpr size_t table_size = 1024;
using Table = std::array<long, table_size>;

struct alignas(64) {
    std::atomic<long> version;
} settings, options;
alignas(64) Table filled;

constexpr Table squares = [] {
    Table table{};
    for (size_t i = 0; i < table_size; i++)
        table[i] = static_cast<long>(i * i);
    return table;
}();

// About 1 us: 2000 to 4000 cycles of the time stamp counter.
void pause_1us() {
    const auto begin = __rdtsc();
    while (__rdtsc() - begin < 3000)
        _mm_pause();
}

void change_version() {  // by xchg, which waits for the line
    for (long version = 0; running(); version++) {
        settings.version = version;
        pause_1us();
    }
}

void change_options() {  // by mov, which does not
    for (long version = 0; running(); version++) {
        options.version.store(version, std::memory_order_release);
        pause_1us();
    }
}

void follow_version() {
    repeat([] { use(settings.version.load(std::memory_order_acquire)); });
}

void follow_options() {
    repeat([] { use(options.version.load(std::memory_order_acquire)); });
}

void read_mostly() {
    run_both(change_version, follow_version);
}

void read_mostly_release() {
    run_both(change_options, follow_options);
}

void look_up(const Table& table) {
    size_t at = 1;
    repeat([&] {
        at = (at * 5 + 1) % table_size;
        use(table[at]);
    });
}

void read_only() {
    const Body body = [] { look_up(squares); };
    run_both(body, body);
}

void init_then_use() {
    for (size_t i = 0; i < table_size; i++)
        filled[i] = static_cast<long>(i);
    const Body body = [] { look_up(filled); };
    run_both(body, body);
}

}  // namespace

std::vector<Case> reading_cases() {
    return {{"read_mostly", {"true", {"settings.version"}}, read_mostly},
            {"read_mostly_release", {"true", {"options.version"}, false}, read_mostly_release},
            {"read_only", {}, read_only},
            {"init_then_use", {}, init_then_use}};
}

}  // namespace lines
