/* A cell without Lua, for tests of the campaign side: it speaks the wire protocol, plays a game of
 * one die, and misbehaves when asked to.  main() calls a function for each kind of request; play()
 * has the lines that a test may say.  Started without the descriptors of a cell it exits at once
 * with success, because `make check` runs every program of this folder. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/dice/dice_list.h"
#include "core/tree.h"
#include "core/wire.h"
#include "sconce.h"

/* --- wire -------------------------------------------------------------------------------- */

static void reply(MapWriter *f)
{
    Text t = {0};
    map_end(f, &t);
    if (wire_send(CELL_SOCKET, t.s, t.n, -1, NULL) != WIRE_OK) _exit(0);
    text_free(&t);
}

static Tree *receive(void)
{
    Text t = {0};
    if (wire_receive(CELL_SOCKET, &t, -1, NULL) != WIRE_OK) _exit(0);
    Tree *tree = tree_decode(t.s, t.n, NULL);
    text_free(&t);
    if (!tree) _exit(9);
    return tree;
}

/* Writes into the shared page where the rules are, as a cell does before it crashes or hangs. */
static void note_place(const char *file, int line)
{
    SharedPage *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED, CELL_PAGE, 0);
    if (p == MAP_FAILED) _exit(8);
    snprintf(p->file, sizeof p->file, "%s", file);
    p->line = line;
}

static _Noreturn void hang(void)
{
    for (;;) pause();
}

/* Replies with the version of this build, or with that of SCONCE_FAKE_VERSION.  SCONCE_FAKE_FILTER
 * says whether it has a filter.  With SCONCE_FAKE_CHILD it starts a process that does not end by
 * itself, and replies with its number. */
static void hello(void)
{
    const char *version = getenv("SCONCE_FAKE_VERSION");
    pid_t child = getenv("SCONCE_FAKE_CHILD") ? fork() : -1;
    if (child == 0) hang();
    MapWriter f = {0};
    const char *filter = getenv("SCONCE_FAKE_FILTER");
    put_int(map_field(&f, "child"), child);
    put_text(map_field(&f, "filter"), filter ? filter : "on");
    put_int(map_field(&f, "wire"), WIRE_VERSION);
    put_text(map_field(&f, "version"), version ? version : SCONCE_VERSION);
    reply(&f);
}

/* --- load -------------------------------------------------------------------------------- */

static void put_problem(Text *t, const char *file, int line, const char *text)
{
    MapWriter f = {0};
    put_text(map_field(&f, "file"), file);
    put_int(map_field(&f, "line"), line);
    put_text(map_field(&f, "text"), text);
    put_text(map_field(&f, "grade"), "error");
    map_end(&f, t);
}

static void put_verb(Text *t, const char *verb, const char *aka, bool host)
{
    MapWriter f = {0};
    put_text(map_field(&f, "verb"), verb);
    put_text(map_field(&f, "help"), "a verb of the fake");
    put_text(map_field(&f, "cost"), "1 turn");
    put_bool(map_field(&f, "host"), host);
    Text *list = map_field(&f, "aka");
    put_list(list, aka ? 1 : 0);
    if (aka) put_text(list, aka);
    map_end(&f, t);
}

static void put_row(Text *t, const char *at, const char *name)
{
    MapWriter f = {0};
    put_text(map_field(&f, "at"), at);
    put_text(map_field(&f, "name"), name);
    map_end(&f, t);
}

static void put_book(Text *t)
{
    MapWriter f = {0}, chart = {0};
    put_text(map_field(&f, "ruleset"), "fake");
    put_text(map_field(&f, "title"), "Fake");
    Text *verbs = map_field(&f, "verbs");
    put_list(verbs, 5);
    put_verb(verbs, "oops", NULL, false);
    put_verb(verbs, "search", "s", false);
    put_verb(verbs, "logger", NULL, false);
    put_verb(verbs, "note", NULL, true);
    put_verb(verbs, "state", NULL, true);
    Text *charts = map_field(&f, "charts");
    put_list(charts, 1);
    put_text(map_field(&chart, "name"), "hazard");
    put_text(map_field(&chart, "die"), "1d6");
    Text *rows = map_field(&chart, "rows");
    put_list(rows, 2);
    put_row(rows, "1-3", "low");
    put_row(rows, "4-6", "high");
    map_end(&chart, charts);
    map_end(&f, t);
}

