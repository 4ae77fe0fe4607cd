/* sconce_odds: writes the exact odds of an expression as JSON. */
#include <math.h>
#include <string.h>

#include "campaign/dice/roll.h"
#include "campaign/rules/public_error.h"
#include "core/dice/odds.h"
#include "core/json_writer.h"

enum { FRACTIONS_MAX = 24 << 20 }; /* bytes; longer fractions are left out, and "p" alone stays */

/* Odds that are being written. */
typedef struct {
    Text *t;
    const Odds *odds;
    bool fractions; /* write exact fractions, too */
    mpq_t q;        /* the fraction to be written next */
} OddsWriter;

/* The fraction as a double, even if its numerator or denominator is too large for one. */
static double fraction_to_double(const mpq_t q)
{
    long num, den;
    double n = mpz_get_d_2exp(&num, mpq_numref(q)), d = mpz_get_d_2exp(&den, mpq_denref(q));
    return ldexp(n / d, (int)(num - den));
}

static void write_fraction(Text *t, const mpq_t q)
{
    size_t digits = mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10) + 3;
    jsonw_comma(t);
    text_addc(t, '"');
    char *at = text_reserve(t, digits);
    if (!at) return;
    mpq_get_str(at, 10, q);
    t->n += strlen(at);
    text_addc(t, '"');
}

/* Writes w->q as "p" and, with w->fractions, as "fraction". */
static void write_chance(const OddsWriter *w)
{
    roll_write_real(jsonw_key(w->t, "p"), fraction_to_double(w->q));
    if (!w->fractions) return;
    jsonw_key(w->t, "fraction");
    write_fraction(w->t, w->q);
}

static void write_mean_and_sd(OddsWriter *w)
{
    mpq_t variance;
    mpq_init(variance);
    bool known = odds_moments(w->odds, w->q, variance);
    roll_write_real(jsonw_key(w->t, "mean"), fraction_to_double(w->q));
    if (known && w->fractions) {
        jsonw_key(w->t, "mean_fraction");
        write_fraction(w->t, w->q);
    }
    roll_write_real(jsonw_key(w->t, "sd"), sqrt(fraction_to_double(variance)));
    mpq_clear(variance);
}

/* Writes the chance of a total of at least *dc; nothing if dc is NULL. */
static void write_at_least(OddsWriter *w, const int64_t *dc)
{
    if (!dc) return;
    bool exact = odds_at_least(w->odds, ratio_of(*dc), w->q), fractions = w->fractions;
    jsonw_int(jsonw_key(w->t, "dc"), *dc);
    jsonw_open(jsonw_key(w->t, "at_least"), '{');
    w->fractions = fractions && exact;
    write_chance(w);
    w->fractions = fractions;
    jsonw_close(w->t, '}');
}

/* Writes the chance of outcomes too rare to be listed, as after many explosions. */
static void write_left_out(OddsWriter *w)
{
    Ratio edge;
    Tail tail = odds_tail(w->odds, &edge);
    if (tail == TAIL_NONE) return;
    jsonw_open(jsonw_key(w->t, "left_out"), '{');
    mpz_set(mpq_numref(w->q), odds_left_out(w->odds));
    mpz_set(mpq_denref(w->q), odds_total(w->odds));
    mpq_canonicalize(w->q);
    write_chance(w);
    if (tail != TAIL_SOMEWHERE) {
        jsonw_key(w->t, tail == TAIL_ABOVE ? "from" : "upto");
        roll_write_total(w->t, edge);
    }
    jsonw_close(w->t, '}');
}

static bool write_outcomes(OddsWriter *w, Err *err)
{
    mpz_t weight;
    jsonw_open(jsonw_key(w->t, "outcomes"), '[');
    for (size_t i = 0; i < odds_count(w->odds); i++) {
        Ratio v = odds_value(w->odds, i);
        odds_weight(w->odds, i, weight);
        mpz_set(mpq_numref(w->q), weight);
        mpz_set(mpq_denref(w->q), odds_total(w->odds));
        if (w->fractions) mpq_canonicalize(w->q);
        jsonw_open(w->t, '{');
        roll_write_total(jsonw_key(w->t, "value"), v);
        write_chance(w);
        jsonw_close(w->t, '}');
        if (w->t->n > ROLL_OUTPUT_MAX) return err_set(err, "those odds are too long to write out");
    }
    jsonw_close(w->t, ']');
    return true;
}

static bool write_odds(Text *t, const Dice *d, const Odds *o, const int64_t *dc, Err *err)
{
    OddsWriter w = {.t = t, .odds = o};
    size_t digits = mpz_sizeinbase(odds_total(o), 10);
    w.fractions = 2 * digits * odds_count(o) < FRACTIONS_MAX;
    mpq_init(w.q);
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "expression"), dice_text(d));
    write_mean_and_sd(&w);
    write_at_least(&w, dc);
    write_left_out(&w);
    bool ok = write_outcomes(&w, err);
    jsonw_close(t, '}');
    mpq_clear(w.q);
    return ok;
}

static char *odds_json(const char *expression, const int64_t *dc, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    Dice *d = roll_parse(expression, &err);
    Odds *o = d ? odds_of(d, &err) : NULL;
    bool ok = o && write_odds(&t, d, o, dc, &err);
    odds_free(o);
    dice_free(d);
    return public_answer(ok, &t, &err, error);
}

char *sconce_odds(const char *expression, SconceError *error)
{
    return odds_json(expression, NULL, error);
}

char *sconce_odds_against(const char *expression, int64_t dc, SconceError *error)
{
    return odds_json(expression, &dc, error);
}
