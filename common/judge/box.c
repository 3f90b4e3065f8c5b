/* Starts a box, and reads its end: see box.h. */
#define _GNU_SOURCE
#include "box.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { MOST_WORDS = 16, SIGNAL_FROM = 128 };

void enter_box(const char *box, const char *program, char **environment)
{
    char *words[MOST_WORDS + 2], *copy = strdup(box);
    int count = 0;
    for (char *word = copy ? strtok(copy, " ") : NULL; word && count < MOST_WORDS;
         word = strtok(NULL, " "))
        words[count++] = word;
    words[count++] = (char *)program;
    words[count] = NULL;
    execvpe(words[0], words, environment);
}

int signal_from_box(int status)
{
    int signal = status - SIGNAL_FROM;
    return signal > 0 && signal <= SIGRTMAX ? signal : 0;
}
