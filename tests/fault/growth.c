/* Measures how the work of the campaign side grows.  A road is one way by which much may come in: a
 * reply of the cell, a rule file, a typed line, a journal … (`roads` has them all).  Each road gets
 * items in several numbers, and growth.sh compares the work: callgrind counts the instructions of
 * measured(), in this process.
 *
 * The program is its own cell: started with the descriptors of one it answers without Lua, with as
 * many items of a kind as the typed line says ("flood events 1000").  A rule file that holds "flood
 * verbs 1000" makes a book with that number of verbs. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/term/line.h"
#include "core/dice/dice_list.h"
#include "core/tree.h"
#include "core/wire.h"
#include "sconce.h"

/* --- the cell ---------------------------------------------------------------------------- */

static void reply(MapWriter *f)
{
    Text t = {0};
    map_end(f, &t);
    if (wire_send(CELL_SOCKET, t.s, t.n, -1, NULL) != WIRE_OK) _exit(0);
    text_free(&t);
}

/* Reads KIND and N of "flood KIND N" in a text; false when that is not there. */
static bool flood_of(const char *text, char kind[20], size_t *n)
{
    const char *at = strstr(text, "flood ");
    return at && sscanf(at, "flood %19s %zu", kind, n) == 2;
}

/* Writes item i of a list, in the form that the kind of item has: a text, a number or a map. */
static void put_item(Text *t, const char *kind, size_t i)
{
    char name[30];
    snprintf(name, sizeof name, "%.10s%zu", kind, i);
    if (strcmp(kind, "warnings") == 0 || strcmp(kind, "choices") == 0 ||
        strcmp(kind, "aside") == 0) {
        put_text(t, name);
        return;
    }
    if (strcmp(kind, "sides") == 0) {
        put_int(t, 6);
        return;
    }
    MapWriter f = {0};
    put_text(map_field(&f, "kind"), i % 3 ? name : "said");
    put_text(map_field(&f, "name"), name);
    put_text(map_field(&f, "id"), name);
    put_text(map_field(&f, "verb"), name);
    put_text(map_field(&f, "text"), name);
    put_text(map_field(&f, "value"), name);
    put_text(map_field(&f, "die"), "1d6");
    put_text(map_field(&f, "from"), "fake.lua:2");
    put_text(map_field(&f, "file"), "fake.lua");
    put_int(map_field(&f, "line"), (int64_t)i);
    put_int(map_field(&f, "total"), 3);
    put_text(map_field(&f, "at"), name);
    put_text(map_field(&f, "grade"), "error");
    put_list(map_field(&f, "faces"), 0);
    map_end(&f, t);
}

static void put_items(Text *t, const char *kind, size_t n)
{
    put_list(t, n);
    for (size_t i = 0; i < n; i++) put_item(t, kind, i);
}

/* Writes one long value: a text of n words, or for the kind "draws" n dice. */
static void put_long(Text *t, const char *kind, size_t n)
{
    Text s = {0};
    for (size_t i = 0; i < n; i++) {
        if (strcmp(kind, "draws") == 0)
            dice_list_print_die(&s, 6, 3, 0);
        else
            text_add(&s, i % 10 ? "word " : "a\nline\x1b ");
    }
    put_text(t, text_str(&s));
    text_free(&s);
}

/* The kinds of items that a status, a reply and a book may be flooded with. */
static const char *const of_status[] = {"lights", "show", "people"};
static const char *const of_reply[] = {"events", "rolls", "answers", "warnings", "aside"};
static const char *const of_book[] = {"verbs", "charts", "settings", "tracks", "rows", "changes"};

static bool is_one_of(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, list[i]) == 0) return true;
    return false;
}

#define ONE_OF(word, list) is_one_of(word, list, sizeof(list) / sizeof *(list))

/* Replies to `load`: with problems, or a book with what the rule file says to flood it with. */
static void load(const Value *request)
{
    const Value *files = value_list(request, "files");
    static char kind[20];
    size_t n = 0;
    kind[0] = '\0';
    flood_of(files->n ? value_text(&files->items[0], "text", "") : "", kind, &n);
    MapWriter f = {0}, book = {0};
    bool problems = strcmp(kind, "problems") == 0;
    put_bool(map_field(&f, "loaded"), !problems);
    put_items(map_field(&f, "problems"), "problems", problems ? n : 0);
    put_text(map_field(&book, "ruleset"), "fake");
    put_text(map_field(&book, "title"), "Fake");
    if (strcmp(kind, "rows") == 0) {
        MapWriter chart = {0};
        Text *charts = map_field(&book, "charts");
        put_list(charts, 1);
        put_text(map_field(&chart, "name"), "hazard");
        put_text(map_field(&chart, "die"), "1d6");
        put_items(map_field(&chart, "rows"), kind, n);
        map_end(&chart, charts);
    } else if (ONE_OF(kind, of_book)) {
        put_items(map_field(&book, kind), kind, n);
    }
    map_end(&book, map_field(&f, "book"));
    reply(&f);
}

