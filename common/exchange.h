/* The exchange: the one shared-memory layout that judge and student program speak.
 *
 * - The judge makes it (exchange_create), fills in a request and posts it (exchange_ask).
 * - The student program maps it (exchange_attach), takes requests (exchange_take) and
 *   answers them (exchange_reply).
 * - An array travels as a blob: guard, payload, guard. There is one blob an array and a run;
 *   the judge fills it with what the array holds before the run, the student program gives
 *   it to the student's function and puts back what it holds afterwards.
 * - Nothing in here says whether an answer is right, and no reference or seed is ever in
 *   here. The judge believes nothing of it but bytes at offsets that it chose itself.
 *
 * The first page is left unused: what a student program writes to the inherited descriptor,
 * hoping that it is somebody's pipe, ends there. Behind it the judge says how much of a case's
 * time is over, which a student program can always read.
 */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <semaphore.h>
#include "simt/counters/counters.h"
#include "simt/grid/kinds.h"
#include "simt/grid/schedule.h"

enum {
    EXCHANGE_FD = 3, /* the student program inherits the exchange as this descriptor */
    NAME_SIZE = 32,  /* of a task, number or array, with its final 0 */
    MAX_NUMBERS = 16,
    MAX_ARRAYS = 16,
    MAX_RUNS = 2,       /* each case runs twice in one process */
    GUARD_BYTES = 1024, /* on either side of a payload; alone it keeps cudaMalloc's alignment */
    TEXT_SIZE = SIMT_TEXT_BYTES, /* of an error, a fault, a finding */
    MAX_FINDINGS = 4,
    JUDGES_BYTES = 1 << 16, /* whole pages, of whatever size pages are */
    TIME_PARTS = 4,         /* in which the judge counts the time of a case */
};

/* These fill guards and padding, and outputs before the first run. As an integer this is an
 * unlikely value, as a float a signalling NaN. Arithmetic makes a quiet NaN of it, so that a
 * result computed from poison is not mistaken for poison that nobody overwrote. Nor is what was
 * copied from behind an array, since outputs hold another value than guards. */
#define POISON_WORD 0xffa5a5a5u
#define UNWRITTEN_WORD 0xffb6b6b6u

/* Address space kept for the exchange; the file behind it grows with the largest case. */
#define EXCHANGE_SPAN ((size_t)1 << 36)

enum place { ON_DEVICE, ON_HOST };

/* How an array lies on the device that is larger there than its payload here. Counted in bytes,
 * but for `rows` and `row`. `rows` rows have row_bytes each in the payload, and begin
 * row_stride apart on the device. There, rows_gap bytes lie between the first `row` rows and
 * the others, and `gap` bytes between the first `split` bytes of a row and the rest. A grid
 * that ends somewhere does not come to what lies behind `beyond` bytes. rows = 0 of other
 * arrays. */
struct spread {
    uint64_t rows, row_bytes, row_stride;
    uint64_t row, rows_gap, split, gap;
    uint64_t beyond;
    uint32_t input; /* the function is to read it only */
};

struct array_request {
    char name[NAME_SIZE];
    uint32_t place;          /* enum place: where the student's function wants it */
    uint64_t payload_at;     /* behind the first guard: so many bytes into a blob */
    uint64_t payload_bytes;  /* without the guards */
    uint64_t bytes_to_last;  /* of these: without the padding behind the last row */
    uint64_t blob[MAX_RUNS]; /* offset of each run's blob in the exchange */
    struct spread spread;
};

struct number_request {
    char name[NAME_SIZE];
    int64_t value;
};

enum request_flag {
    BLIND = 1,          /* what the host copies off the device reaches it changed */
    KEEPS_ARRAYS = 2,   /* the arrays are not freed: the next request may get them */
    AT_SAME_PLACES = 4, /* this one gets those of the one before, where they are as large */
    LAST_REQUEST = 8,   /* nobody asks for more: the program ends with its answer */
};

struct request {
    uint32_t sequence; /* the answer carries the same */
    char task[NAME_SIZE];
    uint32_t runs;
    uint32_t schedule; /* enum schedule */
    uint32_t flags;    /* enum request_flag */
    double seconds;    /* the case's limit; on a busy machine the judge waits longer */
    uint32_t number_count, array_count;
    struct number_request numbers[MAX_NUMBERS];
    struct array_request arrays[MAX_ARRAYS];
};

enum outcome {
    ANSWER_PENDING, /* nothing yet; also what a program that died leaves behind */
    ANSWER_READY,   /* posted once, before the first request: the device is up */
    ANSWER_COMPLETE,
    ANSWER_NO_FUNCTION, /* the hand-in does not define the task's function */
    ANSWER_CUDA_ERROR,  /* see `error`; the program ends after a sticky one */
    ANSWER_UNUSABLE,    /* the student program itself could not serve; see `fault` */
};

