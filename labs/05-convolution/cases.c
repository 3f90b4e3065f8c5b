/* The judge's side of lab 05: pictures, references, cases and techniques. */
#include "pgm.h"
#include "sums.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT = LAB_DATA, /* 1 .. 7 and {3, 4, 5, 4, 3}, as the source text has them */
    BIG,             /* sums up to the largest int */
    BLUR,            /* a picture, and a mask that blurs it */
    EDGES,           /* a picture, and a mask that shows its edges */
};

/* --- inputs ------------------------------------------------------------------------------- */

/* Rings that get narrower outwards, above bars: what a blur does to fine and to coarse detail,
 * and where edges are, can be seen. */
static float *draw_picture(long width, long height)
{
    float *pixels = malloc((size_t)(width * height) * sizeof *pixels);
    for (long i = 0; pixels && i < width * height; i++) {
        double row = (double)(i / width), col = (double)(i % width);
        double squared = pow(row - 0.4 * (double)height, 2) + pow(col - 0.5 * (double)width, 2);
        bool bars = 5 * (i / width) > 4 * height, light = i % width / 8 % 2;
        pixels[i] = (float)(bars ? light : 0.5 + 0.5 * cos(0.007 * squared));
    }
    return pixels;
}

static bool is_picture(const struct case_run *t)
{
    return data_kind(t) == BLUR || data_kind(t) == EDGES;
}

/* The binomial coefficients' products blur, with a sum of 1. What differs from the mean of its
 * eight neighbours is an edge: that mask's sum is 0. */
static void fill_mask(float *mask, int kind)
{
    static const float binomial[] = {1, 4, 6, 4, 1};
    for (int i = 0; i < 25 && kind == BLUR; i++)
        mask[i] = binomial[i / 5] * binomial[i % 5] / 256;
    for (int i = 0; i < 9 && kind == EDGES; i++)
        mask[i] = i == 4 ? 2 : -0.25f;
}

static void prepare_picture(struct case_run *t)
{
    long width = (long)number(t, "width"), height = (long)number(t, "height");
    float *pixels = NULL;
    if (is_picture(t))
        pixels = input_file() ? read_picture(&width, &height) : draw_picture(width, height);
    add_number(t, "width", width);
    add_number(t, "height", height);
    struct shape shape = matrix((size_t)height, (size_t)width);
    size_t mask_width = count_of(t, "mask_width");
    float *in = add_input(t, "in", FLOAT32, shape);
    if (pixels)
        memcpy(in, pixels, shape.rows * shape.cols * sizeof *in);
    free(pixels);
    fill_mask(add_input(t, "mask", FLOAT32, matrix(mask_width, mask_width)), data_kind(t));
    add_output(t, "out", FLOAT32, shape);
}

static void prepare_list(struct case_run *t)
{
    enum { ROUNDED_UP = 100 }; /* as a float, a product is an int, too */
    static const int text_mask[] = {3, 4, 5, 4, 3};
    size_t n = count_of(t, "n"), mask_width = count_of(t, "mask_width");
    int *in = add_input(t, "in", INT32, list(n));
    int *mask = add_input(t, "mask", INT32, list(mask_width));
    for (size_t i = 0; i < n && data_kind(t) == TEXT; i++)
        in[i] = (int)i + 1;
    if (data_kind(t) == TEXT)
        memcpy(mask, text_mask, sizeof text_mask);
    /* Of one term the element has the many bits, and the weight is not 1; of several the
     * weights have them. */
    int of_mask = mask_width == 1 ? 3 : 1000000;
    int of_list = 2147483647 / of_mask / (int)mask_width - (mask_width == 1 ? ROUNDED_UP : 0);
    for (size_t i = 0; i < n && data_kind(t) == BIG; i++)
        in[i] = of_list - (int)random_between(t, 0, 3);
    for (size_t i = 0; i < mask_width && data_kind(t) == BIG; i++)
        mask[i] = of_mask - (int)random_between(t, 0, mask_width == 1 ? 1 : 2);
    add_output(t, "out", INT32, list(n));
}

/* --- the reference ------------------------------------------------------------------------ */

