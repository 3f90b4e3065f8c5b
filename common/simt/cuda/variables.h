/* The program's variables by name: shared arrays, which are thread-local variables here, and
 * variables of the device. They are read from the program's own symbol table at the first call;
 * those of the device have registered themselves, or their template has. C11 and C++. */
#ifndef SIMT_VARIABLES_H
#define SIMT_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a __device__ or __constant__ variable registers; all of them lie in the section
 * simt_symbols. */
struct simt_symbol {
    const void *address;
    size_t size;
    const char *name;
    bool constant, managed;
};

struct simt_variable {
    uintptr_t begin; /* address, or offset in the thread-local variables */
    size_t bytes;
    const char *name;
    bool constant, unseen; /* unseen: host code has no access to it */
    bool told, managed;    /* it is declared to be of the device, or managed */
    bool in_function;      /* as a static one */
    bool is_guard;         /* the compiler's, of a shared variable with a constructor */
    bool foreign;          /* a static one of ours: nothing in a .cu means it */
    bool given;            /* its address on the device has been asked for */
    size_t element;        /* bytes; 0 where it is not known */
    unsigned kernel;       /* the one that it stands in, or 0 */
};

struct simt_variables {
    struct simt_variable *at;
    unsigned count;
};

/* Static __shared__ variables; those of the device and the static ones of kernels. */
const struct simt_variables *simt_shared_variables(void);
const struct simt_variables *simt_device_variables(void);

/* Whether a kernel may touch a shared variable: it is not another kernel's. NULL stands for any
 * kernel. */
bool simt_may_share(const struct simt_variable *variable, const void *kernel);
const struct simt_variable *simt_nearest_shared(uintptr_t address, const void *kernel);

/* Returns what a kernel's __launch_bounds__ allow, or 0 where it has none. */
unsigned simt_launch_bound_of(const void *kernel);

/* Returns the variable of the host that holds the address, or NULL. */
const struct simt_variable *simt_host_variable(uintptr_t address);

/* Calls `see` for each variable of the host that can be written, including static ones of
 * functions. */
void simt_each_host_variable(void see(const struct simt_variable *variable));

/* Calls `see` for each __managed__ variable. */
void simt_each_managed_variable(void see(const char *begin, size_t bytes));

/* Whether the address is in a variable of the device that host code cannot touch. */
bool simt_is_unseen_variable(uintptr_t address);

/* Whether the address is in a __constant__ variable that is no template's. */
bool simt_is_constant(const void *address);

/* Whether the program has a __managed__ variable. */
bool simt_has_managed_variables(void);

/* Returns the variable of the device that holds the address, if host code can only mean its
 * name: on a device it lies elsewhere, and nobody has asked where. NULL otherwise. */
const struct simt_variable *simt_name_of_host(uintptr_t address);

/* Says that somebody has asked where the variable lies, and may use its address. */
void simt_give_address(const void *symbol);

/* How many bytes of static shared memory a kernel declares itself. */
size_t simt_static_shared_of(const void *kernel);

/* Returns the variable that holds the address or is nearest to it, as measured by its length;
 * NULL if there is none at all. */
const struct simt_variable *simt_nearest_variable(const struct simt_variables *variables,
                                                  uintptr_t address);

#ifdef __cplusplus
}
#endif

#endif
