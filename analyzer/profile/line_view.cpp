#include "analyzer/profile/line_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/profile/sharing.h"
#include "common/model/function_name.h"

namespace hotlock::profiling {

namespace {

constexpr int64_t lines_per_whole = 1000;

nanoseconds time_of(const std::vector<LineAccess>& accesses) {
    nanoseconds time{0};
    for (const LineAccess& access : accesses)
        time += nanoseconds{access.weight_ns};
    return time;
}

nanoseconds sampled_time(const TickTable& ticks) {
    nanoseconds time{0};
    for (const auto& [thread, running] : ticks.threads())
        time += running;
    return time;
}

// A field while accesses are still being added.
struct OpenField {
    AccessCounts counts;
    std::set<uint32_t> cpus;
    std::set<ThreadId> threads;
    std::map<std::pair<StackId, AccessKind>, uint64_t> sites;
};

class LineBuilder {
  public:
    LineBuilder(StackNamer& namer, DataFinder& finder, StackTable& table)
        : namer_(namer), finder_(finder), table_(table) {}

    CacheLine build(const LineKey& key, const std::vector<LineAccess>& accesses, Sharing sharing);

  private:
    void add_fields(CacheLine& line, const LineKey& key, const std::vector<LineAccess>& accesses);
    void name_fields(CacheLine& line, const LineKey& key, uint64_t time);
    void place(CacheLine& line, const LineKey& key, uint64_t time);
    std::string fallback_name(const CacheLine& line) const;

    StackNamer& namer_;
    DataFinder& finder_;
    StackTable& table_;
};

LineField close(std::pair<uint32_t, uint32_t> bytes, const OpenField& open) {
    LineField field;
    std::tie(field.offset, field.size) = bytes;
    field.counts = open.counts;
    field.cpus = static_cast<uint32_t>(open.cpus.size());
    field.threads = static_cast<uint32_t>(open.threads.size());
    for (const auto& [site, samples] : open.sites)
        field.sites.push_back({site.first, site.second, samples});
    std::stable_sort(field.sites.begin(), field.sites.end(),
                     [](const auto& a, const auto& b) { return a.samples > b.samples; });
    return field;
}

void LineBuilder::add_fields(CacheLine& line, const LineKey& key,
                             const std::vector<LineAccess>& accesses) {
    std::map<std::pair<uint32_t, uint32_t>, OpenField> fields;  // offset, size
    for (const LineAccess& access : accesses) {
        OpenField& field = fields[{access.offset, access.size}];
        field.counts.add(access.kind);
        field.cpus.insert(access.cpu);
        field.threads.insert(access.thread);
        const StackId stack =
            intern(table_, namer_.name_code(key.pid, access.time, access.instruction));
        field.sites[{stack, access.kind}]++;
    }
    for (const auto& [bytes, open] : fields)
        line.fields.push_back(close(bytes, open));
}

void LineBuilder::name_fields(CacheLine& line, const LineKey& key, uint64_t time) {
    for (LineField& field : line.fields) {
        const auto place = finder_.find(key.pid, time, line.address + field.offset);
        if (place && place->symbol) field.name = place->symbol->name;
    }
}

void LineBuilder::place(CacheLine& line, const LineKey& key, uint64_t time) {
    const auto place = finder_.find(key.pid, time, line.address);
    if (!place) return;
    line.module = place->module;
    line.build_id = place->build_id;
    line.offset = place->offset;
}

const LineField& busiest(const CacheLine& line) {
    return *std::max_element(
        line.fields.begin(), line.fields.end(),
        [](const LineField& a, const LineField& b) { return a.counts.all() < b.counts.all(); });
}

std::string LineBuilder::fallback_name(const CacheLine& line) const {
    const LineField& field = busiest(line);
    if (line.offset)
        return fmt::format("{}+{:#x}", base_name(line.module), *line.offset + field.offset);
    const std::vector<const Frame*> site = table_.frames(field.sites.front().stack);
    return site.empty() ? "memory" : fmt::format("memory used by {}", short_frame(*site.front()));
}

CacheLine LineBuilder::build(const LineKey& key, const std::vector<LineAccess>& accesses,
                             Sharing sharing) {
    CacheLine line;
    const uint64_t time = accesses.back().time;
    line.address = key.number * line_bytes;
    line.samples = accesses.size();
    line.time = time_of(accesses);
    line.sharing = sharing;
    add_fields(line, key, accesses);
    name_fields(line, key, time);
    place(line, key, time);
    line.name = busiest(line).name.empty() ? fallback_name(line) : busiest(line).name;
    return line;
}

}  // namespace

std::vector<CacheLine> bouncing_lines(const TickTable& ticks, StackNamer& namer, DataFinder& finder,
                                      StackTable& table) {
    LineBuilder builder(namer, finder, table);
    const nanoseconds all = sampled_time(ticks);
    std::vector<CacheLine> result;
    for (const auto& [key, unsorted] : ticks.lines().lines()) {
        if (time_of(unsorted) * lines_per_whole < all) continue;
        std::vector<LineAccess> accesses = unsorted;
        std::stable_sort(accesses.begin(), accesses.end(),
                         [](const auto& a, const auto& b) { return a.time < b.time; });
        if (const auto sharing = sharing_of(accesses))
            result.push_back(builder.build(key, accesses, *sharing));
    }
    std::sort(result.begin(), result.end(), [](const CacheLine& a, const CacheLine& b) {
        return std::tie(b.time, a.address) < std::tie(a.time, b.address);
    });
    uint32_t id = 0;
    for (CacheLine& line : result)
        line.id = LineId{++id};
    return result;
}

}  // namespace hotlock::profiling
