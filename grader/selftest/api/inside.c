/* What the runtime API promises to the rest of the CPU backend (simt.h): the door of device
 * memory, junk, red zones, names, leaks, sticky errors. Run it with the name of one section. */
#include "cuda/variables.h"
#include "simt.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

static void expect(int truth, const char *what, int line)
{
    if (truth)
        return;
    failures++;
    printf("inside.c:%d: not so: %s\n", line, what);
}
#define EXPECT(truth) expect((truth) ? 1 : 0, #truth, __LINE__)
#define OK(call) expect((call) == cudaSuccess, #call, __LINE__)
#define REFUSED(call) expect((call) == cudaErrorInvalidValue, #call, __LINE__)

static char *device(size_t bytes)
{
    void *p = NULL;
    OK(cudaMalloc(&p, bytes));
    return p;
}

/* The signal that ends a child which does `what` with `p`; 0 if it lives. */
static int signal_of(void (*what)(char *), char *p)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        what(p);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void read_it(char *p)
{
    *(volatile char *)p;
}

static void write_it(char *p)
{
    *(volatile char *)p = 1;
}

/* --- the door ------------------------------------------------------------------------- */

static void closed_to_the_host(void)
{
    char *d = device(3 << 20);
    EXPECT(signal_of(read_it, d) == SIGSEGV);
    EXPECT(signal_of(write_it, d + (3 << 20) - 1) == SIGSEGV);
    cudaMemset(d, 1, 3 << 20);
    EXPECT(signal_of(read_it, d) == SIGSEGV);
    EXPECT(signal_of(read_it, d + (2 << 20)) == SIGSEGV);
    cudaMemcpy(d, d + 100, 100, cudaMemcpyDeviceToDevice);
    EXPECT(signal_of(read_it, d) == SIGSEGV);
}

static void open_in_between(void)
{
    char *d = device(100);
    simt_open_device_memory();
    EXPECT(signal_of(write_it, d) == 0);
    simt_open_device_memory();
    OK(cudaMemset(d, 7, 100));
    simt_close_device_memory();
    EXPECT(d[99] == 7);
    EXPECT(signal_of(read_it, d) == 0);
    simt_close_device_memory();
    EXPECT(signal_of(read_it, d) == SIGSEGV);
}

/* What is allocated while the door is open can be used through the next opening. */
static void allocated_while_open(void)
{
    device(100);
    simt_open_device_memory();
    char *big = device(8 << 20);
    simt_open_device_memory();
    EXPECT(signal_of(write_it, big + (8 << 20) - 1) == 0);
    simt_close_device_memory();
    simt_close_device_memory();
    EXPECT(signal_of(read_it, big) == SIGSEGV);
}

static void others_stay_open(void)
{
    void *managed, *pinned;
    OK(cudaMallocManaged(&managed, 100, cudaMemAttachGlobal));
    OK(cudaMallocHost(&pinned, 100));
    EXPECT(signal_of(write_it, managed) == 0);
    EXPECT(signal_of(write_it, pinned) == 0);
}

static void *open_and_look(void *p)
{
    for (int i = 0; i < 2000; i++) {
        simt_open_device_memory();
        *(volatile char *)p;
        simt_close_device_memory();
    }
    return NULL;
}

static void from_several_threads(void)
{
    char *d = device(100);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, open_and_look, d);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    EXPECT(signal_of(read_it, d) == SIGSEGV);
}

/* --- allocations ------------------------------------------------------------------------ */

static void fresh_memory_is_junk(void)
{
    for (int round = 0; round < 2; round++) {
        unsigned char back[1000];
        char *d = device(1000);
        OK(cudaMemcpy(back, d, 1000, cudaMemcpyDeviceToHost));
        for (int i = 0; i < 1000; i++)
            EXPECT(back[i] == 0xcd);
        OK(cudaMemset(d, 0, 1000));
        OK(cudaFree(d));
    }
}

static void zones_between(void)
{
    char *at[50];
    for (int i = 0; i < 50; i++) {
        at[i] = device((size_t)i * 37 + 1);
        EXPECT((uintptr_t)at[i] % 256 == 0);
        for (int k = 0; k < i; k++) {
            size_t bytes = (size_t)k * 37 + 1;
            EXPECT(at[i] < at[k] || at[i] >= at[k] + bytes + 256);
        }
    }
}

