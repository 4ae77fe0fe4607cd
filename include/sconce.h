/* sconce.h -- Sconce for programs: open a table, say lines, read what happened.
 *
 * A campaign is one opaque Sconce.  A program says to it what a game master would type, and gets
 * JSON back.  When a question is open, the next line that is said is its answer; so there are no
 * callbacks, except those that report the progress of long work.  No type of Lua, SQLite or Jansson
 * appears here.
 *
 * Threads and processes: the library keeps no global state.  A program may open any number of
 * campaigns, and move one from thread to thread, but two threads must not use one campaign at the
 * same time (except for sconce_stop).  The library starts a helper process for each campaign, with
 * posix_spawn; it never forks, never raises SIGPIPE and installs no signal handler.  The program
 * may ignore SIGCHLD or reap all children.
 *
 * Ownership: a `const char *` that a function returns belongs to the campaign, and is valid until
 * the next call with that campaign.  A `char *` belongs to the caller, who gives it back with
 * sconce_free.  Arguments are only read during the call, except `data` and the functions given to
 * sconce_watch.  All texts are UTF-8; lines and rule files are put into composed form
 * (NFC), so that a name is the same however its accents are written.
 *
 * Errors: a function that fails fills its SconceError; one that succeeds leaves it alone.  The
 * pointer may be NULL.  Running out of memory is an error like others.  When sconce_say has done a
 * line but has no memory left to describe it, the reply has no events, and a warning says so.
 *
 * NULL: a pointer may be NULL where its description says so.  Elsewhere NULL is an error like
 * others, and *error says which argument it was.  A function without a SconceError returns what is
 * empty then ("{}", "[]", "", NULL), does nothing, or refuses the line.
 *
 * JSON: an answer is one object without line breaks.  Later versions only add keys.
 *
 *   done      {"ok":true,"seq":12,"command":"search","turn":3,"minutes":30,"rolls":[roll,…],
 *              "events":[event,…],"status":status,"warnings":["…",…]}
 *             A line that only shows something adds "text", lines ready to print; `state` adds
 *             "state"; `party`, a bare name and `map` add "sheet", what they show as data: head,
 *             lights, unlit, tracks, finds, members, room, due; of `map` rooms.  It is for the
 *             game master alone.  turn: number of the game's turn; minutes: on the game's
 *             clock, from 0.
 *
 *             undo adds "undone", redo "redone": the entries that it undid or redid, in that order:
 *             [{"seq":12,"turn":3,"command":"search"},…].  The events and rolls of redo are those
 *             of all its entries.
 *
 *   asks      {"ask":{"id":"fatigue","text":"…","type":"choice","choices":[…],"default":…},
 *              "events":[…],"rolls":[…],"status":…,"command":"crawl","ok":true,"seq":12,"turn":3,
 *              "minutes":30,"warnings":[…]}
 *             status, turn and minutes: as they are at the question; seq: of the entry before.
 *             type: choice, yesno, number (with min, max), text, or several (with choices, and
 *             exactly or upto).  "unit": of a number.  "others": names for whom the line asks the
 *             same; "all 2, Pike 5" and "yes but Pike" answer for them, too, and where "together"
 *             is true, so does the default.  type parts: several questions in one,
 *             "parts":[{"id":"distance",…,"short":"18 m"},…], with "text" as the heading; the
 *             answer names only what differs from the defaults: "goblins, 30 m".
 *             "always" and "never" write the answer into the folder's house.lua.  An answer with
 *             commas may answer the questions that follow, too.  A text that reads like a command
 *             is refused; in quotes it is an answer.  A die that the game master rolls by hand:
 *             {"ask":{"id":"die","die":"1d6","sides":[6],"for":"hazard"},…}; "who" is the roller's
 *             name, or a list of names in the order of the dice.  The answer is the faces:
 *             "9 15 14".  0 on a d10 means ten; nothing, or ? among several, lets the program roll.
 *             "others" lists those who may roll the same next: their faces may follow.
 *             "cards" lists the cards of a deck; the answer is the name of one, or nothing.
 *             "next":["Searching desk for traps: nothing.",…]: what other deeds of the turn ask
 *             afterwards, each with its default; an empty answer takes all of these, too.
 *             "token":"5f0c…" stands for the question, as long as it is open: see sconce_answer.
 *             At a question, "u" takes back the last answer, or cancels the command when there is
 *             none.  help, party, chart, why, log, changes and recap may be said too (odds may not:
 *             it starts from the end of a line), and ? explains the possible answers.  These reply
 *             with "ok":true, "text", and the same "ask" again.
 *             When a table is closed at a question, its line is not done.  When the folder is
 *             opened again with the same rules, "resume" repeats the line with the answers it had,
 *             up to the same question.
 *             Each reply holds all events and rolls of the command so far.  "shown" and
 *             "shown_rolls" count those that earlier replies to the same command held (left out
 *             when 0).
 *
 *   refused   {"ok":false,"command":"serch","error":"…","file":"house.lua","line":12}
 *             At an open question "ask" is added again.  "why" is added for reasons that a program
 *             may want to handle.  "read_only": the line would change a table that is open for
 *             reading only; "stale": sconce_answer was given the token of a question that is no
 *             longer open; "command": a command was typed at a question which an empty line would
 *             answer.
 *
 *   begun     {"rolls":[…],"events":[…]}: what happened as play began, before the first line;
 *             questions took their defaults.  Added to the first reply, whose "lines" begin with
 *             it, unless sconce_about or sconce_opening was called before.
 *
 *   roll      {"die":"1d6","faces":[4],"total":4,"for":"hazard"}
 *             A check adds "who", "what", "dc", "add" and "success".  "after":n, the roll belongs
 *             to no event and comes after the first n events.  "secret":true, only the game master
 *             may see it.  "public":true, the rules declare that players may.  "quiet":true, it was
 *             rolled for the default of a question, which shows the total, so lines leave the roll
 *             out.  "pool":true, its total says nothing, and lines leave the total out.
 *
 *   event     {"kind":"hazard","name":"shift","text":"…","secret":false,"turn":3,…}
 *             "roll": index into rolls.  "from":"delving.lua:95": the rule that caused it.
 *             "defaulted":true: a question took its default, nobody was asked.  "stops":true: it
 *             ends repeated lines and long actions.  "chart":true, a chart's row; "check":true, a
 *             check; "change":true, a track that changed, with "was", "now" and "who".  "public":
 *             true or false, the rules declare whether players may see it; a text, they read that
 *             instead.  "who": whom it is about, a name or text; of "split" a list.  "modifiers":
 *             [{"name":"darkness","add":-10},…], of a check or row; "adv" and "dis" in place of or
 *             beside "add": advantage and disadvantage.
 *             Rules may add fields of their own.
 *
 *   status    {"text":"T3 0:30 | torch Bram 3","dark":false,
 *              "lights":[{"light":"torch","holder":"Bram","left":3}],
 *              "show":{"torches":2,"hp":{"Bram":6}},"party":["Bram"],"people":["Bram CON+1"],
 *              "room":"start","rooms":["hall",…],"procedure":"turn"}
 *             left: in the unit that the light's duration is given in; left out for a light that
 *             does not burn down.  show: the tracks that are not secret.  people: each member, with
 *             what is added to their checks.  rooms: up to 24 that may be named, the nearest first;
 *             left out for none.  "rounds":true: in a procedure whose turns are shorter than usual,
 *             as in a fight.  "waiting": the step that waits for an action.  "real":true: lights
 *             burn in real time.
 *
 *   lines     What a person reads; in every reply.  A list of lines, each a list of pieces
 *             {"t":"4","as":"face"}.  "as" is the role: text turn roll face success failure event
 *             change urgent secret warning error source name dim removed prompt dark question key.
 *             Any piece may have "whole":true (do not break the line within it), and "column":1 or
 *             2 (a comparison: old and new side by side).  The first piece of a line may say how to
 *             lay it out:
 *               "in":n     indent the line by n columns
 *               "hang":n   indent its continuation by n columns (without it: 2 more than "in")
 *               "share":n  put it on the line before, after n blanks, if both fit and that line
 *                          has "share" too
 *               "spare":n  leave it out where space is short, the greatest n first
 *               "cut":n    cut it at the width of the screen (a narrow one: after three lines), or
 *                          at n columns where lines are not broken
 *               "room":n   width of the first of three columns
 *
 *   prompt    The words before the cursor, as one line in the form of "lines".
 */
