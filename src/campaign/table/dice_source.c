/* Reads typed dice: as a list, behind a line, at a question; and those of an entry. */
#include "campaign/table/dice_source.h"

#include <string.h>

#include "campaign/view/lines/show.h"
#include "core/ascii.h"

/* --- the mode ----------------------------------------------------------------------------- */

void dice_source_free(DiceSource *d)
{
    dice_list_free(&d->script);
}

const char *dice_mode_name(DiceMode mode)
{
    static const char *const name[] = {"auto", "hand", "script"};
    return name[mode];
}

bool dice_source_set(DiceSource *d, const char *mode, int64_t entries, Err *err)
{
    DiceSource new = {.undone_entry = d->undone_entry}; /* its dice are kept in every mode */
    if (strpbrk(mode, "0123456789")) {                  /* only a list of dice has digits */
        if (!dice_list_parse(&new.script, mode, err)) return false;
        new.mode = DICE_SCRIPT;
        new.script_since = entries;
    } else if (strcmp(mode, "hand") == 0) {
        new.mode = DICE_HAND;
    } else if (strcmp(mode, "auto") != 0) {
        return err_set(
            err, "dice are 'auto', 'hand', or a list such as \"d6:3 d20:12\", not '%.60s'", mode);
    }
    dice_source_free(d);
    *d = new;
    return true;
}

/* --- the strict list ---------------------------------------------------------------------- */

void dice_source_write_unused(const DiceSource *d, Text *out)
{
    for (size_t i = d->script_next; i < d->script.n; i++)
        dice_list_print_die(out, d->script.list[i].sides, d->script.list[i].face, 0);
}

/* Counts the faces of the list that an entry used.  Dice on its line have their mark 's', too. */
static size_t count_script_faces(const DiceSource *d, const Entry *e)
{
    ScopedText typed = {0};
    if (e->seq <= d->script_since) return 0;
    size_t used = dice_count_draws(text_str(&e->draws), 's');
    size_t n = dice_suffix_length(text_str(&e->typed));
    size_t on_line = n ? dice_read_suffix(text_str(&e->typed) + e->typed.n - n, &typed) : 0;
    return used > on_line ? used - on_line : 0;
}

void dice_source_use(DiceSource *d, const Entry *e)
{
    d->script_next += count_script_faces(d, e);
    if (d->script_next > d->script.n) d->script_next = d->script.n;
}

void dice_source_give_back(DiceSource *d, const Entry *e)
{
    size_t used = count_script_faces(d, e);
    d->script_next -= used < d->script_next ? used : d->script_next;
}

/* --- on a line ---------------------------------------------------------------------------- */

/* Reads from the end, since a line may hold other numbers: in "search altar =5, 2" this passes the
 * numbers, then "=", then the blank, and returns 6, the length of " =5, 2". */
size_t dice_suffix_length(const char *line)
{
    size_t n = strlen(line), at = n;
    while (at > 0 && (is_digit(line[at - 1]) || strchr(", ", line[at - 1]))) at--;
    size_t first = at + strspn(line + at, " ");
    if (first == n) return 0;                                  /* no number */
    if (line[n - 1] == ',' || line[first] == ',') return 0;    /* a comma that separates nothing */
    if (at < 2 || line[at - 1] != '=') return 0;               /* no "=" behind something */
    if (line[at - 2] != ' ' && line[at - 2] != '\t') return 0; /* "torches=5" compares */
    for (at--; at > 0 && is_blank(line[at - 1]);) at--;
    return at > 0 ? n - at : 0;
}

size_t dice_read_suffix(const char *dice, Text *out)
{
    size_t count = 0;
    for (const char *p = dice + strspn(dice, " \t="); *p; count++) {
        size_t n = strcspn(p, ", ");
        text_addf(out, "%sd:%.*s", count > 0 ? " " : "", (int)n, p); /* for a die of any size */
        p += n + strspn(p + n, ", ");
    }
    return count;
}

/* --- draws of an entry -------------------------------------------------------------------- */

size_t dice_count_draws(const char *draws, char source)
{
    ScopedDiceList drawn = {0};
    size_t count = 0;
    if (!dice_list_parse(&drawn, draws, NULL)) return 0;
    for (size_t i = 0; i < drawn.n; i++)
        if (drawn.list[i].source == source) count++;
    return count;
}

