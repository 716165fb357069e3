// Reading from many starts in front of an ip, and what most of them agree on.
#include <algorithm>
#include <optional>
#include <span>

#include "common/decode/stream.h"

namespace hotlock::decode {
namespace {

constexpr size_t window_size = 128;   // bytes in front of ip that are read
constexpr size_t last_start = 16;     // no start is nearer: an instruction has up to 15 bytes
constexpr size_t settling_size = 32;  // bytes after which most starts are in step
constexpr size_t max_behind = 32;     // instructions read from ip on

// Zeros would be additions to where rax points, which no compiler makes: where there are several
// there is no code, and nothing is executed up to what stands behind them.
bool is_padding(std::span<const uint8_t> bytes, size_t at) {
    const bool follows = at > 0 && bytes[at - 1] == 0;
    const bool goes_on = at + 1 < bytes.size() && bytes[at + 1] == 0;
    return bytes[at] == 0 && (follows || goes_on);
}

// The instructions at every offset of the window, and how many starts lead to each.
class Window {
  public:
    Window(const InstructionReader& reader, const Code& code, size_t at)
        : size_(std::min(at, window_size)), found_(size_), votes_(size_ + 1) {
        const size_t begin = at - size_;
        for (size_t i = 0; i < size_; ++i) {
            const uint64_t address = code.address + begin + i;
            found_[i] = is_padding(code.bytes.subspan(begin, size_), i)
                            ? Instruction{.address = address, .size = 1, .flow = Flow::none}
                            : reader.read(code.bytes.subspan(begin + i, size_ - i), address);
        }
        count();
    }

    // From the oldest instruction that is surely one to the one that ends at ip.
    Stream instructions() const {
        const size_t settled = size_ < window_size ? 0 : settling_size;
        Stream stream;
        std::optional<size_t> at = before(size_);
        for (; at && (stream.empty() || *at >= settled); at = before(*at))
            stream.push_back(*found_[*at]);
        std::ranges::reverse(stream);
        return stream;
    }

  private:
    void count() {
        const size_t starts = size_ > last_start ? size_ - last_start : 1;
        for (size_t i = 0; i < size_; ++i) {
            if (i < starts) ++votes_[i];
            if (found_[i]) votes_[i + found_[i]->size] += votes_[i];
        }
    }

    // The start of the instruction that most streams came from to offset `end`.
    std::optional<size_t> before(size_t end) const {
        size_t all = 0;
        size_t best = end;
        for (size_t i = end - std::min(end, last_start); i < end; ++i) {
            if (!found_[i] || i + found_[i]->size != end) continue;
            all += votes_[i];
            if (best == end || votes_[i] > votes_[best]) best = i;
        }
        if (best == end || votes_[best] * 2 <= all) return std::nullopt;
        return best;
    }

    size_t size_;
    std::vector<std::optional<Instruction>> found_;
    std::vector<size_t> votes_;
};

}  // namespace

Stream vote(const InstructionReader& reader, const Code& code, size_t at) {
    Stream stream = Window(reader, code, at).instructions();
    const Stream behind = sweep(reader, code, at, code.bytes.size(), max_behind);
    uint64_t next = code.address + at;
    for (const Instruction& instruction : behind) {
        if (instruction.address != next) break;
        stream.push_back(instruction);
        if (!falls_through(instruction)) break;
        next = end_of(instruction);
    }
    return stream;
}

}  // namespace hotlock::decode
