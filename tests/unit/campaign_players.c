/* Tests of what players may see of a line: its text, events, fields and rolls. */
#include <stdio.h>
#include <string.h>

#include "campaign/view/players.h"

/* Appends a map made from pairs of key and text, which end with NULL.  The value of "?key" is a
 * boolean, "true" or not; that of "#key" is a number. */
static void put_map_of(Text *t, const char *const *words)
{
    MapWriter map = {0};
    for (; *words; words += 2) {
        Text *field = map_field(&map, words[0] + (strchr("?#", words[0][0]) != NULL));
        if (words[0][0] == '?')
            put_bool(field, strcmp(words[1], "true") == 0);
        else if (words[0][0] == '#')
            put_int(field, atoll(words[1]));
        else
            put_text(field, words[1]);
    }
    assert_true(map_end(&map, t));
}

#define MAP(...) ((const char *const[]){__VA_ARGS__, NULL})
#define MAPS(...) ((const char *const *const[]){__VA_ARGS__, NULL})
#define NONE ((const char *const *const[]){NULL})

static Tree *make_list(const char *const *const *maps)
{
    Text t = {0};
    size_t n = 0;
    while (maps[n]) n++;
    put_list(&t, n);
    for (size_t i = 0; i < n; i++) put_map_of(&t, maps[i]);
    Tree *tree = tree_decode(t.s, t.n, NULL);
    assert_non_null(tree);
    text_free(&t);
    return tree;
}

/* Makes a book: { tracks = {…}, verbs = {…} }. */
static Tree *make_book(void)
{
    Text t = {0};
    put_map(&t, 2);
    put_key(&t, "tracks");
    put_list(&t, 2);
    put_map_of(&t, MAP("name", "hp", "of", "member"));
    put_map_of(&t, MAP("name", "doom", "of", "party"));
    put_key(&t, "verbs");
    put_list(&t, 4);
    put_map_of(&t, MAP("verb", "search", "aka", "s"));
    put_map_of(&t, MAP("verb", "plot", "?secret", "true"));
    put_map_of(&t, MAP("verb", "lurk", "?public", "false"));
    put_map_of(&t, MAP("verb", "note", "?host", "true"));
    Tree *tree = tree_decode(t.s, t.n, NULL);
    assert_non_null(tree);
    text_free(&t);
    return tree;
}

/* A played line as players.h is given it, and `seen`: what it lets players see. */
typedef struct {
    Tree *book, *events, *rolls, *members, *seen;
} Table;

static const Value *view_line(Table *s, const char *line, const char *const *const *events,
                              const char *const *const *rolls)
{
    Err err = {0};
    Text names = {0};
    put_list(&names, 2);
    put_text(&names, "Bram");
    put_text(&names, "Old Tom");
    *s = (Table){.book = make_book(),
                 .events = make_list(events),
                 .rolls = make_list(rolls),
                 .members = tree_decode(names.s, names.n, &err)};
    text_free(&names);
    PlayedLine played = {.line = line,
                         .members = tree_list(s->members),
                         .events = tree_list(s->events),
                         .rolls = tree_list(s->rolls)};
    s->seen = players_view(tree_root(s->book), &played, &err);
    assert_non_null(s->seen);
    return tree_root(s->seen);
}

static void table_free(Table *s)
{
    tree_free(s->book);
    tree_free(s->events);
    tree_free(s->rolls);
    tree_free(s->members);
    tree_free(s->seen);
}

static void assert_line(const char *line, const char *shown)
{
    Table s;
    assert_string_equal(value_text(view_line(&s, line, NONE, NONE), "line", "?"), shown);
    table_free(&s);
}

static void players_see_only_the_deeds_of_a_line(void **state)
{
    (void)state;
    assert_line("search altar", "search altar");
    assert_line("s altar", "s altar");
    assert_line("Bram \"Old Tom\" search altar 12", "Bram \"Old Tom\" search altar");
    assert_line("Old Tom search -3; search 0x1F + search 2d6", "Old Tom search; search + search");
    assert_line("search room12 12th", "search room12 12th");
    assert_line("Bram plot it", "");
    assert_line("search + Bram lurk", "");
    assert_line("note search", "");
    assert_line("doom search", ""); /* `doom` is a track, not a member */
    assert_line("\"Bram", "");
    assert_line("\"Bram\"", "");
    assert_line("Bram", "");
    assert_line("", "");
    assert_line("lua search()", "");
    assert_line("= 12", "");
}

/* Makes a book with what is hidden: { hidden = { "dread", "kindled" } }. */
static Tree *make_hiding_book(void)
{
    Text t = {0};
    put_map(&t, 1);
    put_key(&t, "hidden");
    put_list(&t, 2);
    put_text(&t, "dread");
    put_text(&t, "kindled");
    Tree *tree = tree_decode(t.s, t.n, NULL);
    assert_non_null(tree);
    text_free(&t);
    return tree;
}

