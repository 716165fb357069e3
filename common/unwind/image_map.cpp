// Mappings of all processes over time, looked up by (process, time, address).
#include "common/unwind/image_map.h"

#include <algorithm>
#include <variant>

namespace hotlock::unwind {
namespace {

// Forks of forks of forks; also ends rings of parents in damaged recordings.
constexpr int max_ancestors = 256;

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace

void ImageMap::insert(Life& life, Entry entry) {
    const uint64_t start = entry.mapped.start;
    life.longest = std::max(life.longest, entry.mapped.end - start);
    life.mappings.emplace(start, std::move(entry));
}

std::shared_ptr<const Image> ImageMap::image(const std::string& path, const std::string& build_id) {
    std::shared_ptr<const Image>& slot = images_[{path, build_id}];
    if (!slot) slot = std::make_shared<const Image>(Image{path, build_id});
    return slot;
}

void ImageMap::add(const recording::Mapping& mapping) {
    if (mapping.end <= mapping.start) return;
    Lives& lives = processes_[mapping.pid];
    lives.try_emplace(0);
    Life& life = std::prev(lives.upper_bound(mapping.time))->second;
    insert(life, {mapping.time,
                  {mapping.start, mapping.end, mapping.file_offset,
                   image(mapping.path, mapping.build_id)}});
}

void ImageMap::start_life(uint32_t pid, uint64_t time, uint32_t parent_pid) {
    Lives& lives = processes_[pid];
    lives.try_emplace(0);
    const auto [life, is_new] = lives.try_emplace(time);
    life->second.parent_pid = parent_pid;
    if (!is_new) return;

    // Mappings that arrived before this record but belong to the new life.
    auto& earlier = std::prev(life)->second.mappings;
    for (auto at = earlier.begin(); at != earlier.end();) {
        if (at->second.from < time) {
            ++at;
            continue;
        }
        insert(life->second, std::move(at->second));
        at = earlier.erase(at);
    }
}

void ImageMap::fork(uint32_t parent_pid, uint32_t pid, uint64_t time) {
    if (parent_pid == pid) return;
    start_life(pid, time, parent_pid);
}

void ImageMap::exec(uint32_t pid, uint64_t time) {
    start_life(pid, time, 0);
}

void ImageMap::observe(const recording::Record& record) {
    std::visit(Overloaded{
                   [this](const recording::Mapping& mapping) { add(mapping); },
                   [this](const recording::ThreadStart& start) {
                       if (start.parent_pid != 0) fork(start.parent_pid, start.pid, start.time);
                   },
                   [this](const recording::ThreadName& name) {
                       if (name.exec) exec(name.pid, name.time);
                   },
                   [](const auto&) {},
               },
               record);
}

const MappedImage* ImageMap::newest(const Life& life, uint64_t time, uint64_t address) {
    const Entry* best = nullptr;
    auto at = life.mappings.upper_bound(address);
    while (at != life.mappings.begin()) {
        --at;
        const Entry& entry = at->second;
        if (address - entry.mapped.start >= life.longest) break;
        if (address >= entry.mapped.end || entry.from > time) continue;
        if (!best || entry.from > best->from) best = &entry;
    }
    return best ? &best->mapped : nullptr;
}

template <class Visit>
void ImageMap::each_life(uint32_t pid, uint64_t time, Visit visit) const {
    for (int ancestor = 0; ancestor < max_ancestors; ++ancestor) {
        const auto process = processes_.find(pid);
        if (process == processes_.end()) return;
        const auto life = std::prev(process->second.upper_bound(time));
        if (!visit(life->second, time) || life->second.parent_pid == 0) return;
        pid = life->second.parent_pid;
        time = life->first;
    }
}

const MappedImage* ImageMap::find(uint32_t pid, uint64_t time, uint64_t address) const {
    const MappedImage* found = nullptr;
    each_life(pid, time, [&](const Life& life, uint64_t until) {
        found = newest(life, until, address);
        return found == nullptr;
    });
    return found;
}

const MappedImage* ImageMap::find_latest(uint32_t pid, uint64_t address) const {
    return find(pid, UINT64_MAX, address);
}

std::vector<const MappedImage*> ImageMap::all(uint32_t pid, uint64_t time) const {
    std::vector<const MappedImage*> mapped;
    each_life(pid, time, [&](const Life& life, uint64_t until) {
        for (const auto& [start, entry] : life.mappings) {
            if (entry.from <= until && find(pid, time, start) == &entry.mapped) {
                mapped.push_back(&entry.mapped);
            }
        }
        return true;
    });
    std::ranges::sort(mapped, {}, &MappedImage::start);
    return mapped;
}

}  // namespace hotlock::unwind
