/* The rules as people read them: the answers to ?, help, chart, changes and why, and the lines of
 * `sconce rules`.
 *
 * They come from the book, the data that the cell returns about the rules it has loaded.  Fields
 * that are missing, or of an unexpected kind, are skipped.  This header is implemented by help.c
 * (verbs, help and charts), meaning.c (what a thing is for), overview.c (what is in the rules, and
 * what changed), and origin.c (where things come from). */
#pragma once

#include "campaign/rules/cell_client.h"
#include "campaign/view/lines/lines.h"
#include "campaign/view/narration/narration.h"
#include "core/text.h"
#include "core/tree.h"

/* Adds the verbs that can be typed while a procedure runs, on one screen: at most 23 lines at 80
 * columns.  Each verb of the ruleset has a line where they all fit; else they are listed by name,
 * grouped by cost.  Verbs of other procedures, and the host's, are always listed by name. */
void verbs_lines(StyledLines *l, const Value *book, const char *procedure);
/* Adds what can be typed while a turn waits at a step: `act? Say what they do: search or rest.`
 * Nothing, when no verb is for that step. */
void awaited_line(StyledLines *l, const Value *book, const Value *status);
/* Adds a line for each verb: the ruleset's, then the host's. */
void all_verbs_lines(StyledLines *l, const Value *book);

/* Explains a verb, chart, setting, entry or word of the language. */
bool help_lines(StyledLines *l, const Value *book, const char *word, Err *err);
/* Adds a chart with all its rows, and marks the row named `rolled` (may be NULL).  name "": lists
 * the charts instead. */
bool chart_lines(StyledLines *l, const Value *book, const char *name, const char *rolled, Err *err);
enum { CHART_ROW_HANG = 10 }; /* columns before the name in a chart's row */
/* Adds a chart's row to the last line: the mark, then `   2-3  free: Nothing stirs.` */
void chart_row(StyledLines *l, const char *mark, const Value *row);

/* Adds "Delving: delving + darker + house": the ruleset, then the other files as they are read. */
void chain_line(StyledLines *l, const Value *book);
/* Adds all that is in a chain of rule files. */
void overview_lines(StyledLines *l, const Value *book);
/* Adds the changes that house files make, file by file, old and new side by side. */
void changes_lines(StyledLines *l, const Value *book);

/* True if an entry of the book is a function of the rules: only those have the field "how", what
 * each file did with it (lua/read/history.lua). */
bool entry_is_function(const Value *entry);

/* The arguments of all functions that tell a meaning: the lines they write to, and the rules. */
typedef struct {
    StyledLines *lines;
    const Value *book;
    const Chain *chain; /* the texts of rule files, whose comments are quoted; may be NULL */
    Text *said;         /* the comment that was quoted last */
} Meaning;

/* Adds what a thing of the rules is, in words and without Lua: what it is for, its fields, a
 * chart's rows; of a function, the comment above it.  key, entry: from the book's entries. */
void meaning_of_thing(const Meaning *m, const char *key, const Value *entry);
/* Add one field of a thing, or one row of a chart. */
void meaning_of_field(const Meaning *m, const char *key, const Value *entry, const Value *field);
void meaning_of_row(const Meaning *m, const char *key, const Value *row);
/* Adds a verb with its words, its cost and what it does. */
void verb_meaning(StyledLines *l, const Value *book, const Value *verb);
/* Returns the text of the file of a place, "house.lua:12", and sets *line; NULL: unknown. */
const char *file_text(const Chain *chain, const char *place, long *line);
/* Appends the comment right above the function in which a place is, "house.lua:12", if any.  It may
 * stand above several functions, where all but the last take one line. */
void function_comment(Text *t, const Chain *chain, const char *place);
/* Appends that comment up to the first sentence that speaks of Lua. */
void rule_comment(Text *t, const Chain *chain, const char *place);

/* Adds where a thing of the rules was made, and how each file changed it.  word: light.torch,
 * torch, light.torch.lasts, hazard.free, an alias of a verb, or a kind ("light"), which means all
 * things of that kind.  chain: holds the texts of functions.  False, and err says why, when there
 * is no such thing; *nearest (may be NULL) is then the most similar name, or "".  more: with the
 * Lua of functions, and the places in files; without it, what the thing means. */
bool origin_lines(StyledLines *l, const Value *book, const Chain *chain, const char *word,
                  bool more, Text *nearest, Err *err);
/* Returns the text of the function that begins at a place, "house.lua:12": its first line, the
 * blank or further indented lines below, and its `end`.  Sets *n to its length.  "" when the place
 * is not in a file of the chain. */
const char *function_text(const Chain *chain, const char *place, size_t *n);
/* Adds each event of a line, with the line of a rule file that made it. */
void why_more_lines(StyledLines *l, int64_t turn, const char *line, const Value *events);
/* Adds what happened in sentences, with the dice and what they were held against, and the rules
 * behind it in their own words; then the rule behind the open question, unless ask is NULL. */
void why_lines(StyledLines *l, const Value *book, const Chain *chain, Narrator *n,
               const Value *ask);

/* Appends how the rules `now` differ from those before: a line for each thing, value, row, step or
 * function that is new, gone or changed, "light.torch.lasts: 6 turns -> 4 turns   house.lua:3";
 * after a dozen, only how many more there are.  Both have loaded.  Returns how many differ. */
size_t revision_lines(CellClient *was, CellClient *now, Text *t);
/* Sets the key under which the journal keeps these lines, for the rules of two hashes. */
void revision_key(const char *from, const char *to, Text *key);

/* --- complete.c ---
 *
 * Words that may stand at the cursor of a line, from the rules and the state of the table. */

/* book: of the rules in force.  status: of the table.  ask: the open question, or NULL.  before:
 * the text before the cursor.  Appends {"from":n,"offers":["…",…]}. */
void complete_write(Text *t, const Value *book, const Value *status, const Value *ask,
                    const char *before);

/* --- prompt.c ---
 *
 * The words before the cursor: the status, or the open question.
 *
 * A question shows its answers as they can be typed: the letters of a choice that are enough stand
 * in parentheses, the default stands in brackets. */

/* Adds a line with the status that the rules wrote.  by_hand: the game master types the dice. */
void prompt_status(StyledLines *l, const Value *status, bool by_hand);
/* Adds a line with the question, or with the dice that somebody is to roll. */
void prompt_question(StyledLines *l, const Value *ask);

/* --- screen.c ---
 *
 * The table on another screen: what a page, a bot or a second terminal shows of it, as JSON. */

/* The table as it is.  It owns nothing. */
typedef struct {
    const Value *book;  /* of the rules in force */
    const Value *look;  /* from the cell: src/lua/table/view.lua; NULL: the rules failed */
    const Value *party; /* names of the members, a list */
    const char *room;   /* name of the room that players know the party is in; NULL: none */
    const Value *ask;   /* the open question; NULL: none */
    const char *token;  /* of that question */
    int64_t now;        /* seconds since 1970 when the cell looked */
    bool players;       /* only what players may see */
} ScreenTable;

/* Appends fields of an open object, as sconce_view describes them: from "clock" to "awaits". */
void screen_write_table(Text *t, const ScreenTable *table);
