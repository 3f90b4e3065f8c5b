/* Sites and the paths of calls that lead to them: a few hundred in a program, found once and
 * then known by number. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "checker/window.h"
#include "counters/sites.h"
#include "cuda/variables.h"

enum { HASHES = 4096, MAX_DEPTH = 32 };

struct simt_site simt_sites[SIMT_MAX_SITES];
atomic_uint simt_site_count = 1;

/* Whoever adds holds the lock; what is there does not change any more. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint16_t heads[HASHES];

/* --- paths -------------------------------------------------------------------------------- */

/* Path 0 is the kernel's own. */
static struct {
    const void *call;
    uint16_t parent, depth;
} paths[SIMT_MAX_PATHS];
static atomic_uint path_count = 1;

static uint16_t find_path(uint16_t parent, const void *call)
{
    unsigned count = path_count;
    for (unsigned i = 1; i < count; i++)
        if (paths[i].call == call && paths[i].parent == parent)
            return (uint16_t)i;
    return 0;
}

/* 0 if there are too many. */
static uint16_t add_path(uint16_t parent, const void *call)
{
    pthread_mutex_lock(&lock);
    uint16_t path = find_path(parent, call);
    if (!path && path_count < SIMT_MAX_PATHS) {
        path = (uint16_t)path_count;
        paths[path].call = call;
        paths[path].parent = parent;
        paths[path].depth = paths[parent].depth + 1;
        path_count++;
    }
    pthread_mutex_unlock(&lock);
    return path;
}

uint16_t simt_longer_path(uint16_t parent, const void *call)
{
    if (paths[parent].depth == MAX_DEPTH)
        return 0;
    uint16_t path = find_path(parent, call);
    return path ? path : add_path(parent, call);
}

uint16_t simt_parent_path(uint16_t path)
{
    return paths[path].parent;
}

/* --- sites -------------------------------------------------------------------------------- */

/* The program's own variables lie outside of the window of device memory; a device reads those
 * that are constant by another way. */
static enum simt_trace_kind kind_of(enum simt_trace_kind kind, const void *address)
{
    if (kind != SIMT_GLOBAL_LOAD || simt_in_window((uintptr_t)address))
        return kind;
    const struct simt_variable *variable =
        simt_nearest_variable(simt_device_variables(), (uintptr_t)address);
    return variable && variable->constant ? SIMT_UNCOUNTED : kind;
}

/* Where there are too many, the last one stands for the rest. */
static uint16_t add_site(const struct simt_site *like, unsigned hash)
{
    if (simt_site_count == SIMT_MAX_SITES)
        return SIMT_MAX_SITES - 1;
    simt_sites[simt_site_count] = *like;
    simt_sites[simt_site_count].next = heads[hash];
    return heads[hash] = (uint16_t)simt_site_count++;
}

static uint16_t find_or_add(const void *code, enum simt_trace_kind kind, unsigned size,
                            unsigned path, const void *address, const void *block)
{
    unsigned what = kind | size << 8 | path << 16;
    unsigned hash = ((unsigned)(uintptr_t)code * 31 + path) % HASHES;
    for (uint16_t i = heads[hash]; i; i = simt_sites[i].next)
        if (simt_sites[i].code == code && simt_sites[i].what == what)
            return i;
    struct simt_site site = {.code = code,
                             .block = block,
                             .kind = kind_of(kind, address),
                             .size = size,
                             .path = path,
                             .what = what};
    return add_site(&site, hash);
}

uint16_t simt_site_at(const void *code, enum simt_trace_kind kind, unsigned size, unsigned path,
                      const void *address, const void *block)
{
    pthread_mutex_lock(&lock);
    uint16_t site = find_or_add(code, kind, size, path, address, block);
    pthread_mutex_unlock(&lock);
    return site;
}

/* --- branches ----------------------------------------------------------------------------- */

/* Where the function that runs on this path does or calls what the site does; NULL if it does
 * not. */
static const void *position_in(const struct simt_site *site, unsigned path)
{
    const void *at = site->code;
    for (unsigned deeper = site->path; deeper != path; deeper = paths[deeper].parent) {
        if (!deeper)
            return NULL;
        at = paths[deeper].call;
    }
    return at;
}

const void *simt_nearer_block(unsigned site, unsigned next, const void *nearest)
{
    const char *block = simt_sites[next].block;
    const char *from = position_in(&simt_sites[site], simt_sites[next].path);
    bool behind = block && from && block > from;
    return behind && (!nearest || block < (const char *)nearest) ? block : nearest;
}

/* --- ranks -------------------------------------------------------------------------------- */

/* The calls from the kernel to the site, and the site itself; returns how many. */
static unsigned chain_of(const struct simt_site *site, uintptr_t chain[MAX_DEPTH + 1])
{
    unsigned depth = paths[site->path].depth;
    chain[depth] = (uintptr_t)site->code;
    for (unsigned path = site->path, i = depth; i-- > 0; path = paths[path].parent)
        chain[i] = (uintptr_t)paths[path].call;
    return depth + 1;
}

static int by_position(const void *left, const void *right)
{
    const struct simt_site *a = &simt_sites[*(const uint16_t *)left];
    const struct simt_site *b = &simt_sites[*(const uint16_t *)right];
    uintptr_t a_chain[MAX_DEPTH + 1], b_chain[MAX_DEPTH + 1];
    unsigned a_length = chain_of(a, a_chain), b_length = chain_of(b, b_chain);
    for (unsigned i = 0; i < a_length && i < b_length; i++)
        if (a_chain[i] != b_chain[i])
            return a_chain[i] < b_chain[i] ? -1 : 1;
    return (a > b) - (a < b);
}

void simt_rank_sites(struct simt_ranks *ranks)
{
    static uint16_t order[SIMT_MAX_SITES];
    if (ranks->ranked == simt_site_count)
        return;
    pthread_mutex_lock(&lock);
    ranks->ranked = simt_site_count;
    for (unsigned i = 1; i < ranks->ranked; i++)
        order[i] = (uint16_t)i;
    qsort(order + 1, ranks->ranked - 1, sizeof *order, by_position);
    for (unsigned i = 1; i < ranks->ranked; i++)
        ranks->of[order[i]] = (uint16_t)i;
    ranks->of[SIMT_MAX_SITES] = SIMT_MAX_SITES;
    pthread_mutex_unlock(&lock);
}