/* Replies to `load`.  broken: the file of which two problems are reported; NULL: the rules load. */
static void answer_load(const char *broken)
{
    MapWriter f = {0};
    put_bool(map_field(&f, "loaded"), !broken);
    Text *problems = map_field(&f, "problems");
    put_list(problems, broken ? 2 : 0);
    if (broken) {
        put_problem(problems, broken, 3, "broken on purpose");
        put_problem(problems, broken, 4, "broken twice");
    } else {
        put_book(map_field(&f, "book"));
    }
    reply(&f);
}

static void book(void)
{
    MapWriter f = {0};
    put_book(map_field(&f, "book"));
    reply(&f);
}

/* Asks the campaign side for the file that the text extends.  Returns its answer, which the caller
 * frees; NULL when the text extends nothing. */
static Tree *fetch(const char *file, const char *text)
{
    const char *at = strstr(text, "extends \"");
    if (!at) return NULL;
    char name[50];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 9, "\""), at + 9);
    MapWriter f = {0};
    put_text(map_field(&f, "need"), name);
    put_text(map_field(&f, "file"), file);
    put_int(map_field(&f, "line"), 1);
    reply(&f);
    return receive();
}

/* Follows `extends "…"` from each file.  A file with the word BROKEN has problems; one with HANG
 * is never read to its end. */
static void load(const Value *request)
{
    static char broken[100];
    const Value *files = value_get(request, "files");
    broken[0] = '\0';
    for (size_t i = 0; i < files->n; i++) {
        Tree *tree = NULL;
        const char *name = value_text(&files->items[i], "name", ""),
                   *text = value_text(&files->items[i], "text", "");
        for (int depth = 0; depth < 5 && *text; depth++) {
            if (strstr(text, "BROKEN")) snprintf(broken, sizeof broken, "%s", name);
            if (strstr(text, "HANG")) {
                note_place(name, 7);
                hang();
            }
            Tree *next = fetch(name, text);
            tree_free(tree);
            if (!(tree = next)) break;
            name = value_text(tree_root(tree), "name", "");
            text = value_text(tree_root(tree), "text", "");
            if (value_get(tree_root(tree), "error"))
                snprintf(broken, sizeof broken, "%s", "house.lua");
        }
        tree_free(tree);
    }
    answer_load(broken[0] ? broken : NULL);
}

/* --- a play ------------------------------------------------------------------------------ */

typedef struct {
    const Value *request;
    int64_t turn, rng;
    DiceList faces;      /* those that the request brings */
    size_t face, answer; /* how many of the faces and answers that the request brings were used */
    const char *mode;    /* where dice come from: "auto", "hand", "script" or "replay" */
    Text events, rolls, draws, answers;
    size_t events_n, rolls_n, answers_n;
    bool ended; /* the reply was sent, with a question or a refusal */
} Fake;

static void event(Fake *k, const char *kind, const char *name, const char *text, bool secret)
{
    MapWriter f = {0};
    put_text(map_field(&f, "kind"), kind);
    if (name) put_text(map_field(&f, "name"), name);
    put_text(map_field(&f, "text"), text);
    put_bool(map_field(&f, "secret"), secret);
    if (strcmp(kind, "hazard") == 0) put_bool(map_field(&f, "chart"), true);
    put_text(map_field(&f, "from"), "fake.lua:9");
    map_end(&f, &k->events);
    k->events_n++;
}

/* After the line "wait" the status differs and the state does not, as when only real time passed.
 */
static void put_status(const Fake *k, Text *t)
{
    MapWriter f = {0};
    Text s = {0};
    bool waited = strcmp(value_text(k->request, "line", ""), "wait") == 0;
    text_addf(&s, "T%" PRId64 "%s", k->turn, waited ? " later" : "");
    put_text(map_field(&f, "text"), text_str(&s));
    put_bool(map_field(&f, "dark"), false);
    put_list(map_field(&f, "lights"), 0);
    put_list(map_field(&f, "show"), 0);
    Text *party = map_field(&f, "party");
    put_list(party, 1);
    put_text(party, "Bram");
    map_end(&f, t);
    text_free(&s);
}