static void expect_sums(struct case_run *t)
{
    SUM_OF_ALL(right_term(s));
}

/* --- the technique ------------------------------------------------------------------------ */

/* A block of TILE x TILE threads fetches its part of the input once: TILE rows, each in up to
 * three sectors. What its warps fetch of the mask, a word for all lanes, is let pass, as it may
 * be in global memory. Without a tile the same warps fetch two pieces of rows for each term. */
enum { TILE = 16, SECTORS_OF_A_ROW = 3, MOST_OF_A_THREAD = 256 };

/* Sectors for the input and, if it is in global memory, for the mask. */
static double budget_of_tiles(const struct case_run *t, bool mask_in_global_memory)
{
    struct shape out = shape_of(t, "out");
    size_t mask_width = shape_of(t, "mask").cols, outputs = TILE - mask_width + 1;
    size_t blocks = ((out.cols + outputs - 1) / outputs) * ((out.rows + outputs - 1) / outputs);
    size_t warps = outputs * TILE / 32; /* with outputs, and a quarter more below */
    size_t of_input = TILE * SECTORS_OF_A_ROW,
           of_mask = warps * 5 * mask_width * mask_width / 4;
    return (double)(blocks * (of_input + (mask_in_global_memory ? of_mask : 0)));
}

static const char *technique_threads(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    return objection_to_few(t, counters, elements_of(t, "out"), MOST_OF_A_THREAD, true);
}

/* A thread may have several outputs, but not a whole row. */
static const char *technique_picture(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    enum { MOST_OUTPUTS = 32 };
    return objection_to_few(t, counters, elements_of(t, "out"), MOST_OUTPUTS, true);
}

/* Of each term an element and a weight. */
static uint64_t most_loads(const struct case_run *t)
{
    return 2 * elements_of(t, "out") * elements_of(t, "mask") / 4;
}

/* Lanes that want different words of constant memory take turns, as with sectors. */
static double sectors_moved(const struct simt_counters *counters)
{
    return (double)(counters->global_load.sectors + counters->global_atomic.lanes +
                    counters->constants_apart);
}

static const char *technique_tile(const struct case_run *t,
                                  const struct simt_counters *counters)
{
    const char *one = objection_to_one_of_a_block(counters, elements_of(t, "out"));
    double elements = (double)elements_of(t, "out");
    double budget = budget_of_tiles(t, true), sectors = sectors_moved(counters);
    if (sectors <= budget)
        return one ? one : technique_threads(t, counters);
    return objection(
        "it moves %.2f sectors of 32 bytes from global memory for each output; tiles "
        "of %d x %d in shared memory need %.2f, and %.2f if the mask is in global "
        "memory",
        sectors / elements, TILE, TILE, budget_of_tiles(t, false) / elements,
        budget / elements);
}

/* The tile of the task before, with one output a thread: each of its terms is a word from
 * shared memory. Both are asked for: a thread of several outputs may fetch as many where it
 * names them again, and one output may be summed from what neighbours hold in registers. */
static const char *technique_several(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    enum { MOST_OF_A_BLOCK = 20000 };
    double outputs = (double)elements_of(t, "out"), terms = (double)elements_of(t, "mask");
    double words = (double)counters->shared_load.bytes / 4 / outputs;
    if (words < terms * 9 / 10 || (double)counters->threads < outputs)
        return objection_to_few(t, counters, (size_t)outputs, MOST_OF_A_THREAD,
                                outputs > MOST_OF_A_BLOCK);
    return objection("a thread has one output, and takes %.1f words from shared memory for its "
                     "%.0f terms, as in the task before; let it compute several, so that what "
                     "it has fetched serves more than one sum",
                     words, terms);
}

/* Whether it fetches half a word of the input a term, or less, by sectors: a word for each lane
 * makes four of a request, and a fifth where a row begins inside of a sector; a weight is one,
 * since all lanes ask for the same. Where each term has its own word, no request has less than
 * four. */
static bool shares_by_registers(const struct case_run *t, const struct simt_counters *counters)
{
    const double LANES = 32, OF_INPUT = 5, OF_A_WEIGHT = 1;
    double terms = (double)elements_of(t, "out") * (double)elements_of(t, "mask");
    return sectors_moved(counters) <= terms / LANES * (OF_INPUT / 2 + OF_A_WEIGHT);
}