#ifndef SCONCE_H
#define SCONCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCONCE_VERSION "0.19.0"

#if defined(__GNUC__)
#define SCONCE_API __attribute__((visibility("default")))
#else
#define SCONCE_API
#endif

/* An open table: a ruleset, its house rules, a party, and all that happened.  The caller owns it
 * until sconce_close. */
typedef struct Sconce Sconce;

/* Errors that a program may want to handle. */
typedef enum {
    SCONCE_TOLD,      /* none of those below: show the sentence */
    SCONCE_READ_ONLY, /* the table is open for reading only, and this would change it */
    SCONCE_UNDONE,    /* no line of a plan can be done in the first turn */
    SCONCE_STATES,    /* exact odds: too many states (see SconceChances); use sconce_sim */
    SCONCE_DICE,      /* exact odds: dice with too many results; use sconce_sim */
    SCONCE_UNPLAYED   /* open for reading only, and nothing was played yet */
} SconceWhy;

/* Why a function failed. */
typedef struct {
    char text[1000]; /* a sentence */
    char file[256];  /* the file that is to blame, or "" */
    int line;        /* in that file, or 0 */
    char *all;       /* every mistake found in rule files, one `file:line: sentence` a line, or
                        NULL; free it with sconce_free */
    SconceWhy why;
} SconceError;

/* How to open a table.  Start from {0}: only `table` must be set. */
typedef struct {
    size_t struct_size;        /* sizeof (SconceOptions), so that later versions may add fields; 0:
                                  the fields up to memory_mb */
    const char *table;         /* a ruleset's name, a .lua file, or a campaign folder */
    const char *const *houses; /* files with more house rules, the last on top */
    size_t house_count;
    const char *seed;     /* text or number, for a scratch or new campaign; NULL: a random one */
    const char *dice;     /* NULL or "auto"; "hand"; or a script such as "d6:3 d20:12", which is
                             strict: just these dice in this order, and a line that needs another
                             fails */
    const char *answers;  /* NULL or "ask"; or "default": questions take their default */
    bool read_only;       /* look, do not play: no lock is taken */
    bool unplayed;        /* with read_only: a campaign that has no entries yet is begun in memory;
                             without this it is refused */
    const char *cell;     /* path of sconce-cell; NULL: $SCONCE_CELL, else beside the library or the
                             program, else where it was installed */
    const char *rulesets; /* folder of rulesets; NULL: those of $SCONCE_RULESETS, then beside the
                             program, then the installed ones */
    int patience_ms;      /* timeout of a command, as work; 0: $SCONCE_PATIENCE seconds, or 2000 ms.
                           * A ms is 20,000 steps of Lua's interpreter, so that the verdict is the
                           * same on every machine; a cell that does not answer at all is given up
                           * after 60 times as long, and exact odds after 300 times. */
    int dry_runs;         /* sconce_check: lines to try in rules that load; 1200 is good */
    int memory_mb;        /* what each process of rules may take, 32 to 64000; 0: $SCONCE_MEMORY, or
                             96 (exact odds: 3072) */
} SconceOptions;

/* Returns the version of the library that runs, "0.19.0"; SCONCE_VERSION is that of this header. */
SCONCE_API const char *sconce_version(void);

/* --- a table ---------------------------------------------------------------------------------- */

/* Opens a table.  A ruleset or a .lua file gives a scratch campaign in memory; a folder gives its
 * campaign, which nobody else can play until it is closed.  NULL with *error: no such table,
 * mistakes in its rules (all are in error->all), a folder that is being played, a damaged
 * journal. */
SCONCE_API Sconce *sconce_open(const SconceOptions *options, SconceError *error);
/* Closes a table.  Every answered line is on disk already.  NULL is fine. */
SCONCE_API void sconce_close(Sconce *s);

/* Makes a campaign folder with house.lua, party.lua, .luarc.json and journal.db.
 * dir: must not exist, or be empty.  ruleset: a name, or a .lua file; a file is copied into the
 * folder, with the files beside it that it extends.  (A name found as NAME.lua in the current
 * folder is such a file.)  party: text of party.lua; NULL: an example in comments.  rulesets: as in
 * SconceOptions.  False, and no folder, with *error. */
SCONCE_API bool sconce_create(const char *dir, const char *ruleset, const char *party,
                              const char *rulesets, SconceError *error);
/* The same with the seed of its dice: a number, or a text of at most 200 bytes.  NULL: a random
 * one, when play begins. */
SCONCE_API bool sconce_create_seeded(const char *dir, const char *ruleset, const char *party,
                                     const char *rulesets, const char *seed, SconceError *error);

