// Where a thread's descriptor lies, which FS points to: perf samples do not tell.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace hotlock::collector {

// The C library keeps a thread's list of robust mutexes, which the kernel tells, in the thread's
// descriptor; and the first word of a descriptor is its own address (System V ABI, x86-64, thread
// local storage). So the descriptor is the nearest word in front of the list that holds its own
// address.
class ThreadPointers {
  public:
    // Nothing when the thread has ended, has no such list yet, or may not be read by this user.
    std::optional<uint64_t> find(uint32_t pid, uint32_t tid);

    // The thread has just begun, or begun to execute another program.
    void forget(uint32_t pid, uint32_t tid) { known_.erase({pid, tid}); }

  private:
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> known_;  // by pid, tid
};

}  // namespace hotlock::collector
