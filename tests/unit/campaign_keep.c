/* Tests of everything on disk: folders, the journal, the lock, reloading, verify, the log, damage.
 */
#include "campaign_help.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

/* Seconds by which time(), which the library calls, is ahead: so a night can go by in a test. */
static time_t later;

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec + later;
    return now.tv_sec + later;
}

/* `undo N` stops where this evening began; to go further back it wants "anyway".  An evening begins
 * after a night without play, even if nobody typed `session`. */
static void undo_asks_before_an_earlier_evening(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    say(s, "search");
    later += 24 * 3600;
    assert_refused(s, "undo 2", "where this evening began");
    say(s, "search");
    assert_says(s, "undo 3", "where this evening began");
    assert_turn(s, 2);
    say(s, "undo"); /* a single line goes beyond the evening without "anyway" */
    assert_turn(s, 1);
    say(s, "redo 2");
    say(s, "undo 3 anyway");
    assert_turn(s, 0);
    sconce_close(s);
    later = 0;
}

/* Where two lines were said from one place, redo brings back the one that was undone last. */
static void redo_brings_back_what_was_undone_last(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    say(s, "undo");
    say(s, "note instead");
    say(s, "undo");
    say(s, "redo to 2");
    say(s, "undo");
    say(s, "redo");
    assert_turn(s, 1);
    sconce_close(s);
}

static void a_campaign_survives_closing(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    json_t *first = reply_to(s, "search", SCONCE_DONE);
    say(s, "undo");
    sconce_close(s);
    s = open_folder(*state, "mine");
    assert_turn(s, 1);
    json_t *again = reply_to(s, "redo", SCONCE_DONE);
    assert_int_equal(number_in(again, "seq"), 3);
    json_decref(again);
    json_decref(first);
    sconce_close(s);
}

/* Checks what sconce_since returns: its head, and the numbers in its two lists, written as "undone
 * 4 3 entries 5". */
static void assert_since(Sconce *s, int64_t seq, int64_t head, const char *numbers)
{
    int64_t told = -1;
    char found[200] = "undone";
    json_t *j = parse(sconce_since(s, seq, SCONCE_GM, &told)), *entry;
    size_t i;
    assert_int_equal(told, head);
    assert_int_equal(number_in(j, "head"), head);
    for (int list = 0; list < 2; list++) {
        if (list == 1) strcat(found, " entries");
        json_array_foreach (json_object_get(j, list ? "entries" : "undone"), i, entry) {
            size_t n = strlen(found);
            snprintf(found + n, sizeof found - n, " %lld", number_in(entry, "seq"));
            assert_string_not_equal(text_in(entry, "command"), "");
            assert_int_equal(json_is_array(json_object_get(entry, "lines")), list);
        }
    }
    assert_string_equal(found, numbers);
    json_decref(j);
}

static void what_happened_since_an_entry(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    assert_since(s, 1, 1, "undone entries");
    say(s, "search");
    say(s, "search");
    assert_since(s, 0, 3, "undone entries 1 2 3");
    assert_since(s, 2, 3, "undone entries 3");
    say(s, "undo 2");
    assert_since(s, 3, 1, "undone 3 2 entries");
    say(s, "search");
    assert_since(s, 3, 4, "undone 3 2 entries 4");
    assert_since(s, 2, 4, "undone 2 entries 4");
    json_t *j = parse(sconce_since(s, 99, SCONCE_GM, NULL));
    assert_true(json_is_true(json_object_get(j, "restart")));
    assert_int_equal(json_array_size(json_object_get(j, "entries")), 2);
    json_decref(j);
    sconce_close(s);
}

static void a_reader_waits_for_others(void **state)
{
    char path[400];
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    path_in(*state, "mine", path);
    SconceOptions o = options_for(*state, path);
    o.read_only = true;
    Sconce *reader = open_with(&o);
    assert_false(sconce_wait(reader, 0));
    say(s, "search");
    assert_true(sconce_wait(reader, 60000));
    assert_false(sconce_wait(reader, 1));
    assert_since(reader, 1, 2, "undone entries 2");
    say(s, "undo");
    assert_true(sconce_wait(reader, 60000));
    assert_since(reader, 2, 1, "undone 2 entries");
    assert_false(sconce_wait(s, 1));
    assert_int_equal(sconce_due_ms(s), -1);
    sconce_close(reader);
    sconce_close(s);
}

