// hotlock.db: runs and what is known about them. The door to SQLite.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "common/model/profile.h"
#include "common/model/run_row.h"

namespace hotlock {

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

    // Throws Error when there is no such run.
    Profile load(RunId id);

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
