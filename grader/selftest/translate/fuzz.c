/* Feeds the translator with damaged copies of the files it is given: fuzz SCRATCH RUNS FILE...
 * Built with translate.c, whose main is renamed, and with sanitizers; ends by them or with 0.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int translate_main(int argc, char **argv);

static char bytes[1 << 20], damaged[1 << 20];
static unsigned long long state;

static unsigned draw(size_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % (below ? below : 1));
}

static size_t read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes / 2, file) : 0;

    if (!size)
        exit(2);
    fclose(file);
    return size;
}

/* What means a lot to the translator. */
static const char *const pieces[] = {"<<<",
                                     ">>>",
                                     "<",
                                     ">",
                                     "(",
                                     ")",
                                     "{",
                                     "}",
                                     ";",
                                     "\"",
                                     "'",
                                     "\\",
                                     "\\\n",
                                     "\n",
                                     "/*",
                                     "//",
                                     "#",
                                     "\n#if 0\n",
                                     "\n#else\n",
                                     "\n#endif\n",
                                     "##",
                                     "::",
                                     "template",
                                     "R\"x(",
                                     "extern",
                                     "__shared__",
                                     "[",
                                     "]",
                                     "\n#define k ",
                                     "operator",
                                     "\xff\xfe",
                                     "\r\n",
                                     "struct{",
                                     "__global__",
                                     ","};

/* Replaces a few bytes at one place by one of the pieces. */
static size_t damage(size_t size)
{
    size_t at = draw(size), gone = draw(4) ? draw(4) : draw(size - at);
    const char *piece = pieces[draw(sizeof pieces / sizeof *pieces)];
    size_t length = strlen(piece), left = size - at < gone ? 0 : size - at - gone;

    memmove(damaged + at + length, damaged + size - left, left);
    memcpy(damaged + at, piece, length);
    return at + length + left;
}

static void run_once(const char *path, size_t size)
{
    char *arguments[] = {"translate", (char *)path, "-o", "/dev/null", NULL};
    FILE *file;

    memcpy(damaged, bytes, size);
    for (unsigned times = 1 + draw(6); times--;)
        size = damage(size);
    if (!draw(8))
        damaged[draw(size)] = 0;
    file = fopen(path, "wb");
    if (!file || fwrite(damaged, 1, size, file) != size || fclose(file))
        exit(2);
    translate_main(4, arguments);
}

int main(int argc, char **argv)
{
    int runs = argc > 3 ? atoi(argv[2]) : 0;

    for (int run = 0; run < runs; run++) {
        state = (unsigned)run;
        run_once(argv[1], read_file(argv[3 + run % (argc - 3)]));
    }
    return runs ? 0 : 2;
}
