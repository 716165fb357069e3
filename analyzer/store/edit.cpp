// Changes to stored runs: labels and removal.
#include "analyzer/store/operations.h"
#include "analyzer/store/query.h"

namespace hotlock::store {

namespace {

// Shared rows that no run refers to, users before what they use.
constexpr const char* delete_unused = R"sql(
DELETE FROM stack WHERE id NOT IN (
    WITH RECURSIVE used (id) AS (
        SELECT stack_id FROM site WHERE stack_id IS NOT NULL
        UNION
        SELECT stack_id FROM holder WHERE stack_id IS NOT NULL
        UNION
        SELECT stack_id FROM work_wait WHERE stack_id IS NOT NULL
        UNION
        SELECT stack_id FROM cpu_stack WHERE stack_id IS NOT NULL
        UNION
        SELECT stack_id FROM field_site WHERE stack_id IS NOT NULL
        UNION
        SELECT caller_id FROM used JOIN stack ON stack.id = used.id WHERE caller_id IS NOT NULL)
    SELECT id FROM used);

DELETE FROM frame WHERE NOT EXISTS (SELECT 1 FROM stack WHERE frame_id = frame.id);

DELETE FROM module
WHERE NOT EXISTS (SELECT 1 FROM frame WHERE module_id = module.id)
  AND NOT EXISTS (SELECT 1 FROM lock WHERE module_id = module.id)
  AND NOT EXISTS (SELECT 1 FROM cpu WHERE module_id = module.id)
  AND NOT EXISTS (SELECT 1 FROM line WHERE module_id = module.id);

DELETE FROM string
WHERE NOT EXISTS (SELECT 1 FROM frame WHERE function_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM frame WHERE file_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM lock WHERE name_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM lock WHERE symbol_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM acquirer WHERE function_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM holder WHERE thread_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM thread WHERE name_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM cpu WHERE symbol_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM line WHERE name_id = string.id)
  AND NOT EXISTS (SELECT 1 FROM field WHERE name_id = string.id);
)sql";

}  // namespace

bool set_run_label(SQLite::Database& database, RunId id, const std::string& label) {
    return execute(database, "UPDATE run SET label = ? WHERE id = ?", label, id) > 0;
}

bool remove_run(SQLite::Database& database, RunId id) {
    if (execute(database, "DELETE FROM run WHERE id = ?", id) == 0) return false;
    database.exec(delete_unused);
    return true;
}

}  // namespace hotlock::store