/* Result of a line: done (and on disk, if the campaign has a folder); waiting for an answer;
 * or refused, with nothing changed. */
typedef enum { SCONCE_DONE, SCONCE_ASKS, SCONCE_REFUSED } SconceOutcome;

/* The reply to a line. */
typedef struct {
    SconceOutcome outcome;
    const char *json; /* one object, as described above; belongs to the campaign */
} SconceReply;

/* Says one line: UTF-8, no line break, at most 4000 bytes.  It may be a verb of the ruleset, a
 * correction, undo, redo, log, help and so on; the answer to an open question; or "", which shows
 * the status or answers an open question by its default.  "search altar =4" sets the face of the
 * line's first die, "=4 15" those of the first two. */
SCONCE_API SconceReply sconce_say(Sconce *s, const char *line);
/* Says the text if the question with this token is open.  Otherwise it is refused, with "why":
 * "stale", and nothing changes: the question was answered meanwhile, or its line was cancelled.  So
 * an answer never goes to another question than the one that somebody read, and may safely be sent
 * twice.  A token holds as long as the question, also in another process (after `resume`).
 * token "": the text is said if no question is open, so that a new line is never taken for an
 * answer. */
SCONCE_API SconceReply sconce_answer(Sconce *s, const char *token, const char *text);
/* The person who speaks or reads: the game master may say and know everything, players may not. */
typedef enum { SCONCE_GM, SCONCE_PLAYERS } SconceWho;

/* Sets who says the lines from here on: the game master until it is called.  Players may say deeds:
 * verbs of the ruleset that are not secret, written out, also several ("Bram search + Pike rest
 * x2"), and answer with its faces a die that is asked of members, as in sconce_view ("" has it
 * rolled).  All else is refused: corrections, undo, lua, save, dice of their own, answers to other
 * questions.  Their replies hold nothing that the rules say: {"ok":true,"seq":13}, with "asks":true
 * at a question, or {"ok":false,"seq":12,"error":"…"}; read sconce_since or sconce_view for players
 * then. */
SCONCE_API void sconce_allow(Sconce *s, SconceWho who);
/* Stops the command that is running; it is refused, and nothing changes.  This is the only function
 * that may be called during another: from a signal handler or from any thread. */
SCONCE_API void sconce_stop(Sconce *s);

/* Of a table that is open for reading only, each answer below also holds what others have played
 * since it was opened. */

/* Returns the open question, as the "ask" object, or NULL. */
SCONCE_API const char *sconce_asked(Sconce *s);
/* Returns the lines that open a session, in the form of "lines": the ruleset, the seed, the party,
 * warnings from opening, and where the last session ended. */
SCONCE_API const char *sconce_opening(Sconce *s);
/* Returns the words before the cursor, as in "prompt": the open question, or the status. */
SCONCE_API const char *sconce_prompt(Sconce *s);
/* Returns the sheet, which `party` shows, in the form of "lines"; at a question, as it was before
 * the line that asks.  "[]": the rules failed, or have a verb `party` of their own. */
SCONCE_API const char *sconce_sheet(Sconce *s);
/* Returns the status object; at a question, as it is there.  No rule runs. */
SCONCE_API const char *sconce_status(Sconce *s);
/* Returns the words that may stand at the cursor, as Tab offers them, each once:
 * {"from":7,"offers":["hall","\"old well\"",…]}
 * before: the text before the cursor.  from: offset in bytes of the word that an offer replaces.
 * At a question: its answers. */
SCONCE_API const char *sconce_complete(Sconce *s, const char *before);
/* Returns the rules as plain data, one object: ruleset, title, chain, verbs, charts, settings,
 * lights, paces, questions, entries, changes.  `help`, completion and `rules` need no more.  Values
 * are texts of Lua, as a rule file has them; "plain" of a thing has them as data, for those of its
 * fields that differ:
 * {"name":"sign","choices":"{ \"clue\", … }","plain":{"choices":["clue",…]},…}. */
SCONCE_API const char *sconce_book(Sconce *s);
/* Returns what is open:
 * {"table":…,"folder":… or null,"ruleset":…,"title":…,
 *  "chain":[{"name":"house.lua","path":… or null},…],"changes":n,"seed":…,
 *  "dice":"auto|hand|script","entries":n,"warnings":[…],"read_only":…,"party":["Bram CON+1",…],
 *  "begun":…}
 * chain: the ruleset first, and behind each file the parts that it includes.  changes: how many
 * things the house files change.  warnings: those from opening. */
SCONCE_API const char *sconce_about(Sconce *s);
/* Returns at most five lines of text: the session of the last entry, and what happened last in it.
 * "" when nothing has happened yet. */
SCONCE_API const char *sconce_recap(Sconce *s);
/* Returns the unused faces of a strict dice script, such as "d6:3 d20:12", or "". */
SCONCE_API const char *sconce_dice_left(Sconce *s);

/* --- other screens ---------------------------------------------------------------------------- */

/* Returns the table as it is, after the last line that was done; also at a question:
 * {"who":"players","title":"Delving","seq":12,"turn":3,"minutes":30,"clock":"0:30",
 *  "procedure":"turn","rounds":true (as in the status),"dark":false,
 *  "lights":[{"light":"torch","holder":"Bram","left":3,"total":6,"unit":"turn","values":[…],
 *             "conditions":["dim"]},…],
 *  "party":[{"name":"Bram","away":true,"values":[{"name":"hp","value":5,"max":6},…],
 *            "conditions":["weary",…],"has":["silver key",…]},…],
 *  "values":[{"name":"torches","value":3},…],"conditions":[…],
 *  "apart":[{"who":["Pike"],"clock":"0:40"},…],"room":{"name":"hall","values":[],"conditions":[]},
 *  "awaits":{"who":["Bram"],"die":"1d20","sides":[20],"token":"5f0c…"},"lines":[…]}
 *   clock       "" where the rules keep none
 *   dark        they would need a light and have none
 *   lights      left, total: in the unit; left out for a light that does not burn down.  "ends": of
 *               one that burns in real time, when it goes out, in seconds since 1970; left out
 *               while the table is paused ("paused":true)
 *   party       in marching order.  away: left out unless true.  values: tracks that count: those
 *               that have a maximum or are declared public or not, always; others when they are not
 *               as at the start; "low":true at half the maximum or below, where members have
 *               maxima of their own or the track has "empty"; conditions: switches that are on, and
 *               ladders off their first step
 *   values, conditions  of the party and the campaign
 *   apart       the other groups, when the party has parted
 *   room        left out before a room was entered
 *   awaits      the open question, as "ask"; left out for none
 *   lines       the last lines of the log, at most 12, in the form of "lines" above
 *
 * For the game master also "waiting" (a step of the turn) and "prompt"; "secret":true marks values
 * that players do not see.
 *
 * Players see the turn and its clock, lights, the party, tracks of members and lights, and what the
 * rules declare public; nothing that the rules declare secret or public = false, nor what they tell
 * players in other words.  They see the room if an entry has told them that they came there, and of
 * questions only a die that is not secret and that members roll: who, and which.  Where the rules
 * fail, what comes from them is left out.  "{}": out of memory. */
