/* The source of a table's dice: the generator, dice that the game master types, or a strict list.
 *
 * Faces that do not come from the generator go to the cell as text in the form of
 * core/dice/dice_list.h, "d6:4 d20:?". */
#pragma once

#include "campaign/journal/journal.h"
#include "core/dice/dice_list.h"
#include "core/tree.h"

typedef enum {
    DICE_AUTO,  /* the generator rolls */
    DICE_HAND,  /* the game master is asked for each die */
    DICE_SCRIPT /* a strict list, given beforehand: when it is used up, a line fails */
} DiceMode;

/* Start from {0}; free with dice_source_free. */
typedef struct {
    DiceMode mode;
    DiceList script;      /* DICE_SCRIPT: the strict list … */
    size_t script_next;   /* … index of its first unused face … */
    int64_t script_since; /* … and the last entry before the list was given */
    int64_t undone_entry; /* an undone entry, whose hand-typed dice are used when its line is typed
                             again; 0: none */
} DiceSource;

void dice_source_free(DiceSource *d);
const char *dice_mode_name(DiceMode mode);
/* Sets the mode to "auto", "hand", or a strict list such as "d6:3 d20:12".  entries: number of
 * entries so far. */
bool dice_source_set(DiceSource *d, const char *mode, int64_t entries, Err *err);
/* Appends the unused faces of the strict list. */
void dice_source_write_unused(const DiceSource *d, Text *out);
/* Marks the faces of the strict list that an entry used as used; or, after undo, as unused. */
void dice_source_use(DiceSource *d, const Entry *e);
void dice_source_give_back(DiceSource *d, const Entry *e);

/* Returns the length of the dice at a line's end, " =4,9" or "= 4 9", with the blanks; or 0. */
size_t dice_suffix_length(const char *line);
/* Appends these dice, "=4,9", as faces for dice of any size: "d:4 d:9".  Returns their number. */
size_t dice_read_suffix(const char *dice, Text *out);
/* Counts the draws of an entry from one source: 'h' by hand, 's' a list, 0 the generator. */
size_t dice_count_draws(const char *draws, char source);
/* Appends the faces typed by hand for an undone entry; the generator rolls the others again. */
void dice_write_undone(const char *draws, Text *out);
/* Reads the faces typed at a question for dice, "9 15 14".  0 on a d10 is its 10; ? lets the
 * program roll that die; "" lets it roll all. */
bool dice_read_answer(const Value *ask, const char *line, Text *faces, Err *err);
