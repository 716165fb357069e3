// What samples told: the sections "lines" and "cpu".
#include <nlohmann/json.hpp>

#include "reports/json/values.h"

namespace hotlock::reports {
namespace {

Json field_site_value(const StackTable& stacks, const LineSite& site) {
    Json value;
    value["stack"] = json_stack(stacks, site.stack);
    value["access"] = to_string(site.kind);
    value["samples"] = site.samples;
    return value;
}

Json field_value(const StackTable& stacks, const LineField& field) {
    Json value;
    value["offset"] = field.offset;
    value["size"] = field.size;
    value["name"] = json_text(field.name);
    value["reads"] = field.counts.reads;
    value["writes"] = field.counts.writes + field.counts.updates;  // those that are not locked
    value["updates"] = field.counts.updates;
    value["atomics"] = field.counts.atomics;
    value["cpus"] = field.cpus;
    value["threads"] = field.threads;
    value["sites"] = Json::array();
    for (const LineSite& site : field.sites)
        value["sites"].push_back(field_site_value(stacks, site));
    return value;
}

Json line_value(const StackTable& stacks, const CacheLine& line) {
    Json value;
    value["id"] = line.id.value;
    value["name"] = line.name;
    value["address"] = json_address(line.address);
    value["module"] = json_text(line.module);
    value["build_id"] = json_text(line.build_id);
    value["offset"] = json_address(line.offset);
    value["samples"] = line.samples;
    value["time_ns"] = line.time.count();      // of all accesses
    value["excess_ns"] = line.excess.count();  // that of it which a line that stays would save
    value["share"] = json_number(line.share);  // excess_ns, of the thread time
    value["sharing"] = to_string(line.sharing);
    value["evidence"] = line.evidence;
    value["holds_lock"] = json_text(line.holds_lock);
    value["fields"] = Json::array();
    for (const LineField& field : line.fields)
        value["fields"].push_back(field_value(stacks, field));
    value["advice"] = json_text(line.advice);
    return value;
}

Json function_value(const CpuFunction& row) {
    Json value;
    value["symbol"] = row.symbol;
    value["module"] = json_text(row.module);
    value["kernel"] = row.kernel;
    value["samples"] = row.samples;
    value["time_ns"] = row.time.count();
    value["share"] = json_number(row.share);
    return value;
}

Json cpu_stack_value(const StackTable& stacks, const CpuStack& row) {
    Json value;
    value["stack"] = json_stack(stacks, row.stack);
    value["kernel"] = row.kernel;
    value["samples"] = row.samples;
    value["time_ns"] = row.time.count();
    return value;
}

}  // namespace

void put_samples(Json& document, const Profile& profile) {
    for (const char* section : {"lines", "cpu", "cpu_stacks"})
        document[section] = nullptr;
    if (!samples_recorded(profile.quality)) return;
    for (const char* section : {"cpu", "cpu_stacks"})
        document[section] = Json::array();
    if (lines_recorded(profile.quality)) document["lines"] = Json::array();
    for (const CacheLine& line : profile.lines)
        document["lines"].push_back(line_value(profile.stacks, line));
    for (const CpuFunction& row : profile.cpu)
        document["cpu"].push_back(function_value(row));
    for (const CpuStack& row : profile.cpu_stacks)
        document["cpu_stacks"].push_back(cpu_stack_value(profile.stacks, row));
}

}  // namespace hotlock::reports