static void put_counted(Text *t, size_t n, const Text *items)
{
    put_list(t, n);
    put_raw(t, items->s, items->n);
}

/* Begins a reply with the fields that every reply has. */
static MapWriter begin(Fake *k, const char *outcome)
{
    MapWriter f = {0};
    put_text(map_field(&f, "outcome"), outcome);
    put_text(map_field(&f, "line"), value_text(k->request, "line", ""));
    put_counted(map_field(&f, "events"), k->events_n, &k->events);
    put_counted(map_field(&f, "rolls"), k->rolls_n, &k->rolls);
    put_counted(map_field(&f, "answers"), k->answers_n, &k->answers);
    put_text(map_field(&f, "draws"), text_str(&k->draws));
    put_int(map_field(&f, "turn"), k->turn);
    put_int(map_field(&f, "minutes"), 10 * k->turn);
    put_status(k, map_field(&f, "status"));
    k->ended = true;
    return f;
}

static void refuse(Fake *k, MapWriter *out, const char *outcome, const char *text, const char *file,
                   int line)
{
    MapWriter error = {0};
    *out = begin(k, outcome);
    put_text(map_field(&error, "text"), text);
    put_text(map_field(&error, "file"), file);
    put_int(map_field(&error, "line"), line);
    map_end(&error, map_field(out, "error"));
}

static int64_t generate(Fake *k, int64_t sides)
{
    k->rng = (k->rng * 1103515245 + 12345) & 0x7fffffff;
    return (k->rng >> 8) % sides + 1;
}

static void ask_dice(Fake *k, MapWriter *out, int64_t n, int64_t sides)
{
    MapWriter ask = {0};
    Text die = {0};
    *out = begin(k, "asks");
    text_addf(&die, "%" PRId64 "d%" PRId64, n, sides);
    put_text(map_field(&ask, "id"), "die");
    put_text(map_field(&ask, "die"), text_str(&die));
    Text *list = map_field(&ask, "sides");
    put_list(list, (size_t)n);
    for (int64_t i = 0; i < n; i++) put_int(list, sides);
    map_end(&ask, map_field(out, "ask"));
    text_free(&die);
}

/* Rolls n dice: takes faces of the request, or makes them up.  Returns their sum; 0 when `out` has
 * become a question or a refusal (k->ended). */
static int64_t roll(Fake *k, MapWriter *out, int64_t n, int64_t sides)
{
    int64_t total = 0;
    Text faces = {0};
    if (strcmp(k->mode, "hand") == 0 && k->face == k->faces.n) {
        ask_dice(k, out, n, sides);
        return 0;
    }
    for (int64_t i = 0; i < n; i++) {
        /* '-': the request brings no face for this die. */
        Face f = k->face < k->faces.n ? k->faces.list[k->face++] : (Face){.source = '-'};
        bool script = strcmp(k->mode, "script") == 0;
        if (f.source == '-' && script) {
            refuse(k, out, "refused", "the list of dice has run dry", "", 0);
            return 0;
        }
        if (f.sides != 0 && f.sides != sides) {
            refuse(k, out, "refused", "a die of another size was wanted", "", 0);
            return 0;
        }
        bool replay = strcmp(k->mode, "replay") == 0;
        bool outside = f.face > 0 && f.source != '-' && (!replay || f.source != 0);
        int64_t face = outside ? f.face : generate(k, sides);
        dice_list_print_die(&k->draws, sides, face,
                            (char)(!outside ? 0
                                   : replay ? f.source
                                   : script ? 's'
                                            : 'h'));
        put_int(&faces, face);
        total += face;
    }
    MapWriter r = {0};
    put_text(map_field(&r, "die"), n == 1 ? "1d6" : "2d10");
    put_counted(map_field(&r, "faces"), (size_t)n, &faces);
    put_int(map_field(&r, "total"), total);
    map_end(&r, &k->rolls);
    k->rolls_n++;
    text_free(&faces);
    return total;
}

