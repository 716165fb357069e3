// Single runs.
#include "analyzer/rules/bouncing_line.h"
#include "analyzer/rules/hot_lock.h"
#include "test/golden/examples.h"
#include "test/support/build_profile.h"

namespace hotlock::test {
namespace {

// Waits spread over three decades, as a contended mutex has them.
void spread_waits(Lock& lock) {
    lock.wait_hist = Histogram();
    nanoseconds wait = 4us;
    uint64_t left = lock.sums.waits;
    for (const uint64_t percent : {1, 2, 4, 7, 12, 21, 28, 16, 6, 2, 1}) {
        const uint64_t count = lock.sums.waits * percent / 100;
        lock.wait_hist.add(wait, count);
        left -= count;
        wait *= 2;
    }
    if (left > 0) lock.wait_hist.add(wait, left);
    lock.wait_max = wait + 1ms;
}

void add_thread(Profile& profile, const std::string& name, nanoseconds lock_wait,
                nanoseconds work_wait) {
    ThreadSummary thread;
    thread.pid = 4100;
    thread.tid = 4100 + static_cast<pid_t>(profile.threads.size());
    thread.name = name;
    thread.lifetime = 10s;
    thread.lock_wait = lock_wait;
    thread.work_wait = work_wait;
    profile.threads.push_back(thread);
}

void add_work_wait(Profile& profile, const std::string& kind, nanoseconds wait, uint64_t waits,
                   const std::vector<std::string>& stack) {
    WorkWait work;
    work.kind = kind;
    work.stack = make_stack(profile, stack);
    work.sums = {waits, waits, wait, wait, 0ns};
    profile.work_waits.push_back(work);
}

void add_pool_sites(Profile& profile, Lock& lock) {
    add_site(profile, lock,
             {"libc.so.6+0x8a2c0", "pthread_mutex_lock", "std::mutex::lock()",
              "std::lock_guard<std::mutex>::lock_guard(std::mutex&)",
              "cryptolib::EntropyPool::next_bytes(std::span<unsigned char>)",
              "cryptolib::SecureRandom::fill(std::span<unsigned char>)", "tls::Session::new_key()",
              "server::handle(server::Request const&)", "server::worker()",
              "void std::__invoke_impl<void, void (*)()>(std::__invoke_other, void (*&&)())",
              "execute_native_thread_routine", "libc.so.6+0x89134"},
             0.72);
    add_site(profile, lock,
             {"libc.so.6+0x8a2c0", "pthread_mutex_lock",
              "cryptolib::EntropyPool::add_entropy(unsigned long)", "server::ticker()",
              "execute_native_thread_routine"},
             0.28);
}

void add_pool_holders(Profile& profile, Lock& lock) {
    add_holder(profile, lock, "worker",
               {"libc.so.6+0x8b1f0", "pthread_mutex_unlock", "cryptolib::EntropyPool::mix()",
                "cryptolib::EntropyPool::next_bytes(std::span<unsigned char>)",
                "cryptolib::SecureRandom::fill(std::span<unsigned char>)", "server::worker()"},
               0.81);
    add_holder(profile, lock, "ticker",
               {"libc.so.6+0x8b1f0", "pthread_mutex_unlock", "libcrypto.so.3+0x1a2b3c",
                "cryptolib::EntropyPool::add_entropy(unsigned long)", "server::ticker()"},
               0.19);
}

void add_pool_lock(Profile& profile) {
    Lock& lock = add_lock(profile, "cryptolib::EntropyPool::instance.lock", 0.612);
    lock.symbol = "cryptolib::EntropyPool::instance+0x8";
    lock.module = "/opt/app/libcryptolib.so.1";
    lock.build_id = "0123456789abcdef";
    lock.offset = 0x5f08;
    lock.address = 0x7f12'3450'5f08;
    lock.sums.free = lock.sums.wait * 4 / 10;
    lock.sums.queue = lock.sums.wait - lock.sums.free;
    lock.acquirers = {"cryptolib::EntropyPool::next_bytes(std::span<unsigned char>)"};
    spread_waits(lock);
    add_pool_sites(profile, lock);
    add_pool_holders(profile, lock);
}

void add_session_lock(Profile& profile) {
    Lock& lock = add_lock(profile, "rwlock used by tls::SessionCache::find", 0.034);
    lock.symbol.clear();
    lock.module.clear();
    lock.kind = LockKind::rwlock;
    lock.address = 0x5600'1234'0040;
    spread_waits(lock);
    add_site(profile, lock,
             {"libc.so.6+0x8d000", "pthread_rwlock_rdlock",
              "tls::SessionCache::find(tls::SessionId const&) const",
              "server::handle(server::Request const&)"},
             0.9)
        .mode = WaitMode::read;
    add_site(profile, lock,
             {"libc.so.6+0x8d400", "pthread_rwlock_wrlock",
              "tls::SessionCache::insert(tls::Session)", "server::handle(server::Request const&)"},
             0.1)
        .mode = WaitMode::write;
}

void add_libc_lock(Profile& profile) {
    Lock& lock = add_lock(profile, "libc internal lock in localtime_r", 0.004);
    lock.symbol.clear();
    lock.module = "/usr/lib/x86_64-linux-gnu/libc.so.6";
    lock.offset = 0x1d4a60;
    lock.kind = LockKind::internal;
    add_site(
        profile, lock,
        {"libc.so.6+0x8a000", "libc.so.6+0xd2000", "localtime_r", "server::log(std::string_view)"});
}

void add_threads(Profile& profile) {
    for (int i = 0; i < 6; ++i)
        add_thread(profile, "worker", 8s + i * 20ms, 100ms);
    add_thread(profile, "ticker", 1300ms, 8s);
    add_thread(profile, "main", 0ns, 9900ms);
    add_work_wait(profile, "join", 9900ms, 1,
                  {"libc.so.6+0x8b000", "pthread_join", "std::thread::join()", "main"});
    add_work_wait(
        profile, "condition", 8600ms, 1200,
        {"libc.so.6+0x88000", "pthread_cond_wait", "server::Queue::pop()", "server::ticker()"});
}

LineField make_field(Profile& profile, uint32_t offset, const std::string& name,
                     const AccessCounts& counts, const std::vector<std::string>& stack) {
    LineField field{.offset = offset, .size = 8, .name = name, .counts = counts};
    field.cpus = 2;
    field.threads = 3;
    field.sites = {{make_stack(profile, stack), AccessKind::atomic, counts.all()}};
    return field;
}

CacheLine& add_line(Profile& profile, const std::string& name, double share, Sharing sharing) {
    CacheLine& line = profile.lines.emplace_back();
    line.id = LineId{static_cast<uint32_t>(profile.lines.size())};
    line.name = name;
    line.address = 0x7f3a00004000 + 64 * profile.lines.size();
    line.samples = 1200;
    line.share = share;
    line.time = 2s;
    line.excess = 1900ms;
    line.sharing = sharing;
    return line;
}

}  // namespace

Profile lines_run() {
    Profile profile = make_profile();
    profile.run.command = {"./server", "--threads", "2"};
    profile.quality.probes.push_back({"samples", "on", ""});
    add_thread(profile, "worker", 0ns, 0ns);
    CacheLine& counters = add_line(profile, "server::Traffic::sent", 0.18, Sharing::false_sharing);
    counters.fields = {make_field(profile, 8, "server::Traffic::sent", {0, 0, 40, 700},
                                  {"server::Traffic::send()", "server::worker()"}),
                       make_field(profile, 40, "server::Traffic::received", {60, 0, 0, 400},
                                  {"server::Traffic::receive()", "server::worker()"})};
    LayoutStep sent{.owner = "server::Traffic", .owner_size = 48, .part = "sent"};
    sent.size = 8;
    sent.members = {{0, 8, 8}, {8, 8, 8}, {16, 32, 8}};
    LayoutStep received = sent;
    received.part = "received";
    received.offset = 16;
    counters.fields[0].layout = {sent};
    counters.fields[1].layout = {received};
    CacheLine& word = add_line(profile, "lock used by server::find", 0.02, Sharing::true_sharing);
    word.fields = {
        make_field(profile, 56, "", {0, 0, 0, 90}, {"pthread_rwlock_rdlock", "server::find(int)"})};
    word.holds_lock = word.name;
    for (CacheLine& line : profile.lines)
        line.advice = line_advice(line);
    profile.findings = line_findings(profile);
    return profile;
}

Profile hot_run() {
    Profile profile = make_profile();
    profile.run.label = "base";
    profile.run.git = "3e76428";
    profile.run.user_time = 11s;
    profile.run.system_time = 3s;
    profile.quality.probes.push_back({"kernel-locks", "off", "not asked for"});
    profile.quality.probes.push_back({"samples", "unavailable", "perf_event_paranoid is 3"});
    profile.quality.overhead_share = 0.006;
    profile.quality.truncated_stacks = 3;
    profile.quality.unsymbolized_share = 0.01;
    profile.metrics = {{"throughput", 862'923, "ops/s", "higher"}, {"latency p99", 1.93, "ms", ""}};
    add_pool_lock(profile);
    add_session_lock(profile);
    add_libc_lock(profile);
    add_threads(profile);
    profile.findings = lock_findings(profile);
    return profile;
}

Profile quiet_run() {
    Profile profile = make_profile();
    profile.run.command = {"./sign", "--key", "my key.pem"};
    profile.run.id = RunId{8};
    add_lock(profile, "OPENSSL_init_crypto.lock", 0.0021);
    add_lock(profile, "registry", 0.0004);
    add_thread(profile, "sign", 20ms, 0ns);
    profile.findings = lock_findings(profile);
    return profile;
}

Profile blind_run() {
    Profile profile = make_profile();
    profile.run.id = RunId{9};
    profile.quality.probes = {{"sleeps", "unavailable", "CAP_BPF and CAP_PERFMON are needed"}};
    profile.findings = lock_findings(profile);
    return profile;
}

Profile hostile_run() {
    const std::string bad =
        "</script><img src=x onerror=alert(1)>\"'&\x1b[31mred\x07\n\u2028\u202e"
        "evil\xff";
    Profile profile = make_profile();
    profile.run.id = RunId();
    profile.run.label = bad;
    profile.run.command = {bad, "--style=</style><script>alert(1)</script>"};
    profile.run.host = bad;
    profile.run.exit_code = 139;
    profile.quality.complete = false;
    profile.quality.lost_events = 12'345;
    profile.quality.overhead_share = 0.11;
    profile.quality.unsymbolized_share = 0.4;
    profile.quality.warnings = {"The file " + bad + " changed while it ran."};
    profile.metrics = {{bad, 1.5, bad, ""}};
    Lock& lock = add_lock(profile, bad, 0.3);
    lock.module = "/tmp/a b/" + bad;
    add_site(profile, lock, {"pthread_mutex_lock", bad, std::string(4096, 'x')});
    add_holder(profile, lock, bad, {bad});
    add_lock(profile, std::string(4096, 'y'), 0.29);
    add_thread(profile, bad, 1s, 0ns);
    add_work_wait(profile, bad, 1s, 1, {bad});
    profile.quality.probes.push_back({"samples", "on", bad});
    CacheLine& line = add_line(profile, bad, 0.3, Sharing::false_sharing);
    line.fields = {make_field(profile, 0, bad, {1, 2, 3, 4}, {bad}),
                   make_field(profile, 60, bad, {1, 0, 0, 0}, {bad})};  // ends behind the line
    line.advice = bad;
    profile.findings = lock_findings(profile);
    return profile;
}

}  // namespace hotlock::test
