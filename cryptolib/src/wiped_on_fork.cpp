// Maps and unmaps the pages of WipedOnFork.
#include "cryptolib/include/cryptolib/random/wiped_on_fork.h"

#include <string.h>
#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace cryptolib {

void* map_secret_pages(size_t size) {
    void* const pages =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    if (madvise(pages, size, MADV_WIPEONFORK) != 0 || madvise(pages, size, MADV_DONTDUMP) != 0) {
        const int error = errno;
        munmap(pages, size);
        throw std::system_error(error, std::generic_category(), "madvise");
    }
    return pages;
}

void wipe_and_unmap(void* pages, size_t size) noexcept {
    explicit_bzero(pages, size);
    munmap(pages, size);
}

}  // namespace cryptolib