/* For gold, tiles may be of registers, too, that several outputs of a thread have in common. A
 * thread that loads a word for each of its terms has neither. Fewer words than half of that are
 * enough, or as few sectors as with tiles, of memory or of registers: the mask's words, if they
 * come from global memory, are as many, but all lanes ask for the same. */
static const char *technique_reuse(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    double elements = (double)elements_of(t, "out");
    double terms = (double)elements_of(t, "mask");
    double words = words_loaded(counters) / elements;
    if (words <= terms / 2 || sectors_moved(counters) <= budget_of_tiles(t, true) ||
        shares_by_registers(t, counters))
        return technique_several(t, counters);
    return objection(
        "it loads %.1f words from global memory for each output, which is a sum of "
        "%.0f terms; let several outputs have them in common, in registers or in a "
        "tile",
        words, terms);
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
static const struct test_case list_cases[] = {
    /* n, mask_width */
    CASE("one-block", SIGNED, "exactly one block", .numbers = {256, 5}, .flags = CHECKED),
    CASE("text", TEXT, "1 to 7 and {3, 4, 5, 4, 3}, as the source text has them",
         .numbers = {7, 5}, .flags = MEASURED),
    CASE("indexed", INDEXED, "a misplaced element shows", .numbers = {100, 3}),
    CASE("more", SIGNED, "a second block with a single element", .numbers = {257, 5}),
    CASE("less", SIGNED, "an element less than a block", .numbers = {255, 5}),
    CASE("whole-tiles", SIGNED, "whole tiles of up to 1024",
         .numbers = {3072, 11}, .flags = WATCHED),
    CASE("tiles-and-one", SIGNED, "an element more than that", .numbers = {3073, 13}),
    CASE("tiles-less-one", SIGNED, "an element less than that", .numbers = {3071, 3}),
    CASE("anywhere", SIGNED, "arrays that begin at no multiple of an int4",
         .numbers = {1024, 5}, .flags = CHECKED, .begins = {1, 2, 3}),
    CASE("out-anywhere", SIGNED, "only the output does",
         .numbers = {1024, 5}, .flags = WATCHED, .begins = {0, 0, 1}),
    CASE("alone", BIG, "a mask of one element: no neighbours; elements of 30 bits",
         .numbers = {300, 1}),
    CASE("widest", SIGNED, "the widest mask", .numbers = {1000, 15}, .flags = CHECKED),
    CASE("two-blocks", ZEROS, "neighbours in both other blocks, and zeros among the elements",
         .numbers = {513, 7}, .flags = CHECKED),
    CASE("many-blocks", SIGNED, "more tiles than many grids have blocks",
         .numbers = {50021, 5}, .flags = COUNTED | EACH_ANEW),
    CASE("smaller-than-mask", SIGNED, "ghosts at both ends of each sum", .numbers = {4, 9}),
    CASE("one", SIGNED, "a single element: all its neighbours are ghosts", .numbers = {1, 15}),
    CASE("equal", EQUAL, "all elements alike, not aligned to 16 bytes", .numbers = {500, 7},
         .flags = WATCHED, .begins = {2, 2, 2}),
    CASE("large-values", BIG, "sums up to the largest int, too long for a float",
         .numbers = {1000, 15}),
    CASE("beyond-grid", SIGNED, "more elements than 4096 blocks have threads",
         .numbers = {(1 << 20) + 77, 5}, .flags = ONCE),
    CASE("beyond-24-bits", SIGNED, "more elements than a float counts", .numbers = {34, 5},
         .flags = WATCHED, .wide = {{"n", 33554434}}, .hollow = 2),
    CASE("beyond-blocks", SIGNED, "more elements than 65535 blocks of 1024 have threads",
         .numbers = {34, 5}, .wide = {{"n", 1000000007}}, .hollow = 2),
    CASE("beyond-31-bits", SIGNED, "as many elements as an int counts", .numbers = {34, 5},
         .wide = {{"n", INT32_MAX}}, .hollow = 2),
    CASE("empty", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 5}),
    {0},
};

