// Words for states of raw recordings.
#include "common/model/raw_state.h"

#include "common/base/check.h"

namespace hotlock {

const char* to_string(RawState state) {
    switch (state) {
        case RawState::none:
            return "none";
        case RawState::whole:
            return "whole";
        case RawState::cut:
            return "cut";
        case RawState::dropped:
            return "dropped";
    }
    CHECK(false);
}

}  // namespace hotlock
