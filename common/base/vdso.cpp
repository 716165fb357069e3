#include "common/base/vdso.h"

#include <elf.h>
#include <sys/auxv.h>

#include <algorithm>

#include "common/base/rounding.h"

namespace hotlock {

namespace {

constexpr uint64_t page_size = 4096;

// The kernel maps the whole file, in whole pages; its section headers are the last thing in it.
uint64_t file_end(const uint8_t* image) {
    const auto* header = reinterpret_cast<const Elf64_Ehdr*>(image);
    const auto* segments = reinterpret_cast<const Elf64_Phdr*>(image + header->e_phoff);
    uint64_t end = header->e_shoff + uint64_t{header->e_shnum} * header->e_shentsize;
    for (size_t i = 0; i < header->e_phnum; i++)
        end = std::max(end, segments[i].p_offset + segments[i].p_filesz);
    return rounded_up(end, page_size);
}

}  // namespace

std::span<const uint8_t> own_vdso() {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): that is how the kernel tells it
    const auto* image = reinterpret_cast<const uint8_t*>(::getauxval(AT_SYSINFO_EHDR));
    if (image == nullptr) return {};
    return {image, file_end(image)};
}

}  // namespace hotlock
