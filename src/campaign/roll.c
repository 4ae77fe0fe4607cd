/* Dice without a table: sconce_roll lists them die by die, sconce_rolls counts how often each total
 * came up, sconce_odds writes the exact odds of an expression. */
#include "campaign/rules/public_error.h"
#include "core/dice/dice.h"
#include "core/dice/odds.h"
#include "core/dice/program.h"
#include "core/json_writer.h"
#include "core/ratio.h"
#include "sconce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { LISTED_MAX = 1000000 };        /* rolls that sconce_roll lists; sconce_rolls counts more */
enum { ROLL_OUTPUT_MAX = 256 << 20 }; /* bytes of JSON, in memory as one text */

/* --- for all three --- */

static int count_characters(const char *s, size_t n)
{
    int count = 0;
    for (size_t i = 0; i < n && s[i]; i++) {
        bool continues = ((unsigned char)s[i] & 0xc0) == 0x80; /* a later byte of a character */
        if (!continues) count++;
    }
    return count;
}

/* Adds two lines to an error: the expression, and a caret under its byte `at`. */
static void add_caret(const char *expression, size_t at, Err *err)
{
    enum { SHOWN = 200 }; /* bytes: a longer expression takes several lines, and no caret fits */
    size_t n = strlen(expression);
    if (n == 0 || n > SHOWN || strchr(expression, '\n')) return;
    ScopedText sentence = {0};
    text_add(&sentence, err->text); /* which err_set overwrites */
    int blanks = count_characters(expression, at < n ? at : n);
    err_set(err, "%s\n  %s\n  %*s^", text_str(&sentence), expression, blanks, "");
}

/* Parses an expression; *err shows it with a caret under the mistake. */
static Dice *parse(const char *expression, Err *err)
{
    size_t at = 0;
    if (!public_check_given(expression, "expression", err)) return NULL;
    Dice *d = dice_parse(expression, strlen(expression), &at, err);
    if (!d) add_caret(expression, at, err);
    return d;
}

/* Starts the generator from a seed, or from the system's random numbers if seed is NULL. */
static bool seed_rng(const char *seed, Rng *rng, Err *err)
{
    uint64_t drawn;
    if (seed) {
        *rng = rng_seed_text(seed, strlen(seed));
        return true;
    }
    if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
        return err_set(err, "the system has no random number");
    *rng = rng_seed(drawn);
    return true;
}

/* A DrawSide (core/dice/dice.h): draws a side with the generator `rng`. */
static int64_t draw_from_rng(void *rng, int64_t sides)
{
    return (int64_t)rng_below(rng, (uint64_t)sides) + 1;
}

/* Writes a total as a JSON number; one that is not whole as a string, "7/2". */
static void write_total(Text *t, Ratio total)
{
    if (total.den == 1) {
        jsonw_int(t, total.num);
        return;
    }
    jsonw_comma(t);
    text_addf(t, "\"%lld/%lld\"", (long long)total.num, (long long)total.den);
}

/* Writes a mean, deviation or probability, with 12 digits: all that a double can be relied on. */
static void write_real(Text *t, double d)
{
    jsonw_comma(t);
    text_add_real(t, 'g', 12, d);
}

/* --- die by die --- */

static void write_if_true(Text *t, const char *key, bool flag)
{
    if (flag) jsonw_bool(jsonw_key(t, key), true);
}

static void write_die(Text *t, const Die *d)
{
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "sides"), d->sides);
    jsonw_int(jsonw_key(t, "face"), d->face);
    if (d->shown != d->face) jsonw_int(jsonw_key(t, "shown"), d->shown);
    jsonw_bool(jsonw_key(t, "dropped"), d->dropped);
    write_if_true(t, "rerolled", d->rerolled);
    write_if_true(t, "exploded", d->exploded);
    write_if_true(t, "joined", d->joined);
    write_if_true(t, "success", d->success);
    write_if_true(t, "failure", d->failure);
    jsonw_close(t, '}');
}

