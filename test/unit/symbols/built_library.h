// A small library compiled at test time, so that a test can strip, split and damage it.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "test/unit/recording/temporary_directory.h"
#include "test/unit/unwind/own_process.h"

namespace hotlock {

// Its functions return addresses of themselves, so that they can be looked up.
inline constexpr const char* library_source = R"(#include <pthread.h>
#define HERE(ip) asm volatile("leaq 0(%%rip), %0\n\tnop" : "=r"(ip))
typedef unsigned long address;
struct slot { int value; pthread_mutex_t lock; };
static struct slot table[4];
static inline __attribute__((always_inline)) address inner(void) {
    address ip;
    HERE(ip);  // line 8
    return ip;
}
static __attribute__((noinline)) address internal(void) {
    return inner() + 1;  // line 12
}
address exported(void) {
    address ip;
    HERE(ip);  // line 16
    return ip;
}
address in_internal(void) { return internal() - 1; }
void *in_table(void) { return &table[2].lock; }
)";

inline std::string read_file(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

inline void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

// A path as a word for the shell; test directories have plain names.
inline void shell(const std::string& command) {
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

class BuiltLibrary : public testing::Test {
  protected:
    void SetUp() override {
        static const std::string compiled = compile();
        write_file(path("library.c"), library_source);
        write_file(path("library.so"), compiled);
    }

    std::string path(const std::string& name) const { return directory_.file(name); }

    void build(const std::string& name, const std::string& flags) const {
        shell("gcc -O2 -fPIC -shared " + flags + " -o " + path(name) + " " + path("library.c"));
    }

    // Calls a function of the library that returns an address in it.
    template <class T = uint64_t>
    uint64_t call(const std::string& name, const char* function) const {
        void* const library = ::dlopen(path(name).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) throw std::runtime_error(::dlerror());
        using Function = T (*)();
        return reinterpret_cast<uint64_t>(reinterpret_cast<Function>(::dlsym(library, function))());
    }

  private:
    std::string compile() {
        write_file(path("library.c"), library_source);
        build("library.so", "-g");
        return read_file(path("library.so"));
    }

    TemporaryDirectory directory_;
};

}  // namespace hotlock
