/* Reads a source from its file, and frees all that the passes keep of it. */
#include "translate/source.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_all(struct source *s, FILE *file)
{
    size_t room = 1 << 16, got;

    s->bytes = malloc(room + 1);
    while (s->bytes && (got = fread(s->bytes + s->size, 1, room - s->size, file)) > 0) {
        s->size += got;
        if (s->size == room)
            s->bytes = realloc(s->bytes, (room *= 2) + 1);
    }
    return s->bytes && !ferror(file);
}

bool read_source(struct source *s)
{
    FILE *file = fopen(s->path, "rb");
    bool good = file && read_all(s, file);

    if (file)
        fclose(file);
    if (!good)
        return false;
    s->bytes[s->size] = 0;
    if (s->size >= 3 && !memcmp(s->bytes, "\xef\xbb\xbf", 3))
        memmove(s->bytes, s->bytes + 3, s->size -= 3);
    s->bytes[s->size] = 0;
    return true;
}

void free_source(struct source *s)
{
    if (s->headers) {
        free_source(s->headers);
        free((char *)s->headers->path);
        free(s->headers);
    }
    for (int i = 0; i < s->edit_count; i++)
        free(s->edits[i].text);
    for (int i = 0; i < s->message_count; i++)
        free(s->messages[i].text);
    free(s->edits);
    free(s->twice);
    free(s->messages);
    free(s->functions);
    free(s->variables);
    free(s->macros);
    free(s->tokens);
    free(s->origin);
    free(s->clean);
    free(s->bytes);
}
