// What the samples of the CPU clock add up to, while the recording is read.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "analyzer/profile/line_table.h"
#include "analyzer/profile/raw_stacks.h"
#include "analyzer/profile/threads.h"
#include "common/model/lock.h"
#include "common/recording/records.h"

namespace hotlock::profiling {

struct TickSums {
    uint64_t samples = 0;
    nanoseconds time{0};
    uint64_t last_time = 0;  // of the run: the mappings of then give the names

    void add(nanoseconds weight, uint64_t at);
};

struct CodeKey {
    uint32_t pid = 0;
    uint64_t ip = 0;
    bool kernel = false;

    auto operator<=>(const CodeKey&) const = default;
};

struct CodeKeyHash {
    size_t operator()(const CodeKey& key) const {
        return (key.ip ^ (uint64_t{key.pid} << 40) ^ (key.kernel ? 1 : 0)) * 0x9e3779b97f4a7c15;
    }
};

// A place in the code that calls futex on a word.
struct FutexKey {
    uint32_t pid = 0;
    uint64_t address = 0;      // of the word
    uint64_t instruction = 0;  // code address
    uint32_t operation = 0;    // FUTEX_*

    auto operator<=>(const FutexKey&) const = default;
};

struct ThreadTicks {
    uint64_t last_time = 0;  // as in TickSums
    std::map<ThreadId, nanoseconds> threads;
};

// Where an access was made: the line and the instruction.
struct AccessPlace {
    LineKey line;
    uint64_t instruction = 0;

    auto operator<=>(const AccessPlace&) const = default;
};

class TickTable {
  public:
    void add(const recording::Sample& sample, ThreadId thread);
    void add(const recording::StackTick& tick, RawStackId stack);

    using Code = std::unordered_map<CodeKey, TickSums, CodeKeyHash>;
    const Code& code() const { return code_; }
    const std::map<std::pair<RawStackId, bool>, TickSums>& stacks() const { return stacks_; }
    const std::map<ThreadId, nanoseconds>& threads() const { return threads_; }

    // False for less than a thousandth of all sampled CPU time, which is not worth a row.
    bool matters(nanoseconds time) const { return time * 1000 >= sampled_; }

    // CPU time inside futex calls that try to take something.
    const std::map<FutexKey, ThreadTicks>& futexes() const { return futexes_; }
    const LineTable& lines() const { return lines_; }

    // The call stack that was met most often at an access, or in a futex call that is made there;
    // none when none was met.
    RawStackId stack_of(const AccessPlace& place) const;

    // Of samples behind an instruction of user code that accesses memory other than its own stack,
    // or may do so: how many were taken, and for how many the address is known.
    uint64_t access_samples() const { return access_samples_; }
    uint64_t resolved_samples() const { return resolved_samples_; }

  private:
    Code code_;
    std::map<std::pair<RawStackId, bool>, TickSums> stacks_;  // kernel
    std::map<ThreadId, nanoseconds> threads_;
    nanoseconds sampled_{0};
    std::map<FutexKey, ThreadTicks> futexes_;
    LineTable lines_;
    std::map<AccessPlace, std::map<RawStackId, uint64_t>> access_stacks_;
    uint64_t access_samples_ = 0;
    uint64_t resolved_samples_ = 0;
};

}  // namespace hotlock::profiling
