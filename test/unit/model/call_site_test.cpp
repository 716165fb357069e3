// Where the program's part of a stack begins and ends.
#include "common/model/call_site.h"

#include <gtest/gtest.h>

#include "test/support/build_profile.h"

namespace hotlock {
namespace {

std::string site(const std::vector<std::string>& names) {
    Profile profile;
    return frame_name(*call_site(profile.stacks, test::make_stack(profile, names)));
}

std::vector<std::string> program_part(const std::vector<std::string>& names) {
    Profile profile;
    std::vector<std::string> part;
    for (const Frame* frame : program_frames(profile.stacks, test::make_stack(profile, names))) {
        part.push_back(frame_name(*frame));
    }
    return part;
}

using Names = std::vector<std::string>;

TEST(CallSite, IsTheCallerOfTheLockFunction) {
    EXPECT_EQ(site({"libc.so.6+0x88", "pthread_mutex_lock", "Pool::next", "worker"}), "Pool::next");
    EXPECT_EQ(site({"__lll_lock_wait", "___pthread_mutex_lock", "Pool::next"}), "Pool::next");
    EXPECT_EQ(site({"__GI___pthread_rwlock_wrlock", "CRYPTO_THREAD_write_lock", "EVP_MD_fetch"}),
              "EVP_MD_fetch");
}

TEST(CallSite, PassesOverTheWrappersOfTheStandardLibrary) {
    EXPECT_EQ(
        site({"pthread_mutex_lock", "__gthread_mutex_lock(pthread_mutex_t*)", "std::mutex::lock()",
              "std::lock_guard<std::mutex>::lock_guard(std::mutex&)", "Pool::next(int)"}),
        "Pool::next(int)");
    EXPECT_EQ(site({"pthread_mutex_lock", "void std::lock<std::mutex>(std::mutex&)", "f"}), "f");
}

TEST(CallSite, OfALockInsideLibcIsTheLibcFunction) {
    EXPECT_EQ(site({"libc.so.6+0x88", "libc.so.6+0x99", "localtime_r", "worker"}), "localtime_r");
}

TEST(CallSite, OfAStrippedLibraryIsWhoCalledIt) {
    EXPECT_EQ(site({"pthread_mutex_lock", "libgpg-error.so.0+0x58", "libgcrypt.so.20+0x10",
                    "libgcrypt.so.20+0x20", "draw", "main"}),
              "draw");
    EXPECT_EQ(site({"pthread_mutex_lock", "stripped+0x10", "stripped+0x20"}), "stripped+0x10");
}

TEST(CallSite, OfNoStackIsNull) {
    EXPECT_EQ(call_site(StackTable(), StackId()), nullptr);
}

TEST(AccessSite, PassesOverTheCxxLibraryButNotOverFunctionsThatTakeItsTypes) {
    const auto access = [](const std::vector<std::string>& names) {
        Profile profile;
        return frame_name(*access_site(profile.stacks, test::make_stack(profile, names)));
    };
    EXPECT_EQ(access({"std::__atomic_base<long>::operator++(int)", "Pool::count(std::string)"}),
              "Pool::count(std::string)");
    EXPECT_EQ(access({"__gnu_cxx::__exchange_and_add(int volatile*, int)", "Pool::drop"}),
              "Pool::drop");
    EXPECT_EQ(access({"std::thread::join()"}), "std::thread::join()");
}

TEST(ProgramFrames, LeavesOutLockCodeAndThreadStart) {
    EXPECT_EQ(program_part({"pthread_mutex_lock", "Pool::next", "start",
                            "void std::__invoke_impl<void, void (*)()>(int)",
                            "std::thread::_State_impl<int>::_M_run()",
                            "execute_native_thread_routine", "libc.so.6+0x1", "__clone3"}),
              (Names{"Pool::next", "start"}));
    EXPECT_EQ(program_part({"Pool::next", "start", "libstdc++.so.6.0.30+0xd4", "libc.so.6+0x1"}),
              (Names{"Pool::next", "start"}));
    EXPECT_EQ(program_part({"f", "main", "__libc_start_call_main", "_start"}),
              (Names{"f", "main"}));
}

TEST(ProgramFrames, PassesOverStrippedWrappersButKeepsOtherStrippedCode) {
    EXPECT_EQ(program_part({"pthread_mutex_lock", "libgpg-error.so.0+0x58", "libgcrypt.so.20+0x10",
                            "draw", "libc.so.6+0x1"}),
              (Names{"libgcrypt.so.20+0x10", "draw"}));
}

TEST(ProgramFrames, KeepsAStackOfNothingElse) {
    const Names only_libc{"pthread_mutex_lock", "libc.so.6+0x1", "__clone3"};
    EXPECT_EQ(program_part(only_libc), only_libc);
}

TEST(ProgramFrames, DoesNotTakeSimilarNamesForLockCode) {
    EXPECT_EQ(site({"futex_wait", "syscall_table_init", "f"}), "syscall_table_init");
    EXPECT_EQ(site({"Pool::pthread_mutex_lock", "f"}), "Pool::pthread_mutex_lock");
    EXPECT_EQ(site({"clone_request", "f"}), "clone_request");
}

}  // namespace
}  // namespace hotlock
