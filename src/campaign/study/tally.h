/* Tallies of many runs: for each measure, how many runs had counted how much by the end of each
 * turn.
 *
 * A tally is a list of changes: in this turn, so many runs more (or fewer) have this value.  Summed
 * up to a turn, they are a histogram of the values at its end.  Adding tallies adds whole numbers,
 * so any split of the runs, in any order, gives the same. */
#ifndef CAMPAIGN_TALLY_H
#define CAMPAIGN_TALLY_H

#include "campaign/study/measure_name.h"
#include "core/value.h"

enum { TURNS_MAX = 100000 };
static const int64_t RUNS_MAX = 1000000000000;

typedef struct {
    int64_t turn, by; /* by: runs more, or fewer */
    double value;
} TallyChange;

typedef struct {
    char *key;      /* as the cell calls the measure; tallies are sorted by it */
    MeasureName of; /* the key, read */
    TallyChange *change;
    size_t n, room;
    size_t compacted; /* how many changes were left when equal ones were last put together */
} MeasureTally;

/* Start from {0}. */
typedef struct {
    MeasureTally *tally;
    size_t n, room;
    bool failed; /* memory ran out: check once, at the end */
} Tallies;

void tallies_free(Tallies *t);
/* Finds the tally of a key, or makes it.  Valid until the next call; NULL when memory is out. */
MeasureTally *tallies_get(Tallies *t, const char *key);
const MeasureTally *tallies_find(const Tallies *t, MeasureKind kind,
                                 const char *name); /* or NULL */
void tallies_note(Tallies *t, MeasureTally *tally, TallyChange c);
/* Adds what the cell counted: a map from keys to texts "turn value change turn …", or to lists
 * { value, "turn change turn …", … }.  False with a sentence when it is malformed; then a part of
 * it may have been added. */
bool tallies_add(Tallies *t, const Value *map, int64_t turns, Err *err);
/* Sorts all changes by turn and value, merges equal ones and drops zeros. */
void tallies_compact(Tallies *t);

#endif
