// The code that the kernel maps into every process (vdso(7)): an ELF file in memory, at no path.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hotlock {

// As perf and /proc/PID/maps name its mapping.
inline constexpr std::string_view vdso_path = "[vdso]";

// This process' own, which all 64-bit processes share until the next boot; empty when the kernel
// gives none.
std::span<const uint8_t> own_vdso();

}  // namespace hotlock
