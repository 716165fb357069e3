// hotlock: finds hot locks in running programs and compares runs. Only wiring here.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/message.h"
#include "cli/output.h"
#include "collector/identity.h"
#include "collector/program.h"
#include "common/base/error.h"
#include "common/base/text.h"

namespace hotlock::cli {
namespace {

constexpr const char* version = "0.1.0";

enum ExitCode { fine = 0, failed = 1, usage = 2, record_failed = 125 };

std::vector<Command> commands() {
    return {record_command(), report_command(), diff_command(),   runs_command(),  label_command(),
            rm_command(),     export_command(), import_command(), doctor_command()};
}

std::string overview() {
    std::string text =
        "hotlock finds the locks that a multi-threaded program waits for, and compares runs.\n\n"
        "usage: hotlock COMMAND [options]\n\n";
    for (const Command& command : commands())
        text += fmt::format("  {:<8} {}\n", command.spec.name, command.spec.summary);
    return text +
           "\n`hotlock COMMAND --help` shows options and examples. Start with:\n"
           "  sudo hotlock record -- ./program     record a run into ./hotlock.db\n"
           "  hotlock report                       read it\n";
}

// `record` leaves the small codes to the program that it runs.
int exit_code(const std::string& command, ExitCode otherwise) {
    return command == "record" ? record_failed : otherwise;
}

int run_command(const Command& command, const std::vector<std::string>& words) {
    try {
        const Arguments arguments = parse(command.spec, words);
        if (arguments.has("help")) {
            write_file("-", help_text(command.spec));
            return fine;
        }
        if (!command.needs_rights) collector::become_invoking_user();
        return command.run(arguments);
    } catch (const collector::CannotRun& error) {
        say_error(error);
        return error.status();
    } catch (const UsageError& error) {
        say_error(error);
        return exit_code(command.spec.name, usage);
    } catch (const Error& error) {
        say_error(error);
        return exit_code(command.spec.name, failed);
    }
}

int run(const std::vector<std::string>& words) {
    const std::string name = words.empty() ? "" : words.front();
    if (name.empty() || name == "--help" || name == "-h" || name == "help") {
        write_file("-", overview());
        return name.empty() ? usage : fine;
    }
    if (name == "--version") {
        write_file("-", fmt::format("hotlock {}\n", version));
        return fine;
    }
    for (const Command& command : commands())
        if (command.spec.name == name)
            return run_command(command, {words.begin() + 1, words.end()});
    say_error(UsageError(fmt::format("there is no command {}", terminal_safe(name)),
                         "`hotlock --help` lists the commands"));
    return usage;
}

}  // namespace
}  // namespace hotlock::cli

int main(int argc, char** argv) {
    hotlock::cli::fill_standard_descriptors();
    std::signal(SIGXFSZ, SIG_IGN);  // a file size limit is an error of write(2), not our end
    try {
        return hotlock::cli::run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        hotlock::cli::say_error(
            {hotlock::terminal_safe(error.what()), "this is a fault of hotlock: please report it"});
        return hotlock::cli::record_failed;
    }
}
