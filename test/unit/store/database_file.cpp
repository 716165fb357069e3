// Plain SQLite access for tests.
#include "test/unit/store/database_file.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace hotlock {

void run_sql(const std::string& path, const std::string& sql) {
    SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(sql);
}

std::string ask_sql(const std::string& path, const std::string& sql) {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    return database.execAndGet(sql).getString();
}

}  // namespace hotlock