static void a_new_folder_holds_text_files(void **state)
{
    char path[400];
    make_campaign(*state, "mine");
    static const char *const names[] = {"mine/house.lua", "mine/party.lua", "mine/journal.db"};
    for (size_t i = 0; i < 3; i++) {
        path_in(*state, names[i], path);
        assert_int_equal(access(path, R_OK), 0);
    }
    SconceError e;
    path_in(*state, "mine", path);
    const TestFolder *test = *state;
    assert_false(sconce_create(path, "fake", NULL, test->dir, &e));
    assert_non_null(strstr(e.text, "is not empty"));
    path_in(*state, "other", path);
    assert_false(sconce_create(path, "fkae", NULL, test->dir, &e));
    assert_non_null(strstr(e.text, "did you mean 'fake'?"));
    assert_int_equal(access(path, F_OK), -1);
}

/* A ruleset named with the first letters of "house" was once refused as if it were house.lua.
 */
static void a_ruleset_may_have_a_short_name(void **state)
{
    char path[400];
    SconceError e;
    const TestFolder *test = *state;
    write_file(test, "ho.lua", "-- ho.lua\n");
    write_file(test, "house.lua", "-- house.lua\n");
    path_in(test, "mine", path);
    assert_false(sconce_create(path, "house", NULL, test->dir, &e));
    assert_non_null(strstr(e.text, "and not house"));
    if (!sconce_create(path, "ho", NULL, test->dir, &e)) fail_msg("%s", e.text);
}

static void the_party_is_read_by_the_first_entry(void **state)
{
    make_campaign(*state, "mine");
    write_file(*state, "mine/party.lua", "a party of two");
    Sconce *s = open_folder(*state, "mine");
    json_t *j = reply_to(s, "why", SCONCE_DONE);
    assert_non_null(strstr(text_in(j, "text"), "a party of two"));
    json_decref(j);
    json_t *about = parse(sconce_about(s));
    assert_string_equal(json_string_value(json_array_get(json_object_get(about, "party"), 0)),
                        "Bram");
    assert_string_equal(text_in(about, "seed"), "42");
    json_decref(about);
    sconce_close(s);
}

static void a_second_player_is_told_who_holds_it(void **state)
{
    char path[400];
    SconceError e;
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    path_in(*state, "mine", path);
    SconceOptions o = options_for(*state, path);
    assert_null(sconce_open(&o, &e));
    assert_non_null(strstr(e.text, "is being played by campaign_keep (process "));
    assert_non_null(strstr(e.text, "read-only"));
    o.read_only = true;
    Sconce *looker = open_with(&o);
    assert_turn(looker, 1);
    assert_refused(looker, "search", "for reading only");
    assert_refused(looker, "note x", "for reading only");
    assert_refused(looker, "undo", "for reading only");
    say(s, "search");
    assert_turn(looker, 2);
    /* Whatever `looker`, which only reads, is asked from here on must show the newest entry. */
    say(s, "search");
    assert_non_null(strstr(sconce_status(looker), "\"T3\""));
    say(s, "search");
    assert_non_null(strstr(sconce_prompt(looker), "T4"));
    say(s, "search");
    assert_non_null(strstr(sconce_recap(looker), "T5"));
    say(s, "search");
    assert_non_null(strstr(sconce_log(looker, "text", false, 0, NULL), "T6"));
    sconce_close(looker);
    sconce_close(s);
    o.read_only = false;
    sconce_close(open_with(&o));
}

/* `save` once reported success although the folder had been deleted. */
static void a_table_outlives_its_folder(void **state)
{
    char path[400], command[1000];
    make_campaign(*state, "mine");
    write_file(*state, "mine/house.lua", "extends \"fake\" -- mine\n");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    path_in(*state, "saved", path);
    snprintf(command, sizeof command, "save %s", path);
    assert_refused(s, command, "already");
    path_in(*state, "mine", path);
    snprintf(command, sizeof command, "rm -rf %s", path);
    assert_int_equal(system(command), 0);
    path_in(*state, "saved", path);
    snprintf(command, sizeof command, "save %s", path);
    say(s, command);
    say(s, "search");
    assert_refused(s, command, "already");
    sconce_close(s);
    s = open_folder(*state, "saved");
    assert_turn(s, 2);
    sconce_close(s);
}

