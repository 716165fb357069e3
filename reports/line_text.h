// Cache lines and functions in words, for text and page.
#pragma once

#include <string>

#include "common/model/profile.h"

namespace hotlock::reports {

// "r12 w3 u40 a5": samples at reads, writes, updates, atomics; kinds that were not seen are left
// out.
std::string counts_text(const AccessCounts& counts);

// "Pool::take:88, Pool::give:93": the functions with most samples at a field, with source lines.
std::string sites_text(const StackTable& stacks, const LineField& field);

// "kernel, called by getrandom" or the function.
std::string function_text(const CpuFunction& row);

}  // namespace hotlock::reports
