/* An open table: its parts, and the functions of each file of this folder, which implements
 * sconce.h.
 *
 * Only this folder includes it; those below get what they need as LogSource and StudyTable. */
#pragma once

#include "campaign/rules/table_sources.h"
#include "campaign/study/study.h"
#include "campaign/table/dice_source.h"
#include "campaign/table/pending_command.h"
#include "campaign/table/position.h"
#include "campaign/view/lines/lines.h"
#include "campaign/view/log.h"
#include "sconce.h"

/* The rules in force, and the state of their files (reload.c). */
typedef struct {
    CellClient *client;
    char hash[HASH_HEX];
    Chain *rejected; /* texts that did not load; not tried again until they change */
    bool unreadable; /* a file could not be read; it is tried again before each command */
    bool relocated;  /* the same rules lie in a new folder: reading them warns of nothing */
    Text typed; /* text of house.lua as house.c wrote it last: a reload does not warn of it again.
                   "": nothing was written since the last load, or somebody else has changed the
                   file since */
    bool from_journal;     /* the files did not load when the table was opened: these are the rules
                              of the last entry */
    Text load_error;       /* why the files do not load, as the last warning said */
    Text changes;          /* how these rules differ from those of entry changes_since */
    int64_t changes_since; /* number of an entry */
    bool report_orphans;   /* rules were loaded, and no line was played since */
    bool has_orphans;      /* the state holds things that the rules no longer have */
    int64_t first_entry;   /* number of the first entry that these rules made, from a state without
                              orphans; 0: none yet */
} LoadedRules;

/* Warnings, one per line. */
typedef struct {
    Text next;      /* for the next reply */
    Text opening;   /* of opening the table; sconce_about and sconce_opening return them, too.  If
                       these are called before the first line, its reply does not have them */
    bool line_said; /* the first line was said */
} Warnings;

/* The events of the beginning of play, told once: by sconce_about, sconce_opening or a reply. */
typedef struct {
    Text json;         /* {"rolls":[…],"events":[…]}; "" when nothing happened */
    StyledLines lines; /* the same for people */
    bool told;
} Beginning;

/* Results of public functions until their next call; only Texts, since they are freed as a list. */
typedef struct {
    Text reply, prompt, sheet, opening, asked, status, book, about, dice_left, log, verified, recap,
        view, since, complete;
} ReturnedTexts;

/* The caller's function for the progress of long odds (sconce_watch). */
typedef struct {
    void (*call)(const SconceNews *news, void *data); /* may be NULL */
    void *data;
} Watch;

/* The last look at the table as data (screens.c). */
typedef struct {
    Tree *tree;               /* NULL: none, or the rules failed */
    const Value *data;        /* in the tree */
    int64_t seq, wall;        /* the entry, and the rules' clock, that it shows */
    const CellClient *client; /* of the rules that looked */
    int64_t room_seq;         /* the entry for which room_told is known; 0: none */
    bool room_told;           /* players know the room that the party is in */
} TableLook;

struct Sconce {
    atomic_int stop; /* set by sconce_stop, from any thread */
    TableSources sources;
    bool read_only;
    SconceWho speaker; /* who says the lines: sconce_allow */
    bool use_defaults; /* answer questions by their defaults */
    bool at_question;  /* a question was open when the current line was said */
    bool step_told;    /* since the table was opened, it was shown what a turn waits for
                          (add_awaited) */
    bool preview;      /* opened with read_only, and play began in memory: nothing is saved */
    LoadedRules rules;
    Position position;
    DiceSource dice;
    PendingCommand pending;
    Watch watch;
    Warnings warnings;
    Beginning beginning;
    Text moved_entries; /* entries that undo or redo moved in this line: "undone":[{…},{…} without
                           its end */
    TableLook look;
    ReturnedTexts returned;
    char no_memory[400]; /* the reply when memory ran out: see finish_reply */
};

/* --- table.c --- */

