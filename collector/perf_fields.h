// Reads the fields of a perf record in order.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace hotlock::collector {

// Anything past the end reads as zero.
class PerfFields {
  public:
    explicit PerfFields(std::span<const char> bytes) : bytes_(bytes) {}

    template <class T>
    T take() {
        T value{};
        if (at_ + sizeof value <= bytes_.size()) std::memcpy(&value, &bytes_[at_], sizeof value);
        at_ += sizeof value;
        return value;
    }

    std::span<const char> bytes(size_t count) {
        const size_t here = std::min(at_, bytes_.size());
        at_ = here + count;
        return bytes_.subspan(here, std::min(count, bytes_.size() - here));
    }

    std::string text(size_t limit) {
        if (at_ >= bytes_.size()) return {};
        const std::string_view rest(&bytes_[at_], std::min(limit, bytes_.size() - at_));
        return std::string(rest.substr(0, rest.find('\0')));
    }

    size_t left() const { return at_ < bytes_.size() ? bytes_.size() - at_ : 0; }
    bool overrun() const { return at_ > bytes_.size(); }

  private:
    std::span<const char> bytes_;
    size_t at_ = 0;
};

}  // namespace hotlock::collector
