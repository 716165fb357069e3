// What a report says first: the verdict in sentences. Names in them are raw, but shortened;
// whoever prints them escapes the whole.
#pragma once

#include <string>
#include <vector>

#include "common/model/comparison.h"

namespace hotlock::reports {

struct Headline {
    std::string title;                // one sentence
    std::vector<std::string> detail;  // more sentences, most telling first; may be empty
};

// As long as a name in a sentence may be, in characters.
constexpr size_t longest_name = 100;

Headline run_headline(const Profile& profile);
Headline comparison_headline(const Comparison& comparison);

}  // namespace hotlock::reports
