// Spools in memory: records to bytes and back.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/unique_fd.h"
#include "common/recording/describe.h"
#include "common/recording/reader.h"
#include "common/recording/writer.h"

namespace hotlock::recording {

inline UniqueFd memory_file(std::string_view bytes = {}) {
    UniqueFd file(::memfd_create("spool", MFD_CLOEXEC));
    if (::pwrite(file.get(), bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        throw std::runtime_error("memfd");
    }
    return file;
}

inline std::string contents(int file) {
    std::string bytes(static_cast<size_t>(::lseek(file, 0, SEEK_END)), '\0');
    bytes.resize(static_cast<size_t>(::pread(file, bytes.data(), bytes.size(), 0)));
    return bytes;
}

// One block for each text.
inline std::string spool_of(const std::vector<std::string>& blocks) {
    const UniqueFd file = memory_file();
    Writer writer(UniqueFd(::dup(file.get())), "memory");
    for (const std::string& block : blocks) {
        for (const Record& record : parse_lines(block))
            writer.append(record);
        writer.flush();
    }
    return contents(file.get());
}

struct Reading {
    std::vector<Record> records;
    uint64_t damaged = 0;
};

inline Reading read_all(Reader& reader) {
    Reading reading;
    while (auto record = reader.next())
        reading.records.push_back(std::move(*record));
    reading.damaged = reader.damaged_bytes();
    return reading;
}

inline Reading read_bytes(std::string_view bytes) {
    Reader reader(memory_file(bytes), "memory");
    return read_all(reader);
}

}  // namespace hotlock::recording
