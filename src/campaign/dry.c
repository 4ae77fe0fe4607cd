/* Every second run settles questions by their defaults, the others answer at random.  Nothing here
 * depends on the machine: the same rules give the same mistakes. */
#include "campaign/dry.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/fields.h"
#include "campaign/play.h"
#include "core/rng.h"
#include "core/wire.h"

enum {
    LINES = 24,
    ANSWERS_MAX = 30,
    MISTAKES_MAX = 30,
    LATES_MAX = 3,
    SLOW_MS = 500,
    SLOW_MAX = 20
};

typedef struct {
    Keeper *k;
    Rng rng;
    const Value *book;
    const Text *party;
    Tree *now;          /* the last good reply */
    const Value *state; /* in it, or in the one before */
    Tree *held;         /* the reply that state lies in, when it is not the last */
    Err told[MISTAKES_MAX];
    size_t mistakes;
    int lates;
    const Value *used[4], *slow[SLOW_MAX]; /* verbs of this line; those not tried again */
    size_t used_n, slow_n;
    DryMistake *mistake;
    void *data;
} Dry;

/* --- choosing ---------------------------------------------------------------------------- */

static size_t any(Dry *d, size_t n)
{
    return n > 1 ? (size_t)rng_below(&d->rng, n) : 0;
}

static bool chance(Dry *d, size_t one_in)
{
    return any(d, one_in) == 0;
}

static const Value *list_in(const Value *map, const char *key)
{
    const Value *v = value_get(map, key);
    return v && v->kind == TOKEN_LIST ? v : no_items();
}

/* The name of one thing of a list of the book. */
static const char *any_name(Dry *d, const char *list)
{
    const Value *v = list_in(d->book, list);
    return v->n > 0 ? value_text(&v->items[any(d, v->n)], "name", "x") : "x";
}

/* A track that a number corrects: what a list holds is the rules' own business. */
static const char *any_track(Dry *d)
{
    const Value *v = list_in(d->book, "tracks");
    for (size_t tries = 0; v->n > 0 && tries < 20; tries++) {
        const Value *track = &v->items[any(d, v->n)];
        if (strcmp(value_text(track, "is", ""), "list") != 0) return value_text(track, "name", "x");
    }
    return "x";
}

static const char *any_member(Dry *d)
{
    const Value *party = list_in(value_get(d->now ? tree_root(d->now) : NULL, "status"), "party");
    const Value *v = party->n > 0 ? &party->items[any(d, party->n)] : NULL;
    return v && v->kind == TOKEN_TEXT ? v->s : "A";
}

/* A number that a member has: what a check could be about. */
static const char *any_stat(Dry *d)
{
    const Value *parties = list_in(d->state, "parties");
    const Value *members = parties->n > 0 ? list_in(&parties->items[0], "members") : no_items();
    const Value *who = members->n > 0 ? &members->items[any(d, members->n)] : NULL;
    if (!who || who->kind != TOKEN_MAP) return "x";
    for (size_t tries = 0; tries < 20; tries++) {
        const Pair *p = &who->pairs[any(d, who->n)];
        if (p->value->kind == TOKEN_INT && memchr(p->key, '\0', p->key_n + 1)) return p->key;
    }
    return "x";
}

/* --- a line ------------------------------------------------------------------------------ */

typedef struct {
    const char *word, *list;
} Offer;

static void add_number(Dry *d, Text *t)
{
    static const int some[] = {0, 1, 2, 3, 5, 8, 11, 12, 15, 20};
    text_addf(t, "%d", some[any(d, sizeof some / sizeof *some)]);
}

/* One of "hour|night". */
static void add_choice(Dry *d, const char *s, size_t n, Text *t)
{
    size_t count = 1;
    for (size_t i = 0; i < n; i++)
        count += s[i] == '|';
    for (size_t skip = any(d, count); skip > 0; skip--) {
        size_t length = strcspn(s, "|") + 1;
        s += length;
        n -= length;
    }
    const char *bar = memchr(s, '|', n);
    text_addn(t, s, bar ? (size_t)(bar - s) : n);
}

