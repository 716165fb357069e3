// A shared memory mapping of a descriptor with one owner.
#pragma once

#include <cstddef>

namespace hotlock::collector {

class MappedArea {
  public:
    MappedArea() = default;
    // Throws Error naming `what` when the kernel refuses.
    MappedArea(int fd, size_t bytes, const char* what);
    MappedArea(MappedArea&& other) noexcept;
    MappedArea& operator=(MappedArea&& other) noexcept;
    ~MappedArea();

    void* data() const { return data_; }
    size_t bytes() const { return bytes_; }

  private:
    void* data_ = nullptr;
    size_t bytes_ = 0;
};

}  // namespace hotlock::collector
