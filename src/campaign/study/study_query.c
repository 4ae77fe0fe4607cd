/* Checks the options of sconce_sim and sconce_chances one by one, and encodes each as a canonical
 * value for the cell; then writes them into requests, and back into answers. */
#include "campaign/study/study_query.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/rules/find.h"
#include "campaign/rules/words.h"
#include "core/ascii.h"
#include "core/json_writer.h"
#include "core/tree.h"

enum { NAME_MAX_BYTES = 60 };        /* of a measure, which is a column of a table */
enum { POLICY_BYTES_MAX = 1 << 20 }; /* of a policy's file: far more than one needs */
enum { TIMES_MAX = 20 };             /* of "at least": odds have a slot for each number up to it */
enum { LISTED_MAX = 200 };           /* measures, or races, of one question: rows of a long table */

#define SEPARATORS ", \t\n\v\f\r" /* between the events of until */

static bool check_utf8(const char *s, const char *what, Err *err)
{
    return text_is_utf8(s, strlen(s)) || err_set(err, "%s is not UTF-8 text", what);
}

/* Appends a canonical list of the lines of a plan, such as "crawl; search". */
static bool read_plan(const char *plan, Text *out, Err *err)
{
    ScopedText lines = {0}, composed = {0};
    size_t count = 0;
    if (!check_utf8(plan, "the plan", err)) return false;
    text_add(&composed, plan);
    text_compose(&composed);
    if (composed.failed) return err_set(err, "out of memory");
    for (const char *p = text_str(&composed); *p;) {
        size_t untrimmed_n = strcspn(p, ";\n"), n = untrimmed_n;
        const char *line = without_blanks(p, &n);
        if (n > LINE_MAX_BYTES)
            return err_set(err, "a line of the plan is longer than %d bytes", LINE_MAX_BYTES);
        if (n > 0) {
            put_textn(&lines, line, n);
            count++;
        }
        p += untrimmed_n;
        if (*p) p++; /* the separator */
    }
    put_list(out, count);
    if (count > 0) text_addn(out, lines.s, lines.n);
    return count > 0 || err_set(err, "the plan is empty: give a line a turn, as \"crawl; search\"");
}

/* Returns the verb that the rules' book names under a key; NULL: none. */
static const char *verb_in_book(const StudyTable *table, const char *key)
{
    const char *verb = value_text(cell_client_book(table->client), key, "");
    return *verb ? verb : NULL;
}

const char *study_query_first_action(const StudyTable *table)
{
    return verb_in_book(table, "usual");
}

const char *study_query_stand_in(const StudyTable *table)
{
    const char *by_default = verb_in_book(table, "default");
    return by_default ? by_default : study_query_first_action(table);
}

/* True if the n bytes can name a measure: letters (not only ASCII), _, - and later digits. */
static bool is_name(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool letter = is_letter(s[i]) || (unsigned char)s[i] >= 0x80;
        bool later_digit = i > 0 && is_digit(s[i]);
        if (!letter && !later_digit && s[i] != '_' && s[i] != '-') return false;
    }
    return n > 0 && n <= NAME_MAX_BYTES;
}

/* Reads a measure: "torches=party.torches" -> a canonical map { expr, name }. */
static bool read_measure(const char *text, Text *out, Err *err)
{
    const char *equals = strchr(text, '=');
    size_t n = equals ? (size_t)(equals - text) : 0;
    const char *name = without_blanks(text, &n);
    if (!equals || !is_name(name, n) || !equals[strspn(equals, "= \t")])
        return err_set(err, "a measure is NAME=EXPR, as torches=party.torches, and this is '%.80s'",
                       text);
    if (!check_utf8(text, "the measure", err)) return false;
    MapWriter f = {0};
    put_textn(map_field(&f, "name"), name, n);
    put_text(map_field(&f, "expr"), equals + 1);
    return map_end(&f, out) || err_set(err, "out of memory");
}

