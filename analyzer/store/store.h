// hotlock.db: runs and what is known about them. The door to SQLite.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/store/raw.h"
#include "common/model/profile.h"
#include "common/model/run_row.h"
#include "common/recording/encoded.h"

namespace hotlock {

// What a save has done.
struct Saved {
    RunId id;
    std::vector<RunId> dropped;  // runs whose raw recordings had to make room, ascending
};

using TakeEncoded = std::function<void(const recording::Encoded&)>;

class Store {
  public:
    enum class Mode { read, write };

    // `write` creates the file (0600) and migrates older versions; `read` refuses a missing file.
    // Every operation waits up to `patience` for other processes that write.
    // Throws Error, here and in every operation: not a hotlock database, newer version, damaged,
    // cannot be written, disk full, locked for too long.
    Store(const std::string& path, Mode mode,
          std::chrono::milliseconds patience = std::chrono::seconds(10));
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    // One transaction: all of the profile or nothing. Safe beside other writers (waits for them).
    RunId save(const Profile& profile);

    // The same with the run's raw recording. Those of the oldest runs are dropped where all of them
    // are over the database's limit: `raw_total` compressed bytes, from now on; absent: as before,
    // at first default_raw_total.
    Saved save(const Profile& profile, const RawRecording& raw,
               std::optional<uint64_t> raw_total = std::nullopt);

    // Throws Error when there is no such run.
    Profile load(RunId id);

    // The records of a run's raw recording, in their order, one chunk in memory at a time. Throws
    // Error when there is no such run or nothing was kept of it, and for a damaged chunk: then
    // records before it were taken.
    void read_raw(RunId id, const TakeEncoded& take);

    std::vector<RunRow> runs();  // ascending by id

    // Runs named by an id ("7"), "@-1" (last; "@-2" the one before) or a label (may be several,
    // ascending). Throws Error when nothing matches.
    std::vector<RunId> find(const std::string& name);

    // Both throw Error when there is no such run.
    void set_label(RunId id, const std::string& label);  // empty takes it away
    void remove(RunId id);                               // gives the space back to the file system

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace hotlock
