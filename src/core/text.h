/* Growing strings, and the one error text of the house. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A string that grows.  Start from {0}; give back with text_free.  `s` always ends in a NUL once
 * something was added; use text_str to read it safely.  When memory runs out `failed` is set, the
 * text stays as it was, and further adding does nothing: check once, at the end. */
typedef struct {
    char *s;
    size_t n, room;
    bool failed;
} Text;

void text_free(Text *t);
void text_clear(Text *t);            /* empty, room kept, failed unset */
const char *text_str(const Text *t); /* never NULL */
char *text_take(Text *t); /* the caller owns the string; NULL when it had failed; t is {0} after */

void text_add(Text *t, const char *s);
void text_addn(Text *t, const void *s, size_t n);
void text_addc(Text *t, char c);
/* A time since the beginning, in seconds: "0:20", "0:00:30", from the second day on "day 2 1:05".
 */
void text_add_clock(Text *t, int64_t seconds);
void text_addf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(Text *t, const char *format, va_list args);
/* What was added since `from`, as one line that can be shown anywhere: line breaks and tabs become
 * blanks; controls, marks that turn the writing round and bytes that are no UTF-8 are spelt out
 * (^[, <202E>); before `escaped`, if it is not NUL, goes a backslash. */
void text_tame(Text *t, size_t from, char escaped);
/* Room for n bytes more, to be written in place: the caller writes up to n of them and a NUL, and
 * raises t->n.  NULL when memory is out (failed is then set). */
char *text_more(Text *t, size_t n);

/* Mistakes about which a caller does something; most are only told.  UNDONE: a line of a plan that
 * cannot be done; STATES, DICE: what makes a play too much to weigh. */
typedef enum {
    ERR_TOLD,
    ERR_READ_ONLY,
    ERR_UNDONE,
    ERR_STATES,
    ERR_DICE,
    ERR_ROOM
} ErrKind; /* ROOM: the machine has none for another process */

/* What went wrong, as a sentence for a game master, and where, when a file is to blame. */
typedef struct {
    char text[1000];
    char file[256]; /* "" when no file is to blame */
    int line;       /* 0 when not known */
    ErrKind kind;   /* set after the sentence */
} Err;

/* Writes the sentence (cut at the end of a UTF-8 character if too long), clears the place and the
 * kind, and returns false, so that `return err_set(err, …)` reads well.  err may be NULL. */
bool err_set(Err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Is this well-formed UTF-8 (no surrogates, no overlong forms, at most U+10FFFF)? */
bool text_is_utf8(const void *s, size_t n);

#endif
