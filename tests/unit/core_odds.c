/* Compares exact odds with a count of every combination of faces, and with published tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice/odds.h"

/* --- counting one by one --- */

enum { DRAWS_MAX = 24, TOTALS_MAX = 4000 }; /* more than a roll, and an expression, has here */

/* The faces that a roll gets, one after the other.  After the last the roll stops, and sides[n] has
 * the sides of the die that it asked for. */
typedef struct {
    int64_t face[DRAWS_MAX], sides[DRAWS_MAX];
    int n, at; /* number of faces; the face that comes next */
} Script;

/* The chance of each total, counted. */
typedef struct {
    Ratio value[TOTALS_MAX];
    mpq_t chance[TOTALS_MAX];
    size_t n;
    mpq_t left; /* the chance of rolls that take more draws than were counted */
} Table;

static int64_t next_face(void *from, int64_t sides)
{
    Script *s = from;
    s->sides[s->at] = sides;
    return s->at < s->n ? s->face[s->at++] : 0;
}

static void add_chance(Table *t, Ratio value, const mpq_t chance)
{
    size_t i = 0;
    while (i < t->n && ratio_compare(t->value[i], value) != 0) i++;
    if (i == t->n) {
        assert_true(t->n < TOTALS_MAX);
        t->value[t->n] = value;
        mpq_init(t->chance[t->n++]);
    }
    mpq_add(t->chance[i], t->chance[i], chance);
}

static void script_chance(const Script *s, mpq_t chance)
{
    mpq_set_ui(chance, 1, 1);
    for (int i = 0; i < s->n; i++)
        mpz_mul_ui(mpq_denref(chance), mpq_denref(chance), (unsigned long)s->sides[i]);
}

/* Moves on to the next combination of faces; false after the last. */
static bool next_combination(Script *s)
{
    while (s->n > 0 && s->face[s->n - 1] == s->sides[s->n - 1]) s->n--;
    if (s->n > 0) s->face[s->n - 1]++;
    return s->n > 0;
}

/* Rolls every combination of faces, and counts the totals.  The chance of the rolls that want more
 * than `draws` dice goes to `left`. */
static Table *count_all(const Dice *d, int draws)
{
    Table *t = calloc(1, sizeof *t);
    Script s = {0};
    Roll r = {0};
    Err err;
    mpq_t chance;
    assert_non_null(t);
    mpq_inits(chance, t->left, NULL);
    do {
        RollState state;
        for (;;) {
            s.at = 0;
            state = dice_roll(d, next_face, &s, &r, &err);
            if (state != ROLL_STOPPED || s.n == draws) break;
            s.face[s.n++] = 1; /* the roll wants one die more: it begins with the face 1 */
        }
        assert_true(state != ROLL_FAILED);
        script_chance(&s, chance);
        if (state == ROLL_DONE)
            add_chance(t, (Ratio){r.num, r.den}, chance);
        else
            mpq_add(t->left, t->left, chance);
    } while (next_combination(&s));
    roll_free(&r);
    mpq_clear(chance);
    return t;
}

static void table_free(Table *t)
{
    for (size_t i = 0; i < t->n; i++) mpq_clear(t->chance[i]);
    mpq_clear(t->left);
    free(t);
}

/* --- helpers --- */

static Odds *odds_from(const char *text)
{
    Err err = {0};
    Dice *d = dice_parse(text, strlen(text), NULL, &err);
    if (!d) fail_msg("%s", err.text);
    Odds *o = odds_of(d, &err);
    if (!o) fail_msg("%s", err.text);
    dice_free(d);
    return o;
}

static void odds_chance(const Odds *o, size_t i, mpq_t chance)
{
    mpz_t weight;
    odds_weight(o, i, weight);
    mpz_set(mpq_numref(chance), weight);
    mpz_set(mpq_denref(chance), o->total);
    mpq_canonicalize(chance);
}

