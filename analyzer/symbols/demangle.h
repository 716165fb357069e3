// ELF symbol names -> names for people.
#pragma once

#include <string>
#include <string_view>

namespace hotlock::symbols {

// Without the version ("read@@GLIBC_2.2.5") and without the marks of parts and copies that the
// optimiser made (".cold", ".part.0": they come and go from build to build); C++ names demangled.
// Names are hostile: at most 4 KiB come back, and a mangled name that might expand to more memory
// than a name is worth stays as it is.
std::string demangle(std::string_view symbol);

// "lock" for "lock.0", which is how compilers tell static variables of functions apart.
std::string without_number(const std::string& name);

}  // namespace hotlock::symbols
