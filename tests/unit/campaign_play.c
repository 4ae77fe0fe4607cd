/* Tests of play against a fake cell: commands, questions, dice, undo, and cells that misbehave. */
#include "campaign_help.h"
#include "core/wire.h"

#include <pthread.h>

static void a_verb_is_a_turn(void **state)
{
    Sconce *s = open_scratch(*state);
    json_t *j = reply_to(s, "search altar", SCONCE_DONE);
    assert_true(json_is_true(json_object_get(j, "ok")));
    assert_int_equal(number_in(j, "turn"), 1);
    assert_int_equal(number_in(j, "minutes"), 10);
    assert_int_equal(number_in(j, "seq"), 2);
    assert_int_equal(json_array_size(json_object_get(j, "events")), 2);
    assert_int_equal(json_array_size(json_object_get(j, "rolls")), 1);
    assert_string_equal(text_in(json_object_get(j, "status"), "text"), "T1");
    json_decref(j);
    sconce_close(s);
}

/* Joins the text of the pieces of a styled line. */
static void join_pieces(const json_t *pieces, char *out, size_t size)
{
    const json_t *piece;
    size_t i, n = 0;
    out[0] = '\0';
    json_array_foreach (pieces, i, piece)
        n += (size_t)snprintf(out + n, n < size ? size - n : 0, "%s", text_in(piece, "t"));
}

static void a_reply_carries_its_lines_and_the_prompt(void **state)
{
    Sconce *s = open_scratch(*state);
    char words[400];
    say(s, ""); /* the first reply also tells how play began */
    json_t *j = reply_to(s, "search altar", SCONCE_DONE), *lines = json_object_get(j, "lines");
    assert_true(json_array_size(lines) >= 2);
    join_pieces(json_array_get(lines, 1), words, sizeof words);
    assert_string_equal(words, "a turn begins");
    assert_string_equal(text_in(json_array_get(json_array_get(lines, 1), 0), "as"), "event");
    join_pieces(json_object_get(j, "prompt"), words, sizeof words);
    assert_string_equal(words, "T1> ");
    json_decref(j);
    j = reply_to(s, "redo", SCONCE_REFUSED);
    lines = json_object_get(j, "lines");
    assert_string_equal(text_in(json_array_get(json_array_get(lines, 0), 0), "as"), "error");
    join_pieces(json_array_get(lines, 0), words, sizeof words);
    assert_string_equal(words, "Nothing to redo.");
    json_decref(j);
    j = json_loads(sconce_prompt(s), 0, NULL);
    join_pieces(j, words, sizeof words);
    assert_string_equal(words, "T1> ");
    json_decref(j);
    j = json_loads(sconce_opening(s), 0, NULL);
    assert_true(json_array_size(j) >= 2);
    json_decref(j);
    sconce_close(s);
}

static void an_empty_line_costs_nothing(void **state)
{
    Sconce *s = open_scratch(*state);
    json_t *j = reply_to(s, "", SCONCE_DONE);
    assert_int_equal(number_in(j, "seq"), 1);
    assert_string_equal(text_in(json_object_get(j, "status"), "text"), "T0");
    json_decref(j);
    sconce_close(s);
}

static void a_line_that_changes_nothing_makes_no_entry(void **state)
{
    Sconce *s = open_scratch(*state);
    json_t *j = reply_to(s, "state", SCONCE_DONE);
    assert_int_equal(number_in(j, "seq"), 1);
    assert_int_equal(number_in(j, "state"), 0);
    assert_string_equal(text_in(j, "text"), "0\n");
    json_decref(j);
    j = reply_to(s, "note a smell of rope", SCONCE_DONE);
    assert_int_equal(number_in(j, "seq"), 2);
    json_decref(j);
    sconce_close(s);
}

/* After a line that makes no entry, status and prompt were once those before the line. */
static void a_change_of_only_the_status_is_seen(void **state)
{
    Sconce *s = open_scratch(*state);
    char words[400];
    json_t *j = reply_to(s, "wait", SCONCE_DONE);
    assert_int_equal(number_in(j, "seq"), 1);
    assert_string_equal(text_in(json_object_get(j, "status"), "text"), "T0 later");
    join_pieces(json_object_get(j, "prompt"), words, sizeof words);
    assert_string_equal(words, "T0 later> ");
    json_decref(j);
    j = parse(sconce_status(s));
    assert_string_equal(text_in(j, "text"), "T0 later");
    json_decref(j);
    j = reply_to(s, "", SCONCE_DONE);
    assert_string_equal(text_in(json_object_get(j, "status"), "text"), "T0 later");
    json_decref(j);
    /* A refused line leaves the status that `wait` has changed. */
    assert_refused(s, "refuse", "too dark");
    j = parse(sconce_status(s));
    assert_string_equal(text_in(j, "text"), "T0 later");
    json_decref(j);
    sconce_close(s);
}

