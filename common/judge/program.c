/* Asks the student program, and ends it: see program.h. */
#define _GNU_SOURCE
#include "program.h"
#include "box.h"
#include "gaps.h"
#include "give_up.h"
#include "machine.h"
#include "memory_limit.h"
#include "orphans.h"
#include "printed.h"
#include "slow_starts.h"
#include "start.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const double POLL_SECONDS = 0.01;
enum { POLLS_A_LOOK = 5 };

/* --- start ---------------------------------------------------------------------------- */

/* A system that does not say is none on which a hand-in "does not compile". */
static bool allows(const char *path, int mode)
{
    if (access(path, mode) == 0)
        return true;
    if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
        give_up("ask which programs are built (a container's refusal of access?)");
    return false;
}

bool program_is_built(const struct program *program)
{
    return allows(program->path, X_OK);
}

bool program_lacks_source(const struct program *program)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.missing", program->path);
    return allows(path, F_OK);
}

static void start(struct program *program)
{
    if (!program_is_built(program))
        give_up("run the student program (build it first)");
    start_guarded();
    if (program->output_fd > 0)
        close(program->output_fd); /* kept until now to be quoted from */
    program->exchange = exchange_create(&program->exchange_fd);
    program->output_fd = memfd_create("output", MFD_CLOEXEC);
    if (!program->exchange || program->output_fd < 0)
        give_up("make shared memory (ulimit -v or -f?)");
    program->sequence = 0;
    program->pid = start_process(&(struct start){.path = program->path,
                                                 .box = program->box,
                                                 .patient = program->patient,
                                                 .silent = program->silent,
                                                 .wants_room = program->wants_room,
                                                 .exchange_fd = program->exchange_fd,
                                                 .output_fd = program->output_fd});
}

void program_stop(struct program *program)
{
    if (!program->pid)
        return;
    kill(-program->pid, SIGKILL);
    if (kill(program->pid, SIGKILL) != 0)
        give_up("end a hand-in"); /* which ends together with us */
    waitpid(program->pid, NULL, 0);
    orphans_keep_no_more(program->pid);
    orphans_kill();
    program->pid = 0;
    exchange_destroy(program->exchange, program->exchange_fd);
}

struct program program_anew(const struct program *like)
{
    return (struct program){.path = like->path,
                            .box = like->box,
                            .silent = like->silent,
                            .wants_room = like->wants_room};
}

void program_forget(struct program *program)
{
    program_stop(program);
    close(program->output_fd);
}

/* --- ask ------------------------------------------------------------------------------ */

static double time_limit(const struct program *program, const struct case_run *t)
{
    double seconds = time_limit_of(t);
    if (t->seconds)
        return t->seconds;
    return program->patient ? 20 * seconds : seconds;
}

/* Lays the blobs out one after the other behind the header and fills them. */
static void send_arrays(struct program *program, struct case_run *t, struct request *request)
{
    size_t end = exchange_first_blob();
    request->array_count = t->array_count;
    for (uint32_t i = 0; i < t->array_count; i++) {
        struct array_request *sent = &request->arrays[i];
        memcpy(sent->name, t->arrays[i].name, NAME_SIZE);
        sent->place = t->arrays[i].place;
        sent->payload_at = payload_at(&t->arrays[i]);
        sent->payload_bytes = payload_bytes(&t->arrays[i]);
        sent->bytes_to_last = bytes_to_last(&t->arrays[i]);
        sent->spread = spread_of(&t->arrays[i]);
        for (unsigned run = 0; run < t->runs; run++) {
            sent->blob[run] = end;
            end += bytes_of_blob(&t->arrays[i]);
        }
    }
    if (!exchange_grow(program->exchange_fd, end))
        give_up("make room for the case's arrays");
    for (uint32_t i = 0; i < t->array_count; i++)
        for (unsigned run = 0; run < t->runs; run++)
            fill_blob(&t->arrays[i], run,
                      exchange_blob(program->exchange, request->arrays[i].blob[run]));
}

