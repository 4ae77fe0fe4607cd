/* Reads the question typed after the verb `odds`.  The grammar, with some tolerance for articles
 * and plurals:
 *
 *     odds encounter                     in the next turn, within 3, 6 and 12
 *     odds encounter before torch        before the torch goes out
 *     odds encounter before torch Bram   before Bram's goes out
 *     odds dark by 12; odds dark at 12   at the end of turn 12
 *     odds dark in 12                    twelve turns from now
 *     odds no encounter in the next 3 turns
 *     odds two encounters in 6; odds encounter twice in 6        two or more
 *     odds encounter or sign in 6; odds neither encounter nor sign in 6
 *     odds encounter given sign in 6                             in plays with a sign
 *     odds Bram weary; odds Bram hp < 3 by 12; odds torches = 0 in 6
 *     … with crawl; search               with this plan, not the last line that took a turn
 *
 * A word that the rules do not have is tried without its article, its plural, "out" or "comes", and
 * with _ for blanks. */

#include <stdlib.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/study/study_query.h"
#include "campaign/view/lines/show.h"
#include "core/ascii.h"

enum { NAMES_MAX = 9 }; /* names that an error lists: two lines of a terminal */

/* --- the typed question ---------------------------------------------------------------------- */

/* Returns where `word` stands last in s, by itself and behind a blank; or NULL. */
static const char *find_last_word(const char *s, const char *word)
{
    const char *found = NULL;
    size_t n = strlen(word);
    for (const char *p = strstr(s, word); p; p = strstr(p + 1, word))
        if (p > s && p[-1] == ' ' && (p[n] == ' ' || !p[n])) found = p;
    return found;
}

/* Sets t to n bytes of s, without blanks around them; t->s is then not NULL. */
static void set_trimmed(Text *t, const char *s, size_t n)
{
    const char *from = without_blanks(s, &n);
    text_clear(t);
    text_add(t, "");
    text_addn(t, from, n);
}

/* Cuts the last "word CLAUSE" off the end of *rest, and sets *clause.  Without the word *clause
 * stays as it was; with it, clause->s is not NULL, even when nothing follows the word. */
static void cut_clause(Text *rest, const char *word, Text *clause)
{
    const char *at = find_last_word(text_str(rest), word);
    if (!at) return;
    const char *behind = at + strlen(word);
    set_trimmed(clause, behind, strlen(behind));
    rest->n = (size_t)(at - rest->s) - 1; /* a blank stands before the word */
    rest->s[rest->n] = '\0';
}

/* Skips each of the words (the list ends in NULL) once, in their order, where it stands. */
static const char *skip_words(const char *s, const char *const *words)
{
    for (; *words; words++)
        if (begins_with(s, *words)) s += strlen(*words);
    return s;
}

/* Reads a turn or a number of turns: "12", "turn 12", "T12", "3 turns?", "the next 3 turns". */
static bool read_number(const Text *t, int64_t *n, Err *err)
{
    enum { TURN_MAX = 10000 }; /* far more than anybody looks ahead */
    static const char *const before[] = {"the ", "next ", "turn ", "turns ", "T", NULL};
    static const char *const behind[] = {"", "?", " turn", " turns", " turns?", NULL};
    const char *s = skip_words(text_str(t), before);
    char *end;
    bool is_read = false;
    *n = strtoll(s, &end, 10);
    for (const char *const *word = behind; *word && end > s; word++)
        is_read = is_read || strcmp(end, *word) == 0;
    if (strcmp(s, "turn") == 0) { /* "the next turn" */
        *n = 1;
        is_read = true;
    }
    if (is_read && *n > 0 && *n <= TURN_MAX) return true;
    return err_set(err,
                   "by which turn? 'odds dark by 12', or, counted from now, 'odds dark in 12'");
}

/* --- names ------------------------------------------------------------------------------- */

/* Returns a list of the rules' book, such as "charts". */
static const Value *list_in_book(const OddsQuery *q, const char *list)
{
    return value_list(cell_client_book(q->table->client), list);
}

bool odds_query_is_light(const OddsQuery *q, const char *word)
{
    ScopedText light = {0};
    text_addn(&light, word, strcspn(word, "."));
    return thing_named(list_in_book(q, "lights"), text_str(&light)) != NULL;
}

