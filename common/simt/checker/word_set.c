/* A set of memory words, as a hash table: see word_set.h. */
#include "checker/word_set.h"
#include <string.h>
#include "cuda/records.h"

enum { MOST_WORDS = 1 << 20, FIRST_SIZE = 256 };

/* Where the word is, or would be put: there is always a free place. */
static struct word *place_of(const struct word_set *set, unsigned long long id)
{
    unsigned i = (unsigned)id & (set->size - 1);
    while (set->at[i].id && set->at[i].id != id)
        i = (i + 1) & (set->size - 1);
    return &set->at[i];
}

static void grow(struct word_set *set)
{
    struct word_set larger = {.used = set->used,
                              .size = set->size ? 2 * set->size : FIRST_SIZE};
    larger.at = simt_grow_record(NULL, 0, larger.size * sizeof *larger.at);
    for (unsigned i = 0; i < set->size; i++)
        if (set->at[i].id)
            *place_of(&larger, set->at[i].id) = set->at[i];
    simt_free_record(set->at);
    *set = larger;
}

struct word *simt_find_word(const struct word_set *set, unsigned long long id)
{
    struct word *word = set->used ? place_of(set, id) : NULL;
    return word && word->id ? word : NULL;
}

bool simt_insert_word(struct word_set *set, unsigned long long id, unsigned found)
{
    if (set->used >= MOST_WORDS)
        return false;
    if (2 * set->used >= set->size)
        grow(set);
    struct word *word = place_of(set, id);
    if (word->id)
        return false;
    *word = (struct word){id, found};
    set->used++;
    return true;
}

void simt_empty_words(struct word_set *set)
{
    if (set->used)
        memset(set->at, 0, set->size * sizeof *set->at);
    set->used = 0;
}
