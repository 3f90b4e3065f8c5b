/* Refuses what may not stand in a device function, or not in a host function: calls of the C++
 * library and of the runtime, exceptions, words like __device__. It keeps silent where it is
 * not certain. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <ctype.h>
#include <string.h>

static bool begins_with(const struct source *s, int i, const char *const *beginnings)
{
    for (; *beginnings; beginnings++)
        if (s->tokens[i].length > strlen(*beginnings) &&
            !memcmp(s->tokens[i].text, *beginnings, strlen(*beginnings)))
            return true;
    return false;
}

static bool is_call(const struct source *s, int i)
{
    return is(s, next(s, i), "(");
}

/* Whether the name is of no member, and is declared neither by the file nor by the function. */
static bool is_global(const struct source *s, const struct function *f, int i)
{
    int p = previous(s, i);

    if (is(s, p, ".") || is(s, p, "->") || (is(s, p, "::") && is_name(s, previous(s, p))))
        return false;
    return !is_function(s, i) && !is_macro(s, i) && !declares(s, f, i);
}

/* --- the standard library ----------------------------------------------------------------- */

/* nvcc lets a kernel call these of std: mathematics, and what leaves no call in the program. */
static const char *const std_functions[] = {
    "abs",       "acos",      "acosh",  "asin",        "asinh",     "atan",       "atan2",
    "atanh",     "cbrt",      "ceil",   "copysign",    "cos",       "cosh",       "erf",
    "erfc",      "exp",       "exp2",   "expm1",       "fabs",      "fdim",       "floor",
    "fma",       "fmax",      "fmin",   "fmod",        "forward",   "fpclassify", "free",
    "frexp",     "hypot",     "ilogb",  "isfinite",    "isgreater", "isinf",      "isless",
    "isnan",     "isnormal",  "labs",   "ldexp",       "lgamma",    "llabs",      "llrint",
    "llround",   "log",       "log10",  "log1p",       "log2",      "logb",       "lrint",
    "lround",    "malloc",    "memcpy", "memset",      "modf",      "move",       "nan",
    "nearbyint", "nextafter", "pow",    "printf",      "remainder", "remquo",     "rint",
    "round",     "scalbln",   "scalbn", "signbit",     "sin",       "sinh",       "sqrt",
    "strlen",    "tan",       "tanh",   "tgamma",      "trunc",     "declval",    "clock",
    "nanf",      "fmaf",      "sqrtf",  "isunordered", NULL};

/* Whatever a kernel does with these calls a host function. */
static const char *const std_objects[] = {
    "vector",    "string",        "cout",          "cerr",        "clog",        "endl",
    "map",       "set",           "unordered_map", "deque",       "list",        "tuple",
    "function",  "unique_ptr",    "complex",       "shared_ptr",  "ostream",     "stringstream",
    "to_string", "unordered_set", "atomic",        "optional",    "variant",     "any",
    "mutex",     "thread",        "atomic_int",    "atomic_uint", "atomic_bool", "atomic_flag",
    NULL};

static const char *cure_of(const struct source *s, int i)
{
    static const char *const smaller[] = {"min", "max", "fmin", "fmax", NULL};
    static const char *const streams[] = {"cout", "cerr", "clog", "endl", NULL};

    if (is_one_of(s, i, smaller))
        return "without std:: there is one for the device";
    if (is(s, i, "swap"))
        return "exchange the two through a third variable";
    if (is_one_of(s, i, streams))
        return "a kernel has printf";
    if (s->tokens[i].length >= 6 && !memcmp(s->tokens[i].text, "atomic", 6))
        return "a kernel has atomicAdd() and its like, for plain int and float";
    return "write it as a __device__ function";
}

static void refuse_std_at(struct source *s, int i, int name)
{
    refuse(s, i, "std::%.*s belongs to the host, and this runs on the device: %s",
           text_length(s, name), s->tokens[name].text, cure_of(s, name));
}

static void refuse_std(struct source *s, int i)
{
    refuse_std_at(s, i, i);
}

/* Returns the ( of std::name( and std::name<...>(, or -1. */
static int std_call(const struct source *s, int i)
{
    int after = next(s, i);

    if (is(s, after, "<"))
        after = next(s, angle_close(s, after));
    return is(s, after, "(") ? after : -1;
}

