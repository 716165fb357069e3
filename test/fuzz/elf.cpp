// Any bytes as an ELF file: every question about it must have an answer.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "analyzer/symbols/symbolizer.h"
#include "common/base/check.h"
#include "common/base/unique_fd.h"

using namespace hotlock;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const UniqueFd file(::memfd_create("fuzz", MFD_CLOEXEC));
    CHECK(::pwrite(file.get(), data, size, 0) == static_cast<ssize_t>(size));
    const unwind::Image image{"/proc/self/fd/" + std::to_string(file.get()), ""};

    const ElfKnowledge knowledge = open_elf_knowledge();
    for (uint64_t at = 0; at < 0x5000; at += 0x53) {
        knowledge.rules->rule(image, at);
        CHECK(!knowledge.symbolizer->frames(image, at, at % 2 == 0).empty());
        knowledge.symbolizer->data(image, at);
        if (const auto object = knowledge.symbolizer->virtual_object(image, at, 0x10, 8))
            CHECK(!object->name.empty() && object->offset < object->size);
        for (const AccessedObject& object : knowledge.symbolizer->accessed(image, at).objects)
            CHECK(!object.name.empty() && object.offset < object.size);
    }
    knowledge.symbolizer->virtual_end(image);
    return 0;
}
