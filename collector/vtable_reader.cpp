#include "collector/vtable_reader.h"

#include <sys/types.h>
#include <sys/uio.h>

#include <algorithm>

namespace hotlock::collector {

namespace {

constexpr uint64_t renewed_after_ns = 1'000'000'000;
constexpr size_t most_processes = 1024;
constexpr size_t most_words = 1 << 14;  // of a process in that time

uint64_t read_word(uint32_t pid, uint64_t address) {
    uint64_t word = 0;
    iovec here{&word, sizeof word};
    iovec there{reinterpret_cast<void*>(address), sizeof word};  // NOLINT(*-no-int-to-ptr)
    const ssize_t got = ::process_vm_readv(static_cast<pid_t>(pid), &here, 1, &there, 1, 0);
    return got == sizeof word ? word : 0;
}

bool holds(const std::vector<AddressRange>& ranges, uint64_t address) {
    const auto after = std::ranges::upper_bound(ranges, address, {}, &AddressRange::start);
    return after != ranges.begin() && address < std::prev(after)->end;
}

}  // namespace

VtableReader::Process& VtableReader::process(uint32_t pid, uint64_t time) {
    if (processes_.size() >= most_processes && !processes_.contains(pid)) processes_.clear();
    Process& known = processes_[pid];
    if (known.read_at != 0 && time < known.read_at + renewed_after_ns) return known;
    known.read_at = time;
    known.files = read_only_file_ranges(static_cast<pid_t>(pid));
    known.words.clear();
    return known;
}

uint64_t VtableReader::read(uint32_t pid, uint64_t time, uint64_t address) {
    if (address % sizeof(uint64_t) != 0) return 0;
    Process& known = process(pid, time);
    if (known.files.empty()) return 0;
    if (const auto word = known.words.find(address); word != known.words.end()) return word->second;
    if (known.words.size() >= most_words) return 0;
    const uint64_t word = read_word(pid, address);
    return known.words[address] = holds(known.files, word) ? word : 0;
}

}  // namespace hotlock::collector
