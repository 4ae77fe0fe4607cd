/* Feeds every road of the campaign side many items, in two sizes, so that growth.sh can compare the
 * work: callgrind counts the instructions of measured(), in this process.
 *
 * Started with the descriptors of a cell it is one, without Lua, whose replies hold as many items
 * of a kind as the typed line says: "flood events 1000".  A rule file that holds "flood verbs 1000"
 * makes a book with so many. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/dice/dice_list.h"
#include "core/value.h"
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

/* The word behind "flood " and the number behind that; false: none there. */
static bool flood_of(const char *text, char kind[20], size_t *n)
{
    const char *at = strstr(text, "flood ");
    return at && sscanf(at, "flood %19s %zu", kind, n) == 2;
}

/* Writes item i of a list: every list of texts, of maps and of numbers can be made of these. */
static void put_item(Text *t, const char *kind, size_t i)
{
    char name[30];
    snprintf(name, sizeof name, "%.10s%zu", kind, i);
    if (strcmp(kind, "warnings") == 0 || strcmp(kind, "choices") == 0 || strcmp(kind, "aside") == 0) {
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

/* A long text, or many dice. */
static void put_long(Text *t, const char *kind, size_t n)
{
    Text s = {0};
    for (size_t i = 0; i < n; i++) {
        if (strcmp(kind, "draws") == 0)
            dice_list_add(&s, 6, 3, 0);
        else
            text_add(&s, i % 10 ? "word " : "a\nline\x1b ");
    }
    put_text(t, text_str(&s));
    text_free(&s);
}

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
        put_items(map_field(out, of_reply[i]), of_reply[i], strcmp(kind, of_reply[i]) == 0 ? n : *kind ? 0 : i == 0);
    if (asks) put_ask(map_field(out, "ask"), kind, n);
    if (strcmp(kind, "draws") == 0 || strcmp(kind, "text") == 0) put_long(map_field(out, kind), kind, n);
    if (strcmp(kind, "data") == 0) put_items(map_field(out, kind), kind, n);
    MapWriter state = {0};
    put_int(map_field(&state, "turn"), turn);
    if (!asks) map_end(&state, map_field(out, "state"));
}

static void plays(const Value *request)
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
            plays(request);
        } else {
            play(request, &f);
            reply(&f);
        }
        tree_free(tree);
    }
    _exit(0);
}

/* --- roads ------------------------------------------------------------------------------- */

typedef struct {
    char dir[300], self[400];
    Sconce *table;
    Text text; /* what the road reads */
    size_t n;
} Room;

typedef struct {
    const char *name;
    size_t n;                    /* the smaller size; the larger has ten times as many */
    void (*prepare)(Room *room); /* not measured */
    void (*run)(Room *room);
} Road;

/* What callgrind counts. */
void measured(const Road *road, Room *room);
__attribute__((noinline)) void measured(const Road *road, Room *room)
{
    road->run(room);
}

static const char *path(const Room *room, const char *name)
{
    static char is[2][400];
    static int which;
    which = !which;
    snprintf(is[which], sizeof is[which], "%s/%s%zu", room->dir, name, room->n);
    return is[which];
}

static void need(const void *p, const char *what)
{
    if (p) return;
    fprintf(stderr, "growth: %s\n", what);
    exit(1);
}

static void write_file(const char *name, const Text *text)
{
    FILE *f = fopen(name, "w");
    need(f, name);
    fwrite(text_str(text), 1, text->n, f);
    fclose(f);
}

static SconceOptions options(const Room *room, const char *table)
{
    return (SconceOptions){
        .table = table, .cell = room->self, .rulesets = room->dir, .seed = "1", .dice = "auto"};
}

/* --- lines typed at a table in memory --- */

static const char *flooded; /* the kind */

static void open_table(Room *room)
{
    SconceError error = {0};
    SconceOptions o = options(room, "fake");
    if (strcmp(flooded, "sides") == 0) o.dice = "hand";
    room->table = sconce_open(&o, &error);
    need(room->table, error.text);
}

static void say(Room *room)
{
    char line[60];
    snprintf(line, sizeof line, "flood %s %zu", flooded, room->n);
    SconceReply r = sconce_say(room->table, line);
    if (getenv("VERBOSE")) printf("  %.150s\n", r.json);
    sconce_prompt(room->table);
    sconce_status(room->table);
    sconce_recap(room->table);
}

