/* What a hand types, read into faces for the worker. */
#include "campaign/table/manual_dice.h"

#include <ctype.h>
#include <string.h>

#include "core/dice_list.h"

void manual_dice_face(Text *t, int64_t sides, int64_t face)
{
    if (face > 0)
        dice_list_add(t, sides, face, 0);
    else
        text_addf(t, "%sd%lld:?", t->n > 0 ? " " : "", (long long)sides);
}

/* --- riding on a line -------------------------------------------------------------------- */

size_t manual_dice_rider(const char *line)
{
    size_t n = strlen(line), at = n;
    while (at > 0 && (isdigit((unsigned char)line[at - 1]) || strchr(", ", line[at - 1]))) at--;
    if (at == n || at < 2 || line[at - 1] != '=' || line[n - 1] == ',' || strchr(", ", line[at]))
        return 0;
    if (line[at - 2] != ' ' && line[at - 2] != '\t') return 0;
    for (at--; at > 0 && isspace((unsigned char)line[at - 1]);) at--;
    return at > 0 ? n - at : 0;
}

size_t manual_dice_ride(const char *rider, Text *out)
{
    size_t count = 0;
    for (const char *p = rider + strspn(rider, " \t="); *p; count++) {
        size_t n = strcspn(p, ", ");
        text_addf(out, "%sd:%.*s", count > 0 ? " " : "", (int)n, p);
        p += n + strspn(p + n, ", ");
    }
    return count;
}

/* --- draws of the journal ---------------------------------------------------------------- */

size_t manual_dice_count(const char *draws, char source)
{
    DiceList f;
    size_t count = 0;
    if (!dice_list_parse(&f, draws, NULL)) return 0;
    for (size_t i = 0; i < f.n; i++) count += f.list[i].source == source;
    dice_list_free(&f);
    return count;
}

void manual_dice_again(const char *draws, Text *out)
{
    DiceList f;
    size_t last = 0;
    if (!dice_list_parse(&f, draws, NULL)) return;
    for (size_t i = 0; i < f.n; i++)
        if (f.list[i].source == 'h') last = i + 1;
    for (size_t i = 0; i < last; i++)
        manual_dice_face(out, f.list[i].sides, f.list[i].source == 'h' ? f.list[i].face : 0);
    dice_list_free(&f);
}

/* --- at a question ----------------------------------------------------------------------- */

typedef struct {
    const Value *sides; /* a list */
    size_t n;
    const char *die;
} Wanted;

static bool read_wanted(const Value *ask, Wanted *w, Err *err)
{
    const char *die = value_text(ask, "die", "die");
    if (strncmp(die, "1d", 2) == 0) die++;
    *w = (Wanted){.sides = value_get(ask, "sides"), .die = die};
    bool good = w->sides && w->sides->kind == TOKEN_LIST && w->sides->n > 0;
    for (size_t i = 0; good && i < w->sides->n; i++)
        good = w->sides->items[i].kind == TOKEN_INT && w->sides->items[i].integer > 0;
    w->n = good ? w->sides->n : 0;
    return good || err_set(err, "the rules want a die and do not say which");
}

/* One number as a face: 0 on a d10 is its 10, 0 or 00 on a d100 its 100; ? lets the program roll.
 */
static bool read_face(const char *word, size_t n, int64_t sides, Text *faces, Err *err)
{
    if (n == 1 && word[0] == '?') {
        manual_dice_face(faces, sides, 0);
        return true;
    }
    int64_t face = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isdigit((unsigned char)word[i]) || n > 12)
            return err_set(
                err, "'%.*s' is no face of a d%lld: type a number, or nothing to let it be rolled",
                n > 40 ? 40 : (int)n, word, (long long)sides);
        face = face * 10 + (word[i] - '0');
    }
    if (face == 0 && (sides == 10 || sides == 100)) face = sides;
    if (face < 1 || face > sides)
        return err_set(err, "a d%lld shows 1 to %lld, not %lld", (long long)sides, (long long)sides,
                       (long long)face);
    manual_dice_face(faces, sides, face);
    return true;
}

static bool read_faces(const char *line, const Wanted *w, Text *faces, Err *err)
{
    static const char between[] = " \t,;";
    size_t count = 0;
    for (const char *p = line + strspn(line, between); *p; p += strspn(p, between)) {
        size_t n = strcspn(p, between);
        int64_t sides = w->sides->items[count < w->n ? count : w->n - 1].integer;
        if (!read_face(p, n, sides, faces, err)) return false;
        count++;
        p += n;
    }
    for (; count == 0 && faces->n == 0 && w->n > 0;) {
        for (size_t i = 0; i < w->n; i++) manual_dice_face(faces, w->sides->items[i].integer, 0);
        return true;
    }
    if (count == w->n) return true;
    return err_set(err, "%s: %zu number%s wanted, %zu typed", w->die, w->n,
                   w->n == 1 ? " is" : "s are", count);
}

bool manual_dice_read(const Value *ask, const char *line, Text *faces, Err *err)
{
    Wanted w;
    return read_wanted(ask, &w, err) && read_faces(line, &w, faces, err);
}
