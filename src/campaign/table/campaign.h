/* What a Sconce is inside.  Shared by the files that implement sconce.h, and by nobody else. */
#ifndef CAMPAIGN_CAMPAIGN_H
#define CAMPAIGN_CAMPAIGN_H

#include "campaign/journal/journal.h"
#include "campaign/rules/play_reply.h"
#include "campaign/rules/public_error.h"
#include "campaign/rules/table_sources.h"
#include "campaign/study/study_table.h"
#include "campaign/view/lines.h"
#include "campaign/view/log.h"
#include "core/dice_list.h"
#include "sconce.h"

enum { INPUTS_MAX = 400 };

typedef enum { DICE_AUTO, DICE_HAND, DICE_SCRIPT } DiceMode;

/* A strict list of faces.  Its place moves with commands, and back with undo. */
typedef struct {
    DiceList faces;
    size_t at;
    int64_t since; /* entries up to this one were made before the list came */
} Script;

typedef struct {
    bool dice; /* faces "d6:3 d20:?", or an answer as typed */
    Text text;
} Input;

/* The command under way: at a question it waits here. */
typedef struct {
    bool open;
    Text typed, line; /* line: without the dice that rode on it */
    Text
        faces; /* dice that came before any question: they rode on the line, or were kept by undo */
    bool kept; /* … the latter */
    bool left; /* the journal knows that it was begun */
    int64_t wall;
    Input input[INPUTS_MAX];
    size_t n;
    Tree *shown; /* the reply that asked */
    PlayReply asked;
    size_t events_before,
        rolls_before; /* how many of its events and rolls an earlier reply showed */
} Command;

struct Sconce {
    int stop; /* set by sconce_stop, from anywhere */
    TableSources sources;
    bool read_only, use_defaults; /* use_defaults: of open questions */
    bool imagined;                /* an unplayed campaign, begun in memory to be looked at */
    bool glimpsed;                /* that, or a scratch table opened to be looked at */
    int lock;

    Journal *journal;
    CellClient *keeper;
    Chain *rejected; /* texts that did not load, as read; not tried again until they change */
    bool missing;    /* a file could not even be read: tried again each time */
    bool moved;      /* the same rules in a new folder: reading them there is no news */
    bool stored;     /* the rules are the journal's, since the files did not load */
    char hash[HASH_HEX];
    Text complaint;     /* why the files do not load, as told last */
    Text revised;       /* what changed in the rules since … */
    int64_t revised_at; /* … this entry */
    bool reread;        /* they were read anew, and nothing was played since */
    bool has_aside;     /* the state holds what they have none of */

    Entry now; /* the head; seq 0 before anything happened */
    int64_t wall_base,
        wall_since; /* the rules' wall clock when the table was opened; our own, ms */
    Tree *status;
    DiceMode dice;
    Script script;
    int64_t undone_entry; /* the entry undone whose line, if typed again, gets its hand-typed dice
                             back */
    Command command;
    void (*watch)(const SconceNews *news, void *data); /* while a line takes long; may be NULL */
    void *watch_data;

    Text warnings; /* for the next reply, a line each */
    Text opening;  /* those of opening, which `about` tells, and then the first reply need not */
    bool spoken;
    char spare[400];  /* for a reply when there is no memory for one */
    bool at_question; /* when the line was said, a question was open */
    Text reply, prompt, screen, asked, shown_status, book, about, left, log, verified,
        recap; /* what was given out last */
};

/* --- campaign.c --- */
/* One with nothing in it, for sconce_close; NULL with a sentence. */
Sconce *campaign_new(Err *err);
/* For the next reply. */
void campaign_warn(Sconce *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The wall clock as the rules see it, in seconds: it stands still while the table is closed. */
int64_t campaign_wall(const Sconce *s);
/* The entry becomes the head, with its status; moved out of *e.  Cannot fail: for after a commit.
 */
void campaign_put(Sconce *s, Entry *e, Tree *status);
/* Takes over the head of the journal. */
bool campaign_refresh(Sconce *s, Err *err);
/* The names of who is in the party, as the status has them. */
const Value *campaign_party(const Sconce *s);
/* The table as the log and as studies see it, for one call. */
LogSource campaign_log_source(const Sconce *s);
StudyTable campaign_study_table(const Sconce *s);
const char *dice_mode_name(DiceMode mode);
/* "auto", "hand", or a list of faces.  False with a sentence. */
bool dice_mode_set(Sconce *s, const char *mode, Err *err);

/* --- reload.c --- */
/* Notices rule files that changed, and loads them in a new cell. */
void campaign_reload(Sconce *s);
/* At opening: says what changed in the rules since the last entry. */
void campaign_reread(Sconce *s);
/* After rules were read anew: says what of the state was set aside (texts), or that it is back. */
void campaign_tell_aside(Sconce *s, const Value *aside);

/* --- command.c --- */
SconceReply command_start(Sconce *s, const char *line);
/* A line said at an open question. */
SconceReply command_answer(Sconce *s, const char *line);
void command_drop(Sconce *s);
/* Takes up the line that was left at a question. */
SconceReply command_resume(Sconce *s);
/* Makes the first entry: line "start". */
bool command_first(Sconce *s, const char *seed, const Text *party, Err *err);

/* --- left.c --- */
/* The journal remembers the line that waits at a question, and its inputs; or forgets it. */
void pending_keep(Sconce *s);
void pending_forget(Sconce *s);
/* Is there such a line, at the entry that play stands at? */
bool pending_is(Sconce *s);
/* At opening: says which. */
void pending_tell(Sconce *s);
/* That line, with its inputs in s->command, and who rolled.  False with a sentence. */
bool pending_take(Sconce *s, Text *typed, Err *err);

/* --- keep.c --- */
/* Does a play that ended change the state, or tell of anything? */
bool commit_changes(const Sconce *s, const PlayReply *p);
/* Nothing happened, but real time went on: the status is what it is now. */
void commit_status(Sconce *s, const PlayReply *p);
/* Keeps it under the head and makes it the head.  False with a sentence: then nothing happened. */
bool commit_entry(Sconce *s, const char *typed, int64_t wall, const PlayReply *p, Err *err);
/* How many of an entry's draws came from the strict list. */
size_t script_used(const Entry *e);

/* --- verbs.c --- */
/* True when the line's first word is one of this side's, and then *reply is the answer. */
bool verbs_try(Sconce *s, const char *line, SconceReply *reply);
/* The same at an open question, for what only shows something: a chart, help, why … */
bool verbs_look(Sconce *s, const char *line, SconceReply *reply);

/* --- undo.c --- */
/* The verbs undo and redo; rest: how many lines, "3" or "x3", or nothing for one. */
SconceReply undo_say(Sconce *s, const char *rest);
SconceReply redo_say(Sconce *s, const char *rest);

/* --- save.c --- */
bool campaign_save(Sconce *s, const char *dir, Err *err);

/* --- reply.c --- */
SconceReply reply_done(Sconce *s, const PlayReply *p, size_t events_before, size_t rolls_before);
SconceReply reply_asks(Sconce *s);
/* With the open question again, if one is open. */
SconceReply reply_refused(Sconce *s, const char *command, const Err *err);
/* What only shows something: ready-made lines. */
SconceReply reply_text(Sconce *s, const char *command, const Text *text);
/* The same, with lines that say it in another way than the text; frees them. */
SconceReply reply_lines(Sconce *s, const char *command, const Text *text, StyledLines *l);

#endif
