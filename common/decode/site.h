// Which instruction of a stream stalled, when a tick found its thread at an ip.
#pragma once

#include <cstdint>

#include "common/decode/access.h"
#include "common/decode/stream.h"

namespace hotlock::decode {

Site site_in(const Stream& stream, uint64_t ip);

}  // namespace hotlock::decode
