/* What inspect_source lets through: words, attributes, pragmas, directives and headers. Each
 * list ends in NULL. */
#ifndef INSPECT_LISTS_H
#define INSPECT_LISTS_H

#include <stddef.h>

/* Of compilers, and beside what the shim has. */
static const char *const reserved_but_known[] = {"__attribute__",
                                                 "__attribute",
                                                 "__func__",
                                                 "__FUNCTION__",
                                                 "__PRETTY_FUNCTION__",
                                                 "__restrict__",
                                                 "__restrict",
                                                 "__inline__",
                                                 "__inline",
                                                 "__const",
                                                 "__noinline__",
                                                 "__nv_pure__",
                                                 "__int128",
                                                 "__grid_constant__",
                                                 "__has_include",
                                                 "__typeof__",
                                                 "__volatile__",
                                                 "__half",
                                                 NULL};

/* Reserved by their upper-case letter. The macros of C++'s library are as well. */
static const char *const words_of_c[] = {"_Alignas", "_Alignof",  "_Bool",
                                         "_Complex", "_Noreturn", "_Static_assert",
                                         "_Exit",    "_Float16",  NULL};

/* What these say, on every machine that builds hand-ins, or to a header of the system. */
static const char *const switches[] = {"_WIN32",
                                       "_WIN64",
                                       "_MSC_VER",
                                       "_DEBUG",
                                       "_OPENMP",
                                       "_GNU_SOURCE",
                                       "_POSIX_C_SOURCE",
                                       "_XOPEN_SOURCE",
                                       "_DEFAULT_SOURCE",
                                       "__linux__",
                                       "__linux",
                                       "_CRT_SECURE_NO_WARNINGS",
                                       "__unix__",
                                       "__APPLE__",
                                       "__MINGW32__",
                                       "_CRT_SECURE_NO_DEPRECATE",
                                       "__CYGWIN__",
                                       "_USE_MATH_DEFINES",
                                       NULL};

/* What programs define before they include a header of C or of a system. */
static const char *const asked_by_headers[] = {"_BSD_SOURCE",          "_FILE_OFFSET_BITS",
                                               "_ISOC99_SOURCE",       "_LARGEFILE64_SOURCE",
                                               "_LARGEFILE_SOURCE",    "_SVID_SOURCE",
                                               "__STDC_LIMIT_MACROS",  "__STDC_CONSTANT_MACROS",
                                               "__STDC_FORMAT_MACROS", NULL};

/* How sizes of one's own begin, behind their underscore, and nothing that a header has. */
static const char *const own_sizes[] = {"BLOCK",  "TILE",   "GRID",    "WARP",
                                        "FILTER", "MATRIX", "THREADS", NULL};

/* How the name of a file's own include guard ends, underscores left aside. */
static const char *const guards[] = {"_H", "_HPP", "_CU", "_CUH", "_KERNEL", "_INCLUDED", NULL};

/* What no compiler here defines: text for editors alone is behind them. */
static const char *const editors[] = {"__INTELLISENSE__", "__JETBRAINS_IDE__", "__CLION_IDE__",
                                      "__RESHARPER__",    "__CDT_PARSER__",    NULL};

/* What stands behind __builtin_, or begins so. */
static const char *const harmless_builtins[] = {"abs",       "assume",
                                                "bswap",     "clz",
                                                "ctz",       "expect",
                                                "fabs",      "ffs",
                                                "fma",       "huge_val",
                                                "inf",       "isinf",
                                                "isnan",     "nan",
                                                "popcount",  "sqrt",
                                                "trap",      "unreachable",
                                                "parity",    "powi",
                                                "offsetof",  "types_compatible_p",
                                                "floor",     "ceil",
                                                "round",     "trunc",
                                                "fmin",      "fmax",
                                                "nearbyint", "prefetch",
                                                "isfinite",  "isnormal",
                                                "signbit",   "copysign",
                                                NULL};

