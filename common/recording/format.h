// How bytes are framed in a spool: file header, blocks, records, checksum. Private to recording;
// FORMAT.md is the description for readers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hotlock::recording {

// File header: magic, u32 major, u32 minor.
inline constexpr std::string_view file_magic{"hotlock\0", 8};
inline constexpr uint32_t major_version = 1;
inline constexpr uint32_t minor_version = 0;
inline constexpr size_t file_header_size = 16;

// Block header: magic, u32 payload length, u32 CRC-32C of the payload.
inline constexpr std::string_view block_magic{"HLBK", 4};
inline constexpr size_t block_header_size = 12;

// The writer ends a block once its payload has this size.
inline constexpr size_t block_full = size_t{64} << 10;
// No reader takes a longer payload. A full block plus the largest record stays far below.
inline constexpr size_t block_max = size_t{4} << 20;

// Record header: u16 type, u32 body length.
inline constexpr size_t record_header_size = 6;

// Bytes of a string (a writer cuts longer ones), entries of a list; readers refuse more.
inline constexpr size_t string_max = size_t{1} << 20;
inline constexpr size_t list_max = size_t{1} << 16;

// Little-endian, whatever the machine is.
void put_u16(std::string& out, uint16_t value);
void put_u32(std::string& out, uint32_t value);
void put_u64(std::string& out, uint64_t value);
void set_u32(std::string& out, size_t at, uint32_t value);

// The bytes must be there.
uint16_t get_u16(std::string_view in, size_t at);
uint32_t get_u32(std::string_view in, size_t at);
uint64_t get_u64(std::string_view in, size_t at);

uint32_t crc32c(std::string_view bytes);

std::string file_header();

// Room for a block header, to be filled by seal_block() when the payload behind it is complete.
std::string open_block();
void seal_block(std::string& block);

struct BlockHeader {
    uint32_t length = 0;
    uint32_t checksum = 0;
};

// Nothing when the bytes cannot be a block header, or its payload cannot fit in `available` bytes.
std::optional<BlockHeader> parse_block_header(std::string_view bytes, uint64_t available);

}  // namespace hotlock::recording
