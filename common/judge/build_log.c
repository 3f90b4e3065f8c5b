/* Why a program could not be built: see build_log.h. */
#include "build_log.h"
#include "printed.h"

#include <stdio.h>
#include <string.h>

/* Whether a compiler or a linker names an error in this line. Lines that begin with a blank
 * quote the source. */
static bool tells_an_error(const char *line)
{
    static const char *const words[] = {
        "error:",           "error   :",          "fatal", "undefined reference",
        "undefined symbol", "multiple definition"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (line[0] != ' ' && !strstr(line, "warning:") && strstr(line, words[i]))
            return true;
    return false;
}

/* An error within a macro of ours, as CHECK() is, stands where it was used: in a .cu, which a
 * line behind the error names. */
static void move_to_use_of_macro(FILE *log, char *line, size_t size)
{
    static const char used[] = ": note: in expansion of macro";
    const char *error = strstr(line, ": error:"), *in_cu = strstr(line, ".cu:");
    char note[1024], moved[2048];
    if (!error || (in_cu && in_cu < error))
        return;
    while (fgets(note, sizeof note, log) && !tells_an_error(note)) {
        const char *end = strstr(note, used);
        if (note[0] == ' ' || !end || !strstr(note, ".cu:"))
            continue;
        snprintf(moved, sizeof moved, "%.*s%s", (int)(end - note), note, error);
        snprintf(line, size, "%.*s", (int)size - 1, moved);
        return;
    }
}

void fail_to_build(const struct program *program, struct verdict *v)
{
    char path[4096], line[1024];
    snprintf(path, sizeof path, "%s.log", program->path);
    FILE *log = fopen(path, "r");
    bool missing = program_lacks_source(program);
    fail(v, REASON_NO_BUILD, "it does not compile");
    while (log && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = 0;
        if (!missing && tells_an_error(line))
            move_to_use_of_macro(log, line, sizeof line);
        make_printable(line);
        if (missing)
            fail(v, REASON_MISSING, "%s", line);
        else if (strstr(line, ": refused: "))
            fail(v, REASON_REFUSED, "not built, and not run: %s", line);
        else if (tells_an_error(line))
            say(v, ": %s", line);
        else
            continue;
        break;
    }
    if (log)
        fclose(log);
}