static void undo_gives_the_same_dice_back(void **state)
{
    Sconce *s = open_scratch(*state);
    json_t *first = reply_to(s, "search", SCONCE_DONE);
    assert_says(s, "u", "undone: T1 search");
    assert_turn(s, 0);
    json_t *again = reply_to(s, "search", SCONCE_DONE);
    assert_int_equal(first_face(first), first_face(again));
    assert_int_equal(number_in(again, "seq"), 3);
    json_decref(first);
    json_decref(again);
    sconce_close(s);
}

static void redo_goes_to_the_child_last_undone(void **state)
{
    Sconce *s = open_scratch(*state);
    say(s, "search");
    say(s, "search");
    say(s, "undo");
    say(s, "undo");
    assert_refused(s, "undo", "nothing to undo");
    say(s, "redo");
    assert_turn(s, 1);
    say(s, "redo");
    assert_turn(s, 2);
    assert_refused(s, "redo", "Nothing to redo");
    sconce_close(s);
}

static void a_question_waits_for_the_next_line(void **state)
{
    Sconce *s = open_scratch(*state);
    json_t *j = reply_to(s, "ask", SCONCE_ASKS);
    assert_string_equal(text_in(json_object_get(j, "ask"), "id"), "first");
    assert_int_equal(json_array_size(json_object_get(j, "events")), 1);
    json_decref(j);
    assert_non_null(sconce_asked(s));
    j = reply_to(s, "rest", SCONCE_ASKS);
    assert_string_equal(text_in(json_object_get(j, "ask"), "id"), "second");
    assert_int_equal(number_in(j, "shown"), 1);
    assert_int_equal(json_array_size(json_object_get(j, "events")), 2);
    json_decref(j);
    j = reply_to(s, "", SCONCE_DONE);
    assert_int_equal(json_array_size(json_object_get(j, "events")), 3);
    assert_int_equal(number_in(j, "seq"), 2);
    json_decref(j);
    assert_null(sconce_asked(s));
    sconce_close(s);
}

/* Copies the token of the open question. */
static void read_token(Sconce *s, char out[40])
{
    json_t *ask = parse(sconce_asked(s));
    snprintf(out, 40, "%s", text_in(ask, "token"));
    assert_int_equal(strlen(out), 16);
    json_decref(ask);
}

/* Checks that an answer with this token is refused as stale, and told the question that is open. */
static void assert_stale(Sconce *s, const char *token)
{
    SconceReply r = sconce_answer(s, token, "rest");
    assert_int_equal(r.outcome, SCONCE_REFUSED);
    json_t *j = parse(r.json);
    assert_string_equal(text_in(j, "why"), "stale");
    const char *part = !sconce_asked(s) ? "answered already"
                       : *token         ? "earlier question"
                                        : "a question is open";
    assert_non_null(strstr(text_in(j, "error"), part));
    assert_int_equal(json_is_object(json_object_get(j, "ask")), sconce_asked(s) != NULL);
    json_decref(j);
}

static void an_answer_goes_to_the_question_of_its_token(void **state)
{
    char first[40], second[40], again[40];
    Sconce *s = open_scratch(*state);
    assert_int_equal(sconce_answer(s, "", "ask").outcome, SCONCE_ASKS); /* no question is open */
    assert_stale(s, "");
    read_token(s, first);
    /* There is no such choice: the question stays open, with its token. */
    assert_int_equal(sconce_answer(s, first, "dance").outcome, SCONCE_REFUSED);
    read_token(s, again);
    assert_string_equal(again, first);
    assert_int_equal(sconce_answer(s, first, "rest").outcome, SCONCE_ASKS);
    read_token(s, second);
    assert_string_not_equal(second, first);
    assert_stale(s, first); /* as when a request is sent twice */
    read_token(s, again);
    assert_string_equal(again, second);
    say(s, "");
    assert_stale(s, second);
    json_decref(reply_to(s, "ask", SCONCE_ASKS)); /* the same line asks again, with another token */
    assert_stale(s, first);
    sconce_close(s);
}

