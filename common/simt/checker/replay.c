/* For `make replay`: the requests of small launches in the order in which a device could make
 * them, as JSON in the file that SIMT_REPLAY names. A tool for the student: nothing that counts
 * for marks reads it.
 *
 * - The counters hand over each request of a warp (counters/trace.h), the checker tells of
 *   launches, blocks and meetings. Nobody calls anything here unless SIMT_REPLAY is set.
 * - An event is a row of numbers, one of enum event first; where a lane accesses memory is told
 *   as an array and a distance in bytes from its begin.
 * - What would make the page too large is left out, and the file says so.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checker/checked.h"
#include "checker/found.h"
#include "checker/json.h"
#include "checker/replay.h"
#include "counters/counters.h"
#include "counters/sites.h"
#include "counters/trace.h"
#include "grid/launches.h"

enum { MOST_BYTES = 1200000, MOST_ARRAYS = 200, MOST_LAUNCHES = 100, MOST_FINDINGS = 50 };

/* What the first number of an event's row is, and what follows.
 * LAUNCH number; BLOCK number; BARRIER line; SYNC warp line lanes, of a __syncwarp;
 * EVEN warp site lanes array first step: distances grow by the same from lane to lane;
 * UNEVEN warp site lanes array distances... */
enum event { LAUNCH, BLOCK, BARRIER, EVEN, UNEVEN, SYNC };

bool simt_replaying;
static const char *path;

/* The rows so far, as text with commas. */
static char *rows;
static size_t used;
static bool full;

static struct {
    char kernel[80], file[60];
    int line;
    dim3 grid, block;
} launches[MOST_LAUNCHES];
static unsigned launch_count;

static struct array {
    char name[48];
    enum simt_space space;
    uintptr_t begin;
    unsigned long long bytes;
} arrays[MOST_ARRAYS];
static unsigned array_count;

/* --- rows --------------------------------------------------------------------------------- */

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    used += (size_t)vsnprintf(rows + used, MOST_BYTES - used, format, arguments);
    va_end(arguments);
}

/* A row has room for 32 lanes of the largest distances, or there is none for it. */
static bool begin_row(enum event event)
{
    enum { LONGEST_ROW = 1024 };
    full |= used + LONGEST_ROW > MOST_BYTES;
    if (!full)
        add("%s[%d", used ? ",\n" : "", event);
    return !full;
}

void simt_replay_launch(const struct simt_launch *launch)
{
    if (launch_count == MOST_LAUNCHES || !begin_row(LAUNCH)) {
        full = true;
        return;
    }
    add(",%u]", launch_count);
    snprintf(launches[launch_count].kernel, sizeof launches->kernel, "%s", launch->kernel);
    snprintf(launches[launch_count].file, sizeof launches->file, "%s",
             simt_base_name(launch->file));
    launches[launch_count].line = launch->line;
    launches[launch_count].grid = launch->grid;
    launches[launch_count++].block = launch->block;
}

void simt_replay_block(unsigned number)
{
    if (begin_row(BLOCK))
        add(",%u]", number);
}

void simt_replay_barrier(const struct worker *worker)
{
    if (begin_row(BARRIER))
        add(",%d]", simt_line_of(worker->barrier_line));
}

/* What its lanes have done until now is recorded before. */
void simt_replay_warp(struct worker *worker, unsigned warp, unsigned lanes)
{
    unsigned first = (unsigned)__builtin_ctz(lanes);
    simt_trace_until_now(worker, warp, lanes);
    if (begin_row(SYNC))
        add(",%u,%d,%u]", warp, worker->lane[warp * SIMT_WARP + first].seen.line, lanes);
}

/* --- requests ----------------------------------------------------------------------------- */

/* The number of the array that the address is in or near; MOST_ARRAYS where it is one too many.
 */
static unsigned array_at(const void *address, unsigned size)
{
    struct where where = simt_locate(address, size);
    uintptr_t begin = where.name[0] ? (uintptr_t)address - (uintptr_t)where.offset : 0;
    unsigned i = 0;
    while (i < array_count && (arrays[i].begin != begin || strcmp(arrays[i].name, where.name)))
        i++;
    if (i < array_count || i == MOST_ARRAYS)
        return i;
    arrays[i] = (struct array){.space = where.space, .begin = begin, .bytes = where.bytes};
    memcpy(arrays[i].name, where.name, sizeof where.name);
    return array_count++;
}

static uint64_t address_of(const struct simt_request *request, unsigned i)
{
    return request->address[i] & ((1ull << SIMT_ADDRESS_BITS) - 1);
}

/* Whether all lanes are as far from each other as the first two. */
static bool is_even(const struct simt_request *request, long long *step)
{
    *step =
        request->lanes > 1 ? (long long)(address_of(request, 1) - address_of(request, 0)) : 0;
    for (unsigned i = 1; i < request->lanes; i++)
        if ((long long)(address_of(request, i) - address_of(request, i - 1)) != *step)
            return false;
    return true;
}

static unsigned lanes_of(const struct simt_request *request)
{
    unsigned lanes = 0;
    for (unsigned i = 0; i < request->lanes; i++)
        lanes |= 1u << request->lane[i];
    return lanes;
}

