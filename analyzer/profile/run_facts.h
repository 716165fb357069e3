// What a recording says about the run as a whole: Meta, End, metrics, probes, losses.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/model/calibration.h"
#include "common/model/run.h"
#include "common/recording/records.h"

namespace hotlock::profiling {

// CLOCK_MONOTONIC in ns; end >= start.
struct RunTimes {
    uint64_t start = 0;
    uint64_t end = 0;
};

class RunFacts {
  public:
    // Takes any record; those that say nothing about the whole run only move its last known time.
    void observe(const recording::Record& record);

    // From the recording's start to its End, or to the last time that any record mentions.
    // `first_start`: of the threads, where the recording does not say when it began.
    RunTimes times(std::optional<uint64_t> first_start) const;

    // All but the threads' part.
    RunInfo info(const RunTimes& times) const;

    // Probes, losses, overhead and whether the recording was finished, with warnings.
    Quality quality(const RunTimes& times) const;

    // Absent: not measured.
    std::optional<AtomicCost> atomic_cost() const;

    const std::vector<Metric>& metrics() const { return metrics_; }

  private:
    void take(const recording::Meta& meta) { meta_[meta.key] = meta.value; }
    void take(const recording::Metric& metric);
    void take(const recording::ProbeState& probe);
    void take(const recording::Calibration& record);
    void take(const recording::Lost& lost) { lost_[{lost.probe, lost.what}] += lost.count; }
    void take(const recording::End& end) { end_ = end; }
    template <class Other>
    void take(const Other&) {}

    void judge_lines(std::vector<ProbeState>& probes) const;

    std::string meta(const std::string& key) const;
    std::optional<uint64_t> number(const std::string& key) const;

    std::map<std::string, std::string> meta_;
    std::vector<Metric> metrics_;
    std::vector<ProbeState> probes_;
    std::optional<Calibration> calibration_;  // absent: the recording says nothing about it
    std::map<std::pair<std::string, std::string>, uint64_t> lost_;  // probe, what
    std::optional<recording::End> end_;
    uint64_t last_time_ = 0;
};

}  // namespace hotlock::profiling