/* Returns `max` of std::numeric_limits<float>::max(), or -1. */
static int called_member(const struct source *s, int i)
{
    int after = next(s, i), member;

    if (is(s, after, "<"))
        after = next(s, angle_close(s, after));
    member = is(s, after, "::") ? next(s, after) : -1;
    return is(s, next(s, member), "(") ? member : -1;
}

/* Whether the name looks like a type's: std::size_t(1) converts, and calls nothing. */
static bool is_type(const struct source *s, int i)
{
    return s->tokens[i].length > 2 &&
           !memcmp(s->tokens[i].text + s->tokens[i].length - 2, "_t", 2);
}

/* Whether it is a declaration such as std::pair<int, int> p; */
static bool constructs_pair(const struct source *s, int i)
{
    static const char *const types[] = {"pair", "array", NULL};

    return is_one_of(s, i, types) && is(s, next(s, i), "<") &&
           is_name(s, next(s, angle_close(s, next(s, i))));
}

static void check_std(struct source *s, int i)
{
    static const char *const imported[] = {"min",  "max",  "swap", "clamp",
                                           "sort", "fill", "copy", NULL};
    int name = next(s, next(s, i)), member = name < 0 ? -1 : called_member(s, name);

    if (name < 0)
        return;
    if (is_one_of(s, name, std_objects) || constructs_pair(s, name) ||
        (is(s, previous(s, i), "using") && is_one_of(s, name, imported)))
        refuse_std(s, name);
    else if (std_call(s, name) >= 0 && !is_one_of(s, name, std_functions) && !is_type(s, name))
        refuse_std(s, name);
    else if (member >= 0)
        refuse(s, member,
               "std::%.*s...::%.*s() belongs to the host, and this runs on the device: use a "
               "constant such as FLT_MAX or INT_MAX",
               text_length(s, name), s->tokens[name].text, text_length(s, member),
               s->tokens[member].text);
}

// clang-format off
/* Of g++'s own functions nvcc knows others. */
static const char *const builtins[] = {
    "__builtin_ctz", "__builtin_ctzl", "__builtin_ctzll", "__builtin_clzl", "__builtin_popcountl",
    "__builtin_parity", "__builtin_parityl", "__builtin_parityll", "__builtin_bswap16",
    "__builtin_bswap32", "__builtin_bswap64", "__builtin_prefetch", "__builtin_add_overflow",
    "__builtin_sub_overflow", "__builtin_mul_overflow", "__builtin_frame_address",
    "__builtin_return_address", "__builtin_clrsb", NULL};

/* The device lacks these functions of the C library. */
static const char *const c_library[] = {
    "rand", "srand", "atoi", "atof", "strtol", "strtod", "puts", "putchar", "fprintf",
    "fputs", "exit", "abort", "time", "getenv", "qsort", "bsearch", "div", "ldiv", "fflush",
    "scanf", "strdup", "snprintf", "sprintf", "fopen", "fclose", "getchar", "perror",
    "calloc", "realloc", "drand48", "gettimeofday", "usleep", "sleep", "clock_gettime",
    "strcpy", "strncpy", "strcmp", "strncmp", "strcat", "strchr", "strstr", "strtok",
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "atol", "atoll",
    "strtof", "strtoul", "strtoll", "strtoull", "random", "srandom", "rand_r", "lrand48",
    "strnlen", "strrchr", "strpbrk", "strspn", "strcspn", "strncat", "memchr", "memccpy",
    "strcasecmp", "strerror", "sscanf", "fscanf", "fgets", "fputc", "fread", "fwrite",
    "system", "atexit", "_Exit", "aligned_alloc", "posix_memalign", "nanosleep", "difftime",
    "getpid", "lldiv", "vsnprintf", "bzero", "bcopy", "ffs", "sqrtl", "fabsl", "drem",
    "wcslen", "strlen", "memcmp", "memmove", NULL};
// clang-format on

/* `__sqrt`: glibc's other name of a function, which looks like one of CUDA's fast ones. */
static bool is_inner_name(const struct source *s, int i)
{
    static const char *const fast[] = {"__cosf", "__expf", "__log10f", "__log2f", "__logf",
                                       "__powf", "__sinf", "__tanf",   "__tanhf", NULL};
    static const char *const beginning[] = {"__", NULL};

    return begins_with(s, i, beginning) && !is_one_of(s, i, fast) && is_mathematics(s, i, 2);
}

/* nvcc knows the length of a literal. */
static bool is_length_of_literal(const struct source *s, int i)
{
    return is(s, i, "strlen") && s->tokens[next(s, next(s, i))].kind == STRING;
}

