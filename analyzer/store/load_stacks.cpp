// The call stacks that a run refers to, with their callers.
#include <algorithm>

#include "analyzer/store/fault.h"
#include "analyzer/store/limits.h"
#include "analyzer/store/load_parts.h"

namespace hotlock::store {

namespace {

// Stacks that the run's rows name, and their callers.
constexpr const char* used_stacks = R"sql(
WITH RECURSIVE used (id) AS (
    SELECT stack_id FROM lock JOIN site ON lock_id = lock.id WHERE run_id = ?1
    UNION
    SELECT stack_id FROM lock JOIN holder ON lock_id = lock.id WHERE run_id = ?1
    UNION
    SELECT stack_id FROM work_wait WHERE run_id = ?1
    UNION
    SELECT stack_id FROM cpu_stack WHERE run_id = ?1
    UNION
    SELECT stack_id FROM line JOIN field_site ON line_id = line.id WHERE run_id = ?1
    UNION
    SELECT caller_id FROM used JOIN stack ON stack.id = used.id)
)sql";

constexpr const char* select_frames = R"sql(
SELECT frame.id, function.text, path, build_id, "offset", file.text, line, inlined
FROM frame
LEFT JOIN string AS function ON function.id = function_id
LEFT JOIN string AS file ON file.id = file_id
LEFT JOIN module ON module.id = module_id
WHERE frame.id IN (SELECT frame_id FROM used JOIN stack ON stack.id = used.id)
)sql";

// Ascending ids: callers come before what they call.
constexpr const char* select_nodes = R"sql(
SELECT stack.id, caller_id, frame_id FROM used JOIN stack ON stack.id = used.id ORDER BY stack.id
)sql";

using LoadedFrames = std::unordered_map<int64_t, FrameId>;  // by their ids in the database

LoadedFrames load_frames(SQLite::Database& database, RunId id, StackTable& table) {
    Query query(database, std::string(used_stacks) + select_frames, id);
    LoadedFrames frames;
    while (query.next()) {
        int64_t row = 0;
        Frame frame;
        Bits offset;
        query.get(row, frame.function, frame.module, frame.build_id, offset, frame.file, frame.line,
                  frame.inlined);
        frame.offset = offset.value;
        frames[row] = table.intern(frame);
    }
    return frames;
}

}  // namespace

StackId LoadedStacks::of(std::optional<int64_t> id) const {
    if (!id) return {};
    const auto found = by_id_.find(*id);
    if (found == by_id_.end()) throw Damaged("a call stack is missing");
    return found->second;
}

LoadedStacks load_stacks(SQLite::Database& database, RunId id, StackTable& table) {
    const LoadedFrames frames = load_frames(database, id, table);
    Query query(database, std::string(used_stacks) + select_nodes, id);
    LoadedStacks stacks;
    std::vector<size_t> depths = {0};  // by StackId
    while (query.next()) {
        int64_t row = 0;
        std::optional<int64_t> caller_row;
        int64_t frame_row = 0;
        query.get(row, caller_row, frame_row);
        const StackId caller = stacks.of(caller_row);
        const auto frame = frames.find(frame_row);
        if (frame == frames.end()) throw Damaged("a frame is missing");
        const size_t depth = depths.at(caller.value) + 1;
        if (depth > max_stack_depth) throw Damaged("a call stack is too deep");
        const StackId stack = table.intern(caller, frame->second);
        stacks.add(row, stack);
        depths.resize(std::max<size_t>(depths.size(), stack.value + 1), depth);
    }
    return stacks;
}

}  // namespace hotlock::store
