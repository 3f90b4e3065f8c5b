// Lab 04, for `make bench`: histograms by CUB.
#include "cub.h"

static size_t n;
static int bins, first, last; // bins of equal width from `first` on, `last` is beyond them

static void count(void);

#if __has_include(<cub/cub.cuh>)
static void count(void)
{
    cub::DeviceHistogram::HistogramEven(
        workspace, workspace_bytes, (const unsigned char *)bench_get("text"),
        (int *)bench_get("bins"), bins + 1, first, last, (long long)n);
}
#endif

static unsigned char *prepare(size_t bytes, int bin_count, int from, int to)
{
    n = bytes, bins = bin_count, first = from, last = to;
    bench_number("n", (int64_t)n);
    bench_output("bins", BENCH_INT, bins);
    unsigned char *d_text = (unsigned char *)bench_array("text", n);
    provide(CUB(count));
    return d_text;
}

// CUB's seventh bin is as wide as the others and would count '{' and '|', too. So none of the
// alphabets has these two, and CUB has less to test.
static void prepare_letters(size_t bytes, const char *alphabet)
{
    bench_fill_bytes(prepare(bytes, 7, 'a', 'a' + 28), bytes, alphabet);
}

static void prepare_some(void)
{
    prepare_letters((size_t)1 << 28, "abcdefghijklmnopqrstuvwxyz");
}

static void prepare_many(void)
{
    prepare_letters((size_t)1 << 30, "abcdefghijklmnopqrstuvwxyz");
}

static void prepare_far(void)
{
    prepare_letters((size_t)5 << 30, "abcdefghijklmnopqrstuvwxyz");
}

static void prepare_alike(void)
{
    prepare_letters((size_t)1 << 30, "c");
}

// About as often as in an English text, with signs and capitals between them, which count
// nowhere.
static void prepare_english(void)
{
    prepare_letters(700000003, "eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnssssssrrrrrr"
                               "hhhhhhllllddddccccuuummmfffpppggwwyybbvkxjqz"
                               "               TAISEN0123456789.,;:-()`~\n\300\342");
}

static void prepare_bytes(size_t bytes)
{
    bench_fill_ints((int *)prepare(bytes, 256, 0, 256), bytes / sizeof(int), -2147483647 - 1,
                    2147483647);
}

static void prepare_many_bytes(void)
{
    prepare_bytes((size_t)1 << 30);
}

static void prepare_far_bytes(void)
{
    prepare_bytes((size_t)5 << 30);
}

static const char even[] = "CUB DeviceHistogram::HistogramEven";
#define ALL "histogram_global histogram_shared histogram_fast"
#define WITHOUT_GLOBAL "histogram_shared histogram_fast"
#define GIB (1024.0 * 1024 * 1024)

// At the least, each byte is read once. The first work is smaller for the sake of global
// atomics, which take their time; those beyond 2^32 show an index of 32 bits that overflows.
// clang-format off
const struct bench_work bench_works[] = {
    {.name = "256 MiB of letters", .tasks = ALL,
     .vendor_name = even, .ceiling = BENCH_READ, .amount = GIB / 4,
     .prepare = prepare_some, .vendor = CUB(count)},
    {.name = "1 GiB of letters", .tasks = WITHOUT_GLOBAL,
     .vendor_name = even, .ceiling = BENCH_READ, .amount = GIB,
     .prepare = prepare_many, .vendor = CUB(count)},
    {.name = "1 GiB of one letter", .tasks = WITHOUT_GLOBAL,
     .vendor_name = even, .ceiling = BENCH_READ, .amount = GIB,
     .prepare = prepare_alike, .vendor = CUB(count)},
    {.name = "700000003 bytes, English", .tasks = WITHOUT_GLOBAL,
     .vendor_name = even, .ceiling = BENCH_READ, .amount = 700000003,
     .prepare = prepare_english, .vendor = CUB(count)},
    {.name = "5 GiB of letters, beyond 2^32", .tasks = ALL,
     .vendor_name = even, .ceiling = BENCH_READ, .amount = 5 * GIB,
     .prepare = prepare_far, .vendor = CUB(count)},
    {.name = "1 GiB of bytes", .tasks = "byte_histogram",
     .vendor_name = even, .ceiling = BENCH_READ, .amount = GIB,
     .prepare = prepare_many_bytes, .vendor = CUB(count)},
    {.name = "5 GiB of bytes, beyond 2^32", .tasks = "byte_histogram",
     .vendor_name = even, .ceiling = BENCH_READ, .amount = 5 * GIB,
     .prepare = prepare_far_bytes, .vendor = CUB(count)},
};
// clang-format on
const int bench_work_count = sizeof bench_works / sizeof *bench_works;
