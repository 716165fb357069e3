#include "collector/sleep_assembler.h"

#include <linux/futex.h>

#include <algorithm>
#include <utility>

namespace hotlock::collector {

namespace {

// True when the thread that woke the sleeper did so on purpose: it released the very word, or was
// exiting. An interrupt runs on behalf of whatever thread it met.
bool is_waker(const hl_entry& wake, const hl_entry& sleep) {
    if ((wake.flags & (HL_WAKE_EXITING | HL_WAKE_ANY_WORD)) != 0) return true;
    if ((wake.flags & HL_WAKE_RELEASE) == 0) return false;
    // These wait for words that the entry does not hold.
    if (sleep.operation == HL_OP_WAITV || sleep.operation == FUTEX_WAIT_REQUEUE_PI) return true;
    const uint64_t address = sleep.sleep.address;
    return address != 0 && (wake.wake.word == address || wake.wake.second == address);
}

void tell_waker(const hl_entry& wake, const hl_entry& sleep, recording::Sleep& told) {
    told.woken_at = wake.time;
    if (!is_waker(wake, sleep)) return;
    told.waker_pid = wake.wake.pid;
    told.waker_tid = wake.wake.tid;
    told.waker_stack = wake.wake.stack;
    told.waker_exiting = (wake.flags & HL_WAKE_EXITING) != 0;
}

}  // namespace

// Some kernels do not report every switch: a thread that sleeps or is woken a second time did run
// in between, though nobody saw it. Its sleep lasted until the wake, at least; where that was not
// seen either, until the CPU time that it has used since then takes it to its next sleep, at most.
uint64_t SleepAssembler::unseen_end(const Thread& thread, const hl_entry& next) {
    if (thread.wake) return thread.wake->time;
    const uint64_t since = next.time - thread.sleep->time;
    const uint64_t ran = next.sleep.runtime - thread.sleep->sleep.runtime;
    return next.time - std::min(since, ran);
}

std::optional<EndedSleep> SleepAssembler::take(const LoggedEntry& logged) {
    const hl_entry& entry = logged.entry;
    forget_until(entry.time);  // the id may be another thread's by now
    Thread& thread = threads_[entry.tid];
    std::optional<EndedSleep> ended;
    switch (entry.kind) {
        case HL_ENTRY_SLEEP:
            if (thread.sleep) ended = end_sleep(thread, unseen_end(thread, entry), logged.cpu);
            begin_sleep(thread, entry);
            break;
        case HL_ENTRY_WAKE:
            if (thread.sleep && thread.wake)
                ended = end_sleep(thread, thread.wake->time, logged.cpu);
            thread.wake = entry;
            note_release(entry);
            break;
        case HL_ENTRY_RUN:
            ended = end_sleep(thread, entry.time, logged.cpu);
            break;
        default:
            break;
    }
    return ended;
}

// Evidence that a sleep is of another lock call than the thread's previous one on the word: within
// one call the thread only retries. It releases nothing, and its stack, above and below the call,
// stays as it was. A call with a time limit writes the time that is left.
void SleepAssembler::begin_sleep(Thread& thread, const hl_entry& entry) {
    const hl_entry_sleep& sleep = entry.sleep;
    if ((entry.flags & HL_SLEEP_RESTARTED) != 0 && thread.address != sleep.address) return;

    const uint32_t before = thread.fingerprint;
    thread.fingerprint = (entry.flags & HL_SLEEP_TIMED) != 0 ? 0 : sleep.fingerprint;
    thread.another_call = thread.released == sleep.address ||
                          (before != 0 && thread.fingerprint != 0 && before != thread.fingerprint);
    thread.ran_ns = sleep.runtime - thread.runtime;
    thread.runtime = sleep.runtime;
    thread.address = sleep.address;
    thread.released = 0;
    thread.sleep = entry;
}

void SleepAssembler::note_release(const hl_entry& wake) {
    if ((wake.flags & HL_WAKE_RELEASE) == 0) return;
    if (const auto waker = threads_.find(wake.wake.tid); waker != threads_.end())
        waker->second.released = wake.wake.word;
}

std::optional<EndedSleep> SleepAssembler::end_sleep(Thread& thread, uint64_t time, uint32_t cpu) {
    const std::optional<hl_entry> wake = std::exchange(thread.wake, std::nullopt);
    const std::optional<hl_entry> entry = std::exchange(thread.sleep, std::nullopt);
    if (!entry) return std::nullopt;  // it had only been preempted
    const hl_entry_sleep& sleep = entry->sleep;
    recording::Sleep told;
    told.pid = sleep.pid;
    told.tid = entry->tid;
    told.slept_at = entry->time;
    told.ran_at = std::max<uint64_t>(time, entry->time);
    told.address = sleep.address;
    told.operation = entry->operation;
    told.value = sleep.value;
    told.cpu = cpu;
    told.stack = sleep.stack;
    told.stack_pointer = sleep.stack_pointer;
    told.ran_ns = thread.ran_ns;
    told.another_call = thread.another_call;
    if (wake) tell_waker(*wake, *entry, told);
    return EndedSleep{told, (entry->flags & HL_SLEEP_BUSY) != 0};
}

void SleepAssembler::forget_until(uint64_t time) {
    const auto end = exits_.upper_bound(time);
    for (auto exit = exits_.begin(); exit != end; ++exit)
        threads_.erase(exit->second);
    exits_.erase(exits_.begin(), end);
}

}  // namespace hotlock::collector
