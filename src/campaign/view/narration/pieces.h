/* Internals shared by the files that write parts of a narration: pieces.c has the pieces of a line,
 * many_turns.c one part as a line for the screen, and many turns as one; clauses.c a part as a
 * clause of the log; reason.c a part as the sentence of `why`.  Functions that take StyledLines add
 * to its last line. */
#pragma once

#include "campaign/view/narration/narration.h"
#include "core/tree.h"

/* The hint "spare" of lines that may be left out where space is short, the last kind first. */
enum { SPARE_EVENT = 1, SPARE_ROLL, SPARE_DEFAULTED };

/* --- pieces.c --- */

void piece_secret(StyledLines *l, const Value *v); /* `secret  ` before what players do not see */

/* ` is weary.`, ` are no longer weary.` or `: hp 3`: what the owner of a change is now. */
void piece_state(Text *t, const Value *event, bool several);
/* The change of a track as a sentence.  since: the first of several told as one, or NULL. */
void piece_change(Text *t, const Value *event, const Value *since);

void piece_faces(StyledLines *l, const Value *roll); /* `[3 1]` */
/* Says of dice in the log that the game master typed them. */
void piece_typed(StyledLines *l, const Value *roll, Audience audience);
void piece_roll(StyledLines *l, const Value *roll, Audience audience); /* `fatigue d4 [3]` */

int64_t modifiers_sum(const Value *event); /* of the modifiers that have a name */
/* `hazard d6 [6] nothing: The dungeon is quiet.` */
void piece_row(StyledLines *l, const Value *event, const Value *roll, Audience audience);
/* The same without the chart's name: `d6 [6] nothing: The dungeon is quiet.` */
void piece_rolled(StyledLines *l, const Value *event, const Value *roll, Audience audience);

/* True if a check succeeds by rolling under its number; modifiers are then added to the number. */
bool rolls_under(const Value *event, const Value *roll);
/* `WIS d20`; `listen WIS d20` where the line has several deeds; `axe on the door d20`, a label. */
void piece_tested(StyledLines *l, const Value *event, const Value *roll);
/* ` vs 12`, ` under 12`, ` under 22 -10 darkness = 12` */
void piece_difficulty(StyledLines *l, const Value *event, const Value *roll);
void piece_result(StyledLines *l, const Value *event, const Value *roll);  /* `[11]+1 = 12` */
void piece_success(StyledLines *l, const Value *event, const Value *roll); /* ` success` */
void piece_who(StyledLines *l, const Value *who);                          /* ` (Bram)` */
/* `WIS d20 [11]+1 = 12 vs 12 success (Bram)`.  event: NULL for a roll that no event mentions. */
void piece_check(StyledLines *l, const Value *event, const Value *roll);

/* --- many_turns.c --- */

/* Adds a part as a line of its own. */
void part_line(StyledLines *l, const Narration *part);

/* The most members who are named when they fail a check: they fill a line. */
enum { FAILED_MAX = 4 };

/* A part, and how often it came up in the turns told as one. */
typedef struct {
    Narration part;
    size_t times;                   /* 0: it was told together with another part */
    size_t failures;                /* failures of a check */
    const char *failed[FAILED_MAX]; /* the first members who failed, each once */
} ManyTimes;

/* Makes an entry with times 1 for each of n parts, to be freed; NULL: l->text.failed is set. */
ManyTimes *parts_once(StyledLines *l, const Narration *part, size_t n);
/* True if the part is a change that has an owner: "Bram: hp 3". */
bool part_is_of_member(const Narration *part);
/* Adds the change told[0], together with those of other members that had the same result: "Bram and
 * Pike are weary."  Sets their times to 0, since they need no other line. */
void part_owners(StyledLines *l, ManyTimes *told, size_t n, size_t members);

/* --- events ---
 *
 * One event of the rules.  Any field may be missing or of another kind: it comes from the cell. */

bool event_is(const Value *event, const char *kind);
/* Returns the event's roll among all rolls of its command, or NULL. */
const Value *event_roll(const Value *event, const Value *rolls);
/* Finds a field of the event, or else of its roll; NULL: neither has it. */
const Value *event_field(const Value *event, const Value *roll, const char *key);
int64_t event_int(const Value *v); /* 0 unless v is an integer */
/* Returns the text of a change without its owner: "hp 3" of "Bram: hp 3"; NULL: no owner. */
const char *event_state_text(const Value *event);
bool event_is_change(const Value *event); /* of a track */
bool event_is_check(const Value *event, const Value *roll);
bool event_same_secrecy(const Value *a, const Value *b); /* both are secret, or neither is */

/* True if two changes differ only in their owner. */
bool event_same_change(const Value *a, const Value *b);
/* True if the second changes the same number of the same owner once more: hp 4, hp 5. */
bool event_goes_on(const Value *a, const Value *b);
/* True if two checks differ only in the member who makes them, and in their results. */
bool event_same_check(const Value *a, const Value *b, const Value *rolls);
/* True if two lights of a kind went out in the same way. */
bool event_same_light_out(const Value *a, const Value *b);
/* True if `alike` events, of which this is one, concern every member of a party of three or more,
 * and not their lights ("Bram's torch"). */
bool event_is_everybodys(const Value *event, size_t alike, size_t members);
