// planted_key [HEX_KEY [SECONDS]]: threads wait for a contended mutex with a 32-byte key lying in
// several frames of their stacks and in callee-saved registers: what crypto code looks like to a
// profiler. None of it may reach a file. Prints the key in hex.
#include <string.h>

#include "test/workloads/workload.h"

enum { threads = 4, frames = 4 };

static pthread_mutex_t key_lock = PTHREAD_MUTEX_INITIALIZER;
static union {
    unsigned char bytes[32];
    uint64_t words[4];
} key;
static int64_t deadline;

// call_with_registers(function, argument, key): the call with the key in rbx, r12, r13 and r14, as
// optimized code may have it; with unwind information like any compiled function.
#ifdef __x86_64__
int call_with_registers(int (*function)(pthread_mutex_t*), pthread_mutex_t* argument,
                        const uint64_t* words);
__asm__(
    ".pushsection .text\n"
    ".type call_with_registers, @function\n"
    "call_with_registers:\n"
    ".cfi_startproc\n"
    "pushq %rbx\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %rbx, 0\n"
    "pushq %r12\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %r12, 0\n"
    "pushq %r13\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %r13, 0\n"
    "pushq %r14\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %r14, 0\n"
    "subq $8, %rsp\n .cfi_adjust_cfa_offset 8\n"
    "movq 0(%rdx), %rbx\n"
    "movq 8(%rdx), %r12\n"
    "movq 16(%rdx), %r13\n"
    "movq 24(%rdx), %r14\n"
    "movq %rdi, %rax\n"
    "movq %rsi, %rdi\n"
    "call *%rax\n"
    "addq $8, %rsp\n .cfi_adjust_cfa_offset -8\n"
    "popq %r14\n .cfi_adjust_cfa_offset -8\n .cfi_restore %r14\n"
    "popq %r13\n .cfi_adjust_cfa_offset -8\n .cfi_restore %r13\n"
    "popq %r12\n .cfi_adjust_cfa_offset -8\n .cfi_restore %r12\n"
    "popq %rbx\n .cfi_adjust_cfa_offset -8\n .cfi_restore %rbx\n"
    "ret\n"
    ".cfi_endproc\n"
    ".size call_with_registers, . - call_with_registers\n"
    ".popsection\n");
#else
static int call_with_registers(int (*function)(pthread_mutex_t*), pthread_mutex_t* argument,
                               const uint64_t* words) {
    (void)words;
    return function(argument);
}
#endif

// Tells the compiler that the bytes are read here.
static void use(const unsigned char* bytes) {
    __asm__ volatile("" : : "r"(bytes) : "memory");
}

// Each frame keeps a copy; the innermost takes the lock.
__attribute__((noinline)) static void use_key(int depth) {
    unsigned char copy[sizeof key.bytes];
    memcpy(copy, key.bytes, sizeof copy);
    use(copy);
    if (depth > 1) {
        use_key(depth - 1);
    } else {
        call_with_registers(pthread_mutex_lock, &key_lock, key.words);
        sleep_us(1000);
        pthread_mutex_unlock(&key_lock);
    }
    use(copy);
}

static void* take_turns(void* unused) {
    while (now_ns() < deadline) {
        use_key(frames);
        sleep_us(50);
    }
    return unused;
}

// A pattern that the program's file does not contain.
static void make_key(void) {
    for (size_t i = 0; i < sizeof key.bytes; ++i)
        key.bytes[i] = (unsigned char)(0xa5 ^ (i * 73 + 41));
}

static int parse_key(const char* hex) {
    if (strlen(hex) != 2 * sizeof key.bytes) return 0;
    for (size_t i = 0; i < sizeof key.bytes; ++i) {
        if (sscanf(hex + 2 * i, "%2hhx", &key.bytes[i]) != 1) return 0;
    }
    return 1;
}

int main(int argc, char** argv) {
    if (argc < 2) {
        make_key();
    } else if (!parse_key(argv[1])) {
        fprintf(stderr, "error: not a key of 64 hex digits: %s\n", argv[1]);
        return 2;
    }
    deadline = now_ns() + (int64_t)(number_argument(argc, argv, 2, 1) * 1e9);
    run_threads(threads, take_turns, NULL);
    for (size_t i = 0; i < sizeof key.bytes; ++i)
        printf("%02x", key.bytes[i]);
    putchar('\n');
    return 0;
}
