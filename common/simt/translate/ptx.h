/* Inline PTX: its text, its instructions, and the C++ that they become. C11. */
#ifndef PTX_H
#define PTX_H

#include "translate/source.h"

/* --- ptx_text.c --------------------------------------------------------------------------- */

struct ptx_text {
    char *bytes; /* without comments and escapes; ends with 0 */
    int *tokens; /* the string in which each of them stands */
    int length;
};

/* Reads the strings from token i on; *behind is the token after them. */
void ptx_read_text(const struct source *s, int i, struct ptx_text *t, int *behind);
void ptx_free_text(struct ptx_text *t);

/* A label with its colon, a brace, or what stands before a semicolon. */
struct ptx_statement {
    char text[512];
    int length, token;
};

/* Takes the statement at *at, and moves *at behind it. False at the end. */
bool ptx_next_statement(const struct ptx_text *t, int *at, struct ptx_statement *statement);

/* Cuts a text at each separator that stands in no brackets; returns how many parts there are.
 * The last one is not cut if there are more than `most`. */
int ptx_split(char *text, char separator, char **parts, int most);

/* Whether the word is one of those between blanks. */
bool ptx_is_one_of(const char *word, const char *words);

/* --- ptx_operands.c ----------------------------------------------------------------------- */

enum { PTX_OPERANDS = 30, PTX_REGISTERS = 200, PTX_PARTS = 12 };

struct ptx_register {
    char name[40];
    int many; /* of `.reg .b32 r<4>`: 4; or else 0 */
};

/* What the operands of one instruction may name. */
struct ptx_names {
    char operands[PTX_OPERANDS]; /* the letter of each one's constraint */
    int operand_count;
    struct ptx_register registers[PTX_REGISTERS];
    int register_count;
};

/* Returns the type in C++ of a type of PTX without its dot, or NULL; and its kind of register.
 */
const char *ptx_type(const char *word);
const char *ptx_register_type(const char *word);

/* Write the C++ of an operand: a register or a number; and of an address in brackets, for the
 * state space. False where the text is neither. */
bool ptx_value(const struct ptx_names *names, const char *text, char *out, size_t size);
bool ptx_address(const struct ptx_names *names, const char *text, bool is_shared, char *out,
                 size_t size);

/* Whether the text is a register that can be written, and its C++. */
bool ptx_result(const struct ptx_names *names, const char *text, char *out, size_t size);

/* --- ptx_instructions.c ------------------------------------------------------------------- */

/* An instruction: the words of its name, and its operands. */
struct ptx_instruction {
    char *words[PTX_PARTS], *operands[PTX_PARTS];
    int word_count, operand_count;
    const struct ptx_names *names;
};

/* Writes the C++ of an instruction; false if it is not known. */
bool ptx_write(const struct ptx_instruction *instruction, char *out, size_t size);

#endif
