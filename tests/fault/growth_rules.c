/* Reads and plays rules of many things, in several sizes, in this process, so that growth.sh can
 * compare the work of the cell: callgrind counts the instructions of measured(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cell/host.h"
#include "cell/study/study.h"
#include "core/tree.h"

enum { LINES = 4 };

/* Rules of many things: `item` is written n times, with its number for each #. */
typedef struct {
    const char *name;
    size_t n; /* the smaller number of items; the larger is ten times that; 0: only with `full` */
    const char *before, *item, *after;
    const char
        *lines[LINES]; /* played one after the other; NULL: "wait"; # is the number of items */
} Road;

static const char HEAD[] = "ruleset \"Big\" { turn = \"10 minutes\", room = \"hall\" }\n"
                           "procedure \"turn\" { \"act\", \"time\" }\n"
                           "action \"wait\" { help = \"waits\", default = true }\n";
/* Rules with an action `flood`: the line "flood N" runs `body` N times.  things: what it needs. */
#define FLOOD(things, body)                                                                        \
    things "\naction \"flood\" { takes = { \"number\" }, turns = 0 }\n"                            \
           "function act.flood(who, n) for i = 1, n do " body " end end\n"
#define PLAYED(name, n, things, body, ...)                                                         \
    {                                                                                              \
        name, n, FLOOD(things, body), "", "",                                                      \
        {                                                                                          \
            "flood #", __VA_ARGS__                                                                 \
        }                                                                                          \
    }

static const Road roads[] = {
    {"comments", 0, "", "-- line #\n", "", {0}},
    {"locals in blocks", 0, "", "do local a = # end\n", "", {0}},
    {"blocks, and no end", 200, "function rule.f()\n", "if a then\nb()\nend\n", "", {0}},
    {"a long line of slips", 200, "x", ") : ", "\n", {0}},
    {"conditions", 100, "local a\nlocal b = a", " or a", "\n", {0}},
    {"tracks", 60, "", "track \"t#\" { start = 0 }\n", "", {0}},
    {"tracks of members", 0, "member \"Ash\" {}\n", "track \"t#\" { of = \"member\" }\n", "", {0}},
    {"switches", 0, "", "track \"t#\" { start = false }\n", "", {0}},
    {"steps of a ladder", 0, "track \"t\" { steps = { ", "\"s#\", ", "} }\n", {0}},
    {"actions", 60, "", "action \"v#\" {}\nfunction act.v#() end\n", "", {0}},
    {"functions", 60, "", "function rule.f#() return 1 end\n", "", {0}},
    {"events", 60, "", "event \"e#\" { text = \"x\" }\nfunction on.e#() end\n", "", {0}},
    {"charts", 0, "", "chart \"c#\" { die = \"1d6\", { \"1-6\", \"r#\", \"R.\" } }\n", "", {0}},
    {"rows of a chart", 60, "chart \"c\" {\n", "{ \"#\", \"r#\", \"R.\" },\n", "}\n", {0}},
    {"settings", 0, "", "setting \"s#\" { default = 1 }\n", "", {0}},
    {"questions", 0, "", "question \"q#\" { text = \"x?\" }\n", "", {0}},
    {"kinds of light", 0, "", "light \"l#\" { lasts = \"6 turns\" }\n", "", {0}},
    {"timers", 0, "", "timer \"i#\" { lasts = \"6 turns\" }\n", "", {0}},
    {"decks", 0, "", "deck \"k#\" { cards = 3 }\n", "", {0}},
    {"cards of a deck", 0, "deck \"k\" { cards = { ", "\"a#\", ", "} }\n", {0}},
    {"rooms", 0, "", "room \"r#\" { exits = { \"hall\" } }\n", "", {0}},
    {"members", 60, "", "member \"M#\" {}\n", "", {0}},
    {"unknown words", 20, "", "w# \"x\" {}\n", "", {0}},
    {"unknown tracks", 0, "", "function rule.f#() gain(\"nosuch#\", 1) end\n", "", {0}},
    PLAYED("words said", 100, "", "say(\"word \" .. i)", 0),
    PLAYED("warnings", 0, "", "warn(\"word \" .. i)", 0),
    PLAYED("events emitted", 0, "event \"e\" { text = \"{n}\" }", "emit(\"e\", { n = i })", 0),
    PLAYED("dice", 0, "", "dice \"d6\"", 0),
    PLAYED("changes", 0, "track \"t\" {}", "gain(\"t\", 1)", 0),
    PLAYED("rooms walked", 100, "", "go(\"room \" .. i)", "wait", "state", 0),
    PLAYED("lights lit", 100, "light \"l\" { lasts = \"6 turns\" }", "kindle \"l\"", "wait",
           "state"),
    PLAYED("timers begun", 30, "timer \"i\" { lasts = \"2 turns\" }", "start(\"i\", \"x\" .. i)",
           "wait", "wait"),
    PLAYED("cards drawn", 0, "deck \"k\" { cards = 1000 }", "draw \"k\"", "wait", "state"),
    PLAYED("charts rolled", 0, "chart \"c\" { die = \"1d6\", { \"1-6\", \"r\", \"R.\" } }",
           "roll \"c\"", 0),
};

