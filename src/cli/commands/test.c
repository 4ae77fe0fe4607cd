/* `sconce test`: finds spec files, runs them, says what failed and where. */
#include "cli/commands/command.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* --- which rules have a test: the ids of books, DT-01 to TT-166, and those that specs name ---- */

enum { COVERS_BOOKS = 5, COVERS_RULES_MAX = 166 /* of a book */ };

typedef enum { COVERS_SHOWN = 1, COVERS_BY_EXAMPLE = 2 } CoversFlag;

/* Which rules of the books have a test that shows them. */
typedef struct {
    bool named[COVERS_BOOKS];                                /* does a test name a rule of it? */
    unsigned char flags[COVERS_BOOKS][COVERS_RULES_MAX + 1]; /* by the number of a rule */
    json_t *own; /* ids of other books, as specs name them: id -> shown */
} Covers;

enum { ID_LENGTH = 16, LINE_LENGTH = 78 };

/* The books whose rules have ids, with how many rules each has. */
static const struct {
    char book[3];
    int rules;
} books[COVERS_BOOKS] = {{"DT", 58}, {"DX", 63}, {"DL", 45}, {"TR", 45}, {"TT", 166}};

static void id_of(char id[ID_LENGTH], size_t book, int rule)
{
    snprintf(id, ID_LENGTH, "%.2s-%02d", books[book].book, rule);
}

/* A test names a rule, which a test that passes shows, perhaps as one of the book's own examples;
 * false when that book has no rule of that id. */
static bool covers_mark(Covers *c, const char *id, bool passed, bool example)
{
    char right[ID_LENGTH];
    for (size_t b = 0; b < COVERS_BOOKS; b++) {
        if (strncmp(id, books[b].book, 2) != 0 || id[2] != '-') continue;
        int rule = atoi(id + 3);
        id_of(right, b, rule);
        if (rule < 1 || rule > books[b].rules || strcmp(id, right) != 0) return false;
        c->named[b] = true;
        if (passed) c->flags[b][rule] |= example ? COVERS_SHOWN | COVERS_BY_EXAMPLE : COVERS_SHOWN;
        return true;
    }
    if (!c->own) c->own = must_have(json_object());
    bool shown = passed || json_is_true(json_object_get(c->own, id));
    json_object_set_new(c->own, id, json_boolean(shown));
    return true;
}

static int count_flag(const Covers *c, size_t book, CoversFlag flag)
{
    int n = 0;
    for (int rule = 1; rule <= books[book].rules; rule++) n += (c->flags[book][rule] & flag) != 0;
    return n;
}

/* Writes the ids without a test, in lines. */
static void write_book(const Covers *c, FILE *to, size_t book)
{
    int used = 0;
    for (int rule = 1; rule <= books[book].rules; rule++) {
        char id[ID_LENGTH];
        if (c->flags[book][rule] & COVERS_SHOWN) continue;
        id_of(id, book, rule);
        if (used + (int)strlen(id) + 1 > LINE_LENGTH) {
            fputc('\n', to);
            used = 0;
        }
        used += fprintf(to, "%s%s", used ? " " : "", id);
    }
    if (used) fputc('\n', to);
}

/* Writes ids that other books have. */
static void write_own(const Covers *c, FILE *to)
{
    size_t shown = 0;
    const char *id;
    json_t *yes;
    json_object_foreach (c->own, id, yes) shown += json_is_true(yes);
    fprintf(to, "%zu of the %zu that specs name\n", shown, json_object_size(c->own));
    json_object_foreach (c->own, id, yes)
        if (!json_is_true(yes)) clean_printf(to, "%s\n", id);
}

/* `N of 377`, how many of them by examples, then the ids without a test; of the books that were
 * named. */
static void covers_write(const Covers *c, FILE *to)
{
    int shown = 0, examples = 0, rules = 0;
    for (size_t b = 0; b < COVERS_BOOKS; b++) {
        if (!c->named[b]) continue;
        rules += books[b].rules;
        shown += count_flag(c, b, COVERS_SHOWN);
        examples += count_flag(c, b, COVERS_BY_EXAMPLE);
    }
    if (c->own) write_own(c, to);
    if (rules > 0)
        fprintf(to, "%d of %d\n%d of them by the book's own examples\n", shown, rules, examples);
    else if (!c->own)
        fprintf(to, "no test names a rule; covers = { \"ID\" } in a test does\n");
    for (size_t b = 0; b < COVERS_BOOKS; b++)
        if (c->named[b]) write_book(c, to, b);
}

/* --- what is tested ------------------------------------------------------------------------- */

/* The results of one run of `sconce test` so far. */
typedef struct {
    TerminalStyle err;
    Covers covers;
    size_t files, passed, failed;
    bool broken; /* a spec that could not be read, or a rule that there is not */
} Testing;

/* --- one file ----------------------------------------------------------------- */

static void tell_failures(Testing *t, const char *file, const json_t *test)
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

static void note_covers(Testing *t, const char *file, const json_t *test, bool passed)
{
    const json_t *covers = field_list(test, "covers"), *id;
    size_t i;
    json_array_foreach (covers, i, id) {
        char text[100];
        if (covers_mark(&t->covers, name_of(id), passed, field_true(test, "example"))) continue;
        snprintf(text, sizeof text, "there is no rule '%.40s'", name_of(id));
        excerpt_message(&t->err, file, (int)field_int(test, "line", 0), "error", text);
        t->broken = true;
    }
}

static void run_file(Testing *t, const char *file)
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
        if (!passed) tell_failures(t, file, test);
        note_covers(t, file, test, passed);
    }
    json_decref(spec);
    sconce_free(json);
}

/* --- many --------------------------------------------------------------------- */

static int is_spec_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void run_folder(Testing *t, const char *folder)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, is_spec_file, alphasort);
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

static int run_all(const Words *places, bool covers)
{
    Testing t = {.err = style_on(stderr)};
    for (size_t i = 0; i < places->n; i++)
        if (path_is_folder(places->at[i]))
            run_folder(&t, places->at[i]);
        else
            run_file(&t, places->at[i]);
    if (places->n == 0) run_folder(&t, ".");
    if (t.files == 0) fprintf(stderr, "no spec was found: they are called NAME.spec.lua\n");
    if (covers) covers_write(&t.covers, stdout);
    json_decref(t.covers.own);
    printf("%zu passed, %zu failed\n", t.passed, t.failed);
    return t.failed || t.broken || t.files == 0 ? EXIT_WRONG : EXIT_FINE;
}

static int test_command(int argc, char **argv)
{
    Words places = {0};
    bool covers = false;
    const Option options[] = {{"covers", OPTION_SWITCH, &covers, NULL}, {0}};
    int status;
    if (options_read(&command_test, argc, argv, options, &places, 0, (size_t)argc, &status))
        status = run_all(&places, covers);
    words_free(&places);
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
