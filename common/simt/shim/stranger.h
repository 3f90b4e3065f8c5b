/* What both programs of a stranger's hand-in begin with behind <cuda_runtime.h>, by g++.
 *
 * - Words that are macros in the checked program are so in the fast one, lest a hand-in tell
 *   the two apart.
 * - What the C++ library copies, clears or compares is never done in line. Few bytes g++ does
 *   so, behind its pass of hooks, as soon as it knows their number: see inspect_calls.
 */
#ifndef SIMT_STRANGER_H
#define SIMT_STRANGER_H

/* Of a `register` variable g++ does not ask where an access leads: see checker/beyond.c. */
#define register
#define noinline

extern "C" {
void *simt_memcpy(void *, const void *, __SIZE_TYPE__) noexcept __asm__("memcpy");
void *simt_memmove(void *, const void *, __SIZE_TYPE__) noexcept __asm__("memmove");
void *simt_memset(void *, int, __SIZE_TYPE__) noexcept __asm__("memset");
int simt_memcmp(const void *, const void *, __SIZE_TYPE__) noexcept __asm__("memcmp");
void *simt_memchr(const void *, int, __SIZE_TYPE__) noexcept __asm__("memchr");
}
#define __builtin_memcpy simt_memcpy
#define __builtin_memmove simt_memmove
#define __builtin_memset simt_memset
#define __builtin_memcmp simt_memcmp
#define __builtin_memchr simt_memchr

#endif
