/* A set of memory words, each by a number that stands for it: its id (see findings.h). C11.
 *
 * - simt_find_word()     the word, if the set has it
 * - simt_insert_word()   puts it there
 * - simt_empty_words()   takes all out
 *
 * The caller sees to it that no two threads use a set at once.
 */
#ifndef SIMT_WORD_SET_H
#define SIMT_WORD_SET_H

#include <stdbool.h>

struct word {
    unsigned long long id; /* 0: no word is here */
    unsigned found;        /* the caller's own */
};

/* Begins as all zeros. */
struct word_set {
    struct word *at; /* a hash table of `size` places, of which `used` hold a word */
    unsigned used, size;
};

/* Returns the word with this id, or NULL. It stays there until the next one is inserted. */
struct word *simt_find_word(const struct word_set *set, unsigned long long id);

/* Returns true if the word was not there. Once a set has very many words it takes no more, and
 * returns false. */
bool simt_insert_word(struct word_set *set, unsigned long long id, unsigned found);

/* Keeps the room of the words that it takes out. */
void simt_empty_words(struct word_set *set);

#endif
