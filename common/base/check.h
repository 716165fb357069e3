// CHECK(condition): a bug of ours. Prints where and aborts; never used for bad input.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                         \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            std::fprintf(stderr, "hotlock: internal error: %s at %s:%d\n", #condition, __FILE__, \
                         __LINE__);                                                              \
            std::abort();                                                                        \
        }                                                                                        \
    } while (false)
