// The parts of a thread's life that are not on the hot path.
#include "cryptolib/bench/worker.h"

namespace cryptobench {

void RunControl::advance(Phase to) {
    Phase current = phase_.load();
    while (current != Phase::stopped && !phase_.compare_exchange_weak(current, to)) {
    }
    phase_.notify_all();
}

void Worker::run(Body body) noexcept {
    try {
        body(*this);
    } catch (...) {
        failure_ = std::current_exception();
        control_->advance(Phase::stopped);
        if (!ready_) control_->report_ready();
    }
}

void Worker::await_start() {
    ready_ = true;
    control_->report_ready();
    control_->await_start();
}

void Worker::finish(uint64_t operations) {
    operations_ = operations;
    finished_at_ = std::chrono::steady_clock::now();
    waits_ = this_thread_waits();
}

}  // namespace cryptobench
