/* The parser's own header: reading an expression byte by byte (lex.c), for the grammar (parse.c).
 *
 * Functions that return bool return false after writing an error sentence, unless they say
 * otherwise.  Blanks are skipped before every token. */
#ifndef CORE_DICE_PARSER_H
#define CORE_DICE_PARSER_H

#include "core/ascii.h"
#include "core/dice/program.h"

/* A parse in progress, and the program it makes. */
typedef struct {
    const char *text;
    size_t n, at; /* at: the next byte to read */
    int depth;    /* open brackets and powers */
    int64_t repeats;
    int64_t dice; /* dice with a fixed count read so far */
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

/* Reports an error at an offset: an excerpt of the expression and the sentence.  Returns false. */
bool parser_wrong(Parser *p, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports that the next character makes no sense here.  Returns false. */
bool parser_wrong_here(Parser *p);
/* Does anything follow the operator or bracket that starts at `at`?  Otherwise reports it. */
bool parser_follows(Parser *p, size_t at);

/* Skips blanks; returns the next byte, or 0 at the end or at the comment. */
char parser_peek(Parser *p);
/* Skips `s` if it comes next; returns whether it did.  Write letters of s in lower case. */
bool parser_take(Parser *p, const char *s);
/* The number of letters that come next. */
size_t parser_letters(const Parser *p);
/* Is only a comment left, or nothing? */
bool parser_at_end(Parser *p);
/* Skips [labels] and keeps their text. */
bool parser_labels(Parser *p);
void parser_label(Parser *p, const char *s, size_t n);

/* Reads an unsigned number exactly. */
bool parse_number(Parser *p, Ratio *r);

/* Skips the operator or comparison that comes next if it is one of from..to, and returns it; else
 * NODE_NUMBER. */
NodeKind parser_operator(Parser *p, NodeKind from, NodeKind to);

#endif
