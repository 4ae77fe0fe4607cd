/* Reads, writes and computes quantities.  Conversions are exact; an error names both sides. */
#include "core/quantity.h"

#include <math.h>
#include <string.h>

#include "core/ascii.h"
#include "core/ratio.h"

enum { QUANTITY_TEXT_MAX = 100 }; /* bytes */
enum { DECIMALS_SHOWN = 6 };      /* at most; a number that needs more is a fraction, "1/3 mile" */

/* --- units --- */

/* A unit that the program knows. */
typedef struct {
    const char *name, *plural;
    Measure measure;
    Ratio size;       /* in metres, inches, seconds or turns */
    const char *also; /* further spellings, with blanks between them */
} Unit;

static const Unit units[] = {
    {"mm", "mm", MEASURE_METRIC, {1, 1000}, "millimetre millimetres millimeter millimeters"},
    {"cm", "cm", MEASURE_METRIC, {1, 100}, "centimetre centimetres centimeter centimeters"},
    {"m", "m", MEASURE_METRIC, {1, 1}, "metre metres meter meters"},
    {"km", "km", MEASURE_METRIC, {1000, 1}, "kilometre kilometres kilometer kilometers"},
    {"inch", "inches", MEASURE_IMPERIAL, {1, 1}, "in"},
    {"ft", "ft", MEASURE_IMPERIAL, {12, 1}, "foot feet"},
    {"yd", "yd", MEASURE_IMPERIAL, {36, 1}, "yds yard yards"},
    {"mile", "miles", MEASURE_IMPERIAL, {63360, 1}, "mi"},
    {"second", "seconds", MEASURE_TIME, {1, 1}, "s sec secs"},
    {"minute", "minutes", MEASURE_TIME, {60, 1}, "min mins"},
    {"hour", "hours", MEASURE_TIME, {3600, 1}, "h hr hrs"},
    {"day", "days", MEASURE_TIME, {86400, 1}, ""},
    {"week", "weeks", MEASURE_TIME, {604800, 1}, "wk wks"},
    {"real second", "real seconds", MEASURE_REAL, {1, 1}, ""},
    {"real minute", "real minutes", MEASURE_REAL, {60, 1}, ""},
    {"real hour", "real hours", MEASURE_REAL, {3600, 1}, ""},
    {"real day", "real days", MEASURE_REAL, {86400, 1}, ""},
    {"real week", "real weeks", MEASURE_REAL, {604800, 1}, ""},
    {"turn", "turns", MEASURE_TURNS, {1, 1}, ""},
};

enum { UNITS = sizeof units / sizeof *units };

/* The unit of the table with this spelling, in lower case; NULL when there is none.  Tries the
 * names first, since a quantity holds the name of its unit and no other spelling. */
static const Unit *unit_find(const char *word)
{
    for (const Unit *u = units; u < units + UNITS; u++)
        if (*u->name == *word && strcmp(word, u->name) == 0) return u;
    size_t n = strlen(word);
    for (const Unit *u = units; u < units + UNITS; u++)
        if (strcmp(word, u->plural) == 0 || text_has_word(u->also, word, n)) return u;
    return NULL;
}

/* --- plurals of words that are not in the table --- */

static bool ends_with(const char *s, size_t n, const char *tail)
{
    size_t len = strlen(tail);
    return n > len && memcmp(s + n - len, tail, len) == 0;
}

static bool ends_in_sibilant(const char *s, size_t n)
{
    return ends_with(s, n, "ss") || ends_with(s, n, "x") || ends_with(s, n, "ch") ||
           ends_with(s, n, "sh");
}

/* Cuts off the plural of an English word, in place. */
static void make_singular(char *s)
{
    size_t n = strlen(s);
    if (n <= 2 || s[n - 1] != 's' || ends_with(s, n, "ss") || ends_with(s, n, "us") ||
        ends_with(s, n, "is"))
        return;                          /* no plurals: "gs", "compass", "radius", "axis" */
    if (n > 4 && ends_with(s, n, "ies")) /* n > 4: "ties" is the plural of "tie" */
        memcpy(s + n - 3, "y", 2);
    else if (ends_with(s, n, "es") && ends_in_sibilant(s, n - 2))
        s[n - 2] = '\0';
    else
        s[n - 1] = '\0';
}

