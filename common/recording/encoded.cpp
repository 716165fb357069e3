// Splits bytes into records.
#include "common/recording/encoded.h"

#include <utility>

#include "common/recording/codec.h"
#include "common/recording/format.h"

namespace hotlock::recording {

std::optional<Encoded> first_record(std::string_view bytes) {
    if (bytes.size() < record_header_size) return std::nullopt;
    const uint32_t length = get_u32(bytes, 2);
    if (length > bytes.size() - record_header_size) return std::nullopt;
    std::optional<Record> record = record_of_type(get_u16(bytes, 0));
    if (record && !decode(bytes.substr(record_header_size, length), *record)) return std::nullopt;
    return Encoded{bytes.substr(0, record_header_size + length), std::move(record)};
}

bool read_records(std::string_view bytes, const std::function<void(const Encoded&)>& take) {
    while (!bytes.empty()) {
        const auto first = first_record(bytes);
        if (!first) return false;
        take(*first);
        bytes.remove_prefix(first->bytes.size());
    }
    return true;
}

}  // namespace hotlock::recording
