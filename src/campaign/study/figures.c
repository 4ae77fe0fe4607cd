/* Every figure is computed from a whole histogram in ascending order: the same tallies give the
 * same bytes. */
#include "campaign/study/figures.h"

#include <math.h>
#include <stdlib.h>

#include "campaign/study/study_query.h"
#include "core/json.h"

static const double WHOLE_MAX = 9007199254740992.0; /* 2^53: above, whole numbers have gaps */

/* --- figures of one histogram ------------------------------------------------------------ */

typedef struct {
    double mean, error;
} Estimate;

static Estimate chance(int64_t happened, int64_t runs)
{
    double n = (double)runs, p = (double)happened / n;
    return (Estimate){p, sqrt(p * (1 - p) / n)};
}

/* How many runs are in no bar: their count is 0. */
static int64_t left_out(const Histogram *h, int64_t runs)
{
    for (size_t i = h->low; i < h->high; i++) runs -= h->bar[i].runs;
    return runs;
}

static Estimate average(const Histogram *h, int64_t runs)
{
    double n = (double)runs, sum = 0, squares = 0;
    for (size_t i = h->low; i < h->high; i++) sum += h->bar[i].value * (double)h->bar[i].runs;
    double mean = sum / n;
    squares += mean * mean * (double)left_out(h, runs);
    for (size_t i = h->low; i < h->high; i++) {
        double off = h->bar[i].value - mean;
        squares += off * off * (double)h->bar[i].runs;
    }
    return (Estimate){mean, runs > 1 ? sqrt(squares / (n - 1) / n) : INFINITY};
}

/* How likely it is that so many at least of n runs lie at or below a value, which each does with
 * chance p: the binomial, summed up on its shorter side. */
static double reached(double p, double n, double least)
{
    int sign;
    bool above = least > n * p;
    double at = above ? least : least - 1, odds = p / (1 - p), sum = 0;
    if (p <= 0 || p >= 1) return p > 0;
    double ways = lgamma_r(n + 1, &sign) - lgamma_r(at + 1, &sign) - lgamma_r(n - at + 1, &sign);
    double part = exp(ways + at * log(p) + (n - at) * log1p(-p));
    for (; part > sum * 1e-12; at += above ? 1 : -1) {
        sum += part;
        part *= above ? (n - at) / (at + 1) * odds : at / (n - at + 1) / odds;
    }
    return above ? sum : 1 - sum;
}

/* The least value that so many of a hundred runs do not pass; its error is how it would spread if
 * as many runs were drawn anew from the bars (the bootstrap, without drawing: Maritz and Jarrett,
 * A note on estimating the variance of the sample median, 1978). */
static Estimate quantile(const Histogram *h, int64_t runs, int64_t of_hundred)
{
    int64_t sum = 0, least = (runs * of_hundred + 99) / 100;
    double value = NAN, before = 0, mean = 0, squares = 0;
    for (size_t i = h->low; i < h->high && before < 1; i++) {
        if (h->bar[i].runs == 0) continue; /* in other turns only */
        sum += h->bar[i].runs;
        if (isnan(value) && sum >= least) value = h->bar[i].value;
        double by_now = reached((double)sum / (double)runs, (double)runs, (double)least);
        double part = by_now - before, off = h->bar[i].value - mean;
        if (part <= 0) continue;
        mean += off * part / by_now;
        squares += part * off * (h->bar[i].value - mean);
        before = by_now;
    }
    return (Estimate){value, runs > 1 ? sqrt(squares) : INFINITY};
}

/* How many runs counted anything. */
static int64_t happened(const Histogram *h)
{
    int64_t n = 0;
    for (size_t i = h->low; i < h->high; i++)
        if (h->bar[i].value > 0) n += h->bar[i].runs;
    return n;
}

/* --- writing ----------------------------------------------------------------------------- */

static void write_number(Text *t, double d)
{
    if (d == floor(d) && fabs(d) < WHOLE_MAX)
        json_int(t, (int64_t)d);
    else
        json_real(t, d);
}

static void write_estimate(Text *t, const char *name, const char *error, Estimate e)
{
    json_key(t, name);
    json_real(t, e.mean);
    json_key(t, error);
    json_real(t, e.error);
}

static const struct {
    const char *name;
    int64_t of_hundred;
} some[] = {{"p5", 5}, {"p25", 25}, {"p50", 50}, {"p75", 75}, {"p95", 95}};

static void write_quantiles(Text *t, const Histogram *h, int64_t runs)
{
    enum { N = sizeof some / sizeof *some };
    Estimate q[N];
    json_key(t, "quantiles");
    json_open(t, '{');
    for (size_t i = 0; i < N; i++) {
        q[i] = quantile(h, runs, some[i].of_hundred);
        json_key(t, some[i].name);
        write_number(t, q[i].mean);
    }
    json_close(t, '}');
    json_key(t, "quantiles_se");
    json_open(t, '{');
    for (size_t i = 0; i < N; i++) {
        json_key(t, some[i].name);
        json_real(t, q[i].error);
    }
    json_close(t, '}');
}

/* The sum of the powers of how far each run in a bar is from the mean. */
static double moment(const Histogram *h, double mean, int power)
{
    double sum = 0;
    for (size_t i = h->low; i < h->high; i++)
        sum += pow(h->bar[i].value - mean, power) * (double)h->bar[i].runs;
    return sum;
}

/* Of all runs in bars; the error of s is that of its square, sqrt((m4 - s^4(n-3)/(n-1))/n), over
 * 2s. */
