#include "analyzer/profile/cpu_view.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace hotlock::profiling {

namespace {

constexpr int64_t rows_per_whole = 1000;
constexpr size_t most_stacks = 200;

template <class Row>
void sort_by_time(std::vector<Row>& rows) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.time > b.time; });
}

}  // namespace

std::vector<CpuFunction> cpu_functions(const TickTable& ticks, StackNamer& namer) {
    using Key = std::tuple<std::string, std::string, bool>;  // symbol, module, kernel
    std::map<Key, CpuFunction> rows;
    nanoseconds all{0};
    for (const auto& [code, sums] : ticks.code()) {
        // The function that was compiled, not one that was inlined into it.
        const Frame& frame = *namer.name_code(code.pid, sums.last_time, code.ip).back();
        CpuFunction& row = rows[{frame_name(frame), frame.module, code.kernel}];
        row.symbol = frame_name(frame);
        row.module = frame.module;
        row.build_id = frame.build_id;
        row.kernel = code.kernel;
        row.samples += sums.samples;
        row.time += sums.time;
        all += sums.time;
    }
    std::vector<CpuFunction> result;
    for (auto& [key, row] : rows)
        if (row.time * rows_per_whole >= all) result.push_back(std::move(row));
    sort_by_time(result);
    return result;
}

std::vector<CpuStack> cpu_stacks(const TickTable& ticks, StackNamer& namer, StackTable& table) {
    std::vector<std::pair<std::pair<RawStackId, bool>, TickSums>> heaviest(ticks.stacks().begin(),
                                                                           ticks.stacks().end());
    std::stable_sort(heaviest.begin(), heaviest.end(),
                     [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
    // Different addresses may have the same names.
    std::map<std::pair<StackId, bool>, CpuStack> rows;
    for (const auto& [key, sums] : heaviest) {
        if (rows.size() == most_stacks) break;
        const StackId stack = intern(table, namer.name(key.first));
        CpuStack& row = rows[{stack, key.second}];
        row.stack = stack;
        row.kernel = key.second;
        row.samples += sums.samples;
        row.time += sums.time;
    }
    std::vector<CpuStack> result;
    result.reserve(rows.size());
    for (const auto& [key, row] : rows)
        result.push_back(row);
    sort_by_time(result);
    return result;
}

}  // namespace hotlock::profiling
