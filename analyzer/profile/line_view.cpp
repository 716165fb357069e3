#include "analyzer/profile/line_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/profile/excess.h"
#include "analyzer/profile/sharing.h"
#include "common/model/call_site.h"
#include "common/model/function_name.h"

namespace hotlock::profiling {

namespace {

nanoseconds time_of(const std::vector<LineAccess>& accesses) {
    nanoseconds time{0};
    for (const LineAccess& access : accesses)
        time += nanoseconds{access.weight_ns};
    return time;
}

// A field while accesses are still being added.
struct OpenField {
    AccessCounts counts;
    std::set<uint32_t> cpus;
    std::set<ThreadId> threads;
    std::map<std::pair<uint64_t, AccessKind>, uint64_t> instructions;  // samples
};

class LineBuilder {
  public:
    LineBuilder(const TickTable& ticks, const ThreadTable& threads, const Namers& namers,
                StackTable& table)
        : ticks_(ticks), threads_(threads), namers_(namers), table_(table) {}

    CacheLine build(const LineKey& key, const std::vector<LineAccess>& accesses, Sharing sharing);

  private:
    void add_fields(CacheLine& line, const LineKey& key, const std::vector<LineAccess>& accesses);
    void name_variables(CacheLine& line, const LineKey& key, uint64_t time);
    void name_objects(CacheLine& line, const LineKey& key, const std::vector<LineAccess>& accesses);
    void name_virtual(CacheLine& line, const LineKey& key, uint64_t time);
    void place(CacheLine& line, const LineKey& key, uint64_t time);
    std::string stack_owner(const LineKey& key, const std::vector<LineAccess>& accesses);
    std::string fallback_name(const CacheLine& line, const LineKey& key,
                              const std::vector<LineAccess>& accesses);

    StackId site(const LineKey& key, uint64_t time, uint64_t instruction);
    std::vector<LineSite> sites(const LineKey& key, uint64_t time, const OpenField& open);

