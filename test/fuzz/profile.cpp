// Any records as a recording, written as text lines: building a profile must end, and its sums must
// agree with each other.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/profile/build.h"
#include "common/base/check.h"
#include "common/base/error.h"
#include "common/recording/describe.h"

using namespace hotlock;

namespace {

// Knows every address in its own way: a few functions and variables, many places without a name.
class AnyFile : public Symbolizer, public unwind::RuleSource {
  public:
    std::vector<Frame> frames(const unwind::Image& image, uint64_t offset, bool) override {
        static constexpr const char* functions[] = {"",
                                                    "pthread_mutex_lock",
                                                    "pthread_rwlock_rdlock",
                                                    "pthread_cond_wait",
                                                    "Foo<int>::bar(int) const",
                                                    "operator()(((<"};
        Frame frame;
        frame.function = functions[offset % std::size(functions)];
        frame.module = image.path;
        frame.offset = offset;
        return {frame};
    }
    std::optional<uint64_t> virtual_address(const unwind::Image&, uint64_t offset) override {
        return offset;
    }
    uint64_t virtual_end(const unwind::Image& image) override {
        return image.build_id.size() << 12;
    }
    std::optional<DataSymbol> data(const unwind::Image& image, uint64_t address) override {
        if (address % 16 >= 8) return std::nullopt;
        return DataSymbol{image.path, image.path, address % 16};
    }
    std::optional<AccessedObject> virtual_object(const unwind::Image& image, uint64_t vtable,
                                                 uint64_t into, uint32_t size) override {
        if (vtable % 3 == 0) return std::nullopt;
        return AccessedObject{.name = image.path, .size = size, .offset = into, .parts = {{}}};
    }
    AccessedMemory accessed(const unwind::Image& image, uint64_t offset) override {
        AccessedMemory memory{.size = static_cast<uint32_t>(offset % 32),
                              .own_stack = offset % 5 == 0};
        if (offset % 3 != 0) return memory;
        LayoutStep step{.owner = image.path, .owner_size = offset % 100, .part = "member"};
        step.owner_start = static_cast<int64_t>(offset % 7) - 3;
        step.size = offset % 11;
        memory.objects.push_back({.name = image.path,
                                  .size = offset % 128,
                                  .offset = offset % 64,
                                  .type = offset % 2 == 0,
                                  .parts = {{step}, {}}});
        return memory;
    }
    unwind::Rule rule(const unwind::Image&, uint64_t offset) override {
        unwind::Rule rule;
        rule.kind = static_cast<unwind::Rule::Kind>(offset % 7);
        rule.cfa_offset = static_cast<int32_t>(offset % 64);
        return rule;
    }
};

std::vector<recording::Record> parse_what_can_be(std::string_view text) {
    std::vector<recording::Record> records;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        try {
            records.push_back(recording::parse_line(text.substr(0, end)));
        } catch (const Error&) {  // not a record
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return records;
}

void check_sums(const Lock& lock) {
    WaitSums sites;
    for (const LockSite& site : lock.sites)
        sites.add(site.sums);
    CHECK(lock.sites.empty() || sites == lock.sums);
    CHECK(lock.sums.waits > 0 && lock.sums.waits <= lock.sums.sleeps);
    CHECK(lock.sums.queue + lock.sums.free == lock.sums.wait);
    CHECK(lock.wait_hist.count() == lock.sums.waits);
    CHECK(!lock.name.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    std::vector<recording::Record> records = parse_what_can_be(std::string(data, data + size));
    size_t at = 0;
    const NextRecord next = [&]() -> std::optional<recording::Record> {
        return at < records.size() ? std::optional(std::move(records[at++])) : std::nullopt;
    };
    AnyFile file;
    const Profile profile = build_profile(next, file, file);
    nanoseconds waited{0};
    for (const Lock& lock : profile.locks) {
        check_sums(lock);
        waited += lock.sums.wait;
    }
    for (const ThreadSummary& thread : profile.threads)
        waited -= thread.lock_wait;
    CHECK(waited == nanoseconds{0});
    return 0;
}
