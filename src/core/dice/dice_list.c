/* Reads and writes dice lists.  2d6:3,4 is a count, then as many faces with commas between them. */
#include "core/dice/dice_list.h"
#include "core/ascii.h"
#include "core/dice/dice.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* A dice list while it is read. */
typedef struct {
    const char *at, *end;
    DiceList *dice;
    size_t room;
    Err *err;
} DiceListParser;

/* Reads a number.  False: there are no digits, or too many. */
static bool read_number(DiceListParser *p, int64_t *n)
{
    *n = 0;
    return read_digits(&p->at, p->end, n) > 0;
}

static bool add_face(DiceListParser *p, Face f)
{
    if (!array_room(&p->dice->list, &p->room, p->dice->n + 1, sizeof f))
        return err_set(p->err, "out of memory");
    p->dice->list[p->dice->n++] = f;
    return true;
}

/* Reports the word at `from`.  A bare number behind a comma was meant as one more face of the die
 * before it: "d6:3,5". */
static bool fail_at_die(DiceListParser *p, const char *from)
{
    size_t word = strcspn(from, " \t\n|;");
    bool is_bare_face = p->dice->n && strspn(from, "0123456789,") == word && from[-1] == ',';
    if (is_bare_face)
        return err_set(p->err,
                       "dice: '%.*s' has no die; several dice are written 2d6:3,4, and one "
                       "that explodes face by face: d6:6 d6:2",
                       (int)(word < 20 ? word : 20), from);
    return err_set(p->err, "dice: '%.20s' is not a die and its face; write d6:3, or 2d6:3,4", from);
}

/* Reads one face of a die with these sides (0: any).  from: where the die begins, for errors. */
static bool read_face(DiceListParser *p, int64_t sides, const char *from)
{
    Face f = {.sides = sides};
    if (*p->at == '?')
        p->at++;
    else if (!read_number(p, &f.face))
        return fail_at_die(p, from);
    else if (f.face < 1 || (sides && f.face > sides))
        return err_set(p->err, "dice: a d%lld has no face %lld", (long long)sides,
                       (long long)f.face);
    if (*p->at == 'h' || *p->at == 's') f.source = *p->at++;
    return add_face(p, f);
}

/* Reads "d6:3", "2d6:3,4", "d%:40" or "d:4", and adds its faces. */
static bool read_die(DiceListParser *p)
{
    const char *from = p->at;
    int64_t count = 1, sides = 0;
    if (is_digit(*p->at) && !read_number(p, &count)) return fail_at_die(p, from);
    if (*p->at != 'd' && *p->at != 'D') return fail_at_die(p, from);
    p->at++;
    if (*p->at == '%') {
        p->at++;
        sides = 100;
    } else if (is_digit(*p->at) && (!read_number(p, &sides) || sides < 1))
        return fail_at_die(p, from);
    if ((*p->at != ':' && *p->at != '=') || count < 1 || count > DICE_COUNT_MAX)
        return fail_at_die(p, from);
    p->at++;
    for (int64_t i = 0; i < count; i++) {
        if (i && *p->at++ != ',')
            return err_set(p->err, "dice: %lldd%lld takes %lld faces, separated by commas",
                           (long long)count, (long long)sides, (long long)count);
        while (i && *p->at == ' ') p->at++;
        if (!read_face(p, sides, from)) return false;
    }
    return true;
}

bool dice_list_parse(DiceList *dice, const char *text, Err *err)
{
    *dice = (DiceList){0};
    DiceListParser p = {.at = text, .end = text + strlen(text), .dice = dice, .err = err};
    for (;;) {
        p.at += strspn(p.at, " \t\n,|;");
        if (!*p.at) return true;
        if (!read_die(&p)) break;
        if (*p.at && !strchr(" \t\n,|;", *p.at)) {
            fail_at_die(&p, p.at);
            break;
        }
    }
    dice_list_free(dice);
    return false;
}

void dice_list_free(DiceList *dice)
{
    free(dice->list);
    *dice = (DiceList){0};
}

void dice_list_print_die(Text *t, int64_t sides, int64_t face, char source)
{
    if (t->n) text_addc(t, ' ');
    if (face)
        text_addf(t, "d%lld:%lld", (long long)sides, (long long)face);
    else
        text_addf(t, "d%lld:?", (long long)sides);
    if (source) text_addc(t, source);
}
