/* Counts over many runs: for each measure, a histogram of its value at the end of every turn.
 *
 * A tally stores changes: from turn `turn` on, `by` more runs (fewer if negative) have the value
 * `value`.  Summing the changes up to a turn gives its histogram.  Counts are integers, so blocks
 * of runs may be merged in any order. */
#ifndef CAMPAIGN_TALLY_H
#define CAMPAIGN_TALLY_H

#include "core/value.h"

/* --- names of what is counted: events, measures of the table's own, and what the host counts ---
 *
 * In messages of the cell and in files for `sim --merge`, one character in front of a name says its
 * kind.  Only tally.c knows these characters; everywhere else a name has a kind. */

typedef enum {
    MEASURE_EVENT,   /* how often an event came: "encounter", "hazard.burn"; "A<B", A before B */
    MEASURE_YES_NO,  /* a measure of the table's own that is true or false, counted as 1 or 0 */
    MEASURE_NUMBER,  /* one that is a number */
    MEASURE_PASSED,  /* a line of the plan that was passed over, and why */
    MEASURE_STUCK,   /* a play that ended since nothing of the plan could be done, and why */
    MEASURE_DEFAULT, /* a question that took its default, and the answer */
    MEASURE_STANDING /* how a play stands after a turn, 1 or 0: "midturn", "nobody" */
} MeasureKind;

typedef struct {
    MeasureKind kind;
    const char *name;   /* event, measure, line, question; within the key, not NUL-ended */
    size_t n;           /* its length */
    const char *detail; /* reason or answer; "" where there is none */
} MeasureName;

/* Reads a key, which the result points into. */
MeasureName measure_name(const char *key);
/* Adds the key of a name that has no detail. */
void measure_key(Text *t, MeasureKind kind, const char *name);
/* True if it counts something about the plan or the play, and not an event or a measure. */
bool measure_of_play(MeasureKind kind);
/* True if its value after each turn is true or false. */
bool measure_is_yes_no(MeasureKind kind);
/* Opens the JSON object of what happened to a plan, {"line":…,"reason":…, {"reason":…, or
 * {"question":…,"answer":…; its figures and the bracket follow. */
void measure_open_object(Text *t, const MeasureName *m);

/* --- tallies --- */

enum { TURNS_MAX = 100000 }; /* of one run */
static const int64_t RUNS_MAX = 1000000000000;

/* From this turn on, `by` more runs have this value. */
typedef struct {
    int64_t turn, by; /* by: how many more runs; negative: fewer */
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
