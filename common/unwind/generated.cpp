#include "common/unwind/generated.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hotlock::unwind {

bool is_generated(const Image& image) {
    // As perf and /proc/PID/maps name it; memfd: runtimes that map their code twice, once to write.
    constexpr std::array<std::string_view, 6> names = {"//anon", "[anon",   "[heap]",
                                                       "[stack", "/memfd:", "/dev/zero"};
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return image.path.starts_with(name); });
}

}  // namespace hotlock::unwind
