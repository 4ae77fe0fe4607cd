/* Properties that hold for every expression, tried on random expressions of the whole grammar and
 * on damaged ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice/dice.h"

/* --- making expressions up --- */

static int64_t random_below(Rng *rng, int64_t n)
{
    return (int64_t)rng_below(rng, (uint64_t)n);
}

static const char *one_of(Rng *rng, const char *const *all, int64_t n)
{
    return all[random_below(rng, n)];
}

static void make_sum(Rng *rng, Text *t, int depth);

static void make_condition(Rng *rng, Text *t)
{
    static const char *const signs[] = {"", ">", ">=", "<", "<=", "="};
    text_addf(t, "%s%d", one_of(rng, signs, 6), 1 + (int)random_below(rng, 7));
}

static void make_modifier(Rng *rng, Text *t)
{
    static const char *const keeps[] = {"kh", "k", "kl", "dl", "d", "dh"};
    static const char *const rerolls[] = {"r", "ro", "rr", "R"};
    static const char *const explosions[] = {"!", "!!", "!p", "!!p"};
    switch (random_below(rng, 8)) {
    case 0:
    case 1:
    case 2:
        text_add(t, one_of(rng, keeps, 6));
        if (random_below(rng, 2)) text_addf(t, "%d", 1 + (int)random_below(rng, 3));
        break;
    case 3:
        text_add(t, one_of(rng, rerolls, 4));
        if (random_below(rng, 2)) make_condition(rng, t);
        break;
    case 4:
        text_add(t, one_of(rng, explosions, 4));
        if (random_below(rng, 2)) make_condition(rng, t);
        break;
    case 5:
        text_addf(t, "%s%d", random_below(rng, 2) ? "min" : "max", (int)random_below(rng, 8));
        break;
    default:
        text_addf(t, "%s%d", random_below(rng, 2) ? ">=" : "<", 1 + (int)random_below(rng, 6));
        if (random_below(rng, 3) == 0) text_addf(t, "f%d", (int)random_below(rng, 6));
        break;
    }
}

static void make_dice(Rng *rng, Text *t, int depth)
{
    static const char *const sides[] = {"F", "F.1", "{1,3,3,-2}", "{0,2}", "%", "(1+3)"};
    bool deep = depth > 0 && random_below(rng, 6) == 0;
    if (deep) {
        text_add(t, "(");
        make_sum(rng, t, depth - 1);
        text_add(t, ")");
    } else if (random_below(rng, 4)) {
        text_addf(t, "%d", 1 + (int)random_below(rng, 6));
    }
    text_add(t, random_below(rng, 5) ? "d" : " D ");
    if (depth > 0 && random_below(rng, 10) == 0)
        text_add(t, "(1d4+1)");
    else if (random_below(rng, 4) == 0)
        text_add(t, one_of(rng, sides, 6));
    else
        text_addf(t, "%d", 1 + (int)random_below(rng, 8));
    for (int64_t n = random_below(rng, 4); n > 0; n--) {
        if (random_below(rng, 5) == 0) text_addc(t, ' ');
        make_modifier(rng, t);
    }
    if (random_below(rng, 20) == 0) text_add(t, "[fire]");
}

static void make_group(Rng *rng, Text *t, int depth)
{
    text_addc(t, '{');
    make_sum(rng, t, depth - 1);
    for (int64_t n = random_below(rng, 3); n > 0; n--) {
        text_addc(t, ',');
        make_sum(rng, t, depth - 1);
    }
    text_addc(t, '}');
    if (random_below(rng, 2)) make_modifier(rng, t);
}

static void make_term(Rng *rng, Text *t, int depth)
{
    static const char *const calls[] = {"floor(", "ceil(", "round(", "abs(", "min(", "max("};
    static const char *const signs[] = {">=", ">", "<", "<=", "="};
    int64_t kind = random_below(rng, depth > 0 ? 12 : 8);
    if (random_below(rng, 12) == 0) text_addc(t, '-');
    if (kind < 5) {
        make_dice(rng, t, depth);
    } else if (kind < 7) {
        text_addf(t, random_below(rng, 5) ? "%d" : "%d.5", (int)random_below(rng, 10));
    } else if (kind == 7) {
        text_add(t, random_below(rng, 2) ? "adv" : "dis");
    } else if (kind == 8) {
        make_group(rng, t, depth);
    } else if (kind == 9) {
        int64_t which = random_below(rng, 6);
        text_add(t, calls[which]);
        make_sum(rng, t, depth - 1);
        if (which >= 4) {
            text_addc(t, ',');
            make_sum(rng, t, depth - 1);
        }
        text_addc(t, ')');
    } else {
        text_addc(t, '(');
        make_sum(rng, t, depth - 1);
        text_addc(t, ')');
        if (random_below(rng, 3) == 0)
            text_addf(t, "%s%d", one_of(rng, signs, 5), (int)random_below(rng, 12));
    }
}

