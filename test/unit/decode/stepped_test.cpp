// A child executes real code step by step: what a site says of the registers behind an instruction
// is compared with the address that Zydis computes from those in front of it.
#include <Zydis/Zydis.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "common/decode/decoder.h"
#include "test/unit/unwind/own_process.h"

namespace hotlock::decode {
namespace {

constexpr size_t max_steps = 4000;

int compare(const void* a, const void* b) {
    return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

[[noreturn]] void run_child() {
    int numbers[200];
    char text[100];
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(1);
    ::raise(SIGSTOP);
    for (int i = 0; i < 200; ++i)
        numbers[i] = i * 7919 % 1009;
    std::qsort(numbers, 200, sizeof numbers[0], compare);
    for (int number : numbers)
        std::snprintf(text, sizeof text, "%d %s %g", number, "text", number / 3.0);
    ::_exit(0);
}

Registers registers_of_child(const user_regs_struct& child) {
    return {{child.rax, child.rcx, child.rdx, child.rbx, child.rsp, child.rbp, child.rsi, child.rdi,
             child.r8, child.r9, child.r10, child.r11, child.r12, child.r13, child.r14, child.r15},
            child.rip,
            child.fs_base,
            child.gs_base};
}

// The code of parent and child is the same.
std::span<const uint8_t> code_at(const unwind::MappedImage& image, uint64_t from, uint64_t to) {
    from = std::max(from, image.start);
    to = std::min(to, image.end);
    return {reinterpret_cast<const uint8_t*>(from), to - from};  // NOLINT(*-no-int-to-ptr)
}

// The explicit memory operand of the instruction that is about to run.
std::optional<uint64_t> address_before(const unwind::MappedImage& image,
                                       const Registers& registers) {
    const auto code = code_at(image, registers.ip, registers.ip + 15);
    ZydisDecoder decoder;
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, code.data(), code.size(), &instruction, operands))) {
        return std::nullopt;
    }
    ZydisRegisterContext context{};
    for (size_t i = 0; i < registers.general.size(); ++i)
        context.values[ZYDIS_REGISTER_RAX + i] = registers.general[i];
    for (const ZydisDecodedOperand& operand :
         std::span(operands, instruction.operand_count_visible)) {
        uint64_t address = 0;
        if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.segment != ZYDIS_REGISTER_FS &&
            ZYAN_SUCCESS(ZydisCalcAbsoluteAddressEx(&instruction, &operand, registers.ip, &context,
                                                    &address))) {
            return address;
        }
    }
    return std::nullopt;
}

class SteppedChild {
  public:
    SteppedChild() : pid_(::fork()) {
        if (pid_ == 0) run_child();
        stopped_ = pid_ > 0 && wait();
    }
    ~SteppedChild() {
        if (!stopped_) return;  // it is gone, and its number may be another's
        ::kill(pid_, SIGKILL);
        wait();
    }
    SteppedChild(const SteppedChild&) = delete;
    SteppedChild& operator=(const SteppedChild&) = delete;

    bool stopped() const { return stopped_; }
    void step() { stopped_ = ::ptrace(PTRACE_SINGLESTEP, pid_, nullptr, nullptr) == 0 && wait(); }
    Registers registers() const {
        user_regs_struct registers{};
        ::ptrace(PTRACE_GETREGS, pid_, nullptr, &registers);
        return registers_of_child(registers);
    }

  private:
    bool wait() const {
        int status = 0;
        return ::waitpid(pid_, &status, 0) == pid_ && WIFSTOPPED(status);
    }

    pid_t pid_;
    bool stopped_ = false;
};

// Compares what is known before and after each step.
class Comparison {
  public:
    void add(const Registers& before, const Registers& after) {
        const unwind::MappedImage* image = images_.find_latest(own_pid, after.ip);
        if (!image || before.ip < image->start || before.ip >= image->end) return;
        const Site& site = site_at(*image, after.ip);
        const std::optional<uint64_t> expected = address_before(*image, before);
        const std::optional<Access> access = access_of(site, after);
        if (!expected || !access || site.stack || site.instruction != before.ip) return;
        ++compared;
        EXPECT_EQ(access->address, *expected) << std::hex << before.ip;
    }

    size_t compared = 0;

  private:
    const Site& site_at(const unwind::MappedImage& image, uint64_t ip) {
        const auto [known, is_new] = sites_.try_emplace(ip);
        if (is_new) {
            const auto code = code_at(image, ip - 4096, ip + 1024);
            const auto address = reinterpret_cast<uint64_t>(code.data());
            known->second = decoder_->site(code, address, std::nullopt, ip);
        }
        return known->second;
    }

    const unwind::ImageMap images_ = own_images();
    const std::unique_ptr<Decoder> decoder_ = make_x86_decoder();
    std::map<uint64_t, Site> sites_;
};

TEST(SteppedCode, SitesGiveTheAddressesThatWereAccessed) {
    SteppedChild child;
    if (!child.stopped()) GTEST_SKIP() << "a child cannot be traced here";
    Comparison comparison;
    Registers before = child.registers();
    for (size_t step = 0; step < max_steps; ++step) {
        child.step();
        if (!child.stopped()) break;
        const Registers after = child.registers();
        comparison.add(before, after);
        before = after;
    }
    EXPECT_GT(comparison.compared, max_steps / 20);
}

}  // namespace
}  // namespace hotlock::decode