/* Writes the totals of a repeated expression, and how many of the dice belong to each, in order. */
static void write_parts(Text *t, const Roll *r)
{
    if (r->parts_n == 0) return;
    jsonw_open(jsonw_key(t, "parts"), '[');
    for (size_t i = 0; i < r->parts_n; i++) {
        jsonw_open(t, '{');
        write_total(jsonw_key(t, "total"), (Ratio){r->parts[i].num, r->parts[i].den});
        jsonw_int(jsonw_key(t, "dice"), (int64_t)r->parts[i].n);
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}

static void write_roll(Text *t, const Roll *r)
{
    jsonw_open(t, '{');
    write_total(jsonw_key(t, "total"), (Ratio){r->num, r->den});
    jsonw_open(jsonw_key(t, "dice"), '[');
    for (size_t i = 0; i < r->n; i++) write_die(t, &r->dice[i]);
    jsonw_close(t, ']');
    write_parts(t, r);
    jsonw_close(t, '}');
}

/* Rolls, and writes every roll with each of its dice. */
static bool roll_all(const Dice *d, int64_t times, Rng *rng, Text *t, Err *err)
{
    Roll r = {0};
    bool ok = true;
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "expression"), dice_text(d));
    if (*dice_label(d)) jsonw_string(jsonw_key(t, "label"), dice_label(d));
    jsonw_open(jsonw_key(t, "rolls"), '[');
    for (int64_t i = 0; i < times && ok; i++) {
        ok = dice_roll(d, draw_from_rng, rng, &r, err) == ROLL_DONE;
        if (ok) write_roll(t, &r);
        if (t->failed || t->n > ROLL_OUTPUT_MAX)
            ok = err_set(err, "these are too many dice to list");
    }
    jsonw_close(t, ']');
    jsonw_close(t, '}');
    roll_free(&r);
    return ok;
}

char *sconce_roll(const char *expression, int64_t times, const char *seed, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    Rng rng;
    Dice *d = parse(expression, &err);
    bool ok = d != NULL;
    if (ok && (times < 1 || times > LISTED_MAX))
        ok = err_set(&err, "1 to %d rolls can be listed with each die", LISTED_MAX);
    ok = ok && seed_rng(seed, &rng, &err) && roll_all(d, times, &rng, &t, &err);
    dice_free(d);
    return public_answer(ok, &t, &err, error);
}

/* --- counts --- */

/* Whole totals are counted in a fixed number of bins.  For a total outside of them the bins are
 * moved; or, where that loses counts, every bin is made twice as wide, until all totals fit. */

enum { BINS = 1 << 12 };   /* while counting; even, since double_bin_width joins two by two */
enum { SHOWN_MAX = 1000 }; /* bins in the answer: more than a plot has pixels for */
enum { FRACTIONS_COUNTED_MAX = 4096 }; /* different totals, when some are fractions; any would do */
#define TIMES_MAX                                                                                  \
    INT64_C(1000000000)     /* rolls; any would do: NANOSECONDS_MAX mostly comes first             \
                             */
#define NANOSECONDS_MAX 5e9 /* of all rolls: as long as a reader waits */

__extension__ typedef __int128 Wide;

/* Counts of whole totals. */
typedef struct {
    int64_t n[BINS];     /* by bin, how many of its totals came up */
    int64_t base, width; /* bin i counts the totals from base + i * width on, `width` of them */
    Wide sum;
    double squares;          /* sum of squared distances to the first total */
    int64_t first, min, max; /* totals */
    int64_t times;           /* rolls counted */
} TotalBins;

/* How often one total came up, where totals need not be whole.  Each is then counted by itself. */
typedef struct {
    Ratio value;
    int64_t n;
} FractionCount;

