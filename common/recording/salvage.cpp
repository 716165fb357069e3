// Finds orphaned spools in the directory of a prefix.
#include "common/recording/salvage.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace hotlock::recording {

namespace {

struct SplitPrefix {
    std::string directory;  // "" or with its slash
    std::string name;
};

SplitPrefix split(const std::string& prefix) {
    const size_t name_at = prefix.rfind('/') + 1;  // npos + 1 is 0
    return {prefix.substr(0, name_at), prefix.substr(name_at)};
}

bool is_spool_name(std::string_view name, std::string_view prefix) {
    constexpr std::string_view suffix = ".spool";
    return name.size() > prefix.size() + 1 + suffix.size() && name.starts_with(prefix) &&
           name[prefix.size()] == '.' && name.ends_with(suffix);
}

struct CloseDirectory {
    void operator()(DIR* directory) const { ::closedir(directory); }
};

std::vector<std::string> spool_names(const SplitPrefix& prefix) {
    std::vector<std::string> names;
    const std::string path = prefix.directory.empty() ? "." : prefix.directory;
    const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(path.c_str()));
    if (!directory) return names;
    while (const dirent* entry = ::readdir(directory.get())) {
        if (is_spool_name(entry->d_name, prefix.name)) names.emplace_back(entry->d_name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

// Asked with the lock held: a spool that another process took over and removed meanwhile has no
// link left. An empty one belongs to a writer that has not yet come to lock it.
bool is_own_spool(int file) {
    struct stat status {};
    return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
           status.st_nlink == 1 && status.st_size > 0;
}

}  // namespace

bool is_spool_of(const std::string& prefix, const std::string& path) {
    return is_spool_name(split(path).name, split(prefix).name);
}

std::optional<UniqueFd> claim_spool(const std::string& path) {
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file || ::flock(file.get(), LOCK_EX | LOCK_NB) != 0 || !is_own_spool(file.get())) {
        return std::nullopt;
    }
    return file;
}

std::vector<std::string> orphaned_spools(const std::string& prefix) {
    const SplitPrefix split_prefix = split(prefix);
    std::vector<std::string> paths;
    for (const std::string& name : spool_names(split_prefix)) {
        std::string path = split_prefix.directory + name;
        if (claim_spool(path)) paths.push_back(std::move(path));
    }
    return paths;
}

}  // namespace hotlock::recording
