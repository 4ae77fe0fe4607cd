/* Every figure is computed from a whole histogram in ascending order: the same tallies give the
 * same bytes. */
#include "campaign/figures.h"

#include <math.h>

#include "campaign/asked.h"
#include "campaign/json.h"

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
    for (size_t i = 0; i < h->n; i++)
        runs -= h->bar[i].runs;
    return runs;
}

static Estimate average(const Histogram *h, int64_t runs)
{
    double n = (double)runs, sum = 0, squares = 0;
    for (size_t i = 0; i < h->n; i++)
        sum += h->bar[i].value * (double)h->bar[i].runs;
    double mean = sum / n;
    squares += mean * mean * (double)left_out(h, runs);
    for (size_t i = 0; i < h->n; i++) {
        double off = h->bar[i].value - mean;
        squares += off * off * (double)h->bar[i].runs;
    }
    return (Estimate){mean, runs > 1 ? sqrt(squares / (n - 1) / n) : INFINITY};
}

/* The least value that so many of a hundred runs do not pass. */
static double quantile(const Histogram *h, int64_t runs, int64_t of_hundred)
{
    int64_t sum = 0;
    for (size_t i = 0; i < h->n; i++) {
        sum += h->bar[i].runs;
        if (sum > 0 && sum * 100 >= runs * of_hundred) return h->bar[i].value;
    }
    return NAN;
}

/* How many runs counted anything. */
static int64_t happened(const Histogram *h)
{
    int64_t n = 0;
    for (size_t i = 0; i < h->n; i++)
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
    json_key(t, "quantiles");
    json_open(t, '{');
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        json_key(t, some[i].name);
        write_number(t, quantile(h, runs, some[i].of_hundred));
    }
    json_close(t, '}');
}

/* Turns until it first happened, over the runs in which it did. */
typedef struct {
    int64_t runs;
    double sum, squares;
} First;

static void note_first(First *f, int64_t turn, int64_t runs_now)
{
    double n = (double)(runs_now - f->runs), at = (double)turn;
    f->sum += n * at;
    f->squares += n * at * at;
    f->runs = runs_now;
}

/* The turn by which so many of a hundred of them had it. */
static int64_t first_quantile(const Tally *tally, int64_t turns, int64_t runs, int64_t of_hundred)
{
    Histogram h;
    int64_t turn = 0;
    if (histogram_start(&h, tally))
        do histogram_turn(&h);
        while (++turn < turns && happened(&h) * 100 < runs * of_hundred);
    histogram_free(&h);
    return turn;
}

static void write_first(Text *t, const First *f, const Tally *tally, int64_t turns)
{
    double n = (double)f->runs, mean = f->sum / n;
    double spread = f->runs > 1 ? (f->squares - f->sum * mean) / (n - 1) : INFINITY;
    if (f->runs <= 0) return;
    if (spread < 0) spread = 0;
    json_key(t, "first");
    json_open(t, '{');
    json_key(t, "runs");
    json_int(t, f->runs);
    write_estimate(t, "mean", "mean_se", (Estimate){mean, sqrt(spread / n)});
    json_key(t, "sd");
    json_real(t, sqrt(spread));
    json_key(t, "quantiles");
    json_open(t, '{');
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        json_key(t, some[i].name);
        json_int(t, first_quantile(tally, turns, f->runs, some[i].of_hundred));
    }
    json_close(t, '}');
    json_close(t, '}');
}

/* '?', '&': yes or no; '=': a number; else an event. */
static bool is_yes(char sort) { return sort == '?' || sort == '&'; }

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
    First first = {0};
    Histogram h;
    bool ok = histogram_start(&h, tally);
    json_key(t, tally->name + (sort == '=' || is_yes(sort)));
    json_open(t, '{');
    json_key(t, "by_turn");
    json_open(t, '[');
    for (int64_t turn = 1; ok && turn <= turns; turn++) {
        histogram_turn(&h);
        write_turn(t, &h, sort, runs);
        note_first(&first, turn, happened(&h));
    }
    json_close(t, ']');
    if (sort != '=' && !is_yes(sort)) write_first(t, &first, tally, turns);
    json_close(t, '}');
    histogram_free(&h);
    return ok;
}

static bool write_plan_event(Text *t, const Tally *tally, int64_t turns, int64_t runs)
{
    Histogram h;
    bool ok = histogram_start(&h, tally);
    for (int64_t turn = 1; ok && turn <= turns; turn++)
        histogram_turn(&h);
    asked_write_event(t, tally->name);
    json_key(t, "turn");
    json_int(t, tally->n > 0 ? tally->change[0].turn : 0);
    write_estimate(t, "p", "p_se", chance(happened(&h), runs));
    write_estimate(t, "mean", "mean_se", average(&h, runs));
    json_close(t, '}');
    histogram_free(&h);
    return ok;
}

bool figures_of_plan(Text *t, const char *key, char sort, const Tallies *tallies, int64_t turns, int64_t runs)
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
        for (size_t j = 0; j < tally->n; j++)
            ever = ever || tally->change[j].value > 0;
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
        if (!asked_is_plan(tallies->tally[i].name) && !is_hidden(tallies, tallies->tally[i].name))
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
