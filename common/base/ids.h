// Strong index types: one per table, 0 = none, so that ids of two tables cannot be mixed up.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace hotlock {

template <class Tag>
struct Id {
    uint32_t value = 0;

    explicit operator bool() const { return value != 0; }
    auto operator<=>(const Id&) const = default;
};

using FrameId = Id<struct FrameTag>;
using StackId = Id<struct StackTag>;
using LockId = Id<struct LockTag>;
using RunId = Id<struct RunTag>;
using LineId = Id<struct LineTag>;

}  // namespace hotlock

template <class Tag>
struct std::hash<hotlock::Id<Tag>> {
    size_t operator()(hotlock::Id<Tag> id) const noexcept { return id.value; }
};