SCONCE_API const char *sconce_view(Sconce *s, SconceWho who);
/* Returns what happened since an entry, which the caller read as "seq", "head" or *head; 0: since
 * the beginning.
 * {"head":15,"undone":[{"seq":14,"turn":3,"command":"search"},…],"entries":[{"seq":15,…},…]}
 *   undone   entries that the caller may know and that were undone since, the newest first
 *   entries  those done since, the oldest first, as in the log in JSON (sconce_log); each also has
 *            "lines".  At most 1000, the newest: "left_out" says how many more there were
 *   restart  true: there is no entry of that number; this is all since the beginning
 * For players, entries that hold nothing for them are left out of both lists.  *head is set to the
 * number of the present entry, for the next call; head may be NULL.  "{}", and *head is 0: the
 * journal cannot be read, or memory is out. */
SCONCE_API const char *sconce_since(Sconce *s, int64_t seq, SconceWho who, int64_t *head);
/* Waits until somebody else has played in a table that is open for reading only, or until that many
 * milliseconds are over; sconce_stop ends it, too.  True: the present entry is another.  (A table
 * that is not open for reading only is played by this process alone: then this only waits.) */
SCONCE_API bool sconce_wait(Sconce *s, int timeout_ms);
/* Returns in how many milliseconds the first light or timer ends that runs in real time: then say
 * "", and it goes out.  -1: there is none, or the table is paused. */
SCONCE_API int64_t sconce_due_ms(Sconce *s);

/* Ends the process that runs the rules, which takes some megabytes, until they are needed again:
 * the next line starts it, which takes as long as opening.  For programs with many tables. */
SCONCE_API void sconce_rest(Sconce *s);

/* --- the journal ------------------------------------------------------------------------------ */

/* Returns the log.  format: "md" or NULL, Markdown; "json", JSON Lines; "text".  players: leave out
 * what they may not see (below).  session: its number, from 1; 0: all.  A line of JSON is an entry:
 * {"format":1,"seq":…,"parent":…,"session":…,"date":…,"turn":…,"minutes":…,"command":…,
 *  "events":[…],"rolls":[…]}, and for the game master also "typed", "wall", "draws", "answers",
 * "status" and "chain".  date and wall: seconds since 1970, wall as the rules see it.  draws: the
 * faces rolled, in order, as a spec writes them ("d6:4 d20:12").  NULL with *error: no such session
 * or format.
 *
 * Players see what the rules declare public, and what is plain at any table: turns, their clock and
 * deeds, without numbers typed with them; lights lit and gone out; rooms entered; procedures
 * entered and left; who joins, leaves, parts and meets; that there is an encounter; what rules say;
 * changes of tracks of members and lights.  All else stays out: entries, events, rolls and fields.
 * "command" is then what players did, or "".  Where the rules declare of "turn_start" that it is
 * secret or public = false, or tell it in other words, no number of a turn and no clock is told:
 * "turn" and "minutes" are left out, and the lines begin without them. */
SCONCE_API const char *sconce_log(Sconce *s, const char *format, bool players, int session,
                                  SconceError *error);
/* Replays every entry under the rules it was played with, and compares every byte.  Returns
 * {"entries":n,"same":n,"differs":null}; or, in place of null, the first entry that differs:
 * {"seq":…,"turn":…,"command":…,"what":…}.  what: the part ("state", "events", …), with "at", the
 * path to the first difference, or with "kept" and "now", the journal's text and the new one.
 * Entries that another version of Sconce kept may go differently in this one.  They are no damage:
 * "changed" is how many, and "first_changed" the first, with "version".  Both are left out when
 * there are none.
 * progress: called now and then with the entries done, all entries, and data; may be NULL.  NULL
 * with *error: the journal cannot be read, or sconce_stop was called. */
SCONCE_API const char *sconce_verify(Sconce *s, void (*progress)(int64_t, int64_t, void *),
                                     void *data, SconceError *error);

/* --- moving a campaign to another machine ----------------------------------------------------- */

/* Called with the entries done so far, and all entries; false stops the work. */
typedef bool SconceProgress(int64_t done, int64_t all, void *data);

/* Writes a whole campaign into one new file: its journal with what was undone, and the rule files
 * (*.lua) of its folder.  The file is a copy of journal.db (SQLite) that holds each rule file as a
 * named value.  Every entry is checked against its digest; no rule runs; the campaign may be played
 * meanwhile.  file: "-" (standard output) is refused.  progress: may be NULL.  False, and no
 * file, with *error. */
SCONCE_API bool sconce_export(const char *dir, const char *file, SconceProgress *progress,
                              void *data, SconceError *error);
/* Writes such a file from a damaged journal: the entries that can still be read, renumbered, each
 * with its whole state.  Returns {"entries":14,"saved":12,"last":14,"lost":"5, 9",
 * "lost_besides":"the seed"}: how many there were, as far as known; how many were
 * saved; the old number of the present entry; the old numbers of those lost; and what else is
 * lost, in words.  The caller frees it.  NULL, and no file, with *error. */
SCONCE_API char *sconce_salvage(const char *dir, const char *file, SconceProgress *progress,
                                void *data, SconceError *error);
/* Makes a campaign folder from such a file: the same entries, byte for byte, with the same present
 * entry; what was undone can be redone.  dir: must not exist, or be empty.  file: a plain file of
 * at most 2000 MB; "-" (standard input) and the JSON Lines of early versions are refused.  The file
 * need not be trusted: its tables must be those of a journal, everything in it is checked, and rows
 * are copied one by one.  No rule runs: sconce_verify does that.  False, and no folder, with
 * *error. */
SCONCE_API bool sconce_import(const char *file, const char *dir, SconceProgress *progress,
                              void *data, SconceError *error);

/* --- rules ------------------------------------------------------------------------------------ */

