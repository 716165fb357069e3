// ELF files that are cut short or have bits flipped: whatever the answers are, there are some.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "analyzer/symbols/symbolizer.h"
#include "test/unit/symbols/built_library.h"

namespace hotlock {
namespace {

class DamagedFile : public BuiltLibrary {
  protected:
    // Asks for everything all over the file.
    void ask(const std::string& bytes) {
        write_file(path("damaged.so"), bytes);
        const unwind::Image image{path("damaged.so"), ""};
        const ElfKnowledge knowledge = open_elf_knowledge();
        for (uint64_t at = 0; at < 0x5000; at += 0x51) {
            knowledge.rules->rule(image, at);
            ASSERT_FALSE(knowledge.symbolizer->frames(image, at, true).empty());
            knowledge.symbolizer->data(image, at);
        }
        knowledge.symbolizer->virtual_end(image);
    }
};

TEST_F(DamagedFile, CutShortAnywhere) {
    const std::string whole = read_file(path("library.so"));
    for (size_t size = 0; size < whole.size(); size += 97)
        ask(whole.substr(0, size));
}

TEST_F(DamagedFile, WithFlippedBits) {
    const std::string whole = read_file(path("library.so"));
    std::mt19937 random(1);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) {
        std::string bytes = whole;
        for (uint32_t flips = 1 + random() % 4; flips > 0; --flips) {
            bytes[random() % bytes.size()] ^= static_cast<char>(1U << (random() % 8));
        }
        ask(bytes);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST_F(DamagedFile, WithNumbersOutOfAllBounds) {
    const std::string whole = read_file(path("library.so"));
    for (size_t at = 0; at + 8 <= whole.size(); at += 61) {
        std::string bytes = whole;
        bytes.replace(at, 8, "\xff\xff\xff\xff\xff\xff\xff\x7f");
        ask(bytes);
    }
}

}  // namespace
}  // namespace hotlock
