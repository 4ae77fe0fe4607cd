/* Values decoded into memory, for the campaign side: a tree of any value, and looking up what it
 * holds.  Canonical bytes: core/value.h. */
#pragma once

#include "core/value.h"

typedef struct Value Value;
/* A key of a map and its value. */
typedef struct {
    const char *key; /* with a NUL at its end */
    size_t key_n;
    const Value *value;
} Pair;
/* A value in a tree; it lives as long as the tree. */
struct Value {
    TokenKind kind;
    union {
        bool boolean;
        struct {
            int64_t integer, den; /* of a quantity, integer is the numerator */
        };
        double real;
    };
    const char *s;      /* text or unit, with a NUL at its end */
    size_t n;           /* length of s; of a list or map, the number of elements */
    const Value *items; /* LIST */
    const Pair *pairs;  /* MAP */
    const void *bytes;  /* the canonical bytes of this value, inside the tree's copy */
    size_t bytes_n;
};
typedef struct Tree Tree; /* owns a copy of the bytes and every value in it */

/* NULL with the reason when the bytes are not one canonical value, or memory is out, or the tree
 * would take more than 256 MiB.  The result is the caller's, until tree_free. */
Tree *tree_decode(const void *bytes, size_t n, Err *err);
static inline Tree *tree_of(const Text *bytes, Err *err)
{
    return tree_decode(text_str(bytes), bytes->n, err);
}
void tree_free(Tree *t); /* NULL is fine */
#define ScopedTree SCOPED(tree_release) Tree
static inline void tree_release(Tree **p)
{
    tree_free(*p);
}
const Value *tree_root(const Tree *t); /* NULL for NULL */
/* The root if it is a list; else an empty list, as for NULL. */
const Value *tree_list(const Tree *t);

/* True if two values have the same bytes, or both are NULL. */
bool value_equal(const Value *a, const Value *b);
/* These look up a key in a map.  They return NULL or the fallback when v is NULL or not a map, when
 * the key is missing, or when its value is of another kind. */
const Value *value_get(const Value *v, const char *key);
const char *value_text(const Value *v, const char *key, const char *fallback);
/* True if the text under a key is this one; a missing text counts as "". */
bool value_is(const Value *v, const char *key, const char *text);
/* True if both have the same text under a key, or neither has one. */
bool value_same(const Value *a, const Value *b, const char *key);
int64_t value_int(const Value *v, const char *key, int64_t fallback);
bool value_bool(const Value *v, const char *key, bool fallback);
/* The list under a key, or the empty list; never NULL. */
const Value *value_list(const Value *v, const char *key);
/* Loops over the elements of a list: value_each (row, value_list(chart, "rows")) … */
#define value_each(item, list)                                                                     \
    for (const Value *item##_list = (list), *item = item##_list->items;                            \
         item##_list->n > 0 && item < item##_list->items + item##_list->n; item++)
/* Loops over the pairs of a map: pair_each (thing, value_get(book, "entries")) …  NULL, and a value
 * that is not a map, have no pairs. */
#define pair_each(pair, map)                                                                       \
    for (const Pair *pair##_end, *pair = value_pairs(map, &pair##_end); pair != pair##_end; pair++)
const Pair *value_pairs(const Value *map, const Pair **end);
/* The empty list, with its canonical bytes. */
const Value *empty_list(void);
