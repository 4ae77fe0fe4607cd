/* Strings and arrays that grow, and the type of all error messages. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A type whose variables are released when their block ends, on every way out of it:
 * `ScopedText t = {0};`.  The cell does not use it where Lua may raise an error, which jumps out of
 * the block and releases nothing. */
#define SCOPED(release) __attribute__((cleanup(release)))

/* A string from malloc, which `ScopedString *s` frees at the end of its block. */
#define ScopedString SCOPED(string_release) char
static inline void string_release(char **s)
{
    free(*s);
}

/* Makes room for n elements of `size` bytes in the array whose pointer is at `array`, at least
 * doubling it; new elements are 0.  *room is the number of elements that fit.  False when memory is
 * out: the array is then as it was.  The caller frees it with free(). */
bool array_room(void *array, size_t *room, size_t n, size_t size);

/* A string that grows.  Start from {0}; release it with text_free.  Once something was added, `s`
 * ends in a NUL; text_str reads it safely before that, too.  When memory runs out `failed` is set,
 * the text stays as it was and adding more does nothing, so check once, at the end. */
typedef struct {
    char *s;        /* NULL until something is added */
    size_t n, room; /* its length without the NUL; the bytes allocated */
    bool failed;
} Text;

void text_free(Text *t);
#define ScopedText SCOPED(text_free) Text
Text *text_clear(Text *t);           /* empties it, keeps the memory, unsets failed; returns t */
const char *text_str(const Text *t); /* never NULL */
/* Hands the string to the caller, who frees it; NULL when the text had failed.  t is {0} after. */
char *text_take(Text *t);

void text_add(Text *t, const char *s);
void text_addn(Text *t, const void *s, size_t n);
void text_addc(Text *t, char c);
/* Appends what the game's clock shows after this many seconds: "0:20" in hours and minutes;
 * "0:00:30" if there are seconds; "day 2 1:05" from the second day on. */
void text_add_clock(Text *t, int64_t seconds);
/* Appends a number as printf's %.*f or %.*g (form 'f' or 'g') would in a locale with a decimal
 * point.  text_addf writes what the locale of the embedding program has, which may be a comma. */
void text_add_real(Text *t, char form, int digits, double d);
void text_addf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(Text *t, const char *format, va_list args);
/* Rewrites the text from `from` on as one line that is safe to show anywhere: line breaks and tabs
 * become blanks; misleading characters (text_misleads) and bytes that are not UTF-8 are spelled out
 * (^[, <202E>).  markdown: characters that Markdown would turn into a link, an image, code or HTML
 * get a backslash before them. */
void text_make_printable(Text *t, size_t from, bool markdown);
/* Makes room for n more bytes and returns where to write them.  The caller writes up to n bytes and
 * a NUL, and adds to t->n.  NULL when memory is out (failed is then set). */
char *text_reserve(Text *t, size_t n);

/* The kinds of errors that a caller handles.  All others, ERR_OTHER, are only shown. */
typedef enum {
    ERR_OTHER,
    ERR_READ_ONLY, /* the campaign can only be read */
    ERR_UNDONE,    /* a line of a plan cannot be done */
    ERR_STATES,    /* odds: too many states */
    ERR_DICE,      /* odds: dice with too many results */
    ERR_ROOM,      /* the machine has no room for another process */
    ERR_UNPLAYED,  /* nothing was played yet, and the campaign is only read */
    ERR_NEWER,     /* a newer version wrote the file */
    ERR_STALE,     /* an answer is to another question than the open one */
    ERR_COMMAND    /* a command was typed at a question that Enter alone answers */
} ErrKind;

/* An error: a sentence for the game master, and the place in a rule file if one is the cause.  A
 * function that takes an Err sets it when it fails, and then returns false, NULL or -1. */
typedef struct {
    char text[1000];
    char file[256]; /* "": no file is the cause */
    int line;       /* 0: unknown */
    ErrKind kind;   /* set it after the sentence */
} Err;

/* Sets the sentence, cut at the end of a UTF-8 character if it is too long; clears file, line and
 * kind.  Always returns false, for `return err_set(err, ...)`.  err may be NULL. */
bool err_set(Err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True when the n bytes at `word` are one of the words, with blanks or commas between them. */
bool text_has_word(const char *words, const char *word, size_t n);
/* True when the whole text is one of the words. */
bool text_is_one_of(const char *text, const char *words);

/* True for well-formed UTF-8: no surrogates, no overlong forms, at most U+10FFFF. */
bool text_is_utf8(const void *s, size_t n);

/* Reads the character at the start of n > 0 bytes.  Returns its length and sets *code to its code
 * point; returns 0 when the bytes are not UTF-8. */
size_t text_code(const char *s, size_t n, unsigned *code);
/* True for a character that could mislead a terminal or a reader; it is spelled out for people and
 * escaped in JSON.  These are (by Unicode 15; tests/fault/doors.py compares):
 *
 * - control characters (Cc), and the private planes;
 * - marks that turn the direction of writing (Bidi_Control) or break lines (Zl, Zp);
 * - characters that cannot be seen: those of Cf that are not drawn, Default_Ignorable_Code_Point;
 * - those that are drawn blank: U+1680, 2800, 13441, 13442, 16FE4, 1D159.
 *
 * The selectors that choose between a letter and its picture (U+FE0E, FE0F) do not count.  The
 * joiners U+200C and U+200D do, though emoji and some scripts use them: names with and without a
 * joiner look alike. */
bool text_misleads(unsigned code);

/* The longest name that is compared, in bytes; a longer one counts as far from every other.  The
 * work grows with the square of the length.  Any limit far above the names of people would do. */
enum { TEXT_DISTANCE_MAX = 800 };
/* The number of bytes that must change, or swap with their neighbour, to turn a (m bytes) into b (n
 * bytes): the optimal string alignment distance.  max + 1 when it is more than max. */
size_t text_distance(const char *a, size_t m, const char *b, size_t n, size_t max);
