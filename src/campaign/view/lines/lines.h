/* Styled lines: everything that a person reads, without the colours and widths of a screen.
 *
 * A line is a list of pieces, and a piece is text with a role: a turn's clock, the faces of dice, a
 * warning.  The functions of this folder write lines; the reader (the terminal, a program that
 * speaks JSON, the log) chooses colours for the roles and breaks lines at its own width.  So all
 * readers show the same words.
 *
 * The words are kept as rules and people wrote them, line breaks included.  The reader replaces the
 * characters that its medium would obey (escapes on a terminal, angle brackets in Markdown):
 * styled_put in cli/term for the terminal, text_make_printable for the log.
 *
 * The JSON of a line, with its roles and layout hints, is described under "lines" in sconce.h. */
#pragma once

#include "core/text.h"
#include "core/tree.h"

typedef enum {
    ROLE_TEXT,
    ROLE_TURN,     /* the number and clock of a turn */
    ROLE_ROLL,     /* dice, and the words around them */
    ROLE_FACE,     /* the faces that came up */
    ROLE_SUCCESS,  /* "success" after a check */
    ROLE_FAILURE,  /* "failure" after a check */
    ROLE_EVENT,    /* something that happened */
    ROLE_CHANGE,   /* a track that changed */
    ROLE_URGENT,   /* an event that the game master must act on */
    ROLE_SECRET,   /* "secret" before a line that only the game master may see */
    ROLE_WARNING,  /* from the rules or the host */
    ROLE_ERROR,    /* why a line was refused */
    ROLE_SOURCE,   /* the number before a line of a rule file; such a line is never wrapped */
    ROLE_NAME,     /* of a verb, a row, a thing of the rules */
    ROLE_DIM,      /* less important: places in files, defaults */
    ROLE_REMOVED,  /* something that a file took away */
    ROLE_PROMPT,   /* the status before the cursor */
    ROLE_DARK,     /* the word in the status that says that nobody has light */
    ROLE_QUESTION, /* the words of an open question */
    ROLE_KEY       /* the letters that are enough to choose an answer */
} Role;

typedef struct {
    Role role;
    bool whole;     /* hint: the line is not broken within it */
    int column;     /* hint: 1 or 2, the old and the new side of a comparison; 0: none */
    size_t from, n; /* its bytes in StyledLines.text */
} StyledPiece;

enum { LINE_INDENT = 2, LINE_GAP = 3 }; /* columns: the usual "in" and "share" */
enum { HANG_USUAL = -1 };               /* the usual "hang": LINE_INDENT more than "in" */

/* A line.  The names of its layout hints are those of the JSON, see sconce.h. */
typedef struct {
    size_t piece, n;                       /* index of its first piece, and how many it has */
    int in, hang, share, spare, cut, room; /* hints; all but hang: 0 for none */
} StyledLine;

/* Lines that are being written.  Start from {0}; free with lines_free.  When memory runs out,
 * text.failed is set, and adding does nothing more. */
typedef struct {
    Text text; /* the text of all pieces, one behind the other; see lines_end_piece */
    StyledPiece *piece;
    size_t pieces, piece_room;
    StyledLine *line;
    size_t n, line_room;
    StyledLine nowhere; /* takes hints when memory is out */
    bool whole;         /* hints of the pieces added from here on, until the next line begins */
    int column;
} StyledLines;

void lines_free(StyledLines *l);
#define ScopedLines SCOPED(lines_free) StyledLines
/* Removes all lines, but keeps the memory. */
void lines_clear(StyledLines *l);
/* Begins a line, indented by `in` columns.  Returns it, never NULL, to set its hints at once. */
StyledLine *lines_begin(StyledLines *l, int in);
/* Adds a heading, below an empty line. */
void lines_heading(StyledLines *l, const char *heading);
/* Adds a piece to the last line; empty text adds nothing. */
void lines_add(StyledLines *l, Role role, const char *s);
void lines_addn(StyledLines *l, Role role, const char *s, size_t n);
void lines_addf(StyledLines *l, Role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds a field of a thing as a piece, as show_field does. */
void lines_field(StyledLines *l, Role role, const Value *thing, const char *key, const char *before,
                 const char *after);
/* Makes one piece of all text that was written to l->text since the last piece. */
void lines_end_piece(StyledLines *l, Role role);
/* Adds the styled lines that the cell wrote (core/wire.h).  A role that is not known is text. */
void lines_of_cell(StyledLines *l, const Value *lines);
/* Adds each line of a text, indented by `in` columns and its own blanks. */
void lines_text(StyledLines *l, const char *text, int in);
/* Adds a piece as a sentence: with a capital, unless it begins with a name and a colon, with a file
 * or in quotes; and with a stop, unless it is an item: indented, or `light.torch: gone`. */
void lines_sentence(StyledLines *l, Role role, const char *s, size_t n);
/* Adds each line of a text as a warning. */
void lines_warnings(StyledLines *l, const char *text, int in);
/* Makes the pieces from number `piece` on safe to show anywhere, as text_make_printable does. */
void lines_make_printable(StyledLines *l, size_t piece, bool markdown);

/* Returns about how many columns the text from piece number `piece` on takes: one a character. */
int lines_width(const StyledLines *l, size_t piece);
/* Appends the lines as plain text, each with a line break.  The smallest indent of all lines is
 * taken off each.  A comparison reads "name: old -> new", without its headings. */
void lines_plain(const StyledLines *l, Text *t);
/* Appends the lines as elements of a JSON list that is open; or only the last n. */
void lines_json(const StyledLines *l, Text *t);
void lines_json_last(const StyledLines *l, size_t n, Text *t);
