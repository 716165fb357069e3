// Call stacks as lists.
#pragma once

#include <string>
#include <vector>

#include "common/model/stack.h"
#include "reports/html/html.h"

namespace hotlock::reports {

struct ShownStack {
    std::string part;  // "72.0 %"
    std::string note;  // "read, 24 k waits"
    StackId stack;
};

// Nothing for an empty list.
Html stack_list(const std::string& title, const StackTable& stacks,
                const std::vector<ShownStack>& shown);

}  // namespace hotlock::reports
