#include "common/model/line.h"

#include "common/base/check.h"

namespace hotlock {

void AccessCounts::add(AccessKind kind, uint64_t count) {
    switch (kind) {
        case AccessKind::read:
            reads += count;
            return;
        case AccessKind::write:
            writes += count;
            return;
        case AccessKind::update:
            updates += count;
            return;
        case AccessKind::atomic:
            atomics += count;
            return;
    }
}

const char* to_string(Sharing sharing) {
    switch (sharing) {
        case Sharing::true_sharing:
            return "true";
        case Sharing::false_sharing:
            return "false";
        case Sharing::mixed:
            return "mixed";
    }
    CHECK(false);
}

const char* to_string(AccessKind kind) {
    switch (kind) {
        case AccessKind::read:
            return "read";
        case AccessKind::write:
            return "write";
        case AccessKind::update:
            return "update";
        case AccessKind::atomic:
            return "atomic";
    }
    CHECK(false);
}

}  // namespace hotlock
