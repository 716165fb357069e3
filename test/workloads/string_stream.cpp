// string_stream [SECONDS [THREADS]]: makes std::istringstreams, each of which counts one reference
// to the global locale up and down, under a lock. (libstdc++ spares that for the "C" locale.)
#include <locale>
#include <sstream>

extern "C" {
#include "test/workloads/workload.h"
}

namespace {

int64_t deadline;

void* make_streams(void*) {
    intptr_t count = 0;
    for (; now_ns() < deadline; ++count) {
        std::istringstream stream("1");
        if (!stream) abort();
    }
    return reinterpret_cast<void*>(count);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace

int main(int argc, char** argv) {
    const double seconds = number_argument(argc, argv, 1, 1);
    const int threads = thread_count_argument(argc, argv, 2, 2);
    std::locale::global(std::locale(std::locale::classic(), new std::numpunct<char>));
    deadline = now_ns() + static_cast<int64_t>(seconds * 1e9);
    printf("%.0f ops/s\n", static_cast<double>(run_and_sum(threads, make_streams)) / seconds);
    return 0;
}