/* Sets t to "torch.Bram" if these bytes are a light and a holder, "torch Bram", "Bram's torch". */
static bool read_held_light(const OddsQuery *q, const char *typed, size_t length, Text *t)
{
    ScopedText part = {0};
    text_addn(&part, typed, length);
    const char *words = text_str(&part), *of = strstr(words, "'s ");
    value_each (light, list_in_book(q, "lights")) {
        const char *name = value_text(light, "name", "");
        size_t n = strlen(name);
        bool comes_first = strncmp(words, name, n) == 0 && words[n] == ' '; /* "torch Bram" */
        bool comes_last = of && strcmp(of + strlen("'s "), name) == 0;      /* "Bram's torch" */
        if (!comes_first && !comes_last) continue;
        text_addf(t, "%s.", name);
        if (comes_last)
            text_addn(t, words, (size_t)(of - words));
        else
            text_add(t, words + n + 1);
        return true;
    }
    return false;
}

/* Returns the chart that has a row of that name; NULL when no chart or more than one has. */
static const char *chart_of_row(const Value *charts, const char *row)
{
    const char *found = NULL;
    value_each (chart, charts) {
        if (!thing_named(value_list(chart, "rows"), row)) continue;
        if (found) return NULL;
        found = value_text(chart, "name", NULL);
    }
    return found;
}

/* True if the word is the name of a chart or of events that studies count. */
static bool is_counted(const OddsQuery *q, const char *word)
{
    return thing_named(list_in_book(q, "counted"), word) ||
           thing_named(list_in_book(q, "charts"), word);
}

void odds_query_event(const OddsQuery *q, const char *word, Text *t)
{
    const char *chart = chart_of_row(list_in_book(q, "charts"), word);
    if (odds_query_is_light(q, word))
        text_addf(t, "light_out.%s", word);
    else if (chart && !is_counted(q, word))
        text_addf(t, "%s.%s", chart, word);
    else
        text_add(t, word);
}

/* True if odds can be asked of the word: events, charts and their rows, lights, and darkness. */
static bool is_known(const OddsQuery *q, const char *word)
{
    return is_counted(q, word) || odds_query_is_light(q, word) ||
           chart_of_row(list_in_book(q, "charts"), word) || strcmp(word, "dark") == 0;
}