/* Reads a race: "encounter,light_out" -> a canonical map { first, second }. */
static bool read_race(const char *text, Text *out, Err *err)
{
    const char *comma = strchr(text, ',');
    size_t first_n = strcspn(text, ","), second_n = comma ? strlen(comma + 1) : 0;
    const char *first = without_blanks(text, &first_n);
    const char *second = comma ? without_blanks(comma + 1, &second_n) : "";
    if (first_n == 0 || second_n == 0 || !text_is_utf8(text, strlen(text)))
        return err_set(err,
                       "which two events? A,B, as encounter,light_out, and this is "
                       "'%.80s'",
                       text);
    if (first_n == second_n && memcmp(first, second, first_n) == 0)
        return err_set(err, "two events are needed, and both are '%.80s'", text);
    MapWriter f = {0};
    put_textn(map_field(&f, "first"), first, first_n);
    put_textn(map_field(&f, "second"), second, second_n);
    return map_end(&f, out) || err_set(err, "out of memory");
}

/* Reads how often an event is to come: "encounter,2" -> a canonical map { event, times }. */
static bool read_at_least(const char *text, Text *out, Err *err)
{
    const char *comma = strchr(text, ',');
    size_t n = comma ? (size_t)(comma - text) : 0;
    const char *event = without_blanks(text, &n);
    char *end = NULL;
    int64_t times = comma ? strtoll(comma + 1, &end, 10) : 0;
    if (n == 0 || times < 2 || times > TIMES_MAX || *end || !text_is_utf8(text, strlen(text)))
        return err_set(
            err,
            "at least how often?  EVENT,N, as encounter,2, with N from 2 to %d, and this "
            "is '%.80s'",
            TIMES_MAX, text);
    MapWriter f = {0};
    put_textn(map_field(&f, "event"), event, n);
    put_int(map_field(&f, "times"), times);
    return map_end(&f, out) || err_set(err, "out of memory");
}

/* Appends a canonical list of n values, which `read` makes of the texts. */
static bool read_all(bool (*read)(const char *, Text *, Err *), const char *const *list, size_t n,
                     Text *out, Err *err)
{
    if (n > LISTED_MAX) return err_set(err, "at most %d at once can be measured", LISTED_MAX);
    put_list(out, n);
    for (size_t i = 0; i < n; i++)
        if (!read(list[i], out, err)) return false;
    return true;
}

static bool check_measure_names(const QueryOptions *o, Err *err)
{
    for (size_t i = 0; i < o->measure_count; i++)
        for (size_t j = 0; j < i; j++) {
            size_t n = strcspn(o->measures[i], "=");
            if (strcspn(o->measures[j], "=") == n && memcmp(o->measures[i], o->measures[j], n) == 0)
                return err_set(err, "two measures are called %.*s", (int)n, o->measures[i]);
        }
    return true;
}

/* --- a policy ---------------------------------------------------------------------------- */

/* Reads a policy's file -> a canonical map { name, text }.  path: as typed.  Only rule files, which
 * name each other, are looked for on the search path. */
static bool read_policy(const char *path, Text *out, Err *err)
{
    ScopedText text = {0};
    MapWriter f = {0};
    bool ok = read_text_file(path, POLICY_BYTES_MAX, &text, err) &&
              (text_is_utf8(text.s, text.n) ||
               err_set(err, "%s: a policy is a Lua file, and this is not one", path));
    if (ok) text_compose(&text);
    if (text.failed) ok = err_set(err, "out of memory");
    put_text(map_field(&f, "name"), path_base(path));
    put_textn(map_field(&f, "text"), text_str(&text), text.n);
    return map_end(&f, out) && ok;
}

/* --- the whole --------------------------------------------------------------------------- */

/* Appends the events of `until`, each once: "A,B" for " A, B,A,". */
static bool read_until(const char *until, Text *events, Err *err)
{
    if (!check_utf8(until, "the event to end with", err)) return false;
    for (const char *s = until + strspn(until, SEPARATORS); *s; s += strspn(s, SEPARATORS)) {
        size_t n = strcspn(s, SEPARATORS);
        if (!text_has_word(text_str(events), s, n)) {
            if (events->n) text_addc(events, ',');
            text_addn(events, s, n);
        }
        s += n;
    }
    return events->n > 0 || events->failed ||
           err_set(err, "until which event?  One is named, or several: encounter,light_out");
}

