/* Random kernels whose races are known by construction: generate SEED COUNT >kernels.cu
 *
 * A kernel is a list of statements: accesses to shared and global memory of several sizes,
 * guarded or not, atomics, barriers, __syncwarp of all or some lanes, shuffles, loops and
 * branches. Each is written as CUDA, and played through for every thread: so each access of
 * each thread is known with what it is ordered after. Any two of them to the same byte that
 * conflict and are not ordered are a race, and the words of all races are written down beside
 * the kernel.
 *
 * Left to chance nearly all would have races: two in five kernels are mended until they have
 * none. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WARP = 32,
    MOST_THREADS = 96,
    MOST_BLOCKS = 3,
    MOST_STATEMENTS = 24, /* as drawn */
    MOST_MENDED = 80,
    MOST_EVENTS = 1 << 16,
    WORDS = 48, /* in each array */
};

/* --- random numbers ---------------------------------------------------------------------- */

static unsigned long long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % below;
}

static bool chance(unsigned percent)
{
    return draw(100) < percent;
}

/* --- programs ----------------------------------------------------------------------------- */

enum kind { READ, WRITE, ATOMIC, BARRIER, SYNCWARP, SHUFFLE, LOOP, BRANCH, END };

/* Which threads do a statement; OF_BLOCK lets pass all of a block, or none. */
enum guard { ALL, BELOW, EVERY_OTHER, OF_WARP, OF_BLOCK, ONE };

struct statement {
    enum kind kind;
    bool shared;
    int size;                 /* of the access: 1, 2, 4 or 8 bytes */
    int of_t, of_b, of_i, at; /* the index of the element */
    enum guard guard;
    int bound;
    int inside; /* the number of its loop or branch, and 1; 0 if there is none */
    unsigned mask;
    int turns; /* of a loop */
};

struct program {
    int threads, blocks, count;
    struct statement at[MOST_MENDED];
};

static void draw_access(struct statement *s)
{
    static const int sizes[] = {4, 4, 4, 4, 1, 2, 8};
    s->kind = (enum kind)draw(3);
    s->shared = chance(60);
    s->size = s->kind == ATOMIC ? 4 : sizes[draw(7)];
    s->of_t = (int)draw(4);
    s->of_b = s->shared ? 0 : (int)draw(3) * 8;
    s->of_i = (int)draw(2);
    s->at = (int)draw(8);
    s->guard = chance(40) ? (enum guard)(1 + draw(5)) : ALL;
    s->bound = (int)draw(40);
}

/* Whether a whole block is in it or out of it. */
static bool is_uniform(const struct statement *body)
{
    return body->kind == LOOP || body->guard == OF_BLOCK;
}

static void draw_body(struct statement *s)
{
    s->kind = chance(50) ? LOOP : BRANCH;
    s->turns = 2;
    s->guard = chance(40) ? OF_BLOCK : (enum guard)(1 + draw(3));
    s->bound = (int)draw(40);
}

/* `body` is the loop or the branch that it is in, or NULL. */
static void draw_statement(struct statement *s, const struct statement *body)
{
    unsigned what = draw(100);
    *s = (struct statement){.kind = BARRIER};
    if (what < 60 || (body && !is_uniform(body)))
        draw_access(s);
    else if (what < 76)
        s->kind = BARRIER;
    else if (what < 86) {
        s->kind = SYNCWARP;
        s->mask = chance(40) ? ~0u : draw(1 << 16) | draw(1 << 16) << 16 | 1;
    } else if (what < 90 || body)
        s->kind = SHUFFLE;
    else
        draw_body(s);
}

static void draw_program(struct program *p)
{
    static const int threads[] = {32, 64, 40, 96, 8};
    int inside = 0;
    p->threads = threads[draw(5)];
    p->blocks = 1 + (int)draw(MOST_BLOCKS);
    p->count = 5 + (int)draw(MOST_STATEMENTS - 6);
    p->at[0] = (struct statement){
        .kind = WRITE, .shared = true, .size = 4, .of_t = 1, .guard = BELOW, .bound = WORDS};
    for (int i = 1; i < p->count; i++) {
        struct statement *s = &p->at[i];
        draw_statement(s, inside ? &p->at[inside - 1] : NULL);
        s->inside = inside;
        if (inside && chance(30))
            *s = (struct statement){.kind = END, .inside = inside};
        inside = s->kind == LOOP || s->kind == BRANCH ? i + 1 : s->kind == END ? 0 : inside;
    }
    if (inside)
        p->at[p->count++] = (struct statement){.kind = END, .inside = inside};
}

