// What this machine lets hotlock do; one row of `hotlock doctor`.
#pragma once

#include <string>

namespace hotlock {

struct Capability {
    std::string name;    // "sleeps probe"
    std::string state;   // "ok", "missing", "limited" or "info"
    std::string detail;  // what was found
    std::string fix;     // what to do about it; empty: nothing, or nothing needed
};

}  // namespace hotlock