/* Checks a chain of rule files, without opening a campaign.  Of the options it uses table, houses,
 * cell, rulesets, patience_ms and dry_runs.  Returns
 * {"loaded":true,"chain":["path",…],"heads":["path",…],
 *  "problems":[{"file":…,"line":…,"text":…,"grade":"error|warning|note",
 *    "name":"unknown-field","sentence":…,"column":7,"end_column":12,"cure":…,
 *    "edit":{"line":3,"column":7,"end_column":12,"was":…,"text":…}},…],"book":{…}}
 * heads: the files asked for; chain: those, then the files that they extend or include.
 * name: the kind of mistake, the same in every version; text: the whole message; sentence: the same
 * without the cure that can be pasted.  Columns are characters, from 1; end_column is the one
 * behind the last.  cure: what to write, often the whole line put right.  edit: the text to put
 * between the columns given there, in place of `was`; only where that is certainly meant;
 * "compiled":true in it: Lua cannot read the file past this line, and can with the edit.  column,
 * cure and edit may be missing.  With dry_runs, problems include mistakes that only show in play;
 * these add "tried":{"seed":"1","dice":"d6:3 d20:12","lines":["search","no"],"asks":true}, which
 * repeats the mistake in a new game with those dice.  asks: some of the lines are answers.  The
 * caller frees it.  NULL with *error: a file cannot be read. */
SCONCE_API char *sconce_check(const SconceOptions *options, SconceError *error);
/* Checks a policy for sim and odds, without rules: {"problems":[…]} as sconce_check.  Of the
 * options, which may be NULL, it uses cell, rulesets and patience_ms.  The caller frees it.  NULL
 * with *error: the file cannot be read. */
SCONCE_API char *sconce_check_policy(const char *file, const SconceOptions *options,
                                     SconceError *error);
/* Checks what sconce_check does, and when the rules have loaded adds "lines" for a person, as in
 * replies: what is in the rules; or, with a word, where that thing comes from; or, with changes,
 * what the house files change.  A word also adds "found":true; or false, and "nearest", the most
 * similar name, or "". */
SCONCE_API char *sconce_rules(const SconceOptions *options, const char *word, bool changes,
                              SconceError *error);
/* Returns the rulesets that can be found, sorted by name:
 * [{"name":"delving","path":…,"line":"first comment line","about":"the whole first comment"},…].
 * rulesets: as in SconceOptions.  The caller frees it.  NULL with *error: out of memory. */
SCONCE_API char *sconce_rulesets(const char *rulesets, SconceError *error);
/* Returns the parts that `include` finds in the same folders, the same way. */
SCONCE_API char *sconce_parts(const char *rulesets, SconceError *error);
/* Returns the name most similar to a misspelt word, for "did you mean"; the first of several.  The
 * result is one of the `count` pointers in `names`.  NULL: every name differs from the word in more
 * than n/3 + 1 letters, n being the word's length. */
SCONCE_API const char *sconce_nearest(const char *word, const char *const *names, size_t count);
/* True if a character (a Unicode code point) could mislead a terminal or a reader: a control
 * character, a mark that changes the direction of writing or breaks a line, or an invisible
 * character.  Rules, which may be a stranger's, can put it into any text.  JSON escapes it; a
 * program that shows a text to people should write it out, as <202E>. */
SCONCE_API bool sconce_misleads(unsigned code);
/* Returns what include/sconce.lua says about a word of the rule language (`roll`,
 * `rule.check_dice`) or a field (`keeps`, `action.keeps`): head lines, and the rest indented by two
 * blanks.  With NULL, all words, in the order of that file, with blanks between.  The caller frees
 * it.  NULL: no such word or field. */
SCONCE_API char *sconce_word(const char *word);
/* Returns what rulesets/MESSAGES.md says about a kind of message, by its "name" in sconce_check.
 * The caller frees it.  NULL: no such kind.  sconce_word knows these names, too, where no word has
 * them. */
SCONCE_API char *sconce_message(const char *name);
/* Runs the tests of a spec file.  Of the options, which may be NULL, it uses cell, rulesets and
 * patience_ms (for each test).  Returns {"file":…,"ruleset":…,"rules":{"DL":45},"tests":[{"name":…,
 * "line":…,"covers":[…],"passed":true,"failures":[{"line":…,"text":…,"name":…},…]},…]}.  A failure
 * has the sentence, columns, cure and edit of problems of sconce_check, too; at a mistake in the
 * rules also "slip", its place and sentence, which are the same in every test that comes to it.
 * rules: how many rules each book numbers (DL-01 to DL-45), where the spec says so.  When the file
 * has a mistake and no test can run, there are no tests, and "problems" has the mistake as in
 * sconce_check.  The caller frees it.  NULL with *error: the file cannot be read, or its
 * reading does not end. */
SCONCE_API char *sconce_test(const char *file, const SconceOptions *options, SconceError *error);

/* --- rules that are being written ------------------------------------------------------------- */

/* The rule files of one table while somebody edits them: for editors.  The texts that the editor
 * holds stand in for those on disk; where it holds none, files are read from disk.  The caller owns
 * it until sconce_draft_close.  Nothing is written. */
typedef struct SconceDraft SconceDraft;

/* Opens a draft; reads nothing yet.  Of the options it uses table, houses, cell, rulesets and
 * patience_ms.  folders: only files in these folders and below, and in those of the rulesets, are
 * read from disk; links are followed before a file is judged; with no folders, any file is read.
 * NULL with *error. */
SCONCE_API SconceDraft *sconce_draft_open(const SconceOptions *options, const char *const *folders,
                                          size_t folder_count, SconceError *error);
SCONCE_API void sconce_draft_close(SconceDraft *d); /* NULL is fine */
/* Sets the text of a file as the editor has it, n bytes; text NULL: the file is as on disk again.
 * Any file may be named, also one that is not on disk.  False: out of memory. */
SCONCE_API bool sconce_draft_edit(SconceDraft *d, const char *path, const char *text, size_t n);
/* Reads the chain and checks it, unless nothing changed since it was read.  Returns
 * {"read":3,"loaded":true,"chain":["path",…],"heads":["path",…],"shipped":["path",…],
 *  "problems":[…]}
 * as sconce_check does, without dry runs.  read: how often the chain was read.  shipped: those of
 * the chain that are in a folder of rulesets.  A file that cannot be read, and rules that do not
 * end, are problems as well.  The answer belongs to the draft, until it is checked again.  A part,
 * in a folder parts, is checked with a file beside that folder that includes it, if there is one.
 * NULL: out of memory. */
