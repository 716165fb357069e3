// Who lived when: thread lifetimes and names, from thread records.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/ids.h"
#include "common/model/run.h"
#include "common/recording/records.h"

namespace hotlock::profiling {

// One life of a thread: a tid that is used again later is another thread.
using ThreadId = Id<struct ThreadTag>;

class ThreadTable {
  public:
    // A new thread bears the name that its parent process has then, as the kernel gives it. A start
    // of a thread that is known to live is the same thread reported twice.
    void start(const recording::ThreadStart& record);
    void exit(const recording::ThreadExit& record);
    // An exec also ends all other threads of the process.
    void name(const recording::ThreadName& record);

    // The thread that `tid` is at `time`; one whose start was not recorded lives from then on.
    ThreadId seen(uint32_t pid, uint32_t tid, uint64_t time);

    // True when the thread lives all that time.
    bool lives(ThreadId thread, uint64_t from, uint64_t until) const;

    // True when any thread of the process has had this tid.
    bool known(uint32_t pid, uint32_t tid) const { return current_.contains({pid, tid}); }

    // Last name of the thread; else, where no name was known when it started, that of its process;
    // else "thread <tid>".
    std::string name_of(uint32_t pid, uint32_t tid) const;
    std::string name_of(ThreadId thread) const;

    // One summary for each ThreadId, in order, with lifetimes clipped to the run.
    std::vector<ThreadSummary> summaries(uint64_t run_start, uint64_t run_end) const;

    // Earliest start of all threads; nothing without threads.
    std::optional<uint64_t> first_start() const;

  private:
    struct Life {
        uint32_t pid = 0;
        uint32_t tid = 0;
        uint64_t from = 0;
        std::optional<uint64_t> until;  // nothing: lives to the end of the run
        std::string name;
    };
    using Key = std::pair<uint32_t, uint32_t>;  // pid, tid

    Life* find(uint32_t pid, uint32_t tid);
    const Life* find(uint32_t pid, uint32_t tid) const;
    // Last name of its first thread; empty when none is known.
    std::string process_name(uint32_t pid) const;
    ThreadId add(uint32_t pid, uint32_t tid, uint64_t time);
    void end_others(uint32_t pid, uint32_t tid, uint64_t time);

    std::vector<Life> lives_;
    std::map<Key, ThreadId> current_;
};

}  // namespace hotlock::profiling