/* Appends the plural of a unit's canonical name. */
static void unit_plural(const char *unit, Text *t)
{
    const Unit *u = unit_find(unit);
    size_t n = strlen(unit);
    if (u) {
        text_add(t, u->plural);
    } else if (n <= 2 || !strpbrk(unit, "aeiouy")) { /* no words: "gp", "lbs" */
        text_add(t, unit);
    } else if (unit[n - 1] == 'y' && !strchr("aeiou", unit[n - 2])) {
        text_addn(t, unit, n - 1);
        text_add(t, "ies");
    } else {
        text_add(t, unit);
        text_add(t, ends_in_sibilant(unit, n) || unit[n - 1] == 's' ? "es" : "s");
    }
}

/* --- reading a unit --- */

static bool is_word_char(char c)
{
    return is_letter(c) || (unsigned char)c >= 0x80;
}

static bool is_word(const char *s)
{
    if (!is_word_char(*s)) return false;
    while (is_word_char(*s) || *s == '-' || *s == '_' || *s == '\'') s++;
    return *s == '\0';
}

/* Copies words in lower case, with one blank between them and none around; false when there are
 * none, or when they are too long. */
static bool normalize_words(char to[UNIT_MAX], const char *s, size_t n)
{
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        bool blank = is_blank(s[i]);
        if (blank && (len == 0 || to[len - 1] == ' ')) continue;
        if (s[i] == '\0' || len + 1 == UNIT_MAX) return false;
        to[len++] = blank ? ' ' : to_lower(s[i]);
    }
    if (len > 0 && to[len - 1] == ' ') len--;
    to[len] = '\0';
    return len > 0;
}

/* Sets the canonical name of a unit, "Feet" -> "ft", "zones" -> "zone".  False when it is not a
 * unit: a unit is one word of letters, or "real" and a unit of time. */
static bool canonical_unit(char name[UNIT_MAX], const char *s, size_t n)
{
    static const char real[] = "real ";
    if (!normalize_words(name, s, n)) return false;
    bool is_real = strncmp(name, real, sizeof real - 1) == 0;
    char *word = is_real ? name + sizeof real - 1 : name;
    if (!is_word(word)) return false;
    const Unit *u = unit_find(word);
    if (is_real && (!u || u->measure != MEASURE_TIME)) return false;
    if (u)
        strcpy(word, u->name);
    else
        make_singular(word);
    return true;
}

Measure unit_measure(const char *unit)
{
    char name[UNIT_MAX];
    const Unit *u = canonical_unit(name, unit, strlen(unit)) ? unit_find(name) : NULL;
    return u ? u->measure : MEASURE_OTHER;
}

/* --- reading a quantity --- */

/* The rest of a text that is being read. */
typedef struct {
    const char *at, *end;
} QuantityReader;

static bool is_digit_next(const QuantityReader *p)
{
    return p->at < p->end && is_digit(*p->at);
}

static bool is_next(const QuantityReader *p, char c)
{
    return p->at < p->end && *p->at == c;
}

static void skip_blanks(QuantityReader *p)
{
    while (p->at < p->end && is_blank(*p->at)) p->at++;
}

static bool fail_too_large(Err *err, const char *text)
{
    return err_set(err, "%s: the number is too large to be kept exactly", text);
}

/* Reads the / and the number behind it, the denominator of `value`, which was a whole number. */
static bool read_denominator(QuantityReader *p, Ratio *value, const char *text, Err *err)
{
    int64_t den = 0;
    p->at++;
    skip_blanks(p);
    int digits = read_digits(&p->at, p->end, &den);
    if (digits < 0) return fail_too_large(err, text);
    if (digits == 0) return err_set(err, "%s: a number should follow the /", text);
    if (den == 0) return err_set(err, "%s: nothing divides by 0", text);
    return ratio_make(value, value->num, den);
}

