// What samples told -> rows.
#include "analyzer/store/query.h"
#include "analyzer/store/save_parts.h"

namespace hotlock::store {

namespace {

// The tables of a line and its parts, prepared once for all lines of a run.
class LineSaver {
  public:
    explicit LineSaver(const Target& target);
    void save(uint32_t position, const CacheLine& line);

  private:
    int64_t save_line(uint32_t position, const CacheLine& line);
    void save_field(int64_t line_id, uint32_t position, const LineField& field);

    const Target& target_;
    Inserter lines_;
    Inserter fields_;
    Inserter sites_;
};

LineSaver::LineSaver(const Target& target)
    : target_(target),
      lines_(target.database, "line",
             "run_id, position, name_id, module_id, \"offset\", address, samples, time_ns, "
             "excess_ns, share, sharing, evidence, holds_lock, advice"),
      fields_(
          target.database, "field",
          "line_id, position, \"offset\", size, name_id, reads, writes, updates, atomics, cpus, "
          "threads"),
      sites_(target.database, "field_site", "line_id, field, position, stack_id, access, samples") {
}

int64_t LineSaver::save_line(uint32_t position, const CacheLine& line) {
    const std::optional<Bits> offset =
        line.offset ? std::optional(Bits{*line.offset}) : std::nullopt;
    return lines_.add(target_.run, position, target_.interner.string(line.name),
                      target_.interner.module(line.module, line.build_id), offset,
                      Bits{line.address}, line.samples, line.time, line.excess, line.share,
                      line.sharing, line.evidence, line.holds_lock, line.advice);
}

void LineSaver::save_field(int64_t line_id, uint32_t position, const LineField& field) {
    const AccessCounts& counts = field.counts;
    fields_.add(line_id, position, field.offset, field.size, target_.interner.string(field.name),
                counts.reads, counts.writes, counts.updates, counts.atomics, field.cpus,
                field.threads);
    uint32_t site_position = 0;
    for (const LineSite& site : field.sites)
        sites_.add(line_id, position, ++site_position, target_.interner.stack(site.stack),
                   site.kind, site.samples);
}

void LineSaver::save(uint32_t position, const CacheLine& line) {
    const int64_t id = save_line(position, line);
    uint32_t field_position = 0;
    for (const LineField& field : line.fields)
        save_field(id, ++field_position, field);
}

}  // namespace

void save_cpu(const Target& target, const Profile& profile) {
    Inserter functions(target.database, "cpu",
                       "run_id, position, symbol_id, module_id, kernel, samples, time_ns, share");
    uint32_t position = 0;
    for (const CpuFunction& row : profile.cpu)
        functions.add(target.run, ++position, target.interner.string(row.symbol),
                      target.interner.module(row.module, row.build_id), row.kernel, row.samples,
                      row.time, row.share);
    Inserter stacks(target.database, "cpu_stack",
                    "run_id, position, stack_id, kernel, samples, time_ns");
    position = 0;
    for (const CpuStack& row : profile.cpu_stacks)
        stacks.add(target.run, ++position, target.interner.stack(row.stack), row.kernel,
                   row.samples, row.time);
}

void save_lines(const Target& target, const std::vector<CacheLine>& lines) {
    LineSaver saver(target);
    uint32_t position = 0;
    for (const CacheLine& line : lines)
        saver.save(++position, line);
}

}  // namespace hotlock::store
