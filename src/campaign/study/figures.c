/* Figures of compacted tallies: chances, means and quantiles, each with its standard error. */
#include "campaign/study/sim.h"

#include <math.h>
#include <stdlib.h>

#include "campaign/study/study_query.h"
#include "core/json_writer.h"

/* A figure and its standard error, which is infinite for a single run. */
typedef struct {
    double value, error;
} Estimate;

static const double WHOLE_MAX = 9007199254740992.0; /* 2^53: above, doubles skip whole numbers */

/* --- histograms -------------------------------------------------------------------------- */

/* A value, and the number of runs that have it. */
typedef struct {
    double value;
    int64_t runs;
} HistogramBin;

/* The histogram of a measure at the end of one turn; histogram_turn advances it by a turn.  Runs in
 * no bin have the value 0: an event that did not happen in them. */
typedef struct {
    const MeasureTally *tally; /* compacted */
    HistogramBin *bin;         /* every value that ever occurs, ascending */
    size_t n, next;            /* how many bins; the first change that is not in them yet */
    size_t low, high;          /* only bins from low on and below high hold runs */
    int64_t turn;
} Histogram;

static int by_value(const void *a, const void *b)
{
    const HistogramBin *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Begins before turn 1, with an empty bin for each value.  Free it, also when memory is out. */
static bool histogram_start(Histogram *h, const MeasureTally *tally)
{
    size_t n = 0;
    *h = (Histogram){.tally = tally};
    h->bin = calloc(tally->n ? tally->n : 1, sizeof *h->bin);
    if (!h->bin) return false;
    for (size_t i = 0; i < tally->n; i++) h->bin[i].value = tally->change[i].value;
    if (tally->n > 1) qsort(h->bin, tally->n, sizeof *h->bin, by_value);
    for (size_t i = 0; i < tally->n; i++)
        if (n == 0 || by_value(&h->bin[n - 1], &h->bin[i]) != 0) h->bin[n++] = h->bin[i];
    h->n = n;
    return true;
}

static void histogram_free(Histogram *h)
{
    free(h->bin);
    *h = (Histogram){0};
}

/* Sets how many runs a bin holds, and widens the range from low to high so that it is inside. */
static void set_bin(Histogram *h, HistogramBin *bin, int64_t runs)
{
    size_t i = (size_t)(bin - h->bin);
    bool empty = h->low == h->high;
    bin->runs = runs;
    if (runs == 0) return;
    if (empty || i < h->low) h->low = i;
    if (empty || i >= h->high) h->high = i + 1;
}

/* Advances to the end of the next turn: adds the changes of that turn. */
static void histogram_turn(Histogram *h)
{
    const MeasureTally *t = h->tally;
    for (h->turn++; h->next < t->n && t->change[h->next].turn == h->turn; h->next++) {
        HistogramBin key = {.value = t->change[h->next].value};
        HistogramBin *bin = bsearch(&key, h->bin, h->n, sizeof *h->bin, by_value);
        if (bin) set_bin(h, bin, bin->runs + t->change[h->next].by);
    }
    while (h->low < h->high && h->bin[h->low].runs == 0) h->low++;
    while (h->low < h->high && h->bin[h->high - 1].runs == 0) h->high--;
}

/* --- figures of one histogram ------------------------------------------------------------ */

/* A proportion and its standard error, sqrt(p(1-p)/n) (Wasserman, All of Statistics, 6.3).  The
 * error is 0 where all runs agree, though the chance itself need not be 0 or 1. */
static Estimate chance_of(int64_t happened, int64_t runs)
{
    double n = (double)runs, p = (double)happened / n;
    return (Estimate){p, sqrt(p * (1 - p) / n)};
}

/* A mean and its standard error, s/sqrt(n), with s² the sum of squares over n-1.  Two passes: first
 * the mean, then the squares of the distances to it, which loses no digits. */
static Estimate mean_of(const Histogram *h, int64_t runs)
{
    double n = (double)runs, sum = 0, squares = 0;
    int64_t zeros = runs; /* runs in no bin, after the loop below has subtracted the others */
    for (size_t i = h->low; i < h->high; i++) {
        sum += h->bin[i].value * (double)h->bin[i].runs;
        zeros -= h->bin[i].runs;
    }
    double mean = sum / n;
    squares += mean * mean * (double)zeros;
    for (size_t i = h->low; i < h->high; i++) {
        double distance = h->bin[i].value - mean;
        squares += distance * distance * (double)h->bin[i].runs;
    }
    return (Estimate){mean, runs > 1 ? sqrt(squares / (n - 1) / n) : INFINITY};
}

/* Logarithms and powers of e.  Those of libm differ between machines in the last bits; these use
 * nothing but operations that IEEE 754 rounds alike everywhere. */

/* ln 2 in two parts.  The first ends in zeros, so that it times a small whole number is exact. */
static const double LN2_HIGH = 0x1.62e42fee00000p-1, LN2_LOW = 0x1.a39ef35793c76p-33;

/* ln((1+t)/(1-t)) by its series 2(t + t³/3 + t⁵/5 + …), for t up to a third: the first power left
 * out is below the last bit. */
static double log_ratio(double t)
{
    double sum = 0, power = t;
    for (int k = 1; k < 40; k += 2, power *= t * t) sum += power / k;
    return 2 * sum;
}

/* ln x.  With x = m * 2^e and m from 1/2 to 1 it is ln(m / 0.75) + ln(0.75) + e ln 2; ln(0.75) is
 * log_ratio(-1/7). */
static double log_of(double x)
{
    int e;
    double m = frexp(x, &e);
    return log_ratio((m - 0.75) / (m + 0.75)) + log_ratio(-1.0 / 7) + e * LN2_LOW + e * LN2_HIGH;
}

/* ln(1-p), with all digits for a small p. */
static double log_one_minus(double p)
{
    return p < 0.5 ? log_ratio(-p / (2 - p)) : log_of(1 - p);
}

/* ln(n!), by Stirling's series (Abramowitz and Stegun, 6.1.41); four terms do from 20 on. */
static double log_factorial(double n)
{
    double product = 1, at = n; /* of a smaller n: ln(at!) - ln(product), with at = 20 */
    for (; at < 20; at++) product *= at + 1;
    double s = at * at,
           series = (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1 / s / 1680) / s) / s) / at;
    static const double two_pi = 0x1.921fb54442d18p+2;
    return (at + 0.5) * log_of(at) - at + log_of(two_pi) / 2 + series - log_of(product);
}

