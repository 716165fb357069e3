// What tests of `hotlock record` share: a folder with a database, recording, reading reports.
#pragma once

#include <string>
#include <vector>

#include "test/system/harness.h"
#include "test/system/json.h"

namespace hotlock::test {

using Words = std::vector<std::string>;

class Recording {
  public:
    std::string database() const { return folder_ / "hotlock.db"; }
    const TempDir& folder() const { return folder_; }

    // A hotlock command on this database, in this folder.
    Command command(const Words& words) const;
    Result hotlock(const Words& words) const { return run(command(words)); }

    // `hotlock record OPTIONS -- PROGRAM`; a failure of either fails the test.
    Result record(const Words& program, const Words& options = {}) const;

    // Recordings in the folder that are not in the database yet.
    size_t spools() const;

    // Until a recording has begun, which takes its time on a busy machine; 30 s at most.
    void wait_for_spool() const;

    Json report(const std::string& which = "@-1") const;
    Json diff(const std::string& a, const std::string& b) const;

  private:
    TempDir folder_;
};

// True when any frame of the stack at `pointer` has a function with this text in its name.
bool stack_has(const Json& json, const std::string& pointer, const std::string& function);

// Sum of a number over an array of objects.
double sum(const Json& json, const std::string& array, const std::string& key);

}  // namespace hotlock::test