static int64_t timeout; /* limit on the work of a request, in ms of steps; 0: no limit */

/* Callgrind counts the instructions of this function. */
void measured(Host *host, const Text *request, Text *reply);
__attribute__((noinline)) void measured(Host *host, const Text *request, Text *reply)
{
    host_run(host, request->s, request->n, timeout, reply);
}

static void add_item(Text *out, const char *item, size_t number)
{
    for (; *item; item++)
        if (*item == '#')
            text_addf(out, "%zu", number);
        else
            text_addn(out, item, 1);
}

static void write_load(const Road *road, size_t n, Text *out)
{
    Text rules = {0};
    text_add(&rules, HEAD);
    text_add(&rules, road->before);
    for (size_t i = 1; i <= n; i++) add_item(&rules, road->item, i);
    text_add(&rules, road->after);
    MapWriter f = {0}, file = {0};
    Text *files = map_field(&f, "files");
    put_list(files, 1);
    put_text(map_field(&file, "name"), "big.lua");
    put_textn(map_field(&file, "text"), text_str(&rules), rules.n);
    map_end(&file, files);
    put_text(map_field(&f, "op"), "load");
    map_end(&f, out);
    text_free(&rules);
}

/* Writes the request to play a line.  state: the table's, a map; NULL: a new table. */
static void write_play(const char *line, size_t n, const Value *state, Text *out)
{
    MapWriter f = {0};
    Text text = {0};
    add_item(&text, line, n);
    put_text(map_field(&f, "op"), "play");
    put_text(map_field(&f, "line"), text_str(&text));
    put_text(map_field(&f, "dice"), "auto");
    put_text(map_field(&f, "seed"), "1");
    put_int(map_field(&f, "wall"), 0);
    put_bool(map_field(&f, "use_defaults"), true);
    if (state) put_raw(map_field(&f, "state"), state->bytes, state->bytes_n);
    map_end(&f, out);
    text_free(&text);
}

/* A Lua host that plays one road, request after request. */
typedef struct {
    Host host; /* must not move */
    const Road *road;
    size_t n;
    Text request;
    Tree *reply; /* to the last request that was not refused */
} Walk;

static const Value *state(const Walk *w)
{
    return w->reply ? value_get(tree_root(w->reply), "state") : NULL;
}

/* Sends w->request, and keeps the reply.  what: the name under which it is measured, or "". */
static void send_request(Walk *w, const char *what)
{
    Text reply = {0};
    if (*what) {
        printf("%zu\t%s, %s\n", w->n, w->road->name, what);
        fflush(stdout);
        measured(&w->host, &w->request, &reply);
    } else {
        host_run(&w->host, w->request.s, w->request.n, timeout, &reply);
    }
    Tree *tree = tree_decode(reply.s, reply.n, NULL);
    if (!w->reply || (tree && value_get(tree_root(tree), "state"))) {
        tree_free(w->reply);
        w->reply = tree;
    } else {
        tree_free(tree);
    }
    text_clear(&w->request);
    text_free(&reply);
}

/* Loads the road's rules with n items.  A road without items is one of is_counted(): loading it is
 * not measured.  False if the rules were refused. */
static bool load(Walk *w)
{
    write_load(w->road, w->n, &w->request);
    w->host.loading = true;
    send_request(w, *w->road->item ? "load" : "");
    w->host.loading = false;
    bool loaded = w->reply && value_bool(tree_root(w->reply), "loaded", false);
    tree_free(w->reply);
    w->reply = NULL;
    return loaded;
}

