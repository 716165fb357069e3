#include "collector/mapped_area.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "common/base/error.h"

namespace hotlock::collector {

MappedArea::MappedArea(int fd, size_t bytes, const char* what) : bytes_(bytes) {
    void* area = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (area == MAP_FAILED)
        throw Error(fmt::format("cannot map {}: {}", what, std::strerror(errno)),
                    "raise the limit of locked memory (ulimit -l) or "
                    "/proc/sys/kernel/perf_event_mlock_kb");
    data_ = area;
}

MappedArea::MappedArea(MappedArea&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

MappedArea& MappedArea::operator=(MappedArea&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

MappedArea::~MappedArea() {
    if (data_ != nullptr) ::munmap(data_, bytes_);
}

}  // namespace hotlock::collector
