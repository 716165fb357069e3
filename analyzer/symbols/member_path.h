// Which member of a variable lies at an offset.
#pragma once

#include <cstdint>
#include <string>

#include "analyzer/symbols/handles.h"

namespace hotlock::symbols {

// "[3].lock" for a table of structs, "" for a plain variable, "+0x8" for padding. Ends at the lock
// or other object that people know: neither names reserved for the implementation ("_M_mutex",
// "__data") nor the insides of pthread types are told.
std::string member_path(Dwarf_Die type, uint64_t offset);

}  // namespace hotlock::symbols
