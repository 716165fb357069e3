// cryptobench: runs cryptolib's workloads. Wiring only.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cryptolib/bench/failure.h"
#include "cryptolib/bench/options.h"
#include "cryptolib/bench/output.h"
#include "cryptolib/bench/runner.h"
#include "cryptolib/bench/tsc_clock.h"

namespace {

using namespace cryptobench;

std::string run_workload(const Options& options) {
    if (options.measure_waits) tsc_clock();  // calibrated before the threads start
    const Variant& variant = *options.variant;
    const Worker::Body body = options.measure_waits ? variant.timed_body : variant.body;
    const Report report{options.workload->name, variant.name, options.plan.threads,
                        run(options.plan, body), options.measure_waits};
    return options.json ? json_report(report) : human_report(report);
}

std::string execute(const Options& options) {
    switch (options.command) {
        case Options::Command::help:
            return usage();
        case Options::Command::list:
            return describe_workloads() + '\n' + describe_options();
        case Options::Command::run:
            return run_workload(options);
    }
    return {};
}

void print(const std::string& text) {
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
        throw Failure("cannot write to standard output", "is the disk full, or the pipe closed?");
}

int fail(const std::exception& error, const std::string& hint, int status) {
    std::fputs(error_lines(error.what(), hint).c_str(), stderr);
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        print(execute(parse_options(std::vector<std::string>(argv + 1, argv + argc))));
        return 0;
    } catch (const UsageError& error) {
        return fail(error, error.hint(), 2);
    } catch (const Failure& error) {
        return fail(error, error.hint(), 1);
    } catch (const std::exception& error) {
        return fail(error, "cryptolib needs Linux 4.14 and OpenSSL 3.0, or newer", 1);
    }
}
