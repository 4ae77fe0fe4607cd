/* `sconce test`: finds spec files, runs them, and reports what failed and where. */
#include "cli/commands/command.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/paths.h"
#include "cli/term/styled_text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- which rules have a test (--covers) ----
 * A spec says how many rules its book numbers, as rules = { DL = 45 } for DL-01 to DL-45; tests may
 * name rules of other books, too. */

typedef enum { NAMED = 1, COVERED = 2, COVERED_BY_EXAMPLE = 4 } CoversFlag;

/* The rules that have a test that passed. */
typedef struct {
    json_t *books; /* letters of a book -> how many rules it numbers */
    json_t *rules; /* id -> CoversFlags */
} Covers;

enum { ID_LENGTH = 48, LINE_LENGTH = 78 }; /* bytes: of an id, and of a line of ids */

/* The number of rules in the book that an id belongs to, 0 when no spec numbers it. */
static int rules_of_book(const Covers *c, const char *id)
{
    const char *book;
    json_t *rules;
    json_object_foreach (c->books, book, rules) {
        /* "C1" is meant for C-01, and refused as no rule of that book. */
        size_t n = strlen(book);
        if (strncmp(id, book, n) == 0 && id[n] && strchr("-0123456789", id[n]))
            return (int)json_integer_value(rules);
    }
    return 0;
}

/* Notes that a test names a rule.  example: it is one of the book's own.  False: no such rule. */
static bool covers_add(Covers *c, const char *id, bool passed, bool example)
{
    const char *dash = strchr(id, '-');
    int rules = rules_of_book(c, id), rule = dash ? atoi(dash + 1) : 0;
    char expected[ID_LENGTH];
    snprintf(expected, sizeof expected, "%.*s-%02d", (int)strcspn(id, "-"), id, rule);
    if (rules && (rule < 1 || rule > rules || strcmp(id, expected) != 0)) return false;
    json_int_t flags = NAMED;
    if (passed) flags |= example ? COVERED | COVERED_BY_EXAMPLE : COVERED;
    flags |= json_integer_value(json_object_get(c->rules, id));
    json_object_set_new(c->rules, id, json_integer(flags));
    return true;
}

static bool covers_flag(const Covers *c, const char *id, CoversFlag flag)
{
    return json_integer_value(json_object_get(c->rules, id)) & flag;
}

/* Writes the ids of a book that no passed test names, in lines. */
static void write_uncovered(const Covers *c, FILE *to, const char *book, int rules)
{
    int used = 0;
    for (int rule = 1; rule <= rules; rule++) {
        char id[ID_LENGTH];
        snprintf(id, sizeof id, "%.30s-%02d", book, rule);
        if (covers_flag(c, id, COVERED)) continue;
        if (used + (int)strlen(id) + 1 > LINE_LENGTH) {
            fputc('\n', to);
            used = 0;
        }
        used += fprintf(to, "%s%s", used ? " " : "", id);
    }
    if (used) fputc('\n', to);
}

/* Writes how many of the rules that tests name, and that are in no numbered book, have a test that
 * passed; and lists those that have none. */
static void write_unnumbered(const Covers *c, FILE *to)
{
    size_t named = 0, covered = 0;
    const char *id;
    json_t *flags;
    json_object_foreach (c->rules, id, flags) {
        if (rules_of_book(c, id)) continue;
        named++;
        covered += covers_flag(c, id, COVERED);
    }
    if (named) fprintf(to, "%zu of the %zu that specs name\n", covered, named);
    json_object_foreach (c->rules, id, flags)
        if (!rules_of_book(c, id) && !covers_flag(c, id, COVERED)) clean_printf(to, "%s\n", id);
}

/* Writes how many rules of the numbered books have a test that passed, how many of them one of the
 * book's own examples, and the ids of those that have none. */
