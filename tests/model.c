/* model.c -- plays random lines and compares the table with a model of undo and redo.
 *
 *     model FIRST COUNT TABLE…
 *
 * Sequence i plays table i mod n, in a folder; its lines are drawn from the book's verbs, tracks
 * and lights, with mistakes, questions answered and taken back, dice by hand, undo, redo, and
 * closing in between.  The model is a list of states and a position in it: a line that is done
 * drops the states behind the position and adds one; undo and redo move the position.  After every
 * line the bytes of the state must be those of the model. */
#include <ftw.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/table/table.h"

enum {
    LINES = 40,          /* steps of a sequence: a line, an undo, a reopening … */
    MOMENTS = LINES + 8, /* states of a sequence: one a line, and some while make() adds members */
    LINE = 400,          /* the most bytes of a line */
    LINES_KEPT = 200     /* lines and answers that are printed when something is wrong */
};

/* The table after a line, in the model. */
typedef struct {
    Text state;
    char *narration; /* events and rolls of the line, as text; NULL after an undo */
    char line[LINE];
} Moment;

/* A sequence: the table, its model, and what was counted. */
typedef struct {
    uint64_t dice; /* state of draw(), which chooses lines */
    char dir[64];
    const char *table;
    Sconce *s;
    json_t *book;
    Moment moment[MOMENTS];
    int at, last; /* the present state in `moment`, and the last one that redo can reach */
    char lines[LINES_KEPT][LINE];
    int lines_n;
    int64_t undone, redone, reopened, asked, refused, entries;
} Game;

static uint32_t draw(Game *g, uint32_t n)
{
    g->dice = g->dice * 6364136223846793005u + 1442695040888963407u;
    return n ? (uint32_t)(g->dice >> 33) % n : 0;
}

static bool fail(const Game *g, const char *what)
{
    printf("%s: %s, after:\n", g->table, what);
    for (int i = 0; i < g->lines_n; i++) printf("  %s\n", g->lines[i]);
    return false;
}

/* --- lines -------------------------------------------------------------------------------- */

static const json_t *any_of(Game *g, const char *list)
{
    const json_t *all = json_object_get(g->book, list);
    return json_array_get(all, draw(g, (uint32_t)json_array_size(all)));
}

static const char *name_in(const json_t *thing, const char *key)
{
    const char *name = json_string_value(json_object_get(thing, key));
    return name ? name : "nothing";
}

static const char *member(Game *g)
{
    static const char *const name[] = {"Bram", "Ysolde", "Pike", "Cid", "B"};
    return name[draw(g, 100) < 95 ? draw(g, 4) : 4];
}

/* Appends one of the words of "a|b|c", of which s holds n bytes, to out. */
static void choice(Game *g, const char *s, size_t n, char *out)
{
    uint32_t bars = 0;
    for (size_t i = 0; i < n; i++) bars += s[i] == '|';
    uint32_t take = draw(g, bars + 1);
    while (take > 0 && n > 0) take -= *s == '|', s++, n--;
    size_t length = strcspn(s, "|") < n ? strcspn(s, "|") : n;
    sprintf(out + strlen(out), " %.*s", (int)length, s);
}

/* Appends an argument to out.  s: the word of n bytes that stands for it in the book's `takes`. */
static void argument(Game *g, const char *s, size_t n, char *out)
{
    char *end = out + strlen(out);
    if (memchr(s, '|', n))
        choice(g, s, n, out);
    else if (strncmp(s, "MEMBER", n) == 0)
        sprintf(end, " %s", member(g));
    else if (strncmp(s, "NUMBER", n) == 0)
        sprintf(end, " %u", draw(g, 20));
    else if (strncmp(s, "DIE", n) == 0)
        sprintf(end, " %s", draw(g, 2) ? "1d6" : "2");
    else if (strncmp(s, "STAT", n) == 0)
        sprintf(end, " %s", draw(g, 2) ? "dex" : "con");
    else if (strncmp(s, "PACE", n) == 0)
        sprintf(end, " %s", name_in(any_of(g, "paces"), "name"));
    else if (strncmp(s, "LIGHT", n) == 0)
        sprintf(end, " %s", name_in(any_of(g, "lights"), "name"));
    else
        sprintf(end, " %s", draw(g, 2) ? "hall" : "crypt");
}

