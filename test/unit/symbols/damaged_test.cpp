// ELF files that are cut short or have bits flipped: whatever the answers are, there are some.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "analyzer/symbols/symbolizer.h"
#include "test/unit/symbols/built_library.h"

namespace hotlock {
namespace {

// What a file says about one place.
struct Answer {
    unwind::Rule rule;
    std::vector<Frame> frames;
    std::optional<DataSymbol> data;
};

// Frames end in a function that is not inlined into anything; a variable has a name.
void expect_well_formed(const Answer& answer, const std::string& file) {
    ASSERT_FALSE(answer.frames.empty());
    for (const Frame& frame : answer.frames)
        EXPECT_EQ(frame.module, file);
    EXPECT_FALSE(answer.frames.back().inlined);
    if (answer.data) {
        EXPECT_NE(answer.data->name, "");
    }
}

// A part of a file knows less than the whole, and nothing else.
void expect_no_invention(const Answer& part, const Answer& whole) {
    if (part.rule.kind != unwind::Rule::Kind::unknown) {
        EXPECT_EQ(part.rule, whole.rule);
    }
    if (!part.frames.back().function.empty()) {
        EXPECT_EQ(part.frames.back().function, whole.frames.back().function);
    }
    if (part.data) {
        EXPECT_EQ(part.data->symbol, whole.data ? whole.data->symbol : "");
    }
}

class DamagedFile : public BuiltLibrary {
  protected:
    // Asks for everything all over the file.
    std::vector<Answer> ask(const std::string& bytes) {
        const std::string file = path("damaged.so");
        write_file(file, bytes);
        const unwind::Image image{file, ""};
        const ElfKnowledge knowledge = open_elf_knowledge();
        std::vector<Answer> answers;
        for (uint64_t at = 0; at < 0x5000; at += 0x51) {
            answers.push_back({knowledge.rules->rule(image, at),
                               knowledge.symbolizer->frames(image, at, true),
                               knowledge.symbolizer->data(image, at)});
            expect_well_formed(answers.back(), file);
        }
        knowledge.symbolizer->virtual_end(image);
        return answers;
    }

    void TearDown() override {
        EXPECT_LT(std::chrono::steady_clock::now() - start_, std::chrono::seconds(60));
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

TEST_F(DamagedFile, CutShortAnywhere) {
    const std::string whole = read_file(path("library.so"));
    const std::vector<Answer> truth = ask(whole);
    for (size_t size = 0; size < whole.size(); size += 97) {
        const std::vector<Answer> answers = ask(whole.substr(0, size));
        ASSERT_EQ(answers.size(), truth.size());
        for (size_t i = 0; i < truth.size(); ++i)
            expect_no_invention(answers[i], truth[i]);
    }
}

TEST_F(DamagedFile, WithFlippedBits) {
    const std::string whole = read_file(path("library.so"));
    std::mt19937 random(1);
    for (int i = 0; i < 1000; ++i) {
        std::string bytes = whole;
        for (uint32_t flips = 1 + random() % 4; flips > 0; --flips) {
            bytes[random() % bytes.size()] ^= static_cast<char>(1U << (random() % 8));
        }
        ask(bytes);
    }
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
