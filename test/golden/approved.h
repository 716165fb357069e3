// Whole outputs compared with files that a person has looked at.
#pragma once

#include <string>

namespace hotlock::test {

// Compares with test/golden/approved/NAME (the tests run from the root of the repository). With
// HOTLOCK_APPROVE=1 in the environment the file is rewritten instead; read the diff before
// committing it.
void expect_approved(const std::string& name, const std::string& text);

}  // namespace hotlock::test