static void freed_memory_rests(void)
{
    char *d = device(1000);
    OK(cudaFree(d));
    for (int i = 0; i < 100; i++) {
        char *e = device(1000);
        EXPECT(e != d);
        OK(cudaFree(e));
    }
    const struct simt_allocation *a = simt_allocation_at(d);
    EXPECT(a && a->freed && a->base == d && a->bytes == 1000);
}

/* A program that allocates and frees for ever stays in bounds, and gets memory again. */
static void freed_memory_returns(void)
{
    char *lowest = NULL, *highest = NULL;
    for (int i = 0; i < 2000; i++) {
        char *d = device(1 << 20);
        lowest = !lowest || d < lowest ? d : lowest;
        highest = d > highest ? d : highest;
        OK(cudaFree(d));
    }
    EXPECT(highest - lowest <= 64 << 20);
}

/* Where small ones were freed a large one takes their place, in the records too. */
static void freed_memory_is_forgotten(void)
{
    for (int i = 0; i < 100; i++)
        OK(cudaFree(device(1 << 20)));
    for (int i = 0; i < 100; i++) {
        char *d = device(3 << 20);
        for (size_t at = 0; at < 3 << 20; at += 1 << 19) {
            const struct simt_allocation *a = simt_allocation_at(d + at);
            EXPECT(a && !a->freed && a->base == d);
        }
        OK(cudaFree(d));
    }
}

static void free_memory_is_exact(void)
{
    size_t before, after, total;
    OK(cudaMemGetInfo(&before, &total));
    EXPECT(before == total);
    char *a = device(1000), *b = device(256);
    OK(cudaMemGetInfo(&after, &total));
    EXPECT(before - after == 1024 + 256);
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaMemGetInfo(&after, &total));
    EXPECT(after == total);
}

/* One in three freed, and the holes used again: nothing overlaps. */
static void holes_are_used(void)
{
    enum { N = 64, PIECE = 2 << 20 };
    char *at[N];
    for (int i = 0; i < N; i++)
        at[i] = device(PIECE);
    for (int i = 0; i < N; i += 3)
        OK(cudaFree(at[i]));
    for (int i = 0; i < N; i += 3)
        at[i] = device(PIECE);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < i; k++)
            EXPECT(at[i] >= at[k] + PIECE || at[k] >= at[i] + PIECE);
}

static void a_large_one_is_cheap(void)
{
    struct rusage use;
    char *d = device((size_t)1 << 30);
    simt_open_device_memory();
    write_it(d + ((size_t)1 << 30) - 1);
    simt_close_device_memory();
    getrusage(RUSAGE_SELF, &use);
    EXPECT(use.ru_maxrss < 40 << 10);
}

static void zeros_of_a_sparse_one_are_cheap(void)
{
    const size_t bytes = (size_t)1 << 30;
    struct rusage use;
    char ends[2] = {1, 1};
    simt_allocate_sparsely(true);
    char *d = device(bytes);
    OK(cudaMemset(d + bytes - 1, 7, 1));
    OK(cudaMemset(d + 1, 0, bytes - 1));
    OK(cudaMemset(d, 0, 1));
    OK(cudaMemcpy(&ends[0], d, 1, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(&ends[1], d + bytes - 1, 1, cudaMemcpyDeviceToHost));
    EXPECT(ends[0] == 0 && ends[1] == 0);
    getrusage(RUSAGE_SELF, &use);
    EXPECT(use.ru_maxrss < 40 << 10);
}

/* What the process has in memory, in KiB. */
static long resident(void)
{
    char line[128];
    long kib = -1;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        sscanf(line, "VmRSS: %ld", &kib);
    EXPECT(status && fclose(status) == 0 && kib >= 0);
    return kib;
}

/* Pieces that are too small to be given back when they are freed. */
static void freed_sparse_ones_go_back(void)
{
    enum { PIECES = 32, PIECE = 1 << 20, KIB = PIECES * PIECE / 1024 };
    char *kept = device(1000), *piece[PIECES], last = 1;
    OK(cudaMemset(kept, 5, 1000));
    simt_allocate_sparsely(true);
    long before = resident();
    for (int i = 0; i < PIECES; i++)
        OK(cudaMemset(piece[i] = device(PIECE), 7, PIECE));
    EXPECT(resident() - before >= KIB / 2);
    for (int i = 0; i < PIECES; i++)
        OK(cudaFree(piece[i]));
    simt_allocate_sparsely(false);
    EXPECT(resident() - before < KIB / 2);
    OK(cudaMemcpy(&last, kept + 999, 1, cudaMemcpyDeviceToHost));
    EXPECT(last == 5 && signal_of(read_it, piece[PIECES - 1]) == SIGSEGV);
    OK(cudaFree(kept));
}

static void leaks_are_counted(void)
{
    unsigned long long before = simt_allocated();
    char *a = device(1000), *b = device(24);
    void *managed, *pinned;
    OK(cudaMallocManaged(&managed, 5, cudaMemAttachGlobal));
    OK(cudaMallocHost(&pinned, 7));
    EXPECT(simt_allocated() - before == 1036);
    OK(cudaFree(a));
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));
    EXPECT(simt_allocated() - before == 24);
    OK(cudaFree(b));
    EXPECT(simt_allocated() == before);
}