static void get_left_out(const Odds *o, mpq_t left)
{
    mpz_set(mpq_numref(left), o->left_out);
    mpz_set(mpq_denref(left), o->total);
    mpq_canonicalize(left);
}

/* Checks that the weights add up and are above 0, and that the values ascend. */
static void check_consistent(const Odds *o, const char *text)
{
    mpz_t sum, weight;
    mpz_init_set(sum, o->left_out);
    for (size_t i = 0; i < o->n; i++) {
        odds_weight(o, i, weight);
        if (mpz_sgn(weight) <= 0) fail_msg("%s: an outcome without weight", text);
        if (i > 0 && ratio_compare(o->value[i - 1], o->value[i]) >= 0)
            fail_msg("%s: out of order", text);
        mpz_add(sum, sum, weight);
    }
    if (mpz_cmp(sum, o->total) != 0) fail_msg("%s: does not add up", text);
    mpz_clear(sum);
}

static const mpq_t *counted_chance(const Table *t, Ratio value, const mpq_t *none)
{
    for (size_t i = 0; i < t->n; i++)
        if (ratio_compare(t->value[i], value) == 0) return (const mpq_t *)&t->chance[i];
    return none;
}

/* True when the odds of this value are exact: what they left out, since explosions never end, lies
 * in a tail of values beyond it. */
static bool is_exact_at(const Odds *o, Ratio value)
{
    int order = ratio_compare(value, o->edge);
    return o->tail == TAIL_NONE || (o->tail == TAIL_ABOVE && order < 0) ||
           (o->tail == TAIL_BELOW && order > 0);
}

/* Each chance must lie between the counted one, less what the odds left out, and the counted one
 * plus what was not counted. */
static void check_against(const Odds *o, const Table *t, const char *text)
{
    mpq_t chance, upper, left, zero;
    mpq_inits(chance, upper, left, zero, NULL);
    get_left_out(o, left);
    if (mpq_sgn(t->left) == 0 && mpq_sgn(left) == 0)
        if (t->n != o->n) fail_msg("%s: %zu outcomes, not %zu", text, o->n, t->n);
    size_t i = 0;
    for (; i < o->n; i++) {
        Ratio v = o->value[i];
        const mpq_t *counted = counted_chance(t, v, (const mpq_t *)&zero);
        odds_chance(o, i, chance);
        mpq_add(upper, *counted, t->left);
        if (mpq_cmp(chance, upper) > 0) fail_msg("%s: too much at %lld", text, (long long)v.num);
        if (!is_exact_at(o, v)) mpq_add(chance, chance, left);
        if (mpq_cmp(chance, *counted) < 0)
            fail_msg("%s: too little at %lld", text, (long long)v.num);
    }
    for (size_t k = 0; k < t->n; k++) {
        for (i = 0; i < o->n; i++)
            if (ratio_compare(o->value[i], t->value[k]) == 0) break;
        if (i == o->n && mpq_cmp(t->chance[k], left) > 0)
            fail_msg("%s: %lld is missing", text, (long long)t->value[k].num);
    }
    mpq_clears(chance, upper, left, zero, NULL);
}

static void check_counted(const char *text, int draws)
{
    Err err;
    Odds *o = odds_from(text);
    Dice *d = dice_parse(text, strlen(text), NULL, &err);
    Table *t = count_all(d, draws);
    check_consistent(o, text);
    check_against(o, t, text);
    table_free(t);
    dice_free(d);
    odds_free(o);
}

/* --- finite expressions: the fractions are equal --- */

