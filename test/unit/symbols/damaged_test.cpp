// ELF files that are cut short or have bits flipped: whatever the answers are, there are some.
#include <gtest/gtest.h>

#include <algorithm>
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
    AccessedMemory accessed;
};

// Frames end in a function that is not inlined into anything; a variable has a name.
bool is_well_formed(const Answer& answer, const std::string& file) {
    const auto in_file = [&file](const Frame& frame) { return frame.module == file; };
    const auto is_whole = [](const AccessedObject& object) {
        return !object.name.empty() && object.offset < object.size;
    };
    return std::ranges::all_of(answer.accessed.objects, is_whole) && !answer.frames.empty() &&
           std::ranges::all_of(answer.frames, in_file) && !answer.frames.back().inlined &&
           (!answer.data || !answer.data->name.empty());
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
        write_file(file_, bytes);
        const unwind::Image image{file_, ""};
        const ElfKnowledge knowledge = open_elf_knowledge();
        std::vector<Answer> answers;
        for (uint64_t at = 0; at < 0x5000; at += 0x51) {
            answers.push_back(
                {knowledge.rules->rule(image, at), knowledge.symbolizer->frames(image, at, true),
                 knowledge.symbolizer->data(image, at), knowledge.symbolizer->accessed(image, at)});
        }
        knowledge.symbolizer->virtual_end(image);
        return answers;
    }

    void TearDown() override {
        EXPECT_LT(std::chrono::steady_clock::now() - start_, std::chrono::seconds(60));
    }

    const std::string file_ = path("damaged.so");

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

TEST_F(DamagedFile, CutShortAnywhere) {
    const std::string whole = read_file(path("library.so"));
    const std::vector<Answer> truth = ask(whole);
    for (size_t size = 0; size < whole.size(); size += 97) {
        const std::vector<Answer> answers = ask(whole.substr(0, size));
        ASSERT_EQ(answers.size(), truth.size());
        for (size_t i = 0; i < truth.size(); ++i) {
            ASSERT_TRUE(is_well_formed(answers[i], file_)) << size;
            expect_no_invention(answers[i], truth[i]);
        }
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
        for (const Answer& answer : ask(bytes))
            EXPECT_TRUE(is_well_formed(answer, file_)) << "damage " << i;
    }
}

TEST_F(DamagedFile, WithNumbersOutOfAllBounds) {
    const std::string whole = read_file(path("library.so"));
    for (size_t at = 0; at + 8 <= whole.size(); at += 61) {
        std::string bytes = whole;
        bytes.replace(at, 8, "\xff\xff\xff\xff\xff\xff\xff\x7f");
        for (const Answer& answer : ask(bytes))
            EXPECT_TRUE(is_well_formed(answer, file_)) << "damage at " << at;
    }
}

}  // namespace
}  // namespace hotlock