SCONCE_API const char *sconce_draft_check(SconceDraft *d);
/* Tries rules that have loaded: what the text alone shows to be wrong, and a dry run of so many
 * lines, as in SconceOptions; 0 for none.  Returns {"problems":[…]}, which the caller frees; NULL
 * when the rules have not loaded, or when it was stopped. */
SCONCE_API char *sconce_draft_try(SconceDraft *d, int lines);
/* Stops a try that is running, and those that begin until sconce_draft_resume.  The only function
 * of a draft that may be called from another thread. */
SCONCE_API void sconce_draft_stop(SconceDraft *d);
SCONCE_API void sconce_draft_resume(SconceDraft *d);
/* Returns the text of a file of the chain as it was read by the last check, or NULL.  It belongs to
 * the draft, until the next check. */
SCONCE_API const char *sconce_draft_text(SconceDraft *d, const char *path);

/* A question about a place in a rule file. */
typedef enum {
    SCONCE_COMPLETE,   /* what could stand there */
    SCONCE_HOVER,      /* what it is, and where it comes from */
    SCONCE_DEFINITION, /* where it was made */
    SCONCE_USES,       /* where it is named, in all files of the chain */
    SCONCE_SYMBOLS     /* what the file makes and changes; the place does not matter */
} SconceLook;

/* Looks at a place in a file of the chain, as the editor has it now; names are those of the last
 * check, also of rules with mistakes.  Lines count from 1, columns in bytes from 1.  A place is
 * "line":3,"column":7,"end_column":12, in lists with "file":"path".  Returns
 *   complete    {place,"items":[{"label":"torch","kind":"thing","detail":"…","word":"roll"},…]}
 *               place: what an item replaces.  kind: thing field track row step event function
 *               word keyword local value unit file.  word: for sconce_word; may be missing
 *   hover       {place,"said":"…","origin":"…","help":"…"}
 *               said: the comment above it; origin: where it was made, and each change, as lines
 *               of text; help: what include/sconce.lua says
 *   definition  {"places":[{place},…]}
 *   uses        {place,"name":"torch","kind":"light","places":[{place,"makes":true},…]}
 *               kind: the kind of thing, or rule, step, row or field
 *   symbols     {"symbols":[{place,"name":"light.torch","kind":"light","end_line":9},…]}
 * or {} when nothing is there.  The answer belongs to the draft, until it is asked again.  NULL:
 * the file is not in the chain, or the rules could not be read. */
SCONCE_API const char *sconce_draft_look(SconceDraft *d, SconceLook what, const char *path,
                                         int line, int column);

/* Describes how this machine is protected from rules, as tested by the process that runs them, and
 * the versions in this build.  Of the options, which may be NULL, it uses cell, rulesets and
 * patience_ms.  Returns
 * {"version":"0.19.0",
 *  "cell":{"path":"/usr/libexec/sconce/sconce-cell","error":"…"},
 *  "guards":{"filter":"on","landlock":7,"processes":false,"sealed_page":true,"fixed_seed":true,
 *   "fixed_borders":true},
 *  "limits":{"memory_mb":96,"odds_memory_mb":3072,"timeout_ms":2000,"steps":40000000},
 *  "formats":{"journal":"1.0","dice":1,"wire":10,"json":1},
 *  "libraries":{"lua":"5.4.4","gmp":"6.2.1","sqlite":"3.40.1","jansson":"2.14"},
 *  "rulesets":[{"folder":"/usr/share/sconce/rulesets","there":true},…],"lines":[…]}
 *   cell         the program that runs rules.  error: why there is none, or why it did not answer;
 *                then "guards", "limits" and the versions of lua and gmp are left out
 *   filter       "on": system calls are refused, except for memory, the clock and the socket to
 *                this library.  "missing": there is no filter for this kind of machine, and opening
 *                a table whose rules did not come with the program warns of it, unless the variable
 *                SCONCE_UNFILTERED is set.  "sanitized": a build with the sanitizers has none
 *   landlock     version (ABI) of Landlock, by which the kernel refuses every file; 0: not in this
 *                kernel
 *   processes    true: rules can start processes
 *   sealed_page  neither process can shrink the memory that they share
 *   fixed_seed   Lua hashes texts alike in every run, so that the same lines give the same bytes
 *   fixed_borders  #list of a list with gaps is the same in every run; both are false where the
 *                cell is linked to Lua's shared library and not to its archive
 *   limits       of one line; steps: of Lua's interpreter
 *   dice         version of the dice stream: the same seed gives the same dice
 *   wire         version of the messages between the two processes
 *   rulesets     folders that are searched, in this order
 *   lines        the same for a person, as in replies
 * The caller frees it.  NULL with *error: out of memory. */
SCONCE_API char *sconce_machine(const SconceOptions *options, SconceError *error);

/* --- simulation ------------------------------------------------------------------------------- */

/* A simulation to run: what is played, and what is counted.  Start from {0}: only `turns` must be
 * set. */
typedef struct {
    size_t struct_size;    /* sizeof (SconceSim); 0: the fields up to data */
    int64_t turns;         /* lines of the plan to play in each run, 1 to 100,000 */
    int64_t runs;          /* 1 to 1,000,000,000,000; 0: only merge */
    int64_t from;          /* number of the first run; 0: the next one after those merged, or 1 */
    const char *plan;      /* "crawl; search": a line a turn, repeated; NULL: the first action of
                              the ruleset that takes one turn and can be typed alone */
    const char *otherwise; /* the line when none of the plan can be done; NULL: the run ends */
    const char *policy;    /* in place of a plan: a Lua file that returns a function, which returns
                              the line of each turn */
    const char *const *measures; /* "torches=party.torches": a name, and an expression of the state
                                    that gives a number, or true or false; the name may be that of
                                    a track, but not of an event */
    size_t measure_count;
    const char *const *before; /* "A,B": measures whether and how often event A happens before the
                                  first B */
    size_t before_count;
    const char *until;        /* an event after whose turn the run ends; "A,B": the first of
                                 several, which are also counted together under that name */
    const char *seed;         /* text or number; NULL: "1" */
    int jobs;                 /* cells that play side by side; 0: one for each processor */
    const char *const *merge; /* files with earlier answers to the same question, to be added */
    size_t merge_count;
    /* Called with the runs done and all runs, in the caller's thread; may be NULL. */
    void (*progress)(int64_t done, int64_t all, void *data);
    void *data;
} SconceSim;