static bool guarded(const struct statement *s, int t, int b)
{
    switch (s->guard) {
    case BELOW:
        return t < s->bound;
    case EVERY_OTHER:
        return t % 2 == s->bound % 2;
    case OF_WARP:
        return t / WARP == s->bound % 3;
    case OF_BLOCK:
        return b == s->bound % 2;
    case ONE:
        return t == s->bound;
    default:
        return true;
    }
}

/* In its branch, too. */
static bool does(const struct program *p, const struct statement *s, int t, int b)
{
    const struct statement *body = s->inside ? &p->at[s->inside - 1] : NULL;
    return guarded(s, t, b) && (!body || body->kind == LOOP || guarded(body, t, b));
}

static int element(const struct statement *s, int t, int b, int i)
{
    return (s->of_t * t + s->of_b * b + s->of_i * i + s->at) % (WORDS * 4 / s->size);
}

/* --- as CUDA ------------------------------------------------------------------------------ */

static const char *type_of(int size)
{
    return size == 1   ? "unsigned char"
           : size == 2 ? "unsigned short"
           : size == 4 ? "unsigned"
                       : "unsigned long long";
}

static void print_guard(const struct statement *s)
{
    static const char *const guards[] = {"",
                                         "if (t < %d) ",
                                         "if (t %% 2 == %d) ",
                                         "if (t / 32 == %d) ",
                                         "if (b == %d) ",
                                         "if (t == %d) "};
    int bounds[] = {0, s->bound, s->bound % 2, s->bound % 3, s->bound % 2, s->bound};
    printf(guards[s->guard], bounds[s->guard]);
}

static void print_access(const struct statement *s, int number)
{
    char place[200];
    snprintf(place, sizeof place, "((%s *)%s)[(%d * t + %d * b + %d * i + %d) %% %d]",
             type_of(s->size), s->shared ? "shared" : "global", s->of_t, s->of_b, s->of_i,
             s->at, WORDS * 4 / s->size);
    print_guard(s);
    if (s->kind == READ)
        printf("sum += %s;\n", place);
    if (s->kind == WRITE)
        printf("%s = %d + 512 * b + t;\n", place, number * 4096);
    if (s->kind == ATOMIC)
        printf("atomicAdd(&%s, 1);\n", place);
}

static void print_statement(const struct program *p, int number)
{
    const struct statement *s = &p->at[number];
    printf("    ");
    if (s->kind <= ATOMIC)
        print_access(s, number);
    if (s->kind == BARRIER)
        printf("__syncthreads();\n");
    if (s->kind == SYNCWARP)
        printf("if (%#xu >> t %% 32 & 1) __syncwarp(%#xu);\n", s->mask, s->mask);
    if (s->kind == SHUFFLE)
        printf("sum += __shfl_xor_sync(0xffffffff, sum, 1);\n");
    if (s->kind == LOOP)
        printf("for (i = 0; i < %d; i++) {\n", s->turns);
    if (s->kind == BRANCH)
        print_guard(s), printf("{\n");
    if (s->kind == END)
        printf("} i = 0;\n");
}

static void print_kernel(const struct program *p, int number)
{
    printf("\n__global__ void kernel_%d(unsigned *global, unsigned *out)\n{\n", number);
    printf("    __shared__ __align__(8) unsigned shared[%d];\n", WORDS);
    printf("    unsigned sum = 0;\n    int t = threadIdx.x, b = blockIdx.x, i = 0;\n");
    printf("    (void)i, (void)b, (void)global;\n");
    for (int i = 0; i < p->count; i++)
        print_statement(p, i);
    printf("    __syncthreads();\n    out[%d * b + t] = sum + shared[t %% %d];\n}\n",
           MOST_THREADS, WORDS); /* or the compiler would see that nobody reads it */
}

