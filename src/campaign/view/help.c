/* Verbs that can be typed; help on one: a verb, setting, thing, chart or word of the language. */
#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"

#include <string.h>

/* --- verbs ---
 *
 * The verbs that can be typed: the answers to `?` and `help all`. */

/* Columns, so that a line fits in 80: the head, which is a verb with its words; the cost behind it;
 * and the whole line, without its indent. */
enum { HEAD_MIN = 27, HEAD_MAX = 36, COST_WIDTH = 9, LINE_WIDTH = 78 };
enum { LINES_MAX = 17 }; /* with more verbs, only their names are listed: a screen has 24 rows */

/* The answer to `?` while it is written. */
typedef struct {
    StyledLines *lines;
    const Value *verbs;    /* all verbs, a list */
    const char *procedure; /* the one that runs */
    const char *usual;     /* the one that play begins with */
    bool ended;            /* an event has ended play; `procedure` is its name */
} VerbSheet;

static const char *cost_of(const Value *verb)
{
    return value_text(verb, "cost", "");
}

/* True if the verb takes no turn, as lua/read/book.lua writes it. */
static bool is_free(const Value *verb)
{
    return value_is(verb, "cost", "0 turns");
}

static bool is_of_host(const Value *verb)
{
    return value_bool(verb, "host", false);
}

/* True if the verb can be typed in this procedure: `during` names it, or is empty. */
static bool can_be_typed_in(const Value *verb, const char *procedure)
{
    const Value *during = value_list(verb, "during");
    return during->n == 0 || thing_named(during, procedure);
}

/* True if the verb is the ruleset's, and part of the procedure that runs.  When play has ended,
 * only verbs whose `during` names that end can be typed. */
static bool is_usable(const VerbSheet *s, const Value *verb)
{
    bool over = s->ended && value_list(verb, "during")->n == 0;
    return can_be_typed_in(verb, s->procedure) && !over && !is_of_host(verb);
}

/* --- a line for each ------------------------------------------------------------------------ */

/* Adds the verb's aliases: ` (m)`. */
static void add_aliases(StyledLines *l, const Value *verb)
{
    lines_field(l, ROLE_TEXT, verb, "aka", " (", ")");
}

/* Adds `move [PACE] [ROOM] (m)` to the last line. */
static void add_verb_head(StyledLines *l, const Value *verb)
{
    lines_add(l, ROLE_NAME, thing_name(verb));
    lines_field(l, ROLE_TEXT, verb, "takes", " ", "");
    add_aliases(l, verb);
}

static int head_width(const Value *verb)
{
    ScopedLines l = {0};
    lines_begin(&l, 0);
    add_verb_head(&l, verb);
    return lines_width(&l, 0);
}

/* Returns the width of the column of heads: enough for the head of each verb that has a line,
 * except heads of HEAD_MAX columns or more. */
static int widest_head(const VerbSheet *s)
{
    int max = HEAD_MIN;
    value_each (verb, s->verbs) {
        int width = is_usable(s, verb) ? head_width(verb) : 0;
        if (width + 1 > max && width < HEAD_MAX) max = width + 1;
    }
    return max;
}

/* Adds blanks up to a column to the line that began with piece `from`; at least one. */
static void pad(StyledLines *l, size_t from, int column)
{
    int width = lines_width(l, from);
    lines_addf(l, ROLE_TEXT, "%*s", width < column ? column - width : 1, "");
}

/* Adds the verb to the last line, its cost and its help at these columns. */
static void add_verb(StyledLines *l, const Value *verb, int cost_column, int help_column)
{
    size_t from = l->pieces;
    add_verb_head(l, verb);
    pad(l, from, cost_column);
    if (strcmp(cost_of(verb), "no turn") != 0) lines_add(l, ROLE_DIM, cost_of(verb));
    pad(l, from, help_column);
    lines_add(l, ROLE_TEXT, value_text(verb, "help", ""));
}

/* Adds a line for one verb: `move [PACE] (m)`, its cost, its help. */
static void add_verb_line(StyledLines *l, const Value *verb)
{
    int head = head_width(verb);
    int cost_column = head < HEAD_MIN ? HEAD_MIN : head + 1;
    lines_begin(l, 2 * LINE_INDENT);
    add_verb(l, verb, cost_column, cost_column + COST_WIDTH + 1);
    if (value_bool(verb, "secret", false)) lines_add(l, ROLE_DIM, " (secret)");
}

/* Adds a line for each verb that can be used, their costs and helps below each other. */
static void add_usable_verbs(const VerbSheet *s)
{
    int head = widest_head(s);
    value_each (verb, s->verbs) {
        if (!is_usable(s, verb)) continue;
        StyledLine *line = lines_begin(s->lines, LINE_INDENT);
        line->hang = LINE_INDENT;
        line->cut = LINE_WIDTH;
        add_verb(s->lines, verb, head, head + COST_WIDTH);
    }
}