void dice_write_undone(const char *draws, Text *out)
{
    ScopedDiceList drawn = {0};
    size_t end = 0; /* behind the last die that was typed */
    if (!dice_list_parse(&drawn, draws, NULL)) return;
    for (size_t i = 0; i < drawn.n; i++)
        if (drawn.list[i].source == 'h') end = i + 1;
    for (size_t i = 0; i < end; i++) {
        bool typed = drawn.list[i].source == 'h';
        /* Face 0: the generator rolls that die again, as it does all behind the last typed one. */
        dice_list_print_die(out, drawn.list[i].sides, typed ? drawn.list[i].face : 0, 0);
    }
}

/* --- at a question ----------------------------------------------------------------------- */

/* The dice that a question asks for.  `sides` and `die` belong to the question. */
typedef struct {
    const Value *sides; /* a list of numbers, one a die */
    size_t n;
    size_t more;     /* faces that may follow, for others who roll the same next */
    const char *die; /* as the rules wrote them, "2d6" */
} DiceAsked;

/* Reads which dice a question asks for.  False, with *err, when it does not say. */
static bool read_dice_asked(const Value *ask, DiceAsked *asked, Err *err)
{
    *asked = (DiceAsked){.sides = value_get(ask, "sides"),
                         .die = short_die(value_text(ask, "die", "die"))};
    bool good = asked->sides && asked->sides->kind == TOKEN_LIST && asked->sides->n > 0;
    for (size_t i = 0; good && i < asked->sides->n; i++)
        good = asked->sides->items[i].kind == TOKEN_INT && asked->sides->items[i].integer > 0;
    asked->n = good ? asked->sides->n : 0;
    /* Faces of several dice would not tell whose they are, so others may follow one die alone. */
    asked->more = asked->n == 1 ? value_list(ask, "others")->n : 0;
    return good || err_set(err, "the rules want a die and do not say which");
}

enum { DIGITS_MAX = 12 }; /* of a face: no die has so many; the number fits in 64 bits */
/* Reads one face (n bytes) of a die with so many sides.  0 on a d10 is its 10, 0 or 00 on a d100
 * its 100; ? lets the program roll. */
static bool read_face(const char *word, size_t n, int64_t sides, Text *faces, Err *err)
{
    if (n == 1 && word[0] == '?') {
        dice_list_print_die(faces, sides, 0, 0);
        return true;
    }
    int64_t face = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_digit(word[i]) || n > DIGITS_MAX)
            return err_set(
                err, "'%.*s' is not a face of a d%lld: type a number, or press Enter to roll it",
                n > 40 ? 40 : (int)n, word, (long long)sides);
        face = face * 10 + (word[i] - '0');
    }
    if (face == 0 && (sides == 10 || sides == 100)) face = sides;
    if (face < 1 || face > sides)
        return err_set(err, "a d%lld shows 1 to %lld, not %lld", (long long)sides, (long long)sides,
                       (long long)face);
    dice_list_print_die(faces, sides, face, 0);
    return true;
}

/* True if the n bytes are the word, in small letters or capitals. */
static bool same_letters(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && compare_letters(text, word, n) == 0;
}

/* True if a name, or a later word of it, begins with these n letters. */
static bool name_begins(const char *name, const char *text, size_t n)
{
    for (const char *word = name; word; word = strchr(word, ' ')) {
        word += strspn(word, " ");
        if (compare_letters(word, text, n) == 0) return true;
    }
    return false;
}

/* Finds the name in a list that a text of n bytes means: in full, or by the beginning of one of its
 * words.  Returns its number, from 1; 0 when none fits, or when names differ that begin so
 * (*several). */
static size_t find_name(const Value *list, const char *text, size_t n, bool *several)
{
    size_t found = 0;
    *several = false;
    for (size_t i = 0; n > 0 && i < list->n; i++) {
        const char *name = thing_name(&list->items[i]);
        if (same_letters(text, n, name)) {
            *several = false;
            return i + 1;
        }
        if (!name_begins(name, text, n)) continue;
        if (!found) found = i + 1;
        /* Two things of one name, such as like cards, are not several. */
        if (strcmp(name, thing_name(&list->items[found - 1])) != 0) *several = true;
    }
    return *several ? 0 : found;
}

enum { NAMED_MAX = 64 }; /* for more members than this, faces can only be typed in order */
/* The faces typed at a question that has a die for each of several members: "Bram 3, Pike 5, others
 * ?". */
typedef struct {
    const Value *who;
    const char *face[NAMED_MAX]; /* each member's face, within the line; NULL: not set */
    size_t n[NAMED_MAX];         /* its length */
} NamedFaces;