/* e^x, as 2^k e^r with |r| at most half of ln 2; 20 terms of the series of e^r do. */
static double exp_of(double x)
{
    double k = floor(x / LN2_HIGH + 0.5), r = x - k * LN2_HIGH - k * LN2_LOW, sum = 1;
    if (x < -745) return 0; /* below the smallest double */
    for (int i = 20; i > 0; i--) sum = 1 + sum * r / i;
    return ldexp(sum, (int)k);
}

/* Returns the chance of at least `min` successes in n trials with chance p: the upper tail of the
 * binomial distribution.  Adds up the terms from `min` upwards, or, when `min` lies below the mean,
 * those below it and subtracts them from 1: on either way the terms shrink. */
static double binomial_tail(double p, double n, double min)
{
    static const double NEGLIGIBLE = 1e-12; /* of the sum: smaller terms change no figure shown */
    if (p <= 0 || p >= 1) return p > 0;
    bool above = min > n * p;
    double at = above ? min : min - 1, odds = p / (1 - p), sum = 0;
    double ways = log_factorial(n) - log_factorial(at) - log_factorial(n - at);
    double term = exp_of(ways + at * log_of(p) + (n - at) * log_one_minus(p));
    for (; term > sum * NEGLIGIBLE; at += above ? 1 : -1) {
        sum += term;
        term *= above ? (n - at) / (at + 1) * odds : at / (n - at + 1) / odds;
    }
    return above ? sum : 1 - sum;
}

/* Returns a quantile: the smallest value that the given percentage of runs does not exceed.  Its
 * standard error is that of the bootstrap, computed without drawing samples (Maritz and Jarrett, A
 * note on estimating the variance of the sample median, Journal of the American Statistical
 * Association 73, 1978): the deviation of the values, each weighted by the chance that it is the
 * quantile of a sample.  weight, mean and squares are those of the values so far, updated as in
 * Welford, Note on a method for calculating corrected sums of squares and products, Technometrics
 * 4, 1962. */
static Estimate quantile_of(const Histogram *h, int64_t runs, int64_t of_hundred)
{
    int64_t sum = 0, rank = (runs * of_hundred + 99) / 100; /* rounded up */
    double value = NAN, weight = 0, mean = 0, squares = 0;
    for (size_t i = h->low; i < h->high && weight < 1; i++) {
        if (h->bin[i].runs == 0) continue; /* a value of other turns */
        sum += h->bin[i].runs;
        if (isnan(value) && sum >= rank) value = h->bin[i].value;
        double by_now = binomial_tail((double)sum / (double)runs, (double)runs, (double)rank);
        double added = by_now - weight, distance = h->bin[i].value - mean;
        if (added <= 0) continue;
        mean += distance * (added / by_now);
        squares += added * distance * distance * (weight / by_now);
        weight = by_now;
    }
    if (runs < 2) return (Estimate){value, INFINITY};
    return (Estimate){value, sqrt(fmax(squares, 0))}; /* rounding may leave less than 0 */
}

