// hotlock doctor: what works on this machine, and why not.
#include <algorithm>

#include "cli/command.h"
#include "cli/output.h"
#include "collector/calibration.h"
#include "collector/calibration_memory.h"
#include "collector/doctor.h"
#include "collector/host.h"
#include "collector/identity.h"
#include "common/base/error.h"
#include "reports/lists.h"

namespace hotlock::cli {
namespace {

int run(const Arguments& arguments) {
    if (!arguments.words.empty())
        throw UsageError("doctor takes no arguments", "`hotlock doctor --help` shows its options");
    const Calibration calibration = collector::calibrate_fully();
    const std::vector<Capability> capabilities = collector::examine_machine(calibration);
    collector::become_invoking_user();  // for the file of --json, and the cache
    collector::remember(collector::cache_directory(), collector::machine_key(), calibration);
    if (const auto file = arguments.value("json"))
        write_file(file->empty() ? "-" : *file, reports::doctor_json(capabilities, calibration));
    else
        write_file("-", reports::doctor_text(capabilities, calibration, text_options()));
    const bool usable = std::ranges::none_of(
        capabilities, [](const Capability& row) { return row.state == "missing"; });
    return usable ? 0 : 1;
}

}  // namespace

Command doctor_command() {
    return {
        {"doctor",
         "[options]",
         "tell what hotlock can do on this machine, and what is missing",
         "  sudo hotlock doctor\n"
         "  hotlock doctor                  as an ordinary user\n"
         "\nIt measures for half a second where a timer tick finds a thread that stalls, which\n"
         "`hotlock record` remembers until the next start of the machine.\n"
         "\nThe exit code is 0 when nothing is missing, else 1.\n",
         {json_option()},
         false},
        run,
        true};
}

}  // namespace hotlock::cli