/* Refuses the C library's functions, and what `using namespace std` makes visible. */
static void check_library(struct source *s, const struct function *f, int i)
{
    static const char *const streams[] = {"cout", "cerr", NULL};

    if (is_inner_name(s, i) && is_call(s, i) && is_global(s, f, i))
        refuse(s, i,
               "%.*s() belongs to the host's C library, and this runs on the device: without "
               "the two underscores it is CUDA's",
               text_length(s, i), s->tokens[i].text);
    else if (is_one_of(s, i, c_library) && is_call(s, i) && is_global(s, f, i) &&
             !is_length_of_literal(s, i))
        refuse(
            s, i,
            "%.*s() belongs to the host's C library, and this runs on the device: call it on "
            "the host (a kernel has printf, assert, malloc and mathematics)",
            text_length(s, i), s->tokens[i].text);
    else if (is_one_of(s, i, builtins) && is_call(s, i))
        refuse(s, i,
               "%.*s() is for the host, and this runs on the device: a kernel has __ffs(), "
               "__clz(), __popc(), __brev() and __byte_perm()",
               text_length(s, i), s->tokens[i].text);
    else if (is(s, i, "errno") && is_global(s, f, i))
        refuse(s, i,
               "errno belongs to the host's C library, and this runs on the device, whose "
               "functions leave none: store a number of your own");
    else if (is_one_of(s, i, streams) && is(s, next(s, i), "<<") && is_global(s, f, i))
        refuse_std(s, i);
    else if (is(s, i, "swap") && is_call(s, i) && is_global(s, f, i))
        refuse_std(s, i);
}

/* --- the runtime -------------------------------------------------------------------------- */

/* CUDA gives kernels some functions whose names look like the runtime's. */
static bool is_device_runtime(const struct source *s, int i)
{
    static const char *const words[] = {"cudaGridDependencySynchronize",
                                        "cudaTriggerProgrammaticLaunchCompletion",
                                        "cudaGetDevice", "cudaDeviceGetAttribute", NULL};

    /* A kernel of a program may launch another one, and then needs these. */
    static const char *const of_programs[] = {"cudaStreamCreateWithFlags",
                                              "cudaStreamDestroy",
                                              "cudaGetLastError",
                                              "cudaPeekAtLastError",
                                              "cudaGetErrorString",
                                              "cudaGetErrorName",
                                              "cudaDeviceGetLimit",
                                              "cudaMalloc",
                                              "cudaFree",
                                              NULL};

    return is_one_of(s, i, words) || (s->is_program && is_one_of(s, i, of_programs));
}

