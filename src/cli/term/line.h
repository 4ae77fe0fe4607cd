/* Reads the lines of a game: with editing, history and completion at a terminal.  From a pipe it
 * reads plain lines, and writes the prompt and the line, so that the output reads as a transcript.
 */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include "cli/term/terminal_style.h"
#include "sconce.h"

#include <signal.h>

/* Signals that arrived; a handler sets them, the reader clears them. */
typedef struct {
    volatile sig_atomic_t broken;  /* Ctrl-C */
    volatile sig_atomic_t changed; /* the terminal's size, or we come back from the background */
} Signals;

typedef struct Line Line;

/* history: the file that keeps it, or NULL.  The Line borrows everything else until line_free; the
 * table is asked for completions. */
Line *line_new(TerminalStyle *style, const char *history, Signals *signals, Sconce *table);
void line_free(Line *l);

/* How reading a line ended. */
typedef enum { LINE_READ, LINE_BROKEN, LINE_ENDED } LineState;

/* *text, without its line break, is the Line's until the next call.  BROKEN: Ctrl-C, nothing was
 * read.  ENDED: no more input. */
LineState line_read(Line *l, const StyledText *prompt, const char **text);

/* Keeps a line in the history, if there is one. */
void line_remember(Line *l, const char *text);

/* Ends a line of n bytes before its line break.  A NUL, which would hide the rest, becomes ^?,
 * which every table refuses. */
void line_trim(char *text, size_t n);

/* Is the standard input a terminal? */
bool line_interactive(void);

#endif
