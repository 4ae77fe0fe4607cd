/* What the game master sees: replies turned into a few lines.
 *
 * After a turn at most six lines, in this order: turn and clock with the deed; the dice, their
 * faces and what they mean; what changed; what needs a decision; warnings.  Then the prompt, which
 * is the status. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "cli/term/terminal_style.h"

#include <jansson.h>

typedef struct {
    TerminalStyle out, err;
    bool answers; /* tell how questions settled themselves */
} Screen;

Screen screen_new(bool answers);

/* The lines that open an evening: what is played, with which seed, by whom. */
void screen_opening(const Screen *s, const json_t *about);
/* A reply of sconce_say, all but the prompt or the question it may end with.  first: it is the
 * first to its line, so whatever was answered in it was answered before. */
void screen_reply(const Screen *s, const json_t *reply, bool first);

/* The prompt: the status, and a mark when dice are typed by hand. */
StyledText screen_prompt(const json_t *status, bool hand);

#endif