/* Adds the fraction behind a whole number, as in "1 1/2", if there is one. */
static bool read_mixed_fraction(QuantityReader *p, Ratio *value, const char *text, Err *err)
{
    QuantityReader q = *p; /* *p moves only if there is a fraction */
    Ratio part = {0, 1};
    skip_blanks(&q);
    if (!is_digit_next(&q)) return true;
    if (read_digits(&q.at, q.end, &part.num) < 0) return fail_too_large(err, text);
    if (!is_next(&q, '/')) return err_set(err, "%s: one number is enough", text);
    if (!read_denominator(&q, &part, text, err)) return false;
    *p = q;
    return ratio_add(value, *value, part) || fail_too_large(err, text);
}

/* Reads the number of a quantity: 2, 2.5, 3/4 or 2 1/2. */
static bool read_size(QuantityReader *p, Ratio *value, const char *text, Err *err)
{
    const char *start = p->at;
    if (!is_digit_next(p) && !is_next(p, '.'))
        return err_set(err, "%s: a quantity begins with a number, as in \"6 turns\"", text);
    NumberEnd end = ratio_read(value, &p->at, p->end);
    if (end == NUMBER_NO_DECIMALS) return err_set(err, "%s: digits should follow the point", text);
    if (end != NUMBER_READ) return fail_too_large(err, text);
    bool decimal = memchr(start, '.', (size_t)(p->at - start)) != NULL;
    if (decimal) return true; /* no fraction follows it */
    if (is_next(p, ',')) return err_set(err, "%s: decimals follow a point, not a comma", text);
    if (is_next(p, '/')) return read_denominator(p, value, text, err);
    return read_mixed_fraction(p, value, text, err);
}

/* Skips a sign; true for a minus.  Printed books use the minus sign U+2212. */
static bool read_sign(QuantityReader *p)
{
    static const char minus[] = "\u2212";
    size_t n = sizeof minus - 1;
    bool negative = is_next(p, '-');
    if (negative || is_next(p, '+')) {
        p->at++;
    } else if ((size_t)(p->end - p->at) >= n && memcmp(p->at, minus, n) == 0) {
        negative = true;
        p->at += n;
    }
    skip_blanks(p);
    return negative;
}

/* Reads the unit: all that is left of the text.  text: the whole quantity, for errors. */
static bool read_unit(QuantityReader *p, char unit[UNIT_MAX], const char *text, Err *err)
{
    skip_blanks(p);
    if (p->at == p->end)
        return err_set(err, "%s: a unit should follow the number, as in \"%s m\" or \"%s turns\"",
                       text, text, text);
    size_t n = (size_t)(p->end - p->at);
    if (canonical_unit(unit, p->at, n)) return true;
    return err_set(
        err,
        "%s: \"%.*s\" is not a unit; a unit is one word, as in \"6 turns\", or real time, "
        "as in \"60 real minutes\"",
        text, (int)n, p->at);
}

bool quantity_parse(Quantity *q, const char *s, size_t n, Err *err)
{
    QuantityReader p = {s, s + n};
    skip_blanks(&p);
    while (p.end > p.at && is_blank(p.end[-1])) p.end--;
    n = (size_t)(p.end - p.at);
    if (n > QUANTITY_TEXT_MAX)
        return err_set(err, "this is too long for a quantity such as \"36 m\"");
    if (!text_is_utf8(p.at, n) || memchr(p.at, '\0', n))
        return err_set(err,
                       "this is not a text; a quantity is a number and a unit, as in \"36 m\"");
    char text[QUANTITY_TEXT_MAX + 1];
    memcpy(text, p.at, n);
    text[n] = '\0';
    if (n == 0)
        return err_set(err, "nothing is here; a quantity is a number and a unit, as in \"36 m\"");

    Ratio value;
    Quantity read;
    bool negative = read_sign(&p);
    if (!read_size(&p, &value, text, err) || !read_unit(&p, read.unit, text, err)) return false;
    read.num = negative ? -value.num : value.num;
    read.den = value.den;
    *q = read;
    return true;
}

/* --- writing a quantity --- */