/* --- roads of one kind each: the name of the road is that of the kind --- */

static void prepare_typed(Room *room)
{
    flooded = "";
    open_table(room);
    for (size_t i = 0; i < room->n; i++) text_add(&room->text, i % 7 ? "word " : "word; ");
}

static void prepare_hand(Room *room)
{
    flooded = "sides";
    open_table(room);
    sconce_say(room->table, "flood sides 2000");
    for (size_t i = 0; i < room->n; i++) text_add(&room->text, "3 ");
}

static void say_text(Room *room)
{
    SconceReply r = sconce_say(room->table, text_str(&room->text));
    if (getenv("VERBOSE")) printf("  %.150s\n", r.json);
}

static void prepare_dice(Room *room)
{
    for (size_t i = 0; i < room->n; i++) dice_list_add(&room->text, 6, 3, 0);
}

static void read_dice(Room *room)
{
    DiceList list;
    if (!dice_list_parse(&list, text_str(&room->text), NULL)) exit(1);
    dice_list_free(&list);
}

static void prepare_expression(Room *room)
{
    text_add(&room->text, "1d6");
    for (size_t i = 1; i < room->n; i++) text_add(&room->text, i % 3 ? "+1" : "+1d6");
}

static void roll_expression(Room *room)
{
    sconce_free(sconce_roll(text_str(&room->text), 1, "1", NULL));
    sconce_free(sconce_odds(text_str(&room->text), NULL));
}

static void roll_often(Room *room)
{
    sconce_free(sconce_roll("3d6", (int64_t)room->n, "1", NULL));
    sconce_free(sconce_rolls("3d6", (int64_t)room->n, "1", NULL));
}

static void nearest(Room *room)
{
    const char **names = calloc(room->n, sizeof *names);
    need(names, "no memory");
    for (size_t i = 0; i < room->n; i++) names[i] = i % 2 ? "lantern" : "candles";
    sconce_nearest("latnern", names, room->n);
    free(names);
}

/* --- rule files --- */

static void prepare_rules(Room *room)
{
    Text t = {0};
    text_addf(&t, "-- flood %s %zu\nextends \"fake\"\n", flooded, room->n);
    for (size_t i = 0; i < room->n; i++) text_addf(&t, "local a%zu = 1\n", i);
    snprintf(text_more(&room->text, 400), 400, "%s.lua", path(room, "rules"));
    write_file(text_str(&room->text), &t);
    text_free(&t);
}

static void read_rules(Room *room)
{
    SconceOptions o = options(room, text_str(&room->text));
    SconceError error = {0};
    sconce_free(sconce_check(&o, &error));
    sconce_free(error.all);
    sconce_free(sconce_rules(&o, NULL, false, NULL));
    sconce_free(sconce_rules(&o, "verbs7", true, NULL));
    Sconce *s = sconce_open(&o, &error);
    sconce_free(error.all);
    if (!s) return;
    sconce_book(s);
    sconce_say(s, "?");
    sconce_say(s, "help hazard");
    sconce_say(s, "vrebs7");
    sconce_close(s);
}

/* --- a campaign of many entries --- */

static Sconce *open_folder(Room *room, bool read_only)
{
    SconceError error = {0};
    SconceOptions o = options(room, path(room, "folder"));
    o.read_only = read_only;
    Sconce *s = sconce_open(&o, &error);
    need(s, error.text);
    return s;
}

static void prepare_folder(Room *room)
{
    SconceError error = {0};
    const char *folder = path(room, "folder");
    if (access(folder, F_OK) == 0) return;
    if (!sconce_create(folder, "fake", "", room->dir, &error)) need(NULL, error.text);
    Sconce *s = open_folder(room, false);
    for (size_t i = 0; i < room->n; i++) sconce_say(s, i % 10 ? "walk on" : "session");
    sconce_close(s);
}

static void read_folder(Room *room)
{
    Sconce *s = open_folder(room, true);
    SconceError error = {0};
    sconce_opening(s);
    sconce_recap(s);
    sconce_log(s, "md", true, 0, &error);
    sconce_log(s, "json", false, 0, &error);
    sconce_log(s, "text", false, 3, &error);
    sconce_close(s);
}

