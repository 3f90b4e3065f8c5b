/* Objects of the C++ library by which its own code could be made to call anything: they have
 * tables of virtual functions, or pointers to such objects and to functions. C11. */
#ifndef SIMT_CXX_OBJECTS_H
#define SIMT_CXX_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

enum { SIMT_CXX_ARGUMENTS = 4 };

enum simt_cxx_object {
    SIMT_PLAIN,  /* no such one */
    SIMT_STREAM, /* std::ostream and its kin */
    SIMT_IOS,    /* the part of it that all streams have */
    SIMT_BUFFER, /* std::streambuf and its kin */
    SIMT_LOCALE, /* std::locale */
    SIMT_FACET,  /* what a locale consists of */
    SIMT_ERROR,  /* std::runtime_error, std::logic_error and their kin, which have a text */
    SIMT_TREE,   /* a node of a map or a set */
    SIMT_LIST,   /* a node of a list */
    SIMT_CAUGHT, /* not at the address, but the exception that is being handled */
};

/* To be called before main(), and before any of these is asked about. */
void simt_know_cxx_objects(void);

/* What the first arguments of the library's function with that mangled name are. */
const enum simt_cxx_object *simt_cxx_objects_of(const char *function);

/* Calls `take` with each place in the library's tables of virtual functions of buffers and
 * errors, and what a function there is given first. */
void simt_each_virtual(void (*take)(void **place, const enum simt_cxx_object *objects));

/* Whether the object is as the library makes it: its tables are the library's own, and what it
 * leads to is, too, and lies outside of what the checker keeps. */
bool simt_is_sound(enum simt_cxx_object kind, uintptr_t at);

#endif
