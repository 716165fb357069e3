// The list of workloads and how to find one.
#include "cryptolib/bench/workloads.h"

#include <algorithm>
#include <array>

namespace cryptobench {

std::string Variant::title() const {
    std::string title(name);
    if (!side.empty()) title.append(" (").append(side).append(")");
    return title;
}

const Variant* Workload::find_variant(std::string_view name_or_side) const {
    const auto found = std::ranges::find_if(variants, [=](const Variant& variant) {
        return variant.name == name_or_side ||
               (!variant.side.empty() && variant.side == name_or_side);
    });
    return found == variants.end() ? nullptr : &*found;
}

std::span<const Workload* const> all_workloads() {
    static constexpr std::array workloads{&provider_lookup, &secure_random};
    return workloads;
}

const Workload* find_workload(std::string_view name) {
    const auto found = std::ranges::find(all_workloads(), name, &Workload::name);
    return found == all_workloads().end() ? nullptr : *found;
}

}  // namespace cryptobench
