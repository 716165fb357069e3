// Services as an application's providers register them: names only, nothing behind them.
#pragma once

#include <vector>

#include "cryptolib/include/cryptolib/provider/service.h"

namespace cryptobench {

// Two providers, "Portable" and "Native", that offer much the same; Native goes first.
std::vector<cryptolib::Service> example_services();

}  // namespace cryptobench