static void search(Fake *k, MapWriter *out, bool secret)
{
    char text[60];
    k->turn++;
    event(k, "began", NULL, "a turn begins", false);
    int64_t n = roll(k, out, 1, 6);
    if (k->ended) return;
    snprintf(text, sizeof text, "the die shows %" PRId64, n);
    event(k, "hazard", n < 4 ? "low" : "high", text, secret);
}

/* Takes the next answer of the request, or asks (k->ended). */
static void question(Fake *k, MapWriter *out, const char *id)
{
    const Value *answers = value_get(k->request, "answers");
    const Value *a = k->answer < answers->n ? &answers->items[k->answer++] : NULL;
    bool use_defaults = value_bool(k->request, "use_defaults", false);
    const char *text = a ? value_text(a, "text", value_text(a, "value", "")) : "";
    bool fits =
        (a || use_defaults) && (!*text || strcmp(text, "rest") == 0 || strcmp(text, "save") == 0);
    if (!fits) {
        MapWriter ask = {0};
        *out = begin(k, "asks");
        put_text(map_field(&ask, "id"), id);
        put_text(map_field(&ask, "text"), "rest or save?");
        put_text(map_field(&ask, "type"), "choice");
        put_text(map_field(&ask, "default"), "rest");
        map_end(&ask, map_field(out, "ask"));
        if (a) put_text(map_field(out, "misfit"), "rest or save, please");
        return;
    }
    MapWriter f = {0};
    put_text(map_field(&f, "id"), id);
    put_text(map_field(&f, "value"), *text ? text : "rest");
    put_bool(map_field(&f, "defaulted"), !a);
    map_end(&f, &k->answers);
    k->answers_n++;
    event(k, id, NULL, *text ? text : "rest", false);
}

static bool begins(const char *line, const char *verb)
{
    return strncmp(line, verb, strlen(verb)) == 0;
}

/* Does what the line says, if that is to hang, die, send nonsense or refuse; else nothing. */
static void misbehave(Fake *k, MapWriter *out, const char *line)
{
    static int count;
    if (strcmp(line, "hang") == 0) {
        note_place("house.lua", 12);
        hang();
    }
    if (strcmp(line, "crash") == 0) {
        note_place("house.lua", 13);
        abort();
    }
    if (strcmp(line, "leave") == 0) _exit(3);
    if (strcmp(line, "endless") == 0) _exit(CELL_LONG); /* as after too long a reply */
    if (strcmp(line, "garbage") == 0) {
        wire_send(CELL_SOCKET, "zzzz", 4, -1, NULL);
        *out = begin(k, "done");
    }
    if (strcmp(line, "half") == 0) {
        unsigned char head[6] = {200, 0, 0, 0, 'm', 1};
        if (write(CELL_SOCKET, head, sizeof head) < 0) _exit(1);
        hang();
    }
    if (strcmp(line, "giant") == 0) {
        unsigned char head[4] = {255, 255, 255, 127};
        if (write(CELL_SOCKET, head, sizeof head) < 0) _exit(1);
        hang();
    }
    if (strcmp(line, "kindless") == 0) event(k, "", NULL, "of no kind", false);
    if (strcmp(line, "unkind") == 0) {
        char kind[1000];
        memset(kind, 'k', sizeof kind);
        kind[sizeof kind - 1] = '\0';
        event(k, kind, NULL, "of a kind of a thousand letters", false);
    }
    if (strcmp(line, "refuse") == 0) refuse(k, out, "refused", "too dark", "house.lua", 12);
    if (strcmp(line, "forget") == 0) {
        char text[40];
        snprintf(text, sizeof text, "run %d", ++count);
        event(k, "odd", NULL, text, false);
        question(k, out, "q");
    }
    if (begins(line, "oops")) refuse(k, out, "error", "a fault that shows in play", "fake.lua", 21);
    if (strcmp(line, "died") == 0) {
        *out = begin(k, "died");
        put_int(map_field(out, "signal"), 11);
        note_place("house.lua", 14);
    }
}

/* Writes the state; the line "big" makes it 2 MB long. */
static void put_state(const Fake *k, const char *line, Text *t)
{
    MapWriter f = {0};
    put_int(map_field(&f, "turn"), k->turn);
    put_int(map_field(&f, "rng"), k->rng);
    if (strcmp(line, "big") == 0) {
        Text *big = map_field(&f, "big");
        char *s = calloc(1, (2 << 20) + 1);
        memset(s, 'x', 2 << 20);
        put_text(big, s);
        free(s);
    }
    map_end(&f, t);
}