/* Adds a warning to the next reply. */
void table_warn(Sconce *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends the place of an error, "house.lua:3: "; nothing when it is in no file. */
void table_write_place(Text *t, const char *file, int64_t line);
/* The book of the rules in force. */
const Value *table_book(const Sconce *s);
/* The parts of the table that logs and studies need, for one call. */
LogSource table_log_source(const Sconce *s);
StudyTable table_study(const Sconce *s);
/* True if the text, which may be NULL, can be the seed of the dice. */
bool check_seed(const char *seed, Err *err);

/* --- public.c --- */

/* Reads the head again before something is shown, if the table is open for reading only: another
 * process may have played.  False when the table is NULL. */
bool table_refresh(Sconce *s);

/* --- command.c --- */

/* Runs a new line in the cell. */
SconceReply command_start(Sconce *s, const char *line);
/* Runs the pending command again, with the line as the answer to its question. */
SconceReply command_answer(Sconce *s, const char *line);
/* Runs a line that only shows something (`party`) on the last committed state, and adds what it
 * shows. */
bool command_look(Sconce *s, const char *line, StyledLines *l, Err *err);
/* Looks at the table on the last committed state: returns the tree of a reply whose field "sheet"
 * is the table as data (src/lua/table/view.lua).  wall: the rules' clock. */
Tree *command_view(Sconce *s, int64_t wall, Err *err);
/* Replies, at a question, to a line such as `party`, which only shows something: on the last
 * committed state, so as it was before the command that asks.  False: the line shows nothing. */
bool command_show(Sconce *s, const char *line, SconceReply *reply);
/* Runs the line that the journal remembers, with its answers, up to its last question. */
SconceReply command_resume(Sconce *s);
/* Makes the first entry, line "start".  party: text of party.lua or NULL. */
bool command_first(Sconce *s, const char *seed, const Text *party, Err *err);

/* --- verbs.c: verbs that the campaign side runs.  True when the line was run; *reply is set --- */

/* Runs a line whose first word is such a verb in full. */
bool verbs_run(Sconce *s, const char *line, SconceReply *reply);
/* Runs a line whose first word is an abbreviation of this verb. */
bool verbs_run_as(Sconce *s, const char *verb, const char *line, SconceReply *reply);
/* Runs a line at an open question, if its verb only shows something (chart, help, why …). */
bool verbs_run_at_question(Sconce *s, const char *line, SconceReply *reply);
/* Runs a line as this verb, if it only shows something: the cell took it for an abbreviation. */
bool verbs_show_at_question(Sconce *s, const char *verb, const char *line, SconceReply *reply);

/* --- undo.c --- */

/* Takes back as many lines as rest says: "" (one), "3", or "3 anyway", also beyond this evening.
 * told: gets a line for each.  False, with *err, when there is none. */
bool undo_lines(Sconce *s, const char *rest, Text *told, Err *err);
/* Does lines again that were undone, "" or "3"; or goes to an entry, "to 5". */
SconceReply redo_lines(Sconce *s, const char *rest);

/* --- create.c --- */

/* Makes a folder of a scratch campaign, and continues it there: the verb `save`. */
bool create_from_scratch(Sconce *s, const char *dir, Err *err);

/* --- house.c: what is typed at the prompt and kept in the campaign's house.lua --- */

/* Keeps a chart in house.lua that was typed in one line: the verb `table`.  told: gets what was
 * written. */
bool chart_line_keep(Sconce *s, const char *typed, Text *told, Err *err);

/* True if the line settles the question: `always`, `never`, `always wary`.  ask may be NULL. */
bool is_settling(const Value *ask, const char *line);
/* Refuses when there is no house file to keep an answer in. */
bool settle_possible(const Sconce *s, Err *err);
/* Writes to house.lua the answers that the line settled for good. */
void settle_answers(Sconce *s, const Value *settled);

/* --- reload.c --- */

/* Loads a chain in a new cell, and puts these rules in force.  Takes the chain. */
bool rules_load(Sconce *s, Chain *c, Err *err);
/* Warns, when a table is opened, of changes in the rules since its last entry. */
void rules_warn_of_changes(Sconce *s);
/* Loads rule files that changed: before a command, and never at a question.  When they do not load,
 * the rules in force stay, with a warning. */
void rules_reload(Sconce *s);
/* After the first line under new rules, warns of things in the state that the rules no longer have
 * (their texts are in `orphans`); if there are none but were before, says that all are back. */
void rules_warn_of_orphans(Sconce *s, const Value *orphans);
void rules_close(LoadedRules *r);

/* --- reply.c --- */

/* The part of a command that an earlier reply has shown. */
typedef struct {
    size_t events, rolls;   /* how many of each */
    const Value *confirmed; /* its question of several parts that has just been answered; or NULL */
    const char *answer;     /* what was typed at it */
} Shown;

/* Replies that the line is done. */
SconceReply reply_done(Sconce *s, const PlayReply *p, Shown shown);
/* Replies with the question of the pending command. */
SconceReply reply_asks(Sconce *s, Shown shown);
/* Replies that the line was refused; with the open question again, if there is one. */
SconceReply reply_refused(Sconce *s, const char *command, const Err *err);
/* Replies to a player, with nothing that the rules say: whether it was done, and the current entry.
 * error: why not, if it was refused. */
SconceReply reply_players(Sconce *s, SconceOutcome outcome, const char *error);
/* Replies with styled lines, which it frees, and as text; without any (or NULL), with a text. */
SconceReply reply_text(Sconce *s, const char *command, const Text *text, StyledLines *l);

/* Keeps the events of the beginning of play for the first reply, and warns of its warnings. */
void reply_keep_beginning(Sconce *s, const PlayReply *p);

/* Appends the open question with its token, as the "ask" object. */
void reply_write_question(const Sconce *s, Text *t);
/* Appends a status object; {} when there is none. */
void reply_write_status(Text *t, const Value *status);
/* Appends the words before the cursor: the question, or, when ask is NULL, the status. */
void reply_write_prompt(const Sconce *s, const Value *ask, Text *t);
/* Appends each line of a text as an element of an open JSON list. */
void reply_write_lines(Text *t, const char *lines);
