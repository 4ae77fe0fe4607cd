/* Lists of dice with their faces, as text: "d6:3 d20:12", "2d6:3,4", "d6=3 d20=14".  A person who
 * rolls by hand types them, scripts give them, and journals record draws in them. */
#pragma once

#include "core/text.h"

/* One die. */
typedef struct {
    int64_t sides; /* 0: fits any die ("d:4") */
    int64_t face;  /* 0: the program rolls this one ("d6:?") */
    char source;   /* 'h': by hand, 's': scripted, 0: unknown; only journals have it ("d20:12h") */
} Face;

/* A list of faces, in the order in which they are used. */
typedef struct {
    Face *list; /* owned by the list */
    size_t n;
} DiceList;

/* Reads the text, with blanks, commas, bars or semicolons between dice.  False: err says why; the
 * list is then {0}.  Otherwise the caller frees it with dice_list_free. */
bool dice_list_parse(DiceList *dice, const char *text, Err *err);
void dice_list_free(DiceList *dice);
#define ScopedDiceList SCOPED(dice_list_free) DiceList
/* Appends one die as a journal has it, "d6:4" or "d20:12h", after a blank unless t is empty.  Face
 * 0 is written "?": the program rolls that die.  source: as in Face. */
void dice_list_print_die(Text *t, int64_t sides, int64_t face, char source);
