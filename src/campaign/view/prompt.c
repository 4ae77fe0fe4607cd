/* The words before the cursor: see book.h. */
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"
#include "core/ascii.h"

static const char dark_mark[] = "DARK"; /* lua/play writes it into the status */

void prompt_status(StyledLines *l, const Value *status, bool by_hand)
{
    const char *text = value_text(status, "text", "");
    const char *dark = value_bool(status, "dark", false) ? strstr(text, dark_mark) : NULL;
    lines_begin(l, 0);
    if (dark) {
        lines_addn(l, ROLE_PROMPT, text, (size_t)(dark - text));
        lines_add(l, ROLE_DARK, dark_mark);
        text = dark + strlen(dark_mark);
    }
    lines_addf(l, ROLE_PROMPT, "%s%s", text, by_hand ? " | hand>" : ">");
    lines_add(l, ROLE_TEXT, " ");
}

/* --- answers ------------------------------------------------------------------------------ */

/* A choice of a question, and how much of its name has to be typed. */
typedef struct {
    const char *name;
    size_t key; /* bytes at its start that no other choice begins with: at least one character */
} Choice;

static int by_name(const void *a, const void *b)
{
    return compare_letters((*(Choice *const *)a)->name, (*(Choice *const *)b)->name, SIZE_MAX);
}

/* Makes the key at least `key` bytes long, and not end within a character. */
static void lengthen_key(Choice *choice, size_t key)
{
    size_t whole = strlen(choice->name);
    while (key < whole && ((unsigned char)choice->name[key] & 0xC0) == 0x80) key++;
    if (key > whole) key = whole;
    if (key > choice->key) choice->key = key;
}

/* Sets the key of each of the n choices: one character more than it has in common with any other.
 * Only neighbours in alphabetical order are compared, since the longest common beginning is always
 * with one of them.  order: room for n pointers. */
static void find_keys(Choice *choices, Choice **order, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        lengthen_key(&choices[i], 1);
        order[i] = &choices[i];
    }
    qsort(order, n, sizeof *order, by_name);
    for (size_t i = 1; i < n; i++) {
        const char *a = order[i - 1]->name, *b = order[i]->name;
        size_t same = 0; /* bytes, whatever their case */
        while (a[same] && to_lower(a[same]) == to_lower(b[same])) same++;
        lengthen_key(order[i - 1], same + 1);
        lengthen_key(order[i], same + 1);
    }
}

/* Adds the choices in a list, each with its key in parentheses: `(r)est / (s)ave` */
static void add_choices(StyledLines *l, const Value *list)
{
    Choice *choices = calloc(list->n + 1, sizeof *choices);
    Choice **order = calloc(list->n + 1, sizeof *order);
    size_t n = choices && order ? list->n : 0;
    for (size_t i = 0; i < n; i++) choices[i].name = thing_name(&list->items[i]);
    if (n > 0) find_keys(choices, order, n);
    l->text.failed = l->text.failed || n < list->n;
    for (size_t i = 0; i < n; i++) {
        lines_add(l, ROLE_QUESTION, i ? " / (" : "(");
        lines_addn(l, ROLE_KEY, choices[i].name, choices[i].key);
        lines_addf(l, ROLE_QUESTION, ")%s", choices[i].name + choices[i].key);
    }
    free(choices);
    free(order);
}

/* Appends a default as it would be typed. */
static void show_default(Text *t, const Value *v)
{
    if (v->kind == TOKEN_BOOL)
        text_add(t, v->boolean ? "yes" : "no");
    else
        show_value(t, v);
}

/* Adds what Enter alone means, if anything: ` [rest]` */
static void add_default(StyledLines *l, const Value *ask)
{
    const Value *v = value_get(ask, "default");
    if (!v || (v->kind == TOKEN_TEXT && v->n == 0)) return;
    lines_add(l, ROLE_QUESTION, " [");
    if (v->kind == TOKEN_LIST && v->n == 0)
        text_add(&l->text, "none");
    else
        show_default(&l->text, v);
    lines_field(l, ROLE_DIM, ask, "unit", " ", "");
    lines_add(l, ROLE_QUESTION, "]");
}

static bool is_number(const Value *v)
{
    return v && (v->kind == TOKEN_INT || v->kind == TOKEN_REAL);
}

/* Adds the bounds of a number: ` (1 to 6)`, ` (1 or more)`, ` (at most 6)` */
static void add_bounds(StyledLines *l, const Value *ask)
{
    const Value *min = value_get(ask, "min"), *max = value_get(ask, "max");
    bool has_min = is_number(min), has_max = is_number(max);
    if (!has_min && !has_max) return;
    Text *t = &l->text;
    text_add(t, has_min ? " (" : " (at most ");
    if (has_min) show_value(t, min);
    if (has_min) text_add(t, has_max ? " to " : " or more");
    if (has_max) show_value(t, max);
    text_add(t, ")");
    lines_end_piece(l, ROLE_QUESTION);
}

/* Adds the choices of a question that takes several: `(r)est / (s)ave, up to 2, commas between` */
static void add_several(StyledLines *l, const Value *ask)
{
    int64_t exactly = value_int(ask, "exactly", -1), upto = value_int(ask, "upto", -1);
    add_choices(l, value_list(ask, "choices"));
    if (value_list(ask, "choices")->n < 2) return;
    if (exactly >= 0)
        lines_addf(l, ROLE_QUESTION, ", choose %lld, commas between", (long long)exactly);
    else if (upto >= 0)
        lines_addf(l, ROLE_QUESTION, ", up to %lld, commas between", (long long)upto);
}