static void send_request(struct program *program, struct case_run *t, struct request *request)
{
    *request = (struct request){.sequence = program->sequence++,
                                .runs = t->runs,
                                .schedule = t->schedule,
                                .flags = t->request_flags,
                                .seconds = time_limit(program, t)};
    t->limit = request->seconds;
    snprintf(request->task, NAME_SIZE, "%s", t->task->name);
    send_numbers(t, request);
    send_arrays(program, t, request);
    program->exchange->request = *request;
    exchange_ask(program->exchange);
}

void program_save(const char *path, struct case_run *t)
{
    struct program program = {.path = path};
    struct request request;
    program.exchange = exchange_create(&program.exchange_fd);
    if (!program.exchange)
        give_up("make shared memory (ulimit -v or -f?)");
    send_request(&program, t, &request);
    program.exchange->request.flags |= LAST_REQUEST;
    off_t bytes = lseek(program.exchange_fd, 0, SEEK_END);
    FILE *out = fopen(path, "w");
    bool written = out && fwrite(program.exchange, 1, (size_t)bytes, out) == (size_t)bytes;
    if (!out || fclose(out) != 0 || !written)
        give_up("write the case to a file");
    exchange_destroy(program.exchange, program.exchange_fd);
}

static void take_arrays(struct program *program, struct case_run *t, const struct request *sent)
{
    for (uint32_t i = 0; i < t->array_count; i++)
        for (unsigned run = 0; run < t->runs; run++)
            take_blob(&t->arrays[i], run,
                      exchange_blob(program->exchange, sent->arrays[i].blob[run]));
}

/* Text that the program gave, as one line that is fit to be shown. */
static void take_line(char *text, size_t size)
{
    text[size - 1] = 0;
    make_printable(text);
    for (; *text; text++)
        if (*text == '\n')
            *text = ' ';
}

/* A time that a program may claim: JSON has no word for infinity. */
static double plausible(double seconds)
{
    return seconds >= 0 && seconds < 1e6 ? seconds : 0;
}

static void take_answer(struct program *program, struct case_run *t)
{
    struct answer *answer = &t->answer;
    *answer = program->exchange->answer;
    take_line(answer->error, TEXT_SIZE);
    take_line(answer->fault.text, TEXT_SIZE);
    for (unsigned run = 0; run < MAX_RUNS; run++) {
        answer->runs[run].seconds = plausible(answer->runs[run].seconds);
        answer->runs[run].copy_seconds = plausible(answer->runs[run].copy_seconds);
    }
    if (answer->finding_count > MAX_FINDINGS)
        answer->finding_count = MAX_FINDINGS;
    for (uint32_t i = 0; i < answer->finding_count; i++) {
        if (answer->findings[i].kind >= FINDING_KINDS)
            answer->findings[i].kind = FOUND_FAULT;
        take_line(answer->findings[i].text, TEXT_SIZE);
    }
}

static struct ending_of_ask ending_from(const struct program *program, const siginfo_t *info)
{
    bool exited = info->si_code == CLD_EXITED;
    int signal = program->box && exited ? signal_from_box(info->si_status) : 0;
    if (signal)
        return (struct ending_of_ask){KILLED_BY_SIGNAL, signal};
    return (struct ending_of_ask){exited ? EXITED : KILLED_BY_SIGNAL, info->si_status};
}