/* Makes up a deed: a verb of the book with its arguments, mostly correct ones. */
static void deed(Game *g, char *out)
{
    const json_t *verb;
    do verb = any_of(g, "verbs");
    while (json_is_true(json_object_get(verb, "host")));
    strcat(out, name_in(verb, "verb"));
    const char *s = name_in(verb, "takes");
    while (strcmp(s, "nothing") != 0 && *s) {
        s += strspn(s, " ");
        bool spare = *s == '[';
        s += spare;
        size_t n = strcspn(s, " ]");
        if (n > 0 && draw(g, 100) < (spare ? 50u : 95u)) argument(g, s, n, out);
        s += n + (s[n] == ']');
    }
}

/* Makes up a correction of a track: "NAME 3", "NAME Bram +1" … */
static void correction(Game *g, char *out)
{
    const json_t *track = any_of(g, "tracks");
    bool of_member = strcmp(name_in(track, "of"), "member") == 0;
    sprintf(out, "%s %s%s%s%u", name_in(track, "name"), of_member ? member(g) : "",
            of_member ? " " : "",
            draw(g, 2)   ? "+"
            : draw(g, 2) ? "-"
                         : "",
            draw(g, 5));
}

/* Draws a line that the program itself obeys, or that is a mistake. */
static void host_line(Game *g, char *out)
{
    static const char *const line[] = {
        "time +10",
        "pass 10m why",
        "pass 2 hours",
        "note mud",
        "add Cid",
        "remove Cid",
        "away Pike",
        "back Pike",
        "split Bram",
        "rejoin",
        "with Bram",
        "order Pike Bram",
        "here hall",
        "dice hand",
        "dice auto",
        "= 1 + 1",
        "lua say(\"ho\")",
        "session \"next\"",
        "log",
        "?",
        "why",
        "state",
        "recap",
        "snuff Bram",
        "pause",
        "resume",
        "dice \"d6:3 d20:9\"",
        "",
        "frobnicate",
        "chart hazard",
        "= dice(\"2d6\")",
        "roll 3d6",
        "lua state.x = 1",
        "u u",
        "Bram",
        "changes",
    };
    strcpy(out, line[draw(g, sizeof line / sizeof *line)]);
}

/* Makes up a line: a light is lit, a correction, a line of the program, or one or two deeds. */
static void line_for(Game *g, char *out)
{
    uint32_t kind = draw(g, 100);
    out[0] = '\0';
    if (kind < 12)
        sprintf(out, "light %s %s", name_in(any_of(g, "lights"), "name"), member(g));
    else if (kind < 24)
        correction(g, out);
    else if (kind < 36)
        host_line(g, out);
    else {
        if (kind < 46) sprintf(out, "%s ", member(g));
        deed(g, out);
        if (kind > 94) {
            sprintf(out + strlen(out), " + %s ", member(g));
            deed(g, out);
        }
        if (kind > 86 && kind < 93) strcat(out, " x3");
        if (kind == 93) strcat(out, " =3");
    }
}

/* Makes up an answer to the open question: nothing (its default), "u", nonsense, a choice or faces.
 */
static void answer_for(Game *g, char *out)
{
    json_t *ask = json_loads(sconce_asked(g->s), 0, NULL);
    const json_t *choices = json_object_get(ask, "choices"), *sides = json_object_get(ask, "sides");
    uint32_t kind = draw(g, 10);
    out[0] = '\0';
    if (kind < 4)
        ;
    else if (kind == 4)
        strcpy(out, "u");
    else if (kind == 5)
        strcpy(out, draw(g, 2) ? "nonsense" : "y");
    else if (json_array_size(choices) > 0)
        strcpy(out, json_string_value(
                        json_array_get(choices, draw(g, (uint32_t)json_array_size(choices)))));
    else
        for (size_t i = 0; i < json_array_size(sides); i++)
            sprintf(out + strlen(out), "%u ", draw(g, 6) + 1);
    json_decref(ask);
}

/* --- the model ---------------------------------------------------------------------------- */

static bool state_is(const Game *g, const Moment *m)
{
    const Text *now = &g->s->position.head.state;
    return now->n == m->state.n && memcmp(text_str(now), text_str(&m->state), now->n) == 0;
}

/* Returns events and rolls as text: redo, and the same line after undo, must repeat them. */
static char *narration_of(const Sconce *s)
{
    const Text *e = &s->position.head.events, *r = &s->position.head.rolls;
    Text t = {0};
    for (size_t i = 0; i < e->n; i++) text_addf(&t, "%02x", (unsigned char)e->s[i]);
    for (size_t i = 0; i < r->n; i++) text_addf(&t, "%02x", (unsigned char)r->s[i]);
    return text_take(&t);
}

