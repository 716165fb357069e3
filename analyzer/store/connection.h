// One open database, set up so that neither its contents nor other processes can hurt us.
#pragma once

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "analyzer/store/location.h"
#include "analyzer/store/store.h"

namespace hotlock::store {

class Connection {
  public:
    using Work = std::function<void(SQLite::Database&)>;

    Connection(const std::string& path, Store::Mode mode, std::chrono::milliseconds patience);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // One transaction each: `work` sees one state of the database, and all of what it writes is
    // kept, or nothing when it throws. Everything that SQLite throws becomes an Error.
    void read(const Work& work);
    void write(const Work& work);

    // The path as the user gave it, safe for messages.
    const std::string& name() const { return location_.name; }

    // Returns free pages to the file system. Best effort: what stays is used by later runs.
    void give_back_space();

  private:
    void open_file();
    void open_database();
    void prepare();
    void check_contents();
    void refuse_unreadable();
    void migrate();
    void use_wal();
    int64_t number(const char* query);
    std::optional<int64_t> data_version();
    void guarded(const std::function<void()>& work);

    Location location_;
    Store::Mode mode_;
    std::chrono::milliseconds patience_;
    bool sound_ = false;  // fresh, as we left it, or checked
    std::optional<int64_t> opened_version_;
    std::optional<SQLite::Database> database_;
};

}  // namespace hotlock::store