struct run_report {
    double seconds;        /* the student's function until the device is idle */
    double copy_seconds;   /* host to device before and back after it */
    int64_t clock;         /* what clock64() was at least before the run */
    uint64_t launches;     /* kernel launches asked for */
    uint64_t widest;       /* blocks of the widest of them; 0 if none was seen */
    uint64_t copies;       /* within the device's memory, memsets included */
    uint64_t to_host;      /* bytes off the device, with which it then goes on */
    uint64_t read;         /* bytes off the device, in all */
    uint64_t host_read;    /* as to_host, of managed and pinned memory */
    uint32_t open_memory;  /* there has been such memory */
    uint32_t from_host;    /* some array's new values are what the host has copied there */
    uint64_t leaked_bytes; /* allocated by the student's function and not freed */
    uint64_t beyond;       /* bytes copied from behind a host array's end */
    uint32_t left_handles; /* streams and events that it has created and not destroyed */
    uint32_t registered;   /* pieces of host memory that it has registered and left so */
    uint32_t reset;        /* it has called cudaDeviceReset(), which was not carried out */
    uint64_t printed;      /* how long the output was when the run was over */
    uint32_t reached;      /* of FEW_BLOCKS: each wide array was used behind `beyond` */
};

struct answer {
    uint32_t sequence;
    uint32_t outcome;      /* enum outcome */
    uint32_t run;          /* in which run it ended, counted from 0 */
    char error[TEXT_SIZE]; /* CUDA error: "cudaErrorInvalidValue (invalid argument)" */
    struct fault fault;    /* what went wrong, if the program could tell */
    struct run_report runs[MAX_RUNS];
    uint32_t given_null; /* the CUDA error is of an address that is NULL */
    uint32_t heap_full;  /* a kernel's malloc() has returned NULL */
    uint32_t moving;     /* time was up for a kernel, which had no endless loop */
    uint32_t late;       /* a block has seen late what another had told, or may have */
    uint32_t finding_count;
    struct finding findings[MAX_FINDINGS];
    struct simt_counters counters; /* of the last run, in the checker's forward schedule */
};

struct exchange {
    union {
        char judges_own[JUDGES_BYTES];
        struct {
            char unused_page[4096];
            unsigned parts_over; /* of TIME_PARTS: all of them shortly before the end */
        };
    };
    sem_t asked, answered;
    struct request request;
    struct answer answer;
};

/* Judge: returns a new, empty exchange and gives its descriptor in *fd; NULL, with errno set,
 * on failure. */
struct exchange *exchange_create(int *fd);

/* Judge: makes room for `bytes` in all. Returns false, and sets errno, on failure. */
bool exchange_grow(int fd, size_t bytes);

/* Judge: where the first blob lies. */
size_t exchange_first_blob(void);

/* Judge: unmaps and closes. */
void exchange_destroy(struct exchange *exchange, int fd);

/* Judge: posts the request, under the next sequence number. */
void exchange_ask(struct exchange *exchange);

/* Judge: says how many of TIME_PARTS of the case's time are over. */
void exchange_tell_time(struct exchange *exchange, unsigned parts);

/* Judge: waits up to `seconds` for the answer to the last request; true if it has come. May
 * return sooner (a signal, a stale or forged post): call it until your own deadline. */
bool exchange_answered(struct exchange *exchange, double seconds);

/* Student program: maps the inherited exchange and closes its descriptor. NULL on failure. */
struct exchange *exchange_attach(void);

/* Student program: waits for the next request. */
void exchange_take(struct exchange *exchange);

/* Student program: posts the answer. */
void exchange_reply(struct exchange *exchange, enum outcome outcome);

/* Student program: the blobs can be read and written only between the first two calls. All get
 * the same `end`, where the last blob of the request ends. What earlier requests have left
 * behind that stays closed. The third closes the request and the answer as well, until the
 * first, or the last, which a signal handler may call. */
void exchange_open_blobs(struct exchange *exchange, uint64_t end);
void exchange_close_blobs(struct exchange *exchange, uint64_t end);
void exchange_close(struct exchange *exchange, uint64_t end);
void exchange_open_answer(struct exchange *exchange);

/* The start of a run's blob, its guard included. */
unsigned char *exchange_blob(struct exchange *exchange, uint64_t offset);

/* Returns how many bytes a blob takes whose payload ends there: with the guard behind it,
 * rounded up to keep alignment. */
size_t blob_bytes(size_t payload_end);

#endif
