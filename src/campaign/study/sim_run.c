/* Playing the runs: cells side by side, one thread to each, all taking blocks of runs from one
 * counter.  They are made from the cell that has read the rules, as many as there is room for; one
 * alone plays there.  A block is short enough that progress can be told and a stop is soon, and
 * long enough that asking costs nothing; one follows the other in one interpreter, which remembers
 * what it has played (src/lua/study/turn_memo.lua), for all of them. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "campaign/rules/spawn.h"
#include "campaign/study/sim.h"
#include "core/value.h"
#include "core/wire.h"

enum {
    JOBS_MAX = 64,
    FIRST_BLOCK = 4, /* runs: how long they take says how large a block may be */
    BLOCK_MS = 200,
    BLOCK_MAX = 1000000,
    NEWS_MS = 100,
    TURNS_A_PATIENCE = 200, /* the turns of a run that are given one patience more */
    LONG = 100000 /* turns times runs in a block of plays that are long: what they counted is large
                     to tell, since hardly two are alike */
};

typedef struct {
    const SimAsked *asked;
    SimCounted *counted;
    pthread_mutex_t lock; /* over all below, and counted */
    pthread_cond_t news;
    int64_t next, end;   /* runs not yet handed out */
    Span back[JOBS_MAX]; /* handed out, and given back */
    size_t back_n;
    int64_t block, done;
    int jobs, working;
    int memory; /* where they share what they learn; -1: each by itself */
    bool failed;
    int64_t failed_run; /* 0: the rules did not load */
    Err err;
} Sim;

static bool stopped(const Sim *sim)
{
    return __atomic_load_n(sim->asked->of.table->stop, __ATOMIC_RELAXED) != 0;
}

/* --- one block --------------------------------------------------------------------------- */

static void write_request(const SimAsked *a, Span span, int64_t patience, int64_t each, Text *out)
{
    Fields f = {0};
    put_text(field(&f, "op"), "sim");
    put_int(field(&f, "patience"), patience);
    put_int(field(&f, "each"), each);
    study_query_request(&a->of, &f);
    put_text(field(&f, "seed"), a->seed);
    put_int(field(&f, "turns"), a->turns);
    put_int(field(&f, "from"), span.from);
    put_int(field(&f, "runs"), span.runs);
    fields_end(&f, out);
}

/* The rules' own sentence, with the line, the turn and the run behind it. */
static void say_failure(const Sim *sim, CellClient *k, const Value *error, int64_t run, Err *err)
{
    const char *said = value_text(error, "said", ""),
               *text = value_text(error, "text", "it failed");
    int64_t turn = value_int(error, "turn", 0);
    bool refused = value_bool(error, "refused", false);
    Text t = {0};
    if (refused)
        text_addf(&t, "'%s' cannot be done: %s", said, text);
    else
        text_add(&t, text);
    if (run > 0) {
        text_addf(&t, " (");
        if (turn > 0) text_addf(&t, "turn %lld of ", (long long)turn);
        text_addf(&t, "run %lld under seed %.40s", (long long)run, sim->asked->seed);
        if (*said && !refused) text_addf(&t, ", '%s'", said);
        text_addf(&t, "; --from %lld --runs 1 repeats it)", (long long)run);
    }
    err_set(err, "%s", text_str(&t));
    text_free(&t);
    int64_t line = value_int(error, "line", 0);
    snprintf(err->file, sizeof err->file, "%s", value_text(error, "file", ""));
    err->line = line > 0 && line < 1 << 24 ? (int)line : 0;
    if (refused) err->kind = ERR_UNDONE;
    chain_place(cell_client_chain(k), err);
}

static void say_death(const Sim *sim, int64_t run, Err *err)
{
    Err plain = *err;
    if (run == 0) return;
    err_set(err, "%.700s (run %lld under seed %.40s; --from %lld --runs 1 repeats it)", plain.text,
            (long long)run, sim->asked->seed, (long long)run);
    memcpy(err->file, plain.file, sizeof err->file);
    err->line = plain.line;
}

typedef enum { BLOCK_DONE, BLOCK_FAILED, BLOCK_BROKEN } BlockEnd;

/* A conversation about blocks: the one that is played now, and whether another may follow. */
typedef struct {
    Sim *sim;
    Span span;
    int64_t began;
    bool more, failed;
    Err *err;
} Blocks;

/* The next runs to play; none when all are handed out, or one failed, or a stop was asked for. */
static Span take_block(Sim *sim)
{
    int64_t turns = sim->asked->turns, most = turns * turns < LONG ? BLOCK_MAX : LONG / turns + 1;
    pthread_mutex_lock(&sim->lock);
    int64_t left = sim->end - sim->next, share = (left + sim->jobs - 1) / sim->jobs;
    if (most > sim->block) most = sim->block;
    Span span = {sim->next, most < share ? most : share};
    bool given = sim->back_n > 0;
    if (given) span = sim->back[sim->back_n - 1];
    if (sim->failed || stopped(sim))
        span.runs = 0;
    else if (given)
        sim->back_n--;
    else
        sim->next += span.runs;
    pthread_mutex_unlock(&sim->lock);
    return span;
}

