// Looks at all instructions from which ip can be reached.
#include "common/decode/site.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "common/decode/block.h"

namespace hotlock::decode {
namespace {

std::optional<size_t> in_front_of(const Stream& stream, size_t place) {
    const std::optional<size_t> before = ending_at(stream, stream[place].address);
    return before && falls_through(stream[*before]) ? before : std::nullopt;
}

// An instruction that may have stalled, and what registers were written behind it.
struct Suspect {
    size_t place = 0;
    RegisterMask written_behind = 0;
};

// All ways to one ip.
class Approaches {
  public:
    Approaches(const Stream& stream, uint64_t ip) : stream_(stream), first_(ip), ip_(ip) {
        add_linear();
        for (size_t place = 0; place < stream_.size(); ++place)
            add_jump(place);
    }

    const std::vector<Suspect>& suspects() const { return suspects_; }

  private:
    // Fillers do not stall: who comes to one of them comes to ip.
    void add_linear() {
        std::optional<size_t> place = ending_at(stream_, ip_);
        if (place && !falls_through(stream_[*place])) place.reset();
        while (place && stream_[*place].filler) {
            first_ = stream_[*place].address;
            place = in_front_of(stream_, *place);
        }
        if (place) add(*place);
    }

    // An interrupted rep instruction has ip still on it, as if it had jumped to itself.
    void add_jump(size_t place) {
        const Instruction& jump = stream_[place];
        const bool to_ip = jump.target && *jump.target >= first_ && *jump.target <= ip_;
        const bool is_jump = jump.flow == Flow::jump || jump.flow == Flow::branch;
        if ((is_jump && to_ip) || (jump.repeats && jump.address == ip_)) add(place);
    }

    // Compare and branch retire as one instruction; the operand is the compare's.
    void add(size_t place) {
        Suspect suspect{place};
        if (stream_[place].fuses) {
            const std::optional<size_t> compare = in_front_of(stream_, place);
            if (compare && stream_[*compare].fusible) suspect = {*compare, stream_[place].written};
        }
        suspects_.push_back(suspect);
    }

    const Stream& stream_;
    uint64_t first_;  // of the fillers in front of ip
    uint64_t ip_;
    std::vector<Suspect> suspects_;
};

Outcome outcome_of(const Instruction& instruction, RegisterMask written_behind) {
    if (!instruction.operand) return Outcome::no_memory_operand;
    if (!instruction.operand->computable) return Outcome::unresolvable;
    const auto lost = (instruction.written & ~instruction.moved) | written_behind;
    const bool overwritten = (registers_of(*instruction.operand) & lost) != 0;
    return overwritten ? Outcome::overwritten : Outcome::resolved;
}

Site site_of(const Stream& stream, const Suspect& suspect) {
    const Instruction& instruction = stream[suspect.place];
    Site site{.outcome = outcome_of(instruction, suspect.written_behind),
              .instruction = instruction.address,
              .operand = instruction.operand.value_or(Operand{}),
              .stack = instruction.stack};
    if (site.outcome != Outcome::resolved) return site;
    site.needed = registers_of(site.operand);
    if (stores_back(stream, suspect.place)) site.operand.kind = AccessKind::update;
    return site;
}

bool same_access(const Site& a, const Site& b) {
    return a.outcome == b.outcome && a.operand == b.operand && a.stack == b.stack;
}

Site system_call_site(const Stream& stream, size_t place) {
    return {.outcome = Outcome::system_call,
            .instruction = stream[place].address,
            .system_call = system_call_number(stream, place)};
}

// Lines of the stack belong to one thread: an implicit operand there gives way to any other.
int weight(const Site& site) {
    if (site.outcome == Outcome::no_memory_operand) return 0;
    return site.stack ? 1 : 2;
}

// The one memory operand among the suspects.
Site agreed(const Stream& stream, const std::vector<Suspect>& suspects) {
    Site result{.outcome = Outcome::no_memory_operand};
    if (suspects.size() == 1) result.instruction = stream[suspects[0].place].address;
    for (const Suspect& suspect : suspects) {
        const Site site = site_of(stream, suspect);
        if (weight(site) < weight(result)) continue;
        if (weight(site) > weight(result)) result = site;
        if (weight(site) > 0 && !same_access(result, site))
            result = {.outcome = Outcome::ambiguous, .stack = site.stack};
    }
    return result;
}

}  // namespace

Site site_in(const Stream& stream, uint64_t ip) {
    const std::optional<size_t> before = ending_at(stream, ip);
    if (before && stream[*before].flow == Flow::system_call)
        return system_call_site(stream, *before);
    const Approaches approaches(stream, ip);
    return agreed(stream, approaches.suspects());
}

}  // namespace hotlock::decode
