/* sconce.h -- Sconce for programs: open a table, say lines, get back what happened.
 *
 * A campaign is one opaque Sconce.  You say to it what a game master would type; it answers
 * with JSON, in the shapes listed below.  There are no callbacks: when a question is open, the next
 * line you say is its answer.  Nothing of Lua, SQLite or Jansson shows here.  The library keeps no
 * global state: open as many campaigns as you like, each used by one thread at a time; a campaign may
 * move between threads.  It starts one helper process for each campaign (posix_spawn; it never forks),
 * never raises SIGPIPE, installs no signal handler, and does not mind an ignored or reaped SIGCHLD.
 *
 * Ownership: a `const char *` that a function returns belongs to the campaign and is valid until the
 * next call with that campaign (or its close).  A `char *` is yours: give it back with sconce_free.
 *
 * The JSON of an answer (one object, no line breaks; keys as here, more may come):
 *   done      {"ok":true,"seq":12,"command":"search","turn":3,"minutes":30,"rolls":[…],"events":[…],
 *              "status":{…},"warnings":[…]}; what only shows something carries "text": ready-made lines, and
 *              `state` carries "state":
 *   asks      {"ask":{"id":"fatigue","text":"…","type":"choice","choices":[…],"default":…},"events":[…],"rolls":[…],"status":{…}}
 *             a die wanted by hand: {"ask":{"id":"die","die":"1d6","sides":[6],"for":"hazard"},…},
 *             with "who": a name, or names in the order of the dice, when they are somebody's
 *             types: choice, yesno, number (min, max), text, several (choices and exactly or upto)
 *             A die takes bare numbers, "9 15 14"; 0 on a d10 is its ten; ? lets the program roll that one.
 *             "u" takes back the last input, or the command when there is none
 *   events and rolls are always all of the command so far: "shown" and "shown_rolls" say how many of
 *             them an earlier answer to the same command has shown already (left out when none)
 *   refused   {"ok":false,"command":"serch","error":"…","file":"house.lua","line":12}; at an open question
 *             the same object carries "ask" again
 *   roll      {"die":"1d6","faces":[4],"total":4,"for":"hazard"}, for a check also "who","what","dc","add","success"
 *   event     {"kind":"hazard","name":"shift","text":"…","secret":false,"turn":3,…}; "roll": index into rolls,
 *             "from":"delving.lua:95" the rule that did it, "defaulted":true when nobody was asked,
 *             "stops":true when it ends counts and long deeds
 *   status    {"text":"T3 0:30 | torch Bram 3","dark":false,"lights":[{"light":"torch","holder":"Bram","left":3}],
 *              "show":{"torches":2,"hp":{"Bram":6}},"party":["Bram"],"people":["Bram CON+1"],"room":"here"}
 */
#ifndef SCONCE_H
#define SCONCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCONCE_VERSION "0.1.0"

#if defined(__GNUC__)
#define SCONCE_API __attribute__((visibility("default")))
#else
#define SCONCE_API
#endif

typedef struct Sconce Sconce;

/* What went wrong: a sentence, and the file and line when a file is to blame (file "" and line 0 when not).
 * `all` is every mistake found in rule files, one `file:line: sentence` a line, or NULL; yours to free. */
typedef struct {
    char text[1000];
    char file[256];
    int line;
    char *all;
} SconceError;

/* How to open a table.  Start from {0}: everything but `table` has a sensible zero. */
typedef struct {
    const char *table;         /* a ruleset's name, a .lua file, or a campaign folder */
    const char *const *houses; /* more house-rule files on top, in order */
    size_t house_count;
    const char *seed;          /* text or number; NULL: drawn from the system (a scratch or new campaign only) */
    const char *dice;          /* NULL or "auto", "hand", or a strict script "d6:3 d20:12" */
    const char *answers;       /* NULL or "ask", or "default" */
    bool read_only;            /* look, do not play: no lock is taken */
    const char *cell;          /* path of sconce-cell; NULL: $SCONCE_CELL, beside the library or program, installed */
    const char *rulesets;      /* folder of rulesets; NULL: $SCONCE_RULESETS, beside the program, installed */
    int patience_ms;           /* how long a command may think; 0: 2000 */
    int dry_runs;              /* sconce_check: play rules that load so many times at random; 30 is good */
} SconceOptions;

/* --- a table ------------------------------------------------------------------------------- */

/* Opens a table: a scratch campaign in memory for a ruleset or a .lua file, a durable one for a
 * folder.  NULL, with *error filled, when it cannot (error may be NULL). */
