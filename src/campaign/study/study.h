/* Studies of a table: a simulation, exact odds, and the verb `odds`. */
#ifndef CAMPAIGN_STUDY_H
#define CAMPAIGN_STUDY_H

#include "campaign/journal/journal.h"
#include "campaign/rules/cell_client.h"
#include "sconce.h"

/* The table that a study starts from: its rules, its present state, how to stop, and how to report
 * progress.  The campaign fills one for each call; it owns nothing. */
typedef struct {
    const char *name; /* as the caller of sconce_open named it */
    CellClient *client;
    const char *rules_hash;
    const Text *state; /* canonical bytes */
    int64_t turn;      /* of the state */
    Journal *journal;
    bool preview;    /* opened for this study alone: rolls made so far are part of the answer */
    const int *stop; /* set to break off, from any thread */
    void (*watch)(const SconceNews *news, void *data); /* may be NULL */
    void *watch_data;
} StudyTable;

/* Plays and counts, and adds the JSON that sconce_sim promises to `json`.  False with a sentence.
 */
bool sim_study(const StudyTable *table, const SconceSim *sim, Text *json, Err *err);

/* Weighs all plays, and adds the JSON that sconce_chances promises to `json`.  enough: without a
 * limit of turns, ends when the chance of what is waited for is below this; 0: 1e-12.  False with a
 * sentence. */
bool odds_study(const StudyTable *table, const SconceChances *wanted, double enough, Text *json,
                Err *err);
/* "encounter before torch" -> "before the torch goes out: encounter 42.1% (91/216), if …", added to
 * t.  False with a sentence. */
bool odds_query(const StudyTable *table, const char *typed, Text *t, Err *err);

#endif