static int64_t count_happened(const Histogram *h)
{
    int64_t n = 0;
    for (size_t i = h->low; i < h->high; i++)
        if (h->bin[i].value > 0) n += h->bin[i].runs;
    return n;
}

/* Standard deviation s of the runs in bins.  Its error is that of s², sqrt((m4 - s⁴(n-3)/(n-1))/n)
 * with m4 the fourth central moment (Kenney and Keeping, Mathematics of Statistics, part 2, 1951,
 * p. 164), over 2s by the delta method. */
static Estimate deviation_of(const Histogram *h, int64_t runs, double mean)
{
    if (runs < 2) return (Estimate){INFINITY, INFINITY};
    double squares = 0, fourths = 0; /* powers of the distances to the mean, added up */
    for (size_t i = h->low; i < h->high; i++) {
        double distance = h->bin[i].value - mean, square = distance * distance;
        squares += square * (double)h->bin[i].runs;
        fourths += square * square * (double)h->bin[i].runs;
    }
    double n = (double)runs, variance = squares / (n - 1), m4 = fourths / n;
    double error = sqrt(fmax(m4 - variance * variance * (n - 3) / (n - 1), 0) / n);
    return (Estimate){sqrt(variance), variance > 0 ? error / 2 / sqrt(variance) : 0};
}

/* --- writing ----------------------------------------------------------------------------- */

/* Writes a whole number without a point. */
static void write_number(Text *t, double d)
{
    if (d == floor(d) && fabs(d) < WHOLE_MAX)
        jsonw_int(t, (int64_t)d);
    else
        jsonw_real(t, d);
}

/* Writes a figure and its standard error as two fields of these names. */
static void write_estimate(Text *t, const char *name, const char *error, Estimate e)
{
    jsonw_real(jsonw_key(t, name), e.value);
    jsonw_real(jsonw_key(t, error), e.error);
}

static const struct {
    const char *name;
    int64_t of_hundred;
} quantiles[] = {{"p5", 5}, {"p25", 25}, {"p50", 50}, {"p75", 75}, {"p95", 95}};

/* Writes the quantiles, and then their errors. */
static void write_quantiles(Text *t, const Histogram *h, int64_t runs)
{
    enum { N = sizeof quantiles / sizeof *quantiles };
    Estimate q[N];
    jsonw_open(jsonw_key(t, "quantiles"), '{');
    for (size_t i = 0; i < N; i++) {
        q[i] = quantile_of(h, runs, quantiles[i].of_hundred);
        jsonw_key(t, quantiles[i].name);
        write_number(t, q[i].value);
    }
    jsonw_close(t, '}');
    jsonw_open(jsonw_key(t, "quantiles_se"), '{');
    for (size_t i = 0; i < N; i++) jsonw_real(jsonw_key(t, quantiles[i].name), q[i].error);
    jsonw_close(t, '}');
}

/* Writes the turn in which an event first happens.  turns: the histogram of that turn, over the
 * runs in which the event happened; runs: how many these are. */
static void write_first(Text *t, const Histogram *turns, int64_t runs)
{
    if (runs <= 0) return;
    Estimate mean = mean_of(turns, runs);
    jsonw_open(jsonw_key(t, "first"), '{');
    jsonw_int(jsonw_key(t, "runs"), runs);
    write_estimate(t, "mean", "mean_se", mean);
    write_estimate(t, "sd", "sd_se", deviation_of(turns, runs, mean.value));
    write_quantiles(t, turns, runs);
    jsonw_close(t, '}');
}

/* Writes the figures of a measure by the end of a turn, the histogram's: chances of events and yes
 * or no, means of events and numbers, quantiles of numbers. */
static void write_turn(Text *t, const Histogram *h, MeasureKind kind, int64_t runs)
{
    bool number = kind == MEASURE_NUMBER;
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "turn"), h->turn);
    if (!number) write_estimate(t, "p", "p_se", chance_of(count_happened(h), runs));
    if (!measure_is_yes_no(kind)) write_estimate(t, "mean", "mean_se", mean_of(h, runs));
    if (number) write_quantiles(t, h, runs);
    jsonw_close(t, '}');
}