SCONCE_API Sconce *sconce_open(const SconceOptions *options, SconceError *error);
/* Closes it.  What was answered is already on disk; nothing is written now.  NULL is fine. */
SCONCE_API void sconce_close(Sconce *s);

/* Makes a campaign folder: house.lua, party.lua, .luarc.json, journal.db.  dir must not exist or be
 * empty.  party: text of party.lua, or NULL for a commented example.  rulesets as in SconceOptions. */
SCONCE_API bool sconce_create(const char *dir, const char *ruleset, const char *party, const char *rulesets,
                              SconceError *error);

typedef enum { SCONCE_DONE, SCONCE_ASKS, SCONCE_REFUSED } SconceOutcome;

typedef struct {
    SconceOutcome outcome;
    const char *json; /* one object, as above; the campaign's */
} SconceReply;

/* Says one line (UTF-8, no line break, at most 4000 bytes): a verb of the ruleset, a correction, undo, redo, log, help …;
 * the answer while a question is open; empty for the status, or for the default of a question.
 * "search altar =4" brings the face of its first die.
 * DONE means: on disk, when the campaign has one. */
SCONCE_API SconceReply sconce_say(Sconce *s, const char *line);
/* Breaks off the command now running, from a signal handler or another thread; it is then refused and
 * leaves no trace.  The only function that may be called during another. */
SCONCE_API void sconce_stop(Sconce *s);

/* The open question, as the "ask" object, or NULL. */
SCONCE_API const char *sconce_asked(Sconce *s);
/* The status object, without running anything. */
SCONCE_API const char *sconce_status(Sconce *s);
/* The rules as plain data: ruleset, title, chain, verbs, charts, settings, lights, paces, questions, entries,
 * changes.  Everything `help`, completion and `rules` need. */
SCONCE_API const char *sconce_book(Sconce *s);
/* {"table":…,"folder":…,"ruleset":…,"title":…,"chain":[…],"changes":n,"seed":…,"dice":…,"entries":n,"warnings":[…],
 *  "read_only":…,"party":[…]}; the warnings are those of opening */
SCONCE_API const char *sconce_about(Sconce *s);
/* Unused faces of a strict dice script, "d6:3 d20:12", or "" when none are left. */
SCONCE_API const char *sconce_dice_left(Sconce *s);

/* --- the journal --------------------------------------------------------------------------- */

/* The log as Markdown ("md"), JSON Lines ("json") or plain text ("text").  players: leave out what is secret.
 * session: 0 for all, else that one, from 1.  NULL with *error on failure. */
SCONCE_API const char *sconce_log(Sconce *s, const char *format, bool players, int session, SconceError *error);
/* Replays every entry under its own rules and compares every byte: {"entries":n,"same":n,"differs":null|{…}}.
 * progress may be NULL; called with (done, all, data) now and then. */
SCONCE_API const char *sconce_verify(Sconce *s, void (*progress)(int64_t, int64_t, void *), void *data,
                                     SconceError *error);

/* --- rules --------------------------------------------------------------------------------- */

/* Reads a chain of rule files as `sconce check` does, without opening a campaign:
 * {"loaded":true,"chain":[…],"problems":[{"file":…,"line":…,"text":…,"grade":"error|warning|note"},…],"book":{…}}.
 * With dry_runs, mistakes that only show in play are among the problems.  Yours to free.  NULL with *error when a file cannot be read at all. */
SCONCE_API char *sconce_check(const SconceOptions *options, SconceError *error);
/* The rulesets that can be found: [{"name":"delving","path":…,"line":"first comment line"},…].  Yours to free. */
SCONCE_API char *sconce_rulesets(const char *rulesets, SconceError *error);
/* Runs a spec file: {"file":…,"ruleset":…,"tests":[{"name":…,"line":…,"covers":[…],"passed":true,"failures":[{"line":…,"text":…}]},…]}.
 * Yours to free. */
SCONCE_API char *sconce_test(const char *file, const SconceOptions *options, SconceError *error);

/* --- dice ---------------------------------------------------------------------------------- */

/* Rolls an expression `times` times: {"expression":"4d6kh3","rolls":[{"total":13,"dice":[{"sides":6,"face":4,"dropped":false},…]},…]}.
 * A bad expression: NULL, the sentence in error->text with a caret line under the place.  Yours to free. */
SCONCE_API char *sconce_roll(const char *expression, int64_t times, const char *seed, SconceError *error);

/* Gives back what was yours to free; NULL is fine. */
SCONCE_API void sconce_free(void *p);

#ifdef __cplusplus
}
#endif
#endif