static void add_argument(Dry *d, const char *word, size_t n, Text *t)
{
    static const Offer offers[] = {
        {"PACE", "paces"}, {"LIGHT", "lights"}, {"CHART", "charts"}, {"TRACK", "tracks"}};
    text_addc(t, ' ');
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++)
        if (strlen(offers[i].word) == n && memcmp(offers[i].word, word, n) == 0) {
            text_add(t, any_name(d, offers[i].list));
            return;
        }
    if (memchr(word, '|', n))
        add_choice(d, word, n, t);
    else if (n == 6 && memcmp(word, "NUMBER", n) == 0)
        add_number(d, t);
    else if (n == 3 && memcmp(word, "DIE", n) == 0)
        text_add(t, "d6");
    else if (n == 4 && memcmp(word, "STAT", n) == 0)
        text_add(t, any_stat(d));
    else if (n == 4 && memcmp(word, "LAMP", n) == 0)
        text_add(t, any_name(d, "lights"));
    else if (n == 6 && memcmp(word, "MEMBER", n) == 0)
        text_add(t, any_member(d));
    else
        text_add(t, chance(d, 2) ? "hall" : "well");
}

/* "[PACE] [ROOM]" as words that could be typed; what is optional, half the time. */
static void add_arguments(Dry *d, const char *takes, Text *t)
{
    for (const char *s = takes; *s;) {
        size_t n = strcspn(s, " ");
        bool optional = s[0] == '[' && n > 2;
        if (!optional)
            add_argument(d, s, n, t);
        else if (chance(d, 2))
            add_argument(d, s + 1, n - 2, t);
        s += n;
        s += strspn(s, " ");
    }
}

static bool is_slow(const Dry *d, const Value *verb)
{
    for (size_t i = 0; i < d->slow_n; i++)
        if (d->slow[i] == verb) return true;
    return false;
}

static const Value *any_verb(Dry *d)
{
    const Value *verbs = list_in(d->book, "verbs");
    for (int tries = 0; tries < 100 && verbs->n > 0; tries++) {
        const Value *verb = &verbs->items[any(d, verbs->n)];
        if (!value_bool(verb, "host", false) && !is_slow(d, verb)) return verb;
    }
    return NULL;
}

static void add_deed(Dry *d, Text *t)
{
    const Value *verb = any_verb(d);
    if (d->used_n < 4) d->used[d->used_n++] = verb;
    if (chance(d, 4)) text_addf(t, "%s ", any_member(d));
    text_add(t, value_text(verb, "verb", "x"));
    add_arguments(d, value_text(verb, "takes", ""), t);
}

static void make_line(Dry *d, Text *t)
{
    text_clear(t);
    d->used_n = 0;
    switch (any(d, 10)) {
    case 0:
        text_addf(t, "light %s %s", any_name(d, "lights"), any_member(d));
        break;
    case 1:
        text_addf(t, "%s +%d", any_track(d), (int)any(d, 4) + 1);
        break;
    case 2:
        text_addf(t, "%s %s -%d", any_track(d), any_member(d), (int)any(d, 3) + 1);
        break;
    case 3:
        text_add(t, chance(d, 2) ? "pass 10 minutes" : "pass 3 hours");
        break;
    case 4:
        add_deed(d, t);
        text_add(t, " + ");
        add_deed(d, t);
        break;
    case 5:
        add_deed(d, t);
        text_add(t, " x3");
        break;
    default:
        add_deed(d, t);
    }
}

/* --- mistakes ---------------------------------------------------------------------------- */

static bool is_told(const Dry *d, const Err *err)
{
    for (size_t i = 0; i < d->mistakes; i++) {
        const Err *e = &d->told[i];
        if (e->line == err->line && strcmp(e->file, err->file) == 0 &&
            (err->line > 0 || strcmp(e->text, err->text) == 0))
            return true;
    }
    return false;
}

/* One place is one mistake, whatever the sentence: names in it differ from run to run. */
static void tell(Dry *d, const Err *err, const char *line)
{
    if (d->mistakes == MISTAKES_MAX || is_told(d, err)) return;
    d->told[d->mistakes++] = *err;
    Err full = *err;
    Text t = {0};
    text_addf(&t, "%s (tried: %s)", err->text, line);
    err_set(&full, "%s", text_str(&t));
    memcpy(full.file, err->file, sizeof full.file);
    full.line = err->line;
    text_free(&t);
    d->mistake(d->data, &full);
}

static bool is_enough(const Dry *d)
{
    return d->mistakes == MISTAKES_MAX || d->lates >= LATES_MAX;
}

/* --- playing ----------------------------------------------------------------------------- */

/* The reply becomes what is now. */
static void take_reply(Dry *d, Tree *tree, const Played *p)
{
    if (p->state) {
        tree_free(d->held);
        if (d->held != d->now) tree_free(d->now);
        d->held = d->now = tree;
        d->state = p->state;
        return;
    }
    if (d->now != d->held) tree_free(d->now);
    d->now = tree;
}

static void forget(Dry *d)
{
    if (d->now != d->held) tree_free(d->now);
    tree_free(d->held);
    d->now = d->held = NULL;
    d->state = NULL;
}

