// Names of types as source code would write them from outside of all scopes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "analyzer/symbols/handles.h"

namespace hotlock::symbols {

class TypeNames {
  public:
    // "cryptolib::(anonymous namespace)::Pool"; that of the typedef for `typedef struct {…} pool;`;
    // empty for what has no name.
    const std::string& of(Dwarf_Die type);

  private:
    std::map<std::pair<void*, Dwarf_Off>, std::string> known_;  // by unit
};

}  // namespace hotlock::symbols
