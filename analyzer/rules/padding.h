// What it costs to give the fields of a cache line lines of their own.
#pragma once

#include <string>

#include "common/model/line.h"

namespace hotlock {

// "give … its own line …: … bytes more per object.", computed from the layout of the fields where
// that is known: members of one class, elements of an array or neighbouring objects of one type,
// else variables of their own.
std::string padding_advice(const CacheLine& line);

}  // namespace hotlock
