/* The search for a branch, in code that looks like another: branches [lengths < FILE]. Without
 * a word it says which cases are told wrongly. With `lengths` it reads instructions, the bytes
 * of one a line as hexadecimal numbers, and says which it takes for longer or shorter. x86-64.
 */
#include "counters/branches.h"
#include "counters/instructions.h"
#include <stdio.h>
#include <string.h>

/* Each case: a block that begins with a call, what is in it, and the block behind it, with the
 * branch that is to be found. 0x74 is a jump: if that byte of a number led somewhere, it would
 * be to a block. In `disguised` the real branch leads to what a compiler has put before a
 * block; `again` is what an atomic operation is that is tried again; `moved` has an instruction
 * behind its branch. */
__asm__(".text\n"
        "hook: ret\n"
        "call hook\n"
        "disguise: .byte 0xb8, 0x74, disguised - disguise - 3, 0, 0\n"
        "disguised_branch: jne 1f\n"
        "disguised: call hook\n"
        "1: nop\n"
        "call hook\n"
        "again_branch: jne 1f\n"
        "2: lock cmpxchg %ecx, (%rdx)\n"
        "jne 2b\n"
        "again: call hook\n"
        "1: call hook\n"
        "moved_branch: jne 1f\n"
        "mov %eax, %ecx\n"
        "moved: call hook\n"
        "1: call hook\n"
        "3: call hook\n"
        "loop_branch: jne 3b\n"
        "loop: call hook\n"
        "straight_branch: nop\n"
        "straight: call hook\n");

extern const char hook[], disguised[], disguised_branch[], again[], again_branch[], moved[],
    moved_branch[], loop[], loop_branch[], straight[], straight_branch[];

static int wrong(const char *name, const char *block, const char *branch)
{
    const char *found = simt_branch_before(block + 5);
    if (found == branch)
        return 0;
    printf("%s: found %td bytes before the block, want %td\n", name, block - found,
           block - branch);
    return 1;
}

static int wrong_lengths(void)
{
    unsigned instructions = 0, differ = 0;
    for (char line[64]; fgets(line, sizeof line, stdin); instructions++) {
        unsigned char bytes[32] = {0};
        unsigned count = 0;
        while (sscanf(line + 2 * count, "%2hhx", &bytes[count]) == 1)
            count++;
        if (simt_instruction_bytes(bytes) != count) {
            printf("%u bytes, want %u: %s", simt_instruction_bytes(bytes), count, line);
            differ++;
        }
    }
    printf("%u instructions, %u differ\n", instructions, differ);
    return !instructions || differ;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "lengths") == 0)
        return wrong_lengths();
    simt_block_hook = hook;
    return wrong("disguised", disguised, disguised_branch) |
           wrong("again", again, again_branch) | wrong("moved", moved, moved_branch) |
           wrong("loop", loop, loop_branch) | wrong("straight", straight, straight_branch);
}