/* What all pictures go through, with masks of three widths. Each case asks for one thing more
 * than those before it. Tiles are 16 wide: a mask of width 3 leaves 14 outputs, 5 leaves 12. */
#define PICTURE_CASES                                                                          \
    CASE("five", SIGNED, "a mask of 5 x 5 on whole tiles",                                     \
         .numbers = {5, 36, 24}, .flags = CHECKED),                                            \
    CASE("three", SIGNED, "a mask of 3 x 3 on whole tiles", .numbers = {3, 28, 28}),           \
    CASE("one-block", SIGNED, "16 x 16 elements", .numbers = {5, 16, 16}),                     \
    CASE("wider", SIGNED, "a column more than whole tiles",                                    \
         .numbers = {3, 29, 28}, .flags = CHECKED),                                            \
    CASE("higher", SIGNED, "a row more than whole tiles", .numbers = {3, 28, 29}),             \
    CASE("narrower", SIGNED, "a column less than whole tiles", .numbers = {3, 27, 28}),        \
    CASE("lower", SIGNED, "a row less than whole tiles", .numbers = {3, 28, 27}),              \
    CASE("alone", SIGNED, "a mask of one element: no neighbours", .numbers = {1, 40, 30}),     \
    CASE("seven", ZEROS, "a mask of 7 x 7, a ragged edge, and zeros among the elements",       \
         .numbers = {7, 45, 67}),                                                              \
    CASE("nine", SIGNED, "a mask of 9 x 9: eight outputs of 16",                               \
         .numbers = {9, 50, 41}, .flags = WATCHED | COUNTED),                                  \
    CASE("nine-whole", SIGNED, "the same on whole tiles", .numbers = {9, 48, 40}),             \
    CASE("whole-64", SIGNED, "whole tiles of 64", .numbers = {3, 128, 64}, .flags = WATCHED),  \
    CASE("more-than-64", SIGNED, "a little more than tiles of 64",                             \
         .numbers = {5, 65, 129}, .flags = WATCHED),                                           \
    CASE("whole-wide", SIGNED,                                                                 \
         "whole tiles along a row, of 12, 28 or 60 outputs, not aligned to 16 bytes",          \
         .numbers = {5, 420, 2}, .flags = WATCHED, .begins = {2, 2, 2}),                       \
    CASE("whole-high", SIGNED, "the same down a column", .numbers = {5, 2, 420}),              \
    CASE("row-less", SIGNED, "a column less than whole tiles of up to 1024",                   \
         .numbers = {3, 1023, 2}),                                                             \
    CASE("column-less", SIGNED, "a row less than whole tiles of up to 1024",                   \
         .numbers = {3, 2, 1023}),                                                             \
    CASE("anywhere", SIGNED, "arrays that begin at no multiple of a float4",                   \
         .numbers = {5, 64, 24}, .flags = CHECKED, .begins = {1, 2, 3}),                       \
    CASE("in-anywhere", SIGNED, "only the input does",                                         \
         .numbers = {3, 128, 64}, .flags = WATCHED, .begins = {1, 0, 0}),                      \
    CASE("out-anywhere", SIGNED, "only the output does",                                       \
         .numbers = {3, 128, 64}, .flags = WATCHED, .begins = {0, 0, 1}),                      \
    CASE("indexed", INDEXED, "a misplaced element shows", .numbers = {3, 20, 23}),             \
    CASE("equal", EQUAL, "all elements alike: edges show ghosts",                              \
         .numbers = {5, 70, 50}, .flags = COUNTED | EACH_ANEW),                                \
    CASE("smaller-than-mask", SIGNED, "ghosts on all sides of each element",                   \
         .numbers = {9, 3, 2}),                                                                \
    CASE("narrow", SIGNED, "narrower than the mask", .numbers = {9, 2, 40}),                   \
    CASE("one", SIGNED, "a single element", .numbers = {5, 1, 1}),                             \
    CASE("row", SIGNED, "one row", .numbers = {5, 1024, 1}),                                   \
    CASE("column", SIGNED, "one column", .numbers = {5, 1, 1024}),                             \
    CASE("wide", SIGNED, "many more columns than rows", .numbers = {3, 1025, 37}),             \
    CASE("high", SIGNED, "many more rows than columns", .numbers = {3, 37, 1025}),             \
    CASE("blur", BLUR, "a picture, blurred",                                                   \
         .numbers = {5, 250, 190}, .flags = MEASURED),                                         \
    CASE("edges", EDGES, "a picture's edges", .numbers = {3, 250, 190}, .flags = MEASURED),    \
    CASE("beyond-grid", SIGNED, "more than 4096 blocks of 256",                                \
         .numbers = {1, 1031, 1021}, .flags = ONCE, .seconds = 20),                            \
    CASE("many-rows", SIGNED, "the most rows: a grid's y has 65535 blocks",                    \
         .numbers = {1, 1, 500000}, .flags = ONCE | SAMPLED, .seconds = 60),                   \
    CASE("many-columns", SIGNED, "more columns than 16 bits count",                            \
         .numbers = {3, 65537, 2}, .flags = ONCE, .seconds = 20),                              \
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind",                     \
         .numbers = {3, 0, 5}),                                                                \
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {3, 5, 0}), \
    CASE("beyond-24-bits", SIGNED, "more elements than a float counts",                        \
         .numbers = {5, 36, 34}, .wide = {{"width", 4099}, {"height", 4108}}, .hollow = 2),    \
    CASE("beyond-blocks", SIGNED, "more elements than 65535 blocks of 1024 have threads",      \
         .numbers = {5, 36, 34}, .wide = {{"width", 31013}, {"height", 31019}}, .hollow = 2),  \
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts",                         \
         .numbers = {5, 36, 34}, .wide = {{"width", 48007}, {"height", 47981}},                \
         .hollow = 2),                                                                         \
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count",                         \
         .numbers = {5, 36, 34}, .wide = {{"width", 65563}, {"height", 65557}},                \
         .hollow = 2),                                                                         \
    CASE("input-blur", BLUR, "the picture that INPUT= names",                                  \
         .numbers = {5}, .flags = FROM_INPUT | MEASURED | ONCE, .seconds = 60),                \
    CASE("input-edges", EDGES, "the picture that INPUT= names",                                \
         .numbers = {3}, .flags = FROM_INPUT | MEASURED | ONCE, .seconds = 60)

