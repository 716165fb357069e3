// Reads a demangled name from both ends. Nothing here may fail on odd names: whatever is not
// understood stays.
#include "common/model/function_name.h"

namespace hotlock {
namespace {

bool is_word_char(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// True when `text[at]` stands inside or right behind the name of an operator, as in
// "operator()", "operator<<" and "operator->".
bool in_operator(std::string_view text, size_t at) {
    constexpr std::string_view word = "operator";
    while (at > 0 && std::string_view("()<>-=").find(text[at - 1]) != std::string_view::npos)
        --at;
    if (at < word.size() || text.substr(at - word.size(), word.size()) != word) return false;
    return at == word.size() || !is_word_char(text[at - word.size() - 1]);
}

// Qualifiers and compiler notes behind the parameter list: " const", " &", " [clone .cold]".
std::string_view without_suffix(std::string_view name) {
    while (true) {
        const size_t space = name.rfind(' ');
        if (space == std::string_view::npos || space == 0) return name;
        const size_t note = name.rfind(" [clone ");
        if (name.ends_with(']') && note != std::string_view::npos) {
            name = name.substr(0, note);
            continue;
        }
        const std::string_view last = name.substr(space + 1);
        if (last != "const" && last != "volatile" && last != "&" && last != "&&") return name;
        name = name.substr(0, space);
    }
}

// Where the bracket that ends `text` was opened; npos when it was not.
size_t opening(std::string_view text) {
    int depth = 0;
    for (size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')') ++depth;
        if (text[i] == '(' && --depth == 0) return i;
    }
    return std::string_view::npos;
}

std::string_view without_parameters(std::string_view name) {
    if (!name.ends_with(')')) return name;
    const size_t open = opening(name);
    if (open == std::string_view::npos || open == 0) return name;
    constexpr std::string_view word = "operator";
    const std::string_view before = name.substr(0, open);
    const bool is_call_operator = before.ends_with(word) && open + 2 == name.size();
    return is_call_operator ? name : before;
}

std::string without_template_arguments(std::string_view name) {
    std::string text;
    int depth = 0;
    for (size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<' && !in_operator(name, i) && depth++ == 0) text += "<…";
        if (depth == 0) text += c;
        if (c == '>' && depth > 0 && name[i - 1] != '-' && --depth == 0) text += '>';
    }
    return depth == 0 ? text : std::string(name);
}

// A return type stands before the last space that is in no bracket. Names of operators may have
// such spaces themselves and keep it.
std::string_view without_return_type(std::string_view name) {
    if (name.find("operator") != std::string_view::npos) return name;
    int depth = 0;
    for (size_t i = name.size(); i-- > 0;) {
        const char c = name[i];
        if (c == ')' || c == '>' || c == '}') ++depth;
        if (c == '(' || c == '<' || c == '{') --depth;
        if (c == ' ' && depth == 0) return name.substr(i + 1);
    }
    return name;
}

}  // namespace

std::string short_function(std::string_view function) {
    const std::string_view with_parameters = without_suffix(function);
    const std::string_view named = without_parameters(with_parameters);
    const std::string text = without_template_arguments(named);
    // Mangled names hold return types for template instances only.
    const bool is_instance = named.ends_with('>') && named.size() < with_parameters.size();
    return std::string(is_instance ? without_return_type(text) : text);
}

std::string short_frame(const Frame& frame) {
    return frame.function.empty() ? frame_name(frame) : short_function(frame.function);
}

}  // namespace hotlock
