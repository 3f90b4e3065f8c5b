/* What a lab's vendor.cu is written with: the works that `make bench` times on a GPU.
 *
 * A work is one job at one size: its arrays and numbers under the names that call.c asks for,
 * the same job by the vendor's library, and what it costs at least. Each of the lab's functions
 * that a work names, and the vendor's library, do it in one run of one program.
 */
#ifndef BENCH_H
#define BENCH_H

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What limits a work: its row is compared with that ceiling, measured in the same run. */
enum bench_ceiling {
    BENCH_COPY, /* bytes read and written: GB/s of a copy from device to device */
    BENCH_READ, /* bytes read: GB/s of a kernel that only reads */
    BENCH_FMA   /* float operations: GFLOP/s of a kernel of fused multiply-adds */
};

struct bench_work {
    const char *name;  /* "n = 4096": what the table calls it */
    const char *tasks; /* "matmul_tiled matmul_fast": whose functions do it, slowest first */
    const char *vendor_name;    /* "cuBLAS SGEMM"; NULL if there is no such library */
    enum bench_ceiling ceiling; /* what `amount` counts, and is compared with */
    double amount;         /* bytes, or float operations, that the work needs at the least */
    void (*prepare)(void); /* makes arrays and numbers by the functions below */
    /* A sweep instead, of so many shapes of the job: what prepares the i-th, says what it
     * amounts to, and gives its name. Done by the core tasks and the last rung alone. */
    int shapes;
    const char *(*prepare_shape)(int i, double *amount);
    void (*vendor)(void);  /* the vendor's run into the same outputs; NULL without one */
    void (*restore)(void); /* before each run, not timed: for work in place; NULL if none */
    /* Frees what prepare() and exact() hold beyond bench_array(), also where they were cut
     * short because the device has too little memory; NULL if nothing. */
    void (*release)(void);
    /* Gives the right values of the first output as doubles on the device, where there is no
     * vendor, or where errors are the point and are to be shown. NULL: the vendor's answer is
     * the right one; without a vendor the first task's is, and its own goes uncompared. */
    const double *(*exact)(void);
    double tolerance; /* relative, an element of floats; integers must be equal */
};

/* In vendor.cu. */
extern const struct bench_work bench_works[];
extern const int bench_work_count;

/* Elements of an output, so that they can be compared. */
enum bench_type { BENCH_INT, BENCH_LONG, BENCH_FLOAT };

/* For prepare(): an array of that many bytes on the device, or of the host (which the device
 * can read, too), as call.c's ARRAY(name) finds it. An output is poisoned before the runs and
 * compared after them. All are freed by the program. Where memory is short they do not return:
 * the work is left out, and said to be. */
void *bench_array(const char *name, size_t bytes);
void *bench_host_array(const char *name, size_t bytes);
void *bench_output(const char *name, enum bench_type type, size_t count);
void *bench_host_output(const char *name, enum bench_type type, size_t count);
void bench_number(const char *name, int64_t value);

/* Device memory for exact() and vendor(), which release() frees. */
void *bench_memory(size_t bytes);

/* The array of that name, for vendor() and restore(). */
void *bench_get(const char *name);

/* Fills on the device, random and replayable. Floats are uniform in [low, high); ints too. */
void bench_fill_floats(float *d_x, size_t count, float low, float high);
void bench_fill_ints(int *d_x, size_t count, int low, int high);
/* Ascending ints: random steps of 0 up to 2 * mean_step, the first about `from`. */
void bench_fill_sorted(int *d_x, size_t count, int from, int mean_step);
/* Bytes drawn uniformly from `alphabet`. */
void bench_fill_bytes(unsigned char *d_x, size_t count, const char *alphabet);

#ifdef __cplusplus
}
#endif

#endif
