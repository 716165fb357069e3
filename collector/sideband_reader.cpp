#include "collector/sideband_reader.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "collector/perf_fields.h"

namespace hotlock::collector {

namespace {

using recording::Record;

constexpr size_t ring_pages = 16;

// sample_id_all with PERF_SAMPLE_TID | PERF_SAMPLE_TIME: pid, tid, time end every record.
constexpr size_t trailer_bytes = 16;

uint64_t trailing_time(std::span<const char> bytes) {
    uint64_t time = 0;
    if (bytes.size() >= trailer_bytes) std::memcpy(&time, &bytes[bytes.size() - 8], sizeof time);
    return time;
}

// PERF_RECORD_MMAP2; with PERF_RECORD_MISC_MMAP_BUILD_ID the inode fields hold the build-id.
Record parse_mapping(const perf_event_header& header, PerfFields fields, uint64_t time) {
    recording::Mapping mapping;
    mapping.time = time;
    mapping.pid = fields.take<uint32_t>();
    fields.take<uint32_t>();  // tid
    mapping.start = fields.take<uint64_t>();
    mapping.end = mapping.start + fields.take<uint64_t>();
    mapping.file_offset = fields.take<uint64_t>();
    struct {
        uint8_t size;
        uint8_t reserved[3];
        char bytes[20];
    } id = fields.take<decltype(id)>();
    if (header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID)
        mapping.build_id.assign(id.bytes, std::min<size_t>(id.size, sizeof id.bytes));
    fields.take<uint64_t>();  // protection and flags
    mapping.path = fields.text(fields.left() - std::min(fields.left(), trailer_bytes));
    return mapping;
}

Record parse_name(const perf_event_header& header, PerfFields fields, uint64_t time) {
    recording::ThreadName name;
    name.time = time;
    name.pid = fields.take<uint32_t>();
    name.tid = fields.take<uint32_t>();
    name.exec = (header.misc & PERF_RECORD_MISC_COMM_EXEC) != 0;
    name.name = fields.text(16);
    return name;
}

// PERF_RECORD_FORK and PERF_RECORD_EXIT: pid, ppid, tid, ptid, time.
Record parse_task(uint32_t type, PerfFields fields) {
    const auto pid = fields.take<uint32_t>();
    const auto parent = fields.take<uint32_t>();
    const auto tid = fields.take<uint32_t>();
    fields.take<uint32_t>();
    const auto time = fields.take<uint64_t>();
    if (type == PERF_RECORD_EXIT) return recording::ThreadExit{time, pid, tid};
    return recording::ThreadStart{time, pid, tid, parent};
}

uint64_t time_of(const Record& record) {
    return std::visit(
        [](const auto& value) -> uint64_t {
            if constexpr (requires { value.time; })
                return value.time;
            else
                return 0;
        },
        record);
}

}  // namespace

std::optional<Record> parse_sideband(const perf_event_header& header, std::span<const char> bytes) {
    if (bytes.size() < sizeof header + trailer_bytes) return std::nullopt;
    const PerfFields fields(bytes.subspan(sizeof header));
    switch (header.type) {
        case PERF_RECORD_MMAP2:
            return parse_mapping(header, fields, trailing_time(bytes));
        case PERF_RECORD_COMM:
            return parse_name(header, fields, trailing_time(bytes));
        case PERF_RECORD_FORK:
        case PERF_RECORD_EXIT:
            return parse_task(header.type, fields);
        case PERF_RECORD_LOST: {
            PerfFields lost = fields;
            lost.take<uint64_t>();  // event id
            return recording::Lost{"sideband", "mappings and threads", lost.take<uint64_t>()};
        }
        default:
            return std::nullopt;
    }
}

SidebandReader::SidebandReader(const std::vector<UniqueFd>& events, const Target& target)
    : processes_{static_cast<uint32_t>(target.pid)} {
    for (const UniqueFd& event : events)
        rings_.emplace_back(event.get(), ring_pages);
}

// A system-wide event also reports processes that are not ours.
bool SidebandReader::follows(const Record& record) {
    if (const auto* start = std::get_if<recording::ThreadStart>(&record);
        start != nullptr && processes_.contains(start->parent_pid))
        processes_.insert(start->pid);
    return std::visit(
        [this](const auto& value) {
            if constexpr (requires { value.pid; })
                return processes_.contains(value.pid);
            else
                return true;
        },
        record);
}

void SidebandReader::drain(const OnRecord& on_record) {
    std::vector<Record> records;
    for (PerfRing& ring : rings_)
        ring.drain([&](const perf_event_header& header, std::span<const char> bytes) {
            if (std::optional<Record> record = parse_sideband(header, bytes))
                records.push_back(std::move(*record));
        });
    std::stable_sort(records.begin(), records.end(),
                     [](const Record& a, const Record& b) { return time_of(a) < time_of(b); });
    for (Record& record : records) {
        if (!follows(record)) continue;
        auto* mapping = std::get_if<recording::Mapping>(&record);
        if (mapping != nullptr && mapping->build_id.empty())
            mapping->build_id = read_build_id(mapping->path);
        on_record(std::move(record));
    }
}

}  // namespace hotlock::collector