/* Joins each bin with its neighbour; the upper half is then empty. */
static void double_bin_width(TotalBins *c)
{
    for (int i = 0; i < BINS / 2; i++) c->n[i] = c->n[2 * i] + c->n[2 * i + 1];
    memset(c->n + BINS / 2, 0, BINS / 2 * sizeof *c->n);
    c->width *= 2;
}

/* Moves all counts up, to make room for lower totals.  False: the highest counts would be lost. */
static bool shift_up(TotalBins *c, int by)
{
    for (int i = BINS - by; i < BINS; i++)
        if (c->n[i]) return false;
    memmove(c->n + by, c->n, (size_t)(BINS - by) * sizeof *c->n);
    memset(c->n, 0, (size_t)by * sizeof *c->n);
    c->base -= by * c->width;
    return true;
}

/* Moves and widens the bins until one holds the total, and returns its index.  Near the ends of 64
 * bits they can be moved and widened no more: then it is the first or the last bin. */
static int make_bin_for(TotalBins *c, int64_t total)
{
    for (;;) {
        Wide above_base = (Wide)total - c->base;
        bool is_below = above_base < 0;
        if (!is_below && above_base / c->width < BINS) return (int)(above_base / c->width);
        /* base must stay within 64 bits. */
        bool may_shift = is_below && (Wide)c->base - BINS / 2 * c->width > INT64_MIN;
        if (may_shift && shift_up(c, BINS / 2)) continue;
        bool may_widen = c->width <= INT64_MAX / BINS / 4; /* so that no bin ends past 64 bits */
        if (!may_widen) return is_below ? 0 : BINS - 1;
        double_bin_width(c);
    }
}

/* Counts one total in its bin, in the sums, and in the minimum and maximum. */
static void count_total(TotalBins *c, int64_t total)
{
    /* The index in bins of width 1; unsigned, so that a total below the base is too large. */
    uint64_t index = (uint64_t)total - (uint64_t)c->base;
    bool has_bin = c->width == 1 && index < BINS; /* nearly always: saves the division */
    double distance = (double)total - (double)c->first;
    c->n[has_bin ? (int)index : make_bin_for(c, total)]++;
    c->sum += total;
    c->squares += distance * distance;
    if (total < c->min) c->min = total;
    if (total > c->max) c->max = total;
    c->times++;
}

/* The sum may have more digits than a double: so it is divided as a whole number first. */
static double bins_mean(const TotalBins *c)
{
    Wide whole = c->sum / c->times, rest = c->sum % c->times;
    return (double)whole + (double)rest / (double)c->times;
}

/* --- rolling --- */

/* Estimates how many nanoseconds a roll takes: from the number of dice of a plain pool, otherwise
 * from some tries.  The nanoseconds below were measured, and are on the high side. */
static double estimate_nanoseconds(const Dice *d, Rng rng)
{
    enum { TRIES = 50 }; /* they give the mean number of dice within a factor of two: good enough */
    Roll r = {0};
    Err err;
    double dice = 0;
    if (d->simple.count > 0) return 4 + 3 * (double)d->simple.count;
    for (int i = 0; i < TRIES && dice_roll(d, draw_from_rng, &rng, &r, &err) == ROLL_DONE; i++)
        dice += (double)r.n;
    roll_free(&r);
    return 40 + 10 * d->program.n + 25 * dice / TRIES;
}

/* Refuses more rolls than there is time for; tries some with a copy of rng. */
static bool check_times(const Dice *d, int64_t times, const Rng *rng, Err *err)
{
    if (times < 1 || times > TIMES_MAX)
        return err_set(err, "the number of rolls is 1 to %lld", (long long)TIMES_MAX);
    double max = floor(NANOSECONDS_MAX / estimate_nanoseconds(d, *rng));
    if ((double)times <= max) return true;
    /* The sentence tells a round number: the first digit of max, and zeros. */
    for (double step = 1; step <= max; step *= 10)
        if (step * 10 > max) max = floor(max / step) * step;
    return err_set(err, "%s: rolling that %lld times would take too long; %.0f times would not",
                   dice_text(d), (long long)times, max);
}

