// Which variable of which file an address belongs to.
#include "analyzer/profile/data_place.h"

#include <fmt/format.h>

namespace hotlock::profiling {

namespace {

std::string hex(const std::string& bytes) {
    std::string text;
    for (const char byte : bytes)
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return text;
}

}  // namespace

const DataFinder::Range& DataFinder::range(const unwind::MappedImage& mapped) {
    const auto [at, is_new] = ranges_.try_emplace(&mapped);
    if (!is_new) return at->second;
    const auto address = symbolizer_.virtual_address(*mapped.image, mapped.file_offset);
    if (address) at->second = {mapped.start - *address, symbolizer_.virtual_end(*mapped.image)};
    return at->second;
}

std::optional<DataFinder::Place> DataFinder::locate(uint32_t pid, uint64_t time, uint64_t address) {
    for (const unwind::MappedImage* mapped : images_.all(pid, time)) {
        const Range& file = range(*mapped);
        const uint64_t offset = address - file.bias;
        if (offset >= file.size) continue;
        if (mapped->image->path.empty()) return std::nullopt;
        return Place{mapped->image.get(), offset};
    }
    return std::nullopt;
}

std::optional<DataPlace> DataFinder::find(uint32_t pid, uint64_t time, uint64_t address) {
    const std::optional<Place> at = locate(pid, time, address);
    if (!at) return std::nullopt;
    DataPlace place{at->image->path, hex(at->image->build_id), at->offset,
                    symbolizer_.data(*at->image, at->offset)};
    if (place.symbol && place.symbol->name.empty()) place.symbol.reset();
    return place;
}

std::optional<AccessedObject> DataFinder::virtual_object(uint32_t pid, uint64_t time,
                                                         const VirtualAccess& access) {
    const std::optional<Place> at = locate(pid, time, access.vtable);
    if (!at) return std::nullopt;
    return symbolizer_.virtual_object(*at->image, at->offset, access.into, access.operand_size);
}

}  // namespace hotlock::profiling