static Estimate deviation(const Histogram *h, int64_t runs, double mean)
{
    double n = (double)runs, square = moment(h, mean, 2) / (n - 1), fourth = moment(h, mean, 4) / n;
    if (runs < 2) return (Estimate){INFINITY, INFINITY};
    double error = sqrt(fmax(fourth - square * square * (n - 3) / (n - 1), 0) / n);
    return (Estimate){sqrt(square), square > 0 ? error / 2 / sqrt(square) : 0};
}

/* first: the turns in which it first happened. */
static void write_first(Text *t, const Histogram *first, int64_t runs)
{
    if (runs <= 0) return;
    Estimate mean = average(first, runs);
    json_key(t, "first");
    json_open(t, '{');
    json_key(t, "runs");
    json_int(t, runs);
    write_estimate(t, "mean", "mean_se", mean);
    write_estimate(t, "sd", "sd_se", deviation(first, runs, mean.mean));
    write_quantiles(t, first, runs);
    json_close(t, '}');
}

/* '?', '&': yes or no; '=': a number; else an event. */
static bool is_yes(char sort)
{
    return sort == '?' || sort == '&';
}

static void write_turn(Text *t, const Histogram *h, char sort, int64_t runs)
{
    json_open(t, '{');
    json_key(t, "turn");
    json_int(t, h->turn);
    if (sort != '=') write_estimate(t, "p", "p_se", chance(happened(h), runs));
    if (!is_yes(sort)) write_estimate(t, "mean", "mean_se", average(h, runs));
    if (sort == '=') write_quantiles(t, h, runs);
    json_close(t, '}');
}

static bool write_measure(Text *t, const Tally *tally, int64_t turns, int64_t runs)
{
    char sort = tally->name[0];
    int64_t ever = 0;
    Histogram h, first = {.bar = calloc((size_t)turns, sizeof *first.bar)};
    bool ok = histogram_start(&h, tally) && first.bar;
    json_key(t, tally->name + (sort == '=' || is_yes(sort)));
    json_open(t, '{');
    json_key(t, "by_turn");
    json_open(t, '[');
    for (int64_t turn = 1; ok && turn <= turns; turn++) {
        histogram_turn(&h);
        write_turn(t, &h, sort, runs);
        int64_t by_now = happened(&h);
        first.bar[first.high++] = (Bar){(double)turn, by_now - ever};
        ever = by_now;
    }
    json_close(t, ']');
    if (sort != '=' && !is_yes(sort)) write_first(t, &first, ever);
    json_close(t, '}');
    histogram_free(&h);
    histogram_free(&first);
    return ok;
}

static bool write_plan_event(Text *t, const Tally *tally, int64_t turns, int64_t runs)
{
    Histogram h;
    bool ok = histogram_start(&h, tally);
    for (int64_t turn = 1; ok && turn <= turns; turn++) histogram_turn(&h);
    study_query_write_event(t, tally->name);
    json_key(t, "turn");
    json_int(t, tally->n > 0 ? tally->change[0].turn : 0);
    write_estimate(t, "p", "p_se", chance(happened(&h), runs));
    write_estimate(t, "mean", "mean_se", average(&h, runs));
    json_close(t, '}');
    histogram_free(&h);
    return ok;
}

bool figures_of_plan(Text *t, const char *key, char sort, const Tallies *tallies, int64_t turns,
                     int64_t runs)
{
    bool any = false, ok = true;
    for (size_t i = 0; i < tallies->n; i++) {
        if (tallies->tally[i].name[0] != sort) continue;
        if (!any) {
            json_key(t, key);
            json_open(t, '[');
        }
        any = true;
        ok = write_plan_event(t, &tallies->tally[i], turns, runs) && ok;
    }
    if (any) json_close(t, ']');
    return ok;
}

bool figures_of_plays(Text *t, const Tallies *tallies, int64_t turns, int64_t runs)
{
    bool ok = true;
    for (size_t i = 0; i < tallies->n; i++) {
        const Tally *tally = &tallies->tally[i];
        bool ever = false;
        for (size_t j = 0; j < tally->n; j++) ever = ever || tally->change[j].value > 0;
        if (tally->name[0] == '&' && ever) ok = write_measure(t, tally, turns, runs) && ok;
    }
    return ok;
}

/* A measure of one's own stands before an event of the same name, as a change of the track that it
 * looks at. */
static bool is_hidden(const Tallies *tallies, const char *name)
{
    Text own = {0};
    bool hidden = false;
    if (name[0] == '=' || name[0] == '?') return false;
    for (const char *sort = "=?"; *sort && !hidden; sort++) {
        text_clear(&own);
        text_addf(&own, "%c%s", *sort, name);
        hidden = tallies_find(tallies, text_str(&own)) != NULL;
    }
    text_free(&own);
    return hidden;
}

bool figures_write(Text *t, const Tallies *tallies, int64_t turns, int64_t runs)
{
    bool ok = true;
    json_open(t, '{');
    for (size_t i = 0; i < tallies->n; i++)
        if (!study_query_is_plan(tallies->tally[i].name) &&
            !is_hidden(tallies, tallies->tally[i].name))
            ok = write_measure(t, &tallies->tally[i], turns, runs) && ok;
    json_close(t, '}');
    return ok && !t->failed;
}

void figures_raw(Text *t, const Tallies *tallies)
{
    json_open(t, '{');
    for (size_t i = 0; i < tallies->n; i++) {
        const Tally *tally = &tallies->tally[i];
        json_key(t, tally->name);
        json_open(t, '[');
        for (size_t j = 0; j < tally->n; j++) {
            json_int(t, tally->change[j].turn);
            write_number(t, tally->change[j].value);
            json_int(t, tally->change[j].by);
        }
        json_close(t, ']');
    }
    json_close(t, '}');
}
