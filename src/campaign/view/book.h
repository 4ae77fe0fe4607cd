/* The book of the rules for people: the answers to ?, help, chart, changes and why, and what
 * `sconce rules` shows.
 *
 * The book is data from the cell: whatever is missing or of another kind is passed over. */
#ifndef CAMPAIGN_BOOK_H
#define CAMPAIGN_BOOK_H

#include "campaign/rules/cell_client.h"
#include "campaign/view/lines.h"

/* The verbs that can be typed while a procedure runs.  It fits on one screen: a line for each verb
 * of the ruleset where they fit, else only their names by what they cost.  Verbs of procedures that
 * do not run now, and the host's, come by name.  At 80 columns at most 23 lines. */
void verbs_lines(StyledLines *l, const Value *book, const char *procedure);
/* All verbs, a line each: the ruleset's, then the host's. */
void verbs_all(StyledLines *l, const Value *book);
/* One verb of them: `move [PACE] (m)`, its cost, its help. */
void verb_line(StyledLines *l, const Value *verb);

/* Explains a verb, chart, setting, entry or word of the language.  False with a sentence. */
bool help_lines(StyledLines *l, const Value *book, const char *word, Err *err);
/* A chart with all its rows; the one named `rolled` (may be NULL) is marked.  No name: which charts
 * there are.  False with a sentence. */
bool chart_lines(StyledLines *l, const Value *book, const char *name, const char *rolled, Err *err);
/* Adds a row of a chart to a line: `     2-3  free: Nothing stirs.`; the mark comes first. */
void chart_row(StyledLines *l, const char *mark, const Value *row);

/* "Delving: delving + darker + house": the ruleset, then the files on top, in the order read. */
void chain_line(StyledLines *l, const Value *book);
/* Shows everything in a chain of rule files. */
void overview_lines(StyledLines *l, const Value *book);
/* The changes that house files make, file by file, old and new side by side. */
void changes_lines(StyledLines *l, const Value *book);

/* Adds where a thing of the rules was made, and how each file changed it.  word: light.torch,
 * torch, light.torch.lasts, hazard.free, another word for a verb, or a kind, which means all things
 * of it. chain: the texts of functions.  False with a sentence when there is no such thing; nearest
 * (may be NULL) is then the name nearest to the word, or "". */
bool origin_lines(StyledLines *l, const Value *book, const Chain *chain, const char *word,
                  Text *nearest, Err *err);
/* The first line of that alone, for a name that the book has: "question.rest   made in a.lua:3". */
void origin_line(StyledLines *l, const Value *book, const char *name);
/* The text of the function that begins at a place, "house.lua:12": its first line, those that are
 * blank or further in, and its `end`.  Its length goes to *n; "" when the place is not in a file.
 */
const char *origin_function(const Chain *chain, const char *place, size_t *n);
/* The rule that made each event of a line. */
void why_lines(StyledLines *l, int64_t turn, const char *line, const Value *events);

/* How one reading of the rules differs from another.  Appends a line for each thing, value, row,
 * step or function that is new, gone or changed in `now`: "light.torch.lasts: 6 turns -> 4 turns
 * house.lua:3"; after the first dozen, only how many more.  Both clients have loaded.  Returns the
 * number of differences. */
size_t revise_lines(const CellClient *was, const CellClient *now, Text *t);
/* The key under which the journal keeps how the rules of one hash differ from those of another. */
void revise_key(const char *from, const char *to, Text *key);

#endif
