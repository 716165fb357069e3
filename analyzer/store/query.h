// Prepared statements in the terms of the model: values in, values out, in column order.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <string>

#include "analyzer/store/binding.h"
#include "analyzer/store/limits.h"

namespace hotlock::store {

template <class... Values>
void bind_all(SQLite::Statement& statement, const Values&... values) {
    int index = 0;
    (bind(statement, ++index, values), ...);
}

// A SELECT: `while (query.next()) query.get(a, b);`
class Query {
  public:
    template <class... Values>
    Query(SQLite::Database& database, const std::string& sql, const Values&... values)
        : statement_(database, sql) {
        bind_all(statement_, values...);
    }

    bool next() { return statement_.executeStep(); }

    template <class... Values>
    void get(Values&... values) {
        int index = 0;
        (read(statement_.getColumn(index++), values), ...);
        (charge(values), ...);
    }

  private:
    // One long text that a hostile file names in every row must not fill the memory.
    void charge(const std::string& text);
    template <class Value>
    void charge(const Value&) {}

    SQLite::Statement statement_;
    uint64_t text_left_ = max_loaded_text;
};

// Runs one statement that gives no rows; returns the number of rows that it changed.
template <class... Values>
int execute(SQLite::Database& database, const std::string& sql, const Values&... values) {
    SQLite::Statement statement(database, sql);
    bind_all(statement, values...);
    return statement.exec();
}

// INSERT INTO table (columns) VALUES (...), for many rows.
class Inserter {
  public:
    Inserter(SQLite::Database& database, const std::string& table, const std::string& columns);

    // Returns the id of the new row (of tables that have one).
    template <class... Values>
    int64_t add(const Values&... values) {
        bind_all(statement_, values...);
        statement_.exec();
        statement_.reset();
        return database_.getLastInsertRowid();
    }

  private:
    SQLite::Database& database_;
    SQLite::Statement statement_;
};

}  // namespace hotlock::store
