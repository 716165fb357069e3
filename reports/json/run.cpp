// The document "hotlock.report/1".
#include <nlohmann/json.hpp>

#include "common/model/call_site.h"
#include "reports/json/values.h"
#include "reports/numbers.h"
#include "reports/report.h"

namespace hotlock::reports {
namespace {

void put_sums(Json& value, const WaitSums& sums) {
    value["waits"] = sums.waits;
    value["sleeps"] = sums.sleeps;
    value["wait_ns"] = sums.wait.count();
    value["queue_ns"] = sums.queue.count();
    value["free_ns"] = sums.free.count();
}

Json site_value(const StackTable& stacks, const LockSite& site) {
    Json value;
    value["stack"] = json_stack(stacks, site.stack);
    value["mode"] = to_string(site.mode);
    put_sums(value, site.sums);
    return value;
}

Json holder_value(const StackTable& stacks, const LockHolder& holder) {
    Json value;
    value["thread"] = json_text(holder.thread);
    value["stack"] = json_stack(stacks, holder.stack);
    value["blame_ns"] = json_ns(holder.blame);
    value["on_cpu_ns"] = json_ns(holder.on_cpu);
    value["off_cpu_ns"] = json_ns(holder.off_cpu);
    value["state"] = holder.state;
    value["wakes"] = holder.wakes;
    value["woken_wait_ns"] = holder.woken_wait.count();
    return value;
}

Json histogram_value(const Histogram& histogram) {
    Json value = Json::array();
    for (const auto& [bucket, count] : histogram.buckets()) {
        Json row;
        row["from_ns"] = Histogram::bucket_low(bucket).count();
        row["to_ns"] = Histogram::bucket_high(bucket).count();
        row["count"] = count;
        value.push_back(std::move(row));
    }
    return value;
}

void put_identity(Json& value, const Lock& lock) {
    value["id"] = lock.id.value;
    value["name"] = lock.name;
    value["kind"] = to_string(lock.kind);
    value["module"] = json_text(lock.module);
    value["build_id"] = json_text(lock.build_id);
    value["offset"] = json_address(lock.offset);
    value["symbol"] = json_text(lock.symbol);
    value["address"] = lock.address == 0 ? Json() : json_address(lock.address);
    value["acquirers"] = lock.acquirers;
}

// Acquisitions and hold times need probes that see locks which nobody sleeps for.
Json lock_value(const StackTable& stacks, const Lock& lock) {
    Json value;
    put_identity(value, lock);
    value["share"] = json_number(lock.share);
    put_sums(value, lock.sums);
    value["churn_ns"] = json_ns(lock.churn);
    value["wait_max_ns"] = lock.wait_max.count();
    value["wait_p50_ns"] = json_ns(wait_quantile(lock, 0.5));
    value["wait_p99_ns"] = json_ns(wait_quantile(lock, 0.99));
    value["wait_hist"] = histogram_value(lock.wait_hist);
    value["acquisitions"] = nullptr;
    value["hold_ns"] = nullptr;
    value["sites"] = Json::array();
    for (const LockSite& site : lock.sites)
        value["sites"].push_back(site_value(stacks, site));
    value["holders"] = Json::array();
    for (const LockHolder& holder : lock.holders)
        value["holders"].push_back(holder_value(stacks, holder));
    return value;
}

Json thread_value(const ThreadSummary& thread) {
    Json value;
    value["pid"] = thread.pid;
    value["tid"] = thread.tid;
    value["name"] = thread.name;
    value["lifetime_ns"] = thread.lifetime.count();
    value["running_ns"] = json_ns(thread.running);
    value["churn_ns"] = json_ns(thread.churn);
    value["lock_wait_ns"] = thread.lock_wait.count();
    value["work_wait_ns"] = thread.work_wait.count();
    value["ready_ns"] = json_ns(thread.ready);
    return value;
}

Json work_wait_value(const StackTable& stacks, const WorkWait& wait) {
    const Frame* site = call_site(stacks, wait.stack);
    Json value;
    value["kind"] = wait.kind;
    value["site"] = site == nullptr ? Json() : Json(frame_name(*site));
    value["stack"] = json_stack(stacks, wait.stack);
    put_sums(value, wait.sums);
    return value;
}

}  // namespace

std::string run_json(const Profile& profile) {
    Json document;
    document["schema"] = "hotlock.report/1";
    document["run"] = json_run(profile.run);
    document["quality"] = json_quality(profile.quality);
    document["metrics"] = json_metrics(profile.metrics);
    document["threads"] = Json::array();
    for (const ThreadSummary& thread : profile.threads)
        document["threads"].push_back(thread_value(thread));
    document["locks"] = Json::array();
    for (const Lock& lock : profile.locks)
        document["locks"].push_back(lock_value(profile.stacks, lock));
    document["work_waits"] = Json::array();
    for (const WorkWait& wait : profile.work_waits)
        document["work_waits"].push_back(work_wait_value(profile.stacks, wait));
    // Sections of probes that did not run: absent, which is not the same as empty.
    for (const char* section : {"kernel_locks", "counters"})
        document[section] = nullptr;
    put_samples(document, profile);
    document["findings"] = json_findings(profile.findings);
    return json_document(document);
}

}  // namespace hotlock::reports
