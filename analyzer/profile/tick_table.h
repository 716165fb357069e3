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

struct FutexKey {
    uint32_t pid = 0;
    uint64_t address = 0;

    auto operator<=>(const FutexKey&) const = default;
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

    // CPU time inside futex calls that try to take something, by word and by thread.
    const std::map<FutexKey, nanoseconds>& futexes() const { return futexes_; }
    const std::map<ThreadId, nanoseconds>& futex_threads() const { return futex_threads_; }
    const LineTable& lines() const { return lines_; }

    // The call stack that was met most often at an access; none when none was met.
    RawStackId stack_of(const AccessPlace& place) const;

    // Of samples in user code: how many were taken, and for how many the operand is known.
    uint64_t user_samples() const { return user_samples_; }
    uint64_t resolved_samples() const { return resolved_samples_; }

  private:
    Code code_;
    std::map<std::pair<RawStackId, bool>, TickSums> stacks_;  // kernel
    std::map<ThreadId, nanoseconds> threads_;
    std::map<FutexKey, nanoseconds> futexes_;
    std::map<ThreadId, nanoseconds> futex_threads_;
    LineTable lines_;
    std::map<AccessPlace, std::map<RawStackId, uint64_t>> access_stacks_;
    uint64_t user_samples_ = 0;
    uint64_t resolved_samples_ = 0;
};

}  // namespace hotlock::profiling
