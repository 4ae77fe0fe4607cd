/* sconce_odds: exact odds as JSON. */
#include <math.h>
#include <string.h>

#include "campaign/dice/roll.h"
#include "campaign/rules/public_error.h"
#include "core/dice/odds.h"
#include "core/json_writer.h"

enum { FRACTIONS_MAX = 24 << 20 }; /* bytes; beyond them p alone is written */

/* Writes odds as JSON. */
typedef struct {
    Text *t;
    const Odds *odds;
    bool fractions;
    mpq_t q;
} OddsWriter;

/* The fraction as a double, even if its numerator or denominator is too large for one. */
static double real_of(const mpq_t q)
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
    char *at = text_more(t, digits);
    if (!at) return;
    mpq_get_str(at, 10, q);
    t->n += strlen(at);
    text_addc(t, '"');
}

/* Writes p->q as "p" and, if wanted, as "fraction". */
static void write_chance(const OddsWriter *p)
{
    roll_figure(jsonw_key(p->t, "p"), real_of(p->q));
    if (!p->fractions) return;
    jsonw_key(p->t, "fraction");
    write_fraction(p->t, p->q);
}

static void write_means(OddsWriter *p)
{
    mpq_t variance;
    mpq_init(variance);
    bool known = odds_moments(p->odds, p->q, variance);
    roll_figure(jsonw_key(p->t, "mean"), real_of(p->q));
    if (known && p->fractions) {
        jsonw_key(p->t, "mean_fraction");
        write_fraction(p->t, p->q);
    }
    roll_figure(jsonw_key(p->t, "sd"), sqrt(real_of(variance)));
    mpq_clear(variance);
}

/* The chance of at least dc; outcomes that were cut off are in "left_out". */
static void write_at_least(OddsWriter *p, const int64_t *dc)
{
    if (!dc) return;
    bool exact = odds_at_least(p->odds, ratio_of(*dc), p->q), fractions = p->fractions;
    jsonw_int(jsonw_key(p->t, "dc"), *dc);
    jsonw_open(jsonw_key(p->t, "at_least"), '{');
    p->fractions = fractions && exact;
    write_chance(p);
    p->fractions = fractions;
    jsonw_close(p->t, '}');
}

static void write_left_out(OddsWriter *p)
{
    Ratio edge;
    Tail tail = odds_tail(p->odds, &edge);
    if (tail == TAIL_NONE) return;
    jsonw_open(jsonw_key(p->t, "left_out"), '{');
    mpz_set(mpq_numref(p->q), odds_left_out(p->odds));
    mpz_set(mpq_denref(p->q), odds_total(p->odds));
    mpq_canonicalize(p->q);
    write_chance(p);
    if (tail != TAIL_SOMEWHERE) {
        jsonw_key(p->t, tail == TAIL_ABOVE ? "from" : "upto");
        roll_number(p->t, edge);
    }
    jsonw_close(p->t, '}');
}

static bool write_outcomes(OddsWriter *p, Err *err)
{
    mpz_t weight;
    jsonw_open(jsonw_key(p->t, "outcomes"), '[');
    for (size_t i = 0; i < odds_count(p->odds); i++) {
        Ratio v = odds_value(p->odds, i);
        odds_weight(p->odds, i, weight);
        mpz_set(mpq_numref(p->q), weight);
        mpz_set(mpq_denref(p->q), odds_total(p->odds));
        if (p->fractions) mpq_canonicalize(p->q);
        jsonw_open(p->t, '{');
        roll_number(jsonw_key(p->t, "value"), v);
        write_chance(p);
        jsonw_close(p->t, '}');
        if (p->t->n > ROLL_OUTPUT_MAX) return err_set(err, "those odds are too long to write out");
    }
    jsonw_close(p->t, ']');
    return true;
}

static bool write_odds(Text *t, const Dice *d, const Odds *o, const int64_t *dc, Err *err)
{
    OddsWriter p = {.t = t, .odds = o};
    size_t digits = mpz_sizeinbase(odds_total(o), 10);
    p.fractions = 2 * digits * odds_count(o) < FRACTIONS_MAX;
    mpq_init(p.q);
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "expression"), dice_text(d));
    write_means(&p);
    write_at_least(&p, dc);
    write_left_out(&p);
    bool ok = write_outcomes(&p, err);
    jsonw_close(t, '}');
    mpq_clear(p.q);
    return ok;
}

static char *odds_json(const char *expression, const int64_t *dc, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    Dice *d = roll_read(expression, &err);
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
