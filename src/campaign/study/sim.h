/* A simulation: what is asked, what was counted, and playing and merging runs. */
#ifndef CAMPAIGN_SIM_H
#define CAMPAIGN_SIM_H

#include "campaign/study/study_query.h"
#include "campaign/study/tally.h"

/* A range of consecutive runs. */
typedef struct {
    int64_t from, runs; /* number of the first run, counted from 1; how many */
} RunSpan;

/* Which runs were played: sorted, none touching another.  Start from {0}. */
typedef struct {
    RunSpan *span;
    size_t n, room;
    bool failed; /* memory ran out */
} RunSpans;

void spans_free(RunSpans *s);
bool spans_overlap(const RunSpans *s, RunSpan other);
bool spans_add(RunSpans *s, RunSpan span); /* one that overlaps none; false: out of memory */
int64_t spans_runs(const RunSpans *s);

/* A simulation to run. */
typedef struct {
    StudyQuery query;
    int64_t turns;
    const char *seed;
    char question[HASH_HEX]; /* digest of all that must be the same to merge: the query, turns and
                                seed, the rules and the state */
} SimQuery;

/* The counts of a simulation, and the runs they come from. */
typedef struct {
    Tallies tallies;
    RunSpans spans;
    bool stopped; /* broken off before all runs were played */
} SimCounts;

/* --- sim_run.c --- */
/* Plays sim->runs runs from `from` on, in several cells, and adds what they count.  False with a
 * sentence. */
bool sim_play(const SimQuery *q, const SconceSim *sim, int64_t from, SimCounts *counts, Err *err);

/* --- sim_merge.c --- */
/* Adds the counts in a file of JSON that answers the same question.  False with a sentence. */
bool sim_merge(const SimQuery *q, const char *file, SimCounts *counts, Err *err);

#endif
