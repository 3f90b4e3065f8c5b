/* Where the branch is behind which lanes have parted: read from the program's own instructions,
 * for x86-64 and AArch64. Elsewhere what lies right before the block stands for it. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "counters/branches.h"
#include "grid/lines.h"

extern const char etext[];
const void *simt_block_hook;

#if defined(__x86_64__)
enum { CALL_BYTES = 5, SHORTEST_BRANCH = 2, STEP = 1, FARTHEST_BRANCH = 64 };

static long displacement(const char *at)
{
    int bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* Whether a basic block begins at this address. */
static bool begins_block(const char *at)
{
    return at >= __executable_start && at < etext && *at == '\xe8' &&
           at + CALL_BYTES + displacement(at + 1) == (const char *)simt_block_hook;
}

/* Whether the bytes are a conditional jump to another block, by one byte or by four. */
static bool is_branch(const char *at)
{
    if ((*at & 0xf0) == 0x70)
        return begins_block(at + 2 + (signed char)at[1]);
    return *at == 0x0f && (at[1] & 0xf0) == 0x80 && begins_block(at + 6 + displacement(at + 2));
}
#elif defined(__aarch64__)
enum { CALL_BYTES = 4, SHORTEST_BRANCH = 4, STEP = 4, FARTHEST_BRANCH = 64 };

static uint32_t instruction(const char *at)
{
    uint32_t code;
    memcpy(&code, at, sizeof code);
    return code;
}

/* In bytes: a signed number of instructions, in so many bits from that one on. */
static long displacement(uint32_t code, unsigned from, unsigned bits)
{
    return (int32_t)(code << (32 - from - bits)) >> (32 - bits) << 2;
}

/* Whether a basic block begins at this address. */
static bool begins_block(const char *at)
{
    if (at < __executable_start || at >= etext || instruction(at) >> 26 != 0x25) /* bl */
        return false;
    return at + displacement(instruction(at), 0, 26) == (const char *)simt_block_hook;
}

/* Whether the instruction is a conditional branch to another block: b.cond, cbz, cbnz; tbz,
 * tbnz. */
static bool is_branch(const char *at)
{
    uint32_t code = instruction(at);
    if (code >> 24 == 0x54 || (code >> 25 & 0x3f) == 0x1a)
        return begins_block(at + displacement(code, 5, 19));
    return (code >> 25 & 0x3f) == 0x1b && begins_block(at + displacement(code, 5, 14));
}
#else
enum { CALL_BYTES = 4, SHORTEST_BRANCH = 1, STEP = 1, FARTHEST_BRANCH = 1 };

static bool begins_block(const char *at)
{
    (void)at;
    return false;
}

static bool is_branch(const char *at)
{
    (void)at;
    return false;
}
#endif

const char *simt_branch_before(const void *behind)
{
    const char *block = (const char *)behind - CALL_BYTES;
    for (const char *at = block - SHORTEST_BRANCH;
         at > block - FARTHEST_BRANCH && !begins_block(at); at -= STEP)
        if (is_branch(at))
            return at;
    return block - 1;
}