#define WIDE_MASK_CASES                                                                        \
    CASE("eleven", SIGNED, "a mask of 11 x 11", .numbers = {11, 50, 41}),                      \
    CASE("thirteen", SIGNED, "a mask of 13 x 13", .numbers = {13, 48, 41}),                    \
    CASE("widest", SIGNED, "the widest mask", .numbers = {15, 61, 47}, .flags = WATCHED),      \
    CASE("all-ghosts", SIGNED, "the widest mask on a small picture", .numbers = {15, 4, 5})
// clang-format on

/* `rows` of a single column. */
#define MANY_TILES(rows)                                                                       \
    CASE("many-tiles", SIGNED, "more tiles than many grids have blocks",                       \
         .numbers = {3, 1, rows}, .flags = WATCHED | ONCE)

static const struct test_case basic_cases[] = {
    PICTURE_CASES, WIDE_MASK_CASES, MANY_TILES(5003), {0}};

static const struct test_case tiled_cases[] = {PICTURE_CASES, MANY_TILES(33003), {0}};

static const struct test_case fast_cases[] = {
    PICTURE_CASES,
    WIDE_MASK_CASES,
    CASE("whole-128", SIGNED, "whole tiles of 128", .numbers = {5, 256, 128}, .flags = COUNTED),
    {0},
};

/* --- reports ------------------------------------------------------------------------------ */

static void report_list(const struct case_run *t, FILE *out)
{
    const int *in = given(t, "in"), *mask = given(t, "mask"), *sums = found(t, "out");
    for (int i = 0; i < number(t, "n"); i++)
        fprintf(out, i ? " %d" : "         in   %d", in[i]);
    for (int j = 0; j < number(t, "mask_width"); j++)
        fprintf(out, j ? " %d" : "\n         mask %d", mask[j]);
    for (int i = 0; i < number(t, "n"); i++)
        fprintf(out, i ? " %d" : "\n         out  %d", sums[i]);
    fputc('\n', out);
}