void all_verbs_lines(StyledLines *l, const Value *book)
{
    value_each (verb, value_list(book, "verbs"))
        if (!is_of_host(verb)) add_verb_line(l, verb);
    lines_text(l, "always:", LINE_INDENT);
    value_each (verb, value_list(book, "verbs"))
        if (is_of_host(verb)) add_verb_line(l, verb);
    lines_text(l, "several at once: A search + B listen    again and again: search x3",
               LINE_INDENT);
}

/* --- only names ----------------------------------------------------------------------------- */

/* The groups in which verbs are named. */
typedef enum {
    VERB_TIMED,     /* of the ruleset; it takes turns */
    VERB_FREE,      /* of the ruleset; it takes none */
    VERB_ELSEWHERE, /* of another procedure than the one that runs */
    VERB_OF_HOST,
    VERB_SELDOM /* of the host, and seldom typed: it is not named */
} VerbGroup;

/* Returns the group in which a verb is named. */
static VerbGroup group_of(const VerbSheet *s, const Value *verb)
{
    if (is_of_host(verb)) return value_bool(verb, "seldom", false) ? VERB_SELDOM : VERB_OF_HOST;
    if (!is_usable(s, verb)) return VERB_ELSEWHERE;
    return is_free(verb) ? VERB_FREE : VERB_TIMED;
}

/* Writes the label of the paragraph that a verb is named in. */
static void write_label(const VerbSheet *s, Text *t, VerbGroup group, const Value *verb)
{
    text_clear(t);
    switch (group) {
    case VERB_TIMED: text_add(t, cost_of(verb)); break;
    case VERB_FREE: text_add(t, "no turn"); break;
    case VERB_ELSEWHERE:
        /* Of a verb of usual play only the procedure that lacks it is named. */
        if (can_be_typed_in(verb, s->usual))
            text_addf(t, "not in %s", s->procedure);
        else
            show_field(t, verb, "during", "in ", "");
        break;
    case VERB_OF_HOST:
    case VERB_SELDOM: text_add(t, "always"); break;
    }
}

/* Adds the names of a group: a paragraph for each label, such as `1 turn: move, search`. Paragraphs
 * and verbs stand in the order of the book (lua/read/book.lua).  The first verb of a label begins
 * its paragraph, and all others of that label are added at once. */
static void add_names(const VerbSheet *s, VerbGroup group)
{
    StyledLines *l = s->lines;
    ScopedText label = {0}, other = {0};
    value_each (first, s->verbs) {
        if (group_of(s, first) != group) continue;
        write_label(s, &label, group, first);
        value_each (verb, s->verbs) {
            if (group_of(s, verb) != group) continue;
            write_label(s, &other, group, verb);
            if (strcmp(text_str(&label), text_str(&other)) != 0) continue;
            if (verb < first) break; /* the label has its paragraph already */
            if (verb == first) {
                lines_begin(l, LINE_INDENT);
                lines_addf(l, ROLE_TEXT, "%s:", text_str(&label));
            }
            lines_add(l, ROLE_TEXT, verb == first ? " " : ", ");
            l->whole = true;
            lines_add(l, ROLE_NAME, thing_name(verb));
            add_aliases(l, verb);
            l->whole = false;
        }
    }
}

/* --- what a turn waits for ------------------------------------------------------------------ */

/* True if the verb is a deed of the step that the turn waits at. */
static bool is_awaited(const VerbSheet *s, const Value *verb, const char *step)
{
    return is_usable(s, verb) && value_is(verb, "step", step) && !is_free(verb);
}

/* Adds how a line goes on to the next turn: " 'search; move' goes on to the next turn."  deed: one
 * that the turn waits for; nothing when no verb begins a turn at another step. */
static void add_way_on(const VerbSheet *s, const char *step, const char *deed)
{
    value_each (verb, s->verbs) {
        bool begins = is_usable(s, verb) && !is_free(verb) && *value_text(verb, "step", "") &&
                      !value_is(verb, "step", step);
        if (!begins) continue;
        lines_addf(s->lines, ROLE_TEXT, " '%s; %s' goes on to the next turn.", deed,
                   thing_name(verb));
        return;
    }
}