static void every_construct_matches_a_count(void **state)
{
    static const char *const all[] = {
        "7",
        "d6",
        "3d6",
        "2d6+3",
        "2d6-1d4",
        "-2d4",
        "d%",
        "4dF",
        "2dF.1",
        "3d{2,3,3,-4}",
        "adv",
        "dis+2",
        /* keep and drop */
        "4d6kh3",
        "4d6kl3",
        "4d6kh1",
        "4d6kl1",
        "5d4kh2",
        "5d4kl2",
        "4d6dl1",
        "4d6dh1",
        "4d6dl1dh1",
        "5d4dl2dh1",
        "5d4kh3dh1",
        "4d6kh3dl2",
        "3d20dl1dh1",
        "4dFkh2",
        "3d{1,10,10,-5}kh2",
        "3d{1,10,10,-5}kl2",
        "4d{1,1000000,7,1000000000}kh2",
        "4d{1,1000000,7,1000000000}dl1dh1",
        "2d{1,1000000000}+1d{1,2}",
        "3d6kh1",
        "6d2kh3",
        /* rerolls, once */
        "2d6ro1",
        "2d6ro<3",
        "3d4ro1kh2",
        "2d6ro>4min2",
        /* clamps */
        "3d6min2",
        "3d6max4",
        "3d6min2max4",
        "3d6min3kh2",
        "2d6min10",
        /* counts */
        "5d6>=5",
        "5d6>=5f1",
        "4d6=6",
        "4d6<3f>5",
        "4d6kh3>=5",
        "4d6kl2>=3f1",
        "4d6dl1dh1>=4f<=2",
        "3d6min3>=3",
        "4dF>=1f=-1",
        /* groups */
        "{2d6}",
        "{2d6, 1d8}",
        "{3d6,2d8}kh1",
        "{3d4,2d6}kl1",
        "{1d6,1d6,1d6}kh2",
        "{1d4,1d6,1d8}kh2",
        "{1d4,1d6,1d8}kl2",
        "{1d4,1d6,1d8,1d3}dl1dh1",
        "{1d4,1d6,1d8,1d4}kh2",
        "{d4+1,d6-1,3}kh2",
        "{2d4,1d8,5}>=5",
        "{2d4,1d8,5}kh2>=5f<4",
        "{1d4/2,1d3}kh1",
        "{1d4/2,1d3/3,1d5}kh2",
        "{4d4kh3, 2d6+1}kh1",
        /* arithmetic */
        "1d6*1d6",
        "2*3d4",
        "1d6/2",
        "1d6/1d4",
        "3d6//2",
        "1d20//1d3",
        "1d6%4",
        "-1d6%4",
        "1d6^2",
        "2^1d6",
        "1d4^1d3",
        "1d4**-1",
        "floor(2d6/4)",
        "ceil(1d6/4)",
        "round(1d6/4)",
        "abs(1d6-4)",
        "min(1d6, 1d8)",
        "max(1d6, 1d8, 2d4)",
        "min(2d4, 5)",
        "max(1d6-3, 0)",
        "(1d6-1)*0",
        "0*1d6+2",
        "1d6*1.5",
        "10-1d6",
        "10/1d4",
        "-(1d6-3)*2",
        /* comparisons */
        "(2d6+3)>=10",
        "(1d6)>(1d8)",
        "(2d6)>=(2d6)",
        "(1d6)=(1d6)",
        "(1d6)<4",
        "(1d6)<=(1d4+1)",
        "5*((1d20)>=15)",
        /* computed */
        "(1d4)d6",
        "(1d3-1)d4",
        "d(1d6)",
        "(1d3)d(1d4)",
        "(1d3)d6kh1",
        "(1d4)d4kh2",
        "d(2d4)min2",
        "(2*2)d4",
        "(1d3)d4>=3",
        /* repeats */
        "3x1d6",
        "2x4d4kh3",
        "4x(1d4)>=3",
        "2x1d4/2",
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) check_counted(all[i], DRAWS_MAX);
}