/* What kernels of a program may call on a device, and not here. */
static bool is_missing_runtime(const struct source *s, int i)
{
    static const char *const words[] = {"cudaMemcpyAsync",
                                        "cudaMemcpy2DAsync",
                                        "cudaMemcpy3DAsync",
                                        "cudaMemsetAsync",
                                        "cudaMemset2DAsync",
                                        "cudaMemset3DAsync",
                                        "cudaEventCreateWithFlags",
                                        "cudaEventRecord",
                                        "cudaEventDestroy",
                                        "cudaStreamWaitEvent",
                                        "cudaFuncGetAttributes",
                                        "cudaGetDeviceCount",
                                        "cudaRuntimeGetVersion",
                                        "cudaGetParameterBuffer",
                                        "cudaLaunchDevice",
                                        "cudaGraphLaunch",
                                        "cudaGetCurrentGraphExec",
                                        "cudaGraphSetConditional",
                                        "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                                        NULL};

    return s->is_program && is_one_of(s, i, words);
}

static void check_runtime(struct source *s, const struct function *f, int i)
{
    static const char *const beginning[] = {"cuda", NULL};
    static const char *const host_atomics[] = {"__sync_fetch", "__atomic_", "__sync_add", NULL};

    if (begins_with(s, i, beginning) && isupper((unsigned char)s->tokens[i].text[4]) &&
        is_call(s, i) && !is_type(s, i) && !is_device_runtime(s, i) && is_global(s, f, i))
        refuse(s, i,
               is_missing_runtime(s, i)
                   ? "not supported without a GPU: %.*s() in a kernel"
                   : "%.*s() is for the host, and this runs on the device: call it on the host",
               text_length(s, i), s->tokens[i].text);
    else if (begins_with(s, i, host_atomics) && is_call(s, i))
        refuse(s, i,
               "%.*s() is for the host, and this runs on the device: use atomicAdd() and "
               "its like",
               text_length(s, i), s->tokens[i].text);
}

/* --- statements --------------------------------------------------------------------------- */

/* Whether a function with a body is declared here, as in a structure that a function has. */
static bool is_method(const struct source *s, int i)
{
    bool has_list = false;

    for (i = next(s, i); i >= 0 && !is(s, i, ";") && !is(s, i, "="); i = next(s, i)) {
        if (is(s, i, "{"))
            return has_list;
        has_list |= is(s, i, "(");
        if (s->tokens[i].match > i)
            i = s->tokens[i].match;
    }
    return false;
}

/* The line is that of the instruction which is not known. */
static void refuse_assembly(struct source *s, int i)
{
    char list[200];
    int at = unknown_assembly(s, i, list, sizeof list);

    if (at >= 0)
        refuse(s, at, "not supported without a GPU: inline PTX (%.*s)%s", text_length(s, i),
               s->tokens[i].text, list);
}

/* `&&label`, and the types of floats that the device has no instructions for. */
static void check_foreign(struct source *s, int i)
{
    static const char *const types[] = {"__float128", "_Float128", "__float80", "_Float16",
                                        NULL};
    int p = previous(s, i), before = previous(s, p);

    if (is_one_of(s, i, types) && !is_macro(s, i))
        refuse(s, i, "the device has no %.*s: use float or double, or half of <cuda_fp16.h>",
               text_length(s, i), s->tokens[i].text);
    else if (is(s, p, "goto") && is(s, i, "*"))
        refuse(s, i, "the device has no computed goto: use switch");
    else if (is(s, p, "&&") &&
             (is(s, before, "{") || is(s, before, ",") || is(s, before, "=")) && is_name(s, i))
        refuse(s, i, "the device has no address of a label: use switch");
}

static void check_statement(struct source *s, int i)
{
    static const char *const exceptions[] = {"throw", "try", "catch", NULL};
    static const char *const assembly[] = {"asm", "__asm__", "__asm", NULL};
    static const char *const spaces[] = {"__device__", "__constant__", "__managed__", NULL};
    static const char *const of_host[] = {"typeid", "dynamic_cast", "thread_local", NULL};
    int p = previous(s, i);

    if (is_one_of(s, i, exceptions))
        refuse(s, i,
               "the device has no exceptions: write what went wrong to memory instead of "
               "'%.*s'",
               text_length(s, i), s->tokens[i].text);
    else if (is_one_of(s, i, of_host))
        refuse(s, i, "the device has no '%.*s'", text_length(s, i), s->tokens[i].text);
    else if (is_one_of(s, i, assembly))
        refuse_assembly(s, i);
    else if (is_one_of(s, i, spaces) && !is(s, p, "static") && !is(s, p, "]") &&
             !is(s, p, "extern") && !is_method(s, i) && !is_beside_shared(s, i))
        refuse(s, i, "%.*s may not stand in a function: declare the variable outside of it",
               text_length(s, i), s->tokens[i].text);
}

static void check_launch(struct source *s, int i)
{
    if (is(s, i, "<<<") && !s->is_program)
        refuse(s, i,
               "a kernel is launched in a function of the device, which is not supported "
               "here: launch it on the host");
}

/* --- functions of the host ---------------------------------------------------------------- */

static bool is_device_builtin(const struct source *s, int i)
{
    static const char *const words[] = {
        "__syncthreads", "__syncwarp", "__threadfence", "__activemask", "__nanosleep",
        "clock64",       "__ldg",      "__popc",        "__popcll",     "__clz",
        "__clzll",       "__ffs",      "__ffsll",       "__brev",       "__expf",
        "__logf",        "__sinf",     "__cosf",        "__powf",       "__tanf",
        "__log2f",       "__fdividef", "__saturatef",   "__mul24",      "__umul24",
        "__mulhi",       "__umulhi",   "__byte_perm",   "__sad",        NULL};
    static const char *const beginnings[] = {
        "atomicAdd", "atomicSub",      "atomicExch",     "atomicMin",     "atomicMax",
        "atomicInc", "atomicDec",      "atomicCAS",      "atomicAnd",     "atomicOr",
        "atomicXor", "__syncthreads_", "__threadfence_", "__float_as_",   "__int_as_",
        "__shfl_",   "__float2int_",   "__uint_as_",     "__double2int_", "__longlong_as_",
        "__match_",  "__reduce_",      "__ballot_",      "__double_as_",  "__float2uint_",
        NULL};
    static const char *const whole[] = {"atomicAdd",  "atomicSub", "atomicExch", "atomicMin",
                                        "atomicMax",  "atomicInc", "atomicDec",  "atomicCAS",
                                        "atomicAnd",  "atomicOr",  "atomicXor",  "__any_sync",
                                        "__all_sync", NULL};

    return is_one_of(s, i, words) || is_one_of(s, i, whole) || begins_with(s, i, beginnings);
}

/* Whether it is part of the `__host__ __device__` behind a lambda's [...]. */
static bool is_of_lambda(const struct source *s, int i)
{
    static const char *const spaces[] = {"__host__", "__device__", NULL};

    while (is_one_of(s, i, spaces))
        i = previous(s, i);
    return is(s, i, "]");
}

/* `threadIdx.x`, in a file where nothing else bears that name. */
static bool is_index(const struct source *s, int i)
{
    static const char *const words[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};

    if (!is_one_of(s, i, words))
        return false;
    for (int k = 0; k < s->count; k++)
        if (same_text(s, i, k) && !is(s, next(s, k), "."))
            return false;
    return !is(s, previous(s, i), ".") && !is(s, previous(s, i), "->");
}

static void check_host_token(struct source *s, const struct function *f, int i)
{
    static const char *const spaces[] = {"__device__", "__constant__", "__managed__",
                                         "__shared__", NULL};

    bool call = is_call(s, i) && is_device_builtin(s, i) && is_global(s, f, i);

    if (call || is_index(s, i))
        refuse(
            s, i,
            call ? "%.*s() is for the device, and '%.*s' runs on the host: call it in a kernel"
                 : "%.*s is for the device, and '%.*s' runs on the host: a kernel has it",
            text_length(s, i), s->tokens[i].text, text_length(s, f->name),
            s->tokens[f->name].text);
    else if (is_one_of(s, i, spaces) && !is_of_lambda(s, i) && !is(s, previous(s, i), "extern"))
        refuse(s, i, "%.*s may not stand in '%.*s', which runs on the host: %s",
               text_length(s, i), s->tokens[i].text, text_length(s, f->name),
               s->tokens[f->name].text,
               is(s, i, "__shared__") ? "declare the variable in a kernel"
                                      : "declare the variable outside of it");
}

/* --- all of them -------------------------------------------------------------------------- */

/* `&threadIdx.x`; a reference to it may be had. */
static void check_given(struct source *s, const struct function *f, int i)
{
    static const char *const given[] = {"threadIdx", "blockIdx", "blockDim",
                                        "gridDim",   "warpSize", NULL};
    static const char *const before[] = {"=", "(", ",", "return", "[", "{", NULL};

    if (is_one_of(s, i, given) && is(s, previous(s, i), "&") &&
        is_one_of(s, previous(s, previous(s, i)), before) && !declares(s, f, i))
        refuse(s, i, "%.*s has no address: copy it into a variable of yours", text_length(s, i),
               s->tokens[i].text);
}

/* Whether token i, std, is the host's: cuda::std is for the device, too. */
static bool is_std(const struct source *s, int i)
{
    int before = previous(s, i);

    return is(s, i, "std") && is(s, next(s, i), "::") &&
           !(is(s, before, "::") && is(s, previous(s, before), "cuda"));
}

/* `std::atomic<int> *p`, of which the body uses an element. */
static void check_atomic_parameters(struct source *s, const struct function *f)
{
    for (int i = f->parameters; i >= 0 && i < s->tokens[f->parameters].match; i = next(s, i)) {
        int atomic = is_std(s, i) ? next(s, next(s, i)) : -1, name;

        if (!is(s, atomic, "atomic") || !is(s, next(s, atomic), "<"))
            continue;
        name = next(s, angle_close(s, next(s, atomic)));
        while (is(s, name, "*") || is(s, name, "&") || is(s, name, "const"))
            name = next(s, name);
        for (int k = next(s, f->body); k >= 0 && k < s->tokens[f->body].match; k = next(s, k))
            if (same_text(s, k, name) && is_name(s, name) &&
                (is(s, previous(s, k), "*") || is(s, next(s, k), "[") ||
                 is(s, next(s, k), "->") || is(s, next(s, k), ".")))
                refuse_std_at(s, k, atomic);
    }
}

static void check_device_token(struct source *s, const struct function *f, int i)
{
    check_launch(s, i);
    check_foreign(s, i);
    if (s->tokens[i].kind != IDENTIFIER)
        return;
    check_statement(s, i);
    check_library(s, f, i);
    check_runtime(s, f, i);
    check_late_values(s, f, i);
    check_given(s, f, i);
    if (is_std(s, i) && !s->takes_constexpr)
        check_std(s, i);
}

/* A function of both sides is built for the host as well: it has no __shared__ variables, */
static void check_shared_of_both(struct source *s, const struct function *f)
{
    for (int i = f->body;
         f->body >= 0 && space_of(s, f) == BOTH && i < s->tokens[f->body].match; i++)
        if (is(s, i, "__shared__") && !s->tokens[i].conditional &&
            s->tokens[i].region == MAIN && !is(s, previous(s, i), "extern") &&
            !is(s, next(s, i), "extern"))
            refuse(
                s, i,
                "__shared__ may not stand in '%.*s', which also runs on the host: declare it "
                "__device__ alone",
                text_length(s, f->name), s->tokens[f->name].text);
}

/* nor may one that is not a template name the host's streams or throw, whoever calls it. */
static void check_streams_of_both(struct source *s, const struct function *f)
{
    static const char *const streams[] = {"cout", "cerr", "clog", NULL};

    for (int i = f->body;
         f->body >= 0 && !f->is_template && space_of(s, f) == BOTH &&
         has_word(s, f->begin, f->name, "__device__") && i >= 0 && i < s->tokens[f->body].match;
         i = next(s, i))
        if (is_std(s, i) && is_one_of(s, next(s, next(s, i)), streams) &&
            !s->tokens[i].conditional)
            refuse_std(s, next(s, next(s, i)));
        else if (is(s, i, "throw") && !s->tokens[i].conditional)
            check_statement(s, i);
}

static void check_body(struct source *s, const struct function *f)
{
    bool device = runs_on_device(s, f), host = !device && space_of(s, f) == HOST;

    if (f->body < 0 || (!device && !host))
        return;
    if (device && !s->takes_constexpr)
        check_atomic_parameters(s, f);
    for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
        if (s->tokens[i].conditional)
            continue;
        if (s->tokens[i].kind == IDENTIFIER && hides_arguments(s, i))
            i = s->tokens[next(s, i)].match;
        else if (device)
            check_device_token(s, f, i);
        else if (s->tokens[i].kind == IDENTIFIER)
            check_host_token(s, f, i);
        if (i < 0)
            return;
    }
}

