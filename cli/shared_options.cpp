// Options that several commands share.
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

}  // namespace hotlock::cli
