// Code that is in no file: the kernel's vDSO, and what just-in-time compilers generate.
#include <unistd.h>

#include "test/system/recording.h"

namespace hotlock::test {
namespace {

// Part of the sampled time of functions with this text in their name, in that module.
double share_of(const Json& report, const std::string& function, const std::string& module) {
    double time = 0;
    for (size_t i = 0; i < report.size("/cpu"); i++) {
        const std::string row = "/cpu/" + std::to_string(i);
        if (report.text(row + "/module") == module &&
            report.text(row + "/symbol").find(function) != std::string::npos)
            time += report.number(row + "/samples");
    }
    return time / sum(report, "/cpu", "samples");
}

// The heaviest stack with this text in the name of its leaf.
std::string stack_of(const Json& report, const std::string& leaf) {
    for (size_t i = 0; i < report.size("/cpu_stacks"); i++) {
        std::string stack = "/cpu_stacks/" + std::to_string(i) + "/stack";
        if (report.size(stack) > 0 &&
            report.text(stack + "/0/name").find(leaf) != std::string::npos)
            return stack;
    }
    return "";
}

// A process has the number of its first thread.
void remove_perf_maps(const Json& report) {
    for (size_t i = 0; i < report.size("/threads"); i++) {
        const auto tid = static_cast<long>(report.number("/threads/" + std::to_string(i) + "/tid"));
        ::unlink(("/tmp/perf-" + std::to_string(tid) + ".map").c_str());
    }
}

bool runs(const Words& command) {
    return run(command).status == 0;
}

TEST(GeneratedCode, TheVdsoHasNamesAndWholeStacks) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("clock"), "1"});
    const Json report = recording.report();

    EXPECT_GT(share_of(report, "__vdso_clock_gettime", "[vdso]"), 0.3);
    EXPECT_EQ(share_of(report, "[vdso]+", "[vdso]"), 0);
    const std::string stack = stack_of(report, "__vdso_clock_gettime");
    ASSERT_NE(stack, "");
    EXPECT_TRUE(stack_has(report, stack, "read_clock"));
    EXPECT_TRUE(stack_has(report, stack, "main"));
    EXPECT_TRUE(stack_has(report, stack, "_start"));
}

constexpr const char* java_program = R"(
public class Spin {
    static volatile long sink;
    static long mix(long v) {
        for (int i = 0; i < 1000; i++) { v ^= v << 13; v ^= v >>> 7; v ^= v << 17; }
        return v;
    }
    public static void main(String[] words) {
        long end = System.nanoTime() + 1_500_000_000L;
        long v = 1;
        while (System.nanoTime() < end) v = mix(v);
        sink = v;
    }
}
)";

TEST(GeneratedCode, JavaMethodsHaveNames) {
    SKIP_UNLESS_BPF();
    if (!runs({"javac", "-version"})) GTEST_SKIP() << "needs a JDK";
    const Recording recording;
    const TempDir& folder = recording.folder();
    write_file(folder / "Spin.java", java_program);
    ASSERT_EQ(run({"javac", "-d", folder.path(), folder / "Spin.java"}).status, 0);
    recording.record({"java", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DumpPerfMapAtExit",
                      "-XX:+PreserveFramePointer", "-XX:-Inline", "-cp", folder.path(), "Spin"});
    const Json report = recording.report();
    remove_perf_maps(report);

    EXPECT_GT(share_of(report, "Spin.mix", "[jit]"), 0.3);
    const std::string stack = stack_of(report, "Spin.mix");
    ASSERT_NE(stack, "");
    EXPECT_TRUE(stack_has(report, stack, "Spin.main") || stack_has(report, stack, "Interpreter"));
    EXPECT_TRUE(stack_has(report, stack, "start_thread"));
}

TEST(GeneratedCode, JavaScriptFunctionsHaveNames) {
    SKIP_UNLESS_BPF();
    if (!runs({"node", "--version"})) GTEST_SKIP() << "needs Node.js";
    const Recording recording;
    recording.record(
        {"node", "--perf-basic-prof", "-e",
         "function hotMix(v) { for (let i = 0; i < 1000; i++) v = Math.imul(v ^ v >>> 3, 40503);"
         " return v; }\n"
         "let v = 1; for (const end = Date.now() + 1500; Date.now() < end;) v = hotMix(v);"});
    const Json report = recording.report();
    remove_perf_maps(report);
    // The loop that calls hotMix is compiled with it, under the name of the script.
    EXPECT_GT(share_of(report, "JS:", "[jit]"), 0.3);
}

}  // namespace
}  // namespace hotlock::test