/* Rolls and counts, into bins that are all 0.  False when a total is not a whole number, or when a
 * roll fails.  The caller then rolls the same again with fractions, and finds out which it was. */
static bool count_whole(const Dice *d, int64_t times, Rng *rng, TotalBins *c, Err *err)
{
    int64_t total;
    for (int64_t i = 0; i < times; i++) {
        if (!dice_total(d, rng, &total, err)) return false;
        if (i == 0) { /* begins with bins of width 1, the first total in the middle */
            c->width = 1;
            c->first = c->min = c->max = total;
            c->base = total > INT64_MIN + BINS / 2 ? total - BINS / 2 : INT64_MIN;
        }
        count_total(c, total);
    }
    return true;
}

/* Counts one total.  counts: the *n totals that came up so far, ascending. */
static bool count_fraction(FractionCount *counts, size_t *n, Ratio value, Err *err)
{
    size_t low = 0, high = *n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ratio_compare(counts[middle].value, value) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < *n && ratio_compare(counts[low].value, value) == 0) {
        counts[low].n++;
        return true;
    }
    if (*n == FRACTIONS_COUNTED_MAX)
        return err_set(
            err, "more than %d different totals, not all of them whole, are too many to count",
            FRACTIONS_COUNTED_MAX);
    memmove(counts + low + 1, counts + low, (*n - low) * sizeof *counts);
    counts[low] = (FractionCount){value, 1};
    ++*n;
    return true;
}

/* --- writing --- */

/* Opens the answer of sconce_rolls with its figures, and its list of counts; to be closed. */
static void open_answer(Text *t, const Dice *d, int64_t times, double mean, double variance,
                        Ratio min, Ratio max)
{
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "expression"), dice_text(d));
    jsonw_int(jsonw_key(t, "times"), times);
    write_real(jsonw_key(t, "mean"), mean);
    write_real(jsonw_key(t, "sd"), variance > 0 ? sqrt(variance) : 0);
    write_total(jsonw_key(t, "least"), min);
    write_total(jsonw_key(t, "most"), max);
    jsonw_open(jsonw_key(t, "counts"), '[');
}

/* Cuts off what is beyond 64 bits: the last bin may end there. */
static int64_t to_int64(Wide n)
{
    return n > INT64_MAX ? INT64_MAX : n < INT64_MIN ? INT64_MIN : (int64_t)n;
}

/* Writes how often totals from `value` to `to` came up; "to" is left out when they are equal. */
static void write_count(Text *t, Ratio value, int64_t to, int64_t n)
{
    jsonw_open(t, '{');
    write_total(jsonw_key(t, "value"), value);
    if (value.den == 1 && to != value.num) jsonw_int(jsonw_key(t, "to"), to);
    jsonw_int(jsonw_key(t, "n"), n);
    jsonw_close(t, '}');
}

static int used_bins(const TotalBins *c)
{
    int n = 0;
    for (int i = 0; i < BINS; i++) n += c->n[i] > 0;
    return n;
}

/* Writes the counts of whole totals, in bins so wide that at most SHOWN_MAX are written. */
static void write_counts(Text *t, const Dice *d, TotalBins *c)
{
    /* The variance is the mean of the squared distances to the first total, less the squared
     * distance of the mean, `off`. */
    double mean = bins_mean(c), off = mean - (double)c->first;
    double variance = c->squares / (double)c->times - off * off;
    open_answer(t, d, c->times, mean, variance, ratio_of(c->min), ratio_of(c->max));
    while (used_bins(c) > SHOWN_MAX) double_bin_width(c);
    for (int i = 0; i < BINS; i++) {
        Wide from = (Wide)c->base + (Wide)i * c->width;
        if (c->n[i] > 0)
            write_count(t, ratio_of(to_int64(from)), to_int64(from + c->width - 1), c->n[i]);
    }
    jsonw_close(t, ']');
    jsonw_close(t, '}');
}

