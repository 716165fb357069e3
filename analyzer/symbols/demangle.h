// ELF symbol names -> names for people.
#pragma once

#include <string>
#include <string_view>

namespace hotlock::symbols {

// Without the version ("read@@GLIBC_2.2.5"), C++ names demangled. Names are hostile: at most 4 KiB
// come back, and a mangled name that might expand to more memory than a program is worth stays as
// it is.
std::string demangle(std::string_view symbol);

}  // namespace hotlock::symbols