static void rules_that_rest_go_on_with_the_next_line(void **state)
{
    char first[40], again[40];
    Sconce *s = open_scratch(*state);
    sconce_rest(s);
    json_decref(reply_to(s, "ask", SCONCE_ASKS));
    read_token(s, first);
    sconce_rest(s); /* may be called at a question, too */
    sconce_rest(s);
    read_token(s, again);
    assert_string_equal(again, first);
    assert_int_equal(sconce_answer(s, first, "rest").outcome, SCONCE_ASKS);
    sconce_close(s);
}

static void a_line_that_does_not_fit_asks_again(void **state)
{
    Sconce *s = open_scratch(*state);
    json_decref(reply_to(s, "ask", SCONCE_ASKS));
    json_t *j = reply_to(s, "dance", SCONCE_REFUSED);
    assert_string_equal(text_in(j, "error"), "rest or save, please");
    assert_string_equal(text_in(json_object_get(j, "ask"), "id"), "first");
    json_decref(j);
    json_decref(reply_to(s, "save", SCONCE_ASKS));
    say(s, "save");
    sconce_close(s);
}

static void u_at_a_question_takes_back_the_last_input(void **state)
{
    Sconce *s = open_scratch(*state);
    json_decref(reply_to(s, "ask", SCONCE_ASKS));
    json_decref(reply_to(s, "rest", SCONCE_ASKS));
    json_t *j = reply_to(s, "u", SCONCE_ASKS);
    assert_string_equal(text_in(json_object_get(j, "ask"), "id"), "first");
    json_decref(j);
    assert_says(s, "u", "Cancelled: ask.");
    assert_null(sconce_asked(s));
    json_decref(reply_to(s, "ask", SCONCE_ASKS));
    json_decref(reply_to(s, "save", SCONCE_ASKS));
    j = reply_to(s, "save", SCONCE_DONE);
    assert_int_equal(number_in(j, "seq"), 2);
    json_decref(j);
    sconce_close(s);
}

/* A study at an open question would start from the state before the waiting line. */
static void no_study_at_an_open_question(void **state)
{
    SconceError e = {0};
    SconceSim sim = {.turns = 1, .runs = 1};
    SconceChances chances = {.turns = 1};
    Sconce *s = open_scratch(*state);
    json_decref(reply_to(s, "ask", SCONCE_ASKS));
    assert_null(sconce_sim(s, &sim, &e));
    assert_non_null(strstr(e.text, "'ask' still waits for an answer"));
    e.text[0] = '\0';
    assert_null(sconce_chances(s, &chances, &e));
    assert_non_null(strstr(e.text, "'ask' still waits for an answer"));
    sconce_close(s);
}

static void questions_take_their_defaults(void **state)
{
    SconceOptions o = options_for(*state, "fake");
    o.answers = "default";
    Sconce *s = open_with(&o);
    say(s, "ask");
    sconce_close(s);
}

static void rules_must_repeat_themselves(void **state)
{
    Sconce *s = open_scratch(*state);
    json_decref(reply_to(s, "forget", SCONCE_ASKS));
    assert_refused(s, "rest", "the rules did not repeat themselves");
    assert_null(sconce_asked(s));
    say(s, "search");
    sconce_close(s);
}

/* --- dice -------------------------------------------------------------------------------- */

static void dice_by_hand_are_asked_for(void **state)
{
    Sconce *s = open_scratch(*state);
    say(s, "dice hand");
    json_t *j = reply_to(s, "search", SCONCE_ASKS);
    assert_string_equal(text_in(json_object_get(j, "ask"), "die"), "1d6");
    json_decref(j);
    assert_refused(s, "7", "a d6 shows 1 to 6, not 7");
    assert_refused(s, "x", "'x' is not a face of a d6");
    assert_refused(s, "3 4", "type 1 number for d6, not 2");
    assert_refused(s, "99999999999999999999999999", "is not a face");
    assert_non_null(sconce_asked(s));
    j = reply_to(s, "4", SCONCE_DONE);
    assert_int_equal(first_face(j), 4);
    json_decref(j);
    json_decref(reply_to(s, "two", SCONCE_ASKS));
    json_decref(reply_to(s, "9 8", SCONCE_ASKS));
    say(s, "dice auto"); /* the program rolls the dice that are left */
    say(s, "search");
    sconce_close(s);
}

