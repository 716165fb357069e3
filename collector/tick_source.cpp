#include "collector/tick_source.h"

#include <utility>

namespace hotlock::collector {

namespace {

constexpr uint64_t patience = 500'000'000;  // ns without a tick of the kernel

}  // namespace

bool TickSource::update(uint64_t sleeps, uint64_t now) {
    const uint64_t last = std::exchange(updated_at_, now);
    if (last == 0 || now <= last) return false;
    pace_.update(sleeps, now - last);
    const Kind before = std::exchange(kind_, choose(now));
    if (kind_ == before) return false;
    changed_at_ = now;
    heard_ = 0;
    return true;
}

TickSource::Kind TickSource::choose(uint64_t now) {
    if (!pace_.slow()) return Kind::clocks;
    if (kind_ == Kind::kernel && heard_ == 0 && now > changed_at_ + patience) kernel_ticks_ = false;
    return kernel_ticks_ ? Kind::kernel : Kind::slow_clocks;
}

}  // namespace hotlock::collector