/* Browsers show PNG and not PGM. */
static bool convert_to_png(const char *stem)
{
    char command[8400], png[4200];
    snprintf(png, sizeof png, "%s.png", stem);
    snprintf(command, sizeof command, "pnmtopng '%s.pgm' >'%s' 2>/dev/null", stem, png);
    bool converted = system(command) == 0;
    if (!converted)
        remove(png);
    return converted;
}

/* As one names it from the lab's folder, where one has typed make. */
static const char *seen_from_here(const char *path, char *name, size_t size)
{
    const char *root = suite_root();
    if (strncmp(path, root, strlen(root)) != 0 || path[strlen(root)] != '/')
        return path;
    snprintf(name, size, "../..%s", path + strlen(root));
    return name;
}

static void put_picture(FILE *out, const char *name, const float *values, struct shape shape)
{
    char stem[4100], path[4200], from_here[4200];
    snprintf(stem, sizeof stem, "%s/%s", output_folder(), name);
    snprintf(path, sizeof path, "%s.pgm", stem);
    const char *shown = seen_from_here(stem, from_here, sizeof from_here);
    if (!write_picture(path, values, shape))
        fprintf(out, "         cannot write %s: %s\n", path, strerror(errno));
    else if (convert_to_png(stem))
        fprintf(out, "         wrote %s.png and .pgm\n", shown);
    else
        fprintf(out, "         wrote %s.pgm; PNG takes pnmtopng, of the package netpbm\n",
                shown);
}

static void report_picture(const struct case_run *t, FILE *out)
{
    bool blurred = data_kind(t) == BLUR;
    if (blurred)
        put_picture(out, "picture", given(t, "in"), shape_of(t, "in"));
    put_picture(out, blurred ? "blurred" : "edges", found(t, "out"), shape_of(t, "out"));
}

/* --- the lab ------------------------------------------------------------------------------ */

/* A term reads an element and its weight. */
static double work_of_sums(const struct case_run *t)
{
    return (double)elements_of(t, "out") * (2 * (double)elements_of(t, "mask") + 1);
}

const struct task tasks[] = {
    {
        .name = "convolve_1d",
        .first_step = "TODO 2 launches the kernel, TODO 1 is its sum of neighbours",
        .number_names = "n mask_width",
        .cases = list_cases,
        .prepare = prepare_list,
        .host_may_read = "mask",
        .expect = expect_sums,
        .technique = technique_threads,
        .most_loads = most_loads,
        .worked = {51590},
        .work = work_of_sums,
        .report = report_list,
    },
    {
        .name = "convolve_2d",
        .first_step = "TODO 3 loads the mask, TODO 4 is the kernel and its launch",
        .number_names = "mask_width width height",
        .cases = basic_cases,
        .prepare = prepare_picture,
        .host_may_read = "mask",
        .expect = expect_sums,
        .tile = {16, 16},
        .technique = technique_picture,
        .most_loads = most_loads,
        .worked = {16235},
        .work = work_of_sums,
        .report = report_picture,
    },
    {
        .name = "convolve_2d_tiled",
        .first_step = "TODO 5, a tile of the input in shared memory",
        .number_names = "mask_width width height",
        .cases = tiled_cases,
        .prepare = prepare_picture,
        .host_may_read = "mask",
        .expect = expect_sums,
        .technique = technique_tile,
        .most_loads = most_loads,
        .worked = {1702},
        .work = work_of_sums,
    },
    {
        .name = "convolve_2d_fast",
        .first_step = "TODO 6 in stretch.cu, several outputs a thread",
        .number_names = "mask_width width height",
        .cases = fast_cases,
        .prepare = prepare_picture,
        .host_may_read = "mask",
        .expect = expect_sums,
        .technique = technique_reuse,
        .least_shares = 1, /* a thread's window may be much of a small picture */
        .most_loads = most_loads,
        .work = work_of_sums,
        .stretch = true,
    },
    {0},
};
