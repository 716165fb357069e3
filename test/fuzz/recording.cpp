// Any bytes as a recording: the reader must end, and what it gives must survive the text form.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/check.h"
#include "common/base/error.h"
#include "common/base/unique_fd.h"
#include "common/recording/describe.h"
#include "common/recording/format.h"
#include "common/recording/reader.h"

using namespace hotlock;
using namespace hotlock::recording;

namespace {

UniqueFd memory_file(std::string_view bytes) {
    UniqueFd file(::memfd_create("fuzz", MFD_CLOEXEC));
    CHECK(::pwrite(file.get(), bytes.data(), bytes.size(), 0) ==
          static_cast<ssize_t>(bytes.size()));
    return file;
}

void read_everything(Reader& reader, size_t size) {
    while (const auto record = reader.next()) {
        const std::string line = describe(*record);
        CHECK(describe(parse_line(line)) == line);
    }
    CHECK(reader.damaged_bytes() <= size - file_header_size);
}

void read_as_file(std::string_view bytes) {
    std::optional<Reader> reader;
    try {
        reader.emplace(memory_file(bytes), "fuzz");
    } catch (const Error&) {
        return;  // not a recording
    }
    read_everything(*reader, bytes.size());
}

// Behind right headers and a right checksum, where mutation alone hardly ever comes.
void read_as_payload(std::string_view bytes) {
    if (bytes.empty() || bytes.size() > block_max) return;
    std::string block = open_block();
    block += bytes;
    seal_block(block);
    read_as_file(file_header() + block);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string bytes(data, data + size);
    read_as_file(bytes);
    read_as_payload(bytes);
    return 0;
}
