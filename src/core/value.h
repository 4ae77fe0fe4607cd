/* Values and their canonical bytes.
 *
 * One encoding serves the state, events, messages and the journal.  Equal values always have equal
 * bytes, so states can be compared and hashed as bytes: keys are sorted (as unsigned bytes),
 * numbers have their shortest form, and there is no second way to write anything.  An integer and a
 * float of the same size are two values, although Lua finds them equal.
 *
 *     F  T                      false, true
 *     i  zigzag varint          integer, 64 bits
 *     d  8 bytes, high first    float; never NaN; zero has one sign
 *     s  varint n, n bytes      text, UTF-8
 *     q  zigzag num, varint den, varint n, n bytes    quantity num/den and its unit, lowest terms
 *     l  varint n, n values     list; also the empty table
 *     m  varint n, n of (varint k, k bytes of key, value)    map; n > 0
 *
 * There is no nil: absent fields are left out.  zigzag maps 0, -1, 1, -2 to 0, 1, 2, 3; a varint
 * has seven bits a byte, low first, as in Protocol Buffers. */
#pragma once

#include "core/text.h"

/* How deep lists and maps may be nested, which bounds the recursion of functions that read them.
 * VALUE_DEPTH: in a value that rules make; far more than tables need.  COLUMN_DEPTH: in a column of
 * the journal, whose own lists and maps hold such values.  MESSAGE_DEPTH: in a message, which holds
 * columns.  Each allows ten levels around what it holds. */
enum { VALUE_DEPTH = 100, COLUMN_DEPTH = 110, MESSAGE_DEPTH = 120 };
/* The largest state of a game, in bytes.  Each entry of the journal keeps a state; that of a party
 * has some 1,000. */
enum { VALUE_STATE_MAX = 1 << 20 };

/* --- writing --- */

/* These append to a Text.  Counts and the order of keys are the caller's duty. */
void put_bool(Text *t, bool b);
void put_int(Text *t, int64_t i);
void put_real(Text *t, double d); /* not NaN */
void put_text(Text *t, const char *s);
void put_textn(Text *t, const char *s, size_t n);
/* den > 0; the fraction is written in lowest terms. */
void put_quantity(Text *t, int64_t num, int64_t den, const char *unit);
void put_list(Text *t, size_t n); /* n values follow */
/* put_key and a value follow, n times, keys ascending; n == 0 writes an empty list. */
void put_map(Text *t, size_t n);
void put_key(Text *t, const char *key);
void put_keyn(Text *t, const char *key, size_t n);
void put_raw(Text *t, const void *bytes, size_t n); /* bytes of a whole value */

enum { MAP_FIELDS_MAX = 24 }; /* fields of one MapWriter: more than any message has */
/* A map whose fields may be written in any order; map_end sorts them, as the encoding demands.
 * Start from {0}. */
typedef struct {
    struct {
        const char *key;
        Text value;
    } at[MAP_FIELDS_MAX];
    size_t n;
} MapWriter;
/* Adds a field: put exactly one value into the text, before the next map_field (which may move it).
 * The key must outlive f. */
Text *map_field(MapWriter *f, const char *key);
/* Appends the map to out and empties f.  False when memory is out (out->failed is then set). */
bool map_end(MapWriter *f, Text *out);

/* --- reading: one token at a time --- */
typedef enum {
    TOKEN_BOOL,
    TOKEN_INT,
    TOKEN_REAL,
    TOKEN_TEXT,
    TOKEN_QUANTITY,
    TOKEN_LIST,
    TOKEN_MAP
} TokenKind;

/* One value, or the head of a list or map, as it was read. */
typedef struct {
    TokenKind kind;
    bool boolean;
    int64_t integer; /* of a quantity, its numerator */
    int64_t den;     /* of a quantity */
    double real;
    const char *s; /* text or unit, inside the bytes read, without a NUL */
    size_t n;      /* its length; of a list or map, the number of elements */
} Token;

/* Canonical bytes that are being read. */
typedef struct {
    const unsigned char *at, *end;
    int depth; /* how many lists and maps `at` lies in, for reader_skip and reader_measure */
} Reader;

Reader reader_of(const void *bytes, size_t n);
/* Reads the head of the next value.  After a LIST n values follow, after a MAP n times a key and a
 * value.  False with the reason when the bytes are not canonical.  Depth is not checked here;
 * reader_skip and tree_decode refuse what is deeper than MESSAGE_DEPTH. */
bool reader_next(Reader *r, Token *t, Err *err);
/* Reads the next key of a map; it stays inside the bytes.  prev, prev_n: the key before, to check
 * the order; NULL for the first. */
bool reader_key(Reader *r, const char **key, size_t *n, const char *prev, size_t prev_n, Err *err);
/* Compares keys like memcmp: by unsigned bytes, the shorter first. */
int key_order(const char *a, size_t an, const char *b, size_t bn);
/* Skips one whole value and checks all of it.  Its bytes lie between the old and the new r->at. */
bool reader_skip(Reader *r, Err *err);
/* The size of a value's tree.  No count exceeds the number of bytes read, so none overflows. */
typedef struct {
    size_t values, pairs; /* within lists and maps */
    size_t texts;         /* bytes of texts, units and keys, with a NUL behind each */
} TreeSize;
/* Skips one whole value like reader_skip, and adds the size of its tree to *size. */
bool reader_measure(Reader *r, TreeSize *size, Err *err);
