// Machine code as a listing: assembly (Intel syntax, labels in front) beside the bytes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "common/decode/decoder.h"

namespace hotlock::decode {

constexpr uint64_t code_address = 0x401000;

class Listing {
  public:
    struct Line {
        std::string_view assembly;
        std::string hex;
    };

    Listing(std::initializer_list<Line> lines) : Listing(std::vector<Line>(lines)) {}

    explicit Listing(const std::vector<Line>& lines) {
        for (const Line& line : lines) {
            addresses_.push_back(end());
            std::istringstream words(line.hex);
            for (unsigned byte = 0; words >> std::hex >> byte;)
                bytes_.push_back(static_cast<uint8_t>(byte));
        }
    }

    const std::vector<uint8_t>& bytes() const { return bytes_; }
    uint64_t end() const { return code_address + bytes_.size(); }
    uint64_t address(size_t line) const { return addresses_.at(line); }

    // A tick right on the line. The listing is one function.
    Site at(size_t line) const {
        return make_x86_decoder()->site(bytes_, code_address, Bounds{code_address, end()},
                                        address(line));
    }

    // The same where no bounds are known.
    Site at_without_bounds(size_t line) const {
        return make_x86_decoder()->site(bytes_, code_address, std::nullopt, address(line));
    }

  private:
    std::vector<uint8_t> bytes_;
    std::vector<uint64_t> addresses_;
};

// A tick right behind one instruction.
inline Site site_behind(std::string_view assembly, const std::string& hex) {
    return Listing{{assembly, hex}, {"nop", "90"}}.at(1);
}

inline Registers numbered_registers() {
    Registers registers;
    for (size_t i = 0; i < registers.general.size(); ++i)
        registers.general[i] = (i + 1) * 0x10000;
    return registers;
}

}  // namespace hotlock::decode
