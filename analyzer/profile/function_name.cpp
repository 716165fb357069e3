// Short names of demangled C++ functions.
#include "analyzer/profile/function_name.h"

#include <algorithm>

namespace hotlock::profiling {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";

// True when what follows `name` belongs to an operator's name: "operator" + "<", "operator-" + ">".
bool in_operator(std::string_view name) {
    for (const std::string_view end : {"operator", "operator<", "operator-", "operator>"})
        if (name.ends_with(end)) return true;
    return false;
}

// One past the bracket that closes the first character.
size_t bracketed(std::string_view text) {
    const char open = text.front();
    const char close = open == '<' ? '>' : open == '{' ? '}' : ')';
    size_t depth = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        if (text[at] == open) ++depth;
        if (text[at] == close && --depth == 0) return at + 1;
    }
    return text.size();
}

// A bracket that begins parameters or template arguments, not part of the name itself. Go's
// methods ("sync.(*Mutex).Lock") and Rust's "<T as Trait>::f" have theirs in the name.
bool begins_arguments(std::string_view name, std::string_view rest) {
    if (name.empty() || name.ends_with('.') || name.ends_with(' ')) return false;
    return rest.front() == '(' || (rest.front() == '<' && !in_operator(name));
}

// Drops what stands before the last space, unless that belongs to an operator's name or a scope.
void drop_return_type(std::string& name) {
    const size_t end = std::min({name.find("operator "), name.find('{'), name.find(kAnonymous)});
    const size_t space = name.substr(0, end).find_last_of(' ');
    if (space != std::string::npos) name.erase(0, space + 1);
}

}  // namespace

std::string without_parameters(std::string_view function) {
    std::string name;
    for (std::string_view rest = function; !rest.empty();) {
        size_t length = 1;
        if (rest.starts_with(kAnonymous)) {
            length = kAnonymous.size();
        } else if (rest.front() == '{') {
            length = bracketed(rest);
        } else if (rest.starts_with("()") && name.ends_with("operator")) {
            length = 2;
        } else if (begins_arguments(name, rest)) {
            const bool parameters = rest.front() == '(';
            rest.remove_prefix(bracketed(rest));
            if (!parameters || rest.starts_with("::")) continue;
            drop_return_type(name);
            return name;
        }
        name += rest.substr(0, length);
        rest.remove_prefix(length);
    }
    return name;
}

}  // namespace hotlock::profiling
