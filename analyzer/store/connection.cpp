// Opens, checks and upgrades a database; runs transactions.
#include "analyzer/store/connection.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <thread>

#include "analyzer/store/fault.h"
#include "analyzer/store/mark.h"
#include "analyzer/store/schema.h"
#include "common/base/check.h"
#include "common/base/error.h"

namespace hotlock::store {

namespace {

constexpr int max_value_bytes = 16 << 20;  // of one text or blob, ours or a hostile file's
constexpr const char* other_file_hint = "name another file with --db";

// A path as a URI for SQLite: everything but plain characters is escaped.
std::string immutable_uri(const std::string& path) {
    std::string uri = "file:";
    for (const char c : path) {
        const bool plain = c == '/' || c == '.' || c == '-' || c == '_' || (c >= '0' && c <= '9') ||
                           (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        uri += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
    }
    return uri + "?immutable=1";
}

// The file may come from anywhere: no triggers or views of its own run, its schema may not call
// functions with side effects, its values and SQL are bounded.
void distrust_contents(SQLite::Database& database) {
    sqlite3* handle = database.getHandle();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, max_value_bytes);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    database.exec("PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON");
}

}  // namespace

Connection::Connection(const std::string& path, Store::Mode mode,
                       std::chrono::milliseconds patience)
    : location_(locate(path)), mode_(mode), patience_(patience) {
    open_file();
    sound_ = is_as_we_left_it(location_);
    guarded([this] {
        open_database();
        prepare();
    });
}

Connection::~Connection() {
    const bool only_we_wrote = sound_ && opened_version_ && data_version() == opened_version_;
    database_.reset();
    if (only_we_wrote) mark_as_ours(location_);
}

void Connection::open_file() {
    if (!is_present(location_)) {
        if (mode_ == Store::Mode::read) {
            throw Error(
                fmt::format("there is no database {}", location_.name),
                "record a run first (hotlock record -- CMD), or name another file with --db");
        }
        create_private(location_);
        if (!is_present(location_)) throw cannot_write(location_);
    }
    if (mode_ == Store::Mode::write && !may_write_file(location_)) throw cannot_write(location_);
}

// A reader that may not write beside the file cannot take part in write-ahead logging. While there
// is no log, the file holds everything and can be read as one that does not change.
void Connection::open_database() {
    const auto wait = static_cast<int>(patience_.count());
    const bool alone =
        mode_ == Store::Mode::read && !may_write_directory(location_) && is_settled(location_);
    if (alone) {
        database_.emplace(immutable_uri(location_.path),
                          SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOFOLLOW, wait);
    } else {
        database_.emplace(location_.path, SQLite::OPEN_READWRITE | SQLite::OPEN_NOFOLLOW, wait);
    }
    distrust_contents(*database_);
}

void Connection::prepare() {
    {
        // One view of the file for all its questions: another process may be creating it.
        const SQLite::Transaction snapshot(*database_);
        refuse_unreadable();
    }
    if (!sound_) check_contents();
    if (mode_ == Store::Mode::write) {
        migrate();
        use_wal();
    } else {
        database_->exec("PRAGMA query_only = ON");
    }
    opened_version_ = data_version();
}

void Connection::check_contents() {
    const std::string verdict = database_->execAndGet("PRAGMA quick_check(1)").getString();
    // A first line may say in which database; the last one says what is wrong.
    if (verdict != "ok") throw Damaged(verdict.substr(verdict.rfind('\n') + 1));
    sound_ = true;
}

void Connection::refuse_unreadable() {
    const int64_t application = number("PRAGMA application_id");
    const int64_t version = number("PRAGMA user_version");
    // The schema version counts changes of the schema: 0 means that it never had a table.
    const bool fresh = application == 0 && version == 0 && number("PRAGMA schema_version") == 0;
    if (fresh && mode_ == Store::Mode::write) return;
    if (fresh) {
        throw Error(fmt::format("{} is empty", location_.name),
                    "record a run first: hotlock record -- CMD");
    }
    if (application != application_id) {
        throw Error(fmt::format("{} is the database of another program", location_.name),
                    other_file_hint);
    }
    if (version < 0) throw Damaged(fmt::format("its version is {}", version));
    if (version > schema_version()) {
        throw Error(fmt::format("{} was written by a newer hotlock (format {}, this one knows {})",
                                location_.name, version, schema_version()),
                    "use the newer hotlock, or name another file with --db");
    }
    if (version < schema_version() && mode_ == Store::Mode::read) {
        throw Error(fmt::format("{} was written by an older hotlock (format {}, this one reads {})",
                                location_.name, version, schema_version()),
                    "`hotlock label` or `hotlock record` brings it up to date");
    }
}

void Connection::migrate() {
    if (number("PRAGMA user_version") == schema_version()) return;
    // Without effect unless the database is still empty.
    database_->exec("PRAGMA auto_vacuum = INCREMENTAL");
    SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::EXCLUSIVE);
    refuse_unreadable();  // another process may have come first
    upgrade_schema(*database_, number("PRAGMA user_version"));
    transaction.commit();
}

// SQLite does not wait by itself when several processes change the journal mode at once.
void Connection::use_wal() {
    const auto deadline = std::chrono::steady_clock::now() + patience_;
    int result = database_->tryExec("PRAGMA journal_mode = WAL");
    while (result == SQLITE_BUSY && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        result = database_->tryExec("PRAGMA journal_mode = WAL");
    }
    if (result != SQLITE_OK) throw SQLite::Exception(database_->getHandle(), result);
}

int64_t Connection::number(const char* query) {
    return database_->execAndGet(query).getInt64();
}

// Changes when another connection commits.
std::optional<int64_t> Connection::data_version() {
    try {
        return number("PRAGMA data_version");
    } catch (const SQLite::Exception&) {
        return std::nullopt;
    }
}

void Connection::read(const Work& work) {
    guarded([&] {
        const SQLite::Transaction transaction(*database_);
        work(*database_);
    });
}

void Connection::write(const Work& work) {
    CHECK(mode_ == Store::Mode::write);
    guarded([&] {
        SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
        work(*database_);
        transaction.commit();
    });
}

void Connection::give_back_space() {
    database_->tryExec("PRAGMA incremental_vacuum");
    database_->tryExec("PRAGMA wal_checkpoint(TRUNCATE)");
}

void Connection::guarded(const std::function<void()>& work) {
    try {
        work();
    } catch (const SQLite::Exception& exception) {
        const int system_error = database_ ? sqlite3_system_errno(database_->getHandle()) : 0;
        throw explain(exception, system_error, location_);
    } catch (const Damaged& damage) {
        throw damaged(location_, damage.what());
    }
}

}  // namespace hotlock::store
