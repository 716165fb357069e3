// Call stacks as bare addresses, while the recording is read. Names come after the last record,
// when all mappings are known.
//
// A stack may arrive before or after the sleeps that refer to it, so an id is given to a key when
// it is first met from either side. Different keys with the same addresses (slices get a new key
// each time) share one id when the addresses came first, which is how probes write them; in the
// other order they get two ids that end up with the same names, and only the joining of sleeps
// sees two stacks. Slices are walked when they arrive: their stack memory is not kept.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "common/base/ids.h"
#include "common/recording/records.h"
#include "common/unwind/image_map.h"
#include "common/unwind/rule.h"

namespace hotlock::profiling {

// 0: lost or none.
using RawStackId = Id<struct RawStackTag>;

struct RawStack {
    uint32_t pid = 0;
    uint64_t time = 0;                // when it was taken: the mappings of then give the names
    bool complete = false;            // reached the thread's start
    std::vector<uint64_t> addresses;  // leaf first; empty: never arrived
};

class RawStacks {
  public:
    // The id of a key that a sleep mentions.
    RawStackId id(uint64_t key);

    void add(const recording::Stack& stack);
    void add(const recording::Slice& slice, const unwind::ImageMap& images,
             unwind::RuleSource& rules);

    const RawStack& at(RawStackId id) const { return stacks_.at(id.value - 1); }

    // Of these stacks, the distinct ones that arrived and do not reach the thread's start.
    uint64_t truncated(const std::set<RawStackId>& ids) const;

  private:
    void add(uint64_t key, RawStack stack);
    using Content = std::pair<uint32_t, std::vector<uint64_t>>;  // pid, addresses

    std::vector<RawStack> stacks_;
    std::unordered_map<uint64_t, RawStackId> by_key_;
    std::map<Content, RawStackId> by_content_;
};

}  // namespace hotlock::profiling