/* Writes a measure by turn; for an event, also in which turn it first happens.  The runs in which
 * it first happens in a turn are those in which it has happened by the end of that turn, and had
 * not by the end of the turn before.  False: out of memory. */
static bool write_measure(Text *t, const MeasureTally *tally, const CountedRuns *c)
{
    MeasureKind kind = tally->of.kind;
    int64_t ever = 0; /* runs in which it has happened so far */
    Histogram h, first = {.bin = calloc((size_t)c->turns, sizeof *first.bin)};
    bool ok = histogram_start(&h, tally) && first.bin;
    jsonw_open(jsonw_key(t, tally->of.name), '{');
    jsonw_open(jsonw_key(t, "by_turn"), '[');
    for (int64_t turn = 1; ok && turn <= c->turns; turn++) {
        histogram_turn(&h);
        write_turn(t, &h, kind, c->runs);
        int64_t by_now = count_happened(&h);
        first.bin[first.high++] = (HistogramBin){(double)turn, by_now - ever};
        ever = by_now;
    }
    jsonw_close(t, ']');
    if (kind == MEASURE_EVENT) write_first(t, &first, ever);
    jsonw_close(t, '}');
    histogram_free(&h);
    histogram_free(&first);
    return ok;
}

/* Writes an object: what happened to the plan, its first turn, and its figures by the last turn. */
static bool write_plan_event(Text *t, const MeasureTally *tally, const CountedRuns *c)
{
    Histogram h;
    bool ok = histogram_start(&h, tally);
    while (ok && h.turn < c->turns) histogram_turn(&h);
    measure_open_object(t, &tally->of);
    jsonw_int(jsonw_key(t, "turn"), tally->n > 0 ? tally->change[0].turn : 0);
    write_estimate(t, "p", "p_se", chance_of(count_happened(&h), c->runs));
    write_estimate(t, "mean", "mean_se", mean_of(&h, c->runs));
    jsonw_close(t, '}');
    histogram_free(&h);
    return ok;
}

bool figures_write_plan(Text *t, const char *key, MeasureKind kind, const CountedRuns *c)
{
    bool ok = true, any = false;
    for (size_t i = 0; i < c->tallies->n; i++) {
        const MeasureTally *tally = &c->tallies->tally[i];
        if (tally->of.kind != kind) continue;
        study_open_list(t, key, &any);
        ok = write_plan_event(t, tally, c) && ok;
    }
    if (any) jsonw_close(t, ']');
    return ok;
}

bool figures_write_standing(Text *t, const CountedRuns *c)
{
    bool ok = true;
    for (size_t i = 0; i < c->tallies->n; i++) {
        const MeasureTally *tally = &c->tallies->tally[i];
        bool ever = false;
        for (size_t j = 0; j < tally->n; j++) ever = ever || tally->change[j].value > 0;
        if (tally->of.kind == MEASURE_STANDING && ever) ok = write_measure(t, tally, c) && ok;
    }
    return ok;
}

/* True if a measure asked for has this event's name (that of a track, say), and replaces it. */
static bool is_replaced(const Tallies *tallies, const MeasureName *m)
{
    return m->kind == MEASURE_EVENT && (tallies_find(tallies, MEASURE_NUMBER, m->name) ||
                                        tallies_find(tallies, MEASURE_YES_NO, m->name));
}

bool figures_write_measures(Text *t, const CountedRuns *c)
{
    bool ok = true;
    jsonw_open(t, '{');
    for (size_t i = 0; i < c->tallies->n; i++) {
        const MeasureTally *tally = &c->tallies->tally[i];
        if (!measure_is_of_play(tally->of.kind) && !is_replaced(c->tallies, &tally->of))
            ok = write_measure(t, tally, c) && ok;
    }
    jsonw_close(t, '}');
    return ok && !t->failed;
}

void figures_write_tallies(Text *t, const Tallies *tallies)
{
    jsonw_open(t, '{');
    for (size_t i = 0; i < tallies->n; i++) {
        const MeasureTally *tally = &tallies->tally[i];
        jsonw_open(jsonw_key(t, tally->key), '[');
        for (size_t j = 0; j < tally->n; j++) {
            jsonw_int(t, tally->change[j].turn);
            write_number(t, tally->change[j].value);
            jsonw_int(t, tally->change[j].by);
        }
        jsonw_close(t, ']');
    }
    jsonw_close(t, '}');
}
