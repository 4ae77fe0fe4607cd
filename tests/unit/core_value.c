/* Canonical bytes: how each value is encoded, and what the decoder refuses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../again.h"
#include "core/rng.h"
#include "core/tree.h"

#define BYTES(text, want)                                                                          \
    (assert_int_equal((text).n, sizeof(want) - 1),                                                 \
     assert_memory_equal((text).s, want, sizeof(want) - 1))

static void scalars_in_bytes(void **state)
{
    (void)state;
    Text t = {0};
    put_bool(&t, false);
    put_bool(&t, true);
    put_int(&t, 0);
    put_int(&t, -1);
    put_int(&t, 64);
    put_text(&t, "torch");
    put_real(&t, 1.5);
    put_quantity(&t, 3, 2, "km");
    BYTES(t, "FT"
             "i\x00"
             "i\x01"
             "i\x80\x01"
             "s\x05torch"
             "d\x3f\xf8\x00\x00\x00\x00\x00\x00"
             "q\x06\x02\x02km");
    text_free(&t);
}

static void large_integers(void **state)
{
    (void)state;
    const int64_t all[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, -64, -65, 63, INT64_C(1) << 32};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Text t = {0};
        Token k;
        put_int(&t, all[i]);
        Reader r = reader_of(t.s, t.n);
        assert_true(reader_next(&r, &k, NULL));
        assert_int_equal(k.kind, TOKEN_INT);
        assert_true(k.integer == all[i]);
        assert_ptr_equal(r.at, r.end);
        text_free(&t);
    }
}

static void zero_has_one_sign(void **state)
{
    (void)state;
    Text a = {0}, b = {0};
    put_real(&a, 0.0);
    put_real(&b, -0.0);
    assert_int_equal(a.n, 9);
    assert_memory_equal(a.s, b.s, 9);
    text_free(&a);
    text_free(&b);
}

static void quantity_is_written_in_lowest_terms(void **state)
{
    (void)state;
    Text t = {0};
    put_quantity(&t, -6, 4, "m");
    BYTES(t, "q\x05\x02\x01m");
    text_clear(&t);
    put_quantity(&t, 0, 7, "m");
    BYTES(t, "q\x00\x01\x01m");
    text_clear(&t);
    put_quantity(&t, INT64_MIN, INT64_MAX, "m");
    Token k;
    Reader r = reader_of(t.s, t.n);
    assert_true(reader_next(&r, &k, NULL));
    assert_true(k.integer == INT64_MIN && k.den == INT64_MAX);
    text_free(&t);
}

static void empty_map_is_an_empty_list(void **state)
{
    (void)state;
    Text t = {0};
    put_map(&t, 0);
    BYTES(t, "l\0");
    text_free(&t);
}

static Tree *decode(const Text *t)
{
    Err err = {.text = ""};
    Tree *tree = tree_decode(t->s, t->n, &err);
    if (!tree) fail_msg("%s", err.text);
    return tree;
}

static void tree_of_a_party(void **state)
{
    (void)state;
    Text t = {0};
    put_map(&t, 3);
    put_key(&t, "dark");
    put_bool(&t, true);
    put_key(&t, "party");
    put_list(&t, 2);
    put_map(&t, 2);
    put_key(&t, "hp");
    put_int(&t, 6);
    put_key(&t, "name");
    put_text(&t, "Bram");
    put_quantity(&t, 36, 1, "m");
    put_keyn(&t, "party2", 6);
    put_real(&t, -2.25);

    Tree *tree = decode(&t);
    const Value *v = tree_root(tree);
    assert_int_equal(v->kind, TOKEN_MAP);
    assert_true(value_bool(v, "dark", false));
    const Value *party = value_get(v, "party");
    assert_int_equal(party->n, 2);
    assert_int_equal(value_int(&party->items[0], "hp", -1), 6);
    assert_string_equal(value_text(&party->items[0], "name", "?"), "Bram");
    assert_int_equal(party->items[1].kind, TOKEN_QUANTITY);
    assert_int_equal(party->items[1].integer, 36);
    assert_string_equal(party->items[1].s, "m");
    assert_true(value_get(v, "party2")->real == -2.25);
    assert_string_equal(v->pairs[2].key, "party2");
    assert_int_equal(v->bytes_n, t.n);
    assert_memory_equal(v->bytes, t.s, t.n);

    Text copy = {0};
    put_raw(&copy, party->bytes, party->bytes_n);
    Tree *again = decode(&copy);
    assert_int_equal(tree_root(again)->n, 2);
    tree_free(again);
    tree_free(tree);
    text_free(&copy);
    text_free(&t);
}

static void missing_fields_give_the_fallback(void **state)
{
    (void)state;
    Text t = {0};
    put_map(&t, 1);
    put_key(&t, "hp");
    put_int(&t, 6);
    Tree *tree = decode(&t);
    const Value *v = tree_root(tree);
    assert_null(value_get(NULL, "hp"));
    assert_null(value_get(v, "h"));
    assert_null(value_get(v, "hpp"));
    assert_null(value_get(value_get(v, "hp"), "hp"));
    assert_string_equal(value_text(v, "hp", "none"), "none");
    assert_int_equal(value_int(v, "xp", 7), 7);
    assert_true(value_bool(v, "hp", true));
    tree_free(tree);
    tree_free(NULL);
    text_free(&t);
}

/* Bytes that the decoder refuses, and its sentence. */
typedef struct {
    const char *bytes;
    size_t n;
    const char *why;
} Bad;
#define BAD(s, why)                                                                                \
    {                                                                                              \
        s, sizeof(s) - 1, why                                                                      \
    }

