// Options that several commands share.
#include "analyzer/store/raw.h"
#include "cli/command.h"

namespace hotlock::cli {

OptionSpec db_option() {
    return {"db", 0, OptionSpec::Value::required, "FILE",
            "database (default: $HOTLOCK_DB, else ./hotlock.db)"};
}

OptionSpec json_option() {
    return {"json", 0, OptionSpec::Value::optional, "FILE",
            "JSON to standard output, or to a file"};
}

OptionSpec html_option() {
    return {"html", 0, OptionSpec::Value::optional, "FILE", "one self-contained page"};
}

OptionSpec raw_limit_option() {
    return {"raw-limit", 0, OptionSpec::Value::required, "SIZE",
            "compressed size to which the raw recording is kept, for export and re-analysis; 0: "
            "none (default: 64M, at most 1G)"};
}

OptionSpec raw_total_option() {
    return {"raw-total", 0, OptionSpec::Value::required, "SIZE",
            "what raw recordings of all runs may take in this database from now on, the oldest are "
            "dropped first (at first: 1G)"};
}

std::optional<uint64_t> raw_limit(const Arguments& arguments) {
    const auto given = arguments.value("raw-limit");
    if (!given) return std::nullopt;
    return parse_size("--raw-limit", *given, largest_raw_limit);
}

std::optional<uint64_t> raw_total(const Arguments& arguments) {
    constexpr uint64_t largest = uint64_t{1} << 50;
    const auto given = arguments.value("raw-total");
    if (!given) return std::nullopt;
    return parse_size("--raw-total", *given, largest);
}

}  // namespace hotlock::cli
