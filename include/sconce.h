/* sconce.h -- Sconce for programs: open a table, say lines, get back what happened.
 *
 * A campaign is one opaque Sconce.  You say to it what a game master would type; it answers
 * with JSON, in the shapes listed below.  There are no callbacks, but to tell how far a long work is: when a question is open, the next
 * line you say is its answer.  Nothing of Lua, SQLite or Jansson shows here.  The library keeps no
 * global state: open as many campaigns as you like, each used by one thread at a time; a campaign may
 * move between threads.  It starts one helper process for each campaign (posix_spawn; it never forks),
 * never raises SIGPIPE, installs no signal handler, and does not mind an ignored or reaped SIGCHLD.
 *
 * Ownership: a `const char *` that a function returns belongs to the campaign and is valid until the
 * next call with that campaign (or its close).  A `char *` is yours: give it back with sconce_free.  What you give is only
 * read, during the call, but for `data` and the functions of sconce_watch.  All texts are UTF-8.  A SconceError is filled
 * when a call fails, and only then; where none is wanted it may be NULL.  Out of memory is such a failure; what sconce_say
 * did and had no memory to tell comes without its events, with a warning that says so.
 *
 * The JSON of an answer (one object, no line breaks; keys as here, more may come):
 *   done      {"ok":true,"seq":12,"command":"search","turn":3,"minutes":30,"rolls":[…],"events":[…],
 *              "status":{…},"warnings":[…]}; what only shows something carries "text": ready-made lines, and
 *              `state` carries "state":
 *   asks      {"ask":{"id":"fatigue","text":"…","type":"choice","choices":[…],"default":…},"events":[…],"rolls":[…],"status":{…}}
 *             a die wanted by hand: {"ask":{"id":"die","die":"1d6","sides":[6],"for":"hazard"},…,"command":"crawl","warnings":[…]},
 *             with "who": a name, or names in the order of the dice, when they are somebody's
 *             types: choice, yesno, number (min, max), text, several (choices and exactly or upto)
 *             A die takes bare numbers, "9 15 14"; 0 on a d10 is its ten; ? lets the program roll that one.
 *             "u" takes back the last input, or the command when there is none; help, chart, why, log, changes and
 *             recap may be said at a question (odds not: they look ahead from the end of a line), and ? tells what can be answered: the reply has "ok":true, "text" and
 *             "ask" again
 *             A table closed at a question has not done the line; "resume" at the next opening (same rules, a
 *             folder) runs it with the answers it had, and comes to the same question
 *   events and rolls are always all of the command so far: "shown" and "shown_rolls" say how many of
 *             them an earlier answer to the same command has shown already (left out when none)
 *   refused   {"ok":false,"command":"serch","error":"…","file":"house.lua","line":12}; at an open question
 *             the same object carries "ask" again; "why":"read_only" when the table is only looked at,
 *             and this would change it
 *   roll      {"die":"1d6","faces":[4],"total":4,"for":"hazard"}, for a check also "who","what","dc","add","success";
 *             "after": it stands for itself, behind so many events; "secret":true: of the GM alone
 *   event     {"kind":"hazard","name":"shift","text":"…","secret":false,"turn":3,…}; "roll": index into rolls,
 *             "from":"delving.lua:95" the rule that did it, "defaulted":true when nobody was asked,
 *             "stops":true when it ends counts and long deeds, "chart":true and "check":true for a row and a check,
 *             "change":true with "was", "now" and "who" for a track; fields of the rules' own beside them.  turn: its
 *             number; minutes: of the game's clock, from 0
 *   status    {"text":"T3 0:30 | torch Bram 3","dark":false,"lights":[{"light":"torch","holder":"Bram","left":3}],
 *              "show":{"torches":2,"hp":{"Bram":6}},"party":["Bram"],"people":["Bram CON+1"],"room":"here",
 *              "procedure":"turn"}; left: in the unit that light lasts in, and not there where nothing is counted; also
 *              "waiting": the step at which a deed is wanted, and "real":true when lights burn in real time
 *   lines     what a person reads, in every reply: a list of lines, each a list of pieces, {"t":"4","as":"face"}.
 *             "as" is the role: text turn roll face success failure event change urgent secret warning error source
 *             name dim removed prompt dark question key.  The first piece of a line may say how to lay it out: "in": columns
 *             it is set in; "hang": columns that carried-over text is set in (else "in" and 2); "share":n, it may stand
 *             behind the line before when that one may share too, n blanks between; "spare":n, it may be left out where
 *             room is short, the greatest n first; "cut":n, cut what is too long for the screen, or for n columns where lines
 *             are not broken; "room": width of the first of three columns.  In any piece: "whole":true, do not break it; "column": 1 or 2, old and new side by side
 *   prompt    the words before the cursor, as one such line
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

/* An open table: a ruleset, its house rules, a party, and all that happened.  Yours until sconce_close. */
typedef struct Sconce Sconce;