/* simt/others has <cuda/atomic>, <cuda/std/...> and more for programs, and a toolkit CCCL's own
 * headers; a lab does not see them. */
static bool is_for_programs(const struct source *s, int library)
{
    static const char *const there[] = {"atomic", "barrier", "cmath", "pipeline", "std", NULL};

    if (is(s, library, "thrust") || is(s, library, "cub"))
        return s->has_thrust;
    return s->is_program && is(s, library, "cuda") && library + 2 < s->count &&
           is_one_of(s, library + 2, there);
}

/* Refuses an include from <thrust/> and its like by its name: the compiler would only say that
 * it finds no such file. */
static void check_include(struct source *s, int i)
{
    static const char *const libraries[] = {"thrust", "cub", "cuda", NULL};
    int end = i + 2;

    if (!is(s, i, "include") || i + 3 >= s->count || !s->tokens[i].inert ||
        !is_one_of(s, i + 2, libraries) || !is(s, i + 1, "<") || !is(s, i + 3, "/") ||
        is_for_programs(s, i + 2))
        return;
    while (end + 1 < s->count && s->tokens[end + 1].region == s->tokens[i].region &&
           !is(s, end, ">"))
        end++;
    refuse(s, i, "not supported without a GPU: <%.*s",
           (int)(s->tokens[end].text + s->tokens[end].length - s->tokens[i + 2].text),
           s->tokens[i + 2].text);
}

void check_bodies(struct source *s)
{
    for (int i = 0; i < s->count; i++) {
        if (s->tokens[i].conditional)
            continue;
        check_include(s, i);
        if (!s->tokens[i].inert && is(s, i, "__cluster_dims__"))
            refuse(s, i, "not supported without a GPU: __cluster_dims__");
    }
    for (int i = 0; i < s->function_count; i++) {
        check_body(s, &s->functions[i]);
        check_shared_of_both(s, &s->functions[i]);
        check_streams_of_both(s, &s->functions[i]);
    }
}
