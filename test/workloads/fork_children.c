// fork_children [CHILDREN]: system("true") twenty times, then forked children (default 3), each
// with two threads that contend for the child's own copy of a lock.
#include <sys/wait.h>
#include <unistd.h>

#include "test/workloads/workload.h"

enum { commands = 20, turns = 100 };

static pthread_mutex_t family_lock = PTHREAD_MUTEX_INITIALIZER;

static void* take_turns(void* unused) {
    for (int i = 0; i < turns; ++i) {
        pthread_mutex_lock(&family_lock);
        sleep_us(1000);
        pthread_mutex_unlock(&family_lock);
        sleep_us(50);
    }
    return unused;
}

static pid_t start_child(void) {
    const pid_t pid = fork();
    if (pid == 0) {
        run_threads(2, take_turns, NULL);
        _exit(0);
    }
    return pid;
}

int main(int argc, char** argv) {
    const int children = (int)number_argument(argc, argv, 1, 3);
    for (int i = 0; i < commands; ++i) {
        if (system("true") != 0) return 1;
    }
    for (int i = 0; i < children; ++i) {
        if (start_child() < 0) return 1;
    }
    int failed = 0;
    for (int i = 0; i < children; ++i) {
        int status = 0;
        if (wait(&status) < 0 || status != 0) failed = 1;
    }
    printf("%d children\n", children);
    return failed;
}
