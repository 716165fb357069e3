// Demangling with a bound on what a name may cost.
#include "analyzer/symbols/demangle.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace hotlock::symbols {
namespace {

constexpr size_t max_length = 4096;

// Every back reference (S_, S0_, T_ ...) can repeat all of the name so far, so that a name of 200
// characters may stand for one of 200 MB (measured). Of the names in libLLVM 99.9 % have 20
// references or fewer.
constexpr uint64_t max_expansion = uint64_t{256} << 20;

struct Free {
    void operator()(char* text) const { std::free(text); }
};

bool is_affordable(std::string_view mangled) {
    uint64_t size = mangled.size();
    for (size_t at = 0; at < mangled.size() && size <= max_expansion; ++at) {
        if (mangled[at] != 'S' && mangled[at] != 'T') continue;
        const size_t end =
            mangled.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", at + 1);
        if (end != std::string_view::npos && mangled[end] == '_') size *= 2;
    }
    return size <= max_expansion;
}

// Marks of gcc and clang. Other dots stay: Go's names are full of them.
constexpr std::array<std::string_view, 7> clone_marks = {
    ".cold", ".part.", ".isra.", ".constprop.", ".lto_priv.", ".llvm.", ".localalias"};

std::string_view plain(std::string_view symbol) {
    size_t end = symbol.find('@');
    for (const std::string_view mark : clone_marks)
        end = std::min(end, symbol.find(mark));
    return end == 0 ? symbol : symbol.substr(0, end);
}

}  // namespace

std::string demangle(std::string_view symbol) {
    std::string name(plain(symbol.substr(0, max_length)));
    if (!name.starts_with("_Z") || symbol.size() > max_length || !is_affordable(name)) return name;
    int status = 0;
    const std::unique_ptr<char, Free> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status));
    if (!text) return name;
    return std::string(std::string_view(text.get()).substr(0, max_length));
}

std::string without_number(const std::string& name) {
    const size_t dot = name.find_last_not_of("0123456789");
    if (dot == std::string::npos || dot == 0 || name[dot] != '.') return name;
    return name.substr(0, dot);
}

}  // namespace hotlock::symbols
