#include "test/system/recording.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

namespace hotlock::test {

Command Recording::command(const Words& words) const {
    Command command;
    command.argv = {program("hotlock")};
    command.argv.insert(command.argv.end(), words.begin(), words.end());
    command.env["HOTLOCK_DB"] = database();
    command.cwd = folder_.path();
    command.timeout = std::chrono::minutes(2);
    return command;
}

Result Recording::record(const Words& program, const Words& options) const {
    Words words{"record"};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    words.insert(words.end(), program.begin(), program.end());
    Result result = hotlock(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return result;
}

size_t Recording::spools() const {
    const std::filesystem::directory_iterator files(folder_.path());
    return static_cast<size_t>(std::count_if(begin(files), end(files), [](const auto& entry) {
        return entry.path().extension() == ".spool";
    }));
}

void Recording::wait_for_spool() const {
    for (int tries = 0; tries < 300 && spools() == 0; tries++)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

Json Recording::report(const std::string& which) const {
    const Result result = hotlock({"report", which, "--json"});
    EXPECT_EQ(result.status, 0) << result.err;
    return Json(result.out);
}

Json Recording::diff(const std::string& a, const std::string& b) const {
    const Result result = hotlock({"diff", a, b, "--json"});
    EXPECT_EQ(result.status, 0) << result.err;
    return Json(result.out);
}

bool stack_has(const Json& json, const std::string& pointer, const std::string& function) {
    for (size_t i = 0; i < json.size(pointer); i++) {
        const std::string frame = pointer + "/" + std::to_string(i) + "/name";
        if (json.text(frame).find(function) != std::string::npos) return true;
    }
    return false;
}

double sum(const Json& json, const std::string& array, const std::string& key) {
    double total = 0;
    for (size_t i = 0; i < json.size(array); i++)
        total += json.number(array + "/" + std::to_string(i) + "/" + key);
    return total;
}

}  // namespace hotlock::test