/* Mistakes about which a program may do something; all others are SCONCE_TOLD.  READ_ONLY: the table is open to be looked
 * at, and this would change it.  UNDONE: nothing of a plan can be done in the first turn.  STATES, DICE: there is
 * too much to weigh, and sconce_sim can play it; more patience (SconceChances.states) may help where it is the states. */
typedef enum { SCONCE_TOLD, SCONCE_READ_ONLY, SCONCE_UNDONE, SCONCE_STATES, SCONCE_DICE } SconceWhy;

/* What went wrong: a sentence, and the file and line when a file is to blame (file "" and line 0 when not).
 * `all` is every mistake found in rule files, one `file:line: sentence` a line, or NULL; yours to free. */
typedef struct {
    char text[1000];
    char file[256];
    int line;
    char *all;
    SconceWhy why;
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
    bool unplayed;             /* with read_only: a campaign without an entry begins in memory, and is not refused */
    const char *cell;          /* path of sconce-cell; NULL: $SCONCE_CELL, beside the library or program, installed */
    const char *rulesets;      /* folder of rulesets; NULL: $SCONCE_RULESETS, beside the program, installed */
    int patience_ms;           /* how long a command may think; 0: $SCONCE_PATIENCE seconds, or 2000 */
    int dry_runs;              /* sconce_check: so many lines are tried in rules that load; 1200 is good */
} SconceOptions;

/* --- a table ------------------------------------------------------------------------------- */

/* Opens a table: a scratch campaign in memory for a ruleset or a .lua file, a durable one for a
 * folder, which nobody else can play meanwhile.  NULL with *error when it cannot: no such table, mistakes in its rules
 * (error->all), a folder that is played already, a damaged journal. */
SCONCE_API Sconce *sconce_open(const SconceOptions *options, SconceError *error);
/* Closes it.  What was answered is already on disk; nothing is written now.  NULL is fine. */
SCONCE_API void sconce_close(Sconce *s);

/* Makes a campaign folder: house.lua, party.lua, .luarc.json, journal.db.  False, and no folder, with *error.  dir must not
 * exist or be empty.  ruleset: a name, or a .lua file, which is copied into the folder with what it extends from beside it; so is
 * NAME.lua of the current folder.  party: text of party.lua, or NULL for a commented example.  rulesets as in
 * SconceOptions. */
SCONCE_API bool sconce_create(const char *dir, const char *ruleset, const char *party, const char *rulesets,
                              SconceError *error);

/* It was done; it waits for an answer; it was refused, and nothing happened. */
typedef enum { SCONCE_DONE, SCONCE_ASKS, SCONCE_REFUSED } SconceOutcome;

typedef struct {
    SconceOutcome outcome;
    const char *json; /* one object, as above; the campaign's */
} SconceReply;

/* Says one line (UTF-8, no line break, at most 4000 bytes): a verb of the ruleset, a correction, undo, redo, log, help …;
 * the answer while a question is open; empty for the status, or for the default of a question.
 * "search altar =4" brings the face of its first die, "=4 15" those of the first two.
 * DONE means: on disk, when the campaign has one. */
SCONCE_API SconceReply sconce_say(Sconce *s, const char *line);
/* Breaks off the command now running, from a signal handler or another thread; it is then refused and
 * leaves no trace.  The only function that may be called during another. */
SCONCE_API void sconce_stop(Sconce *s);

/* The open question, as the "ask" object, or NULL when none is open. */
SCONCE_API const char *sconce_asked(Sconce *s);
/* The lines that open an evening of play, as "lines" has them: what is played, with which seed, by whom, the warnings of
 * opening, and where the last session ended. */
