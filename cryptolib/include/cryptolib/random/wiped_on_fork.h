// Secrets in pages of their own, which the kernel clears in a forked child and leaves out of core
// dumps.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace cryptolib {

void* map_secret_pages(size_t size);  // zeroed; throws std::system_error
void wipe_and_unmap(void* pages, size_t size) noexcept;

// Holds a T whose all-zero form means "nothing here yet". A child thus starts from nothing instead
// of from its parent's secrets, at no cost per use, and however it was forked (a check of the
// process id costs a system call, an atfork handler misses a bare clone).
template <class T>
class WipedOnFork {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    WipedOnFork() : value_(new (map_secret_pages(sizeof(T))) T) {}
    WipedOnFork(const WipedOnFork&) = delete;
    WipedOnFork& operator=(const WipedOnFork&) = delete;
    ~WipedOnFork() { wipe_and_unmap(value_, sizeof(T)); }

    T& operator*() { return *value_; }
    T* operator->() { return value_; }

  private:
    T* value_;
};

}  // namespace cryptolib
