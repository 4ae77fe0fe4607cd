/* An open table, as the files that implement sconce.h see it: named parts, each explained where it
 * is declared.
 *
 * Only this room includes this header; the rooms below get what they need as LogSource and
 * StudyTable. */
#ifndef CAMPAIGN_TABLE_H
#define CAMPAIGN_TABLE_H

#include "campaign/rules/table_sources.h"
#include "campaign/study/study_table.h"
#include "campaign/table/dice_source.h"
#include "campaign/table/pending_command.h"
#include "campaign/table/position.h"
#include "campaign/view/log.h"
#include "sconce.h"

/* Rules in force, and the state of their files (reload.c). */
typedef struct {
    CellClient *client;
    char hash[HASH_HEX];
    Chain *rejected;       /* texts that did not load; not tried again until they change */
    bool unreadable;       /* a file could not even be read: tried again before each command */
    bool relocated;        /* the same rules in a new folder: reading them there is no news */
    bool from_journal;     /* the files did not load when the table was opened */
    Text load_error;       /* the last reason given why the files do not load */
    Text changes;          /* differences from the rules of the head, a line each … */
    int64_t changes_since; /* … which was this entry */
    bool report_orphans;   /* read anew, and nothing was played since */
    bool has_orphans;      /* the state holds things that the rules no longer have */
} LoadedRules;

/* Warnings, a line each. */
typedef struct {
    Text next;      /* for the next reply */
    Text opening;   /* those of opening, which sconce_about gives, too … */
    bool line_said; /* … and the first reply need not repeat, if about was asked first */
} Warnings;

/* Texts given out last, each by the public function of its name; valid until its next call. */
typedef struct {
    Text reply, prompt, opening, asked, status, book, about, dice_left, log, verified, recap;
    char no_memory[400]; /* a reply when there is no memory for one */
} GivenTexts;

/* Progress of long odds. */
typedef struct {
    void (*call)(const SconceNews *news, void *data); /* may be NULL */
    void *data;
} Watch;

struct Sconce {
    int stop; /* set by sconce_stop, from any thread */
    TableSources sources;
    bool read_only;
    bool use_defaults; /* answer questions by their defaults */
    bool at_question;  /* when the line now running was said, a question was open */
    bool preview;      /* opened only to be looked at, and begun in memory: nothing is kept */
    LoadedRules rules;
    Position position;
    DiceSource dice;
    PendingCommand pending;
    Watch watch;
    Warnings warnings;
    GivenTexts given;
};

/* Adds a warning to the next reply. */
void table_warn(Sconce *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends "house.lua:3: ", the place of an error; nothing when no file is the cause. */
void table_place(Text *t, const char *file, int64_t line);
/* The book of the rules in force. */
const Value *table_book(const Sconce *s);
/* The table as logs and studies see it, for one call. */
LogSource table_log_source(const Sconce *s);
StudyTable table_study(const Sconce *s);

#endif
