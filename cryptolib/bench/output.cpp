// Text for people.
#include "cryptolib/bench/output.h"

#include <fmt/format.h>

#include "cryptolib/bench/options.h"
#include "cryptolib/bench/workloads.h"

namespace cryptobench {

namespace {

double milliseconds(nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

std::string wait_lines(const Waits& waits) {
    return fmt::format(
        "lock calls that slept: {}, {:.3f} ms in total, longest {:.3f} ms; over 20 us: {}, {:.3f} "
        "ms\n"
        "lock calls that churned: {}, {:.3f} ms in total\n",
        waits.slept, milliseconds(waits.slept_time), milliseconds(waits.slept_max),
        waits.slept_long, milliseconds(waits.slept_long_time), waits.churned,
        milliseconds(waits.churned_time));
}

std::string visible(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
            safe += c;
        else
            safe += fmt::format("\\x{:02x}", byte);
    }
    return safe;
}

}  // namespace

std::string human_report(const Report& report) {
    const RunResult& result = report.result;
    return fmt::format("{}{} {}, {} {}: {} operations in {:.2f} s, fairness {:.2f}, {:.0f} ops/s\n",
                       report.with_waits ? wait_lines(result.waits) : "", report.workload,
                       report.variant, report.threads, report.threads == 1 ? "thread" : "threads",
                       result.operations, std::chrono::duration<double>(result.time).count(),
                       result.fairness, result.operations_per_second());
}

std::string describe_workloads() {
    std::string text = "Workloads and their variants:\n";
    for (const Workload* workload : all_workloads()) {
        text += fmt::format("  {:<28}{}\n", workload->name, workload->summary);
        for (const Variant& variant : workload->variants) {
            text += fmt::format("    {:<26}{}\n", variant.title(), variant.summary);
        }
    }
    return text;
}

std::string usage() {
    return "Usage: cryptobench WORKLOAD --variant NAME [options]\n"
           "       cryptobench list\n"
           "Runs code of cryptolib as it was before a historic change, or as it was patched.\n\n" +
           describe_options();
}

std::string error_lines(std::string_view what, std::string_view hint) {
    return fmt::format("error: {}\nhint: {}\n", visible(what), visible(hint));
}

}  // namespace cryptobench
