/* Tests of export and import, also of files that a stranger forged. */
#include "campaign_help.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "../rows.h"
#include "core/hash.h"

static bool export_to(const TestFolder *test, const char *dir, const char *file, SconceError *e)
{
    char from[400], to[400];
    path_in(test, dir, from);
    path_in(test, file, to);
    return sconce_export(from, to, NULL, NULL, e);
}

static bool import_from(const TestFolder *test, const char *file, const char *dir, SconceError *e)
{
    char from[400], to[400];
    path_in(test, file, from);
    path_in(test, dir, to);
    return sconce_import(from, to, NULL, NULL, e);
}

static bool is_there(const TestFolder *test, const char *name)
{
    char path[400];
    path_in(test, name, path);
    return access(path, F_OK) == 0;
}

static unsigned char *read_bytes(const TestFolder *test, const char *name, size_t *n)
{
    static unsigned char bytes[1 << 20];
    char path[400];
    path_in(test, name, path);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    *n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    return bytes;
}

static void write_bytes(const TestFolder *test, const char *name, const void *bytes, size_t n)
{
    char path[400];
    path_in(test, name, path);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

/* Makes the campaign "mine" and plays two sessions with undo and a side branch; the head is not the
 * last entry. */
static void make_branched_campaign(const TestFolder *test)
{
    make_campaign(test, "mine");
    write_file(test, "mine/more.lua", "-- more.lua\n");
    Sconce *s = open_folder(test, "mine");
    static const char *const lines[] = {"search",          "search", "undo",   "search altar",
                                        "session \"two\"", "search", "search", "undo"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) say(s, lines[i]);
    sconce_close(s);
}

/* --- from folder to folder ----------------------------------------------------------------- */

static char *contents(const TestFolder *test, const char *file)
{
    char path[400];
    path_in(test, file, path);
    char *text = journal_rows(path);
    assert_non_null(text);
    return text;
}

static void assert_same_contents(const TestFolder *test, const char *one, const char *other)
{
    char *a = contents(test, one), *b = contents(test, other);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static void a_campaign_opens_to_the_same_bytes(void **state)
{
    SconceError e;
    size_t n;
    make_branched_campaign(*state);
    if (!export_to(*state, "mine", "a.sconce", &e)) fail_msg("%s", e.text);
    if (!import_from(*state, "a.sconce", "copy", &e)) fail_msg("%s", e.text);
    assert_true(export_to(*state, "copy", "b.sconce", &e));
    assert_same_contents(*state, "a.sconce", "b.sconce");
    assert_same_contents(*state, "mine/journal.db", "copy/journal.db");
    assert_memory_equal(read_bytes(*state, "copy/more.lua", &n), "-- more.lua\n", 12);
    assert_int_equal(n, 12);
    Sconce *s = open_folder(*state, "mine"), *t = open_folder(*state, "copy");
    char *status = strdup(sconce_status(s));
    assert_string_equal(status, sconce_status(t));
    free(status);
    json_t *x = reply_to(s, "redo", SCONCE_DONE), *y = reply_to(t, "redo", SCONCE_DONE);
    assert_true(json_equal(x, y));
    json_decref(x);
    json_decref(y);
    json_t *found = parse(sconce_verify(t, NULL, NULL, NULL));
    assert_true(json_is_null(json_object_get(found, "differs")));
    json_decref(found);
    sconce_close(s);
    sconce_close(t);
}

static void an_unplayed_campaign_travels_too(void **state)
{
    SconceError e;
    make_campaign(*state, "mine");
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    assert_true(import_from(*state, "a.sconce", "copy", &e));
    Sconce *s = open_folder(*state, "copy");
    say(s, "search");
    sconce_close(s);
    char path[400];
    path_in(*state, "mine/journal.db", path);
    unlink(path);
    if (!export_to(*state, "mine", "b.sconce", &e)) fail_msg("%s", e.text);
    assert_true(import_from(*state, "b.sconce", "other", &e));
    assert_true(is_there(*state, "other/house.lua"));
}

static void a_campaign_can_be_exported_while_it_is_played(void **state)
{
    SconceError e;
    make_campaign(*state, "mine");
    Sconce *s = open_folder(*state, "mine");
    say(s, "search");
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    say(s, "search");
    assert_true(import_from(*state, "a.sconce", "copy", &e));
    sconce_close(s);
    s = open_folder(*state, "copy");
    assert_turn(s, 1);
    sconce_close(s);
}

static void nothing_is_overwritten(void **state)
{
    SconceError e;
    size_t n;
    make_branched_campaign(*state);
    write_file(*state, "a.sconce", "mine");
    assert_false(export_to(*state, "mine", "a.sconce", &e));
    assert_non_null(strstr(e.text, "exists already"));
    assert_memory_equal(read_bytes(*state, "a.sconce", &n), "mine", 4);
    assert_true(export_to(*state, "mine", "b.sconce", &e));
    assert_false(import_from(*state, "b.sconce", "mine", &e));
    assert_non_null(strstr(e.text, "is not empty"));
    assert_false(export_to(*state, "nowhere", "c.sconce", &e));
    assert_non_null(strstr(e.text, "is not a campaign"));
    assert_false(sconce_export("nowhere", "-", NULL, NULL, &e));
}

/* Names that mean something else to SQLite, as ":memory:", are files like any other here. */
static void a_file_may_have_any_name(void **state)
{
    SconceError e;
    const TestFolder *test = *state;
    int before = open(".", O_RDONLY);
    make_branched_campaign(test);
    assert_int_equal(chdir(test->dir), 0);
    if (!sconce_export("mine", ":memory:", NULL, NULL, &e)) fail_msg("%s", e.text);
    if (!sconce_import(":memory:", "copy", NULL, NULL, &e)) fail_msg("%s", e.text);
    assert_int_equal(fchdir(before), 0);
    close(before);
    assert_same_contents(test, "mine/journal.db", "copy/journal.db");
}

static bool stop(int64_t done, int64_t all, void *data)
{
    (void)all;
    *(int64_t *)data = done;
    return done < 2;
}

static void stopping_leaves_nothing(void **state)
{
    SconceError e;
    int64_t at = 0;
    char from[400], to[400];
    make_branched_campaign(*state);
    path_in(*state, "mine", from);
    path_in(*state, "a.sconce", to);
    assert_false(sconce_export(from, to, stop, &at, &e));
    assert_string_equal(e.text, "stopped");
    assert_int_equal(at, 2);
    assert_false(is_there(*state, "a.sconce"));
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    path_in(*state, "copy", from);
    assert_false(sconce_import(to, from, stop, &at, &e));
    assert_string_equal(e.text, "stopped: nothing was imported");
    assert_false(is_there(*state, "copy"));
}

/* --- a stranger's file --------------------------------------------------------------------- */

/* Checks that importing bad.sconce fails with this message and leaves no folder. */
static void assert_import_refused(const TestFolder *test, const char *message)
{
    SconceError e;
    assert_false(import_from(test, "bad.sconce", "bad", &e));
    if (!strstr(e.text, message)) fail_msg("'%s', not '%s'", e.text, message);
    assert_false(is_there(test, "bad"));
}

/* Changes a copy of a.sconce by SQL, and checks that importing it fails with this message. */
static void assert_refused_after(const TestFolder *test, const char *sql, const char *message)
{
    size_t n;
    char path[400], *why = NULL;
    sqlite3 *db;
    const unsigned char *bytes = read_bytes(test, "a.sconce", &n);
    write_bytes(test, "bad.sconce", bytes, n);
    path_in(test, "bad.sconce", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s: %s", sql, why);
    sqlite3_close(db);
    assert_import_refused(test, message);
}

static const char damaged[] = "bad.sconce is damaged";
static const char foreign_tables[] = "its tables have been changed): nothing was imported";

static void every_entry_is_checked(void **state)
{
    SconceError e;
    make_branched_campaign(*state);
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    assert_refused_after(*state,
                         "UPDATE entries SET typed = 'search alter' WHERE typed = 'search altar'",
                         "bad.sconce is damaged (entry 4): nothing was imported");
    static const char *const sql[] = {
        "UPDATE entries SET minutes = minutes + 1 WHERE seq = 3",
        "UPDATE entries SET state = zeroblob(5) WHERE seq = 2",
        "UPDATE entries SET digest = zeroblob(32) WHERE seq = 1",
        "UPDATE entries SET parent = 3 WHERE seq = 3",
        "UPDATE entries SET next = 99 WHERE seq = 2",
        "UPDATE entries SET next = 1 WHERE seq = 2",
        "UPDATE entries SET seq = 99 WHERE seq = 6",
        "DELETE FROM entries WHERE seq = 6",
        "DELETE FROM sqlite_sequence WHERE name = 'entries'",
        "DELETE FROM sessions WHERE n = 2",
        "DELETE FROM chains",
        "DELETE FROM chain_files",
        "UPDATE chains SET heads = 0",
        "UPDATE chain_files SET text = replace(text, 'one die', 'two dice')",
        "UPDATE sessions SET title = CAST(x'ff' AS TEXT) WHERE n = 2",
        "UPDATE sessions SET title = 'one' WHERE n = 2",
        "UPDATE sessions SET date = date + 1 WHERE n = 2",
        "UPDATE entries SET next = 0 WHERE seq = 2",
        "DELETE FROM meta WHERE key = 'seed'",
        "DELETE FROM meta WHERE key = 'file house.lua'",
        "UPDATE meta SET value = '99' WHERE key = 'head'",
        "UPDATE meta SET value = '' WHERE key = 'head'",
        "DELETE FROM meta WHERE key = 'head'",
        "UPDATE meta SET value = value || ' ' WHERE key = 'file house.lua'",
    };
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++)
        assert_refused_after(*state, sql[i], damaged);
}

static void foreign_tables_are_refused(void **state)
{
    SconceError e;
    make_branched_campaign(*state);
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    static const char *const sql[] = {
        "CREATE TABLE more(a)",
        "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
        "CREATE TRIGGER sqlitex AFTER DELETE ON meta BEGIN DELETE FROM entries; END",
        "CREATE VIEW v AS SELECT * FROM entries",
        "CREATE INDEX boom ON entries(hex(zeroblob(10000000)))",
        "CREATE INDEX sqlitex ON meta(hex(value))",
        "ALTER TABLE entries ADD COLUMN boom GENERATED ALWAYS AS (zeroblob(1000000000))",
        "ALTER TABLE entries RENAME TO e; CREATE VIEW entries AS SELECT * FROM e",
        "PRAGMA user_version = 1001; CREATE TABLE more(a)",
    };
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++)
        assert_refused_after(*state, sql[i], foreign_tables);
    assert_refused_after(*state, "PRAGMA user_version = 2000", "was written by a newer Sconce");
    assert_refused_after(*state, "PRAGMA application_id = 7", "is not a Sconce journal");
}

/* An index named "sqlitex" once passed the check of the schema: in the pattern LIKE 'sqlite_%', the
 * '_' stands for any letter. */
static void a_foreign_index_in_a_folder_is_refused(void **state)
{
    SconceError e;
    char path[400];
    sqlite3 *db;
    make_branched_campaign(*state);
    path_in(*state, "mine/journal.db", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "ANALYZE", NULL, NULL, NULL), SQLITE_OK);
    sconce_close(open_folder(*state, "mine"));
    assert_int_equal(sqlite3_exec(db, "CREATE INDEX sqlitex ON meta(hex(value))", 0, 0, 0),
                     SQLITE_OK);
    sqlite3_close(db);
    path_in(*state, "mine", path);
    SconceOptions o = options_for(*state, path);
    assert_null(sconce_open(&o, &e));
    assert_non_null(strstr(e.text, "its tables have been changed"));
}

