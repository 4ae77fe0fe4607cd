/* Plays the runs of a simulation in several cells at the same time.  Each cell has a thread (a
 * job), and all jobs take blocks of runs from one counter.  The figures do not depend on the number
 * of cells: run i draws its dice only from the seed and i (cell/study/replay.c), and counts are
 * integers, which can be added in any order (tally.c).
 *
 * The first job uses the cell that has loaded the rules; each other job starts another cell, if
 * there is memory for one.  A block is short, so that progress is reported and a stop obeyed soon,
 * but long enough that the requests cost little.  All blocks of a cell run in one interpreter,
 * which remembers the turns it has played (lua/study/turn_memo.lua). */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "campaign/study/sim.h"
#include "core/tree.h"
#include "core/wire.h"

enum {
    JOBS_MAX = 64,           /* cells, with up to 96 MB each */
    FIRST_BLOCK = 4,         /* runs; the time they take decides how large the next blocks are */
    BLOCK_MS = 200,          /* a block: progress is smooth, a message costs little of it */
    BLOCK_MAX = 1000000,     /* runs that counts have room for: see COUNT_MARK in event_counter.h */
    TURNS_PER_TIMEOUT = 200, /* a block may take one more timeout for each of these */
    LONG_RUN = 317,     /* turns.  Long runs differ in what they count, so that many in one block
                           would make a long message; any number of some hundreds would do */
    LONG_BLOCK = 100000 /* turns of all runs together in a block of long runs */
};

/* The runs of one simulation, which several jobs take in blocks. */
typedef struct {
    const SimQuery *query;
    SimCounts *counts;
    pthread_mutex_t lock; /* guards counts, and all fields below */
    pthread_cond_t news;
    int64_t next, end;          /* runs not yet handed out: from next, before end */
    RunSpan returned[JOBS_MAX]; /* blocks given back by cells without memory, one a job at most */
    size_t returned_n;
    int64_t block; /* runs of the next block */
    int64_t done;  /* runs played */
    int jobs;      /* how many are to be started */
    int working;   /* how many were started and have not ended */
    bool failed;
    int64_t failed_run; /* 0: no run is to blame */
    Err err;            /* of failed_run */
} SimJobs;

static bool is_stopped(const SimJobs *sim)
{
    return *sim->query->query.table->stop != 0;
}

/* --- one block --------------------------------------------------------------------------- */

/* Writes the request for a block of runs.  timeout, each: ms for the block, and for each run. */
static void write_request(const SimQuery *q, RunSpan span, int64_t timeout, int64_t each, Text *out)
{
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "sim");
    put_int(map_field(&f, "timeout"), timeout);
    put_int(map_field(&f, "each"), each);
    study_query_write_request(&q->query, &f);
    put_text(map_field(&f, "seed"), q->seed);
    put_int(map_field(&f, "turns"), q->turns);
    put_int(map_field(&f, "from"), span.from);
    put_int(map_field(&f, "runs"), span.runs);
    map_end(&f, out);
}

/* Sets the error from the cell's reply, and how to repeat the run; 0: no run is to blame. */
static void set_rule_error(const SimQuery *q, const Value *error, int64_t run, Err *err)
{
    int64_t turn = value_int(error, "turn", 0);
    char place[100] = "", repeat[60] = "";
    size_t n = 0;
    if (run > 0 && turn > 0)
        n = (size_t)snprintf(place, sizeof place, "turn %lld of ", (long long)turn);
    if (run > 0) {
        snprintf(place + n, sizeof place - n, "run %lld under seed %.40s", (long long)run, q->seed);
        snprintf(repeat, sizeof repeat, "; --from %lld --runs 1 repeats it", (long long)run);
    }
    study_query_set_error(&q->query, error, place, repeat, err);
}

/* Adds the run, and how to repeat it, to the error of a cell that died. */
static void add_run_to_error(const SimJobs *sim, int64_t run, Err *err)
{
    Err plain = *err;
    if (run == 0) return;
    err_set(err, "%.700s (run %lld under seed %.40s; --from %lld --runs 1 repeats it)", plain.text,
            (long long)run, sim->query->seed, (long long)run);
    memcpy(err->file, plain.file, sizeof err->file);
    err->line = plain.line;
}

