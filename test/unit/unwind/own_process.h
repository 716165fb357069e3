// The test's own process as a recording would describe it: its mappings and a thread's stack.
#pragma once

#include <execinfo.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "common/unwind/image_map.h"
#include "common/unwind/walker.h"

namespace hotlock {

constexpr uint32_t own_pid = 1;

// From /proc/self/maps: "start-end perms offset device inode path".
inline unwind::ImageMap own_images() {
    unwind::ImageMap images;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::istringstream words(line);
        recording::Mapping mapping{.pid = own_pid};
        std::string permissions, device, inode;
        char dash = 0;
        words >> std::hex >> mapping.start >> dash >> mapping.end >> permissions >>
            mapping.file_offset >> device >> inode >> mapping.path;
        if (permissions.at(2) == 'x') images.add(mapping);
    }
    return images;
}

// A code or data address of this process as (image, offset in the file).
struct OwnPlace {
    unwind::Image image;
    uint64_t file_offset = 0;
};

inline OwnPlace own_place(uint64_t address) {
    const unwind::ImageMap images = own_images();
    const unwind::MappedImage* mapped = images.find_latest(own_pid, address);
    if (!mapped) return {};
    return {*mapped->image, address - mapped->start + mapped->file_offset};
}

template <class T>
OwnPlace own_place(T* address) {
    return own_place(reinterpret_cast<uint64_t>(address));
}

// One past the stack of the calling thread.
inline const uint64_t* stack_top() {
    pthread_attr_t attributes;
    void* start = nullptr;
    size_t size = 0;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
    return static_cast<const uint64_t*>(start) + size / sizeof(uint64_t);
}

struct OwnStack {
    const uint64_t* top = nullptr;
    unwind::Registers registers;
    std::vector<uint64_t> words;      // from registers.sp to the top of the stack
    std::vector<uint64_t> backtrace;  // what glibc says: callers of capture()
};

// Before capture(), in the same thread: capture() may be called by a signal handler, where nothing
// may be allocated.
inline void prepare(OwnStack& stack) {
    stack.top = stack_top();
    stack.words.reserve(1 << 20);
    stack.backtrace.reserve(256);
}

// Registers and stack of the caller; the first frame is capture() itself.
[[gnu::noinline, gnu::no_sanitize_address, gnu::no_sanitize_thread]] inline void capture(
    OwnStack& stack) {
    const volatile uint64_t* at = nullptr;
    asm volatile(
        "leaq 0(%%rip), %0\n\t"
        "movq %%rsp, %1\n\t"
        "movq %%rbp, %2"
        : "=r"(stack.registers.ip), "=r"(at), "=r"(stack.registers.fp));
    stack.registers.sp = reinterpret_cast<uint64_t>(at);
    for (; at < stack.top; ++at) {
        const uint64_t word = *at;  // here and not in push_back(), which sanitizers do watch
        stack.words.push_back(word);
    }
    std::array<void*, 256> addresses{};
    const auto end = addresses.begin() + ::backtrace(addresses.data(), addresses.size());
    for (auto caller = std::find(addresses.begin(), end, __builtin_return_address(0));
         caller != end; ++caller) {
        stack.backtrace.push_back(reinterpret_cast<uint64_t>(*caller));
    }
}

// As the recorder keeps it: only words that point to code or into the stack itself.
inline recording::Slice slice_of(const OwnStack& stack, const unwind::ImageMap& images) {
    recording::Slice slice{.pid = own_pid,
                           .ip = stack.registers.ip,
                           .stack_pointer = stack.registers.sp,
                           .frame_pointer = stack.registers.fp,
                           .length = static_cast<uint32_t>(stack.words.size() * 8)};
    for (uint32_t i = 0; i < stack.words.size(); ++i) {
        const uint64_t word = stack.words[i];
        const bool points_to_stack = word - slice.stack_pointer < slice.length;
        if (points_to_stack || images.find_latest(own_pid, word)) slice.words.push_back({i, word});
    }
    return slice;
}

}  // namespace hotlock
