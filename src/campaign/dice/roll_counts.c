/* sconce_rolls: rolls many times and counts how often each total came up.
 *
 * Totals are counted in a fixed number of bins.  A total outside of them makes every bin twice as
 * wide, until all totals fit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/dice/roll.h"
#include "campaign/rules/public_error.h"
#include "core/dice/program.h"
#include "core/json_writer.h"

enum { BINS = 1 << 12 };    /* while counting */
enum { SHOWN_MAX = 1000 };  /* bins in the answer */
enum { RATIOS_MAX = 4096 }; /* different totals, when some are fractions */
#define TIMES_MAX INT64_C(1000000000)
#define EFFORT_MAX 5e9 /* see estimate_effort */

__extension__ typedef __int128 Wide;

/* Counts of whole totals. */
typedef struct {
    int64_t n[BINS];
    int64_t base, width; /* bin i counts totals from base + i * width, `width` of them */
    Wide sum;
    double squares; /* sum of squared distances to the first total */
    int64_t first, min, max, times;
} TotalBins;

/* How often one total came up.  When some totals are not whole, each is counted by itself. */
typedef struct {
    Ratio value;
    int64_t n;
} RatioCount;

/* --- bins --- */

static void double_width(TotalBins *c)
{
    for (int i = 0; i < BINS / 2; i++) c->n[i] = c->n[2 * i] + c->n[2 * i + 1];
    memset(c->n + BINS / 2, 0, BINS / 2 * sizeof *c->n);
    c->width *= 2;
}

/* Makes room for lower totals: moves all counts up by this many bins, if the highest are empty. */
static bool shift_up(TotalBins *c, int by)
{
    for (int i = BINS - by; i < BINS; i++)
        if (c->n[i]) return false;
    memmove(c->n + by, c->n, (size_t)(BINS - by) * sizeof *c->n);
    memset(c->n, 0, (size_t)by * sizeof *c->n);
    c->base -= by * c->width;
    return true;
}

/* Returns the bin of a total, after moving or widening the bins until one holds it. */
static int bin_of(TotalBins *c, int64_t total)
{
    for (;;) {
        Wide at = (Wide)total - c->base;
        if (at >= 0 && at / c->width < BINS) return (int)(at / c->width);
        if (at < 0 && (Wide)c->base - BINS / 2 * c->width > INT64_MIN && shift_up(c, BINS / 2))
            continue;
        if (c->width > INT64_MAX / BINS / 4) return at < 0 ? 0 : BINS - 1;
        double_width(c);
    }
}

static void count_total(TotalBins *c, int64_t total)
{
    uint64_t at = (uint64_t)total - (uint64_t)c->base;
    double far = (double)total - (double)c->first;
    c->n[c->width == 1 && at < BINS ? (int)at : bin_of(c, total)]++;
    c->sum += total;
    c->squares += far * far;
    if (total < c->min) c->min = total;
    if (total > c->max) c->max = total;
    c->times++;
}

static void bins_start(TotalBins *c, int64_t first)
{
    memset(c, 0, sizeof *c);
    c->width = 1;
    c->first = c->min = c->max = first;
    c->base = first > INT64_MIN + BINS / 2 ? first - BINS / 2 : INT64_MIN;
}

static double bins_mean(const TotalBins *c)
{
    Wide whole = c->sum / c->times, rest = c->sum % c->times;
    return (double)whole + (double)rest / (double)c->times;
}

/* --- rolling --- */

/* Estimates how many nanoseconds a roll takes: from the number of dice of a plain pool, otherwise
 * from some tries. */
static double estimate_effort(const Dice *d, Rng rng)
{
    enum { TRIES = 50 };
    Roll r = {0};
    Err err;
    double dice = 0;
    if (d->simple.count > 0) return 4 + 3 * (double)d->simple.count;
    for (int i = 0; i < TRIES && dice_roll(d, roll_from_rng, &rng, &r, &err) == ROLL_DONE; i++)
        dice += (double)r.n;
    roll_free(&r);
    return 40 + 10 * d->program.n + 25 * dice / TRIES;
}

static bool check_times(const Dice *d, int64_t times, const Rng *rng, Err *err)
{
    if (times < 1 || times > TIMES_MAX)
        return err_set(err, "the number of rolls is 1 to %lld", (long long)TIMES_MAX);
    double max = floor(EFFORT_MAX / estimate_effort(d, *rng));
    if ((double)times <= max) return true;
    for (double step = 1; step <= max; step *= 10)
        if (step * 10 > max) max = floor(max / step) * step;
    return err_set(err, "%s: rolling that %lld times would take too long; %.0f times would not",
                   dice_text(d), (long long)times, max);
}

/* Rolls and counts.  False when a total is not a whole number, or when a roll fails; roll_ratios
 * then finds out which. */
