// One recording in progress: drains the probes into the spool. Knows nothing about processes to
// start or to wait for.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "collector/access_resolver.h"
#include "collector/jit_code.h"
#include "collector/probe_fds.h"
#include "collector/program.h"
#include "collector/samples_reader.h"
#include "collector/sideband_reader.h"
#include "collector/sleeps_reader.h"
#include "common/model/calibration.h"
#include "common/recording/writer.h"
#include "common/unwind/image_map.h"

namespace hotlock::collector {

class Session {
  public:
    // Maps the probes' memory, creates the spool. Throws Error.
    Session(ProbeFds fds, const Target& target, const std::string& spool_prefix,
            const unwind::CodeKnowledge& code);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // A fact for the head of the recording.
    void describe(const std::string& key, const std::string& value);

    // Where ticks fall here.
    void note(const Calibration& calibration);

    // Switches the probes on and notes the threads and mappings that exist already.
    void begin();

    // Moves what has arrived to the spool. Throws Error when the spool cannot be written.
    void drain();

    // Time until drain() should be called again, unless urgent_fd() says so before: longer where
    // each interruption costs the program much.
    std::chrono::milliseconds drain_interval() const;

    // Switches the probes off; drain() still empties them.
    void stop();

    // Writes losses, metrics and the end. stop() must have been called.
    void finish(const std::optional<ProgramExit>& exit,
                const std::vector<recording::Metric>& metrics);

    // Processes that were followed and have not ended, but for the target itself.
    size_t other_processes() const;

    // Readable when drain() should be called at once; -1 when nothing is ever that urgent.
    int urgent_fd() const { return sleeps_ ? sleeps_->urgent_fd() : -1; }

    const std::string& spool() const { return writer_.path(); }

  private:
    void append(const recording::Record& record);
    void note_start(const recording::ThreadStart& start);
    void note_existing_threads(uint64_t now);
    void note_probes();
    void adapt_samples();
    uint64_t note_losses();  // returns the kernel side's own time, ns

    Target target_;
    std::vector<Obstacle> obstacles_;
    std::vector<UniqueFd> sideband_fds_;
    unwind::ImageMap images_;
    std::set<uint32_t> threads_;    // all that were seen
    std::set<uint32_t> processes_;  // that are alive: main threads without an exit
    SidebandReader sideband_;
    std::optional<SleepsReader> sleeps_;
    AccessResolver accesses_;
    std::optional<SamplesReader> samples_;
    JitCode jit_code_;
    recording::Writer writer_;
    uint64_t sleeps_so_far_ = 0;
    uint64_t own_cpu_at_start_ = 0;
    uint64_t stopped_at_ = 0;
};

}  // namespace hotlock::collector
