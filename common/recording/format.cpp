// Fixed-width integers, checksum and block framing.
#include "common/recording/format.h"

#include <array>

#include "common/base/check.h"

namespace hotlock::recording {

namespace {

template <class T>
void put(std::string& out, T value) {
    for (size_t i = 0; i < sizeof(T); ++i)
        out += static_cast<char>(value >> (8 * i) & 0xFF);
}

template <class T>
T get(std::string_view in, size_t at) {
    CHECK(at <= in.size() && in.size() - at >= sizeof(T));
    uint64_t value = 0;
    for (size_t i = 0; i < sizeof(T); ++i) {
        value |= uint64_t{static_cast<unsigned char>(in[at + i])} << (8 * i);
    }
    return static_cast<T>(value);
}

// One step of CRC-32C (Castagnoli, reflected polynomial 0x82F63B78; RFC 3720 B.4) per byte value.
constexpr std::array<uint32_t, 256> make_crc_table() {
    std::array<uint32_t, 256> table{};
    for (uint32_t byte = 0; byte < 256; ++byte) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78u : 0);
        table[byte] = crc;
    }
    return table;
}

constexpr auto crc_table = make_crc_table();

}  // namespace

void put_u16(std::string& out, uint16_t value) {
    put(out, value);
}
void put_u32(std::string& out, uint32_t value) {
    put(out, value);
}
void put_u64(std::string& out, uint64_t value) {
    put(out, value);
}

void set_u32(std::string& out, size_t at, uint32_t value) {
    std::string bytes;
    put_u32(bytes, value);
    out.replace(at, bytes.size(), bytes);
}

uint16_t get_u16(std::string_view in, size_t at) {
    return get<uint16_t>(in, at);
}
uint32_t get_u32(std::string_view in, size_t at) {
    return get<uint32_t>(in, at);
}
uint64_t get_u64(std::string_view in, size_t at) {
    return get<uint64_t>(in, at);
}

uint32_t crc32c(std::string_view bytes) {
    uint32_t crc = ~0u;
    for (const char c : bytes) {
        crc = crc >> 8 ^ crc_table[(crc ^ static_cast<unsigned char>(c)) & 0xFF];
    }
    return ~crc;
}

std::string file_header() {
    std::string header(file_magic);
    put_u32(header, major_version);
    put_u32(header, minor_version);
    return header;
}

std::string open_block() {
    return std::string(block_header_size, '\0');
}

void seal_block(std::string& block) {
    const std::string_view payload = std::string_view(block).substr(block_header_size);
    CHECK(!payload.empty() && payload.size() <= block_max);
    std::string header(block_magic);
    put_u32(header, static_cast<uint32_t>(payload.size()));
    put_u32(header, crc32c(payload));
    block.replace(0, block_header_size, header);
}

std::optional<BlockHeader> parse_block_header(std::string_view bytes, uint64_t available) {
    if (bytes.size() < block_header_size || !bytes.starts_with(block_magic)) return std::nullopt;
    const BlockHeader header{get_u32(bytes, 4), get_u32(bytes, 8)};
    if (header.length == 0 || header.length > block_max || header.length > available) {
        return std::nullopt;
    }
    return header;
}

}  // namespace hotlock::recording