/* Writes a status, with n items in the list that is called like `kind`, if it has one. */
static void put_status(Text *t, const char *kind, size_t n, int64_t turn)
{
    MapWriter f = {0};
    Text s = {0};
    text_addf(&s, "T%d", (int)turn);
    put_text(map_field(&f, "text"), text_str(&s));
    text_free(&s);
    put_bool(map_field(&f, "dark"), false);
    for (size_t i = 0; i < sizeof of_status / sizeof *of_status; i++)
        put_items(map_field(&f, of_status[i]), kind, strcmp(kind, of_status[i]) == 0 ? n : 0);
    Text *party = map_field(&f, "party");
    bool many = strcmp(kind, "party") == 0;
    put_list(party, many ? n : 1);
    for (size_t i = 0; i < (many ? n : 1); i++) put_item(party, "warnings", i);
    map_end(&f, t);
}

/* Writes a question with n items in the list `kind`: "choices", or the "sides" of dice by hand. */
static void put_ask(Text *t, const char *kind, size_t n)
{
    MapWriter f = {0};
    bool dice = strcmp(kind, "sides") == 0;
    put_text(map_field(&f, "id"), dice ? "die" : "q");
    put_text(map_field(&f, "text"), "which?");
    put_text(map_field(&f, "type"), "choice");
    if (dice) put_text(map_field(&f, "die"), "9d6");
    put_items(map_field(&f, kind), kind, n);
    map_end(&f, t);
}

/* Plays a line: "flood KIND N", or any other, which is one event and one turn. */
static void play(const Value *request, MapWriter *out)
{
    const char *line = value_text(request, "line", "");
    int64_t turn = value_int(value_get(request, "state"), "turn", 0) + 1;
    static char kind[20];
    size_t n = 0;
    kind[0] = '\0';
    flood_of(line, kind, &n);
    bool asks = strcmp(kind, "choices") == 0 || strcmp(kind, "sides") == 0;
    put_text(map_field(out, "outcome"), asks ? "asks" : "done");
    put_text(map_field(out, "line"), line);
    put_int(map_field(out, "turn"), turn);
    put_int(map_field(out, "minutes"), 10 * turn);
    put_status(map_field(out, "status"), kind, n, turn);
    for (size_t i = 0; i < sizeof of_reply / sizeof *of_reply; i++)
        put_items(map_field(out, of_reply[i]), of_reply[i], strcmp(kind, of_reply[i]) == 0 ? n : 0);
    if (asks) put_ask(map_field(out, "ask"), kind, n);
    if (strcmp(kind, "draws") == 0 || strcmp(kind, "text") == 0)
        put_long(map_field(out, kind), kind, n);
    if (strcmp(kind, "data") == 0) put_items(map_field(out, kind), kind, n);
    MapWriter state = {0};
    put_int(map_field(&state, "turn"), turn);
    if (!asks) map_end(&state, map_field(out, "state"));
}

/* Answers several plays at once; a play without a state continues from the one before. */
static void answer_plays(const Value *request)
{
    const Value *list = value_list(request, "plays");
    MapWriter f = {0};
    Text *replies = map_field(&f, "replies");
    Tree *state = NULL;
    put_list(replies, list->n);
    value_each (one, list) {
        MapWriter out = {0}, with = {0};
        Text bytes = {0}, asked = {0};
        const Value *before = value_get(one, "state");
        if (!before && state) before = value_get(tree_root(state), "state");
        put_text(map_field(&with, "line"), value_text(one, "line", ""));
        if (before) put_raw(map_field(&with, "state"), before->bytes, before->bytes_n);
        map_end(&with, &asked);
        Tree *play_request = tree_decode(asked.s, asked.n, NULL);
        play(tree_root(play_request), &out);
        map_end(&out, &bytes);
        put_raw(replies, bytes.s, bytes.n);
        tree_free(state);
        state = tree_decode(bytes.s, bytes.n, NULL);
        tree_free(play_request);
        text_free(&bytes);
        text_free(&asked);
    }
    tree_free(state);
    reply(&f);
}

