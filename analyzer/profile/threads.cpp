// Who lived when: thread lifetimes and names, from thread records.
#include "analyzer/profile/threads.h"

#include <algorithm>

#include "analyzer/profile/time_math.h"

namespace hotlock::profiling {

namespace {

nanoseconds clipped(uint64_t from, uint64_t until, uint64_t run_start, uint64_t run_end) {
    from = std::max(from, run_start);
    until = std::min(until, run_end);
    return until <= from ? nanoseconds{0} : as_time(until - from);
}

}  // namespace

ThreadTable::Life* ThreadTable::find(uint32_t pid, uint32_t tid) {
    const auto found = current_.find({pid, tid});
    return found == current_.end() ? nullptr : &lives_[found->second.value - 1];
}

const ThreadTable::Life* ThreadTable::find(uint32_t pid, uint32_t tid) const {
    const auto found = current_.find({pid, tid});
    return found == current_.end() ? nullptr : &lives_[found->second.value - 1];
}

ThreadId ThreadTable::add(uint32_t pid, uint32_t tid, uint64_t time) {
    lives_.push_back({pid, tid, time, std::nullopt, ""});
    const ThreadId id{static_cast<uint32_t>(lives_.size())};
    current_[{pid, tid}] = id;
    return id;
}

void ThreadTable::start(const recording::ThreadStart& record) {
    Life* life = find(record.pid, record.tid);
    if (!life || (life->until && record.time >= *life->until)) {
        const std::string inherited = process_name(record.parent_pid);
        const ThreadId id = add(record.pid, record.tid, record.time);
        lives_[id.value - 1].name = inherited;
    } else {
        life->from = std::min(life->from, record.time);
    }
}

void ThreadTable::exit(const recording::ThreadExit& record) {
    lives_[seen(record.pid, record.tid, record.time).value - 1].until = record.time;
}

bool ThreadTable::lives(ThreadId thread, uint64_t from, uint64_t until) const {
    if (thread.value == 0 || thread.value > lives_.size()) return false;
    const Life& life = lives_[thread.value - 1];
    return life.from <= from && (!life.until || *life.until >= until);
}

void ThreadTable::name(const recording::ThreadName& record) {
    lives_[seen(record.pid, record.tid, record.time).value - 1].name = record.name;
    if (record.exec) end_others(record.pid, record.tid, record.time);
}

void ThreadTable::end_others(uint32_t pid, uint32_t tid, uint64_t time) {
    for (auto at = current_.lower_bound({pid, 0}); at != current_.end() && at->first.first == pid;
         ++at) {
        Life& life = lives_[at->second.value - 1];
        if (life.tid != tid && !life.until) life.until = time;
    }
}

ThreadId ThreadTable::seen(uint32_t pid, uint32_t tid, uint64_t time) {
    const auto found = current_.find({pid, tid});
    if (found == current_.end()) return add(pid, tid, time);
    const Life& life = lives_[found->second.value - 1];
    return life.until && time > *life.until ? add(pid, tid, time) : found->second;
}

std::string ThreadTable::name_of(uint32_t pid, uint32_t tid) const {
    const Life* life = find(pid, tid);
    if (life && !life->name.empty()) return life->name;
    const std::string inherited = life ? process_name(pid) : "";
    return inherited.empty() ? "thread " + std::to_string(tid) : inherited;
}

std::string ThreadTable::name_of(ThreadId thread) const {
    const Life& life = lives_.at(thread.value - 1);
    return life.name.empty() ? name_of(life.pid, life.tid) : life.name;
}

std::string ThreadTable::process_name(uint32_t pid) const {
    const Life* first = find(pid, pid);
    return first ? first->name : "";
}

std::vector<ThreadSummary> ThreadTable::summaries(uint64_t run_start, uint64_t run_end) const {
    std::vector<ThreadSummary> result;
    result.reserve(lives_.size());
    for (const Life& life : lives_) {
        ThreadSummary& summary = result.emplace_back();
        summary.pid = static_cast<pid_t>(life.pid);
        summary.tid = static_cast<pid_t>(life.tid);
        summary.name = life.name.empty() ? name_of(life.pid, life.tid) : life.name;
        summary.lifetime = clipped(life.from, life.until.value_or(run_end), run_start, run_end);
    }
    return result;
}

std::optional<uint64_t> ThreadTable::first_start() const {
    std::optional<uint64_t> first;
    for (const Life& life : lives_)
        first = std::min(first.value_or(life.from), life.from);
    return first;
}

}  // namespace hotlock::profiling
