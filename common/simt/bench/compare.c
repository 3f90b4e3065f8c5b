/* Measures how much slower than plain loops the CPU backend runs a kernel, and prints a table
 * that shows its peers on the same cores as well. The exit status is 1 where a result is wrong,
 * where the memory exceeds what is allowed, or where a ratio does so and nothing explains it.
 *
 * bench [ROWS [WORD]]   writes a line of JSON for each work to the file ROWS; takes only works
 *                       whose name holds WORD
 *
 * The ratio is to the faster of two loops: one is compiled with -O2, as kernels are, and one
 * with -O3. A kernel of fibers cannot do without the switches of its barriers, nor without a
 * chain of additions of which each waits for the one before. These are the bound of a work:
 * they are counted, and the same run measures what one of them takes. A work that exceeds its
 * ratio by no more than its bound is no failure. It has no such excuse against the loops with
 * -O2.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "works.h"
#include "simt.h"

enum { N = 1000, TILE = 16, ROWS = 1024, WIDTH = 1024, TEXT = 64 << 20 };
enum { RUNS = 5, SECOND = 1000, MANY_SECONDS = 8000, MINUTES = 300 };
enum { MEMORY_ALLOWED = 100 }; /* MB, of which the text takes 64 MiB */

/* --- data --------------------------------------------------------------------------------- */

static void checked_call(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "bench: %s %s\n", cudaGetErrorName(error), simt_fault_text());
        exit(2);
    }
}

static unsigned draw(void)
{
    static unsigned long long state = 1;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33);
}

/* Returns managed memory. Kernels and loops can both read it, so that the data are there once.
 */
static void *memory(size_t bytes)
{
    void *memory;
    checked_call(cudaMallocManaged(&memory, bytes, cudaMemAttachGlobal));
    return memory;
}

