#include "collector/thread_pointers.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>

namespace hotlock::collector {

namespace {

constexpr uint64_t page_bytes = 4096;
constexpr size_t most_threads = 1 << 16;

// Descriptors are aligned at least like this.
constexpr size_t step_words = 2;

std::optional<uint64_t> robust_list(uint32_t tid) {
    robust_list_head* head = nullptr;
    size_t length = 0;
    if (::syscall(SYS_get_robust_list, tid, &head, &length) != 0 || head == nullptr)
        return std::nullopt;
    return reinterpret_cast<uint64_t>(head);
}

// The words from `start` to `end`, in one page.
struct Words {
    uint64_t start = 0;
    size_t count = 0;
    std::array<uint64_t, page_bytes / sizeof(uint64_t)> values{};
};

std::optional<Words> read_words(uint32_t tid, uint64_t start, uint64_t end) {
    Words words;
    words.start = start;
    words.count = (end - start) / sizeof(uint64_t);
    iovec here{words.values.data(), end - start};
    iovec there{reinterpret_cast<void*>(start), end - start};  // NOLINT(performance-no-int-to-ptr)
    const ssize_t got = ::process_vm_readv(static_cast<pid_t>(tid), &here, 1, &there, 1, 0);
    if (got != static_cast<ssize_t>(end - start)) return std::nullopt;
    return words;
}

// The last aligned word that holds its own address.
std::optional<uint64_t> last_self_pointer(const Words& words) {
    for (size_t i = words.count; i-- > 0;) {
        const uint64_t address = words.start + i * sizeof(uint64_t);
        const bool aligned = address % (step_words * sizeof(uint64_t)) == 0;
        if (aligned && words.values[i] == address) return address;
    }
    return std::nullopt;
}

std::optional<uint64_t> descriptor_of(uint32_t tid) {
    const std::optional<uint64_t> list = robust_list(tid);
    if (!list || *list % sizeof(uint64_t) != 0 || *list < 2 * page_bytes) return std::nullopt;
    uint64_t end = *list;
    for (int page = 0; page < 2; page++) {
        const uint64_t start = (end - 1) / page_bytes * page_bytes;
        const std::optional<Words> words = read_words(tid, start, end);
        if (!words) return std::nullopt;
        if (const auto found = last_self_pointer(*words)) return found;
        end = start;
    }
    return std::nullopt;
}

}  // namespace

std::optional<uint64_t> ThreadPointers::find(uint32_t pid, uint32_t tid) {
    const auto known = known_.find({pid, tid});
    if (known != known_.end()) return known->second;
    const std::optional<uint64_t> found = descriptor_of(tid);
    if (!found) return std::nullopt;
    if (known_.size() >= most_threads) known_.clear();
    known_[{pid, tid}] = *found;
    return found;
}

}  // namespace hotlock::collector
