/* Dice from outside, as text: "d6:3 d20:12", "2d6:3,4", "d6=3 | d20=14". */
#ifndef CORE_FACES_H
#define CORE_FACES_H

#include "core/text.h"

/* One die that fell, or is to fall, outside the generator. */
typedef struct {
    int64_t sides; /* 0: any die ("d:4") */
    int64_t face;  /* 0: let the program roll this one ("d6:?") */
    char source;   /* 'h' by hand, 's' scripted, 0 otherwise; read in a journal's text only
                      ("d20:12h") */
} Face;

typedef struct {
    Face *list; /* malloc'ed */
    size_t n;
} DiceList;

/* Reads the text; blanks, commas and | between.  False with a sentence (faces is {0} then). */
bool dice_list_parse(DiceList *faces, const char *text, Err *err);
void dice_list_free(DiceList *faces);
/* Writes one as the journal does: "d6:4", "d20:12h"; with a blank before it when t holds something.
 */
void dice_list_add(Text *t, int64_t sides, int64_t face, char source);

#endif
