// Names of runs: ids, positions from the end, labels.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "analyzer/store/operations.h"
#include "analyzer/store/query.h"
#include "common/base/text.h"

namespace hotlock::store {

namespace {

// "7", but not "07" or "+7": those are labels.
std::optional<uint32_t> as_number(std::string_view text) {
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || value == 0 || text.front() == '0') return std::nullopt;
    return value;
}

std::vector<RunId> ids_of(Query query) {
    std::vector<RunId> ids;
    while (query.next())
        query.get(ids.emplace_back());
    return ids;
}

std::vector<RunId> runs_with_id(SQLite::Database& database, const std::string& name) {
    const std::optional<uint32_t> id = as_number(name);
    if (!id) return {};
    return ids_of(Query(database, "SELECT id FROM run WHERE id = ?", *id));
}

// "@-1" is the last run.
std::vector<RunId> runs_from_end(SQLite::Database& database, const std::string& name) {
    if (!name.starts_with("@-")) return {};
    const std::optional<uint32_t> place = as_number(std::string_view(name).substr(2));
    if (!place) return {};
    return ids_of(
        Query(database, "SELECT id FROM run ORDER BY id DESC LIMIT 1 OFFSET ?", *place - 1));
}

std::vector<RunId> runs_with_label(SQLite::Database& database, const std::string& name) {
    if (name.empty()) return {};
    return ids_of(Query(database, "SELECT id FROM run WHERE label = ? ORDER BY id", name));
}

// At most a line's worth of labels, the latest first; empty when there are none.
std::string some_labels(SQLite::Database& database) {
    Query query(database,
                "SELECT label FROM run WHERE label <> '' "
                "GROUP BY label ORDER BY max(id) DESC LIMIT 5");
    std::string labels;
    while (query.next()) {
        std::string label;
        query.get(label);
        labels += fmt::format("{}'{}'", labels.empty() ? "" : ", ",
                              shorten_middle(terminal_safe(label), 24));
    }
    return labels;
}

}  // namespace

std::vector<RunId> find_runs(SQLite::Database& database, const std::string& name) {
    for (const auto& find : {runs_with_id, runs_from_end, runs_with_label}) {
        std::vector<RunId> ids = find(database, name);
        if (!ids.empty()) return ids;
    }
    return {};
}

std::string describe_runs(SQLite::Database& database) {
    Query query(database, "SELECT count(*), min(id), max(id) FROM run");
    uint64_t count = 0;
    std::optional<RunId> first;
    std::optional<RunId> last;
    query.next();
    query.get(count, first, last);
    if (count == 0) return "it has no runs yet; record one: hotlock record -- CMD";
    const std::string labels = some_labels(database);
    return fmt::format("it has {} {} between {} and {}{}{} (see hotlock runs)", count,
                       count == 1 ? "run" : "runs", first->value, last->value,
                       labels.empty() ? "" : ", labels ", labels);
}

}  // namespace hotlock::store