static void make_sum(Rng *rng, Text *t, int depth)
{
    static const char *const operators[] = {"+", "+", "-", "*", "/", "//", "%", "^", "**", " - "};
    make_term(rng, t, depth);
    for (int64_t n = random_below(rng, 3); n > 0; n--) {
        text_add(t, one_of(rng, operators, 10));
        make_term(rng, t, depth);
    }
}

static void make_expression(Rng *rng, Text *t)
{
    text_clear(t);
    if (random_below(rng, 15) == 0) text_addf(t, "%dx", 1 + (int)random_below(rng, 3));
    make_sum(rng, t, 2);
}

/* --- what must hold --- */

static int64_t draw_from_rng(void *from, int64_t sides)
{
    return 1 + (int64_t)rng_below(from, (uint64_t)sides);
}

static bool same_roll(const Roll *a, const Roll *b)
{
    if (a->num != b->num || a->den != b->den || a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++) {
        const Die *x = &a->dice[i], *y = &b->dice[i];
        if (x->sides != y->sides || x->face != y->face || x->shown != y->shown ||
            x->dropped != y->dropped)
            return false;
    }
    return true;
}

/* The canonical spelling parses to itself, and rolls the same dice. */
static void check_spelling(const Dice *d, const Text *text, uint64_t seed)
{
    Err err = {.text = ""};
    Dice *again = dice_parse(dice_text(d), strlen(dice_text(d)), NULL, &err);
    if (!again) fail_msg("%s: %s", text->s, err.text);
    if (strcmp(dice_text(d), dice_text(again)) != 0)
        fail_msg("%s, %s, %s", text->s, dice_text(d), dice_text(again));
    Rng a = rng_seed(seed), b = a;
    Roll x = {0}, y = {0};
    RollState p = dice_roll(d, draw_from_rng, &a, &x, NULL),
              q = dice_roll(again, draw_from_rng, &b, &y, NULL);
    if (p != q || !same_roll(&x, &y)) fail_msg("%s is not %s", text->s, dice_text(d));
    roll_free(&x);
    roll_free(&y);
    dice_free(again);
}

/* dice_total(), the fast roller, gives the total of dice_roll() with the same draws, where that is
 * a whole number, and else draws nothing; the total lies in the range of dice_range(). */
static void check_total(const Dice *d, const Text *text, uint64_t seed)
{
    Rng a = rng_seed(seed), before = a, b = a;
    Roll r = {0};
    int64_t total, min, max;
    Err err = {.text = ""};
    RollState state = dice_roll(d, draw_from_rng, &a, &r, &err);
    assert_true(state == ROLL_DONE || (state == ROLL_FAILED && err.text[0]));
    bool whole = state == ROLL_DONE && r.den == 1;
    if (dice_total(d, &b, &total, &err) != whole) fail_msg("%s: %s", text->s, err.text);
    if (whole && total != r.num) fail_msg("%s: %d and %d", text->s, (int)total, (int)r.num);
    assert_memory_equal(&b, whole ? &a : &before, sizeof b);
    if (state == ROLL_DONE && dice_range(d, &min, &max) && (!whole || total < min || total > max))
        fail_msg("%s: %d is not within %d..%d", text->s, (int)r.num, (int)min, (int)max);
    roll_free(&r);
}

/* The dice that dice_first() names are those that are rolled first. */
static void check_first(const Dice *d, const Text *text, uint64_t seed)
{
    int64_t sides[200];
    size_t n = dice_first(d, sides, 200); /* may be more than 200, of which it writes the first */
    Rng a = rng_seed(seed);
    Roll r = {0};
    if (dice_roll(d, draw_from_rng, &a, &r, NULL) == ROLL_DONE) {
        if (r.n < n) fail_msg("%s: %zu dice, not %zu", text->s, r.n, n);
        for (size_t i = 0; i < n && i < 200; i++) assert_int_equal(r.dice[i].sides, sides[i]);
    }
    roll_free(&r);
}

