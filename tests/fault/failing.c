/* failing FOLDER -- plays lines in the campaign FOLDER, again and again, while one call of the
 * program to the machine fails (shim.c): the first of its sort, the second, and so on, each alone
 * and with all that follow.  What a reply says must be what the journal then holds:
 *
 *   done      the entry that the line makes when nothing fails, byte for byte
 *   refused   the entry that was there, and a sentence
 *
 * After each failure the table must go on. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sconce.h"

void shim_fail(const char *fault);
long shim_calls(void);

/* A line that is tried, and the line that then brings back the state before it. */
typedef struct {
    const char *line, *back;
} Round;

static const Round rounds[] = {
    {"note one", "u"}, {"crawl", "u"}, {"torches +1", "u"}, {"u", "redo"}, {"redo", "u"}};
/* The calls that fail, and the errno of each; "short" writes half (shim.c). */
static const char *const sorts[][2] = {
    {"malloc", ""},     {"pwrite", "ENOSPC"}, {"pwrite", "EIO"},    {"pwrite", "short"},
    {"fsync", "EIO"},   {"pread", "EIO"},     {"ftruncate", "EIO"}, {"open", "EIO"},
    {"open", "EMFILE"}, {"unlink", "EIO"}};

static struct {
    Sconce *table;
    char journal[500];
    long passed, failed;
    /* The head before a line and after it, as entry_of writes them; far longer than an entry. */
    char before[100000], after[100000];
} test;

static void fail(const char *line, const char *fault, const char *what, const char *more)
{
    printf("failing, %s, while '%s': %s: %.300s\n", fault, line, what, more);
    test.failed++;
}

/* Writes the newest entry of the campaign (its head) to text, without numbers and times.  Returns
 * its number; -1: the journal cannot be read. */
static long entry_of(char *text, size_t room)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *s = NULL;
    long seq = -1;
    bool read =
        sqlite3_open(test.journal, &db) == SQLITE_OK &&
        sqlite3_prepare_v2(
            db,
            "SELECT seq, typed||'|'||line||'|'||draws||'|'||hex(answers)||'|'||hex(events)"
            "||'|'||hex(rolls)||'|'||hex(status)||'|'||hex(state)||'|'||chain||turn||minutes "
            "FROM entries, meta WHERE key = 'head' AND seq = value",
            -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW;
    if (read) {
        seq = (long)sqlite3_column_int64(s, 0);
        snprintf(text, room, "%s", (const char *)sqlite3_column_text(s, 1));
    }
    sqlite3_finalize(s);
    sqlite3_close(db);
    return seq;
}

/* Says a line while nothing fails. */
static void say(const char *line)
{
    SconceReply r = sconce_say(test.table, line);
    if (r.outcome != SCONCE_DONE) fail(line, "afterwards", "the table does not go on", r.json);
}

/* Says the line while the call that `fault` names fails, judges what comes, and says round->back.
 * Returns how many calls of that sort the line made. */
static long try_once(const Round *round, const char *fault)
{
    static char found[sizeof test.before];
    long failed = test.failed, head = entry_of(found, sizeof found);
    shim_fail(fault);
    SconceReply r = sconce_say(test.table, round->line);
    long calls = shim_calls();
    shim_fail(NULL);
    long now = entry_of(found, sizeof found);
    bool done = r.outcome == SCONCE_DONE, refused = r.outcome == SCONCE_REFUSED;
    if (!done && !refused)
        fail(round->line, fault, "neither done nor refused", r.json);
    else if (done && (now == head || strcmp(found, test.after) != 0))
        fail(round->line, fault, "told as done, and another entry is there", r.json);
    else if (refused && (now != head || strcmp(found, test.before) != 0))
        fail(round->line, fault, "told as refused, and another entry is there", r.json);
    else if (refused && (strstr(r.json, "\"error\":\"\"") || !strstr(r.json, "\"error\":\"")))
        fail(round->line, fault, "refused without a word", r.json);
    if (now != head) say(round->back);
    if (entry_of(found, sizeof found) < 0 || strcmp(found, test.before) != 0)
        fail(round->line, fault, "the way back leads elsewhere", found);
    test.passed += failed == test.failed;
    return calls;
}

/* Lets each call of the sort that the line makes fail, once alone and once with all that follow. */
static void sweep(const Round *round, const char *const sort[2])
{
    char fault[80];
    snprintf(fault, sizeof fault, "%s 0", sort[0]);
    long calls = try_once(round, fault);
    for (long n = 1; n <= calls; n++) {
        for (int on = 0; on < 2; on++) {
            snprintf(fault, sizeof fault, "%s %ld%s %s", sort[0], n, on ? "+" : "", sort[1]);
            try_once(round, fault);
        }
    }
}

int main(int argc, char **argv)
{
    SconceError error;
    SconceOptions o = {.table = argc > 1 ? argv[1] : "", .seed = "1"};
    snprintf(test.journal, sizeof test.journal, "%s/journal.db", o.table);
    test.table = sconce_open(&o, &error);
    if (!test.table) {
        printf("failing: %s\n0 passed, 1 failed\n", error.text);
        return 1;
    }
    say("note before");
    say("note after");
    say("u");
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        entry_of(test.before, sizeof test.before);
        say(rounds[i].line);
        entry_of(test.after, sizeof test.after);
        say(rounds[i].back);
        for (size_t k = 0; k < sizeof sorts / sizeof *sorts; k++) sweep(&rounds[i], sorts[k]);
    }
    sconce_close(test.table);
    printf("%ld passed, %ld failed\n", test.passed, test.failed);
    return test.failed > 0;
}