static void *floats(size_t n)
{
    float *x = memory(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(draw() % 1000) / 1000;
    return x;
}

static void *ints(size_t n)
{
    int *x = memory(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (int)(draw() % 200) - 100;
    return x;
}

static void *text(size_t n)
{
    unsigned char *x = memory(n);
    for (size_t i = 0; i < n; i++)
        x[i] = (unsigned char)(' ' + draw() % 95);
    return x;
}

/* --- the works ---------------------------------------------------------------------------- */

struct data {
    void *in, *in_2, *out, *loops_out;
    size_t out_bytes;
};

/* Defines the functions that do the five works in one way. */
#define WORKS_BY(way, naive, tiled)                                                            \
    static void way##_does_naive(struct data *d)                                               \
    {                                                                                          \
        naive(d->in, d->in_2, d->out, N);                                                      \
    }                                                                                          \
    static void way##_does_tiled(struct data *d)                                               \
    {                                                                                          \
        tiled(d->in, d->in_2, d->out, N);                                                      \
    }                                                                                          \
    static void way##_does_rows(struct data *d)                                                \
    {                                                                                          \
        way##_row_sums(d->in, d->out, ROWS, WIDTH);                                            \
    }                                                                                          \
    static void way##_does_letters(struct data *d)                                             \
    {                                                                                          \
        way##_histogram(d->in, TEXT, d->out);                                                  \
    }                                                                                          \
    static void way##_does_scan(struct data *d)                                                \
    {                                                                                          \
        way##_scan_rows(d->in, d->out, ROWS, WIDTH);                                           \
    }

WORKS_BY(loops, loops_matmul, loops_matmul)
WORKS_BY(vectors, vectors_matmul, vectors_matmul)
WORKS_BY(opencl, opencl_matmul_naive, opencl_matmul_tiled)
WORKS_BY(hip, hip_matmul_naive, hip_matmul_tiled)
WORKS_BY(grid, grid_matmul_naive, grid_matmul_tiled)

enum way { LOOPS, VECTORS, OPENCL, HIP, GRID, WAYS };
static const char *const way_names[WAYS] = {"loops -O2", "loops -O3", "PoCL", "HIP-CPU",
                                            "grid"};

#define BY_ALL(work)                                                                           \
    {loops_does_##work, vectors_does_##work, opencl_does_##work, hip_does_##work,              \
     grid_does_##work}

enum { TILES = (N + TILE - 1) / TILE };

struct work {
    const char *name;
    void *(*make)(size_t n); /* an input of so many elements */
    size_t elements, out_bytes;
    bool two_inputs, is_float;
    void (*by[WAYS])(struct data *);
    double allowed;                /* times the faster loops */
    int blocks, threads, barriers; /* barriers in each thread */
    double additions;              /* in all; a chain is longer than a processor looks ahead */
};

// clang-format off
static const struct work works[] = {
    {"naive matmul, n = 1000", .make = floats, .elements = N * N, .out_bytes = 4 * N * N,
     .two_inputs = true, .is_float = true, .by = BY_ALL(naive), .allowed = 9,
     .additions = 1.0 * N * N * N},
    {"16x16 tiled matmul, n = 1000", .make = floats, .elements = N * N, .out_bytes = 4 * N * N,
     .two_inputs = true, .is_float = true, .by = BY_ALL(tiled), .allowed = 20,
     .blocks = TILES * TILES, .threads = TILE * TILE, .barriers = 2 * TILES},
    {"row sums 1024 x 1024, 512 threads", .make = ints, .elements = ROWS * WIDTH,
     .out_bytes = 4 * ROWS, .by = BY_ALL(rows), .allowed = 250,
     .blocks = ROWS, .threads = WIDTH / 2, .barriers = 9},
    {"7-bin histogram of 64 MiB, private bins", .make = text, .elements = TEXT,
     .out_bytes = 4 * BINS, .by = BY_ALL(letters), .allowed = 40,
     .blocks = 1024, .threads = 256, .barriers = 2},
    {"Kogge-Stone 1024 x 1024", .make = ints, .elements = ROWS * WIDTH,
     .out_bytes = 4 * ROWS * WIDTH, .by = BY_ALL(scan), .allowed = 700,
     .blocks = ROWS, .threads = WIDTH, .barriers = 20},
};
// clang-format on

static struct data make_data(const struct work *work)
{
    struct data d = {.out_bytes = work->out_bytes};
    d.in = work->make(work->elements);
    d.in_2 = work->two_inputs ? work->make(work->elements) : NULL;
    d.out = memory(d.out_bytes);
    d.loops_out = memory(d.out_bytes);
    return d;
}

/* --- measuring ---------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

/* Calls `act` in a process of its own, which sends back an answer of so many bytes. So the
 * threads that a library starts share no cores with the next measurement, and no process lacks
 * threads that another one has started. Returns false if the process ends without an answer, as
 * it does after some minutes. */
static bool apart(void (*act)(const void *what, void *answer), const void *what, void *answer,
                  size_t bytes, double *peak_mb)
{
    struct rusage usage = {0};
    int ends[2];
    fflush(stdout);
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0) {
        alarm(MINUTES);
        act(what, answer);
        _exit(write(ends[1], answer, bytes) != (ssize_t)bytes);
    }
    if (child < 0) {
        perror("bench");
        exit(2);
    }
    close(ends[1]);
    bool answered = read(ends[0], answer, bytes) == (ssize_t)bytes;
    close(ends[0]);
    wait4(child, NULL, 0, &usage);
    *peak_mb = (double)usage.ru_maxrss / 1000;
    return answered;
}

/* --- the peers ---------------------------------------------------------------------------- */

struct peer {
    bool here;
    char version[160];
};

static struct peer peers[WAYS];

static void ask_opencl(const void *nothing, void *answer)
{
    struct peer *peer = answer;
    (void)nothing;
    peer->here = opencl_version(peer->version, sizeof peer->version);
}

static void look_for_peers(void)
{
    double peak;
    peers[LOOPS].here = peers[VECTORS].here = peers[GRID].here = true;
    if (hip_matmul_naive)
        peers[HIP] = (struct peer){true, "HIP-CPU"};
    if (opencl_version)
        apart(ask_opencl, NULL, &peers[OPENCL], sizeof peers[OPENCL], &peak);
}

/* --- a measurement ------------------------------------------------------------------------ */

/* Returns the least time of RUNS runs or more, for at least a second. Other work of the machine
 * can only add to a time, so the least is nearest to the truth. */
static double least(void (*work)(struct data *), struct data *d)
{
    double least = INFINITY, total = 0, at_least = SECOND;
    int runs = RUNS;
    work(d); /* pays for the first touch of all memory, and for the workers' stacks */
    if (getenv("BENCH_ONCE"))
        runs = 1, at_least = 0;
    for (int i = 0; (i < runs || total < at_least) && total < MANY_SECONDS; i++) {
        double begin = now(), time;
        work(d);
        time = now() - begin;
        least = fmin(least, time);
        total += time;
    }
    return least;
}

/* Runs as many threads that do nothing but wait for each other. */
static const struct work *meeting;
static void meet(struct data *nothing)
{
    (void)nothing;
    grid_barriers(meeting->blocks, meeting->threads, meeting->barriers);
}

enum { CHAIN = 50 * 1000 * 1000 };
static volatile float sum_of_chain;
static void add_up(struct data *nothing)
{
    (void)nothing;
    sum_of_chain = loops_chain(1e-6f, CHAIN);
}

static int workers(void)
{
    enum { MOST = 16 }; /* as SIMT_USUAL_WORKERS of grid/grid.h */
    const char *asked = getenv("SIMT_WORKERS");
    int count = asked ? atoi(asked) : (int)sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST ? MOST : count;
}

/* Returns the time of what no grid of fibers can do without. */
static double measure_bound(const struct work *work)
{
    meeting = work;
    if (work->additions)
        return least(add_up, NULL) * work->additions / CHAIN / workers();
    return work->barriers ? least(meet, NULL) : 0;
}

/* Whether the result is that of the loops. An element is a sum of N products of numbers below
 * 1, and may be rounded N times. */
static bool same(const struct work *work, const struct data *d)
{
    const float *x = d->loops_out, *y = d->out;
    if (!work->is_float)
        return memcmp(d->loops_out, d->out, d->out_bytes) == 0;
    for (size_t i = 0; i < d->out_bytes / sizeof *x; i++)
        if (!(fabsf(x[i] - y[i]) <= 2 * N * 6e-8f * x[i]))
            return false;
    return true;
}

struct time {
    double ms, bound_ms;
    bool right;
    double peak_mb;
};

struct task {
    const struct work *work;
    enum way way;
};

static void measure(const void *what, void *answer)
{
    const struct task *task = what;
    struct time *time = answer;
    struct data d = make_data(task->work), loops = d;
    memset(d.out, 0xff, d.out_bytes);
    time->ms = least(task->work->by[task->way], &d);
    if (task->way == GRID) {
        checked_call(cudaDeviceSynchronize());
        time->bound_ms = measure_bound(task->work);
    }
    loops.out = d.loops_out;
    task->work->by[LOOPS](&loops);
    time->right = same(task->work, &d);
}

static struct time run(const struct work *work, enum way way)
{
    struct time time = {0};
    if (!apart(measure, &(struct task){work, way}, &time, sizeof time, &time.peak_mb))
        time.right = false;
    return time;
}

/* --- judging ------------------------------------------------------------------------------ */

enum verdict { OK, OK_BUT_FOR_BOUND, TOO_SLOW, WRONG };
static const char *const verdict_names[] = {"ok", "ok without its bound", "TOO SLOW", "WRONG"};

static double yardstick(const struct time *times)
{
    return fmin(times[LOOPS].ms, times[VECTORS].ms);
}

/* Takes the bound off where the time exceeds what is allowed. */
static enum verdict judge(const struct work *work, const struct time *times)
{
    const struct time *grid = &times[GRID];
    double most = work->allowed * yardstick(times);
    if (!times[LOOPS].right || !times[VECTORS].right || !grid->right)
        return WRONG;
    if (grid->ms > work->allowed * times[LOOPS].ms)
        return TOO_SLOW;
    if (grid->ms <= most)
        return OK;
    return grid->ms - grid->bound_ms <= most ? OK_BUT_FOR_BOUND : TOO_SLOW;
}

static bool is_behind(const struct time *times, enum way peer)
{
    return times[peer].right && times[GRID].ms > times[peer].ms;
}

/* --- words -------------------------------------------------------------------------------- */

struct text {
    char bytes[1000];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format,
                                                      ...)
{
    va_list arguments;
    va_start(arguments, format);
    text->length += (size_t)vsnprintf(text->bytes + text->length,
                                      sizeof text->bytes - text->length, format, arguments);
    va_end(arguments);
}

static void add_bound(struct text *text, const struct work *work, const struct time *grid)
{
    double switches = 1.0 * work->blocks * work->threads * work->barriers;
    double count = work->additions ? work->additions : switches;
    if (!count)
        return;
    if (work->additions)
        add(text, "; its bound: %.0f million additions that each wait for the one before",
            count / 1e6);
    else
        add(text,
            "; its bound: %.1f million switches (%d blocks x %d threads x %d barriers), "
            "timed in a kernel of nothing else",
            count / 1e6, work->blocks, work->threads, work->barriers);
    add(text, ", %.2f ns of a core each, are %.2f of the %.2f ms",
        1e6 * grid->bound_ms * workers() / count, grid->bound_ms, grid->ms);
}

/* Returns the words that stand below a row, or none. */
static struct text explain(const struct work *work, const struct time *times,
                           enum verdict verdict)
{
    struct text text = {.length = 0};
    if (verdict == OK_BUT_FOR_BOUND || verdict == TOO_SLOW)
        add(&text, "%.0f times the faster loops, %.0f allowed",
            times[GRID].ms / yardstick(times), work->allowed);
    for (enum way peer = OPENCL; peer <= HIP; peer++)
        if (is_behind(times, peer))
            add(&text, "%s%.1f times %s's time", text.length ? ", " : "",
                times[GRID].ms / times[peer].ms, way_names[peer]);
    bool tells = verdict == OK_BUT_FOR_BOUND || times[GRID].bound_ms > times[GRID].ms / 2;
    if (text.length && tells)
        add_bound(&text, work, &times[GRID]);
    return text;
}

/* --- the table ---------------------------------------------------------------------------- */

static void print_head(void)
{
    printf("%-40s", "milliseconds");
    for (enum way way = 0; way < WAYS; way++)
        if (peers[way].here)
            printf(" %9s", way_names[way]);
    printf(" %7s %8s\n", "ratio", "allowed");
}

static void print_row(const struct work *work, const struct time *times, enum verdict verdict,
                      const char *words)
{
    printf("%-40s", work->name);
    for (enum way way = 0; way < WAYS; way++)
        if (peers[way].here && times[way].right)
            printf(" %9.2f", times[way].ms);
        else if (peers[way].here)
            printf(" %9s", "wrong");
    printf(" %7.1f %8.0f  %s\n", times[GRID].ms / yardstick(times), work->allowed,
           verdict_names[verdict]);
    if (words[0])
        printf("    %s\n", words);
    fflush(stdout);
}

static void keep_row(FILE *rows, const struct work *work, const struct time *times,
                     enum verdict verdict, const char *words)
{
    fprintf(rows, "{\"work\": \"%s\", \"ms\": {", work->name);
    for (enum way way = 0; way < WAYS; way++)
        if (peers[way].here && times[way].right)
            fprintf(rows, "\"%s\": %.3f, ", way_names[way], times[way].ms);
    fprintf(rows, "\"bound\": %.3f}, \"ratio\": %.1f, \"allowed\": %.0f, ",
            times[GRID].bound_ms, times[GRID].ms / yardstick(times), work->allowed);
    fprintf(rows, "\"verdict\": \"%s\", \"says\": \"%s\"}\n", verdict_names[verdict], words);
}

static void keep_machine(FILE *rows)
{
    char line[256], name[200] = "a processor that does not tell its name", date[16];
    FILE *file = fopen("/proc/cpuinfo", "r");
    time_t seconds = time(NULL);
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "model name : %199[^\n]", name) == 1)
            break;
    if (file)
        fclose(file);
    strftime(date, sizeof date, "%Y-%m-%d", localtime(&seconds));
    fprintf(rows,
            "{\"processor\": \"%s\", \"cores\": %d, \"date\": \"%s\", \"cc\": \"%s\", "
            "\"cxx\": \"%s\", \"peers\": \"%s%s%s\"}\n",
            name, workers(), date, BENCH_COMPILER, grid_compiler(), peers[OPENCL].version,
            peers[OPENCL].here && peers[HIP].here ? "; " : "", peers[HIP].version);
}