/* Plays runs from the present state and counts what happens in each turn.  Every question takes its
 * default.  The table does not change.  At an open question it is refused: the line is not over.
 * Returns
 * {"table":…,"houses":[…],"turns":24,"exact":false,"runs":n,"seed":…,
 *  "plan":["crawl"],"otherwise":…,"until":…,
 *  "no_party":line,"spans":[[from,runs],…],"rolled":[roll,…],
 *  "passed":[{"line":"search","reason":…,"turn":3,"p":…,"p_se":…,"mean":…,"mean_se":…},…],
 *  "stuck":[{"reason":…,"turn":5,"p":…,"p_se":…,"mean":…,"mean_se":…},…],
 *  "defaults":[{"question":"at_zero","answer":"down","turn":2,"p":…,"p_se":…,…},…],
 *  "midturn":{"by_turn":[{"turn":1,"p":…,"p_se":…},…]},"ended":{"by_turn":[…]},
 *  "nobody":{"by_turn":[…]},
 *  "measures":{"encounter":{
 *     "by_turn":[{"turn":1,"p":…,"p_se":…,"mean":…,"mean_se":…},…],
 *     "first":{"runs":…,"mean":…,"mean_se":…,"sd":…,"sd_se":…,"quantiles":{"p5":…,…},
 *              "quantiles_se":{"p5":…,…}}},…},
 *  "question":"…","tallies":{…}}
 *
 * A "turn" here is one line of the plan.  It is usually one turn of the game; the event "turn"
 * counts those that began.  With a policy, "policy" (the file's name) replaces "plan".
 *
 * The measures are the kinds of events, the rows of charts ("hazard.burn"), the races "A<B" of
 * `before`, and those of `measures`.
 *   p      chance that it has happened by the end of that turn
 *   mean   how often it has happened by then, on average
 *   first  the turn in which it first happens, over the runs in which it happens
 * An expression that gives true or false has p; one that gives a number has mean and
 * "quantiles":{"p5":…,"p25":…,"p50":…,"p75":…,"p95":…}: p5 is the smallest value that 5 in a
 * hundred runs do not exceed.
 *
 * The keys that end in _se are standard errors over n runs; null when there is only one run.
 *   p_se          sqrt(p(1-p)/n)
 *   mean_se       s/sqrt(n), where s² is the sum of squared deviations over n-1 (any textbook, such
 *                 as Wasserman, All of Statistics, 6.3)
 *   sd_se         sqrt((m4 - s⁴(n-3)/(n-1))/n)/2s, where m4 is the fourth central moment
 *   quantiles_se  standard deviation of the quantile of n runs drawn again from those played, by
 *                 formula instead of drawing (Maritz and Jarrett, A note on estimating the variance
 *                 of the sample median, 1978)
 *
 *   houses  the house files of the table, as they were given; left out when there are none
 *
 * What could not be played as planned (each key is left out when it never happens):
 *   passed    a line of the plan that was refused: the next line that can be done is played
 *             instead, and the plan continues after that line.  p: share of runs; mean: how often;
 *             turn: the first in which it was refused
 *   stuck     no line of the plan could be done, and the run ended.  In the first turn this is an
 *             error
 *   defaults  questions that took their default; answer: left out when it varies
 *   midturn   the line of the plan ended within a turn of the game
 *   ended     an event that ends play has happened, and the run is over
 *   nobody    nobody is left who can act, and the run is over
 *   no_party  nobody was named, so that one nameless member plays; the value is a line that, said
 *             before (--first), would bring a party.  Left out where somebody was named
 *   rolled    rolls made when play began and by lines said since, in a table opened with read_only:
 *             they are the same in every run
 *
 * "tallies" holds the counts that all figures are computed from, and that merging reads: for each
 * measure a flat list of turn, value, change (in that turn, so many runs more or fewer have that
 * value).  The names of `measures` begin with "=" there (a number) or "?" (true or false).
 * "question" is a digest of all that must be equal to merge: rules, state, turns, plan, measures,
 * until, seed.
 *
 * Run i draws its dice from (seed, i), so the answer has the same bytes however runs are spread
 * over jobs, split and merged.  After sconce_stop it covers the runs played, with "stopped":true.
 * The caller frees it.  NULL with *error. */
SCONCE_API char *sconce_sim(Sconce *s, const SconceSim *sim, SconceError *error);

/* --- exact odds ------------------------------------------------------------------------------- */

/* Progress: `at` of the `states` that the turn begins with are played to all their ends. */
typedef struct {
    int64_t turn, at, states;
    int64_t plays; /* ends reached so far, in all turns */
} SconceNews;

/* A question for exact odds.  Start from {0}: only `turns`, `until` or `before` must be set. */
typedef struct {
    size_t struct_size; /* sizeof (SconceChances); 0: the fields up to weigh_start */
    int64_t turns;      /* lines of the plan, up to 100,000; 0, with until or before: no limit */
    const char *plan;   /* this and the next are as in SconceSim */
    const char *otherwise, *policy;
    const char *const *measures;
    size_t measure_count;
    const char *const *before;
    size_t before_count;
    const char *until;
    bool fractions; /* also give each chance as an exact fraction; without, 32 digits are kept, so
                       that the 16 shown are right */
    int64_t states; /* maximum number of states that a turn may end in; 0: 20,000 */
    int64_t plays;  /* maximum number of ways to play a turn; 0: 10 for each state, and 200,000 at
                       least (without a limit of turns, six times that) */
    bool partial;   /* beyond these limits answer for the turns before, with "stopped":true,
                       "asked":24, "too_many":"why" and "too_many_of":"states" or "dice" */
    void (*progress)(const SconceNews *news, void *data); /* in the caller's thread; may be NULL */
    void *data;
    const char *const *at_least; /* "encounter,2": measures "encounter>=2", the chance that it has
                                    happened that often, 2 to 20 */
    size_t at_least_count;
    const char *const *given; /* "A,B": measures "A|B", the chance that A has happened by a turn,
                                 given that B has; its rows have no p while B cannot have
                                 happened */
    size_t given_count;
    bool weigh_start; /* also weigh what was rolled as play began, and in the lines said since the
                         table was opened; only where that was with read_only, and its campaign, if
                         it has one, has no entries on disk.  The answer then has
                         "weighed_start":true in place of "rolled" */
} SconceChances;

