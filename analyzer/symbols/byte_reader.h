// Reads numbers out of a piece of a file; reading past its end gives 0 and is remembered.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace hotlock::symbols {

using Bytes = std::span<const uint8_t>;

class ByteReader {
  public:
    explicit ByteReader(Bytes bytes) : rest_(bytes) {}

    bool ok() const { return ok_; }
    bool done() const { return !ok_ || rest_.empty(); }
    Bytes rest() const { return rest_; }

    Bytes take(uint64_t size) {
        if (size > rest_.size()) {
            ok_ = false;
            rest_ = {};
            return {};
        }
        const Bytes taken = rest_.first(size);
        rest_ = rest_.subspan(size);
        return taken;
    }

    template <class T>
    T number() {
        T value{};
        if (const Bytes bytes = take(sizeof value); !bytes.empty()) {
            std::memcpy(&value, bytes.data(), sizeof value);
        }
        return value;
    }

    // LEB128 (DWARF 5, 7.6); bits beyond 64 are dropped.
    uint64_t uleb() { return leb().value; }
    int64_t sleb() {
        const Leb leb128 = leb();
        const bool negative = leb128.bits < 64 && (leb128.last & 0x40) != 0;
        return static_cast<int64_t>(leb128.value | (negative ? ~uint64_t{0} << leb128.bits : 0));
    }

  private:
    struct Leb {
        uint64_t value = 0;
        unsigned bits = 0;
        uint8_t last = 0;
    };

    Leb leb() {
        Leb leb;
        do {
            leb.last = number<uint8_t>();
            if (leb.bits < 64) leb.value |= uint64_t{leb.last & 0x7fU} << leb.bits;
            leb.bits += 7;
        } while ((leb.last & 0x80) != 0);
        return leb;
    }

    Bytes rest_;
    bool ok_ = true;
};

}  // namespace hotlock::symbols
