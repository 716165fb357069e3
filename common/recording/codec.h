// Records as bytes: header and body of one record. Private to recording.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/recording/records.h"

namespace hotlock::recording {

// Appends record header and body. Strings longer than string_max are cut; lists
// have at most list_max entries.
void encode(const Record& record, std::string& out);

// An empty record of a type; nothing when this version does not know the type.
std::optional<Record> record_of_type(uint16_t type);

// Fills an empty record from a body. False: the body is malformed. Bytes behind the known fields
// are ignored, fields missing at the end keep their defaults: both come from other minor versions.
bool decode(std::string_view body, Record& record);

}  // namespace hotlock::recording