/* The number of decimals that show 1/den exactly; -1 when that takes more than DECIMALS_SHOWN. */
static int decimals_of(int64_t den)
{
    int n = 0;
    for (int64_t power = 1; n <= DECIMALS_SHOWN; n++, power *= 10)
        if (power % den == 0) return n;
    return -1;
}

/* Appends a number.  places: how many decimals to write (1 for 2.5); with 0 or less it is written
 * as a whole number, a fraction or both: 2, 1/3, 2 1/2. */
static void print_number(Text *t, Ratio r, int places)
{
    uint64_t size = r.num < 0 ? -(uint64_t)r.num : (uint64_t)r.num, den = (uint64_t)r.den;
    uint64_t whole = size / den, rest = size % den;
    if (r.num < 0) text_addc(t, '-');
    if (rest == 0 || places > 0 || whole > 0) text_addf(t, "%llu", (unsigned long long)whole);
    if (rest == 0) return;
    if (places > 0) {
        for (int i = 0; i < places; i++) rest *= 10;
        text_addf(t, ".%0*llu", places, (unsigned long long)(rest / den));
    } else {
        text_addf(t, whole > 0 ? " %llu/%llu" : "%llu/%llu", (unsigned long long)rest,
                  (unsigned long long)den);
    }
}

void quantity_print(const Quantity *q, Text *t)
{
    Ratio r = {q->num, q->den};
    int places = decimals_of(q->den);
    /* "1/3 mile", but "0.5 miles" */
    bool proper = places < 0 && q->num < q->den && q->num > -q->den;
    bool one = (q->num == 1 || q->num == -1) && q->den == 1;
    print_number(t, r, places);
    text_addc(t, ' ');
    if (one || proper)
        text_add(t, q->unit);
    else
        unit_plural(q->unit, t);
}

/* --- arithmetic --- */

/* Reports that a and b do not convert; b may be a unit without a number (den 0). */
static bool fail_to_convert(const Quantity *a, const Quantity *b, Err *err)
{
    ScopedText t = {0};
    quantity_print(a, &t);
    text_add(&t, " and ");
    if (b->den > 0)
        quantity_print(b, &t);
    else
        text_add(&t, b->unit);
    if (t.failed)
        err_set(err, "out of memory");
    else
        err_set(err, "%s are not the same measure", text_str(&t));
    return false;
}

static bool fail_past_64_bits(const Quantity *q, Err *err)
{
    return err_set(err, "the number of %s is too large to be kept exactly", q->unit);
}

/* Sets *r to the number of units b that make one unit a; false when they do not convert. */
static bool conversion_rate(const char *a, const char *b, Ratio *r)
{
    if (strcmp(a, b) == 0) {
        *r = ratio_of(1);
        return true;
    }
    const Unit *from = unit_find(a), *to = unit_find(b);
    return from && to && from->measure == to->measure && ratio_divide(r, from->size, to->size);
}

/* Sets *r to the number of q in the unit of b.  An error names b first, as the left operand. */
static bool number_in_unit_of(const Quantity *q, const Quantity *b, Ratio *r, Err *err)
{
    if (!conversion_rate(q->unit, b->unit, r)) return fail_to_convert(b, q, err);
    return ratio_multiply(r, (Ratio){q->num, q->den}, *r) || fail_past_64_bits(b, err);
}

static void set_number(Quantity *q, Ratio r)
{
    q->num = r.num;
    q->den = r.den;
}

bool quantity_convert(Quantity *q, const char *unit, Err *err)
{
    Quantity to = {0, 0, ""}; /* a unit without a number */
    Ratio r;
    if (strcmp(q->unit, unit) == 0) return true;
    if (!canonical_unit(to.unit, unit, strlen(unit)))
        return err_set(err, "\"%s\" is not a unit", unit);
    if (!conversion_rate(q->unit, to.unit, &r)) return fail_to_convert(q, &to, err);
    if (!ratio_multiply(&r, (Ratio){q->num, q->den}, r)) return fail_past_64_bits(&to, err);
    set_number(&to, r);
    *q = to;
    return true;
}