static void several_dice_at_once_and_a_nought_is_ten(void **state)
{
    Sconce *s = open_scratch(*state);
    say(s, "dice hand");
    json_decref(reply_to(s, "two", SCONCE_ASKS));
    json_t *j = reply_to(s, "0, 3", SCONCE_ASKS);
    assert_int_equal(first_face(j), 10);
    json_decref(j);
    say(s, "");
    sconce_close(s);
}

static void typed_dice_are_kept_for_the_same_line(void **state)
{
    Sconce *s = open_scratch(*state);
    say(s, "dice hand");
    json_decref(reply_to(s, "search altar", SCONCE_ASKS));
    say(s, "5");
    json_decref(reply_to(s, "search door", SCONCE_ASKS));
    say(s, "2");
    assert_says(s, "u",
                "The dice you typed are kept for the same line; '=5' behind it "
                "replaces them.");
    say(s, "u");
    json_t *j = reply_to(s, "search altar", SCONCE_DONE);
    assert_int_equal(first_face(j), 5);
    json_decref(j);
    j = reply_to(s, "search door", SCONCE_DONE);
    assert_int_equal(first_face(j), 2);
    json_decref(j);
    say(s, "u");
    json_decref(reply_to(s, "search wall", SCONCE_ASKS));
    sconce_close(s);
}

static void kept_dice_that_do_not_fit_are_asked_for_again(void **state)
{
    Sconce *s = open_scratch(*state);
    say(s, "dice hand");
    json_decref(reply_to(s, "two", SCONCE_ASKS));
    json_decref(reply_to(s, "9 8", SCONCE_ASKS));
    say(s, "1");
    say(s, "u");
    json_t *j = reply_to(s, "two", SCONCE_DONE);
    assert_int_equal(first_face(j), 9);
    json_decref(j);
    sconce_close(s);
}

static void dice_may_end_a_line(void **state)
{
    Sconce *s = open_scratch(*state);
    json_t *j = reply_to(s, "s altar =4", SCONCE_DONE);
    assert_int_equal(first_face(j), 4);
    assert_string_equal(text_in(j, "command"), "s altar");
    json_decref(j);
    j = reply_to(s, "note 2+2 =4", SCONCE_DONE);
    assert_string_equal(text_in(j, "command"), "note 2+2 =4");
    json_decref(j);
    sconce_close(s);
}

static void a_script_moves_with_commands_and_back_with_undo(void **state)
{
    SconceOptions o = options_for(*state, "fake");
    o.dice = "d6:3 2d6:5,1";
    Sconce *s = open_with(&o);
    json_t *j = reply_to(s, "search", SCONCE_DONE);
    assert_int_equal(first_face(j), 3);
    json_decref(j);
    assert_string_equal(sconce_dice_left(s), "d6:5 d6:1");
    say(s, "u");
    assert_string_equal(sconce_dice_left(s), "d6:3 d6:5 d6:1");
    say(s, "redo");
    assert_string_equal(sconce_dice_left(s), "d6:5 d6:1");
    say(s, "search");
    assert_refused(s, "two", "a die of another size");
    assert_string_equal(sconce_dice_left(s), "d6:1");
    say(s, "search");
    assert_string_equal(sconce_dice_left(s), "");
    assert_refused(s, "search", "run dry");
    say(s, "dice auto");
    say(s, "search");
    sconce_close(s);
}

static void a_bad_script_is_refused(void **state)
{
    SconceOptions o = options_for(*state, "fake");
    SconceError e;
    o.dice = "d6:9";
    assert_null(sconce_open(&o, &e));
    assert_non_null(strstr(e.text, "has no face 9"));
}

/* --- verbs ------------------------------------------------------------------------------- */

static void a_ruleset_verb_comes_before_a_host_verb(void **state)
{
    Sconce *s = open_scratch(*state);
    assert_says(s, "log", "\"command\":\"log\""); /* an exact verb of the host comes before the
                                                     prefix of a ruleset's verb */
    assert_says(s, "logg x", "\"command\":\"logg x\""); /* a prefix of a ruleset's verb */
    assert_says(s, "sess", "\"command\":\"session\"");  /* a prefix of this host verb alone */
    assert_says(s, "sear", "\"turn\":1");
    sconce_close(s);
}