static void endless_dice_match_a_partial_count(void **state)
{
    static const struct {
        const char *text;
        int draws;
    } all[] = {
        {"d6!", 6},
        {"2d4!", 8},
        {"d4!3", 8},
        {"d6!>=5", 6},
        {"2d3!", 9},
        {"d4!<2", 8},
        {"d6!!", 6},
        {"2d4!!", 8},
        {"d6!p", 6},
        {"d6!!p", 6},
        {"2d4!p", 8},
        {"2d3!p>=2", 9},
        {"2d4!kh1", 7},
        {"3d4!kh2", 8},
        {"3d4!kl2", 8},
        {"2d4!>=3kh1", 7},
        {"3d4!dl1", 8},
        {"2d4!dh1", 8},
        {"2d4!2kh1", 7},
        {"2d4!pkh1", 7},
        {"2d4!!kh1", 8},
        {"3d4!!kl1", 8},
        {"3d4!!dl1dh1", 8},
        {"2d4!pkl2", 7},
        {"2d4>=3!", 8},
        {"2d4>=3f1!", 8},
        {"2d4!1>=3", 8},
        {"2d4>=4f1!1", 8},
        {"2d4!kh1>=3", 7},
        {"2d4!!>=6", 8},
        {"2d4!!>=6f<3", 8},
        {"d4!!max9", 8},
        {"d4!!min3", 8},
        {"2d4!min2", 8},
        {"2d4!max3", 8},
        {"d4!!>=6f=5", 8},
        {"d{-1,2,3}!=-1", 8},
        {"d{-3,3,1}!", 8},
        {"d{-3,3,1,0}!<>0", 8},
        {"d{-3,3,1}!<=5", 1},
        {"2d{0,1,2}!0", 8},
        {"2d6r1", 8},
        {"2d6r<3", 8},
        {"3d4r2kh2", 9},
        {"2d4r1!", 8},
        {"2d4ro1!", 8},
        {"d6rr>4!4", 8},
        {"d6!+d6!", 8},
        {"d4!-d4!", 8},
        {"-d4!", 8},
        {"d4!*2", 8},
        {"d4!/2", 8},
        {"floor(d4!/2)", 8},
        {"d4!*d3", 8},
        {"min(d4!, 6)", 8},
        {"max(d4!, 6)", 8},
        {"max(d4!,d4!)", 8},
        {"min(d4!,d4!)", 8},
        {"(d4!)>=5", 8},
        {"(d4!)>=(d4!)", 8},
        {"(d4!)<(d6)", 8},
        {"{d4!,d4!,d4}kh2", 8},
        {"{d4!,d6}kl1", 8},
        {"{d4!,d4!,d4!}dl1dh1", 9},
        {"{d4!,2d4}>=6", 8},
        {"{-d4!,-d4!,d6}kh2", 8},
        {"{d4!,d4!,d3}kl2", 8},
        {"{-d4!,d4!,d3}kh2", 8},
        {"2d{-1,2,3}!!2kh1", 8},
        {"2d{-1,2,0}!!<1", 8},
        {"d{0,1,2}!!p<2", 8},
        {"2d4!pdl1>=3", 7},
        {"(d3!)d2", 9},
        {"d(d3!)", 8},
        {"abs(-d4!)", 8},
        {"2xd4!", 8},
        {"d4!^2", 8},
        {"2^d4!!max5", 8},
        {"d4!%3", 8},
        {"3-d4!", 8},
        {"abs(d4!-3)", 8},
        {"d4!*0", 8},
        {"(d4!-9)*d3", 8},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Dice *d = dice_parse(all[i].text, strlen(all[i].text), NULL, NULL);
        if (d) check_counted(all[i].text, all[i].draws);
        dice_free(d);
    }
}

/* --- known tables --- */

static void check_weights(const char *text, int64_t first, unsigned long total,
                          const unsigned long *weights, size_t n)
{
    Odds *o = odds_from(text);
    mpq_t chance, expected;
    mpq_inits(chance, expected, NULL);
    assert_int_equal(o->n, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(o->value[i].num, first + (int64_t)i);
        odds_chance(o, i, chance);
        mpq_set_ui(expected, weights[i], total);
        mpq_canonicalize(expected);
        assert_true(mpq_equal(chance, expected));
    }
    mpq_clears(chance, expected, NULL);
    odds_free(o);
}

