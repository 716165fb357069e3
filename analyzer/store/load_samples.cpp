// Rows -> what samples told.
#include "analyzer/store/fault.h"
#include "analyzer/store/load_parts.h"

namespace hotlock::store {

namespace {

constexpr const char* missing = "a cache line is missing";
constexpr const char* missing_field = "a field of a cache line is missing";

std::vector<CacheLine> load_bare_lines(SQLite::Database& database, RunId id) {
    Query query(database, R"sql(
SELECT position, name.text, path, build_id, "offset", address, samples, time_ns, excess_ns, share,
       sharing, evidence, holds_lock, advice
FROM line
LEFT JOIN string AS name ON name.id = name_id
LEFT JOIN module ON module.id = module_id
WHERE run_id = ? ORDER BY position
)sql",
                id);
    std::vector<CacheLine> lines;
    while (query.next()) {
        CacheLine& line = lines.emplace_back();
        std::optional<Bits> offset;
        Bits address;
        query.get(line.id.value, line.name, line.module, line.build_id, offset, address,
                  line.samples, line.time, line.excess, line.share, line.sharing, line.evidence,
                  line.holds_lock, line.advice);
        if (line.id.value != lines.size()) throw Damaged(missing);
        if (offset) line.offset = offset->value;
        line.address = address.value;
    }
    return lines;
}

void load_fields(SQLite::Database& database, RunId id, std::vector<CacheLine>& lines) {
    Query query(database, R"sql(
SELECT line.position, field.position, field."offset", size, name.text, reads, writes, updates,
       atomics, cpus, threads
FROM line JOIN field ON line_id = line.id
LEFT JOIN string AS name ON name.id = field.name_id
WHERE run_id = ? ORDER BY line.position, field.position
)sql",
                id);
    while (query.next()) {
        uint32_t line = 0;
        uint32_t position = 0;
        LineField field;
        AccessCounts& counts = field.counts;
        query.get(line, position, field.offset, field.size, field.name, counts.reads, counts.writes,
                  counts.updates, counts.atomics, field.cpus, field.threads);
        std::vector<LineField>& fields = whole_at(lines, line, missing).fields;
        fields.push_back(std::move(field));
        if (position != fields.size()) throw Damaged(missing_field);
    }
}

void load_field_sites(SQLite::Database& database, RunId id, const LoadedStacks& stacks,
                      std::vector<CacheLine>& lines) {
    Query query(database, R"sql(
SELECT line.position, field, stack_id, access, field_site.samples
FROM line JOIN field_site ON line_id = line.id
WHERE run_id = ? ORDER BY line.position, field, field_site.position
)sql",
                id);
    while (query.next()) {
        uint32_t line = 0;
        uint32_t field = 0;
        std::optional<int64_t> stack;
        LineSite site;
        query.get(line, field, stack, site.kind, site.samples);
        site.stack = stacks.of(stack);
        whole_at(whole_at(lines, line, missing).fields, field, missing_field).sites.push_back(site);
    }
}

}  // namespace

std::vector<CacheLine> load_lines(SQLite::Database& database, RunId id,
                                  const LoadedStacks& stacks) {
    std::vector<CacheLine> lines = load_bare_lines(database, id);
    load_fields(database, id, lines);
    load_field_sites(database, id, stacks, lines);
    return lines;
}

std::vector<CpuFunction> load_cpu(SQLite::Database& database, RunId id) {
    Query query(database, R"sql(
SELECT symbol.text, path, build_id, kernel, samples, time_ns, share
FROM cpu
LEFT JOIN string AS symbol ON symbol.id = symbol_id
LEFT JOIN module ON module.id = module_id
WHERE run_id = ? ORDER BY position
)sql",
                id);
    std::vector<CpuFunction> rows;
    while (query.next()) {
        CpuFunction& row = rows.emplace_back();
        query.get(row.symbol, row.module, row.build_id, row.kernel, row.samples, row.time,
                  row.share);
    }
    return rows;
}

std::vector<CpuStack> load_cpu_stacks(SQLite::Database& database, RunId id,
                                      const LoadedStacks& stacks) {
    Query query(database,
                "SELECT stack_id, kernel, samples, time_ns FROM cpu_stack "
                "WHERE run_id = ? ORDER BY position",
                id);
    std::vector<CpuStack> rows;
    while (query.next()) {
        CpuStack& row = rows.emplace_back();
        std::optional<int64_t> stack;
        query.get(stack, row.kernel, row.samples, row.time);
        row.stack = stacks.of(stack);
    }
    return rows;
}

}  // namespace hotlock::store