/* How the playing of a block ended. */
typedef enum { BLOCK_DONE, BLOCK_FAILED, BLOCK_CELL_DIED } BlockEnd;

/* One request to a cell, in which it may play several blocks. */
typedef struct {
    SimJobs *sim;
    RunSpan span;  /* the block that it plays now */
    int64_t began; /* when it began this block, in ms (wire_now_ms) */
    bool more;     /* further blocks may follow */
    bool failed;   /* its counts could not be added */
    Err *err;
} BlockDialogue;

/* Returns the size of the next block: at most a job's share of what is left, so none is idle. */
static int64_t next_block_runs(const SimJobs *sim)
{
    int64_t turns = sim->query->turns, runs = sim->block;
    int64_t max = turns < LONG_RUN ? BLOCK_MAX : LONG_BLOCK / turns + 1;
    int64_t left = sim->end - sim->next, share = (left + sim->jobs - 1) / sim->jobs;
    if (runs > max) runs = max;
    return runs < share ? runs : share;
}

/* Hands out a block that a cell gave back, or the next runs; none when all are handed out, a run
 * failed, or a stop was asked for. */
static RunSpan take_block(SimJobs *sim)
{
    RunSpan span = {0};
    pthread_mutex_lock(&sim->lock);
    bool over = sim->failed || is_stopped(sim);
    if (!over && sim->returned_n > 0) {
        span = sim->returned[--sim->returned_n];
    } else if (!over) {
        span = (RunSpan){.from = sim->next, .runs = next_block_runs(sim)};
        sim->next += span.runs;
    }
    pthread_mutex_unlock(&sim->lock);
    return span;
}

/* Leaves the block of a cell without memory to the other cells.  False: there are no others. */
static bool give_back(SimJobs *sim, RunSpan span)
{
    pthread_mutex_lock(&sim->lock);
    bool others = sim->jobs > 1;
    if (others) sim->returned[sim->returned_n++] = span;
    pthread_mutex_unlock(&sim->lock);
    return others;
}

/* Sets the size of the next block by the time that a block of `runs` runs took. */
static void adapt_block_size(SimJobs *sim, int64_t runs, int64_t ms)
{
    pthread_mutex_lock(&sim->lock);
    int64_t block = runs * BLOCK_MS / (ms > 0 ? ms : 1);
    int64_t max = sim->block * 16; /* the first few runs say little: grow step by step */
    if (max > BLOCK_MAX) max = BLOCK_MAX;
    if (block > max) block = max;
    sim->block = block < 1 ? 1 : block;
    pthread_cond_signal(&sim->news);
    pthread_mutex_unlock(&sim->lock);
}

/* Adds the counts of a block that was played, and replies with the next block; a CellProgress.
 * False: there is no more, and the request ends. */
static bool count_block(const Value *news, MapWriter *reply, void *data)
{
    BlockDialogue *b = data;
    SimJobs *sim = b->sim;
    int64_t now = wire_now_ms();
    pthread_mutex_lock(&sim->lock);
    bool ok =
        tallies_add(&sim->counts->tallies, value_get(news, "tallies"), sim->query->turns, b->err) &&
        (spans_add(&sim->counts->spans, b->span) || err_set(b->err, "out of memory"));
    sim->done += b->span.runs;
    pthread_mutex_unlock(&sim->lock);
    adapt_block_size(sim, b->span.runs, now - b->began);
    b->failed = !ok;
    b->began = now;
    b->span = ok && b->more ? take_block(sim) : (RunSpan){0};
    put_int(map_field(reply, "from"), b->span.from);
    put_int(map_field(reply, "runs"), b->span.runs);
    return b->span.runs > 0;
}

/* How the time of a block is limited: by the clock, or, for the run that broke a cell, by its work,
 * which the cell counts, so that the error names the place in the rules. */
typedef enum { BOUND_BY_CLOCK, BOUND_BY_WORK } BlockBound;

/* Has a cell play a block, and further ones while b->more.  BLOCK_FAILED: *run is to blame, or, if
 * it is 0, no run; BLOCK_CELL_DIED: the cell died, and any run of b->span may be to blame. */
