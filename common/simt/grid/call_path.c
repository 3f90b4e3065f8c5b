/* The path of calls by which a lane has come to an __activemask(). Lanes that call a function
 * from different branches do not run together in it, though they ask in the same line.
 *
 * The unwinder knows the path, but takes longer than the operation itself. So it is asked once
 * for each return address: how far up the stack the next return address lies is the same
 * whenever the program comes there again. Where it is not, as with arrays of variable size, the
 * lane gets another number, and a group is smaller than it could be. */
#include <stdatomic.h>
#include <stdint.h>
#include <unwind.h>
#include "grid/grid.h"
#include "grid/lines.h"

enum { SLOTS = 1 << 10, MOST_CALLS = SIMT_FRAMES, FRAME_BITS = 16 };

/* A place, as an offset in the program; how far above its frame's lower end the place lies that
 * this frame returns to; and where the frame ends that is next. */
static atomic_ullong noted[SLOTS];

struct step {
    unsigned place;
    uint16_t to_return, to_next;
};

/* What the unwinder is asked: the frame above the one that is at `code`. */
struct search {
    const void *code;
    const char *frame;
    struct step found;
    bool is_next, is_found;
};

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *of)
{
    struct search *search = of;
    const void *code = (const void *)_Unwind_GetIP(context);
    const char *frame = (const char *)_Unwind_GetCFA(context);
    if (!search->is_next) {
        search->is_next = code == search->code && frame == search->frame;
        return _URC_NO_REASON;
    }
    size_t bytes = (size_t)(frame - search->frame);
    for (size_t at = 0; bytes < 1 << FRAME_BITS && at + sizeof code <= bytes; at += sizeof code)
        if (*(const void *const *)(search->frame + at) == code) {
            search->found.to_return = (uint16_t)at;
            search->found.to_next = (uint16_t)bytes;
            search->is_found = true; /* the last one: what is below may be left from before */
        }
    return _URC_END_OF_STACK;
}

static bool step_from(const void *code, const char *frame, struct step *step)
{
    unsigned place = simt_code_offset(code);
    atomic_ullong *slot = &noted[place % SLOTS];
    unsigned long long entry = atomic_load_explicit(slot, memory_order_relaxed);
    *step = (struct step){(unsigned)(entry >> 2 * FRAME_BITS), (uint16_t)(entry >> FRAME_BITS),
                          (uint16_t)entry};
    if (step->place == place)
        return true;
    struct search search = {.code = code, .frame = frame};
    _Unwind_Backtrace(look, &search);
    search.found.place = place;
    *step = search.found;
    if (search.is_found)
        atomic_store_explicit(slot,
                              (unsigned long long)place << 2 * FRAME_BITS |
                                  (unsigned long long)step->to_return << FRAME_BITS |
                                  step->to_next,
                              memory_order_relaxed);
    return search.is_found;
}

unsigned long long simt_call_path(const void *code, const void *frame)
{
    const char *at = frame;
    unsigned long long path = 0;
    struct step step;
    for (int i = 0; i < MOST_CALLS && simt_is_students(code); i++) {
        path = (path ^ simt_code_offset(code)) * 0x9e3779b97f4a7c15u;
        if (!step_from(code, at, &step))
            break;
        code = *(const void *const *)(at + step.to_return);
        at += step.to_next;
    }
    return path;
}