/* Writes the counts of totals that are not all whole, each by itself. */
static void write_fraction_counts(Text *t, const Dice *d, const FractionCount *counts, size_t n,
                                  int64_t times)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        double v = (double)counts[i].value.num / (double)counts[i].value.den;
        sum += v * (double)counts[i].n;
        squares += v * v * (double)counts[i].n;
    }
    double mean = sum / (double)times, variance = squares / (double)times - mean * mean;
    open_answer(t, d, times, mean, variance, counts[0].value, counts[n - 1].value);
    for (size_t i = 0; i < n; i++)
        write_count(t, counts[i].value, counts[i].value.num, counts[i].n);
    jsonw_close(t, ']');
    jsonw_close(t, '}');
}

/* Rolls, and counts every total by itself, whole or not. */
static bool roll_and_count_fractions(const Dice *d, int64_t times, Rng *rng, Text *t, Err *err)
{
    FractionCount *counts = malloc(FRACTIONS_COUNTED_MAX * sizeof *counts);
    Roll r = {0};
    size_t n = 0;
    bool ok = counts || err_set(err, "out of memory");
    for (int64_t i = 0; ok && i < times; i++)
        ok = dice_roll(d, draw_from_rng, rng, &r, err) == ROLL_DONE &&
             count_fraction(counts, &n, (Ratio){r.num, r.den}, err);
    if (ok) write_fraction_counts(t, d, counts, n, times);
    roll_free(&r);
    free(counts);
    return ok;
}

/* Rolls, counts and writes the counts.  It is fast as long as all totals are whole; when one is
 * not, begins again with the same dice, and counts fractions. */
static bool roll_and_count(const Dice *d, int64_t times, Rng *rng, Text *t, Err *err)
{
    TotalBins *c = calloc(1, sizeof *c);
    Rng at_start = *rng;
    if (!c) return err_set(err, "out of memory");
    bool ok = count_whole(d, times, rng, c, err);
    if (ok)
        write_counts(t, d, c);
    else
        ok = roll_and_count_fractions(d, times, &at_start, t, err);
    free(c);
    return ok;
}

char *sconce_rolls(const char *expression, int64_t times, const char *seed, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    Rng rng;
    Dice *d = parse(expression, &err);
    bool ok = d && seed_rng(seed, &rng, &err) && check_times(d, times, &rng, &err) &&
              roll_and_count(d, times, &rng, &t, &err);
    dice_free(d);
    return public_answer(ok, &t, &err, error);
}

/* --- exact odds --- */

enum { FRACTION_BYTES_MAX = 24 << 20 }; /* bytes of all fractions; beyond it only "p" is told */

/* Odds that are being written. */
typedef struct {
    Text *t;
    const Odds *odds;
    bool fractions; /* write exact fractions beside numbers, where there are any */
    mpq_t q;        /* the chance to be written next */
} OddsWriter;

/* The fraction as a double, even if its numerator or denominator is too large for one. */
static double fraction_to_double(const mpq_t q)
{
    long num, den;
    double n = mpz_get_d_2exp(&num, mpq_numref(q)), d = mpz_get_d_2exp(&den, mpq_denref(q));
    return ldexp(n / d, (int)(num - den));
}

/* Writes a fraction of any length as a string, "35831/46656". */
static void write_fraction(Text *t, const mpq_t q)
{
    /* 3: for a sign, the slash and a NUL. */
    size_t digits = mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10) + 3;
    jsonw_comma(t);
    text_addc(t, '"');
    char *at = text_reserve(t, digits);
    if (!at) return;
    mpq_get_str(at, 10, q);
    t->n += strlen(at);
    text_addc(t, '"');
}

