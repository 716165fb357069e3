// The door to zstd.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hotlock::store {

std::string compress(std::string_view bytes);

// Nothing when `data` is damaged or holds anything but exactly `size` bytes. Takes memory for
// `size` bytes, whatever `data` claims.
std::optional<std::string> decompress(std::string_view data, size_t size);

}  // namespace hotlock::store