/* --- names ------------------------------------------------------------------------------ */

static void is_described(const char *address, const char *want, int line)
{
    char text[160];
    simt_describe(address, text, sizeof text);
    if (strcmp(text, want) != 0) {
        failures++;
        printf("inside.c:%d: described as \"%s\", want \"%s\"\n", line, text, want);
    }
}
#define IS_DESCRIBED(address, want) is_described(address, want, __LINE__)

static void arrays_are_named(void)
{
    char *d = device(400), *e = device(100), local;
    unsigned number = simt_allocation_at(e)->number;
    char want[160];
    simt_name_array(d + 64, 100, "d_in");
    simt_name_array(d + 264, 72, "d_out");
    IS_DESCRIBED(d + 64, "at byte 0 of d_in (100 bytes)");
    IS_DESCRIBED(d + 164, "0 bytes past the end of d_in (100 bytes)");
    IS_DESCRIBED(d + 168, "4 bytes past the end of d_in (100 bytes)");
    IS_DESCRIBED(d + 260, "4 bytes before d_out (72 bytes)");
    IS_DESCRIBED(d + 340, "4 bytes past the end of d_out (72 bytes)");
    snprintf(want, sizeof want, "at byte 5 of allocation %u (100 bytes)", number);
    IS_DESCRIBED(e + 5, want);
    IS_DESCRIBED(&local, "in no allocation");
    OK(cudaFree(d));
    IS_DESCRIBED(d + 65, "at byte 1 of d_in (100 bytes, which was already freed)");
}

