/* Reading a line from whoever plays: with editing, history and completion at a terminal, plainly
 * from anything else, where the prompt and the line are written too, so that a transcript reads
 * like an evening. */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include "cli/term/terminal_style.h"

#include <signal.h>

/* Signals that arrived; a handler sets them, the reader clears them. */
typedef struct {
    volatile sig_atomic_t broken;  /* Ctrl-C */
    volatile sig_atomic_t changed; /* the terminal's size, or we come back from the background */
} Signs;

/* Words that would fit where the cursor is; `from` is where, in the text before it, they begin. */
typedef struct {
    char **at;
    size_t n, from;
} Offers;
void offers_add(Offers *o, const char *word); /* a copy, unless it is there already */
void offers_free(Offers *o);
typedef void Completer(const char *before, Offers *offers, void *data);

typedef struct Line Line;

/* history: file it is kept in, or NULL.  signs outlives the Line. */
Line *line_new(TerminalStyle *ink, const char *history, Signs *signs, Completer *complete,
               void *data);
void line_free(Line *l);

typedef enum { LINE_READ, LINE_BROKEN, LINE_ENDED } LineState;

/* *text, without its line break, is the Line's until the next call.  BROKEN: Ctrl-C, nothing was
 * read.  ENDED: no more input. */
LineState line_read(Line *l, const StyledText *prompt, const char **text);

/* Keeps a line in the history, if there is one. */
void line_remember(Line *l, const char *text);

/* Is somebody sitting there? */
bool line_interactive(void);

#endif
