/* `sconce test`: finds spec files, runs them, says what failed and where. */
#include "cli/commands/command.h"
#include "cli/commands/covers.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

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
        excerpt_message(&t->err, file, line, "error", text, true);
        free(text);
    }
    if (json_array_size(failures) == 0)
        excerpt_message(&t->err, file, (int)field_int(test, "line", 0), "error",
                        field_text(test, "name"), true);
}

static void note_covers(Testing *t, const char *file, const json_t *test, bool passed)
{
    const json_t *covers = field_list(test, "covers"), *id;
    size_t i;
    json_array_foreach (covers, i, id) {
        char text[100];
        if (covers_mark(&t->covers, name_of(id), passed, field_true(test, "example"))) continue;
        snprintf(text, sizeof text, "there is no rule '%.40s'", name_of(id));
        excerpt_message(&t->err, file, (int)field_int(test, "line", 0), "error", text, true);
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
    json_t *spec = fields_read(json);
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

static int shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void run_folder(Testing *t, const char *folder)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, shown, alphasort);
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
    covers_free(&t.covers);
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