/* A cell that finds no room leaves its runs to others; the first, which plays alone, has none to
 * leave them to. */
static bool give_back(Sim *sim, Span span)
{
    pthread_mutex_lock(&sim->lock);
    bool others = sim->jobs > 1;
    if (others) sim->back[sim->back_n++] = span;
    pthread_mutex_unlock(&sim->lock);
    return others;
}

static void note_speed(Sim *sim, int64_t runs, int64_t ms)
{
    pthread_mutex_lock(&sim->lock);
    int64_t block = runs * BLOCK_MS / (ms > 0 ? ms : 1), most = sim->block * 16;
    if (block > most) block = most; /* a few runs are no measure yet */
    sim->block = block < 1 ? 1 : block > BLOCK_MAX ? BLOCK_MAX : block;
    pthread_cond_signal(&sim->news);
    pthread_mutex_unlock(&sim->lock);
}

/* A block was played: it counts, and the next is handed out.  The interpreter is the same, and
 * remembers. */
static bool count_block(const Value *news, Fields *reply, void *data)
{
    Blocks *b = data;
    Sim *sim = b->sim;
    int64_t now = wire_now_ms();
    pthread_mutex_lock(&sim->lock);
    bool ok = tallies_add(&sim->counted->tallies, value_get(news, "tallies"), sim->asked->turns,
                          b->err) &&
              (spans_add(&sim->counted->spans, b->span) || err_set(b->err, "out of memory"));
    sim->done += b->span.runs;
    pthread_mutex_unlock(&sim->lock);
    note_speed(sim, b->span.runs, now - b->began);
    b->failed = !ok;
    b->began = now;
    b->span = ok && b->more ? take_block(sim) : (Span){0};
    put_int(field(reply, "from"), b->span.from);
    put_int(field(reply, "runs"), b->span.runs);
    return b->span.runs > 0;
}

/* Asks for a block, and then for others while b->more.  FAILED: *run is to blame; BROKEN: one of
 * b->span is, and the cell did not say which. */
static BlockEnd ask(Blocks *b, CellClient *k, int64_t times, int64_t patience, int64_t *run)
{
    Text request = {0};
    *run = 0;
    b->began = wire_now_ms();
    write_request(b->sim->asked, b->span, patience, cell_client_patience(k, 1) / 4, &request);
    Tree *tree = cell_client_follow(k, &request, times, count_block, b, b->err);
    text_free(&request);
    if (!tree) return b->failed ? BLOCK_FAILED : BLOCK_BROKEN;
    const Value *reply = tree_root(tree);
    const char *outcome = value_text(reply, "outcome", "");
    BlockEnd end = BLOCK_FAILED;
    if (strcmp(outcome, "done") == 0) {
        end = b->failed ? BLOCK_FAILED : BLOCK_DONE;
    } else if (strcmp(outcome, "error") == 0) {
        const Value *error = value_get(reply, "error");
        *run = value_int(error, "run", 0);
        say_failure(b->sim, k, error, *run, b->err);
    } else {
        cell_client_died(k, reply, b->err);
        end = b->failed ? BLOCK_FAILED : BLOCK_BROKEN;
    }
    tree_free(tree);
    return end;
}

static int64_t patiences(const Sim *sim, int64_t at_least)
{
    return at_least + sim->asked->turns / TURNS_A_PATIENCE;
}

/* A block broke the cell: its halves are played one after the other, down to the run to blame,
 * which is played watched, so that its place is known.  True when all of it could be played.  What
 * was counted before the cell broke is no run (count_block), and not played again. */
static bool narrow(Sim *sim, CellClient *k, Span span, int64_t *run, Err *err)
{
    if (span.runs == 0) return true;
    if (stopped(sim)) return err_set(err, "stopped");
    if (span.runs == 1) {
        Blocks one = {.sim = sim, .span = span, .err = err};
        BlockEnd end =
            ask(&one, k, patiences(sim, 1), cell_client_patience(k, patiences(sim, 1)), run);
        if (end == BLOCK_DONE || (end == BLOCK_BROKEN && one.span.runs == 0)) return true;
        if (*run == 0 && err->kind != ERR_ROOM) say_death(sim, *run = span.from, err);
        return false;
    }
    int64_t half = span.runs / 2;
    Span halves[] = {{span.from, half}, {span.from + half, span.runs - half}};
    for (int i = 0; i < 2; i++) {
        Blocks b = {.sim = sim, .span = halves[i], .err = err};
        BlockEnd end = ask(&b, k, patiences(sim, 1), 0, run);
        if (end == BLOCK_FAILED || (end == BLOCK_BROKEN && !narrow(sim, k, b.span, run, err)))
            return false;
    }
    return true;
}

/* --- a job ------------------------------------------------------------------------------- */

/* A run that failed: of several the first, which does not depend on who was faster, since blocks
 * are handed out in order and all that begun are played to their end. */