/* The limit is one of a quiet machine: on a busy one time goes by more slowly. */
static struct ending_of_ask wait_for_answer(struct program *program, double limit)
{
    const struct ending_of_ask answered = {ANSWERED, 0};
    double left = limit, now = seconds_now(), before;
    for (unsigned poll = 1; left > 0; poll++) {
        siginfo_t info = {0};
        if (exchange_answered(program->exchange, POLL_SECONDS))
            return answered;
        int most = program->box && poll % POLLS_A_LOOK == 0 ? too_much_memory() : 0;
        if (most)
            return (struct ending_of_ask){TOO_LARGE, most};
        if (waitid(P_PID, program->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
            /* It may have answered with its last breath. */
            return exchange_answered(program->exchange, 0) ? answered
                                                           : ending_from(program, &info);
        before = now;
        now = seconds_now();
        left -= (now - before) / machine_slowness_now();
    }
    return (struct ending_of_ask){TIMED_OUT, 0};
}

/* On a busy machine a kernel without an end may have had too little of the processor to be
 * stopped by its own program. So that is told how much time is over, and is given a second
 * more to say where the kernel is. */
static struct ending_of_ask wait_for_case(struct program *program, double limit)
{
    const double last_words = 1;
    struct ending_of_ask ending = {TIMED_OUT, 0};
    for (unsigned parts = 0; parts <= TIME_PARTS && ending.how == TIMED_OUT; parts++) {
        exchange_tell_time(program->exchange, parts);
        ending = wait_for_answer(program, parts < TIME_PARTS ? limit / TIME_PARTS : last_words);
    }
    return ending;
}

/* It loads, and makes a CUDA context; on top of a case's own limit. */
static struct ending_of_ask make_ready(struct program *program)
{
    int seconds = slow_starts_allow(program->slow_starts, program->path);
    start(program);
    struct ending_of_ask ending = wait_for_answer(program, seconds);
    if (program->box && ending.how == EXITED && ending.code == BOX_FAILED)
        give_up("make the box of a hand-in");
    if (ending.how != TIMED_OUT)
        return ending;
    if (seconds)
        slow_starts_add(program->slow_starts, program->path);
    return (struct ending_of_ask){NEVER_READY, seconds};
}

struct ending_of_ask program_ask(struct program *program, struct case_run *t)
{
    struct request request;
    struct ending_of_ask ending = {ANSWERED, 0};
    if (!program->pid)
        ending = make_ready(program);
    if (ending.how == ANSWERED && program->exchange->answer.outcome != ANSWER_UNUSABLE) {
        send_request(program, t, &request);
        ending = wait_for_case(program, request.seconds);
        take_arrays(program, t, &request);
    }
    take_answer(program, t);
    if (ending.how != ANSWERED || t->answer.outcome != ANSWER_COMPLETE)
        program_stop(program);
    return ending;
}

/* A tool that watches the program writes its report when the program ends by itself. */
void program_finish(struct program *program)
{
    const double patience = 60;
    if (!program->pid)
        return;
    program->exchange->request.task[0] = 0;
    exchange_ask(program->exchange);
    wait_for_answer(program, patience);
    program_stop(program);
}

/* --- what it printed ------------------------------------------------------------------ */

/* A run's end is where the program says, if that can be. */
static size_t printed_bytes(const struct program *program, const struct case_run *t,
                            unsigned run)
{
    struct stat output;
    if (fstat(program->output_fd, &output) != 0 || output.st_size < 0)
        return 0;
    uint64_t all = (uint64_t)output.st_size, until = t->answer.runs[run].printed;
    bool ended = t->answer.outcome == ANSWER_COMPLETE && until < all;
    return (size_t)(ended ? until : all);
}

/* `size` bytes of `all`. */
static char *read_output(const struct program *program, size_t size, size_t all)
{
    char *bytes = malloc(size), *text = NULL, *told = NULL;
    ssize_t count = bytes ? pread(program->output_fd, bytes, size, 0) : 0;
    if (count > 0)
        text = escaped(bytes, (size_t)count);
    free(bytes);
    if (!text || size == all)
        return text;
    if (asprintf(&told, "%s\n(and more)", text) < 0)
        told = NULL;
    free(text);
    return told;
}

/* The next case's output begins at the start again, lest the file reach its limit. */
char *program_printed(struct program *program, const struct case_run *t, unsigned run)
{
    if (program->output_fd <= 0)
        return NULL;
    size_t all = printed_bytes(program, t, run);
    char *text =
        all ? read_output(program, all < PRINTED_BYTES ? all : PRINTED_BYTES, all) : NULL;
    if (ftruncate(program->output_fd, 0) != 0 || lseek(program->output_fd, 0, SEEK_SET) != 0)
        give_up("keep a hand-in's output short");
    return text;
}