static void random_expressions(void **state)
{
    (void)state;
    Rng rng = rng_seed(7);
    Text t = {0};
    int read = 0;
    for (int i = 0; i < 60000; i++) { /* any number would do: some seconds */
        make_expression(&rng, &t);
        Dice *d = dice_parse(text_str(&t), t.n, NULL, NULL);
        if (!d) continue;
        read++;
        for (uint64_t seed = 0; seed < 4; seed++) {
            check_spelling(d, &t, seed);
            check_total(d, &t, seed);
            check_first(d, &t, seed);
        }
        dice_free(d);
    }
    assert_in_range(read, 15000, 60000); /* the other texts break some rule, and were refused */
    text_free(&t);
}

/* A source that runs through all combinations of faces: the faces are the digits of n. */
typedef struct {
    int64_t n;
} Odometer;

static int64_t next_face(void *from, int64_t sides)
{
    Odometer *o = from;
    int64_t face = 1 + o->n % sides;
    o->n /= sides;
    return face;
}

/* Both ends of the range of a small pool are reached by some combination of faces. */
static void ranges_are_tight(void **state)
{
    (void)state;
    Rng rng = rng_seed(8);
    Text t = {0};
    int tight = 0;
    for (int i = 0; i < 4000; i++) {
        text_clear(&t);
        text_addf(&t, "%dd%d", 1 + (int)random_below(&rng, 3), 2 + (int)random_below(&rng, 4));
        for (int64_t n = random_below(&rng, 3); n > 0; n--) make_modifier(&rng, &t);
        if (strchr(t.s, '!') || strchr(t.s, 'r') || strchr(t.s, 'R')) continue;
        Dice *d = dice_parse(t.s, t.n, NULL, NULL);
        int64_t min, max, low = INT64_MAX, high = INT64_MIN;
        if (!d) continue;
        assert_true(dice_range(d, &min, &max));
        Roll r = {0};
        for (int64_t k = 0; k < 125; k++) {
            Odometer o = {k};
            assert_int_equal(dice_roll(d, next_face, &o, &r, NULL), ROLL_DONE);
            low = r.num < low ? r.num : low;
            high = r.num > high ? r.num : high;
        }
        if (low != min || high != max)
            fail_msg("%s: %d..%d, not %d..%d", t.s, (int)low, (int)high, (int)min, (int)max);
        tight++;
        roll_free(&r);
        dice_free(d);
    }
    assert_in_range(tight, 500, 4000);
    text_free(&t);
}

static void damage_text(Rng *rng, Text *t)
{
    static const char signs[] = "d!khlrof{}()[]#+-*/%^<>=.,x 0123456789FmianxpD\xc3\xff\0";
    for (int64_t n = 1 + random_below(rng, 3); n > 0 && t->n > 0; n--) {
        size_t at = rng_below(rng, t->n);
        switch (random_below(rng, 3)) {
        case 0: t->s[at] = signs[rng_below(rng, sizeof signs - 1)]; break;
        case 1:
            memmove(t->s + at, t->s + at + 1, t->n - at);
            t->n--;
            break;
        default: text_addc(t, signs[rng_below(rng, sizeof signs - 1)]); break;
        }
    }
}

static void damaged_expressions(void **state)
{
    (void)state;
    Rng rng = rng_seed(9);
    Text t = {0};
    for (int i = 0; i < 200000; i++) {
        make_expression(&rng, &t);
        damage_text(&rng, &t);
        char *exact = malloc(t.n ? t.n : 1);
        memcpy(exact, text_str(&t), t.n);
        Err err = {.text = ""};
        size_t at = SIZE_MAX;
        Dice *d = dice_parse(exact, t.n, &at, &err);
        assert_in_range(at, 0, t.n);
        if (!d && strlen(err.text) < 10) fail_msg("%s: no sentence", t.s);
        assert_true(text_is_utf8(err.text, strlen(err.text)));
        if (d) check_total(d, &t, 1);
        dice_free(d);
        free(exact);
    }
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_expressions),
        cmocka_unit_test(ranges_are_tight),
        cmocka_unit_test(damaged_expressions),
    };
    return cmocka_run_group_tests_name("dice, any", tests, NULL, NULL);
}