SCONCE_API const char *sconce_opening(Sconce *s);
/* The words before the cursor, as pieces of "prompt": the open question, or the status. */
SCONCE_API const char *sconce_prompt(Sconce *s);
/* The status object, without running anything. */
SCONCE_API const char *sconce_status(Sconce *s);
/* The rules as plain data: ruleset, title, chain, verbs, charts, settings, lights, paces, questions, entries,
 * changes.  Everything `help`, completion and `rules` need. */
SCONCE_API const char *sconce_book(Sconce *s);
/* What table this is: {"table":…,"folder":… or null,"ruleset":…,"title":…,"chain":[{"name":"house.lua","path":… or null},…],
 * "changes":n,"seed":…,"dice":"auto|hand|script","entries":n,"warnings":[…],"read_only":…,"party":["Bram CON+1",…]}.
 * chain: the ruleset first; changes: what house files change; the warnings are those of opening. */
SCONCE_API const char *sconce_about(Sconce *s);
/* Where the session of the last entry ended, as at most five lines: which it was, then what happened last.  "" when
 * nothing has happened yet. */
SCONCE_API const char *sconce_recap(Sconce *s);
/* Unused faces of a strict dice script, "d6:3 d20:12", or "" when none are left. */
SCONCE_API const char *sconce_dice_left(Sconce *s);

/* --- the journal --------------------------------------------------------------------------- */

/* The log as Markdown ("md", also for NULL), JSON Lines ("json") or plain text ("text").  players: leave out what is secret.
 * session: 0 for all, else that one, from 1.  A line of JSON is an entry: {"format":1,"seq":…,"parent":…,"session":…,"date":…,
 * "turn":…,"minutes":…,"command":…,"events":[…]}, and for the GM also "typed","wall","draws","answers","rolls","status","chain";
 * date and wall in seconds since 1970, wall as the rules see it.  NULL with *error: no such session or format. */
SCONCE_API const char *sconce_log(Sconce *s, const char *format, bool players, int session, SconceError *error);
/* Replays every entry under its own rules and compares every byte: {"entries":n,"same":n,"differs":null}, or in place of null
 * the first that differs, {"seq":…,"turn":…,"command":…,"what":…}: what of it ("state", "events" …), with "at", the way to the first
 * difference, or "kept" and "now", what stands in the journal and what came.  progress may be NULL; called with (entries done, all, data) now and then.  NULL with *error when the journal
 * cannot be read, or after sconce_stop. */
SCONCE_API const char *sconce_verify(Sconce *s, void (*progress)(int64_t, int64_t, void *), void *data,
                                     SconceError *error);

/* --- a campaign on the way to another machine ---------------------------------------------- */

/* Called with the entries done so far, and all; false stops the work. */
typedef bool SconceProgress(int64_t done, int64_t all, void *data);

/* Writes a whole campaign into one new file, for a copy or another machine: its journal, with what
 * was undone, and the rule files (*.lua) of its folder.  The file is a copy of journal.db (SQLite),
 * with each rule file as a named value in it.  Every entry is checked against its digest; no rules
 * are run; somebody may play meanwhile.  "-" is refused: there is no writing to standard output.
 * progress may be NULL.  False, and no file, with *error. */
SCONCE_API bool sconce_export(const char *dir, const char *file, SconceProgress *progress, void *data,
                              SconceError *error);
/* The same of a damaged journal: the entries that can still be read, renumbered, each with its whole
 * state.  {"entries":14,"saved":12,"last":14,"lost":"5, 9"}: how many there were, as far as can be
 * known, how many were saved, which is the present one (by its old number), and the numbers of the
 * lost.  Yours to free; NULL, and no file, with *error. */
SCONCE_API char *sconce_salvage(const char *dir, const char *file, SconceProgress *progress, void *data,
                                SconceError *error);
/* Makes a campaign folder of such a file: the same entries, byte for byte, the same head, and what
 * was undone can be done again.  dir must not exist or be empty.  The file must be a plain one of at
 * most 2000 MB; "-" is refused, and so are the JSON Lines that sconce_export wrote before.  It may be
 * a stranger's: its tables must be ours, everything in it is checked, and it is copied row by row.
 * No rules are run: sconce_verify does that.  False, and no folder, with *error. */
SCONCE_API bool sconce_import(const char *file, const char *dir, SconceProgress *progress, void *data,
                              SconceError *error);

/* --- rules --------------------------------------------------------------------------------- */

