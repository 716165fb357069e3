// What a provider offers: its implementation of one algorithm.
#pragma once

#include <string>
#include <vector>

namespace cryptolib {

struct Service {
    std::string provider;              // "Portable"
    std::string type;                  // what kind of algorithm it is: "MessageDigest"
    std::string algorithm;             // its standard name: "SHA-256"
    std::vector<std::string> aliases;  // its other names: "SHA256", "2.16.840.1.101.3.4.2.1"
    int priority = 0;                  // of the providers that know a name, the highest wins
};

}  // namespace cryptolib