static void keep(Game *g, int at, const char *line)
{
    Moment *m = &g->moment[at];
    text_free(&m->state);
    free(m->narration);
    text_addn(&m->state, text_str(&g->s->position.head.state), g->s->position.head.state.n);
    m->narration = narration_of(g->s);
    snprintf(m->line, sizeof m->line, "%s", line);
}

static SconceReply say(Game *g, const char *line)
{
    if (g->lines_n < LINES_KEPT) snprintf(g->lines[g->lines_n++], LINE, "%s", line);
    return sconce_say(g->s, line);
}

/* Undoes (back) or redoes n lines, or as many as there are; the state must be that of the model. */
static bool walk(Game *g, bool back, int n)
{
    char line[40];
    int room = back ? g->at : g->last - g->at, steps = n < room ? n : room;
    snprintf(line, sizeof line,
             n == 1 ? "%s"
             : back ? "%s %d anyway"
                    : "%s %d",
             back ? "u" : "redo",
             n); /* "anyway" lets them go beyond the beginning of the session */
    SconceReply r = say(g, line);
    if ((r.outcome == SCONCE_DONE) != (steps > 0))
        return fail(g, "undo or redo is done where there is nothing, or not where there is");
    g->at += back ? -steps : steps;
    *(back ? &g->undone : &g->redone) += steps;
    if (!state_is(g, &g->moment[g->at])) return fail(g, "the state is another after undo or redo");
    char *narration = g->at > 0 ? narration_of(g->s) : NULL;
    bool same = !narration || strcmp(narration, g->moment[g->at].narration) == 0;
    free(narration);
    return same || fail(g, "redo tells something else");
}

static bool open_game(Game *g)
{
    SconceError e;
    SconceOptions o = {.table = g->dir, .answers = "ask", .seed = NULL};
    g->s = sconce_open(&o, &e);
    if (!g->s) printf("%s: %s:%d: %s\n", g->table, e.file, e.line, e.text);
    return g->s != NULL;
}

/* Closes the table and opens it again; the state must be that of the model. */
static bool reopen(Game *g)
{
    bool asked = sconce_asked(g->s) != NULL;
    if (g->lines_n < LINES_KEPT)
        strcpy(g->lines[g->lines_n++],
               asked ? "(closed at a question, opened)" : "(closed, opened)");
    sconce_close(g->s);
    g->reopened++;
    return open_game(g) &&
           (state_is(g, &g->moment[g->at]) || fail(g, "the state is another after opening"));
}

/* Closes at a question and opens again: `resume` must reach the same question with the same events.
 */
static bool reopen_at_question(Game *g, const char *reply)
{
    if (g->s->dice.mode == DICE_SCRIPT) return true; /* closing would lose the scripted dice */
    size_t n = (size_t)(strstr(reply, ",\"rolls\":") - reply);
    char *before = strndup(reply, n);
    bool good = reopen(g);
    SconceReply r = good ? say(g, "resume") : (SconceReply){0};
    bool same = good && r.outcome == SCONCE_ASKS && strncmp(r.json, before, n) == 0;
    free(before);
    return same || (good && fail(g, "'resume' does not come to the question that was left"));
}

/* Says a line and answers its questions; the state must be that of the model. */
static bool play_line(Game *g, const char *typed)
{
    char line[LINE];
    int64_t before = g->s->position.head.seq;
    SconceReply r = say(g, typed);
    for (int i = 0; sconce_asked(g->s) && i < 60; i++) {
        g->asked++;
        if (!state_is(g, &g->moment[g->at])) return fail(g, "the state changed at a question");
        if (draw(g, 12) == 0 && r.outcome == SCONCE_ASKS && !reopen_at_question(g, r.json))
            return false;
        answer_for(g, line);
        r = say(g, i > 50 ? "u" : line); /* too many questions: the line is taken back */
        if (i > 50 && strcmp(line, "u") != 0) continue;
    }
    while (sconce_asked(g->s)) say(g, "u"); /* until the line itself is taken back */
    if (r.outcome == SCONCE_REFUSED) g->refused++;
    if (g->s->position.head.seq == before)
        return state_is(g, &g->moment[g->at]) || fail(g, "the state changed without an entry");
    g->entries++;
    g->last = ++g->at;
    keep(g, g->at, typed);
    return true;
}

