/* How long instructions are. Of x86-64: prefixes, an opcode of one of four maps, then the
 * operands' bytes that the opcode asks for (ModRM and what it asks for, an immediate value).
 * AMD64 Architecture Programmer's Manual, volume 3, appendix A. */
#include "counters/instructions.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)
enum { MAP_ONE_BYTE, MAP_0F, MAP_0F38, MAP_0F3A };

struct opcode {
    unsigned map, code;
    bool wide;   /* REX.W: operands of 8 bytes */
    bool narrow; /* prefix 66: immediate values of 2 bytes in place of 4 */
};

static bool within(unsigned code, unsigned first, unsigned last)
{
    return code >= first && code <= last;
}

/* Whether the opcode is one of these, of which 0 is none. */
static bool is_any_of(unsigned code, const char *codes)
{
    return code && strchr(codes, (int)code);
}

/* Goes on to the byte behind the opcode. */
static const unsigned char *read_opcode(const unsigned char *at, struct opcode *opcode)
{
    *opcode = (struct opcode){0};
    for (; is_any_of(*at, "\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3"); at++)
        opcode->narrow |= *at == 0x66;
    if (*at == 0xc5) { /* VEX, two bytes */
        opcode->map = MAP_0F, at += 2;
    } else if (*at == 0xc4) { /* VEX, three */
        opcode->map = at[1] & 0x1f, at += 3;
    } else if (*at == 0x62) { /* EVEX */
        opcode->map = at[1] & 7, at += 4;
    } else {
        if (within(*at, 0x40, 0x4f))
            opcode->wide = *at++ & 8;
        if (*at == 0x0f) {
            at++;
            opcode->map = *at == 0x38 ? MAP_0F38 : *at == 0x3a ? MAP_0F3A : MAP_0F;
            at += opcode->map != MAP_0F;
        }
    }
    opcode->code = *at;
    return at + 1;
}

static bool has_modrm(const struct opcode *opcode)
{
    unsigned code = opcode->code;
    if (opcode->map == MAP_ONE_BYTE)
        return (code < 0x40 && code % 8 < 4) || within(code, 0x80, 0x8f) ||
               within(code, 0xd0, 0xd3) || within(code, 0xd8, 0xdf) ||
               is_any_of(code, "\x63\x69\x6b\xc0\xc1\xc6\xc7\xf6\xf7\xfe\xff");
    if (opcode->map == MAP_0F)
        return !within(code, 0x05, 0x0b) && !within(code, 0x30, 0x37) &&
               !within(code, 0x80, 0x8f) && !within(code, 0xc8, 0xcf) &&
               !is_any_of(code, "\x0e\x77\xa0\xa1\xa2\xa8\xa9\xaa");
    return true;
}

/* ModRM is at `at`. */
static unsigned immediate_bytes(const struct opcode *opcode, const unsigned char *at)
{
    unsigned code = opcode->code, four = opcode->narrow && !opcode->wide ? 2 : 4;
    if (opcode->map == MAP_0F) {
        if (within(code, 0x80, 0x8f))
            return 4;
        return within(code, 0x70, 0x73) || is_any_of(code, "\xa4\xac\xba\xc2\xc4\xc5\xc6");
    }
    if (opcode->map != MAP_ONE_BYTE)
        return opcode->map == MAP_0F3A;
    if (is_any_of(code, "\xe8\xe9"))
        return 4;
    if (within(code, 0xa0, 0xa3))
        return 8;
    if (within(code, 0xb8, 0xbf))
        return opcode->wide ? 8 : four;
    if (is_any_of(code, "\x68\x69\x81\xa9\xc7") || (code < 0x40 && code % 8 == 5))
        return four;
    if (is_any_of(code, "\xf6\xf7"))
        return *at & 0x30 ? 0 : code == 0xf6 ? 1 : four;
    if (is_any_of(code, "\xc2\xca"))
        return 2;
    if (code == 0xc8)
        return 3;
    return (code < 0x40 && code % 8 == 4) || within(code, 0x70, 0x7f) ||
           within(code, 0xb0, 0xb7) || within(code, 0xe0, 0xe7) ||
           is_any_of(code, "\x6a\x6b\x80\x83\xa8\xc0\xc1\xc6\xcd\xeb");
}

/* ModRM, and the bytes of an address behind it. */
static unsigned address_bytes(const unsigned char *at)
{
    unsigned mode = *at >> 6, base = *at & 7, bytes = 1;
    if (mode == 3)
        return bytes;
    if (base == 4) { /* SIB */
        base = at[1] & 7;
        bytes++;
    }
    return bytes + (mode == 1 ? 1 : mode == 2 || base == 5 ? 4 : 0);
}

unsigned simt_instruction_bytes(const void *at)
{
    struct opcode opcode;
    const unsigned char *begin = at, *operands = read_opcode(begin, &opcode);
    if (opcode.map > MAP_0F3A && *begin != 0x62)
        return 0;
    return (unsigned)(operands - begin) + (has_modrm(&opcode) ? address_bytes(operands) : 0) +
           immediate_bytes(&opcode, operands);
}
#else
unsigned simt_instruction_bytes(const void *at)
{
    (void)at;
    return 4;
}
#endif
