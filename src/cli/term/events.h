/* Events and rolls of one reply, as pieces to lay out. */
#ifndef CLI_EVENTS_H
#define CLI_EVENTS_H

#include "cli/term/styled_text.h"

#include <jansson.h>

/* In the order in which a turn is read. */
typedef enum { RANK_TURN, RANK_DIE, RANK_CHANGE, RANK_DECIDE, RANK_WARN } Rank;

typedef struct {
    Rank rank;
    bool small;  /* may share a line with its like */
    bool secret; /* the game master's alone */
    int spare;   /* 0: always told; else it gives way when it is crowded, the greatest first */
    StyledText text;
} Piece;

typedef struct {
    Piece *at;
    size_t n;
} Pieces;

void pieces_free(Pieces *p);

/* What of a reply is to be told. */
typedef struct {
    size_t events, rolls; /* so many were told before */
    bool answers;         /* also how questions settled themselves: nobody saw them */
    bool again;           /* they were answered before: tell every answer */
} Telling;

/* The pieces of a reply, in the order in which they happened, a RANK_TURN before what belongs to
 * its turn, the warnings last. */
Pieces pieces_of(const json_t *reply, Telling telling);

/* A die as one says it: "d6" for "1d6". */
const char *die_name(const char *die);

#endif