/* An answer that the question offers, or nothing for its default. */
static void answer(Dry *d, const Value *ask, Text *t)
{
    const Value *choices = list_in(ask, "choices");
    const char *type = value_text(ask, "type", "");
    if (chance(d, 5)) return;
    if (strcmp(type, "yesno") == 0)
        text_add(t, chance(d, 2) ? "yes" : "no");
    else if (strcmp(type, "number") == 0)
        text_addf(t, "%d", (int)(value_int(ask, "min", 0) & 0xffff) + (int)any(d, 10));
    else if (strcmp(type, "choice") == 0 && choices->n > 0) {
        const Value *v = &choices->items[any(d, choices->n)];
        if (v->kind == TOKEN_TEXT) text_addn(t, v->s, v->n);
    } else if (strcmp(type, "text") == 0)
        text_add(t, "rats");
}

/* A verb that hangs is a mistake once; it would cost its patience every time. */
static void avoid(Dry *d)
{
    for (size_t i = 0; i < d->used_n && d->slow_n < SLOW_MAX; i++)
        d->slow[d->slow_n++] = d->used[i];
}

/* Runs it once; NULL when it failed, and was told of if the rules are to blame. */
static Tree *run_once(Dry *d, const Play *play, Played *p)
{
    Err err = {0};
    Text request = {0};
    play_write(play, "play", &request);
    int64_t began = wire_now_ms();
    Tree *tree = keeper_ask(d->k, &request, 1, &err);
    text_free(&request);
    if (!tree) d->lates++;
    if (wire_now_ms() - began > SLOW_MS) avoid(d);
    bool good = tree && play_read(tree_root(tree), p, &err);
    if (good && p->outcome == PLAY_ERROR) {
        play_error(tree_root(tree), &err);
        chain_place(keeper_chain(d->k), &err);
    }
    if (good && p->outcome == PLAY_DIED) keeper_died(d->k, tree_root(tree), &err);
    if (err.text[0]) tell(d, &err, play->line);
    if (good && (p->outcome == PLAY_DONE || p->outcome == PLAY_ASKS)) return tree;
    tree_free(tree);
    return NULL;
}

static void put_answers(const Text *said, size_t n, Text *out)
{
    put_list(out, n);
    text_addn(out, said->s, said->n);
}

/* Runs a line to its end, through all its questions. */
static bool run_line(Dry *d, Play play)
{
    Text said = {0};
    bool done = false;
    for (size_t n = 0; n < ANSWERS_MAX && !done; n++) {
        Played p;
        Text answers = {0}, reply = {0};
        put_answers(&said, n, &answers);
        play.answers = &answers;
        play.state = NULL;
        Text state = {0};
        if (d->state) {
            text_addn(&state, d->state->bytes, d->state->bytes_n);
            play.state = &state;
        }
        Tree *tree = run_once(d, &play, &p);
        text_free(&answers);
        text_free(&state);
        if (!tree || *p.misfit) {
            tree_free(tree);
            break;
        }
        done = p.outcome == PLAY_DONE;
        if (done) {
            take_reply(d, tree, &p);
            break;
        }
        Fields f = {0};
        answer(d, p.ask, &reply);
        put_text(field(&f, "text"), text_str(&reply));
        fields_end(&f, &said);
        text_free(&reply);
        tree_free(tree);
    }
    text_free(&said);
    return done;
}

static void play_run(Dry *d, int run)
{
    char seed[24] = {(char)('0' + run / 100 % 10), (char)('0' + run / 10 % 10),
                     (char)('0' + run % 10)};
    Text line = {0};
    Play play = {.line = "start",
                 .wall = 1,
                 .dice = "auto",
                 .faces = "",
                 .seed = seed,
                 .settle = run % 2 ? "ask" : "default",
                 .patience = keeper_patience(d->k, 1)};
    play.party = d->party;
    forget(d);
    d->rng = rng_run(1, (uint64_t)run);
    if (!run_line(d, play)) return;
    play.seed = NULL;
    play.party = NULL;
    for (int i = 0; i < LINES && !is_enough(d); i++) {
        make_line(d, &line);
        play.line = text_str(&line);
        run_line(d, play);
    }
    text_free(&line);
}

void dry_run(Keeper *k, int runs, const Text *party, DryMistake *mistake, void *data)
{
    Dry *d = calloc(1, sizeof *d);
    if (!d) return;
    *d = (Dry){.k = k, .book = keeper_book(k), .party = party, .mistake = mistake, .data = data};
    for (int run = 0; run < runs && !is_enough(d); run++)
        play_run(d, run);
    forget(d);
    free(d);
}
