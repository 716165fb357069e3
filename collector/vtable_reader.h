// Whether an object begins with a pointer into a file, as those with virtual functions do.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "collector/procfs.h"

namespace hotlock::collector {

class VtableReader {
  public:
    // The word at `address` in the memory of a process, if it is an address in a file that is
    // mapped there and may not be written: such a word tells nothing but the place of code or
    // constants. Any other word is forgotten at once: 0. Also 0 where the process may not be read,
    // or is gone. `time` as in samples: words and mappings are read again after a second.
    uint64_t read(uint32_t pid, uint64_t time, uint64_t address);

    // The process has begun, or begun to execute another program.
    void forget(uint32_t pid) { processes_.erase(pid); }

  private:
    struct Process {
        uint64_t read_at = 0;                          // time
        std::vector<AddressRange> files;               // ascending
        std::unordered_map<uint64_t, uint64_t> words;  // by address; 0: another word, or none
    };
    Process& process(uint32_t pid, uint64_t time);

    std::map<uint32_t, Process> processes_;
};

}  // namespace hotlock::collector
