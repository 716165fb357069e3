// Comparisons, made by compare() from runs that are a little different each time.
#include "analyzer/compare/compare.h"
#include "test/golden/examples.h"
#include "test/support/build_profile.h"

namespace hotlock::test {
namespace {

// What is made of a run on one side.
struct Figures {
    double throughput = 0;  // operations per second
    double pool_share = 0;  // 0: the lock is not there
    double cache_share = 0;
};

Profile benchmark_run(const std::string& label, uint32_t id, const Figures& figures) {
    Profile profile = make_profile();
    profile.run.id = RunId{id};
    profile.run.label = label;
    profile.run.command = {"./cryptobench", "--random", label};
    profile.metrics = {{"throughput", figures.throughput, "ops/s", "higher"},
                       {"operations", figures.throughput * 10, "", "higher"}};
    if (figures.pool_share > 0) {
        Lock& lock = add_lock(profile, "cryptolib::EntropyPool::instance.lock", figures.pool_share);
        add_site(profile, lock, {"pthread_mutex_lock", "cryptolib::EntropyPool::next_bytes()"});
    }
    Lock& cache = add_lock(profile, "mutex used by KeyCache::get", figures.cache_share);
    cache.symbol.clear();
    cache.acquirers = {"KeyCache::get(int)", "KeyCache::put(int)"};
    add_site(profile, cache, {"pthread_mutex_lock", "KeyCache::get(int)", "worker"});
    return profile;
}

}  // namespace

Comparison patched() {
    std::vector<Profile> a;
    std::vector<Profile> b;
    uint32_t id = 11;
    for (const double drift : {1.0, 0.96, 1.03, 0.99, 1.01}) {  // of the machine, by pair
        a.push_back(benchmark_run("singleton", id++, {862'923 * drift, 0.61 * drift, 0.004}));
        b.push_back(benchmark_run("thread-local", id++, {1'588'066 * drift, 0, 0.12 * drift}));
        b.back().locks.back().acquirers.pop_back();  // half of the callers are left
    }
    return compare(std::move(a), std::move(b));
}

Comparison single_runs() {
    Profile a = benchmark_run("", 1, {862'923, 0.61, 0.02});
    Profile b = benchmark_run("", 2, {855'000, 0.58, 0.02});
    b.run.host = "beta";
    b.run.cpus = 64;
    b.run.cpu_model = "Intel Xeon 8480+";
    b.run.exit_code = 1;
    b.quality.complete = false;
    b.metrics.push_back({"errors", 12, "", "lower"});
    return compare({a}, {b});
}

Comparison mixed_result() {
    std::vector<Profile> a;
    std::vector<Profile> b;
    for (uint32_t i = 0; i < 4; ++i) {
        a.push_back(benchmark_run("old", 1 + 2 * i, {900'000.0 + i * 1000, 0.2, 0.02}));
        b.push_back(benchmark_run("new", 2 + 2 * i, {1'170'000.0 + i * 1000, 0.02, 0.5}));
        a.back().metrics.push_back({"latency p99", 1.9 + i * 0.01, "ms", "lower"});
        b.back().metrics.push_back({"latency p99", 9.6 + i * 0.01, "ms", "lower"});
    }
    return compare(std::move(a), std::move(b));
}

}  // namespace hotlock::test
