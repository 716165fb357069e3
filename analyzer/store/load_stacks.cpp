// The call stacks that a run refers to, with their callers.
#include <algorithm>

#include "analyzer/store/fault.h"
#include "analyzer/store/limits.h"
#include "analyzer/store/load_parts.h"

namespace hotlock::store {

namespace {

// Ascending ids: callers come before the frames that they call.
constexpr const char* select_stacks = R"sql(
WITH RECURSIVE used (id) AS (
    SELECT stack_id FROM lock JOIN site ON lock_id = lock.id WHERE run_id = ?1
    UNION
    SELECT stack_id FROM lock JOIN holder ON lock_id = lock.id WHERE run_id = ?1
    UNION
    SELECT stack_id FROM work_wait WHERE run_id = ?1
    UNION
    SELECT caller_id FROM used JOIN stack ON stack.id = used.id)
SELECT stack.id, stack.caller_id, function.text, path, build_id, "offset", file.text, line, inlined
FROM used
JOIN stack ON stack.id = used.id
LEFT JOIN frame ON frame.id = stack.frame_id
LEFT JOIN string AS function ON function.id = frame.function_id
LEFT JOIN string AS file ON file.id = frame.file_id
LEFT JOIN module ON module.id = frame.module_id
ORDER BY stack.id
)sql";

}  // namespace

StackId LoadedStacks::of(std::optional<int64_t> id) const {
    if (!id) return {};
    const auto found = by_id_.find(*id);
    if (found == by_id_.end()) throw Damaged("a call stack is missing");
    return found->second;
}

LoadedStacks load_stacks(SQLite::Database& database, RunId id, StackTable& table) {
    Query query(database, select_stacks, id);
    LoadedStacks stacks;
    std::vector<size_t> depths = {0};  // by StackId
    while (query.next()) {
        int64_t row = 0;
        std::optional<int64_t> caller_row;
        Frame frame;
        Bits offset;
        query.get(row, caller_row, frame.function, frame.module, frame.build_id, offset, frame.file,
                  frame.line, frame.inlined);
        frame.offset = offset.value;
        const StackId caller = stacks.of(caller_row);
        const size_t depth = depths.at(caller.value) + 1;
        if (depth > max_stack_depth) throw Damaged("a call stack is too deep");
        const StackId stack = table.intern(caller, table.intern(frame));
        stacks.add(row, stack);
        depths.resize(std::max<size_t>(depths.size(), stack.value + 1), depth);
    }
    return stacks;
}

}  // namespace hotlock::store