/* Computes the exact chances of everything that sconce_sim estimates: plays every way of the plan
 * from the present state, with its chance, and merges equal states after each turn.  Every question
 * takes its default.  The table does not change.  At an open question it is refused, too.  Returns
 * {"table":…,"houses":[…],"turns":24,"exact":true,"states":n,"widest":n,"leaves":n,
 *  "plan":["crawl"],"until":…,
 *  "left":0.01,"passed":…,"stuck":…,"defaults":…,"midturn":…,"ended":…,
 *  "nobody":…,"measures":{"encounter":{
 *     "by_turn":[{"turn":1,"p":…,"fraction":"1/6","mean":…,"mean_fraction":"1/6"},…],
 *     "first":{"p":…,"fraction":…,"mean":…,"mean_fraction":…,"sd":…,"quantiles":{"p5":…,…}}},…}}
 * Without a limit of turns (turns = 0, with `until` or `before`), when the states are finitely
 * many, there are also "explored":n, their number, and in each measure that is an event or a race
 *     "ever":{"p":…,"fraction":…,"never":…,"never_fraction":…,"mean":…,"mean_fraction":…,"sd":…,
 *        "variance_fraction":…,"p_error":…,"mean_error":…,"unexplored":…,"quantiles":{…}}
 *   p, never  chance that it comes before a play ends, and that it does not
 *   mean, sd, quantiles  of the turn in which it comes, if it does; left out when it never comes,
 *            and quantiles when they are too far away.  "first" is then the same
 *   p_error, mean_error  proven bounds of the error, where these are no fractions
 *   unexplored  chance of plays that run into more states than can be explored, where there are
 *            any; they are left out.  When it is not negligible, there is no "ever"
 * With `before` and no `until` this is so for races, and "by_turn" covers 24 turns.
 * The measures are those of sconce_sim, without standard errors.  Fractions come with `fractions`
 * only.  Beside a p above 0.9995 that is not 1 stands "rest":1e-17, which is 1 - p to six digits,
 * also where p rounds to 1.  A measure that is a number has mean and quantiles by turn, and
 * "values":[{"value":3,"p":…},…] for the last turn.
 *   states   number of states, summed over all turns; widest: in the turn that has the most.  When
 *            figures that depend on nothing in common were worked out apart: of all these; p of
 *            "defaults" is then left out where it is too much to work out
 *   leaves   number of ways to play a turn from a state, summed over all states of all turns
 *   remainder   probability of the plays that were given up, with `fractions` also
 *            remainder_fraction; absent when there are none.  Lines that roll until something comes
 *            have plays of any length: after many draws in one line, a play is given up once it is
 *            less likely than 1 in 10^15; so is one in which dice explode until their total is too
 *            rare to be listed.  Many such plays may add up to more than that.  Beside each "p"
 *            then stand "low" and "high" (and "high_fraction"), between which the chance lies; "p"
 *            is low.  The mean of a number is that of the plays that were not given up; how often
 *            an event happens counts nothing for those that were
 *   left     chance that the event of `until` is still to come.  Without a limit of turns the
 *            computation ends when it is below 1e-12, after 1000 turns, or with "too_many" where
 *            that would take too long; "turns" says when
 * After sconce_stop it covers the turns that are complete, with "stopped":true; NULL when there are
 * none.  The caller frees it.  NULL with *error; when there are too many states, error->text names
 * the parts of the state that make most of them. */
SCONCE_API char *sconce_chances(Sconce *s, const SconceChances *chances, SconceError *error);
/* Sets the function that reports the progress of a line that takes long (`odds`).  It is called in
 * the thread that said the line.  NULL removes it. */
SCONCE_API void sconce_watch(Sconce *s, void (*progress)(const SconceNews *news, void *data),
                             void *data);

/* --- dice ------------------------------------------------------------------------------------- */

/* Rolls a dice expression 1 to 1,000,000 times.  seed: text or number; NULL: a random one.  Returns
 * {"expression":"4d6kh3","rolls":[{"total":13,
 *   "dice":[{"sides":6,"face":4,"dropped":false},…]},…]}
 * with every die in the order rolled.  total: a number; a string, "7/2", when it is not whole.
 * face: what the die counts; "shown": what it showed, if that differs (clamped dice, Fate dice).
 * Present only when true: "rerolled" (does not count), "exploded" (added another die), "joined"
 * (added to the die before, !!), "success", "failure".  6x4d6 adds
 * "parts":[{"total":13,"dice":4},…], dice being how many.  The caller frees it.  NULL with *error
 * for a bad expression; error->text then has a second line with a caret below the place. */
SCONCE_API char *sconce_roll(const char *expression, int64_t times, const char *seed,
                             SconceError *error);
/* Rolls 1 to 1,000,000,000 times, if that takes no more than a few seconds, and only counts:
 * {"expression":"4d6kh3","times":1000000,"mean":12.244,"sd":2.846,"least":3,"most":18,
 *  "counts":[{"value":3,"n":771},…]}
 * When there are many totals, each count covers those from "value" to "to".  sd divides by times,
 * not by times-1.  The caller frees it.  NULL with *error. */
SCONCE_API char *sconce_rolls(const char *expression, int64_t times, const char *seed,
                              SconceError *error);

/* Computes the exact odds of an expression: every outcome, in ascending order.
 * {"expression":"4d6kh3","mean":12.2445987654,"mean_fraction":"15869/1296","sd":2.84684444531,
 *  "outcomes":[{"value":3,"p":0.000771604938272,"fraction":"1/1296"},…]}
 * value: a number; a string, "7/2", when it is not whole.  When explosions never end, outcomes stop
 * where almost nothing is left, and "left_out":{"p":…,"fraction":…,"from":109} gives the rest: all
 * of it is 109 or above ("upto": or below), and the outcomes listed are exact; with neither key,
 * each p may be too low by up to that rest.  If "mean_fraction" is missing then, mean and sd are of
 * the outcomes listed.  When the fractions would fill tens of megabytes, "fraction" and
 * "mean_fraction" are left out.  The caller frees it.  NULL with *error: too large to compute, or a
 * roll may have no total, as 1/(1d6-1). */
SCONCE_API char *sconce_odds(const char *expression, SconceError *error);
/* Computes the odds of an expression like sconce_odds, and before the outcomes adds
 * "dc":15,"at_least":{"p":0.231481481481,"fraction":"25/108"}, the chance of dc or more.  Without
 * its fraction, p may be too low by up to the rest that is left out. */
SCONCE_API char *sconce_odds_against(const char *expression, int64_t dc, SconceError *error);

/* Frees what a function gave to the caller; NULL is fine. */
SCONCE_API void sconce_free(void *p);

#ifdef __cplusplus
}
#endif
#endif
