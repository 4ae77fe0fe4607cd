/* Reads an expression byte by byte (lex.c), for the grammar (parse.c).
 *
 * Functions that return bool return false after writing an error sentence, unless they say
 * otherwise.  Blanks are skipped before every token. */
#pragma once

#include "core/ascii.h"
#include "core/dice/program.h"

/* A parse in progress, and the program it makes. */
typedef struct {
    const char *text;
    size_t n, at;    /* at: the next byte to read */
    int depth;       /* open brackets and powers */
    int64_t repeats; /* rounds of 6x…; 0: not repeated */
    int64_t dice;    /* dice with a fixed count read so far */
    /* Owned by dice_parse.  Every node, pool and face takes a byte of text at least, so one element
     * for each byte is room enough. */
    DiceNode *nodes;
    DicePool *pools;
    int64_t *faces;
    int node_n, pool_n, face_n;
    Text label;
    size_t *where; /* receives the offset of an error; may be NULL */
    Err *err;
} Parser;

enum { QUOTED_MAX = 40 }; /* bytes of a word that an error quotes: half a line */

/* Reports an error at an offset: an excerpt of the expression and the sentence.  Returns false. */
bool parser_fail(Parser *p, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports that the next character makes no sense here.  Returns false. */
bool parser_fail_here(Parser *p);
/* False, with an error, when nothing follows the operator or bracket that starts at `at`. */
bool parser_expect_operand(Parser *p, size_t at);

/* Skips blanks; returns the next byte, or 0 at the end or at the comment. */
char parser_peek(Parser *p);
/* Skips `s` if it comes next, in capitals or not; returns whether it did.  s is in lower case. */
bool parser_accept(Parser *p, const char *s);
/* The number of letters that come next. */
size_t parser_count_letters(const Parser *p);
/* True when nothing but a comment is left. */
bool parser_at_end(Parser *p);
/* Skips [labels] and adds their text to the expression's label. */
bool parser_read_labels(Parser *p);
/* Adds n bytes, without blanks around them, to the expression's label. */
void parser_add_label(Parser *p, const char *s, size_t n);

/* Reads an unsigned number exactly. */
bool parse_number(Parser *p, Ratio *r);

/* Skips the operator or comparison that comes next and returns it, if it is one of from..to in the
 * order of NodeKind; else returns NODE_NUMBER. */
NodeKind parser_accept_operator(Parser *p, NodeKind from, NodeKind to);