static void play(const Value *request, const Value *before, MapWriter *out)
{
    const char *line = value_text(request, "line", "");
    Fake k = {.request = request,
              .turn = value_int(before, "turn", 0),
              .rng = value_int(before, "rng", 0),
              .mode = value_text(request, "dice", "auto")};
    dice_list_parse(&k.faces, value_text(request, "faces", ""), NULL);
    if (strcmp(line, "start") == 0) {
        k.rng = atoll(value_text(request, "seed", "1"));
        const char *party = value_text(value_get(request, "party"), "text", "");
        event(&k, "start", NULL, *party ? party : "play begins", false);
    } else if (strcmp(line, "sess") == 0) { /* short for a verb of the campaign side */
        refuse(&k, out, "refused", "'session' cannot be used here", "", 0);
        put_text(map_field(out, "verb"), "session");
    } else if (begins(line, "s") && !begins(line, "state")) {
        search(&k, out, begins(line, "search secret"));
    } else if (begins(line, "note")) {
        event(&k, "note", NULL, line, false);
    } else if (begins(line, "ask")) {
        event(&k, "begun", NULL, "it begins", false);
        question(&k, out, "first");
        if (!k.ended) question(&k, out, "second");
    } else if (begins(line, "two")) {
        roll(&k, out, 2, 10);
        if (!k.ended) search(&k, out, false);
    } else {
        misbehave(&k, out, line);
    }
    if (!k.ended) {
        *out = begin(&k, "done");
        Text state = {0};
        put_state(&k, line, &state);
        /* As a cell does, it leaves out a state that has not changed. */
        bool same =
            before && before->bytes_n == state.n && memcmp(before->bytes, state.s, state.n) == 0;
        if (!same) put_raw(map_field(out, "state"), state.s, state.n);
        text_free(&state);
        if (begins(line, "state")) put_int(map_field(out, "data"), k.turn);
    }
    dice_list_free(&k.faces);
    text_free(&k.events);
    text_free(&k.rolls);
    text_free(&k.draws);
    text_free(&k.answers);
}

/* Answers a dry run (`check`): as long as the request avoids no line, that the worker died while it
 * tried "light torch; crash now"; then, that one mistake was found. */
static void dry(const Value *request)
{
    const Value *avoid = value_get(request, "avoid");
    MapWriter out = {0}, mistake = {0}, error = {0}, tried = {0};
    if (avoid->n == 0) {
        SharedPage *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED, CELL_PAGE, 0);
        if (p == MAP_FAILED) _exit(8);
        snprintf(p->trying, sizeof p->trying, "light torch; crash now");
        note_place("fake.lua", 14);
        put_text(map_field(&out, "outcome"), "died");
        put_int(map_field(&out, "signal"), 11);
        reply(&out);
        return;
    }
    put_text(map_field(&error, "text"), "a fault that shows in play");
    put_text(map_field(&error, "file"), "fake.lua");
    put_int(map_field(&error, "line"), 21);
    map_end(&error, map_field(&mistake, "error"));
    put_text(map_field(&tried, "seed"), "1");
    put_text(map_field(&tried, "dice"), "d6:3");
    put_bool(map_field(&tried, "asks"), false);
    Text *lines = map_field(&tried, "lines");
    put_list(lines, 1);
    put_text(lines, "oops");
    map_end(&tried, map_field(&mistake, "tried"));
    Text *list = map_field(&out, "mistakes");
    put_list(list, 1);
    map_end(&mistake, list);
    put_int(map_field(&out, "plays"), 1);
    reply(&out);
}

