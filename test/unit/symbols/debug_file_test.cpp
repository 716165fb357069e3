// Stripped files, separate debug files, and files that are not what was recorded.
#include <gtest/gtest.h>

#include <filesystem>

#include "analyzer/symbols/symbolizer.h"
#include "test/unit/symbols/built_library.h"

namespace hotlock {
namespace {

class DebugFile : public BuiltLibrary {
  protected:
    std::vector<Frame> frames(const std::string& name, const char* function,
                              const std::string& build_id = "") {
        const OwnPlace place = own_place(call(name, function));
        return open_elf_knowledge().symbolizer->frames({place.image.path, build_id},
                                                       place.file_offset, false);
    }

    // plain.so + plain.debug, tied together by .gnu_debuglink.
    void split() {
        shell("objcopy --only-keep-debug " + path("library.so") + " " + path("plain.debug"));
        shell("objcopy --strip-all --add-gnu-debuglink=" + path("plain.debug") + " " +
              path("library.so") + " " + path("plain.so"));
    }
};

void expect_everything(const std::vector<Frame>& frames) {
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_EQ(frames[0].function, "inner");
    EXPECT_EQ(frames[0].line, 8U);
    EXPECT_EQ(frames[1].function, "internal");
    EXPECT_EQ(frames[1].line, 12U);
}

TEST_F(DebugFile, IsNotNeededWhereNothingWasStripped) {
    expect_everything(frames("library.so", "in_internal"));
}

TEST_F(DebugFile, StrippedFilesKnowExportedNamesOnly) {
    shell("strip -o " + path("stripped.so") + " " + path("library.so"));
    EXPECT_EQ(frames("stripped.so", "exported").back().function, "exported");
    const Frame internal = frames("stripped.so", "in_internal").back();
    EXPECT_EQ(internal.function, "");
    EXPECT_EQ(internal.offset, frames("library.so", "in_internal").back().offset);
}

TEST_F(DebugFile, IsFoundByLinkBesideTheFile) {
    split();
    expect_everything(frames("plain.so", "in_internal"));
}

TEST_F(DebugFile, IsFoundByLinkInItsFolder) {
    split();
    std::filesystem::create_directory(path(".debug"));
    std::filesystem::rename(path("plain.debug"), path(".debug/plain.debug"));
    expect_everything(frames("plain.so", "in_internal"));
}

TEST_F(DebugFile, OfAnotherBuildIsRefused) {
    split();
    write_file(path("plain.debug"), read_file(path("plain.debug")) + "x");
    EXPECT_EQ(frames("plain.so", "in_internal").back().function, "");
}

TEST_F(DebugFile, CompressedIsReadToo) {
    build("compressed.so", "-g -gz");
    expect_everything(frames("compressed.so", "in_internal"));
}

TEST_F(DebugFile, OlderDwarfIsReadToo) {
    build("older.so", "-gdwarf-4");
    expect_everything(frames("older.so", "in_internal"));
}

TEST_F(DebugFile, NamesVariablesOfStrippedFiles) {
    split();
    const uint64_t code = call("plain.so", "exported");
    const uint64_t data = call<void*>("plain.so", "in_table");
    const OwnPlace place = own_place(code);
    const ElfKnowledge knowledge = open_elf_knowledge();
    const uint64_t bias =
        code - knowledge.symbolizer->virtual_address(place.image, place.file_offset).value();
    const auto found = knowledge.symbolizer->data(place.image, data - bias);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, "table[2].lock");
}

TEST_F(DebugFile, UnwindsByDebugFrameWhereThereIsNoEhFrame) {
    build("old_style.so", "-g -fno-asynchronous-unwind-tables");
    const OwnPlace place = own_place(call("old_style.so", "exported"));
    const unwind::Rule rule = open_elf_knowledge().rules->rule(place.image, place.file_offset);
    EXPECT_EQ(rule, (unwind::Rule{unwind::Rule::Kind::sp, 8, {}}));
}

TEST_F(DebugFile, TheRecordedBuildIdMustBeTheFilesOwn) {
    const std::string hex = frames("library.so", "exported").back().build_id;
    ASSERT_EQ(hex.size(), 40U);
    std::string build_id;
    for (size_t i = 0; i < hex.size(); i += 2) {
        build_id += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    EXPECT_EQ(frames("library.so", "exported", build_id).back().function, "exported");

    build_id.back() ^= 1;
    const Frame replaced = frames("library.so", "exported", build_id).back();
    EXPECT_EQ(replaced.function, "");
    EXPECT_NE(replaced.build_id, hex);
}

TEST_F(DebugFile, DeletedFilesHaveNoNames) {
    const OwnPlace place = own_place(call("library.so", "exported"));
    const std::string path = place.image.path + " (deleted)";
    const auto frames = open_elf_knowledge().symbolizer->frames({path, ""}, 0x1000, true);
    EXPECT_EQ(frames, (std::vector<Frame>{{.module = path, .offset = 0x1000}}));
}

}  // namespace
}  // namespace hotlock