/* Reads a chain of rule files as `sconce check` does, without opening a campaign:
 * {"loaded":true,"chain":[…],"heads":[…],"problems":[{"file":…,"line":…,"text":…,"grade":"error|warning|note"},…],"book":{…}};
 * heads: those of the chain that no other extends.  With dry_runs, mistakes that only show in play are among the
 * problems, with how to see them: "tried":{"seed":"1","dice":"d6:3 d20:12","lines":["search","no"],"asks":true} is a
 * game of the heads with these dice; asks: some of the lines are answers.  Of the options count table, houses, cell, rulesets,
 * patience_ms and dry_runs.  Yours to free.  NULL with *error when a file cannot be read at all. */
SCONCE_API char *sconce_check(const SconceOptions *options, SconceError *error);
/* The same, with "lines" for a person, as in replies, once the rules have loaded: all that is in them; with a word, where that
 * thing comes from; with changes, what the house files change.  With a word also "found":true, or false and "nearest": the
 * name that is nearest to it, or "". */
SCONCE_API char *sconce_rules(const SconceOptions *options, const char *word, bool changes, SconceError *error);
/* The rulesets that can be found, by name: [{"name":"delving","path":…,"line":"first comment line"},…].  rulesets: as in
 * SconceOptions.  Yours to free.  NULL with *error when memory is out. */
SCONCE_API char *sconce_rulesets(const char *rulesets, SconceError *error);
/* That of `count` names which is nearest to a misspelt `word`, the first of several: for "did you mean".  One of the pointers
 * in `names`, or NULL when none is within a third of the word's letters, and one, of it. */
SCONCE_API const char *sconce_nearest(const char *word, const char *const *names, size_t count);
/* What is said about a word of the rule language (`roll`, `rule.check_dice`), as lines: its head, and set in by two blanks the
 * rest; NULL when there is no such word.  Of word NULL: all words, in the order of include/sconce.lua, with blanks between.
 * Yours to free. */
SCONCE_API char *sconce_word(const char *word);
/* Runs a spec file.  Of the options (or NULL) count cell, rulesets and patience_ms, which each test has: {"file":…,"ruleset":…,"tests":[{"name":…,"line":…,"covers":[…],"passed":true,"failures":[{"line":…,"text":…}]},…]}.
 * Yours to free.  NULL with *error when it is no spec file. */
SCONCE_API char *sconce_test(const char *file, const SconceOptions *options, SconceError *error);

/* --- simulation ---------------------------------------------------------------------------- */

/* What to play, and what to count.  Start from {0}: all but turns has a sensible zero. */
typedef struct {
    int64_t turns;                 /* 1 to 100,000; a line of the plan each */
    int64_t runs;                  /* up to 1,000,000,000,000; 0: none, only merge */
    int64_t from;                  /* the number of the first run; 0: 1, or behind those of merge */
    const char *plan;              /* "crawl; search": a line a turn, over and over; NULL: what the ruleset's first action is */
    const char *otherwise;         /* a line done when none of the plan can be; NULL: the play then ends */
    const char *policy;            /* instead of a plan: a Lua file that returns a function, which gives the line of each turn */
    const char *const *measures;   /* "torches=party.torches": a name and an expression of the state, a number or yes and no; a track's name, but no other event's */
    size_t measure_count;
    const char *const *before;     /* "A,B": how often the event A comes before the first B */
    size_t before_count;
    const char *until;             /* a run ends with the turn in which this event happens; "A,B": the first of them, and they are counted together under that name, without blanks, too */
    const char *seed;              /* text or number; NULL: "1" */
    int jobs;                      /* cells side by side, which share what they learn; 0: as many as there are processors */
    const char *const *merge;      /* files of earlier answers to the same question, added to this one */
    size_t merge_count;
    void (*progress)(int64_t done, int64_t all, void *data); /* runs; may be NULL; called in the caller's thread */
    void *data;
} SconceSim;