static void assert_fact(const char *const *fact, bool shown)
{
    Tree *book = make_hiding_book(), *facts = make_list(MAPS(fact));
    assert_int_equal(players_see_fact(tree_root(book), &tree_list(facts)->items[0]), shown);
    tree_free(book);
    tree_free(facts);
}

static void players_see_their_sheets_and_what_is_declared(void **state)
{
    (void)state;
    assert_fact(MAP("name", "hp", "of", "member"), true);
    assert_fact(MAP("name", "oil", "of", "light"), true);
    assert_fact(MAP("name", "hp", "of", "member", "?secret", "true"), false);
    assert_fact(MAP("name", "hp", "of", "member", "?public", "false"), false);
    assert_fact(MAP("name", "hp", "of", "member", "public", "in other words"), false);
    assert_fact(MAP("name", "dread", "of", "member"), false);
    assert_fact(MAP("name", "alarm", "of", "party"), false);
    assert_fact(MAP("name", "alarm", "of", "party", "?public", "true"), true);
    assert_fact(MAP("name", "alarm", "of", "room"), false);
    assert_fact(MAP("name", "alarm", "?public", "true", "?secret", "true"), false);
    assert_fact(MAP("?public", "no"), false);
    Tree *book = make_hiding_book();
    assert_false(players_see_event(tree_root(book), "kindled"));
    assert_true(players_see_event(tree_root(book), "turn_start"));
    assert_true(players_see_event(NULL, "turn_start"));
    tree_free(book);
}

static void assert_ask(const char *const *ask, bool shown)
{
    Text names = {0};
    put_list(&names, 2);
    put_text(&names, "Bram");
    put_text(&names, "Old Tom");
    Tree *party = tree_decode(names.s, names.n, NULL), *asks = make_list(MAPS(ask));
    text_free(&names);
    assert_int_equal(players_see_ask(&tree_list(asks)->items[0], tree_list(party)), shown);
    tree_free(party);
    tree_free(asks);
}

/* Whether players may see a die that is asked for of two, Bram and NAME. */
static bool is_die_of_two_seen(const char *name)
{
    Text party = {0}, ask = {0};
    put_list(&party, 2);
    put_text(&party, "Bram");
    put_text(&party, "Old Tom");
    put_map(&ask, 2);
    put_key(&ask, "id");
    put_text(&ask, "die");
    put_key(&ask, "who");
    put_list(&ask, 2);
    put_text(&ask, "Bram");
    put_text(&ask, name);
    Tree *names = tree_decode(party.s, party.n, NULL), *asked = tree_decode(ask.s, ask.n, NULL);
    bool seen = players_see_ask(tree_root(asked), tree_list(names));
    text_free(&party);
    text_free(&ask);
    tree_free(names);
    tree_free(asked);
    return seen;
}

static void players_see_only_their_own_dice_awaited(void **state)
{
    (void)state;
    assert_true(is_die_of_two_seen("Old Tom"));
    assert_false(is_die_of_two_seen("the goblin"));
    assert_ask(MAP("id", "die", "who", "Old Tom"), true);
    assert_ask(MAP("id", "die", "who", "the goblin"), false);
    assert_ask(MAP("id", "die", "who", "Bram", "?secret", "true"), false);
    assert_ask(MAP("id", "die", "who", "Bram", "cards", "x"), false);
    assert_ask(MAP("id", "die"), false);
    assert_ask(MAP("id", "fatigue", "who", "Bram"), false);
}

static void assert_events(const char *const *const *events, size_t n)
{
    Table s;
    size_t shown = value_list(view_line(&s, "x", events, NONE), "events")->n;
    table_free(&s);
    assert_int_equal(shown, n);
}

static void players_see_only_public_events(void **state)
{
    (void)state;
    assert_events(MAPS(MAP("kind", "said"), MAP("kind", "said", "?secret", "true")), 1);
    assert_events(MAPS(MAP("kind", "said", "?public", "false")), 0);
    assert_events(MAPS(MAP("kind", "hp", "?change", "true"), MAP("kind", "hp")), 1);
    assert_events(MAPS(MAP("kind", "doom", "?change", "true"), MAP("kind", "gone")), 0);
    assert_events(MAPS(MAP("kind", "doom", "?change", "true", "?public", "true")), 1);
    assert_events(MAPS(MAP("kind", "doom", "?public", "true", "?secret", "true")), 0);
    assert_events(MAPS(MAP("kind", "check", "?check", "true"), MAP("kind", "asked")), 0);
    assert_events(MAPS(MAP("text", "no kind"), MAP("kind", "")), 0);
}

