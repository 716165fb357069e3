// Interning of frames and stacks; names of frames.
#include "common/model/stack.h"

#include <gtest/gtest.h>

namespace hotlock {
namespace {

Frame named(const std::string& function) {
    Frame frame;
    frame.function = function;
    return frame;
}

TEST(StackTable, SameStackHasOneId) {
    StackTable table;
    const std::vector<Frame> stack{named("lock"), named("work"), named("main")};
    const StackId first = table.intern(stack);
    EXPECT_TRUE(first);
    EXPECT_EQ(table.intern(stack), first);
    EXPECT_EQ(table.frame_count(), 3u);
    EXPECT_EQ(table.stack_count(), 3u);
}

TEST(StackTable, GivesFramesBackLeafFirst) {
    StackTable table;
    const auto frames = table.frames(table.intern({named("lock"), named("main")}));
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_EQ(frames[0]->function, "lock");
    EXPECT_EQ(frames[1]->function, "main");
}

TEST(StackTable, SharesCallers) {
    StackTable table;
    const StackId a = table.intern({named("a"), named("main")});
    const StackId b = table.intern({named("b"), named("main")});
    EXPECT_NE(a, b);
    EXPECT_EQ(table.node(a).caller, table.node(b).caller);
    EXPECT_EQ(table.stack_count(), 3u);
}

TEST(StackTable, RecursionKeepsEveryFrame) {
    StackTable table;
    const StackId id = table.intern({named("f"), named("f"), named("f")});
    EXPECT_EQ(table.frames(id).size(), 3u);
    EXPECT_EQ(table.frame_count(), 1u);
}

TEST(StackTable, NoFramesNoStack) {
    StackTable table;
    EXPECT_FALSE(table.intern(std::vector<Frame>{}));
    EXPECT_TRUE(table.frames(StackId{}).empty());
}

TEST(StackTable, FramesDifferByEveryField) {
    StackTable table;
    Frame frame = named("f");
    const FrameId first = table.intern(frame);
    frame.line = 12;
    EXPECT_NE(table.intern(frame), first);
    frame.line = 0;
    frame.inlined = true;
    EXPECT_NE(table.intern(frame), first);
}

TEST(FrameName, BestThatIsKnown) {
    Frame frame;
    frame.offset = 0x1234;
    EXPECT_EQ(frame_name(frame), "0x1234");
    frame.module = "/usr/lib/libfoo.so.1";
    EXPECT_EQ(frame_name(frame), "libfoo.so.1+0x1234");
    frame.function = "foo::bar()";
    EXPECT_EQ(frame_name(frame), "foo::bar()");
    frame = {};
    frame.module = "[jit]";
    EXPECT_EQ(frame_name(frame), "[jit]");
}

TEST(BaseName, LastPartOfThePath) {
    EXPECT_EQ(base_name("/usr/lib/libc.so.6"), "libc.so.6");
    EXPECT_EQ(base_name("[vdso]"), "[vdso]");
    EXPECT_EQ(base_name(""), "");
}

}  // namespace
}  // namespace hotlock
