#include "collector/host.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "collector/perf_events.h"

namespace hotlock::collector {

namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("model name")) continue;
        const size_t value = line.find(": ");
        if (value != std::string::npos) return line.substr(value + 2);
    }
    return {};
}

bool is_commit_id(const std::string& text) {
    return (text.size() == 40 || text.size() == 64) &&
           std::all_of(text.begin(), text.end(),
                       [](unsigned char c) { return std::isxdigit(c) != 0; });
}

// The directory with HEAD and refs: .git itself, or where a work tree's .git file points.
fs::path git_directory(fs::path directory) {
    std::error_code error;
    for (;; directory = directory.parent_path()) {
        fs::path git = directory / ".git";
        if (fs::is_directory(git, error)) return git;
        if (const std::string link = first_line(git); link.starts_with("gitdir: "))
            return directory / link.substr(8);
        if (directory == directory.root_path()) return {};
    }
}

std::string packed_ref(const fs::path& git, const std::string& name) {
    std::ifstream file(git / "packed-refs");
    for (std::string line; std::getline(file, line);)
        if (line.size() > 41 && line.substr(line.find(' ') + 1) == name)
            return line.substr(0, line.find(' '));
    return {};
}

}  // namespace

std::string git_revision(const std::string& directory) {
    const fs::path git = git_directory(directory);
    if (git.empty()) return {};
    std::string head = first_line(git / "HEAD");
    if (head.starts_with("ref: refs/") && head.find("..") == std::string::npos) {
        const std::string name = head.substr(5);
        const std::string common = first_line(git / "commondir");  // of a linked work tree
        const fs::path refs = common.empty() ? git : git / common;
        head = first_line(refs / name);
        if (head.empty()) head = packed_ref(refs, name);
    }
    return is_commit_id(head) ? head : std::string();
}

std::string machine_key(const std::string& root) {
    const std::string boot = first_line(root + "/proc/sys/kernel/random/boot_id");
    utsname name{};
    if (boot.empty() || ::uname(&name) != 0) return {};
    return boot + ' ' + name.release + ' ' + cpu_model();
}

std::vector<recording::Meta> host_facts() {
    std::vector<recording::Meta> facts;
    const auto add = [&](const char* key, const std::string& value) {
        if (!value.empty()) facts.push_back({key, value});
    };
    utsname name{};
    if (::uname(&name) == 0) {
        add("host", name.nodename);
        add("kernel", name.release);
    }
    add("cpu_model", cpu_model());
    add("cpus", std::to_string(online_cpus().size()));
    std::error_code error;
    add("git", git_revision(fs::current_path(error).string()));
    return facts;
}

}  // namespace hotlock::collector
