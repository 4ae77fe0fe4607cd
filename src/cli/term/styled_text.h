/* Text for a terminal: clean UTF-8 with tints in it.
 *
 * Text from outside (rules, notes, names, file contents) enters by styled_clean, which spells out
 * control bytes, escapes and broken UTF-8, so that a terminal shows them and never obeys them.  So
 * the bytes 1 to 8 are free to stand for tints, which terminal_style.c turns into colour, or into
 * nothing, and HARD_BLANK for a blank at which no line is broken. */
#ifndef CLI_STYLED_TEXT_H
#define CLI_STYLED_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A colour or weight, as a byte within the text; PLAIN ends one. */
typedef enum { PLAIN = 1, STRONG, FAINT, GOOD, BAD, CARE, SECRET, FACE } Tint;

enum { HARD_BLANK = 0x1F };

/* Text for a terminal, with tints in it. */
typedef struct {
    char *s; /* ends in a NUL; NULL when nothing was added yet */
    size_t n, room;
    int columns; /* how wide it is on a screen, were it one line */
} StyledText;

void styled_free(StyledText *t);
const char *styled_str(const StyledText *t); /* never NULL */

/* Adds text from outside: line breaks stay, tabs become blanks, bytes that a terminal would obey
 * are spelt out. */
void styled_clean(StyledText *t, const char *s);
void styled_cleann(StyledText *t, const char *s, size_t n);
/* Writes a line whose arguments may come from outside. */
void styled_say(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds the program's own words; arguments of %s must be clean already. */
void styled_put(StyledText *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void styled_tint(StyledText *t, Tint tint);                  /* from here on */
void styled_tinted(StyledText *t, Tint tint, const char *s); /* clean s in a tint, then PLAIN */
void styled_join(StyledText *t, const StyledText *more);
void styled_keep(StyledText *t); /* no line is broken at the blanks it has so far */

/* A copy, broken into lines of at most `width` columns, at blanks where there are any.  Its own
 * lines are set in by `indent` columns, carried-over text by `hang`. */
StyledText styled_fold(const StyledText *t, int width, int indent, int hang);

/* The length of the UTF-8 character at s (n > 0 bytes left) and its code point; 0 when it is none.
 */
size_t styled_code(const char *s, size_t n, unsigned *code);

/* Number of lines that styled_fold makes of it. */
int styled_height(const StyledText *t, int width, int indent, int hang);

/* Cuts it to at most `width` columns; text that was too long ends in … */
void styled_cut(StyledText *t, int width);

/* The character at s (n > 0 bytes left): its length in bytes, its width in columns; tints have
 * none. */
size_t styled_step(const char *s, size_t n, int *columns);

/* Gives p back.  When it is NULL, says that memory is out and ends the program, since nothing can
 * be shown without it. */
void *must_have(void *p);

#endif
