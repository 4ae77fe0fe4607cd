/* sconce_roll: rolls dice outside a campaign and lists them die by die. */
#include "campaign/dice/roll.h"

#include <string.h>
#include <sys/random.h>

#include "campaign/rules/public_error.h"
#include "core/json_writer.h"

enum { TIMES_MAX = 1000000 };

/* --- shared with counts and odds --- */

/* Counts the UTF-8 characters in the first n bytes. */
static int count_characters(const char *s, size_t n)
{
    int count = 0;
    for (size_t i = 0; i < n && s[i]; i++) count += ((unsigned char)s[i] & 0xc0) != 0x80;
    return count;
}

/* Adds two lines to an error: the expression, and a caret under its byte `at`. */
static void add_caret(const char *expression, size_t at, Err *err)
{
    char text[400];
    size_t n = strlen(expression);
    if (n == 0 || n > 200 || strchr(expression, '\n')) return;
    size_t length = strnlen(err->text, sizeof text - 1);
    memcpy(text, err->text, length);
    text[length] = '\0';
    err_set(err, "%s\n  %s\n  %*s^", text, expression,
            count_characters(expression, at < n ? at : n), "");
}

Dice *roll_parse(const char *expression, Err *err)
{
    size_t at = 0;
    if (!public_check_given(expression, "expression", err)) return NULL;
    Dice *d = dice_parse(expression, strlen(expression), &at, err);
    if (!d) add_caret(expression, at, err);
    return d;
}

bool roll_seed_rng(const char *seed, Rng *rng, Err *err)
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

int64_t roll_from_rng(void *rng, int64_t sides)
{
    return (int64_t)rng_below(rng, (uint64_t)sides) + 1;
}

void roll_write_total(Text *t, Ratio total)
{
    if (total.den == 1) {
        jsonw_int(t, total.num);
        return;
    }
    jsonw_comma(t);
    text_addf(t, "\"%lld/%lld\"", (long long)total.num, (long long)total.den);
}

void roll_write_real(Text *t, double d)
{
    jsonw_comma(t);
    text_addf(t, "%.12g", d);
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
        roll_write_total(jsonw_key(t, "total"), (Ratio){r->parts[i].num, r->parts[i].den});
        jsonw_int(jsonw_key(t, "dice"), (int64_t)r->parts[i].n);
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}

static void write_roll(Text *t, const Roll *r)
{
    jsonw_open(t, '{');
    roll_write_total(jsonw_key(t, "total"), (Ratio){r->num, r->den});
    jsonw_open(jsonw_key(t, "dice"), '[');
    for (size_t i = 0; i < r->n; i++) write_die(t, &r->dice[i]);
    jsonw_close(t, ']');
    write_parts(t, r);
    jsonw_close(t, '}');
}

static bool roll_all(const Dice *d, int64_t times, Rng *rng, Text *t, Err *err)
{
    Roll r = {0};
    bool ok = true;
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "expression"), dice_text(d));
    if (*dice_label(d)) jsonw_string(jsonw_key(t, "label"), dice_label(d));
    jsonw_open(jsonw_key(t, "rolls"), '[');
    for (int64_t i = 0; i < times && ok; i++) {
        ok = dice_roll(d, roll_from_rng, rng, &r, err) == ROLL_DONE;
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
    Dice *d = roll_parse(expression, &err);
    bool ok = d != NULL;
    if (ok && (times < 1 || times > TIMES_MAX))
        ok = err_set(&err, "1 to %d rolls can be listed with each die", TIMES_MAX);
    ok = ok && roll_seed_rng(seed, &rng, &err) && roll_all(d, times, &rng, &t, &err);
    dice_free(d);
    return public_answer(ok, &t, &err, error);
}
