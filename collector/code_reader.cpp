#include "collector/code_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>

#include "common/unwind/generated.h"

namespace hotlock::collector {

namespace {

constexpr size_t most_open_files = 64;

UniqueFd open_regular(const std::string& path) {
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat facts {};
    if (!file || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return {};
    return file;
}

ssize_t read_process(uint32_t pid, uint64_t address, std::vector<uint8_t>& code) {
    iovec here{code.data(), code.size()};
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    iovec there{reinterpret_cast<void*>(address), code.size()};
    return ::process_vm_readv(static_cast<pid_t>(pid), &here, 1, &there, 1, 0);
}

}  // namespace

int CodeReader::file_of(const unwind::Image& image) {
    if (files_.size() >= most_open_files) files_.clear();
    const auto [file, is_new] = files_.try_emplace(&image);
    if (is_new) file->second = open_regular(image.path);
    return file->second ? file->second.get() : -1;
}

std::vector<uint8_t> CodeReader::read(const unwind::MappedImage& mapped, uint32_t pid,
                                      uint64_t address, uint64_t bytes) {
    std::vector<uint8_t> code(bytes);
    ssize_t count = -1;
    if (!mapped.image->path.starts_with('/') || unwind::is_generated(*mapped.image))
        count = read_process(pid, address, code);
    else if (const int file = file_of(*mapped.image); file >= 0)
        count = ::pread(file, code.data(), code.size(),
                        static_cast<off_t>(address - mapped.start + mapped.file_offset));
    code.resize(count < 0 ? 0 : static_cast<size_t>(count));
    return code;
}

}  // namespace hotlock::collector