/* How names begin that compilers or the C library know, behind their two underscores. */
static const char *const known_beginnings[] = {
    "alignof", "always", "asm",    "atomic", "attr",    "auto",   "builtin",   "c11",
    "cxa",     "cyg",    "decl",   "dl",     "environ", "except", "extension", "fini",
    "finally", "float1", "fort",   "free",   "func",    "glibc",  "gnu",       "gthr",
    "gxx",     "has_",   "hip",    "if_",    "imag",    "init",   "int1",      "label",
    "ld",      "leave",  "libc",   "malloc", "no",      "null",   "opencl",    "pragma",
    "ptr3",    "ptr6",   "real",   "sanit",  "scoped",  "seg",    "stack_chk", "start_",
    "stop_",   "sync",   "thread", "tls",    "trans",   "try",    "tsan",      "typeof",
    "under",   "vector", "wrap_",  "wur",    NULL};

/* How functions of half and bfloat16 begin, of which the shim's tables have parts. */
static const char *const small_floats[] = {"__half",
                                           "__hadd",
                                           "__hsub",
                                           "__hmul",
                                           "__hmax",
                                           "__hmin",
                                           "__hb",
                                           "__heq",
                                           "__hequ",
                                           "__hg",
                                           "__hl",
                                           "__hne",
                                           "__high",
                                           "__low",
                                           "__short2",
                                           "__short_as",
                                           "__ushort2",
                                           "__ushort_as",
                                           "__bfloat16",
                                           "__nv_bfloat16",
                                           "__float2half",
                                           "__float2bfloat16",
                                           "__float22",
                                           "__floats2",
                                           "__double2half",
                                           "__double2bfloat16",
                                           "__int2half",
                                           "__int2bfloat16",
                                           "__uint2half",
                                           "__uint2bfloat16",
                                           "__ll2half",
                                           "__ll2bfloat16",
                                           "__ull2half",
                                           "__ull2bfloat16",
                                           NULL};

/* Types behind which an own name may be declared. */
static const char *const plain_types[] = {"__launch_bounds__",
                                          "T",
                                          "void",
                                          "bool",
                                          "char",
                                          "short",
                                          "int",
                                          "long",
                                          "unsigned",
                                          "signed",
                                          "float",
                                          "double",
                                          "size_t",
                                          "struct",
                                          "union",
                                          "enum",
                                          "auto",
                                          "float2",
                                          "float4",
                                          "int2",
                                          "int4",
                                          "uint2",
                                          "uint4",
                                          "uchar4",
                                          NULL};

static const char *const attributes[] = {"align",
                                         "aligned",
                                         "always_inline",
                                         "deprecated",
                                         "device",
                                         "fallthrough",
                                         "global",
                                         "host",
                                         "likely",
                                         "unlikely",
                                         "shared",
                                         "launch_bounds",
                                         "maybe_unused",
                                         "nodiscard",
                                         "noinline",
                                         "noreturn",
                                         "packed",
                                         "unused",
                                         "__aligned__",
                                         "__always_inline__",
                                         "__noinline__",
                                         "__packed__",
                                         "__unused__",
                                         "gnu",
                                         "hot",
                                         "cold",
                                         "pure",
                                         "const",
                                         "nothrow",
                                         "may_alias",
                                         "warn_unused_result",
                                         "nonnull",
                                         "format",
                                         "printf",
                                         "__hot__",
                                         "__cold__",
                                         "__pure__",
                                         "__const__",
                                         "__nothrow__",
                                         "__may_alias__",
                                         "__warn_unused_result__",
                                         "__nonnull__",
                                         NULL};