static BlockEnd play_block(BlockDialogue *b, CellClient *client, BlockBound bound, int64_t *run)
{
    ScopedText request = {0};
    *run = 0;
    b->began = wire_now_ms();
    /* A block may take more times the usual timeout where its runs are long. */
    int64_t times = 1 + b->sim->query->turns / TURNS_PER_TIMEOUT;
    int64_t timeout = bound == BOUND_BY_WORK ? cell_client_timeout(client, times) : 0;
    /* By the clock each run may take a quarter of the timeout.  One that takes longer is played
     * again by find_failing_run, bound by its work, and four times as long by the clock
     * (CLOCK_FACTOR in cell/main.c). */
    write_request(b->sim->query, b->span, timeout, cell_client_timeout(client, 1) / 4, &request);
    ScopedTree *tree = cell_client_follow(client, &request, times, count_block, b, b->err);
    if (!tree) return b->failed ? BLOCK_FAILED : BLOCK_CELL_DIED;
    const Value *reply = tree_root(tree);
    if (value_is(reply, "outcome", "done")) return b->failed ? BLOCK_FAILED : BLOCK_DONE;
    const Value *error = value_get(reply, "error");
    *run = value_int(error, "run", 0);
    set_rule_error(b->sim->query, error, *run, b->err);
    return BLOCK_FAILED;
}

/* Finds the run that broke a cell: plays the halves of its block one after the other, down to a
 * single run, which is bound by its work.  True when all runs could be played this time.  Counted
 * runs are not played again, since count_block has taken them out of the span. */
static bool find_failing_run(SimJobs *sim, CellClient *client, RunSpan span, int64_t *run, Err *err)
{
    if (span.runs == 0) return true;
    if (is_stopped(sim)) return err_set(err, "stopped");
    if (span.runs == 1) {
        BlockDialogue one = {.sim = sim, .span = span, .err = err};
        BlockEnd end = play_block(&one, client, BOUND_BY_WORK, run);
        /* one.span.runs is 0 if the cell died after the run was counted: then none is to blame. */
        if (end == BLOCK_DONE || (end == BLOCK_CELL_DIED && one.span.runs == 0)) return true;
        /* Nor is a run to blame if the cell got no memory. */
        if (*run == 0 && err->kind != ERR_ROOM) {
            *run = span.from;
            add_run_to_error(sim, *run, err);
        }
        return false;
    }
    int64_t half = span.runs / 2;
    RunSpan halves[] = {{span.from, half}, {span.from + half, span.runs - half}};
    for (int i = 0; i < 2; i++) {
        BlockDialogue b = {.sim = sim, .span = halves[i], .err = err};
        BlockEnd end = play_block(&b, client, BOUND_BY_CLOCK, run);
        if (end == BLOCK_FAILED ||
            (end == BLOCK_CELL_DIED && !find_failing_run(sim, client, b.span, run, err)))
            return false;
    }
    return true;
}

/* --- a job ------------------------------------------------------------------------------- */

/* Keeps the error of the lowest run that failed.  That run does not depend on timing, since blocks
 * are handed out in order, and all begun blocks are played to their end. */
static void keep_first_failure(SimJobs *sim, int64_t run, const Err *err)
{
    pthread_mutex_lock(&sim->lock);
    if (!sim->failed || run < sim->failed_run) {
        sim->failed_run = run;
        sim->err = *err;
    }
    sim->failed = true;
    pthread_mutex_unlock(&sim->lock);
}

/* Has a cell play blocks until none is left, it lacks memory, or a run has failed. */
static void play_blocks(SimJobs *sim, CellClient *client)
{
    for (;;) {
        Err err = {0};
        int64_t run = 0;
        BlockDialogue b = {.sim = sim, .span = take_block(sim), .more = true, .err = &err};
        if (b.span.runs <= 0) return;
        BlockEnd end = play_block(&b, client, BOUND_BY_CLOCK, &run);
        if (end == BLOCK_CELL_DIED && err.kind == ERR_ROOM && give_back(sim, b.span)) return;
        if (end == BLOCK_DONE ||
            (end == BLOCK_CELL_DIED && find_failing_run(sim, client, b.span, &run, &err)))
            continue;
        if (!is_stopped(sim)) keep_first_failure(sim, run, &err);
        return;
    }
}

