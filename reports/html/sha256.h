// SHA-256 (FIPS 180-4) of our own style sheet, for the page's content security policy. Not for
// secrets: it is neither fast nor constant in time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hotlock::reports {

std::array<uint8_t, 32> sha256(std::string_view data);

std::string base64(const std::array<uint8_t, 32>& bytes);

}  // namespace hotlock::reports