/* Sets the face of those whom a piece of the line names: "Bram 3". */
static bool set_named_face(NamedFaces *f, const char *piece, size_t n, Err *err)
{
    bool several = false;
    while (n > 0 && is_blank(piece[n - 1])) n--;
    /* The last word is the face, from `at` on. */
    size_t at = n;
    while (at > 0 && !is_blank(piece[at - 1])) at--;
    size_t name_n = at;
    while (name_n > 0 && is_blank(piece[name_n - 1])) name_n--;
    bool others = same_letters(piece, name_n, "others") || same_letters(piece, name_n, "all");
    size_t found = others ? 0 : find_name(f->who, piece, name_n, &several);
    for (size_t i = 0; i < f->who->n; i++) {
        /* "others" are those who have no face yet. */
        bool is_meant = others ? !f->face[i] : i + 1 == found;
        if (!is_meant) continue;
        f->face[i] = piece + at;
        f->n[i] = n - at;
    }
    return found > 0 || others ||
           err_set(err, several ? "'%.*s' could be several." : "Nobody called '%.*s' rolls here.",
                   name_n > 60 ? 60 : (int)name_n, piece);
}

/* Reads "Bram 3, Pike 5, others ?".  Each member needs a face: by name, or by `others`. */
static bool read_named_faces(const char *line, const Value *who, const DiceAsked *asked,
                             Text *faces, Err *err)
{
    NamedFaces f = {.who = who};
    for (const char *p = line; *p;) {
        p += strspn(p, " \t");
        size_t n = strcspn(p, ",;");
        if (n > 0 && !set_named_face(&f, p, n, err)) return false;
        p += n;
        if (*p) p++; /* the separator */
    }
    for (size_t i = 0; i < who->n; i++) {
        if (!f.face[i])
            return err_set(err, "And %s? As in: %s 7, others ?", thing_name(&who->items[i]),
                           thing_name(&who->items[i]));
        if (!read_face(f.face[i], f.n[i], asked->sides->items[i].integer, faces, err)) return false;
    }
    return true;
}

/* Reads faces in the order of the dice, "9 15 14"; an empty line has the program roll them all. */
static bool read_faces(const char *line, const DiceAsked *asked, Text *faces, Err *err)
{
    static const char between[] = " \t,;";
    size_t count = 0;
    for (const char *p = line + strspn(line, between); *p; p += strspn(p, between)) {
        size_t n = strcspn(p, between);
        /* Faces behind the last die are for others, who roll the same. */
        int64_t sides = asked->sides->items[count < asked->n ? count : asked->n - 1].integer;
        if (!read_face(p, n, sides, faces, err)) return false;
        count++;
        p += n;
    }
    if (count == 0) { /* nothing typed: the program rolls them all */
        for (size_t i = 0; i < asked->n; i++)
            dice_list_print_die(faces, asked->sides->items[i].integer, 0, 0);
        return true;
    }
    if (count >= asked->n && count <= asked->n + asked->more) return true;
    if (asked->more > 0) /* then asked->n is 1, see read_dice_asked */
        return err_set(err, "type 1 to %zu numbers, not %zu", 1 + asked->more, count);
    int thrown = (int)strcspn(asked->die, "k"); /* bytes: of "4d6kh3", "4d6" is thrown */
    return err_set(err, "type %zu number%s for %.*s, not %zu", asked->n, asked->n == 1 ? "" : "s",
                   thrown, asked->die, count);
}

/* Reads a card as the face of a die that has one for each; without a name the program draws. */
static bool read_card(const Value *cards, const char *line, Text *faces, Err *err)
{
    bool is_drawn = !*line || strcmp(line, "?") == 0, several = false; /* by the program */
    size_t card = is_drawn ? 0 : find_name(cards, line, strlen(line), &several);
    if (!is_drawn && card == 0)
        return err_set(err,
                       several ? "'%.60s' could be several cards."
                               : "There is no card '%.60s' left here.",
                       line);
    dice_list_print_die(faces, (int64_t)cards->n, (int64_t)card, 0);
    return true;
}

bool dice_read_answer(const Value *ask, const char *line, Text *faces, Err *err)
{
    DiceAsked asked;
    const Value *cards = value_list(ask, "cards");
    if (cards->n > 0) return read_card(cards, line, faces, err);
    if (!read_dice_asked(ask, &asked, err)) return false;
    const Value *who = value_list(ask, "who");
    /* A line that begins with a letter, also one that is not ASCII, names members. */
    bool letter = is_letter(*line) || (unsigned char)*line >= 0x80;
    bool named = letter && who->n == asked.n && who->n <= NAMED_MAX;
    return named ? read_named_faces(line, who, &asked, faces, err)
                 : read_faces(line, &asked, faces, err);
}
