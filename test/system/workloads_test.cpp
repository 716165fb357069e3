// The workloads keep their word: other tests take what they do and print for the truth.
#include <regex>

#include "test/system/harness.h"

namespace hotlock::test {
namespace {

// The number that stands before or behind what a pattern's group catches.
double number_in(const std::string& text, const std::string& pattern) {
    std::smatch match;
    if (!std::regex_search(text, match, std::regex(pattern))) {
        ADD_FAILURE() << "no " << pattern << " in: " << text;
        return 0;
    }
    return std::stod(match[1]);
}

std::string output_of(const std::string& name, const std::vector<std::string>& arguments) {
    Command command;
    command.argv = {workload(name)};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    const Result result = run(command);
    EXPECT_EQ(result.status, 0) << name << ": " << result.err;
    return result.out;
}

TEST(Workloads, two_locks_waits_three_to_one) {
    const std::string out = output_of("two_locks", {"1"});
    const double wide = number_in(out, "wide_lock \\d+ waits (\\d+) ns");
    const double narrow = number_in(out, "narrow_lock \\d+ waits (\\d+) ns");
    EXPECT_GT(wide / narrow, 2.4);
    EXPECT_LT(wide / narrow, 4.2);
}

TEST(Workloads, rwlock_mix_makes_both_sides_wait) {
    const std::string out = output_of("rwlock_mix", {"3", "2", "0.5"});
    EXPECT_GT(number_in(out, "read \\d+ waits (\\d+) ns"), 1e7);
    EXPECT_GT(number_in(out, "write \\d+ waits (\\d+) ns"), 1e7);
}

TEST(Workloads, loops_over_one_function_do_some) {
    EXPECT_GT(number_in(output_of("gcry_random", {"2", "0.2"}), "(\\d+) calls"), 100);
    EXPECT_GT(number_in(output_of("localtime", {"2", "0.2"}), "(\\d+) calls"), 1000);
    EXPECT_GT(number_in(output_of("clock", {"0.2"}), "(\\d+) thousand readings"), 100);
}

TEST(Workloads, planted_key_prints_the_key_that_it_was_given) {
    const std::string key = "00112233445566778899aabbccddeeff0123456789abcdef0f1e2d3c4b5a6978";
    EXPECT_EQ(output_of("planted_key", {key, "0.1"}), key + "\n");
}

TEST(Workloads, many_stacks_waits_once_for_each_stack) {
    EXPECT_EQ(output_of("many_stacks", {"300", "20"}), "300 waits\n");
}

TEST(Workloads, those_without_figures_end_well) {
    EXPECT_EQ(output_of("idle_pool", {"0.1"}), "finished\n");
    EXPECT_EQ(output_of("fork_children", {"2"}), "2 children\n");
    EXPECT_EQ(output_of("brief", {}), "");
}

TEST(Workloads, lines_tells_the_truth_about_its_cases_and_runs_them) {
    const std::string list = output_of("lines", {"--list"});
    EXPECT_NE(list.find("true_atomic true stalls common.hits\n"), std::string::npos) << list;
    EXPECT_NE(list.find("padded none stalls\n"), std::string::npos) << list;
    EXPECT_EQ(output_of("lines", {"recycled_stacks", "0.1"}), "");
    EXPECT_EQ(run({workload("lines"), "no_such_case"}).status, 2);
}

TEST(Workloads, refuse_arguments_that_are_no_numbers) {
    const Result result = run({workload("brief"), "soon"});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, "error: not a positive number: soon\n");
}

}  // namespace
}  // namespace hotlock::test
