/* Whether objects that the C++ library is given are its own: see cxx_objects.h.
 *
 * The library's code calls what such an object's table says, and nobody can put a hook there.
 * So before one of its functions is called, the tables must be those of the library's classes.
 * Where an object lies that all programs have, such as the buffer behind std::cout or a facet
 * of the only locale, it may be of any class: it lies among the library's own variables.
 *
 * The places of members are those of the Itanium C++ ABI and of libstdc++.so.6, which do not
 * change. */
#define _GNU_SOURCE
#include "checker/cxx_objects.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include "checker/strays.h"
#include "cuda/host_memory.h"
#include "grid/computed_calls.h"

/* Words of these objects. */
enum {
    TABLE = 0,
    IOS_CALLBACKS = 5,
    IOS_LOCALE = 26,
    IOS_TIE = 27,
    IOS_BUFFER = 29,
    IOS_CTYPE = 30,
    IOS_NUM_PUT = 31,
    IOS_NUM_GET = 32,
    BUFFER_FIRST = 1, /* the six ends of what is read and of what is written */
    BUFFER_LAST = 6,
    BUFFER_LOCALE = 7,
    BUFFER_TEXT = 9, /* of a string stream's */
    ERROR_TEXT = 1,  /* in front of which its users are counted */
    NODE_PARENT = 1,
    NODE_LEFT = 2,
    NODE_RIGHT = 3,
    CAUGHT_DESTROY = 1,
    CAUGHT_CLEANUP = 11,
};

struct range {
    uintptr_t begin, end;
};

/* --- what there is ------------------------------------------------------------------------ */

/* The classes of streams and of their buffers that a hand-in may have. */
#define STREAM_TABLES(X)                                                                       \
    X(_ZTVSo)                                                                                  \
    X(_ZTVSi)                                                                                  \
    X(_ZTVSd)                                                                                  \
    X(_ZTVSt9basic_iosIcSt11char_traitsIcEE)                                                   \
    X(_ZTVNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE)                          \
    X(_ZTVNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEE)                         \
    X(_ZTVNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE)                         \
    X(_ZTVNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEEE)                          \
    X(_ZTVNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEEE)                         \
    X(_ZTVNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEEE)
/* What lists the tables that such an object has while it is being made or ended. */
#define STREAM_LISTS(X)                                                                        \
    X(_ZTTSo)                                                                                  \
    X(_ZTTSi)                                                                                  \
    X(_ZTTSd)                                                                                  \
    X(_ZTTNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE)                          \
    X(_ZTTNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEE)                         \
    X(_ZTTNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE)                         \
    X(_ZTTNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEEE)                          \
    X(_ZTTNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEEE)                         \
    X(_ZTTNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEEE)
#define BUFFER_TABLES(X)                                                                       \
    X(_ZTVSt15basic_streambufIcSt11char_traitsIcEE)                                            \
    X(_ZTVSt15basic_streambufIwSt11char_traitsIwEE)                                            \
    X(_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE)                             \
    X(_ZTVNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEE)
#define ERROR_TABLES(X)                                                                        \
    X(_ZTVSt13runtime_error)                                                                   \
    X(_ZTVSt11range_error)                                                                     \
    X(_ZTVSt14overflow_error)                                                                  \
    X(_ZTVSt15underflow_error)                                                                 \
    X(_ZTVSt12system_error)                                                                    \
    X(_ZTVSt11logic_error)                                                                     \
    X(_ZTVSt12domain_error)                                                                    \
    X(_ZTVSt12length_error)                                                                    \
    X(_ZTVSt12out_of_range)                                                                    \
    X(_ZTVSt16invalid_argument)
#define OWN_STREAMS(X)                                                                         \
    X(_ZSt4cout)                                                                               \
    X(_ZSt4cerr)                                                                               \
    X(_ZSt4clog)                                                                               \
    X(_ZSt3cin)

#define DECLARE(name) extern __attribute__((weak)) const char name[];
STREAM_TABLES(DECLARE)
STREAM_LISTS(DECLARE)
BUFFER_TABLES(DECLARE)
ERROR_TABLES(DECLARE)
OWN_STREAMS(DECLARE)
extern __attribute__((weak)) const uintptr_t *const *__cxa_get_globals(void);
extern __attribute__((weak)) void *__cxa_allocate_exception(size_t bytes);
extern __attribute__((weak)) void *__cxa_init_primary_exception(void *, void *,
                                                                void (*)(void *));
extern __attribute__((weak)) void __cxa_free_exception(void *thrown);

