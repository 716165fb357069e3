// The public face of the store: each call is one transaction; absence becomes an error here.
#include "analyzer/store/store.h"

#include <fmt/format.h>

#include "analyzer/store/connection.h"
#include "analyzer/store/operations.h"
#include "analyzer/store/raw_rows.h"
#include "common/base/error.h"
#include "common/base/text.h"

namespace hotlock {

namespace {

Error no_raw(RunId id, RawState state) {
    if (state == RawState::dropped)
        return {fmt::format("the raw recording of run {} was dropped to make room for later runs",
                            id.value),
                "its report stays; --raw-total sets how much all runs may keep"};
    return {fmt::format("run {} has no raw recording", id.value),
            "it was recorded with a --raw-limit that left no room for it, or by an older hotlock"};
}

}  // namespace

struct Store::Impl {
    store::Connection connection;

    [[noreturn]] void fail_without(const std::string& what) {
        std::string runs;
        connection.read([&](SQLite::Database& database) { runs = store::describe_runs(database); });
        throw Error(fmt::format("{} has no run {}", connection.name(), what), runs);
    }
};

Store::Store(const std::string& path, Mode mode, std::chrono::milliseconds patience)
    : impl_(new Impl{store::Connection(path, mode, patience)}) {}

Store::~Store() = default;

RunId Store::save(const Profile& profile) {
    RunId id;
    impl_->connection.write(
        [&](SQLite::Database& database) { id = store::save_profile(database, profile); });
    return id;
}

Saved Store::save(const Profile& profile, const RawRecording& raw,
                  std::optional<uint64_t> raw_total) {
    Saved saved;
    impl_->connection.write([&](SQLite::Database& database) {
        saved.id = store::save_profile(database, profile);
        store::save_raw(database, saved.id, raw);
        saved.dropped = store::drop_oldest_raw(database, store::raw_total(database, raw_total));
    });
    if (!saved.dropped.empty()) impl_->connection.give_back_space();
    return saved;
}

void Store::read_raw(RunId id, const TakeEncoded& take) {
    std::optional<RawState> state;
    impl_->connection.read([&](SQLite::Database& database) {
        state = store::raw_state(database, id);
        if (state == RawState::whole || state == RawState::cut) store::load_raw(database, id, take);
    });
    if (!state) impl_->fail_without(fmt::format("{}", id.value));
    if (state == RawState::none || state == RawState::dropped) throw no_raw(id, *state);
}

Profile Store::load(RunId id) {
    std::optional<Profile> profile;
    impl_->connection.read(
        [&](SQLite::Database& database) { profile = store::load_profile(database, id); });
    if (!profile) impl_->fail_without(fmt::format("{}", id.value));
    return std::move(*profile);
}

std::vector<RunRow> Store::runs() {
    std::vector<RunRow> rows;
    impl_->connection.read([&](SQLite::Database& database) { rows = store::list_runs(database); });
    return rows;
}

std::vector<RunId> Store::find(const std::string& name) {
    std::vector<RunId> ids;
    impl_->connection.read(
        [&](SQLite::Database& database) { ids = store::find_runs(database, name); });
    if (ids.empty()) impl_->fail_without(fmt::format("'{}'", terminal_safe(name)));
    return ids;
}

void Store::set_label(RunId id, const std::string& label) {
    bool found = false;
    impl_->connection.write(
        [&](SQLite::Database& database) { found = store::set_run_label(database, id, label); });
    if (!found) impl_->fail_without(fmt::format("{}", id.value));
}

void Store::remove(RunId id) {
    bool found = false;
    impl_->connection.write(
        [&](SQLite::Database& database) { found = store::remove_run(database, id); });
    if (!found) impl_->fail_without(fmt::format("{}", id.value));
    impl_->connection.give_back_space();
}

}  // namespace hotlock
