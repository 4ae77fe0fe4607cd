/* Helpers for tests of the campaign side: a fake ruleset in a temporary folder, a table that plays
 * it, and checks of the JSON that comes back. */
#ifndef TESTS_CAMPAIGN_HELP_H
#define TESTS_CAMPAIGN_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <cmocka.h>

#include "sconce.h"

#if defined(__GNUC__)
#define UNUSED __attribute__((unused))
#endif

/* The temporary folder of one test, and the cell that it uses. */
typedef struct {
    char dir[200];
    char cell[300]; /* path of fake_cell */
} TestFolder;

/* Writes the path of a file in the test's folder. */
UNUSED static void path_in(const TestFolder *test, const char *name, char out[400])
{
    snprintf(out, 400, "%s/%s", test->dir, name);
}

UNUSED static void write_file(const TestFolder *test, const char *name, const char *text)
{
    char path[400];
    path_in(test, name, path);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* Makes the folder of a test, with the ruleset fake.lua.  fake_cell lies beside the test program.
 */
UNUSED static int make_test_folder(void **state)
{
    TestFolder *test = calloc(1, sizeof *test);
    char self[200];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(test->cell, sizeof test->cell, "%s/fake_cell", self);
    snprintf(test->dir, sizeof test->dir, "/tmp/sconce-test-XXXXXX");
    if (!mkdtemp(test->dir)) return -1;
    write_file(test, "fake.lua", "-- fake.lua -- a game of one die\nruleset \"Fake\"\n");
    *state = test;
    return 0;
}

UNUSED static int remove_test_folder(void **state)
{
    TestFolder *test = *state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf %s", test->dir);
    int e = system(command);
    free(test);
    return e;
}

UNUSED static SconceOptions options_for(const TestFolder *test, const char *table)
{
    return (SconceOptions){.table = table,
                           .cell = test->cell,
                           .rulesets = test->dir,
                           .seed = "42",
                           .patience_ms = 10000};
}

UNUSED static Sconce *open_with(const SconceOptions *options)
{
    SconceError error;
    Sconce *s = sconce_open(options, &error);
    if (!s) fail_msg("sconce_open: %s (%s:%d)", error.text, error.file, error.line);
    return s;
}

UNUSED static Sconce *open_scratch(const TestFolder *test)
{
    SconceOptions o = options_for(test, "fake");
    return open_with(&o);
}

UNUSED static Sconce *open_folder(const TestFolder *test, const char *name)
{
    char path[400];
    path_in(test, name, path);
    SconceOptions o = options_for(test, path);
    return open_with(&o);
}

UNUSED static void make_campaign(const TestFolder *test, const char *name)
{
    char path[400];
    SconceError error;
    path_in(test, name, path);
    if (!sconce_create(path, "fake", NULL, test->dir, &error))
        fail_msg("sconce_create: %s", error.text);
}

/* Parses JSON that must be on one line.  The caller calls json_decref. */
UNUSED static json_t *parse(const char *text)
{
    json_error_t e;
    json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    if (!j) fail_msg("%s in %s", e.text, text);
    if (strchr(text, '\n')) fail_msg("a line break in %s", text);
    return j;
}

/* Says a line, checks the outcome and parses the reply.  The caller calls json_decref. */
UNUSED static json_t *reply_to(Sconce *s, const char *line, SconceOutcome outcome)
{
    SconceReply r = sconce_say(s, line);
    if (r.outcome != outcome) fail_msg("'%s' gave %s", line, r.json);
    return parse(r.json);
}

/* Says a line that must be done. */
UNUSED static void say(Sconce *s, const char *line)
{
    json_decref(reply_to(s, line, SCONCE_DONE));
}

UNUSED static const char *text_in(const json_t *j, const char *key)
{
    const char *s = json_string_value(json_object_get(j, key));
    return s ? s : "";
}

UNUSED static long long number_in(const json_t *j, const char *key)
{
    return json_integer_value(json_object_get(j, key));
}

UNUSED static void assert_refused(Sconce *s, const char *line, const char *message)
{
    json_t *j = reply_to(s, line, SCONCE_REFUSED);
    if (!strstr(text_in(j, "error"), message))
        fail_msg("'%s' gave '%s', not '%s'", line, text_in(j, "error"), message);
    json_decref(j);
}

UNUSED static void assert_says(Sconce *s, const char *line, const char *part)
{
    SconceReply r = sconce_say(s, line);
    if (!strstr(r.json, part)) fail_msg("'%s' gave %s, without '%s'", line, r.json, part);
}

UNUSED static void assert_turn(Sconce *s, long long turn)
{
    json_t *j = reply_to(s, "", SCONCE_DONE);
    assert_int_equal(number_in(j, "turn"), turn);
    json_decref(j);
}

/* Returns the first face of the first roll in a reply. */
UNUSED static int first_face(const json_t *j)
{
    json_t *roll = json_array_get(json_object_get(j, "rolls"), 0);
    return (int)json_integer_value(json_array_get(json_object_get(roll, "faces"), 0));
}

#endif
