/* What is told a second time takes effect late: see late.h.
 *
 * Blocks that look back at what those before them have told run one after the other here, and
 * each finds the sum of all before it. On a device a hundred blocks begin at once, and then it
 * finds no more than their own sums. So what a block stores a second time at one place, by
 * volatile or an exchange, is taken back when the block is over, and stored anew once somebody
 * waits for it, or the launch ends: as if the block had made a pause before.
 *
 * A device may do so as long as nobody knows of anything that the block has done after it. So
 * what is told a second time has to be the last that it tells: who stores at another place
 * after it, or does any other atomic operation, makes all take effect. A lock, which is stored
 * as it was before the block, is left alone. */
#include "checker/late.h"
#include "checker/epochs.h"
#include "checker/shadow.h"
#include "grid/grid.h"
#include "grid/schedule.h"

#include <stdint.h>
#include <string.h>

enum { WORDS = 8, PENDING = 4096, AGAIN = 16, LOOKS = 1 << 14, ALL_LOOKS = 1 << 18 };

/* So many blocks are over, and all that they have told has taken effect, before others come:
 * so that it is read, and a fence that is missing before it shows. */
enum { EARLY = 32 };

struct word {
    char *at;
    unsigned size;
    bool twice; /* stored a second time */
    unsigned char first[16] /* what was there before the block */, old[16], new[16];
};

static struct {
    bool on, was_read;
    struct word own[WORDS], pending[PENDING];
    unsigned owned, count;
    bool many; /* the block tells more than there is room for */
    const void *last[2];
    unsigned again, looks, all_looks, blocks;
} late;

/* --- taking effect ------------------------------------------------------------------------ */

static void take_effect(void)
{
    for (unsigned i = 0; i < late.count; i++) {
        const struct word *word = &late.pending[i];
        if (memcmp(word->at, word->old, word->size) == 0)
            memcpy(word->at, word->new, word->size);
    }
    late.count = 0;
    late.again = 0;
}

static bool has_told_twice(void)
{
    bool twice = false;
    for (unsigned i = 0; i < late.owned; i++)
        twice |= late.own[i].twice;
    return twice;
}

/* The block goes on, and tells something else: whoever knows that may know all. */
static void go_on(void)
{
    if (!has_told_twice())
        return;
    for (unsigned i = 0; i < late.owned; i++)
        late.own[i].twice = false;
    late.many = true;
    take_effect();
}

/* --- a launch and its blocks -------------------------------------------------------------- */

static void forget_block(void)
{
    late.owned = late.again = late.looks = 0;
    late.many = false;
    late.last[0] = late.last[1] = NULL;
}

void simt_late_launch(bool alone)
{
    late.on = alone && simt_schedule == REVERSE && !simt_pool.may_grow;
    late.count = late.all_looks = late.blocks = 0;
    forget_block();
}

static bool is_lock(const struct word *word)
{
    return memcmp(word->at, word->first, word->size) == 0;
}

static bool may_be_late(void)
{
    bool late_enough = late.blocks > EARLY && !late.many && late.count + late.owned <= PENDING;
    for (unsigned i = 0; i < late.owned; i++)
        late_enough &= !(late.own[i].twice && is_lock(&late.own[i]));
    return late_enough;
}

static void take_back(struct word *word)
{
    memcpy(word->new, word->at, word->size);
    memcpy(word->at, word->old, word->size);
    late.pending[late.count++] = *word;
}

void simt_late_block(void)
{
    if (!late.on)
        return;
    late.blocks++;
    if (has_told_twice() && !may_be_late())
        take_effect();
    else
        for (unsigned i = 0; i < late.owned; i++)
            if (late.own[i].twice)
                take_back(&late.own[i]);
    forget_block();
}

void simt_late_ended(void)
{
    take_effect();
    late.on = false;
}

/* --- accesses ----------------------------------------------------------------------------- */

static bool concerns(const void *address)
{
    if (!late.on || !simt_lane)
        return false;
    uintptr_t shadow = simt_shadow_of(worker_of(running_lane()), address);
    return shadow > SIMT_PRIVATE && !simt_is_shared(shadow);
}

static bool is_pending(const void *address)
{
    for (unsigned i = late.count; i-- > 0;)
        if (late.pending[i].at == address)
            return true;
    return false;
}

static struct word *own_word(const void *address)
{
    for (unsigned i = 0; i < late.owned; i++)
        if (late.own[i].at == address)
            return &late.own[i];
    return NULL;
}

void simt_late_store(const void *address, unsigned size)
{
    if (!concerns(address) || late.many)
        return;
    struct word *word = own_word(address);
    if (word && word->size == size) {
        if (!word->twice)
            memcpy(word->old, address, size);
        word->twice = true;
        return;
    }
    go_on();
    if (is_pending(address))
        take_effect();
    if (word || late.many || late.owned == WORDS || size > sizeof word->first) {
        late.many = true;
        return;
    }
    word = &late.own[late.owned++];
    *word = (struct word){.at = (char *)address, .size = size};
    memcpy(word->first, address, size);
}

void simt_late_change(const void *address)
{
    if (!concerns(address))
        return;
    go_on();
    if (is_pending(address))
        take_effect();
    if (own_word(address))
        late.many = true;
}

/* Who reads a place again and again waits for what is late. */
void simt_late_look(const void *address)
{
    if (!late.on || late.count == 0 || !simt_lane)
        return;
    bool again = late.last[0] == address || late.last[1] == address;
    if (late.last[0] != address) {
        late.last[1] = late.last[0];
        late.last[0] = address;
    }
    late.again = again ? late.again + 1 : 0;
    late.was_read |= !again && !late.was_read && is_pending(address);
    if (late.again >= AGAIN || ++late.looks >= LOOKS)
        take_effect();
    if (++late.all_looks >= ALL_LOOKS)
        simt_late_ended();
}

bool simt_late_was_read(void)
{
    return late.was_read || (simt_schedule == RANDOM && simt_has_fences);
}

void simt_late_forget(void)
{
    late.was_read = false;
}