/* Answers several plays at once; a play without a state continues from the one before. */
static void plays(const Value *request)
{
    const Value *list = value_get(request, "plays");
    Text replies = {0};
    Tree *state = NULL;
    for (size_t i = 0; i < list->n; i++) {
        const Value *before = value_get(&list->items[i], "state");
        MapWriter out = {0};
        Text bytes = {0};
        play(&list->items[i], before ? before : state ? tree_root(state) : NULL, &out);
        map_end(&out, &bytes);
        Tree *reply_tree = tree_decode(bytes.s, bytes.n, NULL);
        const Value *after = value_get(tree_root(reply_tree), "state");
        if (!after) after = before;
        if (after) {
            Tree *next = tree_decode(after->bytes, after->bytes_n, NULL);
            tree_free(state);
            state = next;
        }
        put_raw(&replies, bytes.s, bytes.n);
        tree_free(reply_tree);
        text_free(&bytes);
    }
    tree_free(state);
    MapWriter f = {0};
    put_counted(map_field(&f, "replies"), list->n, &replies);
    text_free(&replies);
    reply(&f);
}

/* --- specs: every line "test NAME" is a test, and the second one fails ------------------------ */

static void spec(const Value *request)
{
    MapWriter f = {0};
    Text tests = {0};
    size_t n = 0;
    for (const char *p = value_text(request, "text", ""); (p = strstr(p, "test ")); p += 5) {
        MapWriter test = {0};
        char name[50];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(p + 5, "\n"), p + 5);
        put_text(map_field(&test, "name"), name);
        put_int(map_field(&test, "line"), (int64_t)++n);
        put_list(map_field(&test, "covers"), 0);
        put_text(map_field(&test, "house"), strstr(name, "house") ? "-- house text" : "");
        map_end(&test, &tests);
    }
    put_text(map_field(&f, "ruleset"), "fake");
    put_counted(map_field(&f, "tests"), n, &tests);
    text_free(&tests);
    reply(&f);
}

/* Replies to `test`: the test with index 2 fails. */
static void test(const Value *request)
{
    MapWriter f = {0};
    bool passed = value_int(request, "index", 0) != 2;
    put_bool(map_field(&f, "passed"), passed);
    Text *failures = map_field(&f, "failures");
    put_list(failures, passed ? 0 : 1);
    if (!passed) {
        MapWriter failure = {0};
        put_int(map_field(&failure, "line"), 5);
        put_text(map_field(&failure, "text"), "it did not");
        map_end(&failure, failures);
    }
    reply(&f);
}

/* Answers a request for odds: tells of progress a thousand times, and heeds no order to stop.
 * With SCONCE_FAKE_SILENT it hangs instead; with SCONCE_FAKE_CREEP it tells of progress as often as
 * an honest cell, until it is told to stop. */
static void odds(void)
{
    bool creeps = getenv("SCONCE_FAKE_CREEP"), stop = false;
    if (getenv("SCONCE_FAKE_SILENT")) hang();
    for (int i = 0; creeps ? !stop : i < 1000; i++) {
        MapWriter f = {0}, news = {0};
        put_int(map_field(&news, "turn"), i);
        map_end(&news, map_field(&f, "news"));
        reply(&f);
        Tree *answer = receive();
        stop = strcmp(value_text(tree_root(answer), "op", ""), "stop") == 0;
        tree_free(answer);
        if (creeps) usleep(NEWS_MS * 1000 + 10000);
    }
    MapWriter f = {0};
    if (creeps) {
        put_text(map_field(&f, "outcome"), "error");
        reply(&f);
        return;
    }
    put_text(map_field(&f, "outcome"), "done");
    reply(&f);
}

int main(void)
{
    if (fcntl(CELL_SOCKET, F_GETFD) < 0 || fcntl(CELL_PAGE, F_GETFD) < 0) return 0;
    for (;;) {
        Tree *tree = receive();
        const Value *request = tree_root(tree);
        const char *op = value_text(request, "op", "");
        if (strcmp(op, "hello") == 0) hello();
        if (strcmp(op, "load") == 0) load(request);
        if (strcmp(op, "book") == 0) book();
        if (strcmp(op, "plays") == 0) plays(request);
        if (strcmp(op, "dry") == 0) dry(request);
        if (strcmp(op, "spec") == 0) spec(request);
        if (strcmp(op, "prepare") == 0) reply(&(MapWriter){0});
        if (strcmp(op, "test") == 0) test(request);
        if (strcmp(op, "odds") == 0) odds();
        if (strcmp(op, "play") == 0) {
            MapWriter out = {0};
            play(request, value_get(request, "state"), &out);
            reply(&out);
        }
        tree_free(tree);
    }
}
