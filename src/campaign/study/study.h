/* Studies of a table: a simulation, exact odds, and the verb `odds`. */
#pragma once

#include "campaign/journal/journal.h"
#include "campaign/rules/cell_client.h"
#include "sconce.h"

/* The table that a study starts from: its rules and present state, how to stop, and how to report
 * progress.  table_study (campaign/table/table.c) fills one for each call; it owns nothing. */
typedef struct {
    const char *name;    /* as in SconceOptions.table */
    char *const *houses; /* house files, as in SconceOptions; none for a campaign folder */
    size_t house_count;
    CellClient *client;
    const char *rules_hash;
    const Text *state;   /* canonical bytes */
    int64_t turn;        /* of the state */
    bool no_party;       /* nobody was named yet: one nameless member plays */
    const Value *status; /* of the current state, as in core/wire.h */
    Journal *journal;
    bool preview;           /* play began in memory, for this study: the answer lists the rolls made
                               so far */
    const atomic_int *stop; /* set, from any thread, to stop the study */
    void (*watch)(const SconceNews *news, void *data); /* may be NULL */
    void *watch_data;
} StudyTable;

/* Simulates, and appends the JSON that sconce_sim describes. */
bool sim_study(const StudyTable *table, const SconceSim *sim, Text *json, Err *err);

/* Computes exact odds, and appends the JSON that sconce_chances describes.  negligible: without a
 * limit of turns, the study ends when the event of `until` is still to come with a chance below
 * this; 0: 1e-12. */
bool odds_study(const StudyTable *table, const SconceChances *wanted, double negligible, Text *json,
                Err *err);
/* Answers a question typed after the verb `odds`, "encounter before torch", with a sentence,
 * "encounter before the torch goes out: 42.1% (91/216), if …".  False with the reason. */
bool odds_query(const StudyTable *table, const char *typed, Text *t, Err *err);