static _Noreturn void be_a_cell(void)
{
    Text t = {0};
    while (wire_receive(CELL_SOCKET, &t, -1, NULL) == WIRE_OK) {
        Tree *tree = tree_decode(t.s, t.n, NULL);
        const Value *request = tree_root(tree);
        const char *op = value_text(request, "op", "");
        MapWriter f = {0};
        if (strcmp(op, "hello") == 0) {
            put_int(map_field(&f, "wire"), WIRE_VERSION);
            put_text(map_field(&f, "version"), SCONCE_VERSION);
            reply(&f);
        } else if (strcmp(op, "load") == 0) {
            load(request);
        } else if (strcmp(op, "plays") == 0) {
            answer_plays(request);
        } else {
            play(request, &f);
            reply(&f);
        }
        tree_free(tree);
    }
    _exit(0);
}

/* --- roads ------------------------------------------------------------------------------- */

static bool full; /* with 1, 10 and 100 thousand items, which a road may refuse (growth.sh) */

/* The data of the roads: a folder, the path of this program, and what prepare() made for run(). */
typedef struct {
    char dir[300], self[400], rules[500];
    const char *kind; /* what items the flood has, such as "events" */
    Sconce *table;
    Text text; /* what the road reads */
    size_t n;
} Room;

typedef struct {
    const char *name, *kind;
    size_t n; /* the smaller number of items; ten times as many are still below every limit */
    void (*prepare)(Room *room); /* its work is not measured */
    void (*run)(Room *room);
} Road;

/* Callgrind counts the instructions of this function. */
void measured(const Road *road, Room *room);
__attribute__((noinline)) void measured(const Road *road, Room *room)
{
    road->run(room);
}

static void need(bool good, const char *what)
{
    if (good) return;
    fprintf(stderr, "growth: %s\n", what);
    exit(1);
}

static void write_file(const char *name, const Text *text)
{
    FILE *f = fopen(name, "w");
    need(f && fwrite(text_str(text), 1, text->n, f) == text->n && fclose(f) == 0, name);
}

static SconceOptions options(const Room *room, const char *table)
{
    return (SconceOptions){.table = table, .cell = room->self, .rulesets = room->dir, .seed = "1"};
}

/* --- dice and words --- */

static void prepare_dice(Room *room)
{
    for (size_t i = 0; i < room->n; i++) dice_list_print_die(&room->text, 6, 3, 0);
}

static void read_dice(Room *room)
{
    DiceList list;
    need(dice_list_parse(&list, text_str(&room->text), NULL) || full, "no dice");
    dice_list_free(&list);
}

static void prepare_expression(Room *room)
{
    text_add(&room->text, "1d6");
    for (size_t i = 1; i < room->n; i++) text_add(&room->text, i % 3 ? "+1" : "+1d6");
}

static void roll_expression(Room *room)
{
    char *json = sconce_roll(text_str(&room->text), 1, "1", NULL);
    need(json || full, "no roll");
    sconce_free(json);
}

static void roll_often(Room *room)
{
    sconce_free(sconce_roll("3d6", (int64_t)room->n, "1", NULL));
    sconce_free(sconce_rolls("3d6", (int64_t)room->n, "1", NULL));
}

static void find_nearest(Room *room)
{
    const char **names = calloc(room->n, sizeof *names);
    need(names, "no memory");
    for (size_t i = 0; i < room->n; i++) names[i] = i % 2 ? "lantern" : "candles";
    sconce_nearest("latnern", names, room->n);
    free(names);
}

/* --- lines typed at a table in memory --- */

static void open_table(Room *room)
{
    SconceError error = {0};
    SconceOptions o = options(room, "fake");
    if (strcmp(room->kind, "sides") == 0) o.dice = "hand";
    room->table = sconce_open(&o, &error);
    need(room->table, error.text);
}

static void say_flood(Room *room)
{
    char line[60];
    snprintf(line, sizeof line, "flood %s %zu", room->kind, room->n);
    SconceReply r = sconce_say(room->table, line);
    need(r.outcome != SCONCE_REFUSED || full, r.json);
    sconce_prompt(room->table);
    sconce_status(room->table);
    sconce_recap(room->table);
}

static void say_too_much(Room *room)
{
    char line[60];
    snprintf(line, sizeof line, "flood %s %zu", room->kind, room->n);
    bool refused = sconce_say(room->table, line).outcome == SCONCE_REFUSED;
    need(refused || full, "nobody refuses it");
}

static void prepare_line(Room *room)
{
    open_table(room);
    for (size_t i = 0; i < room->n; i++) text_add(&room->text, i % 7 ? "word " : "word; ");
}