void awaited_line(StyledLines *l, const Value *book, const Value *status)
{
    VerbSheet s = {.lines = l,
                   .verbs = value_list(book, "verbs"),
                   .procedure = value_text(status, "procedure", "")};
    const char *step = value_text(status, "waiting", "");
    const char *by_default = NULL; /* what those do who are not named */
    const char *other = NULL;      /* the first deed but that */
    size_t n = 0, at = 0;
    value_each (verb, s.verbs) n += is_awaited(&s, verb, step);
    if (n == 0) return;
    lines_begin(l, LINE_INDENT)->hang = LINE_INDENT;
    lines_addf(l, ROLE_TEXT, "%s? Say what they do: ", step);
    value_each (verb, s.verbs) {
        if (!is_awaited(&s, verb, step)) continue;
        at++;
        lines_add(l, ROLE_TEXT, at == 1 ? "" : at == n ? " or " : ", ");
        lines_add(l, ROLE_NAME, thing_name(verb));
        if (value_bool(verb, "default", false))
            by_default = thing_name(verb);
        else if (!other)
            other = thing_name(verb);
    }
    lines_add(l, ROLE_TEXT, ".");
    if (by_default) lines_addf(l, ROLE_TEXT, " Whoever you leave out: %s.", by_default);
    if (by_default && other) add_way_on(&s, step, other);
}

/* --- corrections ---------------------------------------------------------------------------- */

/* True if the track is a number of the party or of members, unless it is quiet and on no sheet. */
static bool is_correctable(const Value *track)
{
    if (value_bool(track, "quiet", false) && !value_bool(track, "sheet", true)) return false;
    return text_is_one_of(value_text(track, "is", ""), "number quantity") &&
           !text_is_one_of(value_text(track, "of", ""), "turn room light");
}

/* Adds one line with the tracks that can be corrected by hand: the party's, then the members'. */
static void add_correctable(StyledLines *l, const Value *book)
{
    size_t names = 0;
    for (int pass = 0; pass < 2; pass++)
        value_each (track, value_list(book, "tracks")) {
            bool of_member = value_is(track, "of", "member"), members_now = pass == 1;
            if (!is_correctable(track) || of_member != members_now) continue;
            if (names++ == 0) {
                lines_begin(l, LINE_INDENT);
                lines_addf(l, ROLE_TEXT, "correct by hand, as in '%s%s +1': ", thing_name(track),
                           of_member ? " NAME" : "");
            } else {
                lines_add(l, ROLE_TEXT, ", ");
            }
            lines_add(l, ROLE_NAME, thing_name(track));
        }
}

void verbs_lines(StyledLines *l, const Value *book, const char *procedure)
{
    VerbSheet s = {.lines = l,
                   .verbs = value_list(book, "verbs"),
                   .procedure = procedure,
                   .usual = value_text(book, "procedure", ""),
                   .ended = !thing_named(value_list(book, "procedures"), procedure)};
    size_t usable = 0;
    value_each (verb, s.verbs) usable += is_usable(&s, verb);
    if (usable <= LINES_MAX) {
        add_usable_verbs(&s);
    } else {
        add_names(&s, VERB_TIMED);
        add_names(&s, VERB_FREE);
    }
    add_names(&s, VERB_ELSEWHERE);
    add_correctable(l, book);
    add_names(&s, VERB_OF_HOST);
    const char *example = NULL; /* a verb that can be typed now, and takes turns */
    value_each (verb, s.verbs)
        if (!example && group_of(&s, verb) == VERB_TIMED) example = thing_name(verb);
    lines_begin(l, LINE_INDENT);
    lines_addf(l, ROLE_TEXT,
               "'help %s' explains one, 'help all' all.  A + B: at once; A x3: thrice.",
               example ? example : "light"); /* a verb that the host always has */
}

/* --- finding ----------------------------------------------------------------------------- */

/* True if the word is the item's name or an alias of it. */
static bool is_named(const Value *item, const char *word)
{
    bool named = strcmp(thing_name(item), word) == 0;
    value_each (alias, value_list(item, "aka"))
        named = named || strcmp(thing_name(alias), word) == 0;
    return named;
}

/* Finds the item of a list of the book that has this name or alias; NULL: none. */
static const Value *find_in_book(const Value *book, const char *list, const char *word)
{
    value_each (item, value_list(book, list))
        if (is_named(item, word)) return item;
    return NULL;
}

/* Refuses a word that is in none of the lists, and suggests the most similar name. */
static bool refuse_unknown(const Value *book, const char *what, const char *const *lists,
                           const char *word, Err *err)
{
    Guess guess = guess_start(word);
    for (; *lists; lists++)
        value_each (item, value_list(book, *lists))
            guess_compare(&guess, thing_name(item), strlen(thing_name(item)));
    if (guess.best)
        return err_set(err, "no %s '%s'; did you mean '%.*s'?", what, word, (int)guess.best_n,
                       guess.best);
    return err_set(err, "no %s '%s'", what, word);
}

/* --- help -------------------------------------------------------------------------------- */