/* Writes w->q as "p", and as "fraction", unless it is not exact, or fractions are left out. */
static void write_chance(const OddsWriter *w, bool exact)
{
    write_real(jsonw_key(w->t, "p"), fraction_to_double(w->q));
    if (!exact || !w->fractions) return;
    jsonw_key(w->t, "fraction");
    write_fraction(w->t, w->q);
}

/* Writes "mean" and "sd", and "mean_fraction" if the mean is exact. */
static void write_mean_and_sd(OddsWriter *w)
{
    mpq_t variance;
    mpq_init(variance);
    bool exact = odds_moments(w->odds, w->q, variance);
    write_real(jsonw_key(w->t, "mean"), fraction_to_double(w->q));
    if (exact && w->fractions) {
        jsonw_key(w->t, "mean_fraction");
        write_fraction(w->t, w->q);
    }
    write_real(jsonw_key(w->t, "sd"), sqrt(fraction_to_double(variance)));
    mpq_clear(variance);
}

/* Writes the chance of a total of at least *dc; nothing if dc is NULL.  Only the total counts: a 1
 * or a 20 on the die is a number as any other, since not all games see more in it. */
static void write_at_least(OddsWriter *w, const int64_t *dc)
{
    if (!dc) return;
    bool exact = odds_at_least(w->odds, ratio_of(*dc), w->q);
    jsonw_int(jsonw_key(w->t, "dc"), *dc);
    jsonw_open(jsonw_key(w->t, "at_least"), '{');
    write_chance(w, exact);
    jsonw_close(w->t, '}');
}

/* Writes the chance of outcomes too rare to be listed, as after many explosions. */
static void write_left_out(OddsWriter *w)
{
    Tail tail = w->odds->tail;
    if (tail == TAIL_NONE) return;
    jsonw_open(jsonw_key(w->t, "left_out"), '{');
    mpz_set(mpq_numref(w->q), w->odds->left_out);
    mpz_set(mpq_denref(w->q), w->odds->total);
    mpq_canonicalize(w->q);
    write_chance(w, true);
    if (tail != TAIL_SOMEWHERE) {
        jsonw_key(w->t, tail == TAIL_ABOVE ? "from" : "upto");
        write_total(w->t, w->odds->edge);
    }
    jsonw_close(w->t, '}');
}

/* Writes "outcomes", each total with its chance.  False: they are too long. */
static bool write_outcomes(OddsWriter *w, Err *err)
{
    mpz_t weight; /* odds_weight makes it a view of its own number: nothing to free */
    jsonw_open(jsonw_key(w->t, "outcomes"), '[');
    for (size_t i = 0; i < w->odds->n; i++) {
        Ratio v = w->odds->value[i];
        odds_weight(w->odds, i, weight);
        mpz_set(mpq_numref(w->q), weight);
        mpz_set(mpq_denref(w->q), w->odds->total);
        if (w->fractions) mpq_canonicalize(w->q); /* slow, and "p" does not need it */
        jsonw_open(w->t, '{');
        write_total(jsonw_key(w->t, "value"), v);
        write_chance(w, true);
        jsonw_close(w->t, '}');
        if (w->t->n > ROLL_OUTPUT_MAX) return err_set(err, "those odds are too long to write out");
    }
    jsonw_close(w->t, ']');
    return true;
}

/* Writes the answer of sconce_odds.  dc: a number to reach; NULL: none.  False: it is too long. */
static bool write_odds(Text *t, const Dice *d, const Odds *o, const int64_t *dc, Err *err)
{
    OddsWriter w = {.t = t, .odds = o};
    size_t digits = mpz_sizeinbase(o->total, 10);
    /* Each outcome may have a numerator and a denominator as long as the total of weights. */
    w.fractions = 2 * digits * o->n < FRACTION_BYTES_MAX;
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

/* Answers sconce_odds, and, with a number to reach (dc), sconce_odds_against. */
static char *odds_json(const char *expression, const int64_t *dc, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    Dice *d = parse(expression, &err);
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
