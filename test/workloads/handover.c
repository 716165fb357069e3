// Two threads on one CPU hand a turn to and fro: a hand-over is one wake-up, and one wait that
// really blocks unless the thread that wakes is preempted at once. Prints the time of one hand-over
// and how many waits blocked.
// usage: handover [seconds]
#include <sched.h>
#include <semaphore.h>
#include <sys/resource.h>

#include "test/workloads/workload.h"

static sem_t turn[2];
static volatile int stop;
static int64_t handovers;

static void* player(void* argument) {
    const int me = *(const int*)argument;
    while (!stop) {
        sem_wait(&turn[me]);
        if (me == 0) handovers += 2;
        sem_post(&turn[1 - me]);
    }
    sem_post(&turn[1 - me]);
    return NULL;
}

static void pin_to_first_cpu(void) {
    cpu_set_t allowed, one;
    sched_getaffinity(0, sizeof allowed, &allowed);
    int cpu = 0;
    while (!CPU_ISSET(cpu, &allowed))
        ++cpu;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
}

int main(int argc, char** argv) {
    const double seconds = number_argument(argc, argv, 1, 1);
    pin_to_first_cpu();
    sem_init(&turn[0], 0, 1);
    sem_init(&turn[1], 0, 0);
    int names[2] = {0, 1};
    const int64_t start = now_ns();
    pthread_t first = start_thread(player, &names[0]);
    pthread_t second = start_thread(player, &names[1]);
    sleep_us((int64_t)(seconds * 1e6));
    stop = 1;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%lld hand-overs, %.1f ns each, %ld waits\n", (long long)handovers,
           (double)(now_ns() - start) / (double)handovers, usage.ru_nvcsw);
    return 0;
}
