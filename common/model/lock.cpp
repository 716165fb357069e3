// Sums of waits, and words for kinds of locks.
#include "common/model/lock.h"

#include "common/base/check.h"

namespace hotlock {

void WaitSums::add(const WaitSums& other) {
    waits += other.waits;
    sleeps += other.sleeps;
    wait += other.wait;
    queue += other.queue;
    free += other.free;
}

const char* to_string(LockKind kind) {
    switch (kind) {
        case LockKind::mutex:
            return "mutex";
        case LockKind::rwlock:
            return "rwlock";
        case LockKind::spin:
            return "spin";
        case LockKind::internal:
            return "internal";
        case LockKind::futex:
            return "futex";
    }
    CHECK(false);
}

const char* to_string(WaitMode mode) {
    switch (mode) {
        case WaitMode::exclusive:
            return "exclusive";
        case WaitMode::read:
            return "read";
        case WaitMode::write:
            return "write";
    }
    CHECK(false);
}

}  // namespace hotlock