static void record(unsigned warp, unsigned site, const struct simt_request *request)
{
    long long step;
    bool even = is_even(request, &step);
    unsigned array =
        full ? MOST_ARRAYS : array_at((void *)address_of(request, 0), request->size);
    full |= array == MOST_ARRAYS;
    if (full || !begin_row(even ? EVEN : UNEVEN))
        return;
    uintptr_t begin = arrays[array].begin;
    add(",%u,%u,%u,%u", warp, site, lanes_of(request), array);
    if (even)
        add(",%lld,%lld", (long long)(address_of(request, 0) - begin), step);
    for (unsigned i = 0; !even && i < request->lanes; i++)
        add(",%lld", (long long)(address_of(request, i) - begin));
    add("]");
}

/* --- the file ----------------------------------------------------------------------------- */

static void write_launches(FILE *out)
{
    for (unsigned i = 0; i < launch_count; i++) {
        dim3 grid = launches[i].grid, block = launches[i].block;
        fputs(i ? ",\n  {\"kernel\": " : "\n  {\"kernel\": ", out);
        simt_write_string(out, launches[i].kernel);
        fputs(", \"file\": ", out);
        simt_write_string(out, launches[i].file);
        fprintf(out, ", \"line\": %d, \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u]}",
                launches[i].line, grid.x, grid.y, grid.z, block.x, block.y, block.z);
    }
}

static void write_arrays(FILE *out)
{
    for (unsigned i = 0; i < array_count; i++) {
        fputs(i ? ",\n  {\"name\": " : "\n  {\"name\": ", out);
        simt_write_string(out, arrays[i].name);
        fprintf(out, ", \"space\": \"%s\", \"begin\": %llu, \"bytes\": %llu}",
                simt_space_word(arrays[i].space), (unsigned long long)arrays[i].begin,
                arrays[i].bytes);
    }
}

/* By number; the first is none. */
static void write_sites(FILE *out)
{
    static const char *const kinds[] = {"block",         "global load",  "global store",
                                        "shared load",   "shared store", "global atomic",
                                        "shared atomic", "constant load"};
    static const void *codes[SIMT_MAX_SITES];
    static struct simt_source lines[SIMT_MAX_SITES];
    unsigned count = simt_site_count;
    for (unsigned i = 1; i < count; i++)
        codes[i] = (const char *)simt_sites[i].code - 1;
    if (count > 1)
        simt_source_lines(codes + 1, count - 1, lines + 1);
    fputs("null", out);
    for (unsigned i = 1; i < count; i++) {
        fputs(",\n  {\"file\": ", out);
        simt_write_string(out, lines[i].file);
        fprintf(out, ", \"line\": %d, \"kind\": \"%s\", \"size\": %u}", lines[i].line,
                kinds[simt_sites[i].kind], simt_sites[i].size);
    }
}

static void write_side(FILE *out, const struct found *found, int side)
{
    const struct simt_side *s = &found->event.side[side];
    fputs(side ? ", {\"file\": " : "{\"file\": ", out);
    simt_write_string(out, found->line[side].file);
    fprintf(out, ", \"line\": %d, \"kind\": \"%s\", \"lane\": %u, \"block\": %u}",
            found->line[side].line,
            simt_is_write(s->kind)    ? "store"
            : simt_is_atomic(s->kind) ? "atomic"
                                      : "load",
            s->lane, s->block);
}

/* Those of threads have sides; what barriers and the host do wrong is words alone. */
static void write_sides(FILE *out, const struct found *found)
{
    for (int i = 0; i < 2 && found->event.side[i].code && !found->text[0]; i++)
        if (found->event.side[i].doer == SIMT_THREAD)
            write_side(out, found, i);
}

static void write_findings(FILE *out)
{
    static struct finding findings[MOST_FINDINGS];
    unsigned count = simt_findings(findings, MOST_FINDINGS);
    const char *comma = "";
    for (unsigned i = 0; i < count; i++) {
        const struct found *found = simt_found_at(i);
        if (found->event.kind == FOUND_LEAK)
            continue;
        fprintf(out, "%s\n  {\"kind\": ", comma);
        simt_write_string(out, finding_word(found->event.kind));
        fputs(", \"text\": ", out);
        simt_write_string(out, findings[i].text);
        fputs(", \"name\": ", out);
        simt_write_string(out, found->where.name);
        fprintf(out, ", \"offset\": %lld, \"size\": %u, \"sides\": [", found->where.offset,
                found->event.size);
        write_sides(out, found);
        fputs("]}", out);
        comma = ",";
    }
}

void simt_replay_ended(void)
{
    if (!simt_counting)
        return;
    for (unsigned i = 0; i < simt_pool.workers; i++)
        simt_trace_rest(simt_pool.worker[i]);
    FILE *out = simt_begin_file(path);
    if (!out)
        return;
    fprintf(out, "{\"full\": %s,\n \"launches\": [", full ? "true" : "false");
    write_launches(out);
    fputs("],\n \"arrays\": [", out);
    write_arrays(out);
    fputs("],\n \"sites\": [", out);
    write_sites(out);
    fputs("],\n \"findings\": [", out);
    write_findings(out);
    fprintf(out, "],\n \"events\": [%s]}\n", used ? rows : "");
    simt_end_file(out, path);
}

void simt_replay_forget(void)
{
    used = 0;
    launch_count = array_count = 0;
    full = false;
}

__attribute__((constructor)) static void read_environment(void)
{
    path = getenv("SIMT_REPLAY");
    rows = path ? malloc(MOST_BYTES) : NULL;
    simt_replaying = rows;
    simt_recorder = rows ? record : NULL;
}
