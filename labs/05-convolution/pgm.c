/* Reads and writes pictures in the format PGM: binary (P5), and read also in plain text (P2).
 * What is wrong with a file is said in a line. */
#include "pgm.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PIXELS = 1 << 24, LONGEST_SIDE = 1 << 16, MOST_DIGITS = 9 };

/* Skips white space, and comments, which go from # to the end of the line. */
static int next_character(FILE *file)
{
    bool comment = false;
    int c = getc(file);
    for (; c != EOF && (comment || isspace(c) || c == '#'); c = getc(file))
        comment = c == '#' || (comment && c != '\n');
    return c;
}

/* A whole number in decimal digits, with one character after it; -1 if there is none. */
static long read_number(FILE *file)
{
    long value = 0;
    int c = next_character(file), digits = 0;
    for (; isdigit(c) && digits < MOST_DIGITS; digits++, c = getc(file))
        value = 10 * value + (c - '0');
    return digits && (c == EOF || isspace(c)) ? value : -1;
}

static long header_number(FILE *file, const char *what, long most)
{
    long value = read_number(file);
    if (value < 1 || value > most)
        refuse_input("its %s, in the header, is not a whole number from 1 to %ld", what, most);
    return value;
}

/* The next pixel's value: two bytes in binary where one does not hold the largest value. -1 at
 * the end of the file, and for what is no number. */
static long read_pixel(FILE *file, bool plain, long largest)
{
    if (plain)
        return read_number(file);
    long high = largest > 255 ? getc(file) : 0, low = getc(file);
    return high == EOF || low == EOF ? -1 : high << 8 | low;
}

static float *read_pixels(FILE *file, bool plain, size_t count, long largest)
{
    float *pixels = malloc(count * sizeof *pixels);
    if (!pixels)
        refuse_input("no memory for its %zu pixels", count);
    for (size_t i = 0; i < count; i++) {
        long value = read_pixel(file, plain, largest);
        if (value < 0 && feof(file))
            refuse_input("it ends after %zu of %zu pixels", i, count);
        if (value < 0 || value > largest)
            refuse_input("pixel %zu is not a whole number from 0 to %ld", i, largest);
        pixels[i] = (float)value / (float)largest;
    }
    if ((plain ? next_character(file) : getc(file)) != EOF)
        refuse_input("more follows after its %zu pixels: is the header right?", count);
    return pixels;
}

static FILE *open_input(void)
{
    FILE *file = fopen(input_file(), "rb");
    if (!file || (getc(file) == EOF && ferror(file)))
        refuse_input("cannot be read: %s", strerror(errno));
    rewind(file);
    return file;
}

float *read_picture(long *width, long *height)
{
    FILE *file = open_input();
    int letter = getc(file), digit = getc(file), after = getc(file);
    if (letter != 'P' || (digit != '5' && digit != '2') || !(isspace(after) || after == '#'))
        refuse_input("not a PGM picture, which begins with P5 or P2");
    ungetc(after, file);
    *width = header_number(file, "width", LONGEST_SIDE);
    *height = header_number(file, "height", LONGEST_SIDE);
    if (*width * *height > MOST_PIXELS)
        refuse_input("its %ld x %ld pixels are more than %d: scale it down", *width, *height,
                     MOST_PIXELS);
    long largest = header_number(file, "largest value", 65535);
    float *pixels = read_pixels(file, digit == '2', (size_t)(*width * *height), largest);
    fclose(file);
    return pixels;
}

bool write_picture(const char *path, const float *values, struct shape shape)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    fprintf(file, "P5\n%zu %zu\n255\n", shape.cols, shape.rows);
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        putc((int)(255 * fmin(fabsf(values[i]), 1) + 0.5), file);
    return fclose(file) == 0;
}
