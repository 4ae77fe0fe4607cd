/* Dice by hand: typed at a question, riding on a line, or typed before and undone.
 *
 * All of them become the text of core/dice_list.h, "d6:4 d20:?". */
#ifndef CAMPAIGN_HAND_H
#define CAMPAIGN_HAND_H

#include "core/text.h"
#include "core/value.h"

/* Appends a face; 0 lets the program roll this one. */
void manual_dice_face(Text *t, int64_t sides, int64_t face);
/* The length of "=4,9" or "=4 9" and the blanks before it at the end of a line, or 0. */
size_t manual_dice_rider(const char *line);
/* "=4,9" as faces for whatever dice come first: "d:4 d:9".  How many. */
size_t manual_dice_ride(const char *rider, Text *out);
/* How many draws of a journal's text came from there: 'h' by hand, 's' scripted, 0 the program. */
size_t manual_dice_count(const char *draws, char source);
/* The dice of an undone entry, to be offered again: those of the program's own are drawn anew. */
void manual_dice_again(const char *draws, Text *out);
/* "9 15 14", typed at a question for dice: 0 on a d10 is its ten, ? lets the program roll that one,
 * nothing all of them.  False with a sentence when number or range do not fit. */
bool manual_dice_read(const Value *ask, const char *line, Text *faces, Err *err);

#endif
