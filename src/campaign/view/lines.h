/* Styled lines: everything that a person reads, without the colours and widths of a screen.
 *
 * A line is a list of pieces, and a piece is text with a role: a turn's clock, the faces of dice, a
 * warning.  The functions of this folder write lines; whoever shows them picks colours for the
 * roles and breaks lines at his own width.  So the terminal, a program that speaks JSON and the log
 * all show the same words.
 *
 * The words are kept as rules and people wrote them, line breaks included.  What their medium would
 * obey (escapes on a terminal, angle brackets in Markdown) is spelt out by whoever shows them, at
 * one place: styled_clean in cli/term, text_make_printable for the log.
 *
 * As JSON a line is [{"t":"hazard d6 [","as":"roll"},{"t":"4","as":"face"},…].  Hints for the
 * layout stand in its first piece, when they differ from the usual: "in", columns it is set in;
 * "hang", columns that what is carried over is set in (usually "in" and 2 more); "share":n, it may
 * stand behind the line before it, after n blanks, when both fit and that one may too; "spare":n,
 * it may be left out where room is short, the greatest n first; "cut":true, what is too long is cut
 * off; "room":n, the width of the first of three columns.  Any piece may have "whole":true, do not
 * break a line within it, and "column":1 or 2: the line is a comparison, old and new side by side.
 */
#ifndef CAMPAIGN_LINES_H
#define CAMPAIGN_LINES_H

#include "core/text.h"

typedef enum {
    ROLE_TEXT,
    ROLE_TURN,     /* the number and clock of a turn */
    ROLE_ROLL,     /* dice and what they mean */
    ROLE_FACE,     /* the faces that came up */
    ROLE_SUCCESS,  /* a check that was made */
    ROLE_FAILURE,  /* a check that was missed */
    ROLE_EVENT,    /* something that happened */
    ROLE_CHANGE,   /* a track that changed */
    ROLE_URGENT,   /* an event that the game master must act on */
    ROLE_SECRET,   /* marks a line that only the game master may see */
    ROLE_WARNING,  /* from the rules or the host */
    ROLE_ERROR,    /* why a line was refused */
    ROLE_SOURCE,   /* the number of a line of a rule file; such a line is never broken */
    ROLE_NAME,     /* of a verb, a row, a thing of the rules */
    ROLE_DIM,      /* less important: places in files, defaults */
    ROLE_REMOVED,  /* something that a file took away */
    ROLE_PROMPT,   /* the status before the cursor */
    ROLE_DARK,     /* the part of it that says that nobody has light */
    ROLE_QUESTION, /* of an open question */
    ROLE_KEY       /* the letters that are enough to choose an answer */
} Role;

typedef struct {
    Role role;
    bool whole;
    int column;
    size_t from, n; /* its bytes in the text of all lines */
} StyledPiece;

enum { HANG_USUAL = -1 };

typedef struct {
    size_t piece, n; /* its first piece, and how many */
    int in, hang, share, spare, cut, room;
} StyledLine;

/* Lines under way.  Start from {0}, give back with lines_free.  When memory runs out, text.failed
 * is set, and adding does nothing more. */
typedef struct {
    Text text; /* of all pieces, one behind the other; see lines_piece */
    StyledPiece *piece;
    size_t pieces, piece_room;
    StyledLine *line;
    size_t n, line_room;
    StyledLine nowhere; /* takes hints when memory is out */
    bool whole;         /* for the pieces added from here on, until the next line begins */
    int column;
} StyledLines;

void lines_free(StyledLines *l);
/* Empties it, keeps the memory. */
void lines_clear(StyledLines *l);
/* Begins a line.  Its hints may be set until the next call; never NULL. */
StyledLine *lines_begin(StyledLines *l, int in);
/* Adds a piece to the last line; empty text adds nothing. */
void lines_add(StyledLines *l, Role role, const char *s);
void lines_addn(StyledLines *l, Role role, const char *s, size_t n);
void lines_addf(StyledLines *l, Role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Makes a piece of all that was written to l->text since the last piece. */
void lines_piece(StyledLines *l, Role role);
/* Ready-made text: a line for each of its lines, set in by `in` and its own blanks. */
void lines_text(StyledLines *l, const char *text, int in);
/* Warnings: a line for each of the text's lines. */
void lines_warnings(StyledLines *l, const char *text, int in);
/* Makes the pieces from number `piece` on safe to show anywhere, as text_make_printable does. */
void lines_make_printable(StyledLines *l, size_t piece, bool markdown);

/* Columns on a screen, about: one for each character from number `piece` on. */
int lines_width(const StyledLines *l, size_t piece);
/* Appends the lines as plain text, each with a line break.  Indents are taken
 * from the line with the smallest.  A comparison reads "name: old -> new", without its headings. */
void lines_plain(const StyledLines *l, Text *t);
/* Appends the lines as elements of a JSON list that is open. */
void lines_json(const StyledLines *l, Text *t);

#endif
