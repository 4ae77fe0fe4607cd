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

typedef struct {
    char dir[200];  /* everything of one test */
    char cell[300]; /* the fake */
} Room;

UNUSED static void in_room(const Room *room, const char *name, char out[400])
{
    snprintf(out, 400, "%s/%s", room->dir, name);
}

UNUSED static void write_file(const Room *room, const char *name, const char *text)
{
    char path[400];
    in_room(room, name, path);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

UNUSED static int make_room(void **state)
{
    Room *room = calloc(1, sizeof *room);
    char self[200];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(room->cell, sizeof room->cell, "%s/fake_cell", self);
    snprintf(room->dir, sizeof room->dir, "/tmp/sconce-test-XXXXXX");
    if (!mkdtemp(room->dir)) return -1;
    write_file(room, "fake.lua", "-- fake.lua -- a game of one die\nruleset \"Fake\"\n");
    *state = room;
    return 0;
}

UNUSED static int leave_room(void **state)
{
    Room *room = *state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf %s", room->dir);
    int e = system(command);
    free(room);
    return e;
}

UNUSED static SconceOptions options_of(const Room *room, const char *table)
{
    return (SconceOptions){.table = table,
                           .cell = room->cell,
                           .rulesets = room->dir,
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

UNUSED static Sconce *open_scratch(const Room *room)
{
    SconceOptions o = options_of(room, "fake");
    return open_with(&o);
}

UNUSED static Sconce *open_folder(const Room *room, const char *name)
{
    char path[400];
    in_room(room, name, path);
    SconceOptions o = options_of(room, path);
    return open_with(&o);
}

UNUSED static void make_campaign(const Room *room, const char *name)
{
    char path[400];
    SconceError error;
    in_room(room, name, path);
    if (!sconce_create(path, "fake", NULL, room->dir, &error))
        fail_msg("sconce_create: %s", error.text);
}

/* The answer, parsed: the caller decrefs. */
UNUSED static json_t *parse(const char *text)
{
    json_error_t e;
    json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    if (!j) fail_msg("%s in %s", e.text, text);
    if (strchr(text, '\n')) fail_msg("a line break in %s", text);
    return j;
}

UNUSED static json_t *said(Sconce *s, const char *line, SconceOutcome outcome)
{
    SconceReply r = sconce_say(s, line);
    if (r.outcome != outcome) fail_msg("'%s' gave %s", line, r.json);
    return parse(r.json);
}

/* Says a line and forgets the answer. */
UNUSED static void say(Sconce *s, const char *line)
{
    json_decref(said(s, line, SCONCE_DONE));
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

UNUSED static void assert_refused(Sconce *s, const char *line, const char *sentence)
{
    json_t *j = said(s, line, SCONCE_REFUSED);
    if (!strstr(text_in(j, "error"), sentence))
        fail_msg("'%s' gave '%s', not '%s'", line, text_in(j, "error"), sentence);
    json_decref(j);
}

UNUSED static void assert_says(Sconce *s, const char *line, const char *part)
{
    SconceReply r = sconce_say(s, line);
    if (!strstr(r.json, part)) fail_msg("'%s' gave %s, without '%s'", line, r.json, part);
}

UNUSED static void assert_turn(Sconce *s, long long turn)
{
    json_t *j = said(s, "", SCONCE_DONE);
    assert_int_equal(number_in(j, "turn"), turn);
    json_decref(j);
}

UNUSED static int face_of(const json_t *j)
{
    json_t *roll = json_array_get(json_object_get(j, "rolls"), 0);
    return (int)json_integer_value(json_array_get(json_object_get(roll, "faces"), 0));
}

#endif
