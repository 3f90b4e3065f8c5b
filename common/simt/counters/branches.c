/* Where the branch is behind which lanes have parted: read from the program's own instructions,
 * for x86-64 and AArch64. Elsewhere what lies right before the block stands for it. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "counters/branches.h"
#include "counters/instructions.h"
#include "grid/lines.h"

const void *simt_block_hook;

#if defined(__x86_64__)
enum { CALL_BYTES = 5, STEP = 1, LONGEST_BLOCK = 1 << 16 };

static long displacement(const char *at)
{
    int bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* Whether a basic block begins at this address. */
static bool begins_block(const char *at)
{
    return *at == '\xe8' &&
           at + CALL_BYTES + displacement(at + 1) == (const char *)simt_block_hook;
}

/* Where a conditional jump leads, by one byte or by four; NULL for other instructions. */
static const char *jumps_to(const char *at)
{
    if ((*at & 0xf0) == 0x70)
        return at + 2 + (signed char)at[1];
    return *at == 0x0f && (at[1] & 0xf0) == 0x80 ? at + 6 + displacement(at + 2) : NULL;
}
#elif defined(__aarch64__)
enum { CALL_BYTES = 4, STEP = 4, LONGEST_BLOCK = 1 << 16 };

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
    return instruction(at) >> 26 == 0x25 && /* bl */
           at + displacement(instruction(at), 0, 26) == (const char *)simt_block_hook;
}

/* Where a conditional branch leads: b.cond, cbz, cbnz; tbz, tbnz. NULL for other instructions.
 */
static const char *jumps_to(const char *at)
{
    uint32_t code = instruction(at);
    if (code >> 24 == 0x54 || (code >> 25 & 0x3f) == 0x1a)
        return at + displacement(code, 5, 19);
    return (code >> 25 & 0x3f) == 0x1b ? at + displacement(code, 5, 14) : NULL;
}
#else
enum { CALL_BYTES = 4, STEP = 1, LONGEST_BLOCK = 0 };

static bool begins_block(const char *at)
{
    (void)at;
    return false;
}

static const char *jumps_to(const char *at)
{
    (void)at;
    return NULL;
}
#endif

/* Where the block before this one begins; NULL if it is not found. */
static const char *block_before(const char *block)
{
    const char *first =
        block - __executable_start > LONGEST_BLOCK ? block - LONGEST_BLOCK : __executable_start;
    for (const char *at = block - CALL_BYTES; at >= first; at -= STEP)
        if (begins_block(at))
            return at;
    return NULL;
}

/* Instructions are read from the begin of the block before, one by one: what looks like a jump
 * may be part of an address in another. A jump into the midst of that block is none of the
 * program's branches: so an atomic operation is tried again. */
const char *simt_branch_before(const void *behind)
{
    const char *block = (const char *)behind - CALL_BYTES, *branch = block - 1,
               *before = block_before(block);
    unsigned bytes;
    for (const char *at = before; at && at < block; at += bytes) {
        const char *to = jumps_to(at);
        if (to && (to <= before || to >= block))
            branch = at;
        bytes = simt_instruction_bytes(at);
        if (!bytes)
            break;
    }
    return branch;
}
