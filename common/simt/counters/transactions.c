/* What a request costs: the sectors, wavefronts and passes of counters.h, from the addresses of
 * its lanes alone. Most requests are regular, and are known by one look along their lanes. */
#include <stdbool.h>
#include <string.h>
#include "counters/transactions.h"
#include "grid/grid.h"

enum { SECTOR = 32, WORD = 4, BANKS = 32, SLOTS = 256 };

/* --- a set of numbers --------------------------------------------------------------------- */

/* Holds up to 128 of them, which is what 32 lanes of 16 bytes touch. */
struct set {
    uint64_t key[SLOTS]; /* number + 1; 0 is free */
    unsigned count;
};

/* True if it was not there yet. */
static bool add(struct set *set, uint64_t number)
{
    unsigned at = (unsigned)(number * 0x9e3779b97f4a7c15u >> 56);
    while (set->key[at] && set->key[at] != number + 1)
        at = (at + 1) % SLOTS;
    bool fresh = !set->key[at];
    set->key[at] = number + 1;
    set->count += fresh;
    return fresh;
}

/* --- sectors ------------------------------------------------------------------------------ */

static unsigned scattered_sectors(const struct simt_request *request)
{
    struct set sectors;
    memset(&sectors, 0, sizeof sectors);
    for (unsigned i = 0; i < request->lanes; i++) {
        uint64_t first = request->address[i] / SECTOR;
        uint64_t last = (request->address[i] + request->size - 1) / SECTOR;
        for (uint64_t sector = first; sector <= last; sector++)
            add(&sectors, sector);
    }
    return sectors.count;
}

/* Where addresses ascend, a sector is new when it is not that of the lane before. */
unsigned simt_sectors(const struct simt_request *request)
{
    uint64_t before = request->address[0] / SECTOR, bits = 0;
    unsigned sectors = 1, descends = 0;
    for (unsigned i = 0; i < request->lanes; i++) {
        uint64_t sector = request->address[i] / SECTOR;
        sectors += sector != before;
        descends |= sector < before;
        bits |= request->address[i];
        before = sector;
    }
    bool aligned = (bits & (request->size - 1)) == 0;
    return aligned && !descends ? sectors : scattered_sectors(request);
}

/* --- wavefronts --------------------------------------------------------------------------- */

/* Lanes first to end - 1 of the request, of any addresses. */
static unsigned scattered_wavefronts(const struct simt_request *request, unsigned first,
                                     unsigned end)
{
    struct set words;
    unsigned char in_bank[BANKS] = {0};
    unsigned most = 0;
    memset(&words, 0, sizeof words);
    for (unsigned i = first; i < end; i++) {
        uint64_t word = request->address[i] / WORD;
        uint64_t last = (request->address[i] + request->size - 1) / WORD;
        for (; word <= last; word++) {
            unsigned bank = word % BANKS;
            in_bank[bank] += add(&words, word);
            most = in_bank[bank] > most ? in_bank[bank] : most;
        }
    }
    return most;
}

/* Words that lie within 32 in a row are each in a bank of its own. */
static bool in_a_row(const struct simt_request *request, unsigned first, unsigned end)
{
    uint64_t low = request->address[first], high = low;
    for (unsigned i = first; i < end; i++) {
        uint64_t address = request->address[i];
        low = address < low ? address : low;
        high = address > high ? address : high;
    }
    return (high + request->size - 1) / WORD - low / WORD < BANKS;
}

/* One phase. */
static void add_phase(const struct simt_request *request, unsigned first, unsigned end,
                      struct simt_wavefronts *sum)
{
    if (first == end)
        return;
    sum->phases++;
    sum->wavefronts +=
        in_a_row(request, first, end) ? 1 : scattered_wavefronts(request, first, end);
}

/* Where lane i and lane i ^ distance both are, they want the same. */
static bool agree(const struct simt_request *request, unsigned first, unsigned end,
                  unsigned distance)
{
    for (unsigned i = first; i < end; i++)
        for (unsigned k = i + 1; k < end && request->lane[k] <= request->lane[i] + distance;
             k++)
            if (request->lane[k] == (request->lane[i] ^ distance) &&
                request->address[k] != request->address[i])
                return false;
    return true;
}

static unsigned end_of(const struct simt_request *request, unsigned first, unsigned lane)
{
    while (first < request->lanes && request->lane[first] < lane)
        first++;
    return first;
}

/* Two phases of which neighbours want the same go as one; seen on an H200. */
static struct simt_wavefronts wide_wavefronts(const struct simt_request *request)
{
    struct simt_wavefronts sum = {0, 0};
    unsigned phase = SIMT_WARP * WORD / request->size, two = 2 * phase;
    for (unsigned lane = 0, first = 0, end; lane < SIMT_WARP; lane += two, first = end) {
        unsigned middle = end_of(request, first, lane + phase);
        end = end_of(request, middle, lane + two);
        bool one = agree(request, first, end, 1) || agree(request, first, end, 2);
        if (one)
            middle = end;
        add_phase(request, first, middle, &sum);
        add_phase(request, middle, end, &sum);
    }
    return sum;
}

struct simt_wavefronts simt_wavefronts(const struct simt_request *request)
{
    struct simt_wavefronts sum = {0, 0};
    if (request->size > WORD)
        return wide_wavefronts(request);
    add_phase(request, 0, request->lanes, &sum);
    return sum;
}

/* --- atomics ------------------------------------------------------------------------------ */

unsigned simt_same_address(const struct simt_request *request)
{
    unsigned most = 0;
    for (unsigned i = 0; i < request->lanes; i++) {
        unsigned same = 0;
        for (unsigned k = i; k < request->lanes; k++)
            same += request->address[k] == request->address[i];
        most = same > most ? same : most;
    }
    return most;
}