/* Checks that a rule file of this name in a.sconce, with a correct digest, is refused. */
static void assert_rule_file_refused(const TestFolder *test, const char *name, const char *message)
{
    char sql[600], hex[HASH_HEX], key[300];
    unsigned char digest[HASH_BYTES];
    Hash h = hash_start();
    snprintf(key, sizeof key, "file %s", name);
    hash_field(&h, key, strlen(key));
    hash_field(&h, "x", 1);
    hash_end(&h, digest);
    hash_hex(digest, hex);
    snprintf(sql, sizeof sql, "INSERT INTO meta VALUES('%s', 'x', x'%.16s')", key, hex);
    assert_refused_after(test, sql, message);
}

static void a_rule_file_has_a_plain_name(void **state)
{
    SconceError e;
    make_branched_campaign(*state);
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    static const char *const names[] = {
        "../x.lua",      "/tmp/x.lua",      "a/b.lua", "..",    "",           ".lua",
        ".profile.lua",  ".luarc.json",     "-rf.lua", ".lock", "journal.db", "more.sh",
        "a\033[31m.lua", "caf\xc3\xa9.lua",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_rule_file_refused(*state, names[i],
                                 "a rule file cannot have that name: nothing was imported");
}

/* An export holds the journal and *.lua, but no other file of the folder. */
static void only_rule_files_travel(void **state)
{
    SconceError e;
    make_campaign(*state, "mine");
    write_file(*state, "mine/more.sh", "rm");
    write_file(*state, "mine/.hidden.lua", "-- hidden");
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    assert_true(import_from(*state, "a.sconce", "copy", &e));
    assert_true(is_there(*state, "copy/party.lua"));
    assert_false(is_there(*state, "copy/more.sh"));
    assert_false(is_there(*state, "copy/.hidden.lua"));
}

static void a_file_that_is_no_campaign_is_refused(void **state)
{
    char path[400], link[400];
    SconceError e;
    make_branched_campaign(*state);
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    assert_refused_after(*state, "DELETE FROM meta WHERE key = 'exported'",
                         "is not an exported campaign");
    write_file(*state, "bad.sconce", "");
    assert_import_refused(*state, "is not an exported campaign");
    write_file(*state, "bad.sconce", "something else, of some length");
    assert_import_refused(*state, "is not an exported campaign");
    write_file(*state, "bad.sconce", "SQLite format 3");
    assert_import_refused(*state, "is no");
    write_file(*state, "bad.sconce", "{\"sconce\":\"campaign\",\"schema\":1,\"entries\":2}\n");
    assert_import_refused(*state, "JSON Lines");
    path_in(*state, "bad.sconce", path);
    unlink(path);
    assert_import_refused(*state, "cannot read");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_import_refused(*state, "is not a plain file");
    unlink(path);
    assert_int_equal(symlink("/dev/zero", path), 0);
    assert_import_refused(*state, "is not a plain file");
    unlink(path);
    path_in(*state, "nowhere", link);
    assert_int_equal(symlink(link, path), 0);
    assert_import_refused(*state, "cannot read");
    unlink(path);
    write_file(*state, "bad.sconce", "SQLite format 3");
    assert_int_equal(truncate(path, (off_t)3 << 30), 0);
    assert_import_refused(*state, "is too large");
}

/* Imports bad.sconce.  The new folder must equal "mine" or not exist; returns true if it exists. */
static bool imports_completely(const TestFolder *test)
{
    SconceError e;
    char command[500];
    if (!import_from(test, "bad.sconce", "bad", &e)) {
        assert_true(e.text[0] != '\0');
        assert_false(is_there(test, "bad"));
        return false;
    }
    assert_same_contents(test, "mine/journal.db", "bad/journal.db");
    snprintf(command, sizeof command, "rm -rf %s/bad", test->dir);
    assert_int_equal(system(command), 0);
    return true;
}

static void a_file_that_ends_early_is_refused(void **state)
{
    SconceError e;
    size_t n;
    make_branched_campaign(*state);
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    const unsigned char *bytes = read_bytes(*state, "a.sconce", &n);
    for (size_t left = n - 1; left > 0; left -= left / 9 + 1) {
        write_bytes(*state, "bad.sconce", bytes, left);
        if (n - left >= 4096)
            assert_import_refused(*state, "");
        else
            imports_completely(*state); /* maybe: the last page of the file may end in zeros */
    }
}

static void flipped_bits_never_lie(void **state)
{
    SconceError e;
    size_t n;
    uint32_t random = 1;
    int taken = 0;
    make_branched_campaign(*state);
    assert_true(export_to(*state, "mine", "a.sconce", &e));
    unsigned char *bytes = read_bytes(*state, "a.sconce", &n);
    for (int i = 0; i < 300; i++) {
        random = random * 1664525 + 1013904223;
        size_t at = (random >> 4) % n;
        bytes[at] ^= (unsigned char)(1 << (i % 8));
        write_bytes(*state, "bad.sconce", bytes, n);
        bytes[at] ^= (unsigned char)(1 << (i % 8));
        taken += imports_completely(*state);
    }
    assert_true(taken > 0 && taken < 300);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, make_test_folder, remove_test_folder)
    const struct CMUnitTest tests[] = {
        T(a_campaign_opens_to_the_same_bytes),
        T(an_unplayed_campaign_travels_too),
        T(a_campaign_can_be_exported_while_it_is_played),
        T(nothing_is_overwritten),
        T(a_file_may_have_any_name),
        T(stopping_leaves_nothing),
        T(every_entry_is_checked),
        T(foreign_tables_are_refused),
        T(a_foreign_index_in_a_folder_is_refused),
        T(a_rule_file_has_a_plain_name),
        T(only_rule_files_travel),
        T(a_file_that_is_no_campaign_is_refused),
        T(a_file_that_ends_early_is_refused),
        T(flipped_bits_never_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