/* Adds what can be answered, after `before`, and the default. */
static void add_answers(StyledLines *l, const Value *ask, const char *before)
{
    const char *type = value_text(ask, "type", "");
    const Value *choices = value_list(ask, "choices");
    if (strcmp(type, "yesno") == 0) {
        lines_addf(l, ROLE_QUESTION, "%s(y)es / (n)o", before);
    } else if (strcmp(type, "number") == 0) {
        add_bounds(l, ask);
    } else if (strcmp(type, "several") == 0) {
        lines_add(l, ROLE_QUESTION, before);
        add_several(l, ask);
    } else if (value_get(ask, "choices")) {
        lines_add(l, ROLE_QUESTION, before);
        add_choices(l, choices);
    }
    add_default(l, ask);
}

/* Adds how to answer for all, ` (or all yes)`, where the same is asked about other members, too. */
static void add_others(StyledLines *l, const Value *ask)
{
    const Value *v = value_get(ask, "default");
    if (value_list(ask, "others")->n == 0 || value_get(ask, "together")) return;
    lines_add(l, ROLE_DIM, " (or all ");
    if (v && !(v->kind == TOKEN_TEXT && v->n == 0))
        show_default(&l->text, v);
    else
        text_add(&l->text, "…");
    lines_end_piece(l, ROLE_DIM);
    lines_add(l, ROLE_DIM, ")");
}

/* Adds a question of several parts, as they stand: `goblins; 18 m; wary.` and `Enter, or change` */
static void add_parts(StyledLines *l, const Value *ask)
{
    const char *text = value_text(ask, "text", ""), *between = *text ? ": " : "";
    if (*text) lines_add(l, ROLE_QUESTION, text);
    value_each (part, value_list(ask, "parts")) {
        lines_add(l, ROLE_QUESTION, between);
        lines_add(l, ROLE_TEXT, value_text(part, "short", ""));
        between = "; ";
    }
    lines_add(l, ROLE_QUESTION, ".");
    if (value_list(ask, "next")->n == 0) lines_add(l, ROLE_QUESTION, " Enter, or change");
}

/* Adds the questions of other deeds that Enter answers, too:
 * `Next: Searching desk for traps: nothing. Enter for all, or change the first` */
static void add_next(StyledLines *l, const Value *next, const char *before)
{
    lines_addf(l, ROLE_QUESTION, "%s Next:", before);
    value_each (sentence, next) lines_addf(l, ROLE_TEXT, " %s", thing_name(sentence));
    lines_add(l, ROLE_QUESTION, " Enter for all, or change the first");
}

/* --- the question --------------------------------------------------------------------------- */

/* Appends names with blanks between, after `before`. */
static void show_names(Text *t, const Value *names, const char *before)
{
    for (size_t i = 0; i < names->n; i++)
        text_addf(t, "%s%s", i ? " " : before, thing_name(&names->items[i]));
}

/* Adds the question for dice: `hazard d6`, `CON d20 x3, Bram Ysolde Pike`, `CON d20, Bram, then
 * Ysolde Pike`, `morale 2d20, the lower one counts, goblin1` */
static void add_die(StyledLines *l, const Value *ask)
{
    const char *die = value_text(ask, "die", "");
    const Value *who = value_get(ask, "who");
    size_t members = value_list(ask, "who")->n;
    bool is_sum = strpbrk(die, "+-") != NULL; /* 1d6+1d8: different dice, not one die "x2" */
    size_t times = members ? members : is_sum ? 1 : value_list(ask, "sides")->n;
    show_field(&l->text, ask, "for", "", " ");
    bool keeps_highest = ends_with(die, "kh1"), keeps_lowest = ends_with(die, "kl1");
    if (keeps_highest || keeps_lowest)
        text_addf(&l->text, "%.*s, the %s one counts", (int)(strlen(die) - strlen("kh1")), die,
                  keeps_highest ? "higher" : "lower");
    else
        text_add(&l->text, short_die(die));
    bool is_one_die = short_die(die) != die; /* "1d20": 2d6 says its number itself */
    if (times > 1 && is_one_die) text_addf(&l->text, " x%zu", times);
    if (*thing_name(who)) text_addf(&l->text, ", %s", thing_name(who));
    show_names(&l->text, value_list(ask, "who"), ", ");
    show_names(&l->text, value_list(ask, "others"), ", then ");
    lines_end_piece(l, ROLE_QUESTION);
}

void prompt_question(StyledLines *l, const Value *ask)
{
    const char *text = value_text(ask, "text", "");
    bool roll = value_is(ask, "id", "die");
    bool parts = value_is(ask, "type", "parts");
    /* A text that ends in its own mark gets no other behind it. */
    bool has_mark = !roll && *text && strchr("?.", text[strlen(text) - 1]);
    lines_begin(l, LINE_INDENT);
    if (value_list(ask, "cards")->n > 0) {
        show_field(&l->text, ask, "for", "", ": "); /* `omens: which card, or Enter` */
        text_add(&l->text, "which card, or Enter");
        lines_end_piece(l, ROLE_QUESTION);
    } else if (roll) {
        add_die(l, ask);
    } else if (parts) {
        add_parts(l, ask);
    } else {
        const char *who = thing_name(value_get(ask, "who"));
        bool told = strstr(text, who) || value_get(ask, "together");
        if (*who && !told) lines_addf(l, ROLE_QUESTION, "%s: ", who);
        lines_add(l, ROLE_QUESTION, text);
        add_answers(l, ask, !*text ? "" : has_mark ? " " : ": ");
        add_others(l, ask);
    }
    const Value *next = value_list(ask, "next");
    if (next->n > 0) add_next(l, next, parts ? "" : ".");
    lines_add(l, ROLE_QUESTION, has_mark || parts || next->n > 0 ? ": " : "? ");
}