bool study_query_read(StudyQuery *q, const QueryOptions *o, Err *err)
{
    if (!public_check_all_given(o->measures, o->measure_count, "measures", err) ||
        !public_check_all_given(o->before, o->before_count, "before", err) ||
        !public_check_all_given(o->at_least, o->at_least_count, "at_least", err) ||
        !public_check_all_given(o->given, o->given_count, "given", err))
        return false;
    if (o->policy && o->plan)
        return err_set(err, "a plan, or a policy: one of them says what is done");
    if (o->policy && !read_policy(o->policy, &q->policy, err)) return false;
    if (o->otherwise && !check_utf8(o->otherwise, "what is done otherwise", err)) return false;
    /* Without a plan the first action is done, and the rules' default where that cannot be. */
    const char *otherwise = o->otherwise;
    if (!otherwise && !o->plan && !o->policy) otherwise = verb_in_book(q->table, "default");
    if (otherwise) put_text(&q->otherwise, otherwise);
    if (o->until && !read_until(o->until, &q->until, err)) return false;
    const char *plan = o->plan ? o->plan : study_query_first_action(q->table);
    if (o->policy) plan = "policy"; /* the cell needs some plan, and does not read it */
    if (!plan) return err_set(err, "which plan? a line a turn, as \"crawl; search\"");
    if (!check_measure_names(o, err) || !read_plan(plan, &q->plan, err) ||
        !read_all(read_measure, o->measures, o->measure_count, &q->measures, err) ||
        !read_all(read_race, o->before, o->before_count, &q->before, err) ||
        !read_all(read_at_least, o->at_least, o->at_least_count, &q->at_least, err) ||
        !read_all(read_race, o->given, o->given_count, &q->given, err))
        return false;
    return !(q->plan.failed || q->measures.failed || q->before.failed || q->at_least.failed ||
             q->given.failed || q->until.failed) ||
           err_set(err, "out of memory");
}

void study_query_free(StudyQuery *q)
{
    text_free(&q->plan);
    text_free(&q->measures);
    text_free(&q->before);
    text_free(&q->at_least);
    text_free(&q->given);
    text_free(&q->until);
    text_free(&q->otherwise);
    text_free(&q->policy);
    text_free(&q->start);
}

bool study_query_weigh_start(StudyQuery *q, Err *err)
{
    Journal *j = q->table->journal;
    MapWriter f = {0};
    ScopedText party = {0}, lines = {0};
    if (!q->table->preview)
        return err_set(err,
                       "the campaign has been played, so its start cannot be weighed: ask from "
                       "where it stands");
    int64_t n = journal_count(j, err);
    if (n < 1 || !journal_get(j, "party", &party, err)) return false;
    put_list(&lines, (size_t)n - 1);
    for (int64_t seq = 2; seq <= n; seq++) { /* entry 1 is the start, and no line */
        ScopedEntry e = {0};
        if (!journal_entry(j, seq, &e, err)) return false;
        put_text(&lines, text_str(&e.line));
    }
    if (party.n) put_text(map_field(&f, "party"), text_str(&party));
    put_raw(map_field(&f, "lines"), lines.s, lines.n);
    return map_end(&f, &q->start) || err_set(err, "out of memory");
}

void study_query_write_request(const StudyQuery *q, MapWriter *f)
{
    put_raw(map_field(f, "state"), q->table->state->s, q->table->state->n);
    put_raw(map_field(f, "plan"), q->plan.s, q->plan.n);
    put_raw(map_field(f, "measures"), q->measures.s, q->measures.n);
    put_raw(map_field(f, "before"), q->before.s, q->before.n);
    put_raw(map_field(f, "at_least"), q->at_least.s, q->at_least.n);
    put_raw(map_field(f, "given"), q->given.s, q->given.n);
    if (q->otherwise.n) put_raw(map_field(f, "otherwise"), q->otherwise.s, q->otherwise.n);
    if (q->policy.n) put_raw(map_field(f, "policy"), q->policy.s, q->policy.n);
    if (q->until.n) put_text(map_field(f, "until"), text_str(&q->until));
    if (q->start.n) put_raw(map_field(f, "start"), q->start.s, q->start.n);
}

/* Writes the field `key` with a canonical value; with `part`, which may be NULL, only that field of
 * the value.  Nothing when the value is empty. */
static void write_field(Text *t, const char *key, const Text *canonical, const char *part)
{
    ScopedTree *tree = tree_of(canonical, NULL);
    const Value *v = tree_root(tree);
    if (v) jsonw_value(jsonw_key(t, key), part ? value_get(v, part) : v);
}

