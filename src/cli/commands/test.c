/* `sconce test`: finds spec files, runs them, and reports what failed and where. */
#include "cli/commands/command.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* --- which rules have a test (--covers) ----
 * Rules of the five books have ids from DT-01 to TT-166; specs may name ids of other books. */

enum { BOOKS = 5, BOOK_RULES_MAX = 166 };

typedef enum { COVERED = 1, COVERED_BY_EXAMPLE = 2 } CoversFlag;

/* Which rules have a test that passed. */
typedef struct {
    bool named[BOOKS];                              /* whether a test names a rule of that book */
    unsigned char flags[BOOKS][BOOK_RULES_MAX + 1]; /* CoversFlag, by the number of the rule */
    json_t *other; /* ids of other books; true when a test passed */
} Covers;

enum { ID_LENGTH = 16, LINE_LENGTH = 78 };

/* The books whose rules are numbered. */
static const struct {
    char book[3];
    int rules;
} books[BOOKS] = {{"DT", 58}, {"DX", 63}, {"DL", 45}, {"TR", 45}, {"TT", 166}};

static void format_id(char id[ID_LENGTH], size_t book, int rule)
{
    snprintf(id, ID_LENGTH, "%.2s-%02d", books[book].book, rule);
}

/* Notes that a test names a rule.  example: the test is one of the book's own examples.  False when
 * the book has no rule of that id. */
static bool covers_add(Covers *c, const char *id, bool passed, bool example)
{
    char expected[ID_LENGTH];
    for (size_t b = 0; b < BOOKS; b++) {
        if (strncmp(id, books[b].book, 2) != 0 || id[2] != '-') continue;
        int rule = atoi(id + 3);
        format_id(expected, b, rule);
        if (rule < 1 || rule > books[b].rules || strcmp(id, expected) != 0) return false;
        c->named[b] = true;
        if (passed) c->flags[b][rule] |= example ? COVERED | COVERED_BY_EXAMPLE : COVERED;
        return true;
    }
    if (!c->other) c->other = must_have(json_object());
    bool shown = passed || json_is_true(json_object_get(c->other, id));
    json_object_set_new(c->other, id, json_boolean(shown));
    return true;
}

static int count_flag(const Covers *c, size_t book, CoversFlag flag)
{
    int n = 0;
    for (int rule = 1; rule <= books[book].rules; rule++) n += (c->flags[book][rule] & flag) != 0;
    return n;
}

/* Writes the ids of a book that have no test, in lines. */
static void write_uncovered(const Covers *c, FILE *to, size_t book)
{
    int used = 0;
    for (int rule = 1; rule <= books[book].rules; rule++) {
        char id[ID_LENGTH];
        if (c->flags[book][rule] & COVERED) continue;
        format_id(id, book, rule);
        if (used + (int)strlen(id) + 1 > LINE_LENGTH) {
            fputc('\n', to);
            used = 0;
        }
        used += fprintf(to, "%s%s", used ? " " : "", id);
    }
    if (used) fputc('\n', to);
}

/* Writes how many ids of other books have a test, and those without. */
static void write_other(const Covers *c, FILE *to)
{
    size_t shown = 0;
    const char *id;
    json_t *yes;
    json_object_foreach (c->other, id, yes) shown += json_is_true(yes);
    fprintf(to, "%zu of the %zu that specs name\n", shown, json_object_size(c->other));
    json_object_foreach (c->other, id, yes)
        if (!json_is_true(yes)) clean_printf(to, "%s\n", id);
}

/* Writes how many rules of the books that tests name are covered, how many of them by examples, and
 * the ids without a test. */
static void covers_write(const Covers *c, FILE *to)
{
    int shown = 0, examples = 0, rules = 0;
    for (size_t b = 0; b < BOOKS; b++) {
        if (!c->named[b]) continue;
        rules += books[b].rules;
        shown += count_flag(c, b, COVERED);
        examples += count_flag(c, b, COVERED_BY_EXAMPLE);
    }
    if (c->other) write_other(c, to);
    if (rules > 0)
        fprintf(to, "%d of %d\n%d of them by the book's own examples\n", shown, rules, examples);
    else if (!c->other)
        fprintf(to, "no test names a rule; covers = { \"ID\" } in a test does\n");
    for (size_t b = 0; b < BOOKS; b++)
        if (c->named[b]) write_uncovered(c, to, b);
}

