// The vDSO has no file: it is known by the build-id that the collector writes with its mapping.
#include "common/base/vdso.h"

#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <time.h>

#include "analyzer/symbols/symbolizer.h"
#include "collector/sideband_reader.h"

namespace hotlock {
namespace {

class Vdso : public testing::Test {
  protected:
    unwind::Image recorded() const {
        return {std::string(vdso_path), collector::read_build_id(std::string(vdso_path))};
    }

    // Where clock_gettime's code is: an address of the image is an offset in it too.
    std::optional<uint64_t> clock_code() const {
        for (uint64_t offset = 0; offset < own_vdso().size(); offset += 16)
            if (knowledge_.symbolizer->frames(recorded(), offset, true).back().function ==
                "__vdso_clock_gettime")
                return offset;
        return std::nullopt;
    }

    ElfKnowledge knowledge_ = open_elf_knowledge();
};

TEST_F(Vdso, HasABuildId) {
    EXPECT_EQ(recorded().build_id.size(), 20U);
}

TEST_F(Vdso, FunctionsHaveNamesRulesAndBounds) {
    const std::optional<uint64_t> offset = clock_code();
    ASSERT_TRUE(offset);
    EXPECT_EQ(knowledge_.symbolizer->frames(recorded(), *offset, true).back().module, vdso_path);
    EXPECT_NE(knowledge_.rules->rule(recorded(), *offset).kind, unwind::Rule::Kind::unknown);
    const auto bounds = knowledge_.functions->function(recorded(), *offset);
    ASSERT_TRUE(bounds);
    EXPECT_LE(bounds->start, *offset);
    EXPECT_GT(bounds->end, *offset);
}

TEST_F(Vdso, OfAnotherKernelStaysUnnamed) {
    const uint64_t offset = clock_code().value();
    for (const std::string& other : {std::string(), std::string(20, 'x')}) {
        const unwind::Image image{std::string(vdso_path), other};
        const std::vector<Frame> frames = knowledge_.symbolizer->frames(image, offset, true);
        ASSERT_EQ(frames.size(), 1U);
        EXPECT_EQ(frames[0].function, "");
        EXPECT_EQ(knowledge_.rules->rule(image, offset).kind, unwind::Rule::Kind::unknown);
    }
}

}  // namespace
}  // namespace hotlock
