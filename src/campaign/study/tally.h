/* Tallies: of many runs, how many had counted so much by the end of which turn.
 *
 * A tally holds changes: in this turn, so many runs more (or fewer) have this value.  Summed up to
 * a turn they are a histogram of the values at its end.  Adding tallies adds whole numbers, so that
 * any split of the runs, in any order, comes to the same. */
#ifndef CAMPAIGN_TALLY_H
#define CAMPAIGN_TALLY_H

#include "core/text.h"
#include "core/value.h"

enum { TURNS_MAX = 100000 };
static const int64_t RUNS_MAX = 1000000000000;

typedef struct {
    int64_t turn, by;
    double value;
} Change;

typedef struct {
    char *name; /* as the cell calls it: encounter, hazard.burn, A<B, ?dark, =hp */
    Change *change;
    size_t n, room;
    size_t settled; /* so many were left when equal ones were last put together */
} Tally;

/* Start from {0}. */
typedef struct {
    Tally *tally;
    size_t n, room;
    bool failed; /* memory ran out: check once, at the end */
} Tallies;

void tallies_free(Tallies *t);
/* The tally of that name, made when there is none.  NULL when memory is out; good until the next.
 */
Tally *tallies_get(Tallies *t, const char *name);
const Tally *tallies_find(const Tallies *t, const char *name); /* NULL when there is none */
void tallies_note(Tallies *t, Tally *tally, Change c);
/* Adds what the cell tells: a map of texts "turn value change turn …", or of lists { value, "turn
 * change turn …", … }.  False with a sentence, and perhaps a part of it added, when it is none. */
bool tallies_add(Tallies *t, const Value *map, int64_t turns, Err *err);
/* Puts all in order: by name, turn and value, each once, nothing that is 0. */
void tallies_settle(Tallies *t);

/* --- histograms, of a settled tally --- */

typedef struct {
    double value;
    int64_t runs;
} Bar;

typedef struct {
    const Tally *of;
    Bar *bar; /* every value there ever is, ascending */
    size_t n, at;
    size_t low, high; /* all that are not empty now are from low on and below high */
    int64_t turn;
} Histogram;

/* Before turn 1.  False when memory is out; histogram_free in any case. */
bool histogram_start(Histogram *h, const Tally *tally);
void histogram_free(Histogram *h);
void histogram_turn(Histogram *h); /* on to the end of the next turn */

#endif