static void covers_write(const Covers *c, FILE *to)
{
    int covered = 0, examples = 0, rules = 0;
    const char *book, *id;
    json_t *n, *flags;
    json_object_foreach (c->books, book, n) rules += (int)json_integer_value(n);
    json_object_foreach (c->rules, id, flags) {
        covered += rules_of_book(c, id) && covers_flag(c, id, COVERED);
        examples += rules_of_book(c, id) && covers_flag(c, id, COVERED_BY_EXAMPLE);
    }
    write_unnumbered(c, to);
    if (rules > 0)
        fprintf(to, "%d of %d\n%d of them by the book's own examples\n", covered, rules, examples);
    else if (json_object_size(c->rules) == 0)
        fprintf(to, "no test names a rule; write covers = { \"ID\" } in a test\n");
    json_object_foreach (c->books, book, n)
        write_uncovered(c, to, book, (int)json_integer_value(n));
}

/* --- results ------------------------------------------------------------------------- */

/* The results of one run of `sconce test` so far. */
typedef struct {
    TerminalStyle err;
    Covers covers;
    size_t files, passed, failed;
    json_t *told; /* keys of rules that did not load, so that each is told once */
    json_t
        *same; /* of the file that runs: by key_of_failure, how many failures there are; 0: told */
    bool broken; /* a spec could not be read, or names a rule that does not exist */
} TestRun;

/* --- one file ----------------------------------------------------------------- */

/* Tells once why rules do not load, however many tests have them. */
static void report_rules(TestRun *t, const json_t *rules)
{
    const char *file = field_text(rules, "file"), *text = field_text(rules, "text");
    int line = (int)field_int(rules, "line", 0);
    AutoString *key = formatted("%s:%d:%s", file, line, text);
    if (!json_object_get(t->told, key)) excerpt_message(&t->err, file, line, text);
    json_object_set_new(t->told, key, json_true());
}

/* A key that is the same for failures which one slip brings in many tests: the place and the
 * sentence of a slip in the rules, or else the line of the spec and the sentence. */
static char *key_of_failure(const json_t *failure)
{
    const char *slip = field_text(failure, "slip");
    if (*slip) return formatted("%s", slip);
    return formatted("%d:%s", (int)field_int(failure, "line", 0), field_text(failure, "text"));
}

/* Counts the failures of all tests of a file by their keys. */
static void count_same(TestRun *t, const json_t *tests)
{
    json_object_clear(t->same);
    json_each (test, tests) {
        json_each (failure, field_list(test, "failures")) {
            AutoString *key = key_of_failure(failure);
            json_int_t n = json_integer_value(json_object_get(t->same, key));
            json_object_set_new(t->same, key, json_integer(n + 1));
        }
    }
}

/* How many other tests have the same failure, in words; NULL: another test has shown it already. */
static char *others_of(TestRun *t, const json_t *failure)
{
    AutoString *key = key_of_failure(failure);
    int others = (int)json_integer_value(json_object_get(t->same, key)) - 1;
    json_object_set_new(t->same, key, json_integer(0));
    if (others < 0) return NULL;
    return others == 0 ? formatted("%s", "")
                       : formatted("  (and in %d other test%s)", others, others == 1 ? "" : "s");
}

static void report_failures(TestRun *t, const char *file, const json_t *test)
{
    const json_t *failures = field_list(test, "failures");
    json_each (failure, failures) {
        const json_t *rules = json_object_get(failure, "rules");
        if (rules) {
            report_rules(t, rules);
            continue;
        }
        AutoString *others = others_of(t, failure);
        if (!others) continue;
        excerpt_write(
            &t->err, &(Excerpt){.file = file,
                                .line = (int)field_int(failure, "line", field_int(test, "line", 0)),
                                .grade = "error",
                                .title = field_text(test, "name"),
                                .text = field_text(failure, "text"),
                                .more = others,
                                .about = failure});
    }
    if (json_array_size(failures) == 0)
        excerpt_message(&t->err, file, (int)field_int(test, "line", 0), field_text(test, "name"));
}