void study_query_write_plan(const StudyQuery *q, Text *t)
{
    ScopedTree *tree = tree_of(&q->plan, NULL);
    const char *between = "";
    value_each (line, tree_list(tree)) {
        text_addf(t, "%s%s", between, line->s);
        between = "; ";
    }
}

void study_query_set_error(const StudyQuery *q, const Value *error, const char *place,
                           const char *more, Err *err)
{
    const char *said = value_text(error, "said", ""),
               *text = value_text(error, "text", "it failed");
    bool refused = value_bool(error, "refused", false) && *said;
    ScopedText t = {0};
    if (refused) text_addf(&t, "'%s' cannot be done: ", said);
    text_add(&t, text);
    if (*place) text_addf(&t, " (%s", place);
    if (*place && *said && !refused) text_addf(&t, ", '%s'", said);
    if (*place) text_addf(&t, "%s)", more);
    err_set(err, "%s", text_str(&t));
    chain_set_place(cell_client_chain(q->table->client), error, err);
    if (refused)
        err->kind = ERR_UNDONE;
    else if (value_bool(error, "dice", false))
        err->kind = ERR_DICE;
}

void study_open_list(Text *t, const char *key, bool *open)
{
    if (*open) return;
    *open = true;
    jsonw_open(jsonw_key(t, key), '[');
}

/* Adds the rolls of entry seq to the list "rolled", which it opens when there is one; see *open. */
static void write_rolls_of(Journal *j, int64_t seq, Text *t, bool *open)
{
    ScopedEntry e = {0};
    ScopedTree *tree = journal_entry(j, seq, &e, NULL) ? tree_of(&e.rolls, NULL) : NULL;
    value_each (roll, tree_list(tree)) {
        study_open_list(t, "rolled", open);
        jsonw_ordered_map(t, roll, "die faces total for");
    }
}

/* Writes the field "no_party" where nobody was named yet, and figures depend on who plays, since
 * each member has an own maximum in some track: a line that adds a party, "add Bram hp=6; add
 * Ysolde hp=6". */
static void write_no_party(const StudyTable *table, Text *t)
{
    if (!table->no_party) return;
    value_each (track, value_list(cell_client_book(table->client), "tracks")) {
        if (!value_is(track, "of", "member") || !value_is(track, "max", "own")) continue;
        ScopedText line = {0};
        const char *name = value_text(track, "name", "");
        text_addf(&line, "add Bram %s=6; add Ysolde %s=6", name, name);
        jsonw_string(jsonw_key(t, "no_party"), text_str(&line));
        return;
    }
}

void study_query_write_head(const StudyQuery *q, int64_t turns, bool exact, Text *t)
{
    bool open = false;
    jsonw_string(jsonw_key(t, "table"), q->table->name);
    for (size_t i = 0; i < q->table->house_count; i++) {
        study_open_list(t, "houses", &open);
        jsonw_string(t, q->table->houses[i]);
    }
    if (open) jsonw_close(t, ']');
    jsonw_int(jsonw_key(t, "turns"), turns);
    jsonw_bool(jsonw_key(t, "exact"), exact);
}

void study_query_write_options(const StudyQuery *q, Text *t)
{
    bool open = false; /* the list "rolled" */
    int64_t n = q->table->preview ? journal_count(q->table->journal, NULL) : 0;
    write_no_party(q->table, t);
    if (!q->policy.n) write_field(t, "plan", &q->plan, NULL);
    write_field(t, "policy", &q->policy, "name");
    write_field(t, "otherwise", &q->otherwise, NULL);
    for (int64_t seq = 1; seq <= n && !q->start.n; seq++) /* weighed rolls are not listed */
        write_rolls_of(q->table->journal, seq, t, &open);
    if (open) jsonw_close(t, ']');
    if (q->start.n) jsonw_bool(jsonw_key(t, "weighed_start"), true);
    if (q->until.n) jsonw_string(jsonw_key(t, "until"), text_str(&q->until));
}

void study_query_race_key(const char *before, Text *key)
{
    const char *comma = strchr(before, ',');
    size_t first_n = (size_t)(comma - before), second_n = strlen(comma + 1);
    const char *first = without_blanks(before, &first_n);
    const char *second = without_blanks(comma + 1, &second_n);
    text_addn(key, first, first_n);
    text_addc(key, '<');
    text_addn(key, second, second_n);
}
