// What a database still has of the recording that a run was made from.
#pragma once

namespace hotlock {

enum class RawState {
    none,     // nothing was kept
    whole,    // everything
    cut,      // its beginning: the rest was over the limit for one run
    dropped,  // nothing any more: it made room for later runs
};

const char* to_string(RawState state);

}  // namespace hotlock