static void prepare_hand(Room *room)
{
    open_table(room);
    sconce_say(room->table, "flood sides 2000");
    for (size_t i = 0; i < room->n; i++) text_add(&room->text, "3 ");
}

static void say_text(Room *room)
{
    need(sconce_say(room->table, text_str(&room->text)).json, "no reply");
}

/* --- rule files --- */

static void prepare_rules(Room *room)
{
    text_addf(&room->text, "-- flood %s %zu\nextends \"fake\"\n", room->kind, room->n);
    for (size_t i = 0; i < room->n; i++) text_addf(&room->text, "local a%zu = 1\n", i);
    snprintf(room->rules, sizeof room->rules, "%s/rules%zu.lua", room->dir, room->n);
    write_file(room->rules, &room->text);
}

static void read_rules(Room *room)
{
    SconceOptions o = options(room, room->rules);
    SconceError error = {0};
    sconce_free(sconce_check(&o, &error));
    sconce_free(error.all);
    sconce_free(sconce_rules(&o, NULL, false, NULL));
    sconce_free(sconce_rules(&o, "verbs7", true, NULL));
    Sconce *s = sconce_open(&o, &error);
    sconce_free(error.all);
    if (!s) return; /* on the road "rules of problems", where they do not load */
    sconce_book(s);
    sconce_say(s, "?");
    sconce_say(s, "help hazard");
    sconce_say(s, "vrebs7");
    sconce_close(s);
}

/* --- Tab --- */

static void prepare_tab(Room *room)
{
    SconceError error = {0};
    prepare_rules(room);
    SconceOptions o = options(room, room->rules);
    room->table = sconce_open(&o, &error);
    need(room->table || full, error.text);
    sconce_free(error.all);
}

static void prepare_tab_after_flood(Room *room)
{
    open_table(room);
    say_flood(room);
}

/* Completes each text of `before`, as Tab does, and writes the list of what is offered. */
static void press_tab(Room *room)
{
    static const char *const before[] = {
        "", "v", "verbs", "help ", "gain t", "party1 party2 v", "snuff "};
    FILE *nowhere = fopen("/dev/null", "w");
    need(nowhere, "no /dev/null");
    TerminalStyle style = style_on(nowhere);
    for (size_t i = 0; room->table && i < sizeof before / sizeof *before; i++) {
        Offers o = complete_line(room->table, before[i]);
        offers_common(&o);
        offers_write(&o, &style);
        offers_free(&o);
    }
    fclose(nowhere);
}

/* --- a campaign of many entries --- */

/* Returns the path of a file in the room's folder, which has the number of items in its name.  The
 * last two results stay valid. */
static const char *path(const Room *room, const char *name)
{
    static char is[2][400];
    static int which;
    which = !which;
    snprintf(is[which], sizeof is[which], "%s/%s%zu", room->dir, name, room->n);
    return is[which];
}

static Sconce *open_folder(const Room *room, bool read_only)
{
    SconceError error = {0};
    SconceOptions o = options(room, path(room, "folder"));
    o.read_only = read_only;
    Sconce *s = sconce_open(&o, &error);
    need(s, error.text);
    return s;
}

static void make_folder(const Room *room)
{
    SconceError error = {0};
    need(sconce_create(path(room, "folder"), "fake", "", room->dir, &error), error.text);
    Sconce *s = open_folder(room, false);
    for (size_t i = 0; i < room->n; i++) sconce_say(s, i % 10 ? "walk on" : "session");
    sconce_close(s);
}

/* Makes the folder in another process, which callgrind does not follow: under callgrind this would
 * take hours. */
static void prepare_folder(Room *room)
{
    char n[30];
    int status = 1;
    if (access(path(room, "folder"), F_OK) == 0) return; /* a road before this one has made it */
    snprintf(n, sizeof n, "%zu", room->n);
    pid_t pid = fork();
    if (pid == 0) {
        execl(room->self, room->self, room->dir, "folder", n, NULL);
        _exit(1);
    }
    need(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0, "no folder");
}

static void read_folder(Room *room)
{
    SconceError error = {0};
    Sconce *s = open_folder(room, true);
    sconce_opening(s);
    sconce_recap(s);
    sconce_log(s, "md", true, 0, &error);
    sconce_log(s, "json", false, 0, &error);
    sconce_log(s, "text", false, 3, &error);
    sconce_close(s);
}

static void verify_folder(Room *room)
{
    SconceError error = {0};
    Sconce *s = open_folder(room, true);
    need(sconce_verify(s, NULL, NULL, &error), error.text);
    sconce_close(s);
}