/* True if the word is one for darkness; the prompt says DARK. */
static bool is_darkness(const char *word)
{
    static const char *const names[] = {"dark",          "darkness",   "in the dark",
                                        "no light",      "light gone", "light goes out",
                                        "lights go out", "lights out"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (compare_letters(word, names[i], SIZE_MAX) == 0) return true;
    return false;
}

/* Sets t to a word (n bytes) as rules have it, maybe with _ for blanks or without its plural s. */
static bool find_in_rules(const OddsQuery *q, const char *word, size_t n, Text *t)
{
    ScopedText one = {0};
    text_addn(&one, word, n);
    bool found = is_known(q, text_str(&one));
    for (size_t i = 0; !found && i < one.n; i++)
        if (one.s[i] == ' ') one.s[i] = '_';
    found = found || is_known(q, text_str(&one));
    if (!found && one.n > 1 && one.s[one.n - 1] == 's') {
        one.s[--one.n] = '\0';
        found = is_known(q, text_str(&one));
    }
    if (found) set_trimmed(t, text_str(&one), one.n);
    return found;
}

/* Replaces a typed word by the rules' name for it; an unknown word stays as it is. */
static void replace_by_rules_name(const OddsQuery *q, Text *word)
{
    static const char *const before[] = {"of ",  "that ", "a ",    "an ", "the ",
                                         "any ", "some ", "next ", NULL};
    static const char *const behind[] = {" goes out", " is out", " burns out", " runs out",
                                         " out",      " comes",  " happens"};
    const char *s = skip_words(text_str(word), before);
    size_t n = strlen(s);
    ScopedText found = {0};
    bool ok = find_in_rules(q, s, n, &found);
    if (!ok && is_darkness(s)) ok = find_in_rules(q, "dark", 4, &found);
    for (size_t i = 0; !ok && i < sizeof behind / sizeof *behind; i++)
        if (ends_with(s, behind[i]))
            ok = find_in_rules(q, s, n - strlen(behind[i]), &found) ||
                 read_held_light(q, s, n - strlen(behind[i]), &found);
    if (!ok) ok = read_held_light(q, s, n, &found);
    if (ok) set_trimmed(word, text_str(&found), found.n);
}

/* --- states ----------------------------------------------------------------------------- */

/* Returns the track whose name these n bytes are; NULL: none. */
static const Value *find_track(const OddsQuery *q, const char *name, size_t n)
{
    ScopedText one = {0};
    text_addn(&one, name, n);
    return thing_named(list_in_book(q, "tracks"), text_str(&one));
}

/* True if each member has the track (may be NULL), and not the party or a place. */
static bool is_of_member(const Value *track)
{
    return value_is(track, "of", "member");
}

static const char signs[] = "<>=~"; /* of which comparisons are made */

/* Appends a typed comparison as Lua has it: "< 3" as it is, "= exhausted" as == "exhausted". */
static void add_comparison(Text *t, const char *s)
{
    size_t n = strcspn(s, signs), signs_n = strspn(s + n, signs);
    const char *than = s + n + signs_n + strspn(s + n + signs_n, " ");
    /* A word is a text; with one of .(" it is an expression, or has its quotes already. */
    bool word = is_letter(*than) && !strpbrk(than, ".(\"") && strcmp(than, "true") != 0 &&
                strcmp(than, "false") != 0;
    text_addn(t, s, n + signs_n);
    if (signs_n == 1 && s[n] == '=') text_addc(t, '=');
    text_addf(t, word ? " \"%s\"" : " %s", than);
}

/* Translates "NAME TRACK", "Bram weary" or "Bram hp < 3", into an expression of the rules.  rest:
 * what follows the name, of which the first track_n bytes are the track. */
static bool read_member_state(OddsQuery *q, const Value *track, const char *rest, size_t track_n,
                              Err *err)
{
    const char *s = text_str(&q->what);
    bool compares = strpbrk(s, signs) != NULL, is_switch = value_is(track, "is", "switch");
    if (!compares && !is_switch)
        return err_set(err, "%s is not yes or no; compare it, as in 'odds %s < 3'", s, s);
    text_addf(&q->state, "named(\"%.*s\").%.*s", (int)(rest - s) - 1, s, (int)track_n, rest);
    if (compares) add_comparison(&q->state, rest + track_n);
    return true;
}

/* Translates "LADDER STEP", "alarm loud", into an expression of the rules. */
static bool read_ladder_state(OddsQuery *q, const Value *ladder, const char *step, Err *err)
{
    const char *name = value_text(ladder, "name", "");
    Guess near = guess_start(step);
    value_each (one, value_list(value_get(ladder, "plain"), "steps")) {
        const char *known = one->kind == TOKEN_TEXT ? one->s : "";
        guess_compare(&near, known, strlen(known));
        if (strcmp(known, step) != 0) continue;
        text_addf(&q->state, "%s.%s == \"%s\"", value_text(ladder, "of", "party"), name, step);
        return true;
    }
    return err_set(err, "%s is never '%s'%s%.*s%s", name, step, near.best ? "; did you mean '" : "",
                   (int)near.best_n, near.best ? near.best : "", near.best ? "'?" : "");
}

/* Translates a question about the state into an expression of the rules: "Bram hp < 3", "Bram
 * weary", "alarm loud", "torches = 0", "here.name == \"hall\"".  Leaves q->state empty when the
 * question is about an event. */
static bool read_state(OddsQuery *q, Err *err)
{
    const char *s = text_str(&q->what), *blank = strchr(s, ' '), *rest = blank ? blank + 1 : "";
    bool compares = strpbrk(s, signs) != NULL;
    size_t first_n = strcspn(s, " <>=~"), second_n = strcspn(rest, " <>=~"); /* lengths of words */
    bool has_two_words = blank && (size_t)(blank - s) == first_n && second_n > 0;
    const Value *first = find_track(q, s, first_n), *second = find_track(q, rest, second_n);
    if (strcmp(s, "dark") == 0) {
        text_add(&q->state, "#burning() == 0");
    } else if (is_of_member(second)) {
        return read_member_state(q, second, rest, second_n, err);
    } else if (has_two_words && !compares && !is_of_member(first) &&
               value_is(first, "is", "ladder")) {
        return read_ladder_state(q, first, rest, err);
    } else if (has_two_words) {
        /* Without a comparison it may be an event. */
        return !compares || err_set(err, "no member has a track '%.*s'", (int)second_n, rest);
    } else if (compares) {
        text_add(&q->state, first && !is_of_member(first) ? "party." : "");
        text_addn(&q->state, s, first_n);
        add_comparison(&q->state, s + first_n);
    }
    return true;
}

/* --- reading ------------------------------------------------------------------------------ */

/* Refuses dice that were brought along, as in "encounter in 6 =4 15".  One number behind a track or
 * a field is compared with it: "torches =0", "here.depth =2". */
static bool check_no_dice(const OddsQuery *q, const char *typed, Err *err)
{
    const char *dice = strstr(typed, " =");
    bool only_numbers = dice && !dice[2 + strspn(dice + 2, " 0123456789")];
    if (!only_numbers) return true;
    const char *number = dice + 2 + strspn(dice + 2, " "), *word = dice; /* before the = */
    while (word > typed && word[-1] != ' ') word--;
    size_t n = (size_t)(dice - word);
    bool one_number = !number[strcspn(number, " ")];
    bool is_state = memchr(word, '.', n) || find_track(q, word, n);
    if (one_number && is_state) return true;
    return err_set(err, "odds weigh every way the dice can fall, and take none; leave out '%s'",
                   dice + 1);
}

/* Cuts "by turn 6" or "in 6 turns" off a clause.  Fails if that is no number, or a second one. */
static bool read_turns(OddsQuery *q, Text *rest, Err *err)
{
    ScopedText by = {0}, in = {0};
    bool ok = true, had_number = q->until_turn > 0 || q->turns > 0;
    cut_clause(rest, "by", &by);
    if (!by.s) cut_clause(rest, "at", &by);
    if (by.s) ok = read_number(&by, &q->until_turn, err);
    cut_clause(rest, "within", &in);
    if (!in.s) cut_clause(rest, "in", &in);
    if (ok && in.s) ok = read_number(&in, &q->turns, err);
    if (ends_with(text_str(rest), " next turn")) {
        q->turns = 1;
        rest->s[rest->n -= strlen(" next turn")] = '\0';
    }
    if (!had_number || !(by.s || in.s)) return ok;
    return err_set(err,
                   "both are counted over the same turns: say one number, as in 'odds encounter "
                   "given sign in 6'");
}

/* Refuses "given 4", "given turn 4" and "given no sign". */
static bool check_given(const OddsQuery *q, Err *err)
{
    static const char *const before[] = {"a ", "the ", "turn ", NULL};
    const char *s = text_str(&q->given), *number = skip_words(s, before);
    if (*number >= '0' && *number <= '9')
        return err_set(err,
                       "given which event? A number is none; name an event or a row of a chart, as "
                       "in 'odds encounter given sign in 6'");
    return !begins_with(s, "no ") || is_darkness(s) ||
           err_set(err,
                   "odds are given what comes, and not what does not: 'odds encounter given sign "
                   "in 6'");
}

/* Cuts "OTHER" off "WHAT or OTHER" and "neither WHAT nor OTHER"; a comparison may have an `or`. */
static void read_other(OddsQuery *q, Text *rest)
{
    const char *s = text_str(rest);
    if (begins_with(s, "neither ")) {
        ScopedText first = {0};
        text_add(&first, s + strlen("neither "));
        cut_clause(&first, "nor", &q->other);
        q->no = q->other.n > 0;
        if (q->no) set_trimmed(rest, text_str(&first), first.n);
    } else if (!strpbrk(s, signs)) {
        cut_clause(rest, "or", &q->other);
    }
}

/* Checks that a question with "or", "given" or a number of times has only one, and is of events. */
static bool check_relation(const OddsQuery *q, Err *err)
{
    int relations = (q->times > 0) + (q->given.n > 0) + (q->before.n > 0) + (q->other.n > 0);
    if (relations > 1 || (q->no && !q->other.n))
        return err_set(err,
                       "one thing at a time: 'odds two encounters in 6', or 'odds encounter given "
                       "sign in 6'");
    if (q->other.n > 0) return true;
    return q->turns > 0 || q->until_turn > 0 ||
           err_set(err, "in how many turns? 'odds %s%s%s in 6'", q->times ? "two " : "",
                   text_str(&q->what), q->times ? "s" : " given …");
}

/* Cuts a number of times off, "at least two …", "2 …" or "… twice", and returns it; 0: none. */
static int64_t cut_times(Text *what)
{
    static const char *const at_least[] = {"at least ", NULL};
    static const char *const numbers[] = {"two ", "three ", "four ", "five ", "six "};
    const char *s = skip_words(text_str(what), at_least);
    char *end = NULL;
    int64_t times = strtoll(s, &end, 10);
    if (end > s && *end == ' ') {
        s = end + 1;
    } else {
        times = 0;
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            if (begins_with(s, numbers[i])) times = (int64_t)i + 2; /* the first is "two" */
        if (times) s = strchr(s, ' ') + 1;
    }
    if (times == 0 && ends_with(s, " twice")) {
        times = 2;
        what->n -= strlen(" twice");
        what->s[what->n] = '\0';
    }
    ScopedText rest = {0};
    text_add(&rest, s);
    set_trimmed(what, text_str(&rest), rest.n);
    return times;
}

/* Refuses a light that does not burn, unless a plan was typed, which may light one. */
static bool check_burns(const OddsQuery *q, const char *word, Err *err)
{
    if (q->plan.n > 0 || strchr(word, '.') || !odds_query_is_light(q, word)) return true;
    value_each (lamp, value_list(q->table->status, "lights"))
        if (value_is(lamp, "light", word)) return true;
    return err_set(err, "no %s burns, so none can go out", word);
}

bool odds_query_read(OddsQuery *q, const char *typed, Err *err)
{
    static const char *const of[] = {"of ", NULL}, *const no[] = {"no ", "not ", NULL};
    ScopedText rest = {0};
    text_add(&rest, typed);
    cut_clause(&rest, "with", &q->plan); /* first: a plan may hold any of the words below */
    bool ok = check_no_dice(q, text_str(&rest), err);
    cut_clause(&rest, "before", &q->before);
    cut_clause(&rest, "given", &q->given);
    ok = ok && read_turns(q, &rest, err) && (!q->before.n || read_turns(q, &q->before, err)) &&
         (!q->given.n || read_turns(q, &q->given, err)) && check_given(q, err);
    read_other(q, &rest);
    /* "no light" is a word for darkness, and denies nothing. */
    const char *s = skip_words(text_str(&rest), of);
    const char *what = begins_with(s, "no light") ? s : skip_words(s, no);
    q->no = q->no || what > s;
    set_trimmed(&q->what, what, strlen(what));
    if (ok && q->what.n == 0)
        ok = err_set(err, "the odds of what? For example, 'odds encounter', 'odds encounter before "
                          "torch', 'odds dark by 12'");
    if (!ok) return false;
    q->times = cut_times(&q->what);
    replace_by_rules_name(q, &q->what);
    replace_by_rules_name(q, &q->other);
    replace_by_rules_name(q, &q->before);
    replace_by_rules_name(q, &q->given);
    if (q->times > 0 || q->given.n > 0 || q->other.n > 0) return check_relation(q, err);
    return check_burns(q, text_str(&q->before), err) && check_burns(q, text_str(&q->what), err) &&
           read_state(q, err);
}

void odds_query_free(OddsQuery *q)
{
    text_free(&q->what);
    text_free(&q->other);
    text_free(&q->before);
    text_free(&q->given);
    text_free(&q->plan);
    text_free(&q->state);
}

void odds_query_add_names(const OddsQuery *q, Err *err)
{
    static const char *const lists[] = {"lights", "charts", "events"};
    ScopedText t = {0};
    int named = 0;
    text_addf(&t, "%s; ask for encounter, dark", err->text);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const Value *list = list_in_book(q, lists[k]);
        for (size_t i = 0; i < list->n && named < NAMES_MAX; i++, named++)
            text_addf(&t, ", %s", value_text(&list->items[i], "name", ""));
    }
    text_add(&t, ", or a row of a chart");
    err_set(err, "%s", text_str(&t));
}