static void known_tables(void **state)
{
    static const unsigned long best_three[] = {1,   4,   10,  21,  38,  62, 91, 122,
                                               148, 167, 172, 160, 131, 94, 54, 21};
    static const unsigned long two[] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
    static const unsigned long fate[] = {1, 4, 10, 16, 19, 16, 10, 4, 1};
    (void)state;
    check_weights("4d6kh3", 3, 1296, best_three, 16);
    check_weights("2d6", 2, 36, two, 11);
    check_weights("4dF", -4, 81, fate, 9);
}

static void check_mean(const char *text, long num, unsigned long den)
{
    Odds *o = odds_from(text);
    mpq_t mean, variance, expected;
    mpq_inits(mean, variance, expected, NULL);
    bool known = odds_moments(o, mean, variance);
    mpq_set_si(expected, num, den);
    mpq_canonicalize(expected);
    if (!known || !mpq_equal(mean, expected)) fail_msg("%s: %s", text, mpq_get_str(NULL, 10, mean));
    assert_true(mpq_sgn(variance) >= 0);
    mpq_clears(mean, variance, expected, NULL);
    odds_free(o);
}

static void means(void **state)
{
    (void)state;
    check_mean("4d6kh3", 15869, 1296);
    check_mean("100d6", 350, 1);
    check_mean("d6!", 21, 5);
    check_mean("4d6!", 84, 5);
    check_mean("d6!!", 21, 5);
    check_mean("2*d6!-1", 37, 5);
    check_mean("d6!*d6!", 441, 25);
    check_mean("d6!/2", 21, 10);
    check_mean("(1d3)d6!", 42, 5);
    check_mean("6x2d6!", 252, 5);
    check_mean("2d6r1", 8, 1);
    check_mean("d2!", 3, 1);
    check_mean("10d10>=8!", 10, 3); /* exploding makes 100/9 dice of ten; 3 in 10 succeed */
    check_mean("d6!p", 4, 1);       /* 7/2, and 1/5 more dice of 5/2 */
    check_mean("d6!!min3", 47, 10); /* 21/5, and (2 + 1)/6: a 1 and a 2 count 3 */
    check_mean("d6!!max10", 4, 1);  /* exact, for all totals above 10 count as 10 */
    check_mean("3d20dl1dh1", 21, 2);
    check_mean("min(d6!, 6)", 7, 2);
    check_mean("d100000", 100001, 2);
    check_mean("3d1000000000>=500000001", 3, 2);
}

static void variance_of_exploding_dice(void **state)
{
    (void)state;
    Odds *o = odds_from("d6!");
    mpq_t mean, variance, expected;
    mpq_inits(mean, variance, expected, NULL);
    assert_true(odds_moments(o, mean, variance));
    /* E X^2 = 91/6 + 2 * 6/6 * 21/5 + E X^2 / 6, so E X^2 = (91/6 + 42/5) * 6/5 */
    mpq_set_si(expected, 707 * 6, 30 * 5);
    mpq_canonicalize(expected);
    mpq_mul(mean, mean, mean);
    mpq_sub(expected, expected, mean);
    assert_true(mpq_equal(variance, expected));
    mpq_clears(mean, variance, expected, NULL);
    odds_free(o);
}

static void check_at_least(const char *text, Ratio dc, unsigned long num, unsigned long den)
{
    Odds *o = odds_from(text);
    mpq_t chance, expected;
    mpq_inits(chance, expected, NULL);
    mpq_set_ui(expected, num, den);
    mpq_canonicalize(expected);
    assert_true(odds_at_least(o, dc, chance));
    if (!mpq_equal(chance, expected)) fail_msg("%s: %s", text, mpq_get_str(NULL, 10, chance));
    mpq_clears(chance, expected, NULL);
    odds_free(o);
}

static void chance_to_reach(void **state)
{
    (void)state;
    check_at_least("1d20+5", ratio_of(15), 11, 20);
    check_at_least("3d6", ratio_of(3), 1, 1);
    check_at_least("3d6", ratio_of(19), 0, 1);
    check_at_least("1d6/2", (Ratio){5, 2}, 1, 3);
    check_at_least("d6!", ratio_of(7), 1, 6);
    check_at_least("d6!", ratio_of(14), 5, 216);
    check_at_least("4d6!kh3", ratio_of(3), 1, 1);
}

