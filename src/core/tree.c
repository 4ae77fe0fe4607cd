/* Decodes canonical bytes into a tree.  The first pass checks every byte and measures the
 * tree; the second fills one block of memory with values, pairs, a copy of the bytes, and every
 * text with a NUL. */
#include "core/tree.h"

#include <stdlib.h>
#include <string.h>

/* The largest tree in bytes.  One byte of a message can become a Value of 72 bytes, so that without
 * a limit the longest message (WIRE_MAX, 64 MB) could ask for 4.6 GB. */
static const size_t TREE_MAX = (size_t)256 << 20;

/* A tree and, behind it in the same block of memory, its values, pairs and texts.  The pointers say
 * where the next one of each goes. */
struct Tree {
    Value *values;
    Pair *pairs;
    char *texts;
    Value root;
};

/* Copies n bytes and a NUL into the tree. */
static const char *copy_text(Tree *tree, const char *s, size_t n)
{
    char *to = tree->texts;
    if (n > 0) memcpy(to, s, n);
    to[n] = '\0';
    tree->texts += n + 1;
    return to;
}

static void build(Tree *tree, Reader *r, Value *v);

static void build_list(Tree *tree, Reader *r, Value *v)
{
    Value *items = tree->values;
    tree->values += v->n;
    v->items = items;
    for (size_t i = 0; i < v->n; i++) build(tree, r, &items[i]);
}

/* The values of a map lie side by side in tree->values, its pairs in tree->pairs. */
static void build_map(Tree *tree, Reader *r, Value *v)
{
    Value *values = tree->values;
    Pair *pairs = tree->pairs;
    tree->values += v->n;
    tree->pairs += v->n;
    v->pairs = pairs;
    for (size_t i = 0; i < v->n; i++) {
        const char *key = NULL;
        size_t n = 0;
        reader_key(r, &key, &n, NULL, 0, NULL);
        pairs[i] = (Pair){copy_text(tree, key, n), n, &values[i]};
        build(tree, r, &values[i]);
    }
}

/* Builds one value; nothing can fail, since the bytes were checked. */
static void build(Tree *tree, Reader *r, Value *v)
{
    Token t = {0};
    const unsigned char *start = r->at;
    reader_next(r, &t, NULL);
    *v = (Value){.kind = t.kind, .n = t.n, .bytes = start};
    switch (t.kind) {
    case TOKEN_BOOL: v->boolean = t.boolean; break;
    case TOKEN_INT: v->integer = t.integer; break;
    case TOKEN_REAL: v->real = t.real; break;
    case TOKEN_QUANTITY:
        v->integer = t.integer;
        v->den = t.den;
        v->s = copy_text(tree, t.s, t.n);
        break;
    case TOKEN_TEXT: v->s = copy_text(tree, t.s, t.n); break;
    case TOKEN_LIST: build_list(tree, r, v); break;
    case TOKEN_MAP: build_map(tree, r, v); break;
    }
    v->bytes_n = (size_t)(r->at - start);
}

Tree *tree_decode(const void *bytes, size_t n, Err *err)
{
    Err why;
    TreeSize size = {0};
    Reader r = reader_of(bytes, n);
    bool whole = reader_measure(&r, &size, &why);
    if (!whole || r.at != r.end) {
        err_set(err, "byte %zu: %s", n - (size_t)(r.end - r.at),
                whole ? "something follows the value" : why.text);
        return NULL;
    }
    size_t room =
        sizeof(Tree) + size.values * sizeof(Value) + size.pairs * sizeof(Pair) + size.texts + n;
    Tree *tree = room <= TREE_MAX ? malloc(room) : NULL;
    if (!tree) {
        err_set(err, room <= TREE_MAX ? "out of memory" : "more values than a message may have");
        return NULL;
    }
    tree->values = (Value *)(tree + 1);
    tree->pairs = (Pair *)(tree->values + size.values);
    char *copy = (char *)(tree->pairs + size.pairs);
    memcpy(copy, bytes, n);
    tree->texts = copy + n;
    r = reader_of(copy, n);
    build(tree, &r, &tree->root);
    return tree;
}

void tree_free(Tree *t)
{
    free(t);
}

const Value *tree_root(const Tree *t)
{
    return t ? &t->root : NULL;
}

/* --- comparing values, and looking into them --- */

bool value_equal(const Value *a, const Value *b)
{
    if (!a || !b) return a == b;
    return a->bytes_n == b->bytes_n && memcmp(a->bytes, b->bytes, a->bytes_n) == 0;
}

static int by_key(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    return key_order(x->key, x->key_n, y->key, y->key_n);
}

const Value *value_get(const Value *v, const char *key)
{
    if (!v || v->kind != TOKEN_MAP) return NULL;
    const Pair wanted = {.key = key, .key_n = strlen(key)},
               *found = bsearch(&wanted, v->pairs, v->n, sizeof wanted, by_key);
    return found ? found->value : NULL;
}

const char *value_text(const Value *v, const char *key, const char *fallback)
{
    const Value *found = value_get(v, key);
    return found && found->kind == TOKEN_TEXT ? found->s : fallback;
}

bool value_is(const Value *v, const char *key, const char *text)
{
    return strcmp(value_text(v, key, ""), text) == 0;
}

bool value_same(const Value *a, const Value *b, const char *key)
{
    return value_is(a, key, value_text(b, key, ""));
}

int64_t value_int(const Value *v, const char *key, int64_t fallback)
{
    const Value *found = value_get(v, key);
    return found && found->kind == TOKEN_INT ? found->integer : fallback;
}

bool value_bool(const Value *v, const char *key, bool fallback)
{
    const Value *found = value_get(v, key);
    return found && found->kind == TOKEN_BOOL ? found->boolean : fallback;
}

const Value *empty_list(void)
{
    /* The bytes of an empty list are 'l' and its count, 0, which here is the NUL of the string. */
    static const Value nothing = {.kind = TOKEN_LIST, .s = "", .bytes = "l", .bytes_n = 2};
    return &nothing;
}

const Value *value_list(const Value *v, const char *key)
{
    const Value *found = value_get(v, key);
    return found && found->kind == TOKEN_LIST ? found : empty_list();
}

const Pair *value_pairs(const Value *map, const Pair **end)
{
    bool has_any = map && map->kind == TOKEN_MAP && map->n > 0;
    *end = has_any ? map->pairs + map->n : NULL;
    return has_any ? map->pairs : NULL;
}

const Value *tree_list(const Tree *t)
{
    return t && t->root.kind == TOKEN_LIST ? &t->root : empty_list();
}