/* An empty file may be a journal that the disk lost, so it must not pass silently for a new one. */
static void an_empty_journal_is_warned_of(void **state)
{
    char path[400];
    SconceError e;
    make_campaign(*state, "mine");
    write_file(*state, "mine/journal.db", "");
    path_in(*state, "mine", path);
    SconceOptions o = options_for(*state, path);
    o.read_only = true;
    assert_null(sconce_open(&o, &e));
    assert_non_null(strstr(e.text, "journal.db is empty"));
    assert_non_null(strstr(e.text, "go back to a copy"));
    assert_int_equal(e.why, SCONCE_UNPLAYED);
    o.read_only = false;
    Sconce *s = open_with(&o);
    assert_says(s, "", "journal.db is empty, so play starts again");
    sconce_close(s);
}

static void another_seed_is_refused(void **state)
{
    char path[400];
    SconceError e;
    make_campaign(*state, "mine");
    sconce_close(open_folder(*state, "mine"));
    path_in(*state, "mine", path);
    SconceOptions o = options_for(*state, path);
    o.seed = "43";
    assert_null(sconce_open(&o, &e));
    assert_non_null(strstr(e.text, "has its seed already: 42"));
}

/* --- rule files -------------------------------------------------------------------------- */

static void all_mistakes_are_reported(void **state)
{
    char path[400];
    SconceError e;
    write_file(*state, "bad.lua", "BROKEN");
    path_in(*state, "bad.lua", path);
    SconceOptions o = options_for(*state, path);
    assert_null(sconce_open(&o, &e));
    assert_string_equal(e.file, path);
    assert_int_equal(e.line, 3);
    assert_non_null(strstr(e.all, "bad.lua:4: broken twice\n"));
    sconce_free(e.all);
}

static void a_ruleset_that_is_not_there(void **state)
{
    SconceOptions o = options_for(*state, "fale");
    SconceError e;
    assert_null(sconce_open(&o, &e));
    assert_string_equal(e.text, "no ruleset 'fale'; did you mean 'fake'?");
    o.table = "no/such/place";
    assert_null(sconce_open(&o, &e));
    assert_non_null(strstr(e.text, "there is no no/such/place"));
}

static void a_changed_file_is_noticed(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    write_file(*state, "mine/house.lua", "extends \"fake\" -- changed\n");
    assert_says(s, "search", "house.lua has changed and was read again");
    write_file(*state, "mine/house.lua", "BROKEN");
    assert_says(s, "search", "house.lua:3: broken on purpose; the rules read before stay in force");
    assert_says(s, "search", "\"warnings\":[]");
    write_file(*state, "mine/house.lua", "extends \"fake\" -- mended\n");
    assert_says(s, "search", "house.lua has changed and was read again");
    assert_turn(s, 5);
    sconce_close(s);
}

static void a_file_that_vanishes_is_no_harm(void **state)
{
    char path[400];
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    path_in(*state, "mine/house.lua", path);
    unlink(path);
    assert_says(s, "search", "there is no file");
    assert_says(s, "search", "\"warnings\":[]");
    write_file(*state, "mine/house.lua", "extends \"fake\" -- back\n");
    assert_says(s, "search", "read again");
    sconce_close(s);
}

static void no_reload_at_an_open_question(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    json_decref(reply_to(s, "ask", SCONCE_ASKS));
    write_file(*state, "mine/house.lua", "extends \"fake\" -- changed\n");
    json_t *j = reply_to(s, "rest", SCONCE_ASKS);
    assert_int_equal(json_array_size(json_object_get(j, "warnings")), 0);
    json_decref(j);
    say(s, "rest");
    assert_says(s, "", "read again");
    sconce_close(s);
}