static void words_of_the_rules_are_explained(void **state)
{
    (void)state;
    char *roll = sconce_word("roll"), *deeds = sconce_word("deed_order"), *all = sconce_word(NULL);
    assert_memory_equal(roll, "roll(name, about, with)\n  `roll", 31);
    assert_memory_equal(deeds, "rule.deed_order", 15);
    assert_memory_equal(all, "extends include ruleset ", 24);
    assert_null(sconce_word("rol"));
    sconce_free(roll);
    sconce_free(deeds);
    sconce_free(all);
}

static void help_and_charts_come_from_the_book(void **state)
{
    Sconce *s = open_scratch(*state);
    say(s, "search =5");
    assert_says(s, "?", "search (s)");
    assert_says(s, "help search", "1 turn");
    assert_says(s, "chart hazard", ">    4-6  high");
    assert_says(s, "chart", "hazard  1d6");
    assert_refused(s, "help serch", "did you mean 'search'?");
    assert_refused(s, "chart hasard", "did you mean 'hazard'?");
    assert_says(s, "why more", "fake.lua:9");
    assert_says(s, "changes", "The house files change nothing");
    assert_says(s, "log 2", "T1 0:10 s");
    sconce_close(s);
}

static void a_line_is_text(void **state)
{
    Sconce *s = open_scratch(*state);
    assert_refused(s, "note \xff", "not UTF-8");
    assert_refused(s, "note a\nb", "line breaks");
    char line[5001];
    memset(line, 'x', 5000);
    line[5000] = '\0';
    assert_refused(s, line, "at most 4000 bytes");
    sconce_close(s);
}

/* --- bad cells --------------------------------------------------------------------------- */

static void assert_fails_at(Sconce *s, const char *line, const char *message, const char *file,
                            int at)
{
    json_t *j = reply_to(s, line, SCONCE_REFUSED);
    if (!strstr(text_in(j, "error"), message)) fail_msg("%s: %s", line, text_in(j, "error"));
    const char *name = strrchr(text_in(j, "file"), '/');
    assert_string_equal(name ? name + 1 : text_in(j, "file"), file);
    assert_int_equal(number_in(j, "line"), at);
    json_decref(j);
    say(s, "search"); /* play goes on after that */
}

static void a_bad_worker_changes_nothing(void **state)
{
    char path[400];
    make_campaign(*state, "mine");
    path_in(*state, "mine", path);
    SconceOptions o = options_for(*state, path);
    Sconce *s = open_with(&o);
    assert_fails_at(s, "crash", "crashed the interpreter", "house.lua", 13);
    assert_fails_at(s, "died", "crashed the interpreter", "house.lua", 14);
    assert_fails_at(s, "refuse", "too dark", "house.lua", 12);
    assert_refused(s, "leave", "ended (status 3), and nothing was done");
    assert_refused(s, "endless", "the rules gave more at once than can be told or kept (64 MB");
    assert_refused(s, "giant", "more at once");
    assert_refused(s, "garbage", "nonsense");
    assert_refused(s, "kindless", "nonsense: an event without a kind");
    assert_refused(s, "unkind", "nonsense: an event without a kind");
    assert_refused(s, "big", "the state has grown to 2048 KB");
    sconce_close(s);
    o.patience_ms = 45; /* a silent cell is killed after KILL_FACTOR (60) times that: 2.7 s */
    s = open_with(&o);
    assert_fails_at(s, "hang", "did not answer within 2700 ms", "house.lua", 12);
    assert_refused(s, "half", "did not answer");
    assert_turn(s, 4);
    sconce_close(s);
}

static void *stop_soon(void *s)
{
    usleep(100000);
    sconce_stop(s);
    return NULL;
}

static void a_command_can_be_stopped(void **state)
{
    SconceOptions o = options_for(*state, "fake");
    pthread_t thread;
    o.patience_ms = 30000;
    Sconce *s = open_with(&o);
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, s), 0);
    assert_refused(s, "hang", "stopped");
    pthread_join(thread, NULL);
    say(s, "search");
    assert_turn(s, 1);
    sconce_close(s);
}

static void stop_now(const SconceNews *news, void *table)
{
    assert_true(news->turn < 2);
    sconce_stop(table);
}

