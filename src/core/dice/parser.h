/* Reading an expression: what the two halves of the parser share. */
#ifndef CORE_DICE_PARSER_H
#define CORE_DICE_PARSER_H

#include "core/ascii.h"
#include "core/dice/program.h"

typedef struct {
    const char *text;
    size_t n, at; /* at: the byte to be read next */
    int depth;
    int64_t repeats, dice; /* dice certain to fall so far, one repeat */
    Node *nodes;           /* room for a node, a pool and a face for every byte of text */
    Pool *pools;
    int64_t *faces;
    int node_n, pool_n, face_n;
    Text label;
    size_t *where; /* the place of what is wrong */
    Err *err;
} Parser;

/* Says what is wrong at a place, after the expression itself; returns false. */
bool parser_wrong(Parser *p, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What stands at the place makes no sense there. */
bool parser_wrong_here(Parser *p);

/* Is there something behind what stands at `at`?  Else says so. */
bool parser_follows(Parser *p, size_t at);

/* Passes blanks; the next byte, 0 at the end or the comment. */
char parser_peek(Parser *p);
/* Is this what comes next?  Then passes it.  Letters in lower case. */
bool parser_take(Parser *p, const char *s);
/* How many letters stand at the place. */
size_t parser_letters(const Parser *p);
/* Is there nothing more, but for a comment? */
bool parser_at_end(Parser *p);
/* Passes labels, keeping them. */
bool parser_labels(Parser *p);
void parser_label(Parser *p, const char *s, size_t n);

/* A number, exact. */
bool parse_number(Parser *p, Ratio *r);
/* The inside of brackets, up to `close`. */
bool parse_bracketed(Parser *p, size_t open, char close);
bool parse_sum(Parser *p);

/* The value of the subtree from `first` on when it is constant; the nodes are then taken back. */
bool parser_constant(Parser *p, int first, Ratio *r);

/* Dice, from behind the d; count may be COMPUTED by the nodes from `first` on; `start` is where the
 * term began. */
bool parse_pool(Parser *p, int64_t count, int first, size_t start);
/* The dice of adv and dis. */
bool parse_advantage(Parser *p, bool best, size_t start);
/* A group's modifiers; its parts are the nodes from `first` on. */
bool parse_group_end(Parser *p, int parts, int first, size_t start);

/* Where the parts of a term stand; SIZE_MAX where there is none. */
typedef struct {
    size_t count, reroll, explode, clamp, keep, score;
} Spots;
bool parse_modifiers(Parser *p, Pool *pool, Spots *spots);
/* A whole number, or a bracket without dice; `what` is what stands before it. */
bool parse_whole(Parser *p, const char *what, int64_t *n);

typedef enum {
    COMPARE_NONE,
    COMPARE_LESS,
    COMPARE_AT_MOST,
    COMPARE_EQUAL,
    COMPARE_AT_LEAST,
    COMPARE_MORE
} Compare;
Compare parser_compare(Parser *p);

#endif
