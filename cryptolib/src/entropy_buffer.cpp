// Where getrandom(2) is called.
#include "cryptolib/include/cryptolib/random/entropy_buffer.h"

#include <string.h>
#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace cryptolib {

void EntropyBuffer::take(std::span<std::byte> out) {
    while (!out.empty()) {
        if (available_ == 0) refill();
        const size_t count = std::min(out.size(), available_);
        const auto fresh = std::span(bytes_).last(available_).first(count);
        std::copy(fresh.begin(), fresh.end(), out.begin());
        explicit_bzero(fresh.data(), fresh.size());
        available_ -= count;
        out = out.subspan(count);
    }
}

// noinline: the next bottleneck once the lock is gone; a profile must show it by name.
[[gnu::noinline]] void EntropyBuffer::refill() {
    size_t filled = 0;
    while (filled < capacity) {
        const ssize_t count = getrandom(bytes_.data() + filled, capacity - filled, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw std::system_error(errno, std::generic_category(), "getrandom");
        filled += static_cast<size_t>(count);
    }
    available_ = capacity;
}

}  // namespace cryptolib
