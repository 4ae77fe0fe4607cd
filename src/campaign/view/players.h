/* The players' view: everything that players read is decided by these functions. */
#pragma once

#include "core/text.h"
#include "core/tree.h"

/* A line that was played, with its events and rolls. */
typedef struct {
    const char *line;
    const Value *members;        /* names of the party's members, a list */
    const Value *events, *rolls; /* lists, as the journal has them */
} PlayedLine;

/* Returns the players' view of a line, { line = text, events = list, rolls = list, turns = bool }:
 * only events and rolls that the rules declare public, or that are public at any table, and only
 * their public fields.  The first three are empty when there is nothing for players.  turns: they
 * may read in which turn that was, and when.  book: of the rules in force.  Free it with tree_free.
 *
 * Public at any table: turns with their clock and deeds, without the numbers typed with them;
 * lights lit and gone out; rooms entered; procedures entered and left; who comes and goes; that
 * there is an encounter; what rules `say`; changes of tracks of members and lights.  A secret event
 * or roll is never shown, even if it is declared public; nor is anything that Lua does at the
 * prompt. */
Tree *players_view(const Value *book, const PlayedLine *played, Err *err);

/* The next functions decide what players see of the table as it is. */

/* True if players see a track's value: the rules declare it public, or it is of a member or a light
 * and they hide neither the track nor its changes. */
bool players_see_fact(const Value *book, const Value *fact);
/* True unless the rules hide an event of the program, such as "kindled", from players. */
bool players_see_event(const Value *book, const char *name);
/* True if players may be told the numbers of turns and the clock. */
bool players_see_turns(const Value *book);
/* True if players may say a line at a table: deeds of the ruleset that they see.  Each has its verb
 * written out, since a short form may be one of the game master's verbs, and only the cell knows.
 * Dice (=) and answers (:) are the game master's, and `;` begins another line. */
bool players_may_say(const Value *book, const Value *members, const char *line);
/* True if players see that a question is open: a die that members roll, and no secret one. */
bool players_see_ask(const Value *ask, const Value *party);
