/* A simulation: its question, its counts, and the functions that play and merge runs and write
 * figures.  sim.c is the way through: question, merge, play, answer. */
#pragma once

#include "campaign/study/study_query.h"
#include "campaign/study/tally.h"

/* A range of consecutive runs. */
typedef struct {
    int64_t from, runs; /* number of the first run, counted from 1; how many */
} RunSpan;

/* The runs that were played, as sorted ranges with gaps between them.  Start from {0}. */
typedef struct {
    RunSpan *span;
    size_t n, room;
    bool failed; /* memory ran out */
} RunSpans;

void spans_free(RunSpans *s);
bool spans_overlap(const RunSpans *s, RunSpan other);
/* Adds a range that overlaps none.  False: out of memory. */
bool spans_add(RunSpans *s, RunSpan span);
/* Returns the number of runs in all ranges. */
int64_t spans_runs(const RunSpans *s);

/* A simulation to run. */
typedef struct {
    StudyQuery query;
    int64_t turns;
    const char *seed;
    char question[HASH_HEX]; /* hash of all that must be equal to merge: the query, turns, seed,
                                rules and state */
} SimQuery;

/* The counts of a simulation, and the runs they come from. */
typedef struct {
    Tallies tallies;
    RunSpans spans;
    bool stopped; /* before all runs were played */
} SimCounts;

/* --- sim_run.c --- */
/* Plays sim->runs runs from number `from` on, in several cells, and adds their counts. */
bool sim_play(const SimQuery *q, const SconceSim *sim, int64_t from, SimCounts *counts, Err *err);

/* --- sim_merge.c --- */
/* Adds the counts in a file: the JSON of an earlier simulation with the same question. */
bool sim_merge(const SimQuery *q, const char *file, SimCounts *counts, Err *err);

/* --- figures.c --- */
/* Every figure is computed from a whole histogram in ascending order, so that the same tallies give
 * the same bytes, however the runs were spread over cells. */

/* The counts of a simulation, as figures are computed from them. */
typedef struct {
    const Tallies *tallies; /* compacted */
    int64_t turns, runs;
} CountedRuns;

/* These write parts of the answer of sconce_sim; this one "measures".  False: out of memory. */
bool figures_write_measures(Text *t, const CountedRuns *c);
/* Writes the plan's events of one kind as a list in the field `key`; nothing if there are none. */
bool figures_write_plan(Text *t, const char *key, MeasureKind kind, const CountedRuns *c);
/* Writes how runs stand after each turn: "midturn", "ended" or "nobody", if that ever occurs. */
bool figures_write_standing(Text *t, const CountedRuns *c);
/* Writes the object "tallies", as sim_merge reads it. */
void figures_write_tallies(Text *t, const Tallies *tallies);
