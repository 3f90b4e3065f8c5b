/* Files of JSON: see json.h. */
#include "checker/json.h"

void simt_write_string(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', out);
        if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", *text);
        else
            putc(*text, out);
    }
    putc('"', out);
}

enum { LONGEST = 4096 };

static void name_part(char part[LONGEST], const char *path)
{
    snprintf(part, LONGEST, "%s.part", path);
}

FILE *simt_begin_file(const char *path)
{
    char part[LONGEST];
    name_part(part, path);
    return fopen(part, "w");
}

void simt_end_file(FILE *out, const char *path)
{
    char part[LONGEST];
    name_part(part, path);
    if (fclose(out) == 0)
        rename(part, path);
}
