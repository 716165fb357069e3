// What system tests share: where the built programs are, temporary folders, and what this machine
// allows.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "test/system/process.h"

namespace hotlock::test {

// build/<variant>, found from the test program's own place.
std::filesystem::path build_dir();
std::string program(const std::string& name);   // a program of ours: "hotlock", "cryptobench"
std::string workload(const std::string& name);  // a program of test/workloads

// An empty folder on a file system where permissions work; removed with all that is in it.
class TempDir {
  public:
    TempDir();  // ours alone, 0700
    explicit TempDir(const User& owner);
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& path);  // throws when it cannot be read
void write_file(const std::filesystem::path& path, const std::string& text);

// Empty when BPF programs can be loaded and attached to the scheduler here, else why not.
std::string why_no_bpf();

}  // namespace hotlock::test

// For the head of a test body.
#define SKIP_UNLESS_ROOT() \
    if (geteuid() != 0) GTEST_SKIP() << "needs root"

#define SKIP_UNLESS_BPF() \
    if (const auto reason = ::hotlock::test::why_no_bpf(); !reason.empty()) GTEST_SKIP() << reason
