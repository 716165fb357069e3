// Reads or rewrites an approved file.
#include "test/golden/approved.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace hotlock::test {
namespace {

// The first line that differs, so that a failure can be read without the whole document.
std::string first_difference(const std::string& expected, const std::string& actual) {
    std::istringstream expected_lines(expected);
    std::istringstream actual_lines(actual);
    std::string want;
    std::string got;
    for (int number = 1;; ++number) {
        const bool more_wanted = static_cast<bool>(std::getline(expected_lines, want));
        const bool more_got = static_cast<bool>(std::getline(actual_lines, got));
        if (!more_wanted && !more_got) return "only line ends differ";
        if (more_wanted == more_got && want == got) continue;
        return "line " + std::to_string(number) +
               "\n  approved: " + (more_wanted ? want : "(end)") +
               "\n  now:      " + (more_got ? got : "(end)");
    }
}

bool approving() {
    const char* value = std::getenv("HOTLOCK_APPROVE");
    return value != nullptr && std::string(value) == "1";
}

}  // namespace

void expect_approved(const std::string& name, const std::string& text) {
    const std::string path = "test/golden/approved/" + name;
    if (approving()) {
        std::ofstream(path, std::ios::binary) << text;
        return;
    }
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file) << path << " is missing: make approve writes it";
    std::ostringstream approved;
    approved << file.rdbuf();
    if (approved.str() == text) return;
    ADD_FAILURE() << path << ": " << first_difference(approved.str(), text)
                  << "\nIf the new text is right: make approve, then read the diff.";
}

}  // namespace hotlock::test