/* --- played through ----------------------------------------------------------------------- */

struct event {
    enum kind kind;
    bool shared;
    int begin, size, block, thread, interval, time, statement;
    int knows[WARP]; /* the time of each lane of the warp up to which it is ordered after it */
};

static struct event events[MOST_EVENTS];
static int event_count;

struct thread {
    int time;
    int knows[WARP];
};

struct play {
    int interval, block, turn;
    struct thread thread[MOST_THREADS];
};

static void play_access(const struct program *p, struct play *play, const struct statement *s)
{
    for (int t = 0; t < p->threads; t++) {
        struct thread *thread = &play->thread[t];
        if (!does(p, s, t, play->block))
            continue;
        struct event *e = &events[event_count++];
        *e = (struct event){.kind = s->kind,
                            .shared = s->shared,
                            .begin = element(s, t, play->block, play->turn) * s->size,
                            .size = s->size,
                            .block = play->block,
                            .thread = t,
                            .interval = play->interval,
                            .time = ++thread->time,
                            .statement = (int)(s - p->at)};
        memcpy(e->knows, thread->knows, sizeof e->knows);
    }
}

/* The lanes of the mask learn what each of them knows and has done. */
static void meet(const struct program *p, struct play *play, int first, unsigned mask)
{
    int joined[WARP] = {0};
    int lanes = p->threads - first < WARP ? p->threads - first : WARP;
    for (int i = 0; i < lanes; i++) {
        const struct thread *thread = &play->thread[first + i];
        if (!(mask >> i & 1))
            continue;
        for (int j = 0; j < WARP; j++)
            if (thread->knows[j] > joined[j])
                joined[j] = thread->knows[j];
        if (thread->time > joined[i])
            joined[i] = thread->time;
    }
    for (int i = 0; i < lanes; i++)
        if (mask >> i & 1)
            memcpy(play->thread[first + i].knows, joined, sizeof joined);
}

static void play_statement(const struct program *p, struct play *play,
                           const struct statement *s)
{
    if (s->kind <= ATOMIC)
        play_access(p, play, s);
    if (!does(p, s, 0, play->block)) /* all threads of a block are here, or none */
        return;
    if (s->kind == BARRIER)
        play->interval++;
    for (int first = 0; s->kind == SYNCWARP && first < p->threads; first += WARP)
        meet(p, play, first, s->mask);
}

static int end_of_loop(const struct program *p, int i)
{
    while (p->at[i].kind != END)
        i++;
    return i;
}

static void play_block(const struct program *p, int block)
{
    static struct play play;
    memset(&play, 0, sizeof play);
    play.block = block;
    for (int i = 0; i < p->count; i++) {
        if (p->at[i].kind != LOOP) {
            play_statement(p, &play, &p->at[i]);
            continue;
        }
        int end = end_of_loop(p, i);
        for (play.turn = 0; play.turn < p->at[i].turns; play.turn++)
            for (int k = i + 1; k < end; k++)
                play_statement(p, &play, &p->at[k]);
        play.turn = 0;
        i = end;
    }
}

/* --- races -------------------------------------------------------------------------------- */

static bool is_before(const struct event *a, const struct event *b)
{
    if (a->block != b->block)
        return false;
    if (a->interval != b->interval)
        return a->interval < b->interval;
    if (a->thread == b->thread)
        return a->time < b->time;
    return a->thread / WARP == b->thread / WARP && b->knows[a->thread % WARP] >= a->time;
}

static bool conflict(const struct event *a, const struct event *b)
{
    bool overlap = a->begin < b->begin + b->size && b->begin < a->begin + a->size;
    bool same_memory = a->shared == b->shared && (!a->shared || a->block == b->block);
    bool kinds =
        a->kind == WRITE || b->kind == WRITE || (a->kind == ATOMIC) != (b->kind == ATOMIC);
    return overlap && same_memory && kinds;
}

/* [0] shared, by block; [1] global. */
static bool racy[2][MOST_BLOCKS][WORDS];

