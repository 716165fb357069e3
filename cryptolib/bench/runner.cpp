// Starts the threads, times the phases and sums up.
#include "cryptolib/bench/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>
#include <thread>
#include <vector>

#include "cryptolib/bench/failure.h"

namespace cryptobench {

using std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

namespace {

struct Period {
    steady_clock::time_point begin;
    steady_clock::time_point end;
};

class StopAtExit {
  public:
    explicit StopAtExit(RunControl& control) : control_(control) {}
    StopAtExit(const StopAtExit&) = delete;
    StopAtExit& operator=(const StopAtExit&) = delete;
    ~StopAtExit() { control_.advance(Phase::stopped); }

  private:
    RunControl& control_;
};

std::vector<Worker> make_workers(const RunPlan& plan, RunControl& control) {
    std::vector<Worker> workers;
    workers.reserve(plan.threads);
    for (unsigned i = 0; i < plan.threads; ++i) {
        uint64_t share = std::numeric_limits<uint64_t>::max();
        if (plan.operations)
            share = *plan.operations / plan.threads + (i < *plan.operations % plan.threads ? 1 : 0);
        workers.emplace_back(control, i, share);
    }
    return workers;
}

void start_threads(std::vector<std::jthread>& threads, std::vector<Worker>& workers,
                   Worker::Body body) {
    threads.reserve(workers.size());
    try {
        for (Worker& worker : workers)
            threads.emplace_back([&worker, body] { worker.run(body); });
    } catch (const std::system_error&) {
        throw Failure(fmt::format("cannot start {} threads", workers.size()),
                      "try fewer --threads");
    }
}

// Leads the threads through the phases; returns when counting began.
steady_clock::time_point start_counting(const RunPlan& plan, RunControl& control) {
    control.await_all_ready();
    if (plan.warm_up > nanoseconds{0} && control.phase() != Phase::stopped) {
        control.advance(Phase::warming_up);
        std::this_thread::sleep_for(plan.warm_up);
    }
    const auto begin = steady_clock::now();
    control.advance(Phase::counting);
    return begin;
}

steady_clock::time_point stop_after(nanoseconds duration, RunControl& control) {
    if (control.phase() != Phase::stopped) std::this_thread::sleep_for(duration);
    control.advance(Phase::stopped);
    return steady_clock::now();
}

void rethrow_first_failure(const std::vector<Worker>& workers) {
    for (const Worker& worker : workers) {
        if (worker.failure()) std::rethrow_exception(worker.failure());
    }
}

steady_clock::time_point last_finish(const std::vector<Worker>& workers) {
    auto last = steady_clock::time_point::min();
    for (const Worker& worker : workers)
        last = std::max(last, worker.finished_at());
    return last;
}

// With a fixed time every thread counts against the same period, with fixed operations each
// against the time that it took for them.
double fairness(const std::vector<Worker>& workers, const Period& period) {
    double slowest = std::numeric_limits<double>::max();
    double fastest = 0;
    for (const Worker& worker : workers) {
        const Seconds time = std::min(worker.finished_at(), period.end) - period.begin;
        const double rate = static_cast<double>(worker.operations()) / time.count();
        slowest = std::min(slowest, rate);
        fastest = std::max(fastest, rate);
    }
    return fastest > 0 ? slowest / fastest : 0;
}

RunResult sum_up(const std::vector<Worker>& workers, const Period& period) {
    RunResult result;
    for (const Worker& worker : workers) {
        result.operations += worker.operations();
        result.waits.add(worker.waits());
    }
    result.time = period.end - period.begin;
    result.fairness = fairness(workers, period);
    return result;
}

}  // namespace

double RunResult::operations_per_second() const {
    return static_cast<double>(operations) / Seconds(time).count();
}

RunResult run(const RunPlan& plan, Worker::Body body) {
    RunControl control(plan.threads);
    std::vector<Worker> workers = make_workers(plan, control);
    std::vector<std::jthread> threads;
    const StopAtExit stop(control);  // before the threads are joined, whatever is thrown
    start_threads(threads, workers, body);

    Period period;
    period.begin = start_counting(plan, control);
    if (!plan.operations) period.end = stop_after(plan.duration, control);
    for (std::jthread& thread : threads)
        thread.join();
    rethrow_first_failure(workers);
    if (plan.operations) period.end = last_finish(workers);
    return sum_up(workers, period);
}

}  // namespace cryptobench