/* Begins play, and plays the road's lines, or "wait" where it has none. */
static void play(Walk *w)
{
    char what[40];
    write_play("start", w->n, NULL, &w->request);
    send_request(w, *w->road->item ? "start" : "");
    for (int i = 0; i < LINES && (i == 0 || w->road->lines[i]); i++) {
        const char *line = w->road->lines[i] ? w->road->lines[i] : "wait";
        snprintf(what, sizeof what, "line %d: %s", i + 1, line);
        write_play(line, w->n, state(w), &w->request);
        send_request(w, what);
    }
}

static void walk(const Road *road, size_t n)
{
    static Walk w;
    Err err;
    w = (Walk){.road = road, .n = n};
    if (!host_open(&w.host, -1, NULL, (const Primitive[]){{NULL, NULL}}, &err)) {
        fprintf(stderr, "growth: %s\n", err.text);
        exit(1);
    }
    if (load(&w)) play(&w);
    tree_free(w.reply);
    text_free(&w.request);
    lua_close(w.host.L);
}

/* --- work in C --- */

/* Bodies of endless loops: few steps of Lua, and much time in a C function. */
static const char *const endless[] = {
    "s:find(\"a-a-a-b\")",
    "s:match(\"a*a*a*b\")",
    "s:find(\".-.-.-b\")",
    "s:gsub(\"a+b\", \"\")",
    "for x in s:gmatch(\"a*b\") do end",
    "s:find(\"[%a%d]+(a)%1b\")",
    "s:find(s:sub(1, 50000) .. \"b\", 1, true)",
    "(\"(\"):rep(100000):find(\"%b()\")",
    "utf8.len(s)",
    "(\"\"):rep(1000000)",
    "table.insert(t, 1, 0) table.remove(t, 1)",
    "select(\"#\", table.unpack(t))",
    "table.move(t, 1, #t, 1)",
    "local x = s == u",
    "local x = s < u",
    "local x = s .. u",
    "tonumber(d)",
    "local x = d + 1",
    "local x = -d",
    "s:byte(1, 90000)",
    "for x in each(t) do break end",
    "for k in pairs(t) do break end",
    "odds \"500d6\"",
    "odds \"30d20kh10\"",
    "odds \"d9999\"",
};

/* Plays the rule in a fork, without a watchdog.  True if the limit on steps ended it; the kernel
 * ends it after 30 s, far more than that limit takes. */
static bool is_counted(const char *body)
{
    Text rules = {0};
    text_addf(&rules,
              "action \"bomb\" {}\nlocal s, t = (\"a\"):rep(1000000), {}\n"
              "local u, d = (\"a\"):rep(1000000), (\"1\"):rep(100000)\n"
              "for i = 1, 100000 do t[i] = 0 end\n"
              "function act.bomb() while true do %s end end\n",
              body);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        close(STDOUT_FILENO);
        struct rlimit seconds = {30, 30};
        Road road = {"", 0, text_str(&rules), "", "", {"bomb"}};
        Walk w = {.road = &road};
        Err err;
        setrlimit(RLIMIT_CPU, &seconds);
        const Primitive chances[] = {{"probability", lib_probability}, {NULL, NULL}};
        if (!host_open(&w.host, -1, NULL, chances, &err) || !load(&w)) _exit(1);
        timeout = 200; /* ms of steps: few, so that each rule ends soon */
        lua_gc(w.host.L, LUA_GCGEN, 0, 0);
        play(&w);
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    text_free(&rules);
    return WIFEXITED(status) && WEXITSTATUS(status) == CELL_LATE;
}

static int check_work(void)
{
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++)
        printf("%s\t%s\n", is_counted(endless[i]) ? "counted" : "not counted", endless[i]);
    return 0;
}

/* growth_rules [full | work]: walks every road twice; full: with 1, 10 and 100 thousand items;
 * work: says of rules that do a few long steps for ever whether their work is counted. */
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "work") == 0) return check_work();
    bool full = argc > 1;
    setenv("SCONCE_MEMORY", "16000", 1); /* MB, for all hosts together: they are in this process */
    for (const Road *r = roads; r < roads + sizeof roads / sizeof *roads; r++)
        for (size_t n = full ? 1000 : r->n; n && n <= (full ? 100000 : 10 * r->n); n *= 10)
            walk(r, n);
    return 0;
}