/* Types the line that was just undone; it must tell the same, unless it asks (answers are made up)
 * or brings its own dice ("=3").  Dice by hand and scripted dice would be others. */
static bool retype_undone(Game *g)
{
    if (g->at == g->last || g->s->dice.mode != DICE_AUTO) return true;
    char line[LINE], *narration = strdup(g->moment[g->at + 1].narration);
    strcpy(line, g->moment[g->at + 1].line);
    int64_t before = g->s->position.head.seq;
    say(g, line);
    bool asked = sconce_asked(g->s) != NULL, same = true;
    while (sconce_asked(g->s)) say(g, "u");
    if (g->s->position.head.seq != before) {
        g->last = ++g->at;
        keep(g, g->at, line);
        same = asked || strstr(line, "=") || strcmp(narration, g->moment[g->at].narration) == 0;
    }
    free(narration);
    return same || fail(g, "the same line after undo gives something else");
}

static bool play(Game *g)
{
    char line[LINE * 4];
    for (int i = 0; i < LINES; i++) {
        uint32_t what = draw(g, 100);
        bool good;
        if (what < 10)
            good = walk(g, true, what < 7 ? 1 : 1 + (int)draw(g, 4)) &&
                   (draw(g, 2) || walk(g, false, 1 + (int)draw(g, 3)));
        else if (what < 18)
            good = walk(g, false, what < 15 ? 1 : 1 + (int)draw(g, 4));
        else if (what < 21)
            good = reopen(g);
        else if (what < 26)
            good = retype_undone(g);
        else {
            line_for(g, line);
            good = play_line(g, line);
        }
        if (!good) return false;
    }
    return true;
}

/* Plays every entry again under its own rules: the same bytes. */
static bool verified(Game *g)
{
    const char *report = sconce_verify(g->s, NULL, NULL, NULL);
    if (report && strstr(report, "\"differs\":null")) return true;
    printf("%s\n", report ? report : "no report");
    return fail(g, "an entry is not the same when it is played again");
}

/* --- a game ------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    return remove(path);
}

static bool make(Game *g)
{
    static const char party[] = "member \"Bram\" { }\nmember \"Ysolde\" { }\nmember \"Pike\" { }\n";
    SconceError e;
    const char *tmp = getenv("TMPDIR");
    snprintf(g->dir, sizeof g->dir, "%s/sconce-model-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(g->dir)) return false;
    bool own = strstr(g->table, "/examples/") != NULL; /* an example may have a party of its own */
    if (!sconce_create(g->dir, g->table, own ? "" : party, NULL, &e)) {
        printf("%s: %s\n", g->table, e.text);
        return false;
    }
    if (!open_game(g)) return false;
    g->book = json_loads(sconce_book(g->s), 0, NULL);
    keep(g, 0, "");
    return !own ||
           (play_line(g, "add Bram") && play_line(g, "add Ysolde") && play_line(g, "add Pike"));
}

int main(int argc, char **argv)
{
    int64_t first = argc > 3 ? atoll(argv[1]) : 0, count = argc > 3 ? atoll(argv[2]) : 0, bad = 0;
    Game sum = {0};
    for (int64_t i = first; i < first + count; i++) {
        Game *g = calloc(1, sizeof *g);
        g->dice = (uint64_t)i * 0x9E3779B97F4A7C15u + 1;
        g->table = argv[3 + i % (argc - 3)];
        bool good = make(g) && play(g) && verified(g);
        if (!good) printf("sequence %lld\n", (long long)i);
        bad += !good;
        sum.entries += g->entries, sum.undone += g->undone, sum.redone += g->redone;
        sum.reopened += g->reopened, sum.asked += g->asked, sum.refused += g->refused;
        sconce_close(g->s);
        json_decref(g->book);
        for (int k = 0; k < MOMENTS; k++) {
            text_free(&g->moment[k].state);
            free(g->moment[k].narration);
        }
        nftw(g->dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
        free(g);
    }
    printf("%lld entries, %lld undone, %lld done again, %lld times opened, %lld questions, %lld "
           "refused\n",
           (long long)sum.entries, (long long)sum.undone, (long long)sum.redone,
           (long long)sum.reopened, (long long)sum.asked, (long long)sum.refused);
    printf("%lld passed, %lld failed\n", (long long)(count - bad), (long long)bad);
    return bad > 0;
}
