// Places, temporary folders and abilities of this machine.
#include "test/system/harness.h"

#include <linux/bpf.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace hotlock::test {

namespace fs = std::filesystem;

namespace {

// Some temporary file systems (shared folders of virtual machines) ignore chmod.
bool chmod_works(const fs::path& dir) {
    struct stat info {};
    const auto mode_after = [&](mode_t mode) {
        return chmod(dir.c_str(), mode) == 0 && stat(dir.c_str(), &info) == 0 ? info.st_mode & 07777
                                                                              : ~mode_t{0};
    };
    return mode_after(0711) == 0711 && mode_after(0700) == 0700;
}

fs::path make_temp_dir() {
    const char* wish = getenv("TMPDIR");
    const fs::path parents[] = {wish != nullptr ? wish : "/tmp", "/tmp", "/var/tmp", build_dir()};
    for (const fs::path& parent : parents) {
        std::string name = parent / "hotlock-test.XXXXXX";
        if (mkdtemp(name.data()) == nullptr) continue;
        if (chmod_works(name)) return name;
        fs::remove(name);
    }
    throw std::runtime_error("no temporary folder with working permissions");
}

int bpf(bpf_cmd command, bpf_attr& attr) {
    return static_cast<int>(syscall(SYS_bpf, command, &attr, sizeof attr));
}

// "return 0" as a program on a scheduler tracepoint.
UniqueFd load_empty_program() {
    bpf_insn code[] = {{BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0},
                       {BPF_JMP | BPF_EXIT, 0, 0, 0, 0}};
    bpf_attr attr{};
    attr.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT;
    attr.insns = reinterpret_cast<uint64_t>(code);
    attr.insn_cnt = std::size(code);
    attr.license = reinterpret_cast<uint64_t>("GPL");
    return UniqueFd(bpf(BPF_PROG_LOAD, attr));
}

// The programs remember calibrations: in a folder of ours, not in the user's cache.
class OwnCache : public testing::Environment {
  public:
    void SetUp() override {
        folder_.emplace();
        setenv("XDG_CACHE_HOME", folder_->path().c_str(), 1);
    }
    void TearDown() override { folder_.reset(); }

  private:
    std::optional<TempDir> folder_;
};

[[maybe_unused]] const testing::Environment* const own_cache =
    testing::AddGlobalTestEnvironment(new OwnCache);

}  // namespace

fs::path build_dir() {
    return fs::read_symlink("/proc/self/exe").parent_path().parent_path();
}

std::string program(const std::string& name) {
    return build_dir() / "bin" / name;
}

std::string workload(const std::string& name) {
    return build_dir() / "test/workloads" / name;
}

TempDir::TempDir() : path_(make_temp_dir()) {}

TempDir::TempDir(const User& owner) : TempDir() {
    if (chown(path_.c_str(), owner.uid, owner.gid) != 0)
        throw fs::filesystem_error("chown", path_, {errno, std::generic_category()});
}

TempDir::~TempDir() {
    std::error_code ignored;  // a test that fails to clean up has reported already
    fs::remove_all(path_, ignored);
}

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

std::string why_no_bpf() {
    const UniqueFd loaded = load_empty_program();
    if (!loaded) return std::string("BPF programs cannot be loaded: ") + strerror(errno);
    bpf_attr attr{};
    attr.raw_tracepoint.name = reinterpret_cast<uint64_t>("sched_switch");
    attr.raw_tracepoint.prog_fd = static_cast<uint32_t>(loaded.get());
    const UniqueFd attached(bpf(BPF_RAW_TRACEPOINT_OPEN, attr));
    if (!attached) return std::string("BPF programs cannot be attached: ") + strerror(errno);
    return "";
}

}  // namespace hotlock::test