/* A thread and the cell that plays its runs. */
typedef struct {
    SimJobs *sim;
    CellClient *client;
    bool own; /* the client is a copy: the job has it load the rules, and frees it */
    pthread_t thread;
} Job;

/* Body of a thread.  A job that cannot load the rules leaves all runs to the others. */
static void *run_job(void *data)
{
    Job *job = data;
    SimJobs *sim = job->sim;
    Err err;
    if (!job->own || cell_client_load(job->client, &err)) play_blocks(sim, job->client);
    pthread_mutex_lock(&sim->lock);
    sim->working--;
    pthread_cond_signal(&sim->news);
    pthread_mutex_unlock(&sim->lock);
    return NULL;
}

/* --- all of them ------------------------------------------------------------------------- */

/* Returns how many processors this program may use. */
static int processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < 1 ? 1 : n;
}

/* Starts a thread: the first with the table's client, each other with a copy.  False: no room. */
static bool start_job(Job *job, SimJobs *sim)
{
    CellClient *first = sim->query->query.table->client;
    bool own = sim->working > 0;
    *job = (Job){.sim = sim, .client = own ? cell_client_copy(first) : first, .own = own};
    if (job->client && pthread_create(&job->thread, NULL, run_job, job) == 0) return true;
    if (own) cell_client_free(job->client);
    return false;
}

/* Starts the threads, with all signals blocked: those are for the threads of the program.  None
 * plays before the lock is released, so that the first client is not in use while it is copied. */
static int start_jobs(SimJobs *sim, Job *jobs)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&sim->lock);
    while (sim->working < sim->jobs && start_job(&jobs[sim->working], sim)) sim->working++;
    int started = sim->working;
    pthread_mutex_unlock(&sim->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static struct timespec next_report(void)
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

/* Waits for the end of all jobs, and reports progress, without the lock, when there is news. */
static void wait_for_jobs(SimJobs *sim, const SconceSim *how, int64_t all)
{
    pthread_mutex_lock(&sim->lock);
    while (sim->working > 0) {
        struct timespec at = next_report();
        pthread_cond_timedwait(&sim->news, &sim->lock, &at);
        int64_t done = sim->done;
        pthread_mutex_unlock(&sim->lock);
        if (how->progress) how->progress(done, all, how->data);
        pthread_mutex_lock(&sim->lock);
    }
    pthread_mutex_unlock(&sim->lock);
}

/* Plays in as many jobs as can be started.  False: none could. */
static bool play_side_by_side(SimJobs *sim, const SconceSim *how)
{
    Job jobs[JOBS_MAX];
    int n = start_jobs(sim, jobs);
    if (n > 0) wait_for_jobs(sim, how, how->runs);
    for (int i = 0; i < n; i++) {
        pthread_join(jobs[i].thread, NULL);
        if (jobs[i].own) cell_client_free(jobs[i].client);
    }
    return n > 0;
}

bool sim_play(const SimQuery *q, const SconceSim *how, int64_t from, SimCounts *counts, Err *err)
{
    RunSpan span = {from, how->runs};
    if (spans_overlap(&counts->spans, span))
        return err_set(err, "some of the runs from %lld on were merged already; play others",
                       (long long)from);
    SimJobs sim = {
        .query = q, .counts = counts, .next = from, .end = from + how->runs, .block = FIRST_BLOCK};
    int64_t jobs = how->jobs > 0 ? how->jobs : processors();
    if (jobs > how->runs) jobs = how->runs;
    sim.jobs = jobs > JOBS_MAX ? JOBS_MAX : (int)jobs;
    pthread_mutex_init(&sim.lock, NULL);
    pthread_cond_init(&sim.news, NULL);
    bool played = play_side_by_side(&sim, how);
    bool left = sim.returned_n > 0 || sim.next < sim.end;
    if (played && left && !sim.failed && !is_stopped(&sim)) { /* of cells without memory */
        sim.jobs = 1;
        played = play_side_by_side(&sim, how);
    }
    pthread_cond_destroy(&sim.news);
    pthread_mutex_destroy(&sim.lock);
    if (!played) return err_set(err, "the system gives no thread to play in");
    if (sim.failed) *err = sim.err;
    return !sim.failed;
}
