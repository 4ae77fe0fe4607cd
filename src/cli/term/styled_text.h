/* A strip of text on its way to the reader: clean UTF-8 with tints in it.
 *
 * Whatever comes from outside (rules, notes, names, file contents) enters by styled_clean, which
 * writes control bytes, escapes and broken UTF-8 so that they are seen and never obeyed.  So the
 * bytes 1 to 8 are free to stand for tints, which ink.c turns into colour, or into nothing, and
 * BLANK for a blank that holds together what stands beside it. */
#ifndef CLI_STRIP_H
#define CLI_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum { PLAIN = 1, STRONG, FAINT, GOOD, BAD, CARE, SECRET, FACE } Tint;

enum { BLANK = 0x1F };

typedef struct {
    char *s; /* ends in a NUL; NULL when nothing was added yet */
    size_t n, room;
    int columns; /* how wide it is on a screen, were it one line */
} StyledText;

void styled_free(StyledText *t);
const char *styled_str(const StyledText *t); /* never NULL */

/* Text from outside; line breaks stay, tabs become blanks, everything that a terminal would obey is
 * shown. */
void styled_clean(StyledText *t, const char *s);
void styled_cleann(StyledText *t, const char *s, size_t n);
/* A line for somebody to read, all of it clean: what was typed, names of files and folders, what
 * files say. */
void styled_say(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Our own words; %s in it must be clean already. */
void styled_put(StyledText *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void styled_tint(StyledText *t, Tint tint);                  /* from here on */
void styled_tinted(StyledText *t, Tint tint, const char *s); /* clean s in a tint, then PLAIN */
void styled_join(StyledText *t, const StyledText *more);
void styled_keep(StyledText *t); /* from now on, its blanks are no place to break a line */

/* The strip broken into lines of at most `width` columns, at blanks where it can be: its own lines
 * begin `indent` columns in, what is carried over `hang` columns in. */
StyledText styled_fold(const StyledText *t, int width, int indent, int hang);

/* At most so many columns; what is too long ends in … */
void styled_cut(StyledText *t, int width);

/* The character at s (n > 0 bytes left): its length in bytes, its width in columns; tints have
 * none. */
size_t styled_step(const char *s, size_t n, int *columns);

/* p, unless it is NULL: then the program says so and ends, since without memory nothing can be
 * shown. */
void *must_have(void *p);

#endif
