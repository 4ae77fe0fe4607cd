/* Prints everything in a journal as text, for tests that compare two journals. */
#ifndef TESTS_ROWS_H
#define TESTS_ROWS_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_row(void *data, int n, char **value, char **name)
{
    (void)name;
    for (int i = 0; i < n; i++) {
        for (const char *p = value[i] ? value[i] : "NULL"; *p; p++)
            fputc(*p == '\n' ? ' ' : *p, data);
        fputc('\n', data);
    }
    return 0;
}

/* Returns each row on a line, table by table; NULL when the file is not a journal.  The caller
 * frees it. */
static char *journal_rows(const char *path)
{
    static const char *const queries[] = {
        "SELECT 'meta '||quote(key)||quote(value)||quote(digest) FROM meta ORDER BY key",
        "SELECT 'chain '||hash||host||heads FROM chains ORDER BY hash",
        "SELECT 'file '||hash||n||name||quote(text) FROM chain_files ORDER BY hash, n",
        "SELECT 'session '||n||title||date FROM sessions ORDER BY n",
        "SELECT 'made '||name||seq FROM sqlite_sequence ORDER BY name",
        "SELECT 'entry '||seq||'-'||parent||'-'||ifnull(next,0)||'-'||session||'-'||wall||'-'||"
        "date||'-'||turn||'-'||minutes||quote(typed)||quote(line)||quote(draws)||quote(answers)||"
        "quote(events)||quote(rolls)||quote(status)||chain||quote(digest)||quote(state) "
        "FROM entries ORDER BY seq",
    };
    sqlite3 *db = NULL;
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL);
    for (size_t i = 0; out && code == SQLITE_OK && i < sizeof queries / sizeof *queries; i++)
        code = sqlite3_exec(db, queries[i], add_row, out, NULL);
    sqlite3_close(db);
    if (out) fclose(out);
    if (code == SQLITE_OK) return text;
    free(text);
    return NULL;
}

#endif
