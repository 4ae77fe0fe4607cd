/* Text for a terminal: clean UTF-8 with tints in it.
 *
 * styled_put spells out control bytes, escapes and broken UTF-8, so text from outside (rules,
 * notes, names, file contents) cannot command the terminal.  That leaves the bytes 1 to 8 free to
 * stand for tints, which terminal_style.c turns into colour or into nothing, and one byte for a
 * blank at which no line is broken. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A colour or weight, as a byte within the text; PLAIN ends one. */
typedef enum { PLAIN = 1, STRONG, FAINT, GOOD, BAD, CARE, SECRET, FACE } Tint;

enum { HARD_BLANK = 0x1F }; /* shown as a blank; lines are broken at it only in need */

/* A growing text with tints.  Start from {0}; free it with styled_free. */
typedef struct {
    char *s; /* ends in a NUL; NULL when nothing was added yet */
    size_t n, room;
    int columns; /* width on a screen, if it were one line */
} StyledText;

void styled_free(StyledText *t);
void auto_string_free(char **s);
/* Variables that are released when their block ends: `AutoStyled t = {0}`, `AutoString *s`. */
#define AutoStyled __attribute__((cleanup(styled_free))) StyledText
#define AutoString __attribute__((cleanup(auto_string_free))) char
const char *styled_str(const StyledText *t); /* never NULL */
/* True if the first n bytes of `word` are one of these words, "help why" or "help, why". */
bool has_word(const char *words, const char *word, size_t n);
/* Formats a text such as a file name, like asprintf.  Never NULL; the caller frees it. */
char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Adds formatted text.  Tabs become blanks; bytes that a terminal would obey are spelt out. */
void styled_put(StyledText *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void styled_vput(StyledText *t, const char *format, va_list args);
/* Adds n bytes likewise; a NUL among them is spelt out, too. */
void styled_put_bytes(StyledText *t, const char *s, size_t n);
/* Adds formatted text in a tint, then PLAIN. */
void styled_tinted(StyledText *t, Tint tint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void styled_tint(StyledText *t, Tint tint); /* begins a tint */
/* Add styled text with its tints; n: bytes of s. */
void styled_join(StyledText *t, const StyledText *more);
void styled_join_part(StyledText *t, const char *s, size_t n);
/* Makes the blanks written so far unbreakable: styled_fold breaks no line at them. */
void styled_harden(StyledText *t);
/* Makes all blanks breakable again. */
void styled_soften(StyledText *t);
/* Makes the blanks within the items of a list unbreakable, "torch Bram 3, candle Odo | alarm 2". */
void styled_harden_items(StyledText *t);

/* Writes formatted text to a stream, spelt out as by styled_put. */
void clean_printf(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns a copy in lines of at most `width` columns, broken at blanks where there are any.  Lines
 * of the text are indented by `indent` columns, lines that continue one by `hang`. */
StyledText styled_fold(const StyledText *t, int width, int indent, int hang);
int styled_lines(const StyledText *t); /* number of lines: one more than line breaks */
/* Number of lines that styled_fold makes. */
int styled_height(const StyledText *t, int width, int indent, int hang);
/* Leaves at most two blanks in a row. */
void styled_squeeze(StyledText *t);
/* Cuts text to at most `width` columns; text that was too long ends in … */
void styled_cut(StyledText *t, int width);

/* Decodes the UTF-8 character at s, of n > 0 bytes.  Returns its length; 0: it is not UTF-8. */
size_t styled_decode(const char *s, size_t n, unsigned *code);
bool styled_is_tint(char byte);

/* Returns p.  When it is NULL, says that memory is out, and ends the program. */
void *must_have(void *p);