/* Plays so many runs from the current state, settling every question by its default, and counts:
 * {"table":…,"turns":24,"exact":false,"runs":N,"seed":…,"plan":["crawl"],"otherwise":…,"until":…,"spans":[[from,runs],…],
 *  "rolled":[roll,…],"passed":[{"line":"search","reason":…,"turn":3,"p":…,"p_se":…,"mean":…,"mean_se":…},…],
 *  "stuck":[{"reason":…,"turn":5,"p":…,"p_se":…,"mean":…,"mean_se":…},…],
 *  "defaults":[{"question":"at_zero","answer":"down","turn":2,"p":…,"p_se":…,"mean":…,"mean_se":…},…],
 *  "midturn":{"by_turn":[{"turn":1,"p":…,"p_se":…},…]},"nobody":{"by_turn":[…]},
 *  "measures":{"encounter":{"by_turn":[{"turn":1,"p":…,"p_se":…,"mean":…,"mean_se":…},…],
 *                           "first":{"runs":…,"mean":…,"mean_se":…,"sd":…,"sd_se":…,"quantiles":{"p5":…,…},"quantiles_se":{"p5":…,…}}},…},
 *  "question":"…","tallies":{…}}
 * A line of the plan that is refused is passed over for the next that can be done, and the plan goes on from there; when there
 * is none, the play ends.  "passed": such lines, how likely at all, and how often; "stuck": how many plays ended so; turn: the
 * first in which it came about.  Neither is there when it never was.  "defaults": questions that nobody answered, and what the default was, where it
 * is always the same.  Where nothing can be done in the first turn: an error.
 * "rolled": what fell as play began and in lines said since, where the table was opened with read_only and keeps nothing: it is
 * the same in every play.
 * A "turn" here is a line of the plan.  As a rule it is one turn of the game; the event "turn" counts those that began.  After
 * that line, "midturn": the game's turn is not over, and waits for another line; "nobody": nobody is left to do anything, and
 * the play is over.  Neither is there when it never comes to that.
 * With a policy, "policy" is its file's name in place of "plan".
 * For an event's kind, a chart's row ("hazard.burn") and "A<B": p, it has happened by the end of that turn; mean, how often;
 * first, the turn of the first time, over the runs in which it happened.  A measure of one's own has p (yes or no), or mean and
 * "quantiles":{"p5":…,"p25":…,"p50":…,"p75":…,"p95":…}: the least value that so many of a hundred runs do not pass.  *_se:
 * standard errors over n runs, sqrt(p(1-p)/n) and s/sqrt(n) with s² the sum of squares over n-1 (any textbook, such as
 * Wasserman, All of Statistics, 6.3), of s itself sqrt((m4-s⁴(n-3)/(n-1))/n)/2s with m4 the mean of the fourth powers; quantiles_se: how
 * each spreads when n runs are drawn anew from those played, reckoned without drawing (Maritz and Jarrett, A note on estimating
 * the variance of the sample median, 1978); null with a single run.
 * "tallies" holds what all figures are computed from, and what merging reads: for each measure a flat list of turn, value,
 * change (in that turn so many runs more, or fewer, have that count; names begin with "=" or "?" for one's own measures).
 * "question" is a digest of all that must be the same to merge: rules, state, turns, plan, measures, until, seed.
 * Run i draws its dice from (seed, i): whatever the jobs and however runs are split and merged, the answer is the same bytes.
 * After sconce_stop: what was played so far, with "stopped":true.  The table is not touched.  Yours to free.  NULL with *error. */
SCONCE_API char *sconce_sim(Sconce *s, const SconceSim *sim, SconceError *error);

/* --- exact odds ---------------------------------------------------------------------------- */

/* How far it is: `at` of the `states` before that turn are played to all their ends. */
typedef struct {
    int64_t turn, at, states;
    int64_t plays; /* ends reached so far, in all turns */
} SconceNews;

/* What to ask of every play there can be.  Start from {0}: all but turns (or until) has a sensible zero. */
typedef struct {
    int64_t turns;                 /* up to 100,000, a line of the plan each; 0, with until: as long as anything is left to wait for */
    const char *plan;              /* as in SconceSim, and so are these */
    const char *otherwise, *policy;
    const char *const *measures;
    size_t measure_count;
    const char *const *before;
    size_t before_count;
    const char *until;
    bool fractions;                /* every chance as a fraction, too, and nothing rounded on the way; without, 32 digits are kept, and the 16 shown are the same */
    int64_t states;                /* refuse when a turn can end in more states than this; 0: 20000 */
    int64_t plays;                 /* or when more plays of a turn than this are needed; 0: 10 times the states, and 200000 at least (without turns, six times that) */
    bool partial;                  /* then answer for the turns before, instead, with "stopped":true, "asked":24, "too_many":"why" and "too_many_of":"states" or "dice" */
    void (*progress)(const SconceNews *news, void *data); /* may be NULL; called in the caller's thread */
    void *data;
} SconceChances;