/* --- results ------------------------------------------------------------------------- */

/* The results of one run of `sconce test` so far. */
typedef struct {
    TerminalStyle err;
    Covers covers;
    size_t files, passed, failed;
    bool broken; /* a spec could not be read, or names a rule that does not exist */
} TestRun;

/* --- one file ----------------------------------------------------------------- */

static void report_failures(TestRun *t, const char *file, const json_t *test)
{
    const json_t *failures = field_list(test, "failures"), *failure;
    size_t i;
    json_array_foreach (failures, i, failure) {
        char *text = NULL;
        int line = (int)field_int(failure, "line", field_int(test, "line", 0));
        if (asprintf(&text, "%s: %s", field_text(test, "name"), field_text(failure, "text")) < 0)
            must_have(NULL);
        excerpt_message(&t->err, file, line, "error", text);
        free(text);
    }
    if (json_array_size(failures) == 0)
        excerpt_message(&t->err, file, (int)field_int(test, "line", 0), "error",
                        field_text(test, "name"));
}

static void add_covers(TestRun *t, const char *file, const json_t *test, bool passed)
{
    const json_t *covers = field_list(test, "covers"), *id;
    size_t i;
    json_array_foreach (covers, i, id) {
        char text[100];
        if (covers_add(&t->covers, name_of(id), passed, field_true(test, "example"))) continue;
        snprintf(text, sizeof text, "there is no rule '%.40s'", name_of(id));
        excerpt_message(&t->err, file, (int)field_int(test, "line", 0), "error", text);
        t->broken = true;
    }
}

static void run_file(TestRun *t, const char *file)
{
    SconceError error = {0};
    SconceOptions o = {0};
    char *json = sconce_test(file, &o, &error);
    t->files++;
    if (!json) {
        command_failed(&error);
        t->broken = true;
        return;
    }
    json_t *spec = parse_json(json);
    const json_t *tests = field_list(spec, "tests"), *test;
    size_t i;
    json_array_foreach (tests, i, test) {
        bool passed = field_true(test, "passed");
        *(passed ? &t->passed : &t->failed) += 1;
        if (!passed) report_failures(t, file, test);
        add_covers(t, file, test, passed);
    }
    json_decref(spec);
    sconce_free(json);
}

/* --- many files --------------------------------------------------------------------- */

/* For scandir. */
static int is_not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void run_folder(TestRun *t, const char *folder)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, is_not_hidden, alphasort);
    for (int i = 0; i < n; i++) {
        char *path = NULL;
        size_t cut = strlen(folder);
        while (cut > 1 && folder[cut - 1] == '/') cut--;
        if (asprintf(&path, "%.*s/%s", (int)cut, folder, entries[i]->d_name) < 0) must_have(NULL);
        if (path_is_folder(path))
            run_folder(t, path);
        else if (path_ends_in(path, ".spec.lua"))
            run_file(t, strncmp(path, "./", 2) == 0 ? path + 2 : path);
        free(path);
        free(entries[i]);
    }
    free(entries);
}

/* paths: files and folders, ended by NULL; none stands for this folder. */
static int run_all(char **paths, bool covers)
{
    TestRun t = {.err = style_on(stderr)};
    if (!*paths) run_folder(&t, ".");
    for (char **path = paths; *path; path++)
        (path_is_folder(*path) ? run_folder : run_file)(&t, *path);
    if (t.files == 0) fprintf(stderr, "no spec was found: they are called NAME.spec.lua\n");
    if (covers) covers_write(&t.covers, stdout);
    json_decref(t.covers.other);
    printf("%zu passed, %zu failed\n", t.passed, t.failed);
    return t.failed || t.broken || t.files == 0 ? EXIT_WRONG : EXIT_FINE;
}

static int test_command(int argc, char **argv)
{
    bool covers = false;
    const Option options[] = {{"covers", OPTION_SWITCH, &covers, NULL}, {0}};
    int status;
    if (options_read(&command_test, argc, argv, options, 0, argc, &status))
        status = run_all(argv + 1, covers);
    return status;
}

const Command command_test = {
    "test",
    "[FILE|DIR…] [--covers]",
    "runs specs (NAME.spec.lua)",
    "Runs spec files, or all below a folder (here, when none is named).  Failures are told as\n"
    "file:line: message; the last line is N passed, N failed.\n"
    "  --covers   also which rules of the book no passing test shows",
    test_command,
};
