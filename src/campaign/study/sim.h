/* A simulation under way: what is asked, and what was counted so far.  Shared by the files that
 * implement sconce_sim. */
#ifndef CAMPAIGN_SIM_H
#define CAMPAIGN_SIM_H

#include "campaign/study/study_query.h"
#include "campaign/study/tally.h"

/* So many runs from that one on were played. */
typedef struct {
    int64_t from, runs;
} Span;

/* Sorted, none touching another.  Start from {0}. */
typedef struct {
    Span *span;
    size_t n, room;
    bool failed;
} Spans;

void spans_free(Spans *s);
bool spans_meet(const Spans *s, Span other); /* is a run of these there already? */
bool spans_add(Spans *s, Span new);          /* one that meets none; false: out of memory */
int64_t spans_runs(const Spans *s);

typedef struct {
    StudyQuery of;
    int64_t turns;
    const char *seed;
    char question[HASH_HEX]; /* a digest of all of that, the rules and the state */
} SimAsked;

typedef struct {
    Tallies tallies;
    Spans spans;
} SimCounted;

void counted_free(SimCounted *c);

/* --- sim.c --- */
/* Plays, counts and reports, as sconce_sim promises. */
char *sim_answer(const StudyTable *table, const SconceSim *sim, SconceError *error);

/* --- sim_run.c --- */
/* Plays runs from `from` on, in so many cells; adds what they count.  False with a sentence. */
bool sim_play(const SimAsked *a, const SconceSim *how, int64_t from, SimCounted *counted, Err *err);

/* --- sim_merge.c --- */
/* Adds what a file of JSON counted for the same question. */
bool sim_merge(const SimAsked *a, const char *file, SimCounted *counted, Err *err);

#endif
