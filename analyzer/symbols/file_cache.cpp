// A short list of open files, the one not used for longest goes first.
#include "analyzer/symbols/file_cache.h"

#include <utility>

namespace hotlock::symbols {
namespace {

// Each file costs one or two descriptors; the usual soft limit is 1024.
constexpr size_t max_files = 128;

}  // namespace

std::shared_ptr<ModuleFile> FileCache::get(const unwind::Image& image) {
    if (const auto known = index_.find(std::tie(image.path, image.build_id));
        known != index_.end()) {
        recent_.splice(recent_.begin(), recent_, known->second);
        return known->second->file;
    }
    if (recent_.size() >= max_files) {
        index_.erase(recent_.back().key);
        recent_.pop_back();
    }
    recent_.push_front({{image.path, image.build_id}, ModuleFile::open(image)});
    index_.emplace(recent_.front().key, recent_.begin());
    return recent_.front().file;
}

}  // namespace hotlock::symbols