static void mark(const struct event *a, const struct event *b)
{
    int begin = a->begin > b->begin ? a->begin : b->begin;
    int end_a = a->begin + a->size, end_b = b->begin + b->size;
    int end = end_a < end_b ? end_a : end_b;
    for (int word = begin / 4; word <= (end - 1) / 4; word++)
        racy[!a->shared][a->shared ? a->block : 0][word] = true;
}

static int race_count; /* of all that were ever found */

/* Calls `found` for each race, the later access first, as long as that wants more. */
static void each_race(bool (*found)(const struct event *, const struct event *, void *),
                      void *argument)
{
    for (int i = 0; i < event_count; i++)
        for (int k = 0; k < i; k++)
            if (conflict(&events[i], &events[k]) && !is_before(&events[i], &events[k]) &&
                !is_before(&events[k], &events[i]) && ++race_count &&
                !found(&events[i], &events[k], argument))
                return;
}

static bool mark_race(const struct event *a, const struct event *b, void *nothing)
{
    (void)nothing;
    mark(a, b);
    return true;
}

/* --- mended ----------------------------------------------------------------------------- */

static void insert(struct program *p, int at, struct statement s)
{
    memmove(&p->at[at + 1], &p->at[at], (size_t)(p->count - at) * sizeof s);
    p->at[at] = s;
    p->count++;
    for (int i = 0; i < p->count; i++)
        p->at[i].inside += p->at[i].inside > at;
}

/* Puts a barrier, or within a warp a __syncwarp(), before the later access; where that does not
 * help, no thread does it. */
static bool mend(const struct event *a, const struct event *b, void *program)
{
    struct program *p = program;
    struct statement s = {.kind = BARRIER, .mask = ~0u};
    int at = a->statement;
    const struct statement *body = p->at[at].inside ? &p->at[p->at[at].inside - 1] : NULL;
    s.inside = p->at[at].inside;
    if (a->block == b->block && a->thread / WARP == b->thread / WARP && chance(50))
        s.kind = SYNCWARP;
    bool helps = a->block == b->block && a->statement != b->statement;
    if (helps && (!body || is_uniform(body)) && p->count < MOST_MENDED)
        insert(p, at, s);
    else
        p->at[at].guard = ONE, p->at[at].bound = MOST_THREADS;
    return false;
}

static void play_program(const struct program *p)
{
    event_count = 0;
    for (int block = 0; block < p->blocks; block++)
        play_block(p, block);
}

static void mend_program(struct program *p)
{
    int count;
    do {
        count = race_count;
        play_program(p);
        each_race(mend, p);
    } while (race_count > count);
}

/* --- what comes out ----------------------------------------------------------------------- */

static void print_words(int number)
{
    printf("static const struct fuzz_word words_%d[] = {", number);
    for (int space = 0; space < 2; space++)
        for (int block = 0; block < MOST_BLOCKS; block++)
            for (int word = 0; word < WORDS; word++)
                if (racy[space][block][word])
                    printf("{\"%s\", %d, %d, %d}, ", space ? "global" : "shared", word, !space,
                           block);
    printf("{NULL, 0, 0, 0}};\n");
}

static void generate(int number)
{
    static struct program p;
    draw_program(&p);
    if (chance(40))
        mend_program(&p);
    play_program(&p);
    memset(racy, 0, sizeof racy);
    each_race(mark_race, NULL);
    print_kernel(&p, number);
    print_words(number);
    printf("static void run_%d(unsigned *global, unsigned *out)\n{\n", number);
    printf("    kernel_%d<<<%d, %d>>>(global, out);\n}\n", number, p.blocks, p.threads);
}

int main(int argc, char **argv)
{
    int count = argc > 2 ? atoi(argv[2]) : 10;
    state = argc > 1 ? strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15ull + 1 : 1;
    printf("// %d kernels of seed %s, made by generate.c.\n", count, argc > 1 ? argv[1] : "1");
    printf("#include \"fuzz.h\"\n");
    for (int i = 0; i < count; i++)
        generate(i);
    printf("\nextern \"C\" const struct fuzz_kernel fuzz_kernels[] = {\n");
    for (int i = 0; i < count; i++)
        printf("    {run_%d, words_%d},\n", i, i);
    printf("    {NULL, NULL},\n};\n");
    return 0;
}
