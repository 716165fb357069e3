// Calibrations that last as long as the machine runs: one small file in the user's cache.
#pragma once

#include <optional>
#include <string>

#include "collector/privileged.h"
#include "common/model/calibration.h"

namespace hotlock::collector {

// $XDG_CACHE_HOME where that is an absolute path, else $HOME/.cache; empty when neither is set.
// Call it, and what follows, as the user.
std::string cache_directory();

// What remember() kept in `cache` under the same key; nothing when there is none, or when the file
// is a link, belongs to somebody else or does not look as ours do.
std::optional<Calibration> recall(const std::string& cache, const std::string& key);

// In `cache`/hotlock/calibration, mode 0600; the folders are made. Results that do not tell whether
// the samples can be trusted are not kept. False when nothing was kept.
bool remember(const std::string& cache, const std::string& key, const Calibration& calibration);

// The remembered calibration of this machine; without one it is measured, and remembered.
Calibration known_calibration(PrivilegedPart& privileged);

}  // namespace hotlock::collector
