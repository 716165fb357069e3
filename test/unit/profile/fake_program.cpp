// A program that exists on paper only.
#include "test/unit/profile/fake_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/profile/build.h"
#include "common/recording/describe.h"

namespace hotlock::profiling {

namespace {

constexpr uint64_t kApp = 0x400000;
constexpr uint64_t kLibc = 0x700000;
constexpr uint64_t kFunctionSize = 0x10;

constexpr std::string_view kStart =
    "meta key=start value=0\n"
    "thread time=0 pid=10 tid=10 parent=1\n"
    "thread time=0 pid=10 tid=11 parent=10\n"
    "thread time=0 pid=10 tid=12 parent=10\n"
    "name time=0 pid=10 tid=10 name=main\n"
    "map time=0 pid=10 start=0x400000 end=0x500000 build_id=abcd path=/bin/app\n"
    "map time=0 pid=10 start=0x700000 end=0x780000 path=/lib/libc.so.6\n";

uint64_t base(const unwind::Image& image) {
    return image.path == "/bin/app" ? kApp : kLibc;
}

Profile build(const std::vector<recording::Record>& records, FakeProgram& program) {
    size_t at = 0;
    const NextRecord next = [&]() -> std::optional<recording::Record> {
        return at < records.size() ? std::optional(records[at++]) : std::nullopt;
    };
    return build_profile(next, program, program);
}

}  // namespace

Frame frame(std::string_view place) {
    const size_t colon = place.find(':');
    Frame result;
    result.module = place.substr(0, colon) == "libc" ? "/lib/libc.so.6" : "/bin/app";
    result.function = place.substr(colon + 1);
    return result;
}

uint64_t FakeProgram::code(std::string_view place) {
    const auto known = places_.find(place);
    if (known != places_.end()) return known->second;
    const uint64_t start = place.starts_with("libc:") ? kLibc : kApp;
    const uint64_t address = start + kFunctionSize * (places_.size() + 1) + kFunctionSize / 2;
    places_.emplace(place, address);
    functions_.emplace(address / kFunctionSize, place.substr(place.find(':') + 1));
    return address;
}

void FakeProgram::stack(uint64_t key, std::initializer_list<std::string_view> places,
                        bool complete) {
    recording::Stack stack{key, 0, 10, complete, {}};
    for (const std::string_view place : places)
        stack.addresses.push_back(code(place));
    records_.emplace_back(stack);
}

void FakeProgram::variable(uint64_t address, const std::string& name) {
    variables_[address] = name;
}

void FakeProgram::lines(std::string_view text) {
    for (recording::Record& record : recording::parse_lines(text))
        records_.push_back(std::move(record));
}

Profile FakeProgram::interrupted() {
    std::vector<recording::Record> all = recording::parse_lines(kStart);
    all.insert(all.end(), records_.begin(), records_.end());
    return build(all, *this);
}

Profile FakeProgram::finished() {
    lines("end time=10000");
    return interrupted();
}

std::vector<Frame> FakeProgram::frames(const unwind::Image& image, uint64_t offset, bool) {
    constexpr std::string_view into = " < ";
    const auto known = functions_.find((base(image) + offset) / kFunctionSize);
    std::string names = known == functions_.end() ? "" : known->second;
    std::vector<Frame> frames;
    for (size_t end = 0; end != std::string::npos; names.erase(0, end + into.size())) {
        end = names.find(into);
        Frame& frame = frames.emplace_back();
        frame.module = image.path;
        frame.offset = offset;
        frame.function = names.substr(0, end);
        if (end == std::string::npos) break;
    }
    return frames;
}

std::optional<uint64_t> FakeProgram::virtual_address(const unwind::Image&, uint64_t offset) {
    return offset;
}

uint64_t FakeProgram::virtual_end(const unwind::Image& image) {
    return image.path == "/bin/app" ? 0x300000 : 0x100000;
}

std::optional<DataSymbol> FakeProgram::data(const unwind::Image& image, uint64_t address) {
    auto after = variables_.upper_bound(base(image) + address);
    if (after == variables_.begin()) return std::nullopt;
    const auto& [start, name] = *std::prev(after);
    const uint64_t offset = base(image) + address - start;
    if (offset >= 64) return std::nullopt;
    return DataSymbol{offset == 0 ? name : fmt::format("{}+0x{:x}", name, offset), name, offset};
}

AccessedMemory FakeProgram::accessed(const unwind::Image& image, uint64_t offset) {
    const auto known = accesses_.find(base(image) + offset);
    return known == accesses_.end() ? AccessedMemory{} : known->second;
}

std::optional<AccessedObject> FakeProgram::virtual_object(const unwind::Image& image,
                                                          uint64_t vtable, uint64_t into,
                                                          uint32_t) {
    const auto known = virtual_objects_.find(base(image) + vtable);
    if (known == virtual_objects_.end()) return std::nullopt;
    AccessedObject object = known->second;
    object.offset += into;
    return object;
}

unwind::Rule FakeProgram::rule(const unwind::Image& image, uint64_t offset) {
    const auto known = functions_.find((base(image) + offset) / kFunctionSize);
    unwind::Rule rule;
    rule.kind = unwind::Rule::Kind::sp;
    rule.cfa_offset = 8;
    if (known != functions_.end() && known->second == "clone3") rule.kind = unwind::Rule::Kind::end;
    return rule;
}

std::string text(const Profile& profile, StackId stack) {
    std::string result;
    for (const Frame* frame : profile.stacks.frames(stack)) {
        if (!result.empty()) result += " < ";
        result += frame->function.empty() ? "?" : frame->function;
    }
    return result;
}

}  // namespace hotlock::profiling
