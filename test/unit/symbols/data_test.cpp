// Variables and their members by address.
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>

#include "analyzer/symbols/symbolizer.h"
#include "test/unit/unwind/own_process.h"

namespace hotlock::data_test {

struct Slot {
    int value = 0;
    std::mutex lock;
};

struct Empty {};

struct Base : Empty {
    pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
};

struct Pool : Base {
    static Pool instance;
    char small = 0;
    alignas(16) std::array<Slot, 4> slots;
    int grid[3][5] = {};
    std::condition_variable changed;
    std::shared_mutex shared;
    union {
        long number = 0;  // a member of a member without a name
    };
};
Pool Pool::instance;

pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
thread_local std::mutex per_thread;

std::mutex* function_lock() {
    static std::mutex lock;
    return &lock;
}

namespace {

// One for all tests: the first question reads the debug information of every unit.
Symbolizer& symbolizer() {
    static const ElfKnowledge knowledge = open_elf_knowledge();
    return *knowledge.symbolizer;
}

// ELF virtual address of a variable of this binary.
template <class T>
uint64_t elf_address(const T* variable) {
    const auto code = reinterpret_cast<uint64_t>(&function_lock);
    const OwnPlace place = own_place(code);
    const uint64_t bias =
        code - symbolizer().virtual_address(place.image, place.file_offset).value();
    return reinterpret_cast<uint64_t>(variable) - bias;
}

std::optional<DataSymbol> find(uint64_t address) {
    return symbolizer().data(own_place(&function_lock).image, address);
}

template <class T>
std::string name_of(const T* variable) {
    const std::optional<DataSymbol> found = find(elf_address(variable));
    return found ? found->name : "";
}

TEST(Data, MembersOfStructsAndArrays) {
    Pool& pool = Pool::instance;
    EXPECT_EQ(name_of(&pool.slots[3].lock), "hotlock::data_test::Pool::instance.slots[3].lock");
    EXPECT_EQ(name_of(&pool.slots[0].value), "hotlock::data_test::Pool::instance.slots[0].value");
    EXPECT_EQ(name_of(&pool.grid[2][4]), "hotlock::data_test::Pool::instance.grid[2][4]");
    // In a union: nobody can tell which of its members is in use.
    EXPECT_EQ(name_of(&pool.number).find("hotlock::data_test::Pool::instance+0x"), 0U);
}

TEST(Data, NamesEndAtTheLock) {
    Pool& pool = Pool::instance;
    EXPECT_EQ(name_of(&pool.guard), "hotlock::data_test::Pool::instance.guard");
    EXPECT_EQ(name_of(&pool.guard.__data.__writers), "hotlock::data_test::Pool::instance.guard");
    EXPECT_EQ(name_of(&pool.changed), "hotlock::data_test::Pool::instance.changed");
    EXPECT_EQ(name_of(pool.shared.native_handle()), "hotlock::data_test::Pool::instance.shared");
    EXPECT_EQ(name_of(&plain.__data.__owner), "hotlock::data_test::plain");
}

TEST(Data, PaddingIsAnOffset) {
    EXPECT_EQ(name_of(&Pool::instance.small + 1).substr(0, 35),
              "hotlock::data_test::Pool::instance+");
}

TEST(Data, StaticVariablesOfFunctions) {
    EXPECT_EQ(name_of(function_lock()), "hotlock::data_test::function_lock()::lock");
}

TEST(Data, TellsTheSymbolAndTheOffsetInIt) {
    const auto found = find(elf_address(&Pool::instance.slots[1]));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->symbol, "hotlock::data_test::Pool::instance");
    EXPECT_EQ(found->offset, reinterpret_cast<uint64_t>(&Pool::instance.slots[1]) -
                                 reinterpret_cast<uint64_t>(&Pool::instance));
}

TEST(Data, NothingOutsideOfVariables) {
    const uint64_t pool = elf_address(&Pool::instance);
    EXPECT_FALSE(find(pool + (1 << 30)));
    EXPECT_FALSE(find(elf_address(reinterpret_cast<const char*>(&function_lock))));
    // Offsets of thread-local variables look like small addresses.
    per_thread.lock();
    per_thread.unlock();
    for (uint64_t address = 0; address < 256; address += 8)
        EXPECT_FALSE(find(address));
}

TEST(Data, FilesEndAfterTheirVariables) {
    const unwind::Image image = own_place(&function_lock).image;
    const uint64_t end = symbolizer().virtual_end(image);
    EXPECT_GE(end, elf_address(&Pool::instance) + sizeof(Pool));
}

}  // namespace
}  // namespace hotlock::data_test
