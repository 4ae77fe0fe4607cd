/* Reads the lines of a game, with editing, history and completion at a terminal.  From a pipe it
 * reads plain lines and writes prompt and line, so that the output reads as a transcript. */
#pragma once

#include "cli/term/terminal_style.h"
#include "sconce.h"

#include <signal.h>

/* Signals that arrived: the caller's handler sets them, line_read clears them. */
typedef struct {
    volatile sig_atomic_t interrupted; /* Ctrl-C */
    volatile sig_atomic_t changed;     /* the window has a new size, or the program is back from the
                                        * background */
} Signals;

typedef struct Line Line;

/* Called before (begins) and after completions are listed, which moves up what is on the screen. */
typedef void LineListing(bool begins, void *data);
/* history: the file that keeps the lines typed before; NULL: none does.  table: asked for
 * completions.  data: for listing().  Borrows style, signals and table until line_free. */
Line *line_new(TerminalStyle *style, const char *history, Signals *signals, Sconce *table,
               LineListing *listing, void *data);
void line_free(Line *l);

/* For a table that others use while a key is waited for. */
typedef struct {
    /* A descriptor that can be read once others have used the table. */
    int news;
    /* Others may use the table from `release` to `hold`, which waits until they are done; `waiting`
     * is the signal mask of this wait. */
    void (*release)(void *data);
    void (*hold)(const sigset_t *waiting, void *data);
    /* True if others have changed the table since this was asked last. */
    bool (*has_changed)(void *data);
    void *data; /* the argument of these functions */
} LineSharing;
void line_share(Line *l, const LineSharing *sharing);

/* How reading a line ended. */
typedef enum { LINE_READ, LINE_INTERRUPTED, LINE_ENDED, LINE_NEWS } LineState;

/* Reads a line.  *text, without its line break, belongs to the Line and lasts until the next call.
 * LINE_INTERRUPTED: Ctrl-C, and nothing was read.  LINE_ENDED: no more input.  LINE_NEWS: others
 * have changed the table; what was typed so far stands in the next line that is read. */
LineState line_read(Line *l, const StyledText *prompt, const char **text);

/* Adds a line to the history, if there is one. */
void line_remember(Line *l, const char *text);

/* Reads a line of standard input as getline does, without its line break.  A very long one is cut
 * to a beginning, which is still too long for a table.  A NUL, which would hide the rest, becomes
 * DEL, which every table refuses.  False: there is no more. */
bool line_get(char **text, size_t *room);

bool input_is_terminal(void);

/* --- completing words at Tab --- */

/* The words that may stand at the cursor, each once. */
typedef struct {
    char **at;
    size_t n;
    size_t from; /* offset of the word to complete, in the text before the cursor */
} Offers;

/* before: the text before the cursor.  offers_free frees the result. */
Offers complete_line(Sconce *table, const char *before);
void offers_free(Offers *o);
/* Length in bytes of the beginning that all offers share, up to a whole character. */
size_t offers_common(const Offers *o);
/* Writes the offers below the line, in columns. */
void offers_write(const Offers *o, const TerminalStyle *style);