/* Plays every play there can be from the current state, settling every question by its default, weighs them all and
 * merges equal states after each turn:
 * {"table":…,"turns":24,"exact":true,"states":N,"widest":N,"leaves":N,"plan":["crawl"],"until":…,"left":0.01,"passed":…,"stuck":…,
 *  "defaults":…,"midturn":…,"nobody":…,
 *  "measures":{"encounter":{"by_turn":[{"turn":1,"p":…,"fraction":"1/6","mean":…,"mean_fraction":"1/6"},…],
 *                           "first":{"p":…,"fraction":…,"mean":…,"mean_fraction":…,"sd":…,"quantiles":{"p5":…,…}}},…}}
 * The measures are those of sconce_sim, without standard errors; fractions only with `fractions`.  A number of one's own has
 * "mean" and "quantiles" by turn, and "values":[{"value":3,"p":…},…] after the last.  states: of all turns; widest: of one;
 * leaves: plays of one turn.  left: the chance that the event of `until` is still to come.  Without a limit of turns it ends
 * when less than 1e-12 is left, or after 1000 turns; "turns" says when.
 * Too many states: NULL, and error->text says which parts of the state make most of them.  After sconce_stop: the turns that
 * are done, with "stopped":true, or NULL when none is.  The table is not touched.  Yours to free.  NULL with *error. */
SCONCE_API char *sconce_chances(Sconce *s, const SconceChances *chances, SconceError *error);
/* While a line said takes long (`odds`), progress is called now and then, in the thread that said it.  NULL: no more. */
SCONCE_API void sconce_watch(Sconce *s, void (*progress)(const SconceNews *news, void *data), void *data);

/* --- dice ---------------------------------------------------------------------------------- */

/* Rolls an expression `times` times, 1 to 1,000,000.  seed: text or number; NULL: drawn from the system.  {"expression":"4d6kh3","rolls":[{"total":13,"dice":[{"sides":6,"face":4,"dropped":false},…]},…]}.
 * Every die that fell, in order.  A total that is not whole is a string, "7/2".  face is what the die counts, "shown" what it
 * showed when that differs (clamped, Fate dice).  Only when true: "rerolled" (does not count), "exploded" (one more fell for
 * it), "joined" (it grew the die before, !!), "success", "failure".  6x4d6 adds "parts":[{"total":13,"dice":4},…].
 * A bad expression: NULL, the sentence in error->text with a caret line under the place.  Yours to free. */
SCONCE_API char *sconce_roll(const char *expression, int64_t times, const char *seed, SconceError *error);
/* The same many times (1 to 1,000,000,000, if that takes no more than a few seconds), only counted:
 * {"expression":"4d6kh3","times":1000000,"mean":12.244,"sd":2.846,"least":3,"most":18,"counts":[{"value":3,"n":771},…]}.
 * With many different totals each count is of those from "value" to "to".  sd: over times, not times-1.  Yours to free; NULL with
 * *error. */
SCONCE_API char *sconce_rolls(const char *expression, int64_t times, const char *seed, SconceError *error);

/* The exact odds of an expression, every outcome in ascending order:
 * {"expression":"4d6kh3","mean":12.2445987654,"mean_fraction":"15869/1296","sd":2.84684444531,
 *  "outcomes":[{"value":3,"p":0.000771604938272,"fraction":"1/1296"},…]}; a value that is not whole is a string, "7/2".
 * Where explosions never end, outcomes go on to where next to nothing is left, and what is left comes too:
 * "left_out":{"p":…,"fraction":…,"from":109}: all of it lies at "from" or above ("upto": at or below) and what is listed is
 * exact; with neither, each p is short by at most that much.  Without "mean_fraction" beside it, mean and sd are of what is
 * listed.  Odds whose fractions would fill tens of megabytes come without "fraction" and "mean_fraction".
 * NULL with *error when they are too large to reckon, or when a roll may have no total (1/(1d6-1)).  Yours to free. */
SCONCE_API char *sconce_odds(const char *expression, SconceError *error);
/* With "dc":15,"at_least":{"p":0.231481481481,"fraction":"25/108"}, the chance of dc or more, before the outcomes; without its
 * fraction it may be short by what is left out. */
SCONCE_API char *sconce_odds_against(const char *expression, int64_t dc, SconceError *error);

/* Gives back what was yours to free; NULL is fine. */
SCONCE_API void sconce_free(void *p);

#ifdef __cplusplus
}
#endif
#endif
