// Keys on the stacks of waiting threads reach no file of ours.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "common/recording/describe.h"
#include "common/recording/reader.h"
#include "test/system/recording.h"

namespace hotlock::test {
namespace {

namespace fs = std::filesystem;

const std::string hex_key = "00112233445566778899aabbccddeeff0123456789abcdef0f1e2d3c4b5a6978";

std::string key_bytes() {
    std::string bytes;
    for (size_t i = 0; i < hex_key.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(hex_key.substr(i, 2), nullptr, 16)));
    return bytes;
}

// None of the key's aligned words may be in a file, and so neither may the key.
void expect_no_key_in(const std::string& content, const std::string& where) {
    const std::string key = key_bytes();
    for (size_t at = 0; at < key.size(); at += 8)
        EXPECT_EQ(content.find(key.substr(at, 8)), std::string::npos) << where << " word " << at;
}

// Nor may they be values of a recording, which its encoding would hide from a search for bytes.
void expect_no_key_in_records(const std::string& spool) {
    recording::Reader reader(spool);
    const std::string key = key_bytes();
    size_t words = 0;  // of stack memory
    while (const auto record = reader.next()) {
        if (const auto* slice = std::get_if<recording::Slice>(&*record))
            words += slice->words.size();
        const std::string text = recording::describe(*record);
        for (size_t at = 0; at < key.size(); at += 8) {
            uint64_t word = 0;
            std::memcpy(&word, key.data() + at, sizeof word);
            for (const std::string& form : {fmt::format("0x{:x}", word), fmt::format("{}", word)})
                EXPECT_EQ(text.find(form), std::string::npos) << text;
        }
    }
    EXPECT_GT(words, 0U) << "the recording holds no stack memory that could be searched";
}

std::string files_in(const fs::path& folder, const std::string& extension) {
    std::string content;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == extension) content += read_file(entry.path());
    return content;
}

// Anonymous writable memory of a process: stacks and heap.
std::string writable_memory(pid_t pid) {
    const std::string process = "/proc/" + std::to_string(pid);
    std::ifstream maps(process + "/maps");
    std::ifstream memory(process + "/mem", std::ios::binary);
    std::string content;
    for (std::string line; std::getline(maps, line);) {
        unsigned long start = 0;
        unsigned long end = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx rw-p", &start, &end) != 2) continue;
        std::string piece(end - start, '\0');
        memory.seekg(static_cast<std::streamoff>(start));
        memory.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        memory.clear();
        content += piece;
    }
    return content;
}

TEST(Secrets, NotInTheDatabaseNorThePage) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("planted_key"), hex_key, "1"});
    EXPECT_GT(recording.report().size("/locks"), 0U);
    recording.hotlock({"report", "--html=page.html"});
    EXPECT_EQ(recording.hotlock({"export", "1", "-o", "raw.spool"}).status, 0);
    for (const auto& entry : fs::directory_iterator(recording.folder().path())) {
        // The command line is recorded, and names the key in hex; memory would hold it in binary.
        expect_no_key_in(read_file(entry.path()), entry.path());
    }
    expect_no_key_in_records(recording.folder() / "raw.spool");
}

TEST(Secrets, NotInTheSpoolOfAKilledRecorder) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    Process recorder(recording.command({"record", "--", workload("planted_key"), hex_key, "8"}));
    recording.wait_for_spool();
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    recorder.send(SIGKILL);
    recorder.wait();
    const std::string spool = files_in(recording.folder().path(), ".spool");
    EXPECT_GT(spool.size(), 1000U);
    expect_no_key_in(spool, "spool");
    for (const auto& entry : fs::directory_iterator(recording.folder().path()))
        if (entry.path().extension() == ".spool") expect_no_key_in_records(entry.path());
}

// The filter is needed: the memory of the waiting threads does hold the key.
TEST(Secrets, TheKeyIsReallyOnTheStacks) {
    SKIP_UNLESS_ROOT();
    Command command;
    command.argv = {workload("planted_key"), hex_key, "3"};
    Process target(command);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    EXPECT_NE(writable_memory(target.pid()).find(key_bytes()), std::string::npos);
}

}  // namespace
}  // namespace hotlock::test
