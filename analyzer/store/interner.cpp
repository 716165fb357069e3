// Looks up and adds shared rows, each at most once per profile.
#include "analyzer/store/interner.h"

#include <fmt/format.h>

#include "analyzer/store/limits.h"
#include "common/base/error.h"

namespace hotlock::store {

SharedTable::SharedTable(SQLite::Database& database, const std::string& table,
                         const std::string& columns, const std::string& condition)
    : find_(database, fmt::format("SELECT id FROM {} WHERE {}", table, condition)),
      add_(database, table, columns) {}

Interner::Interner(SQLite::Database& database, const StackTable& stacks)
    : table_(stacks),
      strings_(database, "string", "text", "text = ?"),
      modules_(database, "module", "path, build_id", "path = ? AND build_id = ?"),
      frames_(database, "frame", "function_id, module_id, \"offset\", file_id, line, inlined",
              "function_id = ? AND module_id = ? AND \"offset\" = ? AND file_id = ? AND line = ? "
              "AND inlined = ?"),
      stacks_(database, "stack", "caller_id, frame_id", "caller_id IS ? AND frame_id = ?"),
      known_frames_(stacks.frame_count() + 1),
      known_stacks_(stacks.stack_count() + 1) {}

int64_t Interner::string(const std::string& text) {
    const auto [known, is_new] = known_strings_.try_emplace(text, 0);
    if (is_new) known->second = strings_.id_of(text);
    return known->second;
}

int64_t Interner::module(const std::string& path, const std::string& build_id) {
    return modules_.id_of(path, build_id);
}

int64_t Interner::frame(FrameId id) {
    std::optional<int64_t>& known = known_frames_.at(id.value);
    if (!known) {
        const Frame& frame = table_.frame(id);
        known = frames_.id_of(string(frame.function), module(frame.module, frame.build_id),
                              Bits{frame.offset}, string(frame.file), frame.line, frame.inlined);
    }
    return *known;
}

std::optional<int64_t> Interner::stack(StackId id) {
    std::vector<StackId> chain;  // leaf first
    for (; id; id = table_.node(id).caller)
        chain.push_back(id);
    if (chain.size() > max_stack_depth) {
        throw Error("the run has a call stack of impossible depth and was not stored",
                    "its recording is damaged: record again");
    }
    std::optional<int64_t> caller;
    for (auto node = chain.rbegin(); node != chain.rend(); ++node) {
        std::optional<int64_t>& known = known_stacks_.at(node->value);
        if (!known) known = stacks_.id_of(caller, frame(table_.node(*node).frame));
        caller = known;
    }
    return caller;
}

}  // namespace hotlock::store
