#include "test/bench/invented_samples.h"

#include <algorithm>
#include <random>

#include "common/recording/writer.h"

namespace hotlock::bench {
namespace {

constexpr uint32_t pid = 1000;
constexpr uint64_t tick_ns = 1'000'000'000 / 499;
constexpr uint64_t heap = 0x7e0000000000;

class Inventor {
  public:
    Inventor(const std::string& prefix, const std::vector<recording::Mapping>& modules,
             const SampleCounts& counts);

    void write();

  private:
    // What a tick meets: some things often, most of them seldom.
    size_t seldom(size_t size);
    uint32_t any(uint32_t size) {
        return std::uniform_int_distribution<uint32_t>(0, size - 1)(random_);
    }
    bool chance(double share) { return std::bernoulli_distribution(share)(random_); }

    uint64_t duration() const { return (counts_.samples / counts_.cpus + 1) * tick_ns; }
    uint64_t code_address();
    void start();
    void write_stacks();
    void sample(uint64_t time, uint32_t cpu);
    void stack_tick(uint64_t time, uint32_t cpu);
    void access(recording::Sample& sample);

    recording::Writer writer_;
    const std::vector<recording::Mapping>& modules_;
    const SampleCounts& counts_;
    std::mt19937 random_{1};  // the same recording each time
    std::vector<uint64_t> code_;
};

Inventor::Inventor(const std::string& prefix, const std::vector<recording::Mapping>& modules,
                   const SampleCounts& counts)
    : writer_(prefix), modules_(modules), counts_(counts) {
    for (uint32_t i = 0; i < counts.code_addresses; i++)
        code_.push_back(code_address());
}

size_t Inventor::seldom(size_t size) {
    const double place = std::uniform_real_distribution<double>(0, 1)(random_);
    return static_cast<size_t>(place * place * place * static_cast<double>(size));
}

// Half of the code is the program's own.
uint64_t Inventor::code_address() {
    const auto count = static_cast<uint32_t>(modules_.size());
    const recording::Mapping& module = modules_[chance(0.5) ? 0 : any(count)];
    return module.start + any(static_cast<uint32_t>(module.end - module.start));
}

void Inventor::start() {
    writer_.append(recording::Meta{"command", "invented"});
    writer_.append(recording::Meta{"start", "0"});
    writer_.append(recording::ProbeState{"samples", "on", ""});
    for (uint32_t i = 0; i < counts_.threads; i++)
        writer_.append(recording::ThreadStart{0, pid, pid + i, pid});
    for (recording::Mapping module : modules_) {
        module.pid = pid;
        module.time = 0;
        writer_.append(module);
    }
}

// Stacks share their callers, as those of real programs do: some hundred ways lead to all code.
void Inventor::write_stacks() {
    std::vector<std::vector<uint64_t>> ways(500);
    for (std::vector<uint64_t>& way : ways)
        for (uint32_t depth = 9 + any(20); way.size() < depth;)
            way.push_back(code_[seldom(code_.size())]);
    for (uint32_t key = 1; key <= counts_.stacks; key++) {
        recording::Stack stack{key, 0, pid, true, {code_[seldom(code_.size())]}};
        const std::vector<uint64_t>& way = ways[any(static_cast<uint32_t>(ways.size()))];
        stack.addresses.insert(stack.addresses.end(), way.begin(), way.end());
        writer_.append(stack);
    }
}

// A third of the accesses is to a line that bounces; one after the other has its time.
void Inventor::access(recording::Sample& sample) {
    const uint32_t thread = sample.tid - pid;
    sample.outcome = recording::operand_known;
    sample.instruction = sample.ip - 4;
    sample.size = 8;
    if (chance(1.0 / 3)) {
        const auto line = static_cast<uint32_t>(sample.time * counts_.bouncing_lines / duration());
        const uint32_t offset = line % 2 == 0 ? 0 : thread % 8 * 8;
        sample.address = heap + uint64_t{line} * 64 + offset;
        sample.access = chance(0.5) ? recording::atomic_access : recording::read_access;
        sample.instruction = code_[line * 8 + any(8)];
    } else {
        const uint32_t line = any(counts_.private_lines / counts_.threads);
        sample.address = heap + uint64_t{thread + 1} * (1 << 20) + uint64_t{line} * 64 + 8;
        sample.access = chance(0.3) ? recording::write_access : recording::read_access;
    }
}

void Inventor::sample(uint64_t time, uint32_t cpu) {
    recording::Sample sample;
    sample.time = time;
    sample.pid = pid;
    sample.cpu = cpu;
    sample.tid = pid + any(counts_.threads / counts_.cpus) * counts_.cpus + cpu;
    sample.weight_ns = tick_ns;
    sample.kernel = chance(0.1);
    sample.ip = code_[seldom(code_.size())];
    sample.outcome = recording::no_operand;
    if (!sample.kernel && chance(0.5)) access(sample);
    writer_.append(sample);
}

void Inventor::stack_tick(uint64_t time, uint32_t cpu) {
    recording::StackTick tick;
    tick.time = time;
    tick.pid = pid;
    tick.cpu = cpu;
    tick.tid = pid + any(counts_.threads / counts_.cpus) * counts_.cpus + cpu;
    tick.weight_ns = tick_ns * 5;
    tick.stack = 1 + seldom(counts_.stacks);
    if (chance(0.4)) {
        tick.instruction = code_[any(counts_.bouncing_lines * 8)];
        tick.address = heap + uint64_t{any(counts_.bouncing_lines)} * 64;
    }
    writer_.append(tick);
}

void Inventor::write() {
    start();
    write_stacks();
    for (uint32_t i = 0; i < counts_.samples; i++) {
        const uint32_t cpu = i % counts_.cpus;
        const uint64_t time = i / counts_.cpus * tick_ns + any(uint32_t{tick_ns - 1});
        sample(time, cpu);
        if (i % 5 == 0) stack_tick(time + 1, cpu);
    }
    writer_.append(recording::End{duration(), 0, {}, {}, 0});
    writer_.flush();
}

}  // namespace

void write_samples(const std::string& prefix, const std::vector<recording::Mapping>& modules,
                   const SampleCounts& counts) {
    Inventor(prefix, modules, counts).write();
}

}  // namespace hotlock::bench
