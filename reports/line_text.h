// Cache lines and functions in words, for text and page.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "common/model/profile.h"

namespace hotlock::reports {

// "r12 w3 u40 a5": samples at reads, writes, updates, atomics; kinds that were not seen are left
// out.
std::string counts_text(const AccessCounts& counts);

// "Pool::take:88, Pool::give:93": the functions with most samples at a field, with source lines.
std::string sites_text(const StackTable& stacks, const LineField& field);

// For each byte of a line the field (by index) that is accessed there, of several the one with most
// samples.
using LinePicture = std::array<std::optional<size_t>, line_bytes>;
LinePicture line_picture(const CacheLine& line);

// What stands for a field in pictures: A to Z, then '#'.
char field_letter(size_t field);

// "kernel, called by getrandom" or the function.
std::string function_text(const CpuFunction& row);

}  // namespace hotlock::reports
