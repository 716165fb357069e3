// A database looked at from outside the store: raw SQL, error messages, child processes.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <functional>
#include <string>

#include "common/base/error.h"
#include "test/unit/recording/temporary_directory.h"

namespace hotlock {

// Runs statements as a program without our rules would.
void run_sql(const std::string& path, const std::string& sql);

// The first column of the first row, as text.
std::string ask_sql(const std::string& path, const std::string& sql);

// The message that `work` throws; "no error" when it throws nothing.
template <class Work>
std::string error_of(const Work& work) {
    try {
        work();
    } catch (const Error& error) {
        EXPECT_FALSE(error.hint().empty());
        return error.what();
    }
    return "no error";
}

// Starts a process that ends with status 0 when `work` returns true.
inline pid_t start_child(const std::function<bool()>& work) {
    const pid_t child = fork();
    if (child != 0) return child;
    bool good = false;
    try {
        good = work();
    } catch (const std::exception& exception) {
        fprintf(stderr, "child: %s\n", exception.what());
    }
    _exit(good ? 0 : 1);
}

// Waits for a child; true when it ended with status 0.
inline bool ended_well(pid_t child) {
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace hotlock
