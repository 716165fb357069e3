// Short names of demangled C++ functions.
#pragma once

#include <string>
#include <string_view>

namespace hotlock::profiling {

// "Foo::bar" of "int Foo::bar<X>(X, char) const [clone .part.0]": without return type, template
// arguments, parameters and what follows them. A name that is not C++ comes back as it is.
std::string without_parameters(std::string_view function);

}  // namespace hotlock::profiling
