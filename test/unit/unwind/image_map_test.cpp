// Who is mapped where and when.
#include "common/unwind/image_map.h"

#include <gtest/gtest.h>

namespace hotlock::unwind {
namespace {

using recording::Mapping;

Mapping mapping(uint64_t time, uint32_t pid, uint64_t start, uint64_t end, const std::string& path,
                uint64_t file_offset = 0) {
    return {time, pid, start, end, file_offset, "", path};
}

std::string path_at(const ImageMap& map, uint32_t pid, uint64_t time, uint64_t address) {
    const MappedImage* found = map.find(pid, time, address);
    return found ? found->image->path : "";
}

TEST(ImageMap, FindsTheMappingAroundAnAddress) {
    ImageMap map;
    map.add(mapping(10, 1, 0x1000, 0x3000, "/a", 0x400));
    map.add(mapping(10, 1, 0x5000, 0x6000, "/b"));
    EXPECT_EQ(path_at(map, 1, 10, 0x1000), "/a");
    EXPECT_EQ(path_at(map, 1, 10, 0x2fff), "/a");
    EXPECT_EQ(path_at(map, 1, 10, 0x3000), "");
    EXPECT_EQ(path_at(map, 1, 10, 0xfff), "");
    EXPECT_EQ(path_at(map, 1, 99, 0x5000), "/b");
    EXPECT_EQ(path_at(map, 2, 99, 0x5000), "");
    EXPECT_EQ(map.find(1, 10, 0x1234)->file_offset, 0x400U);
}

TEST(ImageMap, KnowsNothingBeforeItsTime) {
    ImageMap map;
    map.add(mapping(10, 1, 0x1000, 0x2000, "/a"));
    EXPECT_EQ(path_at(map, 1, 9, 0x1000), "");
    EXPECT_EQ(map.find_latest(1, 0x1000)->image->path, "/a");
    EXPECT_EQ(map.find_latest(1, 0x2000), nullptr);
}

TEST(ImageMap, NewerMappingsCoverOlderOnes) {
    ImageMap map;
    map.add(mapping(10, 1, 0x1000, 0x9000, "/old"));
    map.add(mapping(20, 1, 0x2000, 0x3000, "/new"));
    EXPECT_EQ(path_at(map, 1, 19, 0x2000), "/old");
    EXPECT_EQ(path_at(map, 1, 20, 0x2000), "/new");
    EXPECT_EQ(path_at(map, 1, 20, 0x8000), "/old");
}

TEST(ImageMap, OrderOfArrivalDoesNotMatter) {
    ImageMap map;
    map.add(mapping(20, 1, 0x1000, 0x2000, "/second"));
    map.exec(1, 15);
    map.add(mapping(10, 1, 0x1000, 0x9000, "/first"));
    EXPECT_EQ(path_at(map, 1, 12, 0x1000), "/first");
    EXPECT_EQ(path_at(map, 1, 16, 0x1000), "");
    EXPECT_EQ(path_at(map, 1, 20, 0x1000), "/second");
}

TEST(ImageMap, ExecTakesEverythingAway) {
    ImageMap map;
    map.add(mapping(10, 1, 0x1000, 0x2000, "/shell"));
    map.exec(1, 20);
    map.add(mapping(20, 1, 0x8000, 0x9000, "/program"));
    EXPECT_EQ(path_at(map, 1, 19, 0x1000), "/shell");
    EXPECT_EQ(path_at(map, 1, 20, 0x1000), "");
    EXPECT_EQ(path_at(map, 1, 20, 0x8000), "/program");
    EXPECT_EQ(map.find_latest(1, 0x1000), nullptr);
}

TEST(ImageMap, ForkSeesTheParentAsItWas) {
    ImageMap map;
    map.fork(1, 2, 20);
    map.add(mapping(10, 1, 0x1000, 0x2000, "/before"));
    map.add(mapping(30, 1, 0x3000, 0x4000, "/after"));
    map.add(mapping(40, 2, 0x5000, 0x6000, "/own"));
    EXPECT_EQ(path_at(map, 2, 50, 0x1000), "/before");
    EXPECT_EQ(path_at(map, 2, 50, 0x3000), "");
    EXPECT_EQ(path_at(map, 2, 50, 0x5000), "/own");
    EXPECT_EQ(path_at(map, 1, 50, 0x5000), "");
    map.exec(2, 60);
    EXPECT_EQ(path_at(map, 2, 60, 0x1000), "");
    EXPECT_EQ(path_at(map, 2, 59, 0x1000), "/before");
}

TEST(ImageMap, AReusedPidIsAnotherProcess) {
    ImageMap map;
    map.add(mapping(10, 2, 0x1000, 0x2000, "/first"));
    map.add(mapping(10, 7, 0x5000, 0x6000, "/parent"));
    map.fork(7, 2, 30);
    EXPECT_EQ(path_at(map, 2, 29, 0x1000), "/first");
    EXPECT_EQ(path_at(map, 2, 30, 0x1000), "");
    EXPECT_EQ(path_at(map, 2, 30, 0x5000), "/parent");
}

TEST(ImageMap, ParentsInARingDoNotHang) {
    ImageMap map;
    map.fork(1, 2, 10);
    map.fork(2, 1, 10);
    EXPECT_EQ(map.find(1, 20, 0x1000), nullptr);
    EXPECT_TRUE(map.all(1, 20).empty());
}

TEST(ImageMap, ListsWhatIsMappedInOrder) {
    ImageMap map;
    map.add(mapping(10, 1, 0x5000, 0x6000, "/c"));
    map.add(mapping(10, 1, 0x1000, 0x2000, "/a"));
    map.fork(1, 2, 15);
    map.add(mapping(20, 2, 0x3000, 0x4000, "/b"));
    map.add(mapping(20, 2, 0x0800, 0x2000, "/new-a"));
    map.add(mapping(90, 2, 0x9000, 0xa000, "/later"));
    std::vector<std::string> paths;
    for (const MappedImage* mapped : map.all(2, 30))
        paths.push_back(mapped->image->path);
    EXPECT_EQ(paths, (std::vector<std::string>{"/new-a", "/b", "/c"}));
}

TEST(ImageMap, OneImageForAllMappingsOfAFile) {
    ImageMap map;
    map.add({10, 1, 0x1000, 0x2000, 0, "id", "/a"});
    map.add({10, 2, 0x7000, 0x8000, 0, "id", "/a"});
    map.add({10, 3, 0x7000, 0x8000, 0, "other", "/a"});
    EXPECT_EQ(map.find(1, 10, 0x1000)->image, map.find(2, 10, 0x7000)->image);
    EXPECT_NE(map.find(1, 10, 0x1000)->image, map.find(3, 10, 0x7000)->image);
}

TEST(ImageMap, FollowsTheRecordsThatConcernIt) {
    ImageMap map;
    map.observe(mapping(10, 1, 0x1000, 0x2000, "/a"));
    map.observe(recording::ThreadStart{20, 1, 5, 1});  // a thread, not a process
    map.observe(recording::ThreadStart{30, 2, 2, 1});
    map.observe(recording::ThreadName{40, 1, 1, false, "worker"});
    EXPECT_EQ(path_at(map, 1, 50, 0x1000), "/a");
    EXPECT_EQ(path_at(map, 2, 50, 0x1000), "/a");
    map.observe(recording::ThreadName{60, 1, 1, true, "program"});
    EXPECT_EQ(path_at(map, 1, 60, 0x1000), "");
}

TEST(ImageMap, IgnoresEmptyAndBackwardMappings) {
    ImageMap map;
    map.add(mapping(10, 1, 0x1000, 0x1000, "/empty"));
    map.add(mapping(10, 1, 0x2000, 0x1000, "/backward"));
    EXPECT_TRUE(map.all(1, 10).empty());
}

}  // namespace
}  // namespace hotlock::unwind