static void move_folder(Room *room)
{
    SconceError e = {0};
    need(sconce_export(path(room, "folder"), path(room, "file"), NULL, NULL, &e), e.text);
    need(sconce_import(path(room, "file"), path(room, "other"), NULL, NULL, &e), e.text);
}

static void undo_folder(Room *room)
{
    char line[40];
    Sconce *s = open_folder(room, false);
    snprintf(line, sizeof line, "undo %zu", room->n);
    sconce_say(s, line);
    sconce_say(s, line); /* an undo beyond this session must be said twice */
    snprintf(line, sizeof line, "redo %zu", room->n);
    sconce_say(s, line);
    sconce_close(s);
}

/* --- all roads --- */

#define REPLY(kind, n)                                                                             \
    {                                                                                              \
        "a reply of " kind, kind, n, open_table, say_flood                                         \
    }
#define RULES(kind, n)                                                                             \
    {                                                                                              \
        "rules of " kind, kind, n, prepare_rules, read_rules                                       \
    }
#define TAB(kind, n, prepare)                                                                      \
    {                                                                                              \
        "Tab, offered " kind, kind, n, prepare, press_tab                                          \
    }
static const Road roads[] = {
    {"a list of dice", "", 2000, prepare_dice, read_dice},
    {"an expression", "", 10, prepare_expression, roll_expression},
    {"many rolls", "", 100, NULL, roll_often},
    {"names near a word", "", 300, NULL, find_nearest},
    {"a typed line", "", 70, prepare_line, say_text},
    {"typed dice", "sides", 190, prepare_hand, say_text},
    {"a journal, read", "", 40, prepare_folder, read_folder},
    {"a journal, verified", "", 40, prepare_folder, verify_folder},
    {"a journal, exported and imported", "", 40, prepare_folder, move_folder},
    {"a journal, undone and redone", "", 40, prepare_folder, undo_folder},
    REPLY("events", 60),
    REPLY("rolls", 60),
    REPLY("answers", 60),
    REPLY("warnings", 100),
    REPLY("lights", 60),
    REPLY("people", 60),
    REPLY("party", 100),
    REPLY("choices", 90),
    REPLY("sides", 100),
    REPLY("draws", 1000),
    REPLY("text", 1000),
    REPLY("data", 30),
    {"too many choices", "choices", 2000, open_table, say_too_much},
    TAB("verbs", 40, prepare_tab),
    TAB("charts", 40, prepare_tab),
    TAB("tracks", 40, prepare_tab),
    TAB("party", 100, prepare_tab_after_flood),
    TAB("lights", 100, prepare_tab_after_flood),
    TAB("choices", 90, prepare_tab_after_flood),
    RULES("lines", 100),
    RULES("problems", 80),
    RULES("verbs", 40),
    RULES("charts", 40),
    RULES("rows", 40),
    RULES("tracks", 40),
};

/* Measures one road with n items, after it has printed n and the name. */
static void measure_road(const Road *road, Room *room, size_t n)
{
    room->n = n;
    room->kind = road->kind;
    text_clear(&room->text);
    if (road->prepare) road->prepare(room);
    printf("%zu\t%s\n", n, road->name);
    fflush(stdout);
    measured(road, room);
    sconce_close(room->table);
    room->table = NULL;
}

/* growth FOLDER [full]: walks every road twice; full: with 1, 10 and 100 thousand items.
 * growth FOLDER folder N: makes a campaign of N entries there. */
int main(int argc, char **argv)
{
    if (argc < 2) {
        if (fcntl(CELL_SOCKET, F_GETFD) >= 0 && fcntl(CELL_PAGE, F_GETFD) >= 0) be_a_cell();
        return 2;
    }
    Room room = {0};
    full = argc > 2;
    snprintf(room.dir, sizeof room.dir, "%s", argv[1]);
    ssize_t n = readlink("/proc/self/exe", room.self, sizeof room.self - 1);
    need(n > 0, "no name");
    setenv("SCONCE_CELL", room.self, 1);
    text_add(&room.text, "ruleset \"Fake\"\n");
    snprintf(room.rules, sizeof room.rules, "%s/fake.lua", room.dir);
    write_file(room.rules, &room.text);
    if (argc > 3) {
        room.n = strtoul(argv[3], NULL, 10);
        make_folder(&room);
        return 0;
    }
    for (const Road *r = roads; r < roads + sizeof roads / sizeof *roads; r++)
        for (size_t size = full ? 1000 : r->n; size <= (full ? 100000 : 10 * r->n); size *= 10)
            measure_road(r, &room, size);
    text_free(&room.text);
    return 0;
}
