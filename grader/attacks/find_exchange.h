// Where a hand-in finds the memory that it shares with the judge.
#include "exchange.h"
#include <stdio.h>
#include <string.h>

static struct exchange *find_exchange()
{
    char line[512];
    void *start = NULL;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !start && fgets(line, sizeof line, maps))
        if (strstr(line, "memfd:exchange"))
            sscanf(line, "%p", &start);
    if (maps)
        fclose(maps);
    return (struct exchange *)start;
}
