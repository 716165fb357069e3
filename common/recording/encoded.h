// Records as they stand in a spool or a chunk, for those who pass them on as they are.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "common/recording/records.h"

namespace hotlock::recording {

struct Encoded {
    std::string_view bytes;        // header and body
    std::optional<Record> record;  // nothing: of a type that this version does not know
};

// The first record of `bytes`; nothing when it is cut or malformed.
std::optional<Encoded> first_record(std::string_view bytes);

// Calls `take` for each record, whose bytes live as long as `bytes`. False: one is cut or
// malformed; those before it were taken.
bool read_records(std::string_view bytes, const std::function<void(const Encoded&)>& take);

}  // namespace hotlock::recording
