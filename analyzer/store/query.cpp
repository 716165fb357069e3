// Builds INSERT statements.
#include "analyzer/store/query.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/store/fault.h"

namespace hotlock::store {

namespace {

std::string insert_sql(const std::string& table, const std::string& columns) {
    std::string marks = "?";
    for (auto commas = std::count(columns.begin(), columns.end(), ','); commas > 0; --commas)
        marks += ", ?";
    return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, columns, marks);
}

}  // namespace

void Query::charge(const std::string& text) {
    if (text.size() > text_left_) throw Damaged("its texts are too long");
    text_left_ -= text.size();
}

Inserter::Inserter(SQLite::Database& database, const std::string& table, const std::string& columns)
    : database_(database), statement_(database, insert_sql(table, columns)) {}

}  // namespace hotlock::store
