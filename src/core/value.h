/* Plain data, and its canonical bytes.
 *
 * One codec serves the state, events, messages and the journal.  The same value always has the
 * same bytes: keys sorted (as unsigned bytes), numbers in their shortest form, no second way to
 * write anything.  Bytes of values:
 *
 *     F  T                      false, true
 *     i  zigzag varint          integer, 64 bits
 *     d  8 bytes, high first    float; never NaN; zero has one sign
 *     s  varint n, n bytes      text, UTF-8
 *     q  zigzag num, varint den, varint n, n bytes    quantity num/den and its unit, lowest terms
 *     l  varint n, n values     list; also the empty table
 *     m  varint n, n of (varint k, k bytes of key, value)    map; n > 0
 *
 * There is no nil: what is not there is left out. */
#ifndef CORE_VALUE_H
#define CORE_VALUE_H

#include "core/text.h"

enum {
    VALUE_DEPTH = 100
}; /* lists and maps within one another; deeper trees are refused, both ways */
enum { VALUE_STATE_MAX = 1 << 20 }; /* bytes of one state */

/* --- writing: append to a Text, in order; the caller keeps counts and key order right --- */
void put_bool(Text *t, bool b);
void put_int(Text *t, int64_t i);
void put_real(Text *t, double d); /* not NaN */
void put_text(Text *t, const char *s);
void put_textn(Text *t, const char *s, size_t n);
void put_quantity(Text *t, int64_t num, int64_t den,
                  const char *unit); /* den > 0; brought to lowest terms */
void put_list(Text *t, size_t n);    /* n values follow */
void put_map(
    Text *t,
    size_t n); /* n times put_key and a value follow, keys ascending; n == 0 writes an empty list */
void put_key(Text *t, const char *key);
void put_keyn(Text *t, const char *key, size_t n);
void put_raw(Text *t, const void *bytes, size_t n); /* a value already in bytes */

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

typedef struct {
    TokenKind kind;
    bool boolean;
    int64_t integer; /* also a quantity's numerator */
    int64_t den;     /* a quantity's denominator */
    double real;
    const char *s; /* text or unit, not NUL-ended, inside the bytes read */
    size_t n;      /* its length; for a list or map, how many */
} Token;

typedef struct {
    const unsigned char *at, *end;
    int depth;
} Reader;

Reader reader_of(const void *bytes, size_t n);
/* The next value's head.  After a LIST, n values follow; after a MAP, n times reader_key and a
 * value.  False with the reason when the bytes are not canonical. Depth is the caller's to bound
 * (reader_skip and tree_decode do). */
bool reader_next(Reader *r, Token *t, Err *err);
/* The next key of a map: *key is inside the bytes.  prev, prev_n: the key before (NULL first), to
 * check the order. */
bool reader_key(Reader *r, const char **key, size_t *n, const char *prev, size_t prev_n, Err *err);
/* Below, 0, above 0 as memcmp: the order of keys, by unsigned bytes, the shorter first. */
int key_order(const char *a, size_t an, const char *b, size_t bn);
/* Passes over one whole value, checking all of it; its bytes are what lies between the old and
 * the new r->at. */
bool reader_skip(Reader *r, Err *err);

/* --- trees: for readers in no hurry (the campaign side) --- */
typedef struct Value Value;
typedef struct {
    const char *key;
    size_t key_n;
    const Value *value;
} Pair;
struct Value {
    TokenKind kind;
    union {
        bool boolean;
        struct {
            int64_t integer, den;
        };
        double real;
    };
    const char *s;      /* text or unit, NUL-ended */
    size_t n;           /* length of s; of a list or map, how many */
    const Value *items; /* LIST */
    const Pair *pairs;  /* MAP */
    const void *bytes;  /* this value's own canonical bytes, inside the tree's copy */
    size_t bytes_n;
};
typedef struct Tree Tree; /* owns a copy of the bytes and everything decoded from it */

/* NULL with the reason when the bytes are not one canonical value, or memory is out (also when the
 * tree would take more than 1 GiB). */
Tree *tree_decode(const void *bytes, size_t n, Err *err);
void tree_free(Tree *t); /* NULL is fine */
const Value *tree_root(const Tree *t);

/* Look into a map; NULL / the fallback when v is NULL, no map, has no such key, or another kind. */
const Value *value_get(const Value *v, const char *key);
const char *value_text(const Value *v, const char *key, const char *fallback);
int64_t value_int(const Value *v, const char *key, int64_t fallback);
bool value_bool(const Value *v, const char *key, bool fallback);

#endif