static bool count_whole(const Dice *d, int64_t times, Rng *rng, TotalBins *c, Err *err)
{
    int64_t total;
    for (int64_t i = 0; i < times; i++) {
        if (!dice_total(d, rng, &total, err)) return false;
        if (i == 0) bins_start(c, total);
        count_total(c, total);
    }
    return true;
}

static bool count_ratio(RatioCount *ratios, size_t *n, Ratio value, Err *err)
{
    size_t low = 0, high = *n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ratio_compare(ratios[middle].value, value) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < *n && ratio_compare(ratios[low].value, value) == 0) {
        ratios[low].n++;
        return true;
    }
    if (*n == RATIOS_MAX)
        return err_set(
            err, "more than %d different totals, not all of them whole, are too many to count",
            RATIOS_MAX);
    memmove(ratios + low + 1, ratios + low, (*n - low) * sizeof *ratios);
    ratios[low] = (RatioCount){value, 1};
    ++*n;
    return true;
}

/* --- writing --- */

/* Writes the figures before the counts, and opens the list of counts. */
static void write_summary(Text *t, const Dice *d, int64_t times, double mean, double variance,
                          Ratio min, Ratio max)
{
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "expression"), dice_text(d));
    jsonw_int(jsonw_key(t, "times"), times);
    roll_write_real(jsonw_key(t, "mean"), mean);
    roll_write_real(jsonw_key(t, "sd"), variance > 0 ? sqrt(variance) : 0);
    roll_write_total(jsonw_key(t, "least"), min);
    roll_write_total(jsonw_key(t, "most"), max);
    jsonw_open(jsonw_key(t, "counts"), '[');
}

static int64_t to_int64(Wide n)
{
    return n > INT64_MAX ? INT64_MAX : n < INT64_MIN ? INT64_MIN : (int64_t)n;
}

/* Writes how often the totals from `value` to `to` came up; "to" is left out when they are equal.
 */
static void write_count(Text *t, Ratio value, int64_t to, int64_t n)
{
    jsonw_open(t, '{');
    roll_write_total(jsonw_key(t, "value"), value);
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

static void write_counts(Text *t, const Dice *d, TotalBins *c)
{
    double mean = bins_mean(c), off = mean - (double)c->first;
    write_summary(t, d, c->times, mean, c->squares / (double)c->times - off * off, ratio_of(c->min),
                  ratio_of(c->max));
    while (used_bins(c) > SHOWN_MAX) double_width(c);
    for (int i = 0; i < BINS; i++) {
        Wide from = (Wide)c->base + (Wide)i * c->width;
        if (c->n[i] > 0)
            write_count(t, ratio_of(to_int64(from)), to_int64(from + c->width - 1), c->n[i]);
    }
    jsonw_close(t, ']');
    jsonw_close(t, '}');
}

static void write_ratio_counts(Text *t, const Dice *d, const RatioCount *ratios, size_t n,
                               int64_t times)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        double v = (double)ratios[i].value.num / (double)ratios[i].value.den;
        sum += v * (double)ratios[i].n;
        squares += v * v * (double)ratios[i].n;
    }
    double mean = sum / (double)times;
    write_summary(t, d, times, mean, squares / (double)times - mean * mean, ratios[0].value,
                  ratios[n - 1].value);
    for (size_t i = 0; i < n; i++)
        write_count(t, ratios[i].value, ratios[i].value.num, ratios[i].n);
    jsonw_close(t, ']');
    jsonw_close(t, '}');
}

static bool roll_ratios(const Dice *d, int64_t times, Rng *rng, Text *t, Err *err)
{
    RatioCount *ratios = malloc(RATIOS_MAX * sizeof *ratios);
    Roll r = {0};
    size_t n = 0;
    bool ok = ratios || err_set(err, "out of memory");
    for (int64_t i = 0; ok && i < times; i++)
        ok = dice_roll(d, roll_from_rng, rng, &r, err) == ROLL_DONE &&
             count_ratio(ratios, &n, (Ratio){r.num, r.den}, err);
    if (ok) write_ratio_counts(t, d, ratios, n, times);
    roll_free(&r);
    free(ratios);
    return ok;
}

/* Counts whole totals, which is fast.  When one is not whole, begins again with fractions. */
static bool roll_counts(const Dice *d, int64_t times, Rng *rng, Text *t, Err *err)
{
    TotalBins *c = calloc(1, sizeof *c);
    Rng begin = *rng;
    if (!c) return err_set(err, "out of memory");
    bool ok = count_whole(d, times, rng, c, err);
    if (ok)
        write_counts(t, d, c);
    else
        ok = roll_ratios(d, times, &begin, t, err);
    free(c);
    return ok;
}

char *sconce_rolls(const char *expression, int64_t times, const char *seed, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    Rng rng;
    Dice *d = roll_parse(expression, &err);
    bool ok = d && roll_seed_rng(seed, &rng, &err) && check_times(d, times, &rng, &err) &&
              roll_counts(d, times, &rng, &t, &err);
    dice_free(d);
    return public_answer(ok, &t, &err, error);
}
