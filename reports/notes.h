// What a run lost or could not see, in sentences.
#pragma once

#include <string>
#include <vector>

#include "common/model/comparison.h"

namespace hotlock::reports {

// What a reader must know before believing the figures; belongs near the top. May be empty.
std::vector<std::string> run_alerts(const Profile& profile);

// Things outside of this report: probes that were not on, names and stack ends that are missing.
// Phrases, not sentences: "kernel-locks (off: switched off)".
std::vector<std::string> not_seen(const Profile& profile);

// "Run 7 (base)": how a run is called in running text.
std::string run_name(const RunInfo& run);

// "runs 3, 5 and 7"; "2 runs" when not all are stored.
std::string listed_runs(const std::vector<Profile>& side);

// The threads, most lock wait first.
std::vector<const ThreadSummary*> by_lock_wait(const Profile& profile);

// A fact about the runs of both sides; several values of a side are joined by commas.
struct EnvironmentRow {
    std::string what;
    std::string a;
    std::string b;
    bool differs = false;
};

// The two values without the words that they share at both ends, one word excepted for context:
// "… --variant a …" and "… --variant b …".
EnvironmentRow without_shared_words(const EnvironmentRow& row);

std::vector<EnvironmentRow> environment_rows(const Comparison& comparison);

}  // namespace hotlock::reports
