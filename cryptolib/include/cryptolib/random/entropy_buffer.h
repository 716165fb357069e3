// Entropy of the operating system, fetched ahead so that not every request is a system call.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace cryptolib {

// Plain bytes whose all-zero form is an empty buffer: see WipedOnFork.
class EntropyBuffer {
  public:
    static constexpr size_t capacity = 256;

    // Fills `out`; no byte is ever handed out twice. Throws std::system_error when the operating
    // system gives none.
    void take(std::span<std::byte> out);

    size_t available() const { return available_; }

  private:
    void refill();

    size_t available_ = 0;  // the last `available_` bytes are fresh, the ones before are wiped
    std::array<std::byte, capacity> bytes_{};
};

}  // namespace cryptolib