static void note_failure(Sim *sim, int64_t run, const Err *err)
{
    pthread_mutex_lock(&sim->lock);
    if (!sim->failed || run < sim->failed_run) {
        sim->failed_run = run;
        sim->err = *err;
    }
    sim->failed = true;
    pthread_mutex_unlock(&sim->lock);
}

static void play_blocks(Sim *sim, CellClient *k)
{
    for (;;) {
        Err err = {0};
        int64_t run = 0;
        Blocks b = {.sim = sim, .span = take_block(sim), .more = true, .err = &err};
        if (b.span.runs <= 0) return;
        BlockEnd end = ask(&b, k, patiences(sim, 3), 0, &run);
        if (end == BLOCK_BROKEN && err.kind == ERR_ROOM && give_back(sim, b.span)) return;
        if (end == BLOCK_DONE || (end == BLOCK_BROKEN && narrow(sim, k, b.span, &run, &err)))
            continue;
        if (!stopped(sim)) note_failure(sim, run, &err);
        return;
    }
}

/* A cell of its own for one of several, if there is room: they are asked for one after the other.
 */
static void play_apart(Sim *sim)
{
    pthread_mutex_lock(&sim->lock);
    CellClient *k = cell_client_clone(sim->asked->of.table->client, sim->memory);
    pthread_mutex_unlock(&sim->lock);
    if (k) play_blocks(sim, k);
    cell_client_free(k);
}

/* One alone plays where the rules are loaded already. */
static void *job(void *data)
{
    Sim *sim = data;
    if (sim->jobs == 1)
        play_blocks(sim, sim->asked->of.table->client);
    else
        play_apart(sim);
    pthread_mutex_lock(&sim->lock);
    sim->working--;
    pthread_cond_signal(&sim->news);
    pthread_mutex_unlock(&sim->lock);
    return NULL;
}

/* --- all of them ------------------------------------------------------------------------- */

static int processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < 1 ? 1 : n;
}

/* Signals are for the threads of the program that we live in. */
static int start_jobs(Sim *sim, pthread_t *thread)
{
    sigset_t all, before;
    int n = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&sim->lock);
    while (n < sim->jobs && pthread_create(&thread[n], NULL, job, sim) == 0) n++;
    sim->working = n;
    pthread_mutex_unlock(&sim->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return n;
}

static struct timespec in_a_moment(void)
{
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_nsec += NEWS_MS * 1000000L;
    if (at.tv_nsec >= 1000000000L) {
        at.tv_sec++;
        at.tv_nsec -= 1000000000L;
    }
    return at;
}

static void watch(Sim *sim, const SconceSim *how, int64_t all)
{
    pthread_mutex_lock(&sim->lock);
    while (sim->working > 0) {
        struct timespec at = in_a_moment();
        pthread_cond_timedwait(&sim->news, &sim->lock, &at);
        int64_t done = sim->done;
        pthread_mutex_unlock(&sim->lock);
        if (how->progress) how->progress(done, all, how->data);
        pthread_mutex_lock(&sim->lock);
    }
    pthread_mutex_unlock(&sim->lock);
}

/* False: there is no thread to play in. */
static bool play_side_by_side(Sim *sim, const SconceSim *how)
{
    pthread_t thread[JOBS_MAX];
    int n = start_jobs(sim, thread);
    if (n > 0) watch(sim, how, how->runs);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
    return n > 0;
}

static bool is_left(const Sim *sim)
{
    return !sim->failed && !stopped(sim) && (sim->back_n > 0 || sim->next < sim->end);
}

bool sim_play(const SimAsked *a, const SconceSim *how, int64_t from, SimCounted *counted, Err *err)
{
    Span span = {from, how->runs};
    if (spans_meet(&counted->spans, span))
        return err_set(err, "some of the runs from %lld on were merged already; play others",
                       (long long)from);
    Sim sim = {.asked = a,
               .counted = counted,
               .next = from,
               .end = from + how->runs,
               .block = FIRST_BLOCK};
    int64_t jobs = how->jobs > 0 ? how->jobs : processors();
    if (jobs > how->runs) jobs = how->runs;
    sim.jobs = jobs > JOBS_MAX ? JOBS_MAX : (int)jobs;
    sim.memory = sim.jobs > 1 ? cell_shared_memory() : -1;
    pthread_mutex_init(&sim.lock, NULL);
    pthread_cond_init(&sim.news, NULL);
    bool played = play_side_by_side(&sim, how);
    if (sim.jobs > 1) {
        cell_client_alone(a->of.table->client);
        sim.jobs = 1;
        if (is_left(&sim))
            played = play_side_by_side(&sim, how); /* there was room for the first cell only */
    }
    if (sim.memory >= 0) close(sim.memory);
    pthread_cond_destroy(&sim.news);
    pthread_mutex_destroy(&sim.lock);
    if (!played) return err_set(err, "the system gives no thread to play in");
    if (sim.failed) *err = sim.err;
    return !sim.failed;
}
