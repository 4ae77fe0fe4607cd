/* An open table, as the files that implement sconce.h see it: its parts, and what each file does.
 *
 * Only this room includes this header; the rooms below get what they need as LogSource and
 * StudyTable. */
#ifndef CAMPAIGN_TABLE_H
#define CAMPAIGN_TABLE_H

#include "campaign/rules/table_sources.h"
#include "campaign/study/study.h"
#include "campaign/table/dice_source.h"
#include "campaign/table/pending_command.h"
#include "campaign/table/position.h"
#include "campaign/view/lines.h"
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
    Text opening;   /* those of opening, which sconce_about returns, too … */
    bool line_said; /* … and the first reply need not repeat, if about was asked first */
} Warnings;

/* The events of the beginning of play, which the first reply tells unless it was asked for before.
 */
typedef struct {
    Text json;         /* {"rolls":[…],"events":[…]}; "" when nothing happened */
    StyledLines lines; /* the same for people */
    bool told;
} Beginning;

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
    Beginning beginning;
    Text moved; /* entries that this line undid or did again: "undone":[{…},… without its end */
    GivenTexts given;
};

/* --- table.c --- */

/* Adds a warning to the next reply. */
void table_warn(Sconce *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends "house.lua:3: ", the place of an error; nothing when no file is the cause. */
void table_place(Text *t, const char *file, int64_t line);
/* The book of the rules in force. */
const Value *table_book(const Sconce *s);
/* The table as logs and studies see it, for one call. */
LogSource table_log_source(const Sconce *s);
StudyTable table_study(const Sconce *s);

/* --- command.c --- */

/* Runs a new line. */
SconceReply command_start(Sconce *s, const char *line);
/* Takes a line said at the open question. */
SconceReply command_answer(Sconce *s, const char *line);
/* Runs the line that the journal remembers, as far as its last question. */
SconceReply command_resume(Sconce *s);
/* Makes the first entry, line "start".  party: text of party.lua, or NULL.  False with a sentence.
 */
bool command_first(Sconce *s, const char *seed, const Text *party, Err *err);

/* --- verbs.c --- */

/* Runs the line when its first word is one of these verbs, in full, and fills *reply; else false.
 */
bool verbs_run(Sconce *s, const char *line, SconceReply *reply);
/* Runs a line whose first word is short for this verb, like verbs_run. */
bool verbs_run_as(Sconce *s, const char *verb, const char *line, SconceReply *reply);
/* Runs the line at an open question when its verb only shows something (chart, help, why …), like
 * verbs_run; else false. */
bool verbs_run_at_question(Sconce *s, const char *line, SconceReply *reply);

/* --- create.c --- */

/* The verb `save`: a scratch campaign becomes a folder, and play goes on there.  False with a
 * sentence. */
bool create_from_scratch(Sconce *s, const char *dir, Err *err);

/* --- reload.c --- */

/* Loads the chain, which it takes, in a new cell, and puts these rules in force.  False with a
 * sentence. */
bool rules_use(Sconce *s, Chain *c, Err *err);
/* At opening: warns of what changed in the rules since the last entry. */
void rules_tell_changes(Sconce *s);
/* Before a command, and never at a question: loads rule files that changed.  When they do not load,
 * the rules before stay, with a warning. */
void rules_reload(Sconce *s);
/* After a play: warns of things in the state that new rules no longer have (texts), or that they
 * are back. */
void rules_tell_orphans(Sconce *s, const Value *orphans);
/* Frees what they hold. */
void rules_close(LoadedRules *r);

/* --- reply.c --- */

/* How many events and rolls of a play an earlier reply has shown. */
typedef struct {
    size_t events, rolls;
} Shown;

/* The line is done. */
SconceReply reply_done(Sconce *s, const PlayReply *p, Shown shown);
/* The pending command asks. */
SconceReply reply_asks(Sconce *s, Shown shown);
/* The line was refused; with the open question again, if there is one. */
SconceReply reply_refused(Sconce *s, const char *command, const Err *err);
/* The line only shows something: styled lines, which are freed; the text is then their words.  Or a
 * text, with no lines or NULL. */
SconceReply reply_text(Sconce *s, const char *command, const Text *text, StyledLines *l);

/* Keeps what happened when play began, for the first reply; its warnings are given with it. */
void reply_note_beginning(Sconce *s, const PlayReply *p);

/* Appends the open question, as an object. */
void reply_write_question(Text *t, const Value *ask);
/* Appends a status object; {} when there is none. */
void reply_write_status(Text *t, const Value *status);
/* Appends the words before the cursor: the question, or (ask is NULL) the status. */
void reply_write_prompt(const Sconce *s, const Value *ask, Text *t);
/* Appends a list of texts from lines. */
void reply_write_lines(Text *t, const char *lines);

#endif
