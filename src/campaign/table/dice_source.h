/* The source of the faces of a table's dice: the generator, the GM's hand, or a strict list.
 *
 * Faces from outside go to the cell as the text of core/dice/dice_list.h, "d6:4 d20:?". */
#ifndef CAMPAIGN_DICE_SOURCE_H
#define CAMPAIGN_DICE_SOURCE_H

#include "campaign/journal/journal.h"
#include "core/dice/dice_list.h"
#include "core/value.h"

/* The source of dice: the generator, the game master, or a strict script. */
typedef enum { DICE_AUTO, DICE_HAND, DICE_SCRIPT } DiceMode;

/* Start from {0}; give back with dice_source_free. */
typedef struct {
    DiceMode mode;
    DiceList script; /* SCRIPT only: the strict list */
    size_t
        script_next; /* index of its first unused face; commands move it on, undo moves it back */
    int64_t script_since; /* entries up to this one were made before the list was given */
    int64_t undone_entry; /* its hand-typed dice are offered again when the same line is typed; 0:
                             none */
} DiceSource;

void dice_source_free(DiceSource *d);
const char *dice_mode_name(DiceMode mode);
/* Sets the mode to "auto", "hand", or a strict list such as "d6:3 d20:12".  entries: made so far.
 * False with a sentence. */
bool dice_source_set(DiceSource *d, const char *mode, int64_t entries, Err *err);
/* Appends the unused faces of the strict list. */
void dice_source_left(const DiceSource *d, Text *out);
/* Moves past the faces of the strict list that an entry used, or back before them. */
void dice_source_pass(DiceSource *d, const Entry *e);
void dice_source_return(DiceSource *d, const Entry *e);

/* Appends one face; 0 lets the program roll this die. */
void dice_add_face(Text *t, int64_t sides, int64_t face);
/* Length of the dice at the end of a line, "=4,9" or "=4 9" with the blanks before them, or 0. */
size_t dice_on_line(const char *line);
/* Appends "=4,9" as faces for any dice: "d:4 d:9".  Returns their number. */
size_t dice_read_line(const char *dice, Text *out);
/* Number of draws in a journal's text with this source: 'h' by hand, 's' from a list, 0 the
 * program's. */
size_t dice_count(const char *draws, char source);
/* Appends the dice of an undone entry to be offered again; the program's own are left to be rolled
 * anew. */
void dice_offer_again(const char *draws, Text *out);
/* Reads "9 15 14", typed at a question for dice: 0 on a d10 is its 10, ? lets the program roll that
 * die, nothing all of them.  False with a sentence when number or range do not fit. */
bool dice_read_answer(const Value *ask, const char *line, Text *faces, Err *err);

#endif
