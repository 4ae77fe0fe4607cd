/* Counts over many runs: for each measure, a histogram of its value at the end of every turn.
 *
 * A tally stores changes: from turn `turn` on, `by` more runs (fewer if negative) have the value
 * `value`.  Summing the changes up to a turn gives its histogram.  Counts are integers, so blocks
 * of runs may be merged in any order. */
#pragma once

#include "core/tree.h"

/* --- names of measures ---
 *
 * In messages of the cell and in files for `sim --merge`, a measure is named by a key, which begins
 * with a character for its kind.  Only tally.c knows these characters. */

/* The kinds of measures, by the thing that each counts. */
typedef enum {
    MEASURE_EVENT,  /* how often an event happened: "encounter", "hazard.burn"; "A<B": A before B */
    MEASURE_YES_NO, /* what the question measures: true or false, counted as 1 or 0 */
    MEASURE_NUMBER, /* what the question measures: a number */
    MEASURE_PASSED, /* a line of the plan that was skipped, and the reason */
    MEASURE_STUCK,  /* a run that ended since no line of the plan could be done, and the reason */
    MEASURE_DEFAULT, /* a question that took its default, and the answer */
    MEASURE_STANDING /* how a run stands after a turn, 1 or 0: "midturn", "ended" … */
} MeasureKind;

/* A key in its parts, which point into it. */
typedef struct {
    MeasureKind kind;
    const char *name;   /* event, measure, line, question; ends in a NUL unless a detail follows */
    size_t n;           /* length of the name */
    const char *detail; /* reason or answer; "" where there is none */
} MeasureName;

/* Reads a key.  The result points into it. */
MeasureName measure_name(const char *key);
/* True if it counts something about the plan or the run, not an event or a measure asked for. */
bool measure_is_of_play(MeasureKind kind);
/* True if its value after each turn is true or false. */
bool measure_is_yes_no(MeasureKind kind);
/* Writes the beginning of a JSON object for something that happened to a plan:
 * {"line":…,"reason":…, or {"reason":…, or {"question":…,"answer":….  The caller adds figures and
 * closes it. */
void measure_open_object(Text *t, const MeasureName *m);

/* --- tallies --- */

enum { TURNS_MAX = 100000 };                   /* of one run: two years of ten-minute turns */
static const int64_t RUNS_MAX = 1000000000000; /* years of playing; counts stay in 64 bits */

/* From this turn on, `by` more runs have this value; `by` below 0: fewer. */
typedef struct {
    int64_t turn, by;
    double value;
} TallyChange;

/* The counts of one measure. */
typedef struct {
    char *key;      /* tallies are sorted by it */
    MeasureName of; /* parts of the key */
    TallyChange *change;
    size_t n, room;
    size_t compacted; /* number of changes after equal ones were last merged */
} MeasureTally;

/* The counts of all measures.  Start from {0}. */
typedef struct {
    MeasureTally *tally;
    size_t n, room;
    bool failed; /* memory ran out: check once, at the end */
} Tallies;

void tallies_free(Tallies *t);
/* Finds the tally of a key, or adds one.  Valid until the next call; NULL when memory is out. */
MeasureTally *tallies_get(Tallies *t, const char *key);
/* Finds the tally of a name without detail; NULL: none. */
const MeasureTally *tallies_find(const Tallies *t, MeasureKind kind, const char *name);
void tallies_add_change(Tallies *t, MeasureTally *tally, TallyChange c);
/* Adds the counts of the cell: a map from keys to texts "turn value change turn …", or to lists
 * { value, "turn change turn …", … }.  False, and err says why, when the map is malformed or
 * names a turn above `turns`; then a part of it may have been added. */
bool tallies_add(Tallies *t, const Value *map, int64_t turns, Err *err);
/* Sorts all changes by turn and value, merges equal ones and drops zeros. */
void tallies_compact(Tallies *t);