#define NAME(name) name,
static const char *const stream_names[] = {STREAM_TABLES(NAME)};
static const char *const list_names[] = {STREAM_LISTS(NAME)};
static const char *const buffer_names[] = {BUFFER_TABLES(NAME)};
static const char *const error_names[] = {ERROR_TABLES(NAME)};
static const char *const own_names[] = {OWN_STREAMS(NAME)};
enum {
    STREAMS = sizeof stream_names / sizeof stream_names[0],
    LISTS = sizeof list_names / sizeof list_names[0],
    BUFFERS = sizeof buffer_names / sizeof buffer_names[0],
    ERRORS = sizeof error_names / sizeof error_names[0],
    OWN = sizeof own_names / sizeof own_names[0]
};

static struct {
    struct range streams[STREAMS], lists[LISTS], buffers[BUFFERS], errors[ERRORS], own[OWN];
    struct range data; /* the library's variables */
    uintptr_t cleanup; /* how an exception ends that is the program's */
} library;

static void take_symbols(struct range *to, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const ElfW(Sym) *symbol = NULL;
        Dl_info info;
        if (!names[i] || !dladdr1(names[i], &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol)
            continue;
        to[i].begin = (uintptr_t)info.dli_saddr;
        to[i].end = to[i].begin + symbol->st_size;
    }
}

static int take_data(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (!info->dlpi_name || !strstr(info->dlpi_name, "/libstdc++.so"))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && part->p_flags & PF_W)
            library.data = (struct range){begin, begin + part->p_memsz};
    }
    return 1;
}

/* Asks one that is never thrown. */
static void take_cleanup(void)
{
    if (!__cxa_allocate_exception || !__cxa_init_primary_exception || !__cxa_free_exception)
        return;
    void *thrown = __cxa_allocate_exception(sizeof(int));
    const uintptr_t *header = __cxa_init_primary_exception(thrown, NULL, NULL);
    library.cleanup = header[CAUGHT_CLEANUP];
    __cxa_free_exception(thrown);
}

void simt_know_cxx_objects(void)
{
    dl_iterate_phdr(take_data, NULL);
    take_symbols(library.streams, stream_names, STREAMS);
    take_symbols(library.lists, list_names, LISTS);
    take_symbols(library.buffers, buffer_names, BUFFERS);
    take_symbols(library.errors, error_names, ERRORS);
    take_symbols(library.own, own_names, OWN);
    take_cleanup();
}

/* --- which functions are given which ------------------------------------------------------ */

/* The first row that fits, and what the first arguments are. An object that is being made says
 * nothing yet; where a function returns one of more than two words, its place comes first. */