static void players_see_only_some_fields_of_an_event(void **state)
{
    (void)state;
    Table s;
    const Value *seen = view_line(
        &s, "lurk",
        MAPS(MAP("kind", "found", "text", "a key", "hp", "9", "from", "a.lua:1", "?public", "true"),
             MAP("kind", "moved", "text", "In x", "room", "x", "name", "x", "public", "Somewhere."),
             MAP("kind", "encounter", "text", "ghouls", "what", "ghouls"),
             MAP("kind", "turn", "text", "try con 12", "#minutes", "7")),
        NONE);
    const Value *event = value_list(seen, "events")->items;
    assert_string_equal(value_text(&event[0], "text", ""), "a key");
    assert_int_equal(event[0].n, 2);
    assert_string_equal(value_text(&event[1], "text", ""), "Somewhere.");
    assert_int_equal(event[1].n, 2);
    assert_string_equal(value_text(&event[2], "text", ""), "Encounter!");
    assert_int_equal(event[2].n, 2);
    assert_string_equal(value_text(&event[3], "text", ""), "try con");
    assert_int_equal(value_int(&event[3], "minutes", 0), 7);
    assert_string_equal(value_text(seen, "line", ""), "try con");
    table_free(&s);
}

/* The turn of a line is shown to players only through a public event `turn`; without one, no other
 * event of the line tells them the turn. */
static void players_see_turns_only_as_turns_are_shown(void **state)
{
    (void)state;
    const char *const *const *events =
        MAPS(MAP("kind", "turn", "#turn", "7"), MAP("kind", "said", "#turn", "7"));
    const char *const *const *hidden = MAPS(MAP("kind", "turn", "#turn", "7", "?secret", "true"),
                                            MAP("kind", "said", "#turn", "7"));
    const char *const *const *in_other_words =
        MAPS(MAP("kind", "turn", "#minutes", "7", "public", "Time passes."));
    Table s;
    const Value *seen = view_line(&s, "x", events, NONE);
    assert_true(value_bool(seen, "turns", false));
    assert_int_equal(value_int(&value_list(seen, "events")->items[1], "turn", 0), 7);
    table_free(&s);
    seen = view_line(&s, "x", hidden, NONE);
    assert_false(value_bool(seen, "turns", true));
    assert_int_equal(value_list(seen, "events")->n, 1);
    assert_null(value_get(&value_list(seen, "events")->items[0], "turn"));
    table_free(&s);
    seen = view_line(&s, "x", in_other_words, NONE);
    assert_false(value_bool(seen, "turns", true));
    assert_null(value_get(&value_list(seen, "events")->items[0], "minutes"));
    table_free(&s);
}

static void players_see_the_rolls_of_public_events(void **state)
{
    (void)state;
    Table s;
    const Value *seen = view_line(
        &s, "search",
        MAPS(MAP("kind", "fate", "?chart", "true", "#roll", "0"),
             MAP("kind", "omen", "?chart", "true", "#roll", "1", "?public", "true"),
             MAP("kind", "omen", "?chart", "true", "#roll", "99", "?public", "true")),
        MAPS(MAP("die", "1d4", "for", "fate"), MAP("die", "1d6", "who", "a spy"),
             MAP("die", "1d8", "#after", "2"), MAP("die", "1d10", "#after", "2", "?public", "true"),
             MAP("die", "1d12", "?public", "true", "?secret", "true")));
    const Value *events = value_list(seen, "events"), *rolls = value_list(seen, "rolls");
    assert_int_equal(events->n, 2);
    assert_int_equal(value_int(&events->items[0], "roll", -1), 0);
    assert_null(value_get(&events->items[1], "roll"));
    assert_int_equal(rolls->n, 2);
    assert_string_equal(value_text(&rolls->items[0], "die", ""), "1d6");
    assert_null(value_get(&rolls->items[0], "who"));
    assert_string_equal(value_text(&rolls->items[1], "die", ""), "1d10");
    assert_int_equal(value_int(&rolls->items[1], "after", -1), 1);
    table_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_see_only_the_deeds_of_a_line),
        cmocka_unit_test(players_see_only_public_events),
        cmocka_unit_test(players_see_only_some_fields_of_an_event),
        cmocka_unit_test(players_see_turns_only_as_turns_are_shown),
        cmocka_unit_test(players_see_the_rolls_of_public_events),
        cmocka_unit_test(players_see_their_sheets_and_what_is_declared),
        cmocka_unit_test(players_see_only_their_own_dice_awaited),
    };
    return cmocka_run_group_tests_name("players", tests, NULL, NULL);
}