static void odds_end_although_the_cell_goes_on(void **state)
{
    SconceError e = {0};
    Sconce *s = open_scratch(*state);
    SconceChances asked = {.turns = 1, .plan = "search", .progress = stop_now, .data = s};
    assert_null(sconce_chances(s, &asked, &e));
    assert_string_equal(e.text, "the rules answered with nonsense: told to stop, they went on");
    sconce_close(s);
}

static void odds_end_although_the_news_do_not(void **state)
{
    SconceError e = {0};
    Sconce *s = open_scratch(*state);
    SconceChances asked = {.turns = 1, .plan = "search"};
    assert_null(sconce_chances(s, &asked, &e));
    assert_string_equal(e.text, "the rules answered with nonsense: told to stop, they went on");
    sconce_close(s);
}

static void odds_end_although_there_is_always_some_progress(void **state)
{
    SconceOptions o = options_for(*state, "fake");
    SconceError e = {0};
    o.patience_ms = 10; /* odds may take ALL_TIMEOUTS (300) times that: 3 s */
    setenv("SCONCE_FAKE_CREEP", "yes", 1);
    Sconce *s = open_with(&o);
    SconceChances asked = {.turns = 1, .plan = "search"};
    assert_null(sconce_chances(s, &asked, &e));
    assert_non_null(strstr(e.text, "too slow: not weighed after 3 seconds"));
    unsetenv("SCONCE_FAKE_CREEP");
    sconce_close(s);
}

static void odds_without_news_can_be_stopped(void **state)
{
    SconceOptions o = options_for(*state, "fake");
    SconceError e = {0};
    pthread_t thread;
    setenv("SCONCE_FAKE_SILENT", "yes", 1);
    Sconce *s = open_with(&o);
    SconceChances asked = {.turns = 1, .plan = "search"};
    int64_t began = wire_now_ms();
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, s), 0);
    assert_null(sconce_chances(s, &asked, &e));
    pthread_join(thread, NULL);
    assert_string_equal(e.text, "stopped");
    assert_true(wire_now_ms() - began < 20000); /* killed 2 s after the stop, not after 240 s */
    unsetenv("SCONCE_FAKE_SILENT");
    sconce_close(s);
}

static void rules_that_hang_while_they_load(void **state)
{
    SconceOptions o = options_for(*state, "hangs");
    SconceError e;
    write_file(*state, "hangs.lua", "HANG");
    o.patience_ms = 100;
    assert_null(sconce_open(&o, &e));
    assert_non_null(strstr(e.text, "did not answer"));
    assert_int_equal(e.line, 7);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, make_test_folder, remove_test_folder)
    const struct CMUnitTest tests[] = {
        T(a_verb_is_a_turn),
        T(a_reply_carries_its_lines_and_the_prompt),
        T(an_empty_line_costs_nothing),
        T(a_line_that_changes_nothing_makes_no_entry),
        T(a_change_of_only_the_status_is_seen),
        T(undo_gives_the_same_dice_back),
        T(redo_goes_to_the_child_last_undone),
        T(a_question_waits_for_the_next_line),
        T(an_answer_goes_to_the_question_of_its_token),
        T(rules_that_rest_go_on_with_the_next_line),
        T(a_line_that_does_not_fit_asks_again),
        T(u_at_a_question_takes_back_the_last_input),
        T(no_study_at_an_open_question),
        T(questions_take_their_defaults),
        T(rules_must_repeat_themselves),
        T(dice_by_hand_are_asked_for),
        T(several_dice_at_once_and_a_nought_is_ten),
        T(typed_dice_are_kept_for_the_same_line),
        T(kept_dice_that_do_not_fit_are_asked_for_again),
        T(dice_may_end_a_line),
        T(a_script_moves_with_commands_and_back_with_undo),
        T(a_bad_script_is_refused),
        T(a_ruleset_verb_comes_before_a_host_verb),
        T(words_of_the_rules_are_explained),
        T(help_and_charts_come_from_the_book),
        T(a_line_is_text),
        T(a_bad_worker_changes_nothing),
        T(a_command_can_be_stopped),
        T(odds_end_although_the_cell_goes_on),
        T(odds_end_although_the_news_do_not),
        T(odds_end_although_there_is_always_some_progress),
        T(odds_without_news_can_be_stopped),
        T(rules_that_hang_while_they_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