/* Names the peers that are not here, and says how to get them. */
static void print_left_out(void)
{
    if (!peers[OPENCL].here)
        puts("left out: PoCL, which is not installed: make setup PEERS=1 brings it");
    if (!peers[HIP].here)
        puts(
            "left out: HIP-CPU, which no system packages: HIP_CPU=PATH takes a checkout of it");
}

static enum verdict run_all(const struct work *work, FILE *rows, double *peak)
{
    struct time times[WAYS] = {0};
    for (enum way way = 0; way < WAYS; way++)
        if (peers[way].here)
            times[way] = run(work, way);
    enum verdict verdict = judge(work, times);
    struct text words = explain(work, times, verdict);
    print_row(work, times, verdict, words.bytes);
    if (rows)
        keep_row(rows, work, times, verdict, words.bytes);
    *peak = fmax(*peak, times[GRID].peak_mb);
    return verdict;
}

int main(int argc, char **argv)
{
    double peak = 0;
    bool failed = false;
    FILE *rows = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !rows) {
        perror(argv[1]);
        return 2;
    }
    look_for_peers();
    if (rows)
        keep_machine(rows);
    print_head();
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++)
        if (argc < 3 || strstr(works[i].name, argv[2]))
            failed |= run_all(&works[i], rows, &peak) >= TOO_SLOW;
    printf("%-40s %8.0f MB, %d allowed  %s\n", "peak memory of the grid", peak, MEMORY_ALLOWED,
           peak <= MEMORY_ALLOWED ? "ok" : "TOO MUCH");
    print_left_out();
    return failed || peak > MEMORY_ALLOWED || (rows && fclose(rows) != 0);
}