/* Adds in which procedures a verb can be typed; or, if it is for usual play, in which it cannot. */
static void add_during(StyledLines *l, const Value *book, const Value *verb)
{
    const Value *during = value_list(verb, "during");
    if (during->n == 0) return;
    bool usual = thing_named(during, value_text(book, "procedure", "")) != NULL;
    const char *between = usual ? "Not in " : "Only in ";
    lines_begin(l, 2 * LINE_INDENT);
    value_each (procedure, value_list(book, "procedures")) {
        bool can = thing_named(during, thing_name(procedure)) != NULL;
        if (can == usual) continue; /* usual: those are named in which it cannot be typed */
        lines_addf(l, ROLE_TEXT, "%s%s", between, thing_name(procedure));
        between = ", ";
    }
    lines_add(l, ROLE_TEXT, ".");
}

void verb_meaning(StyledLines *l, const Value *book, const Value *verb)
{
    const char *help = value_text(verb, "help", ""), *cost = cost_of(verb);
    lines_begin(l, LINE_INDENT)->hang = 2 * LINE_INDENT;
    add_verb_head(l, verb);
    if (is_free(verb)) cost = "no turn";
    if (strcmp(cost, "depends") == 0) cost = "the time depends";
    lines_addf(l, ROLE_TEXT, ": %s%s", cost, *help ? "." : "");
    if (*help) {
        lines_add(l, ROLE_TEXT, " ");
        lines_sentence(l, ROLE_TEXT, help, strlen(help));
    }
    if (value_bool(verb, "secret", false)) lines_add(l, ROLE_DIM, " (secret)");
    if (value_is(verb, "by", "each"))
        lines_text(l, "Each who does it acts alone.", 2 * LINE_INDENT);
    if (value_is(verb, "by", "one")) lines_text(l, "One member does it.", 2 * LINE_INDENT);
    add_during(l, book, verb);
}

bool help_lines(StyledLines *l, const Value *book, const char *word, Err *err)
{
    static const char *const lists[] = {"verbs", "settings", "charts", "words", NULL};
    const Value *verb = find_in_book(book, "verbs", word);
    const Meaning meaning = {.lines = l, .book = book};
    if (verb) verb_meaning(l, book, verb);
    pair_each (entry, value_get(book, "entries")) {
        bool told = verb || begins_with(entry->key, "chart."); /* a verb above, a chart below */
        if (told || entry_is_function(entry->value)) continue; /* `why` shows functions */
        if (names_key(word, entry->key)) meaning_of_thing(&meaning, entry->key, entry->value);
    }
    if (find_in_book(book, "charts", word)) chart_lines(l, book, word, NULL, NULL);
    ScopedText t = {0};
    if (l->n == 0) words_describe(&t, word);
    lines_text(l, text_str(&t), LINE_INDENT);
    return l->n > 0 || refuse_unknown(book, "verb, chart, setting or word", lists, word, err);
}

/* --- charts ------------------------------------------------------------------------------ */

/* Begins a line, `hazard  d6`. */
static void begin_chart(StyledLines *l, int in, const Value *chart)
{
    lines_begin(l, in);
    lines_add(l, ROLE_NAME, thing_name(chart));
    lines_field(l, ROLE_TEXT, chart, "die", "  ", "");
}

/* Lists all charts, without their rows. */
static void list_charts(StyledLines *l, const Value *book)
{
    const Value *charts = value_list(book, "charts");
    if (charts->n == 0) lines_text(l, "There are no charts.", LINE_INDENT);
    value_each (chart, charts) {
        begin_chart(l, 2 * LINE_INDENT, chart);
        if (value_bool(chart, "secret", false)) lines_add(l, ROLE_TEXT, "  (secret)");
    }
}

bool chart_lines(StyledLines *l, const Value *book, const char *name, const char *rolled, Err *err)
{
    static const char *const lists[] = {"charts", NULL};
    const Value *chart = find_in_book(book, "charts", name), *rows = value_list(chart, "rows");
    if (!*name) {
        list_charts(l, book);
        return true;
    }
    if (!chart) return refuse_unknown(book, "chart", lists, name, err);
    begin_chart(l, LINE_INDENT, chart);
    lines_field(l, ROLE_DIM, chart, "help", "   ", "");
    value_each (row, rows) {
        bool marked = rolled && strcmp(rolled, thing_name(row)) == 0;
        int blanks = 6 - (int)strlen(value_text(row, "at", "")); /* chart_row aligns right */
        lines_begin(l, LINE_INDENT)->hang = 3 * LINE_INDENT + (blanks > 0 ? blanks : 0);
        chart_row(l, marked ? "> " : "  ", row);
        lines_field(l, ROLE_DIM, row, "effects", " (", ")");
    }
    if (rows->n == 0) lines_text(l, "No rows: you are asked.", 2 * LINE_INDENT);
    return true;
}