static void broken_files_open_under_the_last_rules(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    sconce_close(s);
    write_file(*state, "mine/house.lua", "BROKEN");
    s = open_folder(*state, "mine");
    json_t *about = parse(sconce_about(s));
    const char *w = json_string_value(json_array_get(json_object_get(about, "warnings"), 0));
    assert_non_null(strstr(w, "house.lua:3: broken on purpose; until that is mended, you play"));
    json_decref(about);
    say(s, "search");
    write_file(*state, "mine/house.lua", "extends \"fake\"\n");
    say(s, "search");
    assert_turn(s, 3);
    sconce_close(s);
}

static void house_files_on_top(void **state)
{
    char a[400], b[400];
    write_file(*state, "a.lua", "-- one");
    mkdir((path_in(*state, "sub", a), a), 0777);
    write_file(*state, "sub/a.lua", "BROKEN");
    path_in(*state, "a.lua", a);
    path_in(*state, "sub/a.lua", b);
    const char *houses[] = {a, b};
    SconceOptions o = options_for(*state, "fake");
    SconceError e;
    o.houses = houses;
    o.house_count = 1;
    sconce_close(open_with(&o));
    o.house_count = 2;
    assert_null(sconce_open(&o, &e));
    assert_string_equal(e.file, b); /* not a.lua, the other file of that name */
    sconce_free(e.all);
}

/* --- the log and replay ------------------------------------------------------------------ */

static void the_log_in_three_formats(void **state)
{
    SconceError e;
    Sconce *s = open_scratch(*state);
    say(s, "session \"The crypt\"");
    say(s, "search altar =2");
    say(s, "search secret door =5");
    say(s, "session \"The well\"");
    say(s, "note mud");
    const char *md = sconce_log(s, "md", false, 0, &e);
    assert_non_null(strstr(md, "ruleset: \"Fake\"\n"));
    assert_non_null(strstr(md, "## Session 1: The crypt"));
    assert_non_null(strstr(md, "- **T1 0:10** search altar: a turn begins; the die shows 2"));
    assert_non_null(strstr(md, "the die shows 5"));
    assert_non_null(strstr(md, "- hazard: low once, high once\n"));
    md = sconce_log(s, "md", true, 0, &e);
    assert_null(strstr(md, "the die shows 5"));
    assert_non_null(strstr(md, "- **T2 0:20** search secret door\n"));
    const char *text = sconce_log(s, "text", false, 2, &e);
    assert_null(strstr(text, "altar"));
    assert_non_null(strstr(text, "T2 0:20 note mud: note mud\n"));
    char *lines = strdup(sconce_log(s, "json", false, 0, &e));
    int n = 0;
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n"), n++)
        json_decref(parse(line));
    assert_int_equal(n, 4);
    free(lines);
    assert_null(sconce_log(s, "md", false, 3, &e));
    assert_string_equal(e.text, "there is no session 3");
    sconce_close(s);
}

static void verify_replays_every_branch(void **state)
{
    SconceError e;
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    say(s, "dice hand");
    json_decref(reply_to(s, "search", SCONCE_ASKS));
    say(s, "4");
    say(s, "undo");
    say(s, "dice auto");
    json_decref(reply_to(s, "ask", SCONCE_ASKS));
    json_decref(reply_to(s, "save", SCONCE_ASKS));
    say(s, "");
    write_file(*state, "mine/house.lua", "extends \"fake\" -- changed\n");
    for (int i = 0; i < 250; i++) say(s, "search");
    json_t *j = parse(sconce_verify(s, NULL, NULL, &e));
    assert_int_equal(number_in(j, "entries"), 254);
    assert_int_equal(number_in(j, "same"), 254);
    assert_true(json_is_null(json_object_get(j, "differs")));
    json_decref(j);
    sconce_close(s);
}

static void a_scratch_table_can_be_kept(void **state)
{
    char line[500], path[400];
    Sconce *s = open_scratch(*state);
    say(s, "search");
    path_in(*state, "kept", path);
    snprintf(line, sizeof line, "save %s", path);
    say(s, line);
    say(s, "search");
    assert_refused(s, "save elsewhere", "already");
    sconce_close(s);
    s = open_folder(*state, "kept");
    assert_turn(s, 2);
    sconce_close(s);
}

