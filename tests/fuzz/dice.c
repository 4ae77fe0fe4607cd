/* Feeds any bytes to the dice parser.  Of every expression that parses: its canonical spelling
 * parses to itself; the fast roller gives the same total for the same seed; totals lie in the
 * range; odds add up to 1, ascend, and contain every total that is rolled. */
#include "core/dice/odds.h"
#include "fuzz.h"

enum { LENGTH_MAX = 200, ROLLS = 8 }; /* choices: small, so that many texts are tried */

static int64_t from_rng(void *rng, int64_t sides)
{
    return 1 + (int64_t)rng_below(rng, (uint64_t)sides);
}

static void check_spelling(const Dice *d)
{
    Err err = {0};
    const char *text = dice_text(d);
    size_t n = strlen(text);
    Dice *again = dice_parse(text, n, NULL, &err);
    MUST(n > 0 && n <= DICE_TEXT_MAX);
    MUST(again != NULL);
    MUST(strcmp(dice_text(again), text) == 0);
    dice_free(again);
}

/* True if the total is one of the values of the odds, which ascend. */
static bool listed(const Odds *o, Ratio total)
{
    size_t low = 0, high = o->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ratio_compare(o->value[middle], total) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < o->n && ratio_compare(o->value[low], total) == 0;
}

static void check_roll(const Dice *d, const Odds *o, uint64_t seed)
{
    Rng rng = rng_seed(seed), quick = rng;
    Roll r = {0};
    Err err = {0};
    int64_t least, most, total;
    RollState state = dice_roll(d, from_rng, &rng, &r, &err);
    bool whole = state == ROLL_DONE && r.den == 1;
    MUST(state != ROLL_STOPPED);
    MUST(state == ROLL_DONE || err.text[0]);
    MUST(dice_total(d, &quick, &total, &err) == whole);
    if (whole) MUST(total == r.num);
    if (whole && dice_range(d, &least, &most)) MUST(least <= total && total <= most);
    if (state == ROLL_DONE && o && mpz_sgn(o->left_out) == 0)
        MUST(listed(o, (Ratio){r.num, r.den}));
    roll_free(&r);
}

static void check_odds(const Odds *o)
{
    mpz_t sum, weight;
    mpq_t mean, variance;
    mpz_init_set(sum, o->left_out);
    MUST(mpz_sgn(sum) >= 0);
    for (size_t i = 0; i < o->n; i++) {
        odds_weight(o, i, weight);
        MUST(mpz_sgn(weight) > 0);
        MUST(i == 0 || ratio_compare(o->value[i - 1], o->value[i]) < 0);
        mpz_add(sum, sum, weight);
    }
    MUST(mpz_cmp(sum, o->total) == 0);
    mpz_clear(sum);
    mpq_inits(mean, variance, NULL);
    odds_moments(o, mean, variance);
    MUST(mpq_sgn(variance) >= 0);
    mpq_clears(mean, variance, NULL);
}

static void check_all(const Dice *d)
{
    Err err = {0};
    check_spelling(d);
    Odds *o = odds_of(d, &err);
    MUST(o || err.text[0]);
    if (o) check_odds(o);
    for (uint64_t seed = 1; seed <= ROLLS; seed++) check_roll(d, o, seed);
    odds_free(o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Err err = {0};
    size_t at = 0;
    if (n > LENGTH_MAX) return 0;
    char *text = fuzz_text(data, n);
    Dice *d = dice_parse(text, n, &at, &err);
    MUST(d || (err.text[0] && at <= n && text_is_utf8(err.text, strlen(err.text))));
    if (d) check_all(d);
    dice_free(d);
    free(text);
    return 0;
}