static void refused_with_the_reason(void **state)
{
    (void)state;
    static const Bad all[] = {
        BAD("", "byte 0: the bytes end in the middle of a value"),
        BAD("x", "byte 0: 0x78 begins no value"),
        BAD("FF", "byte 1: something follows the value"),
        BAD("i", "byte 1: the bytes end in the middle of a value"),
        BAD("i\x80", "byte 2: the bytes end in the middle of a value"),
        BAD("i\x80\x00", "byte 3: a number is not in its shortest form"),
        BAD("i\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "byte 11: a number is past 64 bits"),
        BAD("i\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81\x00", "byte 11: a number is past 64 bits"),
        BAD("d\x3f\xf8", "byte 1: the bytes end in the middle of a value"),
        BAD("d\x7f\xf8\0\0\0\0\0\0", "byte 1: a float is not a number"),
        BAD("d\xff\xf0\0\0\0\0\0\1", "byte 1: a float is not a number"),
        BAD("d\x80\0\0\0\0\0\0\0", "byte 1: a zero has a sign"),
        BAD("s\x03oh", "byte 2: the bytes end in the middle of a value"),
        BAD("s\x01\xff", "byte 2: a text is not UTF-8"),
        BAD("q\x02\x00\x01m", "byte 3: a quantity's denominator is out of range"),
        BAD("q\x02\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01\x01m",
            "byte 12: a quantity's denominator is out of range"),
        BAD("q\x04\x02\x01m", "byte 3: a quantity is not in lowest terms"),
        BAD("q\x00\x02\x01m", "byte 3: a quantity is not in lowest terms"),
        BAD("q\x02\x01\x01\0", "byte 5: a unit is not a word"),
        BAD("q\x02\x01\x20mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", "byte 36: a unit is not a word"),
        BAD("l\x01", "byte 2: the bytes end in the middle of a value"),
        BAD("l\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01T",
            "byte 11: the bytes end in the middle of a value"),
        BAD("m\x00", "byte 2: an empty map is not written as an empty list"),
        BAD("m\x01\x00", "byte 2: the bytes end in the middle of a value"),
        BAD("m\x02\x01"
            "aT\x01"
            "aT",
            "byte 7: a key comes twice"),
        BAD("m\x02\x01"
            "bT\x01"
            "aT",
            "byte 7: keys are out of order"),
        BAD("m\x02\x02"
            "aaT\x01"
            "aT",
            "byte 8: keys are out of order"),
        BAD("m\x01\x01\x80T", "byte 3: a text is not UTF-8"),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Err err;
        char *exact = malloc(all[i].n + 1); /* so that the sanitizer sees a read past its end */
        memcpy(exact, all[i].bytes, all[i].n);
        assert_null(tree_decode(exact, all[i].n, &err));
        assert_string_equal(err.text, all[i].why);
        free(exact);
    }
}

static void put_nested_lists(Text *t, int depth)
{
    for (int i = 0; i < depth; i++) put_list(t, 1);
    put_int(t, 1);
}

static void depth_is_bounded(void **state)
{
    (void)state;
    Text t = {0};
    Err err;
    put_nested_lists(&t, MESSAGE_DEPTH);
    tree_free(decode(&t));
    text_clear(&t);
    put_nested_lists(&t, MESSAGE_DEPTH + 1);
    assert_null(tree_decode(t.s, t.n, &err));
    assert_string_equal(err.text, "byte 242: lists and maps lie more than 120 deep");
    text_clear(&t);
    put_nested_lists(&t, 1000000);
    assert_null(tree_decode(t.s, t.n, &err));
    text_free(&t);
}

static void skip_counts_the_depth_it_starts_at(void **state)
{
    (void)state;
    Text t = {0};
    put_nested_lists(&t, 10);
    Reader r = reader_of(t.s, t.n);
    r.depth = MESSAGE_DEPTH - 10;
    assert_true(reader_skip(&r, NULL));
    assert_int_equal(r.depth, MESSAGE_DEPTH - 10);
    r = reader_of(t.s, t.n);
    r.depth = MESSAGE_DEPTH - 9;
    assert_false(reader_skip(&r, NULL));
    text_free(&t);
}

/* Each of the nested lists claims about as many items as there are bytes behind it.  That must not
 * take memory for all these items: the decoder counts what it needs before it allocates. */
static void nested_counts_do_not_multiply(void **state)
{
    (void)state;
    enum { N = 1 << 16 };
    Text t = {0};
    for (size_t i = 0; i < MESSAGE_DEPTH; i++) put_list(&t, (size_t)N - i * 4);
    while (t.n < N + 400) put_bool(&t, true);
    Err err;
    assert_null(tree_decode(t.s, t.n, &err));
    text_free(&t);
}

static void reader_goes_token_by_token(void **state)
{
    (void)state;
    Text t = {0};
    put_map(&t, 2);
    put_key(&t, "a");
    put_list(&t, 1);
    put_text(&t, "x\0y");
    put_key(&t, "b");
    put_int(&t, 5);
    Reader r = reader_of(t.s, t.n);
    Token k;
    const char *key;
    size_t n;
    assert_true(reader_next(&r, &k, NULL) && k.kind == TOKEN_MAP && k.n == 2);
    assert_true(reader_key(&r, &key, &n, NULL, 0, NULL) && n == 1 && *key == 'a');
    const unsigned char *before = r.at;
    assert_true(reader_skip(&r, NULL));
    assert_int_equal(r.at - before, 5);
    const char *first = key;
    assert_true(reader_key(&r, &key, &n, first, 1, NULL) && *key == 'b');
    assert_true(reader_next(&r, &k, NULL) && k.kind == TOKEN_INT && k.integer == 5);
    assert_false(reader_next(&r, &k, NULL));
    text_free(&t);
}

/* --- random trees --- */

static void random_text(Rng *rng, char *s, size_t room)
{
    static const char *const bits[] = {"a", "b", "zz", "é", "→", "🕯", " ", "T0"};
    size_t n = rng_below(rng, 6);
    *s = '\0';
    while (n-- > 0 && strlen(s) + 5 < room) strcat(s, bits[rng_below(rng, 8)]);
}

static void random_value(Rng *rng, Text *t, int depth);

static int by_key(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Writes a map with random keys, sorted and each once, as canonical bytes want them. */
static void random_map(Rng *rng, Text *t, int depth)
{
    char keys[8][32];
    size_t n = rng_below(rng, 8), unique = 0;
    for (size_t i = 0; i < n; i++) random_text(rng, keys[i], sizeof keys[i]);
    qsort(keys, n, sizeof keys[0], by_key);
    for (size_t i = 0; i < n; i++)
        if (unique == 0 || strcmp(keys[unique - 1], keys[i]) != 0) {
            if (unique != i) memcpy(keys[unique], keys[i], sizeof keys[i]);
            unique++;
        }
    put_map(t, unique);
    for (size_t i = 0; i < unique; i++) {
        put_key(t, keys[i]);
        random_value(rng, t, depth - 1);
    }
}

static void random_list(Rng *rng, Text *t, int depth)
{
    size_t n = rng_below(rng, 6);
    put_list(t, n);
    for (size_t i = 0; i < n; i++) random_value(rng, t, depth - 1);
}

static double random_real(Rng *rng)
{
    for (;;) {
        uint64_t bits = rng_next(rng);
        double d;
        memcpy(&d, &bits, sizeof d);
        if (!isnan(d)) return d;
    }
}

static void random_value(Rng *rng, Text *t, int depth)
{
    char s[32];
    switch (rng_below(rng, depth > 0 ? 9 : 5)) {
    case 0: put_bool(t, rng_below(rng, 2)); break;
    case 1: put_int(t, (int64_t)(rng_next(rng) >> rng_below(rng, 64))); break;
    case 2: put_real(t, random_real(rng)); break;
    case 3:
        random_text(rng, s, sizeof s);
        put_text(t, s);
        break;
    case 4:
        random_text(rng, s, sizeof s);
        put_quantity(t, (int64_t)rng_next(rng), (int64_t)rng_below(rng, INT64_MAX) + 1, s);
        break;
    case 5:
    case 6: random_list(rng, t, depth); break;
    default: random_map(rng, t, depth); break;
    }
}

/* Decodes any bytes; what they decode to must encode to the same bytes.  False if they are refused.
 */
static bool canonical_or_refused(const void *bytes, size_t n)
{
    Tree *tree = tree_decode(bytes, n, NULL);
    if (!tree) return false;
    Text again = {0};
    write_again(&again, tree_root(tree));
    assert_int_equal(again.n, n);
    assert_memory_equal(again.s, bytes, n);
    text_free(&again);
    tree_free(tree);
    return true;
}

static void random_trees_round_trip(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Text t = {0};
    for (int i = 0; i < 3000; i++) {
        text_clear(&t);
        random_value(&rng, &t, 6);
        assert_true(canonical_or_refused(t.s, t.n));
    }
    text_free(&t);
}

static void every_mutated_byte_is_canonical_or_refused(void **state)
{
    (void)state;
    Rng rng = rng_seed(2);
    Text t = {0};
    int trees = 0;
    while (trees < 60) {
        text_clear(&t);
        random_value(&rng, &t, 4);
        if (t.n < 20 || t.n > 300) continue;
        trees++;
        for (size_t at = 0; at < t.n; at++) {
            char was = t.s[at];
            for (int c = 0; c < 256; c++) {
                t.s[at] = (char)c;
                canonical_or_refused(t.s, t.n);
            }
            t.s[at] = was;
        }
    }
    text_free(&t);
}

static void every_cut_is_refused(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    Text t = {0};
    for (int i = 0; i < 300; i++) {
        text_clear(&t);
        random_value(&rng, &t, 4);
        for (size_t n = 0; n < t.n; n++) {
            char *exact = malloc(n + 1);
            memcpy(exact, t.s, n);
            assert_null(tree_decode(exact, n, NULL));
            free(exact);
        }
    }
    text_free(&t);
}

static void random_bytes_are_canonical_or_refused(void **state)
{
    (void)state;
    Rng rng = rng_seed(4);
    static const char tags[] = "FTidsqlm\0\1\2\x80\xff";
    unsigned char bytes[64];
    for (int i = 0; i < 200000; i++) {
        size_t n = rng_below(&rng, sizeof bytes);
        for (size_t k = 0; k < n; k++)
            bytes[k] = rng_below(&rng, 3) ? (unsigned char)tags[rng_below(&rng, sizeof tags - 1)]
                                          : (unsigned char)rng_next(&rng);
        canonical_or_refused(bytes, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_in_bytes),
        cmocka_unit_test(large_integers),
        cmocka_unit_test(zero_has_one_sign),
        cmocka_unit_test(quantity_is_written_in_lowest_terms),
        cmocka_unit_test(empty_map_is_an_empty_list),
        cmocka_unit_test(tree_of_a_party),
        cmocka_unit_test(missing_fields_give_the_fallback),
        cmocka_unit_test(refused_with_the_reason),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(skip_counts_the_depth_it_starts_at),
        cmocka_unit_test(nested_counts_do_not_multiply),
        cmocka_unit_test(reader_goes_token_by_token),
        cmocka_unit_test(random_trees_round_trip),
        cmocka_unit_test(every_mutated_byte_is_canonical_or_refused),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(random_bytes_are_canonical_or_refused),
    };
    return cmocka_run_group_tests_name("value", tests, NULL, NULL);
}