/* --- damage ------------------------------------------------------------------------------ */

static void run_sql(const TestFolder *test, const char *sql)
{
    char path[400];
    sqlite3 *db;
    path_in(test, "mine/journal.db", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void assert_closed(const TestFolder *test, const char *message)
{
    char path[400];
    SconceError e;
    path_in(test, "mine", path);
    SconceOptions o = options_for(test, path);
    Sconce *s = sconce_open(&o, &e);
    if (s) fail_msg("it opened, and should have said '%s'", message);
    if (!strstr(e.text, message)) fail_msg("'%s', not '%s'", e.text, message);
}

static void a_changed_entry_is_noticed(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    sconce_close(s);
    run_sql(*state, "UPDATE entries SET minutes = 20 WHERE seq = 2");
    assert_closed(*state, "is damaged (entry 2): go back to a copy, or save what can be read");
}

static void a_changed_head_is_noticed(void **state)
{
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    sconce_close(s);
    run_sql(*state, "UPDATE meta SET value = '1' WHERE key = 'head'");
    assert_closed(*state, "is damaged");
}

static void a_newer_journal_is_left_alone(void **state)
{
    char path[400];
    struct stat before, after;
    make_campaign(*state, "mine");
    sconce_close(open_folder(*state, "mine"));
    run_sql(*state, "PRAGMA user_version = 1001");
    /* A newer minor version only adds tables, so it is opened. */
    sconce_close(open_folder(*state, "mine"));
    run_sql(*state, "PRAGMA user_version = 2000");
    path_in(*state, "mine/journal.db", path);
    assert_int_equal(stat(path, &before), 0);
    assert_closed(*state, "written by a newer Sconce (format 2.0; this one knows 1)");
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_mtim.tv_nsec == after.st_mtim.tv_nsec && before.st_size == after.st_size);
}

static void a_file_that_is_no_journal_is_refused(void **state)
{
    make_campaign(*state, "mine");
    write_file(*state, "mine/journal.db",
               "not a database, but a text of some length, to be read as one");
    assert_closed(*state, "is not a journal");
}

/* Flips 400 random bits of a small journal, one at a time: opening it gives an error or the right
 * state. */
static void flipped_bits_never_lie(void **state)
{
    char path[400];
    const TestFolder *test = *state;
    make_campaign(test, "mine");
    Sconce *s = open_folder(test, "mine");
    say(s, "search");
    say(s, "search");
    char *right = strdup(sconce_status(s));
    sconce_close(s);
    path_in(test, "mine/journal.db", path);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    static unsigned char bytes[1 << 20];
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    int opened = 0, refused = 0;
    uint32_t random = 1;
    for (int i = 0; i < 400; i++) {
        random = random * 1664525 + 1013904223;
        size_t at = (random >> 4) % n;
        bytes[at] ^= (unsigned char)(1 << (i % 8));
        f = fopen(path, "wb");
        fwrite(bytes, 1, n, f);
        fclose(f);
        bytes[at] ^= (unsigned char)(1 << (i % 8));
        char folder[400];
        SconceError e;
        path_in(test, "mine", folder);
        SconceOptions o = options_for(test, folder);
        o.read_only = true;
        s = sconce_open(&o, &e);
        if (s) assert_string_equal(sconce_status(s), right);
        if (!s) assert_true(e.text[0] != '\0');
        opened += s != NULL;
        refused += s == NULL;
        sconce_close(s);
    }
    assert_true(opened > 0 && refused > 0);
    free(right);
}

/* When the disk is full, nothing is lost or half done, and play continues once there is room. */
static void a_full_disk_loses_nothing(void **state)
{
    char path[400];
    struct stat st;
    struct rlimit old, tight;
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    path_in(*state, "mine/journal.db", path);
    assert_int_equal(stat(path, &st), 0);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    tight = old;
    tight.rlim_cur = (rlim_t)st.st_size / 2;
    setrlimit(RLIMIT_FSIZE, &tight);
    json_t *j = reply_to(s, "search", SCONCE_REFUSED);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_true(strstr(text_in(j, "error"), "disk") != NULL);
    json_decref(j);
    assert_turn(s, 1);
    say(s, "search");
    assert_turn(s, 2);
    sconce_close(s);
    s = open_folder(*state, "mine");
    assert_turn(s, 2);
    sconce_close(s);
}

/* A program that is killed at any moment leaves a campaign that opens at the state after the last
 * command that was answered, or after the one that was running. */
static void kill_9_keeps_what_was_answered(void **state)
{
    const TestFolder *test = *state;
    make_campaign(test, "mine");
    sconce_close(open_folder(test, "mine"));
    long long kept = 0;
    for (int round = 0; round < 20; round++) {
        int told[2];
        assert_int_equal(pipe(told), 0);
        pid_t pid = fork();
        if (pid == 0) {
            Sconce *s = open_folder(test, "mine");
            for (;;) {
                sconce_say(s, "search");
                if (write(told[1], "x", 1) != 1) _exit(1);
            }
        }
        close(told[1]);
        char told_bytes[4096];
        long long answered = 0;
        /* Every second round waits for an answer; the others may be killed before the first. */
        if (round % 2) answered = read(told[0], told_bytes, 1);
        usleep((useconds_t)(20000 + round * 3000));
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        for (ssize_t n; (n = read(told[0], told_bytes, sizeof told_bytes)) > 0;) answered += n;
        close(told[0]);
        Sconce *s = open_folder(test, "mine");
        json_t *j = reply_to(s, "", SCONCE_DONE);
        long long turn = number_in(j, "turn");
        json_decref(j);
        sconce_close(s);
        assert_true(turn == kept + answered || turn == kept + answered + 1);
        kept = turn;
    }
    assert_true(kept > 0);
}

/* When a program is killed while it starts its cell, the child holds the lock a little longer. */
static void a_lock_may_outlive_its_program_for_a_moment(void **state)
{
    make_campaign(*state, "mine");
    pid_t pid = fork();
    if (pid == 0) {
        open_folder(*state, "mine");
        if (fork() == 0) usleep(300000);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    sconce_close(open_folder(*state, "mine"));
}

/* --- check, rulesets, test, roll --------------------------------------------------------- */

static void check_tells_every_problem(void **state)
{
    char path[400];
    SconceError e;
    write_file(*state, "bad.lua", "BROKEN");
    path_in(*state, "bad.lua", path);
    SconceOptions o = options_for(*state, path);
    char *text = sconce_check(&o, &e);
    json_t *j = parse(text);
    assert_true(json_is_false(json_object_get(j, "loaded")));
    json_t *p = json_array_get(json_object_get(j, "problems"), 1);
    assert_string_equal(text_in(p, "file"), path);
    assert_string_equal(text_in(p, "text"), "broken twice");
    json_decref(j);
    sconce_free(text);
    o.table = "fake";
    text = sconce_check(&o, &e);
    j = parse(text);
    assert_true(json_is_true(json_object_get(j, "loaded")));
    assert_string_equal(text_in(json_object_get(j, "book"), "title"), "Fake");
    json_decref(j);
    sconce_free(text);
}

static void dry_runs_find_what_only_shows_in_play(void **state)
{
    SconceError e;
    SconceOptions o = options_for(*state, "fake");
    o.dry_runs = 6;
    char *text = sconce_check(&o, &e);
    json_t *j = parse(text), *problems = json_object_get(j, "problems");
    /* The first is that the cell ended; the dry run went on, and found the second. */
    assert_int_equal(json_array_size(problems), 2);
    json_t *p = json_array_get(problems, 0);
    assert_int_equal(number_in(p, "line"), 14);
    assert_non_null(strstr(text_in(p, "text"), "(tried: light torch; crash now)"));
    p = json_array_get(problems, 1);
    assert_int_equal(number_in(p, "line"), 21);
    assert_non_null(strstr(text_in(p, "file"), "/fake.lua"));
    assert_string_equal(text_in(p, "text"), "a fault that shows in play");
    json_t *tried = json_object_get(p, "tried");
    assert_string_equal(text_in(tried, "dice"), "d6:3");
    assert_string_equal(json_string_value(json_array_get(json_object_get(tried, "lines"), 0)),
                        "oops");
    assert_int_equal(json_array_size(json_object_get(j, "heads")), 1);
    json_decref(j);
    sconce_free(text);
}

static void rulesets_are_listed(void **state)
{
    const TestFolder *test = *state;
    SconceError e;
    char *text = sconce_rulesets(test->dir, &e);
    json_t *j = parse(text), *fake = NULL, *item;
    size_t i;
    json_array_foreach (j, i, item)
        if (strcmp(text_in(item, "name"), "fake") == 0) fake = item;
    assert_string_equal(text_in(fake, "line"), "a game of one die");
    json_decref(j);
    sconce_free(text);
    char parts[400];
    path_in(test, "parts", parts);
    assert_int_equal(mkdir(parts, 0777), 0);
    write_file(test, "parts/bell.lua", "-- bell.lua -- a part: a bell.\n");
    text = sconce_parts(test->dir, &e);
    j = parse(text);
    assert_string_equal(text_in(json_array_get(j, 0), "name"), "bell");
    assert_string_equal(text_in(json_array_get(j, 0), "line"), "a part: a bell.");
    json_decref(j);
    sconce_free(text);
}

static void specs_are_run(void **state)
{
    char path[400];
    SconceError e;
    write_file(*state, "fake.spec.lua", "test one\ntest two\ntest with a house\n");
    path_in(*state, "fake.spec.lua", path);
    SconceOptions o = options_for(*state, NULL);
    char *text = sconce_test(path, &o, &e);
    assert_non_null(text);
    json_t *j = parse(text), *tests = json_object_get(j, "tests");
    assert_int_equal(json_array_size(tests), 3);
    assert_true(json_is_true(json_object_get(json_array_get(tests, 0), "passed")));
    assert_true(json_is_false(json_object_get(json_array_get(tests, 1), "passed")));
    assert_true(json_is_true(json_object_get(json_array_get(tests, 2), "passed")));
    json_decref(j);
    sconce_free(text);
}

static void dice_without_a_table(void **state)
{
    (void)state;
    SconceError e;
    char *text = sconce_roll("4d6kh3", 2, "7", &e);
    json_t *j = parse(text), *rolls = json_object_get(j, "rolls");
    assert_int_equal(json_array_size(rolls), 2);
    assert_int_equal(json_array_size(json_object_get(json_array_get(rolls, 0), "dice")), 4);
    json_decref(j);
    sconce_free(text);
    assert_null(sconce_roll("3d", 1, NULL, &e));
    assert_non_null(strstr(e.text, "\n  3d\n    ^"));
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, make_test_folder, remove_test_folder)
    const struct CMUnitTest tests[] = {
        T(undo_asks_before_an_earlier_evening),
        T(redo_brings_back_what_was_undone_last),
        T(a_campaign_survives_closing),
        T(what_happened_since_an_entry),
        T(a_reader_waits_for_others),
        T(a_new_folder_holds_text_files),
        T(a_ruleset_may_have_a_short_name),
        T(the_party_is_read_by_the_first_entry),
        T(a_second_player_is_told_who_holds_it),
        T(a_table_outlives_its_folder),
        T(an_empty_journal_is_warned_of),
        T(another_seed_is_refused),
        T(all_mistakes_are_reported),
        T(a_ruleset_that_is_not_there),
        T(a_changed_file_is_noticed),
        T(a_file_that_vanishes_is_no_harm),
        T(no_reload_at_an_open_question),
        T(broken_files_open_under_the_last_rules),
        T(house_files_on_top),
        T(the_log_in_three_formats),
        T(verify_replays_every_branch),
        T(a_scratch_table_can_be_kept),
        T(a_changed_entry_is_noticed),
        T(a_changed_head_is_noticed),
        T(a_newer_journal_is_left_alone),
        T(a_file_that_is_no_journal_is_refused),
        T(flipped_bits_never_lie),
        T(a_full_disk_loses_nothing),
        T(kill_9_keeps_what_was_answered),
        T(a_lock_may_outlive_its_program_for_a_moment),
        T(check_tells_every_problem),
        T(dry_runs_find_what_only_shows_in_play),
        T(rulesets_are_listed),
        T(specs_are_run),
        T(dice_without_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