/* --- endless dice --- */

static void outcomes_of_endless_dice_are_exact(void **state)
{
    Odds *o = odds_from("d6!");
    mpq_t chance, expected;
    (void)state;
    mpq_inits(chance, expected, NULL);
    assert_int_equal(o->tail, TAIL_ABOVE);
    for (size_t i = 0; i < 10; i++) { /* totals 1 to 5, and 7 to 11 */
        assert_int_equal(o->value[i].num, i < 5 ? i + 1 : i + 2);
        odds_chance(o, i, chance);
        mpq_set_ui(expected, 1, i < 5 ? 6 : 36);
        assert_true(mpq_equal(chance, expected));
    }
    get_left_out(o, chance);
    mpq_set_ui(expected, 1, 1000000000000);
    assert_true(mpq_sgn(chance) > 0 && mpq_cmp(chance, expected) < 0);
    mpq_clears(chance, expected, NULL);
    odds_free(o);
}

static void nothing_left_out_despite_explosions(void **state)
{
    static const char *const all[] = {
        "4d6!kh3",      "3d6!kl2", "d6!!max20", "10d6>=9!!", "(d6!)>=12",
        "min(d6!, 10)", "2d6r<3",  "5d6=6!1",   "d6!*0",     "(d6!)<(2d6)",
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Odds *o = odds_from(all[i]);
        if (mpz_sgn(o->left_out) != 0) fail_msg("%s: something is left out", all[i]);
        check_consistent(o, all[i]);
        odds_free(o);
    }
}

/* --- large expressions --- */

static void large_pools(void **state)
{
    static const char *const all[] = {
        "100d6",          "50d20kh25",     "20d6kh10",    "10d10>=8",
        "50d20dl10dh10",  "100d6kl30",     "100d6!",      "20d10!kh5",
        "100d10>=8!",     "1000d6",        "20d20kh19",   "{10d6,10d6,8d8}kh2",
        "(20d6)>=(20d6)", "(1d20)d(1d20)", "10x20d6kh10", "d100!>=2",
        "2d100*2d100",    "1000d100",      "10000d6",     "2d46614dl1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Odds *o = odds_from(all[i]);
        check_consistent(o, all[i]);
        odds_free(o);
    }
}

static void check_refused(const char *text, const char *why)
{
    Err err = {0};
    Dice *d = dice_parse(text, strlen(text), NULL, NULL);
    assert_non_null(d);
    Odds *o = odds_of(d, &err);
    if (o || !strstr(err.text, why)) fail_msg("%s: %s", text, err.text);
    odds_free(o);
    dice_free(d);
}

static void refused(void **state)
{
    (void)state;
    check_refused("d1000000000", "more than 131072 sides are too large");
    check_refused("10000d1000", "too");
    check_refused("1d6/(1d6-1)", "1d6/(1d6-1): some rolls have no total: nothing divides by 0");
    check_refused("(1d4-2)d6", "the number of dice may come out as -1");
    check_refused("(1d4/2)d6", "the number of dice may come out as 1/2");
    check_refused("d(1d4-1)", "the number of sides may come out as 0");
    check_refused("d(1d4)!", "on a d1 this would never end");
    check_refused("1000000000*d1000000000*1000000000", "too");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_construct_matches_a_count),
        cmocka_unit_test(endless_dice_match_a_partial_count),
        cmocka_unit_test(known_tables),
        cmocka_unit_test(means),
        cmocka_unit_test(variance_of_exploding_dice),
        cmocka_unit_test(chance_to_reach),
        cmocka_unit_test(outcomes_of_endless_dice_are_exact),
        cmocka_unit_test(nothing_left_out_despite_explosions),
        cmocka_unit_test(large_pools),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
