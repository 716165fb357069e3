// Two visitors of the field lists: one writes bodies, one reads them. Integers are LEB128
// (7 bits a byte, low bits first), signed ones zigzag, list entries differences to the one before.
#include "common/recording/codec.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "common/base/check.h"
#include "common/recording/fields.h"
#include "common/recording/format.h"

namespace hotlock::recording {

namespace {

// Small numbers of either sign become small unsigned ones. The difference may wrap; so does sum().
uint64_t zigzag_difference(uint64_t value, uint64_t base) {
    const uint64_t difference = value - base;
    const bool negative = difference >> 63;
    return difference << 1 ^ (negative ? ~uint64_t{0} : 0);
}

uint64_t zigzag_sum(uint64_t zigzag, uint64_t base) {
    return base + (zigzag >> 1 ^ (zigzag & 1 ? ~uint64_t{0} : 0));
}

class Encoder {
  public:
    explicit Encoder(std::string& out) : out_(out) {}

    void number(std::string_view, uint64_t value) { varint(value); }
    void address(std::string_view, uint64_t value) { varint(value); }
    void key(std::string_view, uint64_t value) { put_u64(out_, value); }
    void flag(std::string_view, bool value) { out_ += value ? '\1' : '\0'; }
    void real(std::string_view, double value) { put_u64(out_, std::bit_cast<uint64_t>(value)); }
    void bytes(std::string_view name, std::string_view value) { text(name, value); }

    void relative(std::string_view, uint64_t value, uint64_t base) {
        varint(zigzag_difference(value, base));
    }

    void text(std::string_view, std::string_view value) {
        value = value.substr(0, string_max);
        varint(value.size());
        out_ += value;
    }

    void thread(std::string_view, uint32_t pid, uint32_t tid) {
        varint(pid);
        varint(zigzag_difference(tid, pid));
    }

    template <class T>
    void optional(std::string_view name, const std::optional<T>& value) {
        flag(name, value.has_value());
        if (value) varint(zigzag_difference(static_cast<uint64_t>(*value), 0));
    }

    void frames(std::string_view, const std::vector<uint64_t>& addresses) {
        CHECK(addresses.size() <= list_max);
        varint(addresses.size());
        uint64_t previous = 0;
        for (const uint64_t address : addresses) {
            varint(zigzag_difference(address, previous));
            previous = address;
        }
    }

    void words(std::string_view, const std::vector<StackWord>& words) {
        CHECK(words.size() <= list_max && ascending(words));
        varint(words.size());
        StackWord previous;
        for (const StackWord& word : words) {
            varint(word.index - previous.index);
            varint(zigzag_difference(word.value, previous.value));
            previous = word;
        }
    }

  private:
    void varint(uint64_t value) {
        for (; value >= 0x80; value >>= 7)
            out_ += static_cast<char>(value | 0x80);
        out_ += static_cast<char>(value);
    }

    std::string& out_;
};

// Once something is malformed, nothing more is read and failed() stays true.
class Decoder {
  public:
    explicit Decoder(std::string_view body) : body_(body) {}

    bool failed() const { return failed_; }

    template <class T>
    void number(std::string_view, T& value) {
        if (!done()) value = varint<T>();
    }

    void address(std::string_view name, uint64_t& value) { number(name, value); }

    void key(std::string_view, uint64_t& value) {
        if (!done()) value = fixed();
    }

    void flag(std::string_view, bool& value) {
        if (!done()) value = take(1).front() != 0;
    }

    void real(std::string_view, double& value) {
        if (!done()) value = std::bit_cast<double>(fixed());
    }

    void bytes(std::string_view name, std::string& value) { text(name, value); }

    void relative(std::string_view, uint64_t& value, uint64_t base) {
        if (!done()) value = zigzag_sum(varint<uint64_t>(), base);
    }

    void text(std::string_view, std::string& value) {
        if (!done()) value = take(length(string_max, 1));
    }

    void thread(std::string_view, uint32_t& pid, uint32_t& tid) {
        if (done()) return;
        pid = varint<uint32_t>();
        tid = narrow<uint32_t>(zigzag_sum(varint<uint64_t>(), pid));
    }

    template <class T>
    void optional(std::string_view name, std::optional<T>& value) {
        bool present = false;
        flag(name, present);
        if (!present) return;
        const uint64_t number = zigzag_sum(varint<uint64_t>(), 0);
        value = static_cast<T>(number);
        if (static_cast<uint64_t>(*value) != number) fail();
    }

    void frames(std::string_view, std::vector<uint64_t>& addresses) {
        if (done()) return;
        const size_t count = length(list_max, 1);
        addresses.reserve(count);
        uint64_t previous = 0;
        for (size_t i = 0; i < count && !failed_; ++i) {
            previous = zigzag_sum(varint<uint64_t>(), previous);
            addresses.push_back(previous);
        }
    }

    void words(std::string_view, std::vector<StackWord>& words) {
        if (done()) return;
        const size_t count = length(list_max, 2);
        words.reserve(count);
        StackWord word;
        for (size_t i = 0; i < count && !failed_; ++i) {
            word.index = narrow<uint32_t>(uint64_t{word.index} + varint<uint32_t>());
            word.value = zigzag_sum(varint<uint64_t>(), word.value);
            words.push_back(word);
        }
        if (!ascending(words)) fail();
    }

  private:
    bool done() const { return failed_ || body_.empty(); }

    void fail() { failed_ = true; }

    // Zeros when the body has too few bytes.
    std::string_view take(size_t count) {
        static constexpr char zeros[8] = {};
        if (failed_ || count > body_.size()) {
            fail();
            return {zeros, std::min(count, sizeof zeros)};
        }
        const std::string_view taken = body_.substr(0, count);
        body_.remove_prefix(count);
        return taken;
    }

    uint64_t fixed() { return get_u64(take(8), 0); }

    template <class T>
    T narrow(uint64_t value) {
        if (value > std::numeric_limits<T>::max()) fail();
        return static_cast<T>(value);
    }

    template <class T>
    T varint() {
        uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(take(1).front());
            const uint64_t bits = byte & 0x7F;
            if (bits << shift >> shift != bits) fail();  // the tenth byte has one bit
            value |= bits << shift;
            if ((byte & 0x80) == 0) return narrow<T>(value);
        }
        fail();
        return 0;
    }

    // A count of items that take at least `item_bytes` each: never more than the body can hold.
    size_t length(size_t limit, size_t item_bytes) {
        const auto count = varint<uint64_t>();
        if (count <= limit && count <= body_.size() / item_bytes) return count;
        fail();
        return 0;
    }

    std::string_view body_;
    bool failed_ = false;
};

template <class R>
void encode_record(const R& record, std::string& out) {
    put_u16(out, kind_of<R>.type);
    const size_t length_at = out.size();
    put_u32(out, 0);
    Encoder encoder(out);
    fields(encoder, record);
    set_u32(out, length_at, static_cast<uint32_t>(out.size() - length_at - sizeof(uint32_t)));
}

}  // namespace

void encode(const Record& record, std::string& out) {
    std::visit([&](const auto& r) { encode_record(r, out); }, record);
}

std::optional<Record> record_of_type(uint16_t type) {
    return record_of([&](const Kind& kind) { return kind.type == type; });
}

bool decode(std::string_view body, Record& record) {
    Decoder decoder(body);
    std::visit([&](auto& r) { fields(decoder, r); }, record);
    return !decoder.failed();
}

}  // namespace hotlock::recording
