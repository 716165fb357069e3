// A long recording of samples, invented: real modules and code addresses, so that all the work on
// symbols is real, and threads, stacks and cache lines in the numbers of a large program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/recording/records.h"

namespace hotlock::bench {

struct SampleCounts {
    uint32_t samples = 1'000'000;  // ticks without stack; a fifth as many with one come on top
    uint32_t threads = 64;
    uint32_t cpus = 8;  // ticks of 499 Hz each: the recording lasts 250 s
    uint32_t code_addresses = 40'000;
    uint32_t stacks = 50'000;  // distinct, of 10 to 30 frames
    uint32_t private_lines = 4'000;
    uint32_t bouncing_lines = 40;  // half of them by false sharing
};

// Writes `<prefix>.<digits>.spool` as a recorder leaves it that was killed. `modules` are
// executable mappings, the program's first.
void write_samples(const std::string& prefix, const std::vector<recording::Mapping>& modules,
                   const SampleCounts& counts);

}  // namespace hotlock::bench
