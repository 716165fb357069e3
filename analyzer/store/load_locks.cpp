// The locks of a run and their parts.
#include "analyzer/store/fault.h"
#include "analyzer/store/load_parts.h"

namespace hotlock::store {

namespace {

constexpr const char* missing = "a lock is missing";

std::vector<Lock> load_bare_locks(SQLite::Database& database, RunId id) {
    Query query(database, R"sql(
SELECT position, number, name.text, kind, path, build_id, "offset", symbol.text, address, share,
       waits, sleeps, wait_ns, queue_ns, free_ns, wait_max_ns, wait_hist, churn_ns
FROM lock
LEFT JOIN string AS name ON name.id = name_id
LEFT JOIN string AS symbol ON symbol.id = symbol_id
LEFT JOIN module ON module.id = module_id
WHERE run_id = ? ORDER BY position
)sql",
                id);
    std::vector<Lock> locks;
    while (query.next()) {
        Lock& lock = locks.emplace_back();
        WaitSums& sums = lock.sums;
        uint32_t position = 0;
        std::optional<Bits> offset;
        Bits address;
        query.get(position, lock.id, lock.name, lock.kind, lock.module, lock.build_id, offset,
                  lock.symbol, address, lock.share, sums.waits, sums.sleeps, sums.wait, sums.queue,
                  sums.free, lock.wait_max, lock.wait_hist, lock.churn);
        if (position != locks.size()) throw Damaged(missing);
        if (offset) lock.offset = offset->value;
        lock.address = address.value;
    }
    return locks;
}

void load_acquirers(SQLite::Database& database, RunId id, std::vector<Lock>& locks) {
    Query query(database, R"sql(
SELECT lock.position, function.text
FROM lock JOIN acquirer ON lock_id = lock.id
LEFT JOIN string AS function ON function.id = function_id
WHERE run_id = ? ORDER BY lock.position, acquirer.position
)sql",
                id);
    while (query.next()) {
        uint32_t position = 0;
        std::string function;
        query.get(position, function);
        whole_at(locks, position, missing).acquirers.push_back(std::move(function));
    }
}

void load_sites(SQLite::Database& database, RunId id, const LoadedStacks& stacks,
                std::vector<Lock>& locks) {
    Query query(database, R"sql(
SELECT lock.position, stack_id, mode, site.waits, site.sleeps, site.wait_ns, site.queue_ns,
       site.free_ns
FROM lock JOIN site ON lock_id = lock.id
WHERE run_id = ? ORDER BY lock.position, site.position
)sql",
                id);
    while (query.next()) {
        uint32_t position = 0;
        std::optional<int64_t> stack;
        LockSite site;
        WaitSums& sums = site.sums;
        query.get(position, stack, site.mode, sums.waits, sums.sleeps, sums.wait, sums.queue,
                  sums.free);
        site.stack = stacks.of(stack);
        whole_at(locks, position, missing).sites.push_back(site);
    }
}

void load_holders(SQLite::Database& database, RunId id, const LoadedStacks& stacks,
                  std::vector<Lock>& locks) {
    Query query(database, R"sql(
SELECT lock.position, stack_id, thread.text, state, wakes, woken_wait_ns, blame_ns, on_cpu_ns,
       off_cpu_ns
FROM lock JOIN holder ON lock_id = lock.id
LEFT JOIN string AS thread ON thread.id = thread_id
WHERE run_id = ? ORDER BY lock.position, holder.position
)sql",
                id);
    while (query.next()) {
        uint32_t position = 0;
        std::optional<int64_t> stack;
        LockHolder holder;
        query.get(position, stack, holder.thread, holder.state, holder.wakes, holder.woken_wait,
                  holder.blame, holder.on_cpu, holder.off_cpu);
        holder.stack = stacks.of(stack);
        whole_at(locks, position, missing).holders.push_back(std::move(holder));
    }
}

}  // namespace

std::vector<Lock> load_locks(SQLite::Database& database, RunId id, const LoadedStacks& stacks) {
    std::vector<Lock> locks = load_bare_locks(database, id);
    load_acquirers(database, id, locks);
    load_sites(database, id, stacks, locks);
    load_holders(database, id, stacks, locks);
    return locks;
}

}  // namespace hotlock::store