static const struct {
    const char *function;
    enum simt_cxx_object kinds[SIMT_CXX_ARGUMENTS];
} givens[] = {
    {"__cxa_end_catch", {SIMT_CAUGHT}},
    {"_ZNSt6localeC[12]ERKS_*", {SIMT_PLAIN, SIMT_LOCALE}},
    {"_ZNSt*_errorC[12]ERKS_", {SIMT_PLAIN, SIMT_ERROR}},
    {"_ZNSt*_erroraSERKS_", {SIMT_ERROR, SIMT_ERROR}},
    {"_ZNSt*_errorD*", {SIMT_ERROR}},
    {"_ZNSt12out_of_rangeD*", {SIMT_ERROR}},
    {"_ZNSt16invalid_argumentD*", {SIMT_ERROR}},
    {"_ZN*C[12]E*", {SIMT_PLAIN}},
    {"_ZSt29_Rb_tree_insert_and_rebalance*", {SIMT_PLAIN, SIMT_TREE, SIMT_TREE, SIMT_TREE}},
    {"_ZSt28_Rb_tree_rebalance_for_erase*", {SIMT_TREE, SIMT_TREE}},
    {"_ZNSt8__detail15_List_node_base10_M_reverse*", {SIMT_LIST}},
    {"_ZNSt9basic_ios*5imbueE*", {SIMT_PLAIN, SIMT_IOS}},
    {"_ZNSt9basic_ios*7copyfmtE*", {SIMT_IOS, SIMT_IOS}},
    {"_ZNSt9basic_ios*", {SIMT_IOS}},
    {"_ZNKSt9basic_ios*", {SIMT_IOS}},
    {"_ZNSt8ios_base4Init*", {SIMT_PLAIN}},
    {"_ZNSt8ios_base7failure*", {SIMT_PLAIN}},
    {"_ZNSt8ios_base15sync_with_stdio*", {SIMT_PLAIN}},
    {"_ZNSt8ios_base5imbueE*", {SIMT_PLAIN, SIMT_IOS}},
    {"_ZNKSt8ios_base6getlocE*", {SIMT_PLAIN, SIMT_IOS}},
    {"_ZNSt8ios_base*", {SIMT_IOS}},
    {"_ZNKSt8ios_base*", {SIMT_IOS}},
    {"_ZNS[oid]*St15basic_streambuf*", {SIMT_STREAM, SIMT_BUFFER}},
    {"_ZNS[oid]*", {SIMT_STREAM}},
    {"_ZNKS[oid]*", {SIMT_STREAM}},
    {"_ZStlsI*", {SIMT_STREAM}},
    {"_ZStrsI*", {SIMT_STREAM}},
    {"_ZSt16__ostream_insert*", {SIMT_STREAM}},
    {"_ZSt4endl*", {SIMT_STREAM}},
    {"_ZSt5flush*", {SIMT_STREAM}},
    {"_ZSt7getline*", {SIMT_STREAM}},
    {"_ZN[KO]*stringstream*3strE*", {SIMT_PLAIN, SIMT_STREAM}},
    {"_ZN*stringstream*", {SIMT_STREAM}},
    {"_ZN[KO]*stringbuf*3strE*", {SIMT_PLAIN, SIMT_BUFFER}},
    {"_ZN*stringbuf*", {SIMT_BUFFER}},
    {"_ZN*St15basic_streambuf*8pubimbueE*", {SIMT_PLAIN, SIMT_BUFFER}},
    {"_ZN*St15basic_streambuf*6getlocE*", {SIMT_PLAIN, SIMT_BUFFER}},
    {"_ZN*St15basic_streambuf*", {SIMT_BUFFER}},
    {"_ZSt9use_facet*", {SIMT_LOCALE}},
    {"_ZNSt6locale7classicEv", {SIMT_PLAIN}},
    {"_ZNSt6locale6globalE*", {SIMT_PLAIN, SIMT_LOCALE}},
    {"_ZNKSt6locale4nameE*", {SIMT_PLAIN, SIMT_LOCALE}},
    {"_ZNKSt6locale4nameB5cxx11E*", {SIMT_PLAIN, SIMT_LOCALE}},
    {"_ZNSt6localeaSE*", {SIMT_LOCALE, SIMT_LOCALE}},
    {"_ZN*St6locale*", {SIMT_LOCALE}},
    {"_ZN*St5ctype*", {SIMT_FACET}},
};

const enum simt_cxx_object *simt_cxx_objects_of(const char *function)
{
    static const enum simt_cxx_object none[SIMT_CXX_ARGUMENTS] = {SIMT_PLAIN};
    for (size_t i = 0; i < sizeof givens / sizeof *givens; i++)
        if (fnmatch(givens[i].function, function, 0) == 0)
            return givens[i].kinds;
    return none;
}

/* In front of a table's functions are two other words. */
static void each_of(const struct range *tables, unsigned count, enum simt_cxx_object kind,
                    void (*take)(void **place, const enum simt_cxx_object *objects))
{
    static const enum simt_cxx_object first[][SIMT_CXX_ARGUMENTS] = {
        [SIMT_BUFFER] = {SIMT_BUFFER}, [SIMT_ERROR] = {SIMT_ERROR}};
    for (unsigned i = 0; i < count; i++)
        for (void **at = (void **)tables[i].begin + 2; (uintptr_t)at < tables[i].end; at++)
            take(at, first[kind]);
}

void simt_each_virtual(void (*take)(void **place, const enum simt_cxx_object *objects))
{
    each_of(library.buffers, BUFFERS, SIMT_BUFFER, take);
    each_of(library.errors, ERRORS, SIMT_ERROR, take);
}

/* --- what an object is -------------------------------------------------------------------- */

static uintptr_t word(uintptr_t object, unsigned which)
{
    return ((const uintptr_t *)object)[which];
}

static bool is_in(const struct range *ranges, unsigned count, uintptr_t at)
{
    for (unsigned i = 0; i < count; i++)
        if (at >= ranges[i].begin && at < ranges[i].end)
            return true;
    return false;
}

/* Or none. */
static bool is_of_library(uintptr_t at)
{
    return !at || is_in(&library.data, 1, at);
}

static bool is_sound_buffer(uintptr_t at)
{
    if (is_of_library(at))
        return true;
    if (!is_in(library.buffers, BUFFERS, word(at, TABLE)) ||
        !is_of_library(word(at, BUFFER_LOCALE)))
        return false;
    bool is_string = is_in(library.buffers + BUFFERS / 2, BUFFERS / 2, word(at, TABLE));
    bool holds_state = is_string && simt_is_state(word(at, BUFFER_TEXT), 1);
    for (unsigned i = BUFFER_FIRST; i <= BUFFER_LAST; i++)
        holds_state |= simt_is_state(word(at, i), 1);
    return !holds_state;
}