static void add_covers(TestRun *t, const char *file, const json_t *test, bool passed)
{
    const json_t *covers = field_list(test, "covers");
    json_each (id, covers) {
        char text[100];
        if (covers_add(&t->covers, name_of(id), passed, field_true(test, "example"))) continue;
        snprintf(text, sizeof text, "there is no rule '%.40s'; the first is %.*s-01", name_of(id),
                 (int)strcspn(name_of(id), "-0123456789"), name_of(id));
        excerpt_message(&t->err, file, (int)field_int(test, "line", 0), text);
        t->broken = true;
    }
}

static void run_file(TestRun *t, const char *file)
{
    SconceError error = {0};
    AutoAnswer *json = sconce_test(file, NULL, &error);
    t->files++;
    if (!json) {
        command_failed(&error);
        t->broken = true;
        return;
    }
    json_auto_t *spec = parse_json(json);
    json_object_update(t->covers.books, json_object_get(spec, "rules"));
    json_each (problem, field_list(spec, "problems")) { /* for which no test can run */
        excerpt_problem(&t->err, problem);
        t->broken = true;
    }
    count_same(t, field_list(spec, "tests"));
    json_each (test, field_list(spec, "tests")) {
        bool passed = field_true(test, "passed");
        if (passed) t->passed++;
        if (!passed) t->failed++;
        if (!passed) report_failures(t, file, test);
        add_covers(t, file, test, passed);
    }
}

/* --- many files --------------------------------------------------------------------- */

/* For scandir. */
static int is_not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Links to folders are not followed: two that lead back would go on for ever. */
static void run_folder(TestRun *t, const char *folder)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, is_not_hidden, alphasort);
    if (n < 0) {
        excerpt_message(&t->err, folder, 0, strerror(errno));
        t->broken = true;
    }
    for (int i = 0; i < n; i++) {
        const char *refusal = path_refusal(entries[i]->d_name);
        size_t cut = strlen(folder);
        while (cut > 1 && folder[cut - 1] == '/') cut--;
        AutoString *path = formatted("%.*s/%s", (int)cut, folder, entries[i]->d_name);
        struct stat st;
        bool nested = lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
        bool spec = path_ends_in(path, ".spec.lua");
        if (refusal && (nested || spec)) { /* other files are passed over */
            excerpt_message(&t->err, folder, 0, refusal);
            t->broken = true;
        } else if (spec && path_leads_out(folder, path)) {
            excerpt_message(&t->err, path, 0, LEADS_OUT);
            t->broken = true;
        } else if (nested)
            run_folder(t, path);
        else if (spec)
            run_file(t, strncmp(path, "./", 2) == 0 ? path + 2 : path);
        free(entries[i]);
    }
    free(entries);
}

/* Runs a folder, a spec, or one that is named without its ending: `house` for house.spec.lua. */
static void run_path(TestRun *t, const char *path)
{
    AutoString *named = formatted("%s.spec.lua", path);
    bool is_missing = access(path, F_OK) != 0, is_hidden = is_missing && errno == EACCES;
    bool is_named = is_missing && !strchr(path, '.');
    if (path_is_folder(path))
        run_folder(t, path);
    else if (is_hidden) {
        excerpt_message(&t->err, path, 0, strerror(EACCES));
        t->broken = true;
    } else if (!is_named || access(named, F_OK) == 0)
        run_file(t, is_named ? named : path);
    else {
        clean_printf(stderr, "there is no file %s; to check the rules, type: sconce check %s\n",
                     named, path);
        t->files++;
        t->broken = true;
    }
}

/* paths: files and folders, ended by NULL; none stands for this folder. */
static int run_all(char **paths, bool covers)
{
    TestRun t = {.err = style_on(stderr),
                 .told = must_have(json_object()),
                 .same = must_have(json_object()),
                 .covers = {must_have(json_object()), must_have(json_object())}};
    if (!*paths) run_folder(&t, ".");
    for (char **path = paths; *path; path++) run_path(&t, *path);
    if (t.files == 0 && !t.broken)
        fprintf(stderr, "no spec was found here; name spec files NAME.spec.lua\n");
    if (covers) covers_write(&t.covers, stdout);
    json_decref(t.covers.books);
    json_decref(t.covers.rules);
    json_decref(t.told);
    json_decref(t.same);
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
