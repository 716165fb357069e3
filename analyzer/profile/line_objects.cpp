#include "analyzer/profile/line_objects.h"

#include <algorithm>
#include <tuple>

namespace hotlock::profiling {

namespace {

// Bytes from the line's start; may begin before it and end behind it.
struct Extent {
    int64_t start = 0;
    int64_t size = 0;

    bool holds(const Extent& other) const {
        return other.start >= start && other.start + other.size <= start + size;
    }
};

// The access as the instruction made it: of one that straddles two lines a field is only a part.
std::optional<Extent> access_extent(const LineField& field, uint32_t operand_size) {
    const auto part = static_cast<int64_t>(field.size);
    const auto whole = static_cast<int64_t>(operand_size);
    if (whole == part) return Extent{field.offset, whole};
    if (whole < part) return std::nullopt;
    if (field.offset + field.size == line_bytes) return Extent{field.offset, whole};
    return field.offset == 0 ? std::optional(Extent{part - whole, whole}) : std::nullopt;
}

Layout rebased(const Layout& layout, int64_t base) {
    Layout moved = layout;
    for (LayoutStep& step : moved)
        step.owner_start += base;
    return moved;
}

// An object that lies at a fixed place of the line.
class LineObject {
  public:
    LineObject(const AccessedObject& object, int64_t base) : object_(object), base_(base) {}

    bool is(const AccessedObject& object, int64_t base) const {
        return base == base_ && object.name == object_.name && object.size == object_.size;
    }

    // Other accesses may tell of other parts of it.
    void add(const AccessedObject& object, uint64_t samples) {
        samples_ += samples;
        object_.parts.insert(object_.parts.end(), object.parts.begin(), object.parts.end());
    }

    struct Part {
        std::string name;
        Layout layout;
    };
    // The smallest part that holds all of it, if it has a name.
    std::optional<Part> part(const Extent& access) const {
        const Extent whole{base_, static_cast<int64_t>(object_.size)};
        if (!whole.holds(access)) return std::nullopt;
        for (const Layout& layout : object_.parts)
            if (auto found = within(layout, access)) return found;
        return std::nullopt;
    }

    void explain(uint64_t samples) { explained_ += samples; }

    // Whether it says more than another one.
    bool precedes(const LineObject& other) const {
        const auto rank = [](const LineObject& one) {
            return std::tuple(!one.object_.library, one.explained_, one.samples_, one.object_.size);
        };
        return rank(*this) > rank(other);
    }

  private:
    Extent step_extent(const LayoutStep& step) const {
        return {base_ + step.start(), static_cast<int64_t>(step.size)};
    }

    std::optional<Part> within(const Layout& layout, const Extent& access) const {
        if (!layout.empty() && !touches(step_extent(layout.back()), access)) return std::nullopt;
        size_t steps = layout.size();
        while (steps > 0 && !step_extent(layout[steps - 1]).holds(access))
            --steps;
        const std::string name = name_of(layout, steps);
        if (name.empty()) return std::nullopt;
        return Part{name,
                    rebased({layout.begin(), layout.begin() + static_cast<long>(steps)}, base_)};
    }

    static bool touches(const Extent& part, const Extent& access) {
        return part.start < access.start + access.size && access.start < part.start + part.size;
    }

    // A type alone names nothing; a variable does.
    std::string name_of(const Layout& layout, size_t steps) const {
        const std::string path = layout_path(layout, steps, object_.library);
        if (object_.type && path.empty()) return {};
        return with_path(object_.name, object_.type, path);
    }

    AccessedObject object_;
    int64_t base_;
    uint64_t samples_ = 0;    // of accesses that told of it
    uint64_t explained_ = 0;  // of fields that it has a name for
};

class ObjectNames {
  public:
    ObjectNames(CacheLine& line, const std::vector<FieldAccess>& accesses)
        : line_(line), extents_(line.fields.size()) {
        for (const FieldAccess& access : accesses)
            add(access);
        for (LineObject& object : objects_)
            for (size_t i = 0; i < line.fields.size(); i++)
                if (object.part(extent(i))) object.explain(line.fields[i].counts.all());
        std::stable_sort(objects_.begin(), objects_.end(),
                         [](const auto& a, const auto& b) { return a.precedes(b); });
    }

    void name_fields() const {
        for (size_t i = 0; i < line_.fields.size(); i++)
            if (line_.fields[i].name.empty()) name_field(i);
    }

  private:
    Extent extent(size_t field) const {
        const LineField& bytes = line_.fields[field];
        return extents_[field].value_or(Extent{bytes.offset, bytes.size});
    }

    void add(const FieldAccess& access) {
        const auto extent = access_extent(line_.fields[access.field], access.memory->size);
        if (!extent) return;
        extents_[access.field] = extent;
        for (const AccessedObject& object : access.memory->objects) {
            const int64_t base = extent->start - static_cast<int64_t>(object.offset);
            const auto known =
                std::find_if(objects_.begin(), objects_.end(),
                             [&](const LineObject& one) { return one.is(object, base); });
            if (known != objects_.end())
                known->add(object, access.samples);
            else
                objects_.emplace_back(object, base).add({}, access.samples);
        }
    }

    void name_field(size_t field) const {
        for (const LineObject& object : objects_) {
            std::optional<LineObject::Part> part = object.part(extent(field));
            if (!part) continue;
            line_.fields[field].name = std::move(part->name);
            line_.fields[field].layout = std::move(part->layout);
            return;
        }
    }

    CacheLine& line_;
    std::vector<std::optional<Extent>> extents_;  // by field: of the whole access
    std::vector<LineObject> objects_;
};

}  // namespace

const AccessedMemory& AccessFinder::find(uint32_t pid, uint64_t time, uint64_t instruction) {
    const unwind::MappedImage* const mapped = images_.find(pid, time, instruction);
    const unwind::Image* const image = mapped ? mapped->image.get() : nullptr;
    const uint64_t offset = mapped ? instruction - mapped->start + mapped->file_offset : 0;
    const auto [at, is_new] = known_.try_emplace({image, offset});
    if (is_new && image) at->second = symbolizer_.accessed(*image, offset);
    return at->second;
}

void name_by_objects(CacheLine& line, const std::vector<FieldAccess>& accesses) {
    ObjectNames(line, accesses).name_fields();
}

}  // namespace hotlock::profiling
