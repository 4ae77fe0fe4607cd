/* Names of what a study counts: events, measures of the table's own, and what the host counts
 * itself.
 *
 * In messages of the cell and in files for `sim --merge`, one character in front of a name says its
 * kind.  Only this file knows these characters; everywhere else a name has a kind. */
#ifndef CAMPAIGN_MEASURE_NAME_H
#define CAMPAIGN_MEASURE_NAME_H

#include "core/text.h"

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
/* Does it count something about the plan or the play, rather than an event or a measure? */
bool measure_of_play(MeasureKind kind);
/* Is it true or false after each turn? */
bool measure_is_yes_no(MeasureKind kind);
/* Opens the JSON object of what happened to a plan, {"line":…,"reason":…, {"reason":…, or
 * {"question":…,"answer":…; its figures and the bracket follow. */
void measure_open_object(Text *t, const MeasureName *m);

#endif