static void verify_folder(Room *room)
{
    Sconce *s = open_folder(room, true);
    SconceError error = {0};
    sconce_verify(s, NULL, NULL, &error);
    sconce_close(s);
}

static void move_folder(Room *room)
{
    SconceError error = {0};
    if (!sconce_export(path(room, "folder"), path(room, "file"), NULL, NULL, &error)) need(NULL, error.text);
    if (!sconce_import(path(room, "file"), path(room, "other"), NULL, NULL, &error)) need(NULL, error.text);
}

static void undo_all(Room *room)
{
    char line[40];
    Sconce *s = open_folder(room, false);
    snprintf(line, sizeof line, "undo %zu", room->n);
    SconceReply r = sconce_say(s, line);
    if (getenv("VERBOSE")) printf("  %.150s\n", r.json);
    r = sconce_say(s, line);
    if (getenv("VERBOSE")) printf("  %.150s\n", r.json);
    snprintf(line, sizeof line, "redo %zu", room->n);
    r = sconce_say(s, line);
    if (getenv("VERBOSE")) printf("  %.150s\n", r.json);
    sconce_close(s);
}

static const Road roads[] = {
    {"a list of dice", 10000, prepare_dice, read_dice},
    {"an expression", 50, prepare_expression, roll_expression},
    {"many rolls", 200, NULL, roll_often},
    {"names near a word", 300, NULL, nearest},
    {"a typed line", 70, prepare_typed, say_text},
    {"typed dice", 190, prepare_hand, say_text},
    {"reading a journal", 60, prepare_folder, read_folder},
    {"verify", 60, prepare_folder, verify_folder},
    {"export and import", 60, prepare_folder, move_folder},
    {"undo and redo", 90, prepare_folder, undo_all},
};

/* Prints "NAME N", and measures. */
static void walk(const Road *road, Room *room, size_t n)
{
    room->n = n;
    text_clear(&room->text);
    if (road->prepare) road->prepare(room);
    printf("%s\t%zu\n", road->name, n);
    fflush(stdout);
    measured(road, room);
    sconce_close(room->table);
    room->table = NULL;
}

static void walk_kinds(Room *room, const char *const *kinds, size_t n, const char *what, size_t size, bool rules)
{
    for (size_t i = 0; i < n; i++) {
        char name[60];
        snprintf(name, sizeof name, "%s %s", what, kinds[i]);
        Road road = {name, size, rules ? prepare_rules : open_table, rules ? read_rules : say};
        flooded = kinds[i];
        if (getenv("ONLY") && !strstr(name, getenv("ONLY"))) continue;
        walk(&road, room, size);
        walk(&road, room, 10 * size);
    }
}

int main(int argc, char **argv)
{
    static const char *const asks[] = {"choices", "sides"},
                      *const longs[] = {"draws", "text", "data", "party"},
                      *const plain[] = {"none", "problems"};
    if (fcntl(CELL_SOCKET, F_GETFD) >= 0 && fcntl(CELL_PAGE, F_GETFD) >= 0 && argc == 1) be_a_cell();
    if (argc < 2) return 2;
    Room room = {0};
    snprintf(room.dir, sizeof room.dir, "%s", argv[1]);
    if (!realpath(argv[0], room.self)) return 2;
    setenv("SCONCE_CELL", room.self, 1);
    Text ruleset = {0};
    text_add(&ruleset, "ruleset \"Fake\"\n");
    char file[320];
    snprintf(file, sizeof file, "%s/fake.lua", room.dir);
    write_file(file, &ruleset);
    text_free(&ruleset);
    for (size_t i = 0; i < sizeof roads / sizeof *roads; i++) {
        if (argc > 2 && !strstr(roads[i].name, argv[2])) continue;
        walk(&roads[i], &room, roads[i].n);
        walk(&roads[i], &room, 10 * roads[i].n);
    }
#define KINDS(list, what, size, rules) walk_kinds(&room, list, sizeof(list) / sizeof *(list), what, size, rules)
    KINDS(of_reply, "a reply's", 100, false);
    KINDS(of_status, "a status's", 100, false);
    KINDS(asks, "a question's", 90, false);
    KINDS(longs, "a reply's", 200, false);
    KINDS(of_book, "a book's", 60, true);
    KINDS(plain, "a file's", 200, true);
    text_free(&room.text);
    return 0;
}
