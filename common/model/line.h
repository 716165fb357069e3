// Cache lines that bounce between CPUs: which variables, who touches them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/access_kind.h"
#include "common/base/ids.h"
#include "common/model/layout.h"

namespace hotlock {

using std::chrono::nanoseconds;

constexpr uint32_t line_bytes = 64;

// Whether the CPUs touch the same bytes of the line.
enum class Sharing {
    true_sharing,
    false_sharing,  // different ones: they meet only because the bytes lie in one line
    mixed,
};

// How often samples met a thread right behind an access.
struct AccessCounts {
    uint64_t reads = 0;
    uint64_t writes = 0;
    uint64_t updates = 0;
    uint64_t atomics = 0;

    void add(AccessKind kind, uint64_t count = 1);
    uint64_t all() const { return reads + writes + updates + atomics; }
};

struct LineSite {
    StackId stack;  // leaf first: the function with the access
    AccessKind kind = AccessKind::read;
    uint64_t samples = 0;
};

// Bytes that are accessed as one.
struct LineField {
    uint32_t offset = 0;  // in the line, 0..63
    uint32_t size = 0;    // bytes
    std::string name;     // variable and member path; empty: not known
    AccessCounts counts;
    uint32_t cpus = 0;            // that were seen here
    uint32_t threads = 0;         // likewise
    std::vector<LineSite> sites;  // most samples first
    Layout layout{};              // starts count from the line's; known while a run is analyzed
};

struct CacheLine {
    LineId id;
    std::string name;  // of the field with the most samples, else where it lies; never empty
    std::string module;
    std::string build_id;
    std::optional<uint64_t> offset;  // ELF virtual address of the line in the module
    uint64_t address = 0;            // of its first byte in the run; never compared between runs
    uint64_t samples = 0;
    nanoseconds time{0};    // that those samples stand for
    nanoseconds excess{0};  // of it, what would be saved if the line stayed where it is: a bound
    double share = 0;       // excess / the run's thread time, 0..1
    Sharing sharing = Sharing::true_sharing;
    std::string evidence = "sampled";
    std::string holds_lock;         // name of the lock whose word lies in it; empty: none
    std::vector<LineField> fields;  // by offset
    std::string advice;
};

const char* to_string(Sharing sharing);
const char* to_string(AccessKind kind);

}  // namespace hotlock