static bool is_stream_table(uintptr_t table)
{
    bool is = is_in(library.streams, STREAMS, table);
    for (unsigned i = 0; i < LISTS && !is; i++)
        for (uintptr_t at = library.lists[i].begin; at < library.lists[i].end; at += sizeof at)
            is |= word(at, 0) == table;
    return is;
}

/* What a stream waits for is one of those that all programs have. */
static bool is_sound_ios(uintptr_t at)
{
    return is_stream_table(word(at, TABLE)) && !word(at, IOS_CALLBACKS) &&
           is_of_library(word(at, IOS_LOCALE)) && is_of_library(word(at, IOS_CTYPE)) &&
           is_of_library(word(at, IOS_NUM_PUT)) && is_of_library(word(at, IOS_NUM_GET)) &&
           (is_of_library(word(at, IOS_TIE)) || is_in(library.own, OWN, word(at, IOS_TIE))) &&
           is_sound_buffer(word(at, IOS_BUFFER));
}

/* The table says how far off the part is that all streams have. */
static bool is_sound_stream(uintptr_t at)
{
    uintptr_t table = word(at, TABLE);
    return is_stream_table(table) && is_sound_ios(at + ((const uintptr_t *)table)[-3]);
}

/* Whether the words that lead to other nodes lead nowhere else. */
static bool is_sound_node(uintptr_t node, unsigned first, unsigned last)
{
    bool holds_state = false;
    if (!node || !simt_is_host_memory((const void *)node, (last + 1) * sizeof node))
        return true;
    for (unsigned i = first; i <= last; i++)
        holds_state |= simt_is_state(word(node, i), 1);
    return !holds_state;
}

static bool is_sound_branch(uintptr_t node)
{
    return is_sound_node(node, NODE_PARENT, NODE_RIGHT) &&
           is_sound_node(word(node, NODE_LEFT), NODE_PARENT, NODE_RIGHT) &&
           is_sound_node(word(node, NODE_RIGHT), NODE_PARENT, NODE_RIGHT);
}

/* What the library writes to when it puts a tree in order: nodes on the way up, and below
 * these; and where a node goes, on the way to the next one, which takes its place. */
static bool is_sound_tree(uintptr_t node)
{
    const size_t bytes = 4 * sizeof node;
    enum { DEEPEST = 128 };
    uintptr_t up = node, down = node;
    for (int i = 0; i < DEEPEST && simt_is_host_memory((const void *)up, bytes); i++) {
        if (!is_sound_branch(up))
            return false;
        up = word(up, NODE_PARENT);
    }
    for (int i = 0; i < DEEPEST && simt_is_host_memory((const void *)down, bytes); i++) {
        if (!is_sound_branch(down))
            return false;
        down = word(down, i == 0 ? NODE_RIGHT : NODE_LEFT);
    }
    return true;
}

static bool is_sound_list(uintptr_t first)
{
    uintptr_t node = first;
    do {
        if (!is_sound_node(node, 0, 1))
            return false;
        if (!simt_is_host_memory((const void *)node, 2 * sizeof node))
            return true;
        node = word(node, 0);
    } while (node != first);
    return true;
}

/* What is to be called when it has been handled. */
static bool is_sound_exception(void)
{
    const uintptr_t *caught = __cxa_get_globals ? *__cxa_get_globals() : NULL;
    if (!caught)
        return true;
    return simt_may_be_called((const void *)caught[CAUGHT_DESTROY]) &&
           (!library.cleanup || caught[CAUGHT_CLEANUP] == library.cleanup);
}

bool simt_is_sound(enum simt_cxx_object kind, uintptr_t at)
{
    switch (kind) {
    case SIMT_PLAIN:
        return true;
    case SIMT_STREAM:
        return is_sound_stream(at);
    case SIMT_IOS:
        return is_sound_ios(at);
    case SIMT_BUFFER:
        return is_sound_buffer(at);
    case SIMT_LOCALE:
        return is_of_library(word(at, 0));
    case SIMT_FACET:
        return is_of_library(at);
    case SIMT_ERROR:
        return !simt_is_state(word(at, ERROR_TEXT), 1);
    case SIMT_TREE:
        return is_sound_tree(at);
    case SIMT_LIST:
        return is_sound_list(at);
    case SIMT_CAUGHT:
        return is_sound_exception();
    }
    return false;
}
