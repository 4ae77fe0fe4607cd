/* The units a game book measures in, under all the names it gives them. */
#include "core/unit.h"

#include <string.h>

#include "core/ascii.h"

/* num/den: in metres, inches, seconds.  also: further spellings, a blank around each. */
static const Unit units[] = {
    {"mm", "mm", MEASURE_METRIC, {1, 1000}, " millimetre millimetres millimeter millimeters "},
    {"cm", "cm", MEASURE_METRIC, {1, 100}, " centimetre centimetres centimeter centimeters "},
    {"m", "m", MEASURE_METRIC, {1, 1}, " metre metres meter meters "},
    {"km", "km", MEASURE_METRIC, {1000, 1}, " kilometre kilometres kilometer kilometers "},
    {"inch", "inches", MEASURE_IMPERIAL, {1, 1}, " in "},
    {"ft", "ft", MEASURE_IMPERIAL, {12, 1}, " foot feet "},
    {"yd", "yd", MEASURE_IMPERIAL, {36, 1}, " yds yard yards "},
    {"mile", "miles", MEASURE_IMPERIAL, {63360, 1}, " mi "},
    {"second", "seconds", MEASURE_TIME, {1, 1}, " s sec secs "},
    {"minute", "minutes", MEASURE_TIME, {60, 1}, " min mins "},
    {"hour", "hours", MEASURE_TIME, {3600, 1}, " h hr hrs "},
    {"day", "days", MEASURE_TIME, {86400, 1}, " "},
    {"week", "weeks", MEASURE_TIME, {604800, 1}, " wk wks "},
    {"real second", "real seconds", MEASURE_REAL, {1, 1}, " "},
    {"real minute", "real minutes", MEASURE_REAL, {60, 1}, " "},
    {"real hour", "real hours", MEASURE_REAL, {3600, 1}, " "},
    {"real day", "real days", MEASURE_REAL, {86400, 1}, " "},
    {"real week", "real weeks", MEASURE_REAL, {604800, 1}, " "},
    {"turn", "turns", MEASURE_TURNS, {1, 1}, " "},
};

static bool is_among(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at++)
        if (at > words && at[-1] == ' ' && at[n] == ' ') return true;
    return false;
}

const Unit *unit_find(const char *word)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const Unit *u = &units[i];
        if (strcmp(word, u->name) == 0 || strcmp(word, u->plural) == 0 || is_among(u->also, word))
            return u;
    }
    return NULL;
}

Measure unit_measure(const char *unit)
{
    char name[UNIT_MAX];
    const Unit *u = unit_name(name, unit, strlen(unit)) ? unit_find(name) : NULL;
    return u ? u->measure : MEASURE_OTHER;
}

/* --- words that are in no table --- */

static bool ends(const char *s, size_t n, const char *tail)
{
    size_t len = strlen(tail);
    return n > len && memcmp(s + n - len, tail, len) == 0;
}

static bool hisses(const char *s, size_t n)
{
    return ends(s, n, "ss") || ends(s, n, "x") || ends(s, n, "ch") || ends(s, n, "sh");
}

/* "gp", "lb", "xp" stay as they are for any number. */
static bool is_short(const char *s, size_t n)
{
    return n <= 2 || !strpbrk(s, "aeiouy");
}

static void make_singular(char *s)
{
    size_t n = strlen(s);
    if (n <= 2 || s[n - 1] != 's' || ends(s, n, "ss") || ends(s, n, "us") || ends(s, n, "is"))
        return;
    if (n > 4 && ends(s, n, "ies"))
        memcpy(s + n - 3, "y", 2);
    else if (ends(s, n, "es") && hisses(s, n - 2))
        s[n - 2] = '\0';
    else
        s[n - 1] = '\0';
}

void unit_plural(const char *unit, Text *t)
{
    const Unit *u = unit_find(unit);
    size_t n = strlen(unit);
    if (u) {
        text_add(t, u->plural);
    } else if (is_short(unit, n)) {
        text_add(t, unit);
    } else if (n > 2 && unit[n - 1] == 'y' && !strchr("aeiou", unit[n - 2])) {
        text_addn(t, unit, n - 1);
        text_add(t, "ies");
    } else {
        text_add(t, unit);
        text_add(t, hisses(unit, n) || unit[n - 1] == 's' ? "es" : "s");
    }
}

/* --- reading a unit --- */

static bool in_word(char c)
{
    return is_letter(c) || (unsigned char)c >= 0x80;
}

static bool is_word(const char *s)
{
    if (!in_word(*s)) return false;
    while (in_word(*s) || *s == '-' || *s == '_' || *s == '\'') s++;
    return *s == '\0';
}

/* Lower case, one blank between words, none around; false when too long. */
static bool squeeze(char to[UNIT_MAX], const char *s, size_t n)
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

bool unit_name(char name[UNIT_MAX], const char *s, size_t n)
{
    static const char real[] = "real ";
    if (!squeeze(name, s, n)) return false;
    bool by_the_wall = strncmp(name, real, sizeof real - 1) == 0;
    char *word = by_the_wall ? name + sizeof real - 1 : name;
    if (!is_word(word)) return false;
    const Unit *u = unit_find(word);
    if (by_the_wall && (!u || u->measure != MEASURE_TIME)) return false;
    if (u)
        strcpy(word, u->name);
    else
        make_singular(word);
    return true;
}
