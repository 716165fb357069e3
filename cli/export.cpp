// hotlock export: the raw recording of a run as a file.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <string>
#include <utility>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/message.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/base/unique_fd.h"
#include "common/recording/salvage.h"
#include "common/recording/writer.h"

namespace hotlock::cli {
namespace {

constexpr const char* other_file_hint = "name another file with -o";

Error cannot_write(const std::string& path, int error) {
    return {fmt::format("cannot write {}: {}", terminal_safe(path), std::strerror(error)),
            other_file_hint};
}

// A file beside its later place, gone with the object; what was put in place stays.
class NewFile {
  public:
    explicit NewFile(const std::string& path)
        : path_(path), temporary_(fmt::format("{}.{}.new", path, ::getpid())) {
        constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
        fd_.reset(::open(temporary_.c_str(), flags, S_IRUSR | S_IWUSR));
        if (!fd_) throw cannot_write(path_, errno);
    }
    ~NewFile() { ::unlink(temporary_.c_str()); }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    UniqueFd take() { return std::move(fd_); }

    // Takes the place only if it is free, whatever it may be taken by.
    void put_in_place() const {
        if (::link(temporary_.c_str(), path_.c_str()) == 0) return;
        throw cannot_write(path_, errno);
    }

  private:
    std::string path_;
    std::string temporary_;
    UniqueFd fd_;
};

void refuse_place(const std::string& database, const std::string& path) {
    if (path == "-") throw UsageError("export writes a file", other_file_hint);
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0)
        throw Error(fmt::format("{} exists already", terminal_safe(path)), other_file_hint);
    if (recording::is_spool_of(database, path))
        throw Error(
            fmt::format("{} would be taken for an interrupted recording", terminal_safe(path)),
            other_file_hint);
}

// The writer's own hints are for those who record.
void with_our_hint(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        throw Error(error.what(), "free some space, or name another file with -o");
    }
}

uint64_t write_recording(Store& store, RunId id, const std::string& path) {
    NewFile file(path);
    recording::Writer writer(file.take(), terminal_safe(path));
    uint64_t records = 0;
    store.read_raw(id, [&](const recording::Encoded& encoded) {
        with_our_hint([&] { writer.append_encoded(encoded.bytes); });
        ++records;
    });
    with_our_hint([&] { writer.flush(); });
    file.put_in_place();
    return records;
}

int run(const Arguments& arguments) {
    if (arguments.words.size() != 1)
        throw UsageError("export writes one run", "for example: hotlock export 7");
    const std::string database = database_path(arguments);
    const auto store = open_for_reading(database);
    const RunId id = single_run(*store, arguments.words.front());
    const std::string path =
        arguments.value("output").value_or(fmt::format("hotlock-run-{}.spool", id.value));
    refuse_place(database, path);
    const uint64_t records = write_recording(*store, id, path);
    say("run {} exported to {}: {} records", id.value, terminal_safe(path), records);
    return 0;
}

}  // namespace

Command export_command() {
    return {{"export",
             "[options] RUN",
             "write the raw recording of a run to a file, for import elsewhere",
             "  hotlock export 7                       to hotlock-run-7.spool\n"
             "  hotlock export before -o before.spool\n"
             "  hotlock export @-1 && scp hotlock-run-*.spool elsewhere:\n",
             {{"output", 'o', OptionSpec::Value::required, "FILE",
               "file to write, which must not exist (default: hotlock-run-RUN.spool)"},
              db_option()},
             false},
            run};
}

}  // namespace hotlock::cli