static void copies_stay_in_named_arrays(void)
{
    static char host[400];
    char *d = device(400);
    simt_name_array(d + 64, 100, "d_in");
    simt_name_array(d + 264, 72, "d_out");
    OK(cudaMemcpy(host, d, 400, cudaMemcpyDeviceToHost)); /* all of it, as the runner does */
    OK(cudaMemcpy(d, host, 400, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(d + 264, d + 64, 72, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy(host, d + 163, 1, cudaMemcpyDeviceToHost));
    OK(cudaMemset(d + 64, 0, 100));
    OK(cudaMemcpy2D(d + 64, 28, host, 4, 4, 4, cudaMemcpyHostToDevice)); /* 88 bytes */
    REFUSED(cudaMemcpy(d + 264, d + 64, 73, cudaMemcpyDeviceToDevice));
    EXPECT(strstr(simt_error_detail(), "destination of 73 bytes starts at byte 0 of d_out (72 "
                                       "bytes) and runs past its end"));
    REFUSED(cudaMemcpy(host, d + 64, 101, cudaMemcpyDeviceToHost));
    EXPECT(strstr(simt_error_detail(), "source of 101 bytes starts at byte 0 of d_in"));
    REFUSED(cudaMemset(d + 63, 0, 4));
    EXPECT(strstr(simt_error_detail(), "starts 1 bytes before d_in (100 bytes)"));
    REFUSED(cudaMemset(d + 65, 0, 100));
    REFUSED(cudaMemcpy2D(d + 64, 33, host, 4, 4, 4, cudaMemcpyHostToDevice)); /* 103 bytes */
}

/* Shared arrays are known by their offsets: what lies before the first is nearest to that one,
 * and not to the last. */
static void the_nearest_is_found(void)
{
    struct simt_variable at[] = {{.begin = 128, .bytes = 1024}, {.begin = 9000, .bytes = 16}};
    struct simt_variables variables = {at, 2};
    EXPECT(simt_nearest_variable(&variables, (uintptr_t)-352) == &at[0]);
    EXPECT(simt_nearest_variable(&variables, 1200) == &at[0]);
    EXPECT(simt_nearest_variable(&variables, 8000) == &at[1]);
    EXPECT(simt_nearest_variable(&variables, 20000) == &at[1]);
}

static void refusals_have_reasons(void)
{
    char *d = device(100);
    cudaFree(d + 4);
    EXPECT(strstr(simt_error_detail(), "not the start of device or managed memory"));
    OK(cudaFree(d));
    cudaFree(d);
    EXPECT(strstr(simt_error_detail(), "was already freed: allocation "));
    cudaMemcpy(d, d, 4, cudaMemcpyDefault);
    EXPECT(strstr(simt_error_detail(), "which was already freed"));
    static int variable, other;
    cudaMemcpy(&variable, &other, 4, cudaMemcpyHostToDevice);
    EXPECT(strstr(simt_error_detail(), "cudaMemcpyToSymbol"));
    cudaMemcpy(&other, &variable, 4, cudaMemcpyDeviceToHost);
    EXPECT(strstr(simt_error_detail(), "cudaMemcpyFromSymbol"));
    int on_stack = 0;
    cudaMemcpy(&on_stack, &other, 4, cudaMemcpyHostToDevice);
    EXPECT(strstr(simt_error_detail(), "is host memory, but"));
    EXPECT(simt_fault_text()[0] == '\0');
}

/* --- errors --------------------------------------------------------------------------- */

/* After a fault every call fails, the questions of what there is aside, until a reset. */
static void faults_stay(void)
{
    char *d = device(100), bytes[4];
    void *p;
    int count;
    size_t total;
    simt_record(cudaErrorIllegalAddress, true);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(cudaMalloc(&p, 4) == cudaErrorIllegalAddress);
    EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
    EXPECT(cudaFree(d) == cudaErrorIllegalAddress);
    EXPECT(cudaMemcpy(bytes, bytes, 4, cudaMemcpyHostToHost) == cudaErrorIllegalAddress);
    EXPECT(cudaMemset(d, 0, 4) == cudaErrorIllegalAddress);
    EXPECT(cudaStreamQuery(0) == cudaErrorIllegalAddress);
    EXPECT(cudaMemGetInfo(&total, &total) == cudaErrorIllegalAddress);
    OK(cudaGetDeviceCount(&count));
    OK(cudaSetDevice(0));
    simt_record(cudaErrorMisalignedAddress, true);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    OK(cudaDeviceReset());
    EXPECT(simt_sticky_error() == cudaSuccess && cudaGetLastError() == cudaSuccess);
    EXPECT(simt_allocated() == 0);
    OK(cudaMalloc(&p, 4));
}

static void unmapped_host_memory(void)
{
    char *d = device(100);
    EXPECT(cudaMemcpy(d, (void *)16, 100, cudaMemcpyHostToDevice) == cudaErrorIllegalAddress);
    EXPECT(
        strstr(simt_fault_text(), "its source 0x10 is host memory that the program does not"));
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}

static void constant_host_memory(void)
{
    static const char constant[100] = "read only";
    char *d = device(100);
    OK(cudaMemcpy(d, constant, 100, cudaMemcpyHostToDevice));
    EXPECT(cudaMemcpy((char *)constant, d, 100, cudaMemcpyDeviceToHost) ==
           cudaErrorIllegalAddress);
    EXPECT(strstr(simt_fault_text(), "its destination"));
    EXPECT(!strcmp(constant, "read only"));
}

/* --- all ------------------------------------------------------------------------------ */

#define SECTION(name) {#name, name}
static const struct section {
    const char *name;
    void (*run)(void);
} sections[] = {
    SECTION(closed_to_the_host),
    SECTION(open_in_between),
    SECTION(allocated_while_open),
    SECTION(others_stay_open),
    SECTION(from_several_threads),
    SECTION(fresh_memory_is_junk),
    SECTION(zones_between),
    SECTION(freed_memory_rests),
    SECTION(freed_memory_returns),
    SECTION(freed_memory_is_forgotten),
    SECTION(free_memory_is_exact),
    SECTION(holes_are_used),
    SECTION(a_large_one_is_cheap),
    SECTION(leaks_are_counted),
    SECTION(arrays_are_named),
    SECTION(the_nearest_is_found),
    SECTION(refusals_have_reasons),
    SECTION(copies_stay_in_named_arrays),
    SECTION(faults_stay),
    SECTION(unmapped_host_memory),
    SECTION(constant_host_memory),
    SECTION(zeros_of_a_sparse_one_are_cheap),
    SECTION(freed_sparse_ones_go_back),
};

int main(int count, char **arguments)
{
    int ran = 0;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (count == 2 && !strcmp(arguments[1], sections[i].name)) {
            sections[i].run();
            ran++;
        }
    if (ran == 0)
        printf("inside.c: want the name of one section\n");
    return failures > 0 || ran == 0;
}