static const char *const pragmas[] = {"unroll",
                                      "nounroll",
                                      "once",
                                      "diag_suppress",
                                      "diag_default",
                                      "diag_warning",
                                      "diag_error",
                                      "diag_remark",
                                      "nv_diag_suppress",
                                      "nv_diag_default",
                                      "nv_diag_warning",
                                      "nv_diag_error",
                                      "nv_diag_remark",
                                      "mark",
                                      "comment",
                                      "region",
                                      "nv_diag_once",
                                      "nv_diagnostic",
                                      "endregion",
                                      "warning",
                                      "message",
                                      "nv_exec_check_disable",
                                      "pack",
                                      "omp",
                                      "STDC",
                                      "hd_warning_disable",
                                      NULL};

static const char *const pragmas_of_gcc[] = {"diagnostic",   "unroll",      "ivdep",
                                             "push_options", "pop_options", NULL};

static const char *const pragmas_of_clang[] = {"diagnostic", "loop", NULL};

static const char *const directives[] = {"if",      "ifdef",    "ifndef", "elif",
                                         "elifdef", "elifndef", "else",   "endif",
                                         "error",   "warning",  NULL};

/* Names as the shell matches them. Other headers of a system have macros of their own that
 * write attributes and assembler. */
static const char *const headers[] = {
    /* The suite's; those of the labs are found by themselves. */
    "kernel.h",
    /* C++. */
    "algorithm", "any", "array", "atomic", "bit", "bitset", "cassert", "cctype", "cerrno",
    "ccomplex", "cfenv", "cfloat", "charconv", "chrono", "cinttypes", "climits", "clocale",
    "cmath", "compare", "complex", "concepts", "condition_variable", "csignal", "cstdalign",
    "cstdarg", "cstdbool", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctgmath",
    "ctime", "cwchar", "cwctype", "deque", "exception", "execution", "filesystem",
    "forward_list", "fstream", "future", "regex", "shared_mutex", "source_location",
    "typeindex", "functional", "initializer_list", "iomanip", "ios", "iosfwd", "iostream",
    "istream", "iterator", "limits", "list", "locale", "map", "memory", "mutex", "new",
    "numbers", "numeric", "optional", "ostream", "queue", "random", "ranges", "ratio", "set",
    "span", "sstream", "stack", "stdexcept", "streambuf", "string", "string_view",
    "system_error", "thread", "tuple", "type_traits", "typeinfo", "unordered_map",
    "unordered_set", "utility", "valarray", "variant", "vector", "version", "bits/stdc++.h",
    /* C and POSIX. */
    "assert.h", "complex.h", "ctype.h", "dlfcn.h", "elf.h", "fcntl.h", "errno.h", "fenv.h",
    "float.h", "inttypes.h", "iso646.h", "limits.h", "locale.h", "malloc.h", "math.h",
    "memory.h", "pthread.h", "signal.h", "stdalign.h", "semaphore.h", "stdarg.h", "stdbool.h",
    "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "strings.h", "sys/mman.h",
    "sys/resource.h", "sys/stat.h", "sys/time.h", "sys/types.h", "tgmath.h", "time.h",
    "unistd.h", "wchar.h", "wctype.h", "alloca.h", "omp.h",
    /* Of Windows, which are nowhere that a hand-in is built. */
    "windows.h", "Windows.h",
    /* CUDA. */
    "cuda.h", "cuda_[a-z]*.h", "cooperative_groups.h", "cooperative_groups/[a-z]*.h",
    "device_launch_parameters.h", "device_functions.h", "device_atomic_functions.h",
    "math_constants.h", "math_functions.h", "vector_types.h", "vector_functions.h",
    "builtin_types.h", "host_defines.h", "driver_types.h", "driver_functions.h",
    "host_config.h", "common_functions.h", "channel_descriptor.h", "device_types.h",
    "device_double_functions.h", "helper_cuda.h", "mma.h", "nvtx3/*.h", "sm_[0-9]*.h",
    "cublas*.h", "cudnn*.h", "cufft*.h", "curand*.h", "cusolver*.h", "cusparse*.h",
    "cub/[a-z]*.cuh", "thrust/[a-z]*.h", "cuda/[a-z]*", NULL};

#endif
