#include "collector/procfs.h"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <utility>

#include "collector/clock.h"

namespace hotlock::collector {

namespace {

std::string proc_path(const std::string& root, pid_t pid, const char* name) {
    return fmt::format("{}/proc/{}/{}", root, pid, name);
}

struct CloseDirectory {
    void operator()(DIR* directory) const { ::closedir(directory); }
};

struct MapsLine {
    recording::Mapping mapping;  // without process and time
    std::string permissions;     // "r-xp"
};

// A line of /proc/PID/maps: "start-end perms offset dev inode   path".
std::optional<MapsLine> parse_line(const std::string& line) {
    MapsLine parsed;
    recording::Mapping& mapping = parsed.mapping;
    char permissions[5] = {};
    int path_at = 0;
    const int fields =
        std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %n",
                    &mapping.start, &mapping.end, permissions, &mapping.file_offset, &path_at);
    if (fields != 4 || path_at == 0) return std::nullopt;
    mapping.path = line.substr(static_cast<size_t>(path_at));
    parsed.permissions = permissions;
    return parsed;
}

// Calls `visit(MapsLine)` for each line that can be read.
template <class Visit>
void each_mapping(pid_t pid, const std::string& root, Visit visit) {
    std::ifstream file(proc_path(root, pid, "maps"));
    for (std::string line; std::getline(file, line);)
        if (std::optional<MapsLine> parsed = parse_line(line)) visit(*parsed);
}

}  // namespace

std::optional<uid_t> process_owner(pid_t pid, const std::string& root) {
    std::ifstream file(proc_path(root, pid, "status"));
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("Uid:"))
            return static_cast<uid_t>(std::strtoul(line.c_str() + 4, nullptr, 10));
    return std::nullopt;
}

std::optional<int64_t> process_started_at(pid_t pid, const std::string& root) {
    std::ifstream file(proc_path(root, pid, "stat"), std::ios::binary);
    std::string text;
    std::getline(file, text, '\0');
    // Field 22; the second is a name in brackets, with any bytes.
    std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
    std::string field;
    for (int number = 3; number <= 22; number++)
        if (!(fields >> field)) return std::nullopt;
    const auto ticks = static_cast<int64_t>(std::strtoull(field.c_str(), nullptr, 10));
    const int64_t booted_at =
        static_cast<int64_t>(read_clock(CLOCK_REALTIME) - read_clock(CLOCK_BOOTTIME));
    return booted_at + ticks * (1'000'000'000 / ::sysconf(_SC_CLK_TCK));
}

std::vector<pid_t> threads_of(pid_t pid, const std::string& root) {
    std::vector<pid_t> threads;
    const std::unique_ptr<DIR, CloseDirectory> directory(
        ::opendir(proc_path(root, pid, "task").c_str()));
    if (!directory) return threads;
    while (const dirent* entry = ::readdir(directory.get()))
        if (const int tid = std::atoi(entry->d_name); tid > 0) threads.push_back(tid);
    std::sort(threads.begin(), threads.end());
    return threads;
}

std::string thread_name(pid_t pid, pid_t tid, const std::string& root) {
    std::ifstream file(fmt::format("{}/proc/{}/task/{}/comm", root, pid, tid), std::ios::binary);
    std::string name;
    std::getline(file, name, '\0');  // a name may hold a newline, never a NUL
    if (name.ends_with('\n')) name.pop_back();
    return name;
}

std::vector<std::string> command_line(pid_t pid, const std::string& root) {
    std::vector<std::string> words;
    std::ifstream file(proc_path(root, pid, "cmdline"), std::ios::binary);
    for (std::string word; std::getline(file, word, '\0');)
        words.push_back(word);
    return words;
}

std::vector<recording::Mapping> executable_mappings(pid_t pid, uint64_t time,
                                                    const std::string& root) {
    std::vector<recording::Mapping> mappings;
    each_mapping(pid, root, [&](MapsLine& line) {
        if (line.permissions.find('x') == std::string::npos) return;
        recording::Mapping& mapping = mappings.emplace_back(std::move(line.mapping));
        if (mapping.path.empty()) mapping.path = "//anon";
        mapping.pid = static_cast<uint32_t>(pid);
        mapping.time = time;
    });
    return mappings;
}

std::vector<AddressRange> read_only_file_ranges(pid_t pid, const std::string& root) {
    std::vector<AddressRange> ranges;
    each_mapping(pid, root, [&](const MapsLine& line) {
        if (line.mapping.path.starts_with('/') && line.permissions.starts_with("r-"))
            ranges.push_back({line.mapping.start, line.mapping.end});
    });
    std::ranges::sort(ranges, {}, &AddressRange::start);
    return ranges;
}

}  // namespace hotlock::collector
