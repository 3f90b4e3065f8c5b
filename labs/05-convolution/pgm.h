/* Grey pictures in files on the judge's side of lab 05, in the format PGM: see pgm.c. */
#ifndef PGM_H
#define PGM_H

#include "lab.h"

/* The picture in the file that INPUT= names: its rows one after the other, in 0 .. 1, to be
 * freed; or a line to the user, and exit 2. */
float *read_picture(long *width, long *height);

/* Writes a picture of values whose magnitude is in 0 .. 1 or is cut there. False, and errno, if
 * the file cannot be written. */
bool write_picture(const char *path, const float *values, struct shape shape);

#endif