    const TickTable& ticks_;
    const ThreadTable& threads_;
    const Namers& namers_;
    StackTable& table_;
};

LineField close(std::pair<uint32_t, uint32_t> bytes, const OpenField& open) {
    LineField field;
    std::tie(field.offset, field.size) = bytes;
    field.counts = open.counts;
    field.cpus = static_cast<uint32_t>(open.cpus.size());
    field.threads = static_cast<uint32_t>(open.threads.size());
    return field;
}

// The bytes are those of an access to the line.
size_t field_at(const CacheLine& line, uint32_t offset, uint32_t size) {
    const auto field = std::find_if(
        line.fields.begin(), line.fields.end(),
        [&](const LineField& one) { return one.offset == offset && one.size == size; });
    return static_cast<size_t>(field - line.fields.begin());
}

// Different instructions may have the same stack.
std::vector<LineSite> LineBuilder::sites(const LineKey& key, uint64_t time, const OpenField& open) {
    std::map<std::pair<StackId, AccessKind>, uint64_t> samples;
    for (const auto& [access, count] : open.instructions)
        samples[{site(key, time, access.first), access.second}] += count;
    std::vector<LineSite> sites;
    sites.reserve(samples.size());
    for (const auto& [site, count] : samples)
        sites.push_back({site.first, site.second, count});
    std::stable_sort(sites.begin(), sites.end(),
                     [](const auto& a, const auto& b) { return a.samples > b.samples; });
    return sites;
}

// Most samples come without a stack; one that was taken at the same instruction of the same line
// stands for them.
StackId LineBuilder::site(const LineKey& key, uint64_t time, uint64_t instruction) {
    const RawStackId stack = ticks_.stack_of({key, instruction});
    if (stack) return intern(table_, namers_.code.name(stack));
    return intern(table_, namers_.code.name_code(key.pid, time, instruction));
}

void LineBuilder::add_fields(CacheLine& line, const LineKey& key,
                             const std::vector<LineAccess>& accesses) {
    std::map<std::pair<uint32_t, uint32_t>, OpenField> fields;  // offset, size
    for (const LineAccess& access : accesses) {
        OpenField& field = fields[{access.offset, access.size}];
        field.counts.add(access.kind);
        field.cpus.insert(access.cpu);
        field.threads.insert(access.thread);
        field.instructions[{access.instruction, access.kind}]++;
    }
    for (const auto& [bytes, open] : fields) {
        line.fields.push_back(close(bytes, open));
        line.fields.back().sites = sites(key, accesses.back().time, open);
    }
}

void LineBuilder::name_variables(CacheLine& line, const LineKey& key, uint64_t time) {
    for (LineField& field : line.fields) {
        auto place = namers_.data.find(key.pid, time, line.address + field.offset);
        if (!place || !place->symbol) continue;
        field.name = place->symbol->name;
        field.layout = std::move(place->symbol->layout);
        for (LayoutStep& step : field.layout)
            step.owner_start += field.offset - static_cast<int64_t>(place->symbol->offset);
    }
}

void LineBuilder::name_objects(CacheLine& line, const LineKey& key,
                               const std::vector<LineAccess>& accesses) {
    std::map<std::pair<size_t, uint64_t>, uint64_t> samples;  // field, instruction
    for (const LineAccess& access : accesses)
        samples[{field_at(line, access.offset, access.size), access.instruction}]++;
    std::vector<FieldAccess> seen;
    seen.reserve(samples.size());
    for (const auto& [place, count] : samples)
        seen.push_back({place.first,
                        &namers_.accesses.find(key.pid, accesses.back().time, place.second),
                        count});
    name_by_objects(line, seen);
}

// By the classes that vtables tell, where instructions alone do not.
void LineBuilder::name_virtual(CacheLine& line, const LineKey& key, uint64_t time) {
    std::deque<AccessedMemory> memory;
    std::vector<FieldAccess> seen;
    for (const auto& [access, count] : ticks_.lines().virtual_accesses(key)) {
        std::optional<AccessedObject> object = namers_.data.virtual_object(key.pid, time, access);
        if (!object) continue;
        memory.push_back({.size = access.operand_size, .objects = {*std::move(object)}});
        seen.push_back({field_at(line, access.offset, access.size), &memory.back(), count});
    }
    name_by_objects(line, seen);
}

void LineBuilder::place(CacheLine& line, const LineKey& key, uint64_t time) {
    const auto place = namers_.data.find(key.pid, time, line.address);
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

bool is_lock_word(const CacheLine& line, const StackTable& table) {
    const std::vector<const Frame*> frames = table.frames(busiest(line).sites.front().stack);
    return !frames.empty() && is_lock_code(*frames.front());
}

// The thread on whose stack the line lies: who uses its own stack there.
std::string LineBuilder::stack_owner(const LineKey& key, const std::vector<LineAccess>& accesses) {
    std::set<ThreadId> owners;
    for (const LineAccess& access : accesses)
        if (namers_.accesses.find(key.pid, accesses.back().time, access.instruction).own_stack)
            owners.insert(access.thread);
    return owners.size() == 1 ? threads_.name_of(*owners.begin()) : std::string();
}

std::string LineBuilder::fallback_name(const CacheLine& line, const LineKey& key,
                                       const std::vector<LineAccess>& accesses) {
    const LineField& field = busiest(line);
    if (line.offset)
        return fmt::format("{}+{:#x}", base_name(line.module), *line.offset + field.offset);
    if (const std::string owner = stack_owner(key, accesses); !owner.empty())
        return "stack of thread " + owner;
    const Frame* site = access_site(table_, field.sites.front().stack);
    if (site == nullptr) return "memory";
    const char* const what = is_lock_word(line, table_) ? unnamed_lock : "memory used by ";
    return what + short_frame(*site);
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
    name_variables(line, key, time);
    place(line, key, time);
    if (!line.offset) {
        name_objects(line, key, accesses);
        name_virtual(line, key, time);
    }
    line.name = busiest(line).name;
    if (line.name.empty()) line.name = fallback_name(line, key, accesses);
    if (is_lock_word(line, table_)) line.holds_lock = line.name;
    return line;
}

// Ids, and numbers behind names that several lines bear.
void number(std::vector<CacheLine>& lines) {
    uint32_t id = 0;
    std::map<std::string, uint32_t> bearers;
    for (CacheLine& line : lines) {
        line.id = LineId{++id};
        const uint32_t bearer = ++bearers[line.name];
        if (bearer > 1) line.name += fmt::format(" #{}", bearer);
    }
}

}  // namespace

std::vector<CacheLine> bouncing_lines(const TickTable& ticks, const ThreadTable& threads,
                                      const std::optional<AtomicCost>& cost, const Namers& namers,
                                      StackTable& table) {
    LineBuilder builder(ticks, threads, namers, table);
    std::vector<CacheLine> result;
    for (const auto& [key, unsorted] : ticks.lines().lines()) {
        if (!ticks.matters(time_of(unsorted))) continue;
        std::vector<LineAccess> accesses = unsorted;
        std::stable_sort(accesses.begin(), accesses.end(),
                         [](const auto& a, const auto& b) { return a.time < b.time; });
        const auto sharing = sharing_of(accesses, threads);
        if (!sharing) continue;
        result.push_back(builder.build(key, accesses, *sharing));
        result.back().excess = excess_time(accesses, cost);
    }
    std::sort(result.begin(), result.end(), [](const CacheLine& a, const CacheLine& b) {
        return std::tie(b.excess, a.address) < std::tie(a.excess, b.address);
    });
    number(result);
    return result;
}

}  // namespace hotlock::profiling