/* a = a op b, in the unit of a. */
static bool apply_in_unit(Quantity *a, const Quantity *b, bool op(Ratio *, Ratio, Ratio), Err *err)
{
    Ratio r;
    if (!number_in_unit_of(b, a, &r, err)) return false;
    if (!op(&r, (Ratio){a->num, a->den}, r)) return fail_past_64_bits(a, err);
    set_number(a, r);
    return true;
}

bool quantity_add(Quantity *a, const Quantity *b, Err *err)
{
    return apply_in_unit(a, b, ratio_add, err);
}

bool quantity_subtract(Quantity *a, const Quantity *b, Err *err)
{
    return apply_in_unit(a, b, ratio_subtract, err);
}

bool quantity_scale(Quantity *a, int64_t num, int64_t den, Err *err)
{
    Ratio by;
    if (den == 0) return err_set(err, "nothing divides by 0");
    if (!ratio_make(&by, num, den) || !ratio_multiply(&by, (Ratio){a->num, a->den}, by))
        return fail_past_64_bits(a, err);
    set_number(a, by);
    return true;
}

bool quantity_compare(const Quantity *a, const Quantity *b, int *order, Err *err)
{
    Ratio r;
    if (!number_in_unit_of(b, a, &r, err)) return false;
    *order = ratio_compare((Ratio){a->num, a->den}, r);
    return true;
}

bool quantity_ratio(const Quantity *a, const Quantity *b, int64_t *num, int64_t *den, Err *err)
{
    Ratio r;
    if (!number_in_unit_of(b, a, &r, err)) return false;
    if (r.num == 0) return err_set(err, "nothing divides by 0");
    if (!ratio_divide(&r, (Ratio){a->num, a->den}, r)) return fail_past_64_bits(a, err);
    *num = r.num;
    *den = r.den;
    return true;
}

/* --- floats --- */

/* A double counts as a fraction when the fraction rounds to it.  With denominators up to DEN_MAX
 * there are only 3e7 fractions below 1, among 4e18 doubles: hardly any double is one by chance. */
enum { DEN_MAX = 10000, PLACES_MAX = 9 };
static const double NUM_MAX = INT32_MAX;

/* Finds the decimal of at most PLACES_MAX places that rounds to d. */
static bool find_decimal(double d, Ratio *r)
{
    int64_t power = 1;
    for (int i = 0; i <= PLACES_MAX; i++, power *= 10) {
        double scaled = nearbyint(d * (double)power);
        if (fabs(scaled) > NUM_MAX) return false;
        if (scaled / (double)power == d) return ratio_make(r, (int64_t)scaled, power);
    }
    return false;
}

/* Finds the simplest fraction that rounds to d, by continued fractions (Hardy and Wright, An
 * Introduction to the Theory of Numbers, chapter 10).  n0/d0 and n1/d1: the last convergents. */
static bool find_fraction(double d, Ratio *r)
{
    double rest = fabs(d), size = rest;
    int64_t n0 = 0, n1 = 1, d0 = 1, d1 = 0;
    while (rest < NUM_MAX) {
        int64_t whole = (int64_t)rest, n2 = whole * n1 + n0, d2 = whole * d1 + d0;
        if (n2 > (int64_t)NUM_MAX || d2 > DEN_MAX) return false;
        if ((double)n2 / (double)d2 == size) {
            *r = (Ratio){d < 0 ? -n2 : n2, d2};
            return true;
        }
        n0 = n1;
        n1 = n2;
        d0 = d1;
        d1 = d2;
        if (rest == (double)whole) return false; /* 1 / 0 would follow */
        rest = 1 / (rest - (double)whole);
    }
    return false;
}

bool double_to_fraction(double d, int64_t *num, int64_t *den)
{
    Ratio r;
    if (!isfinite(d)) return false;
    if (d == nearbyint(d) && fabs(d) < 0x1p53)
        r = ratio_of((int64_t)d);
    else if (!find_decimal(d, &r) && !find_fraction(d, &r))
        return false;
    *num = r.num;
    *den = r.den;
    return true;
}
