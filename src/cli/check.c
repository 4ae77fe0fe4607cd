/* `sconce check`: every mistake in a chain of files, at the author's line. */
#include "cli/excerpt.h"
#include "cli/fields.h"
#include "cli/options.h"

#include <string.h>

enum { DRY_RUNS = 30 }; /* plays at random, after everything static */

typedef struct {
    Ink err;
    json_t *told; /* problems already shown: files may extend the same one */
    size_t errors, warnings;
} Checking;

static bool told_before(Checking *c, const json_t *problem)
{
    const json_t *old;
    size_t i;
    json_array_foreach (c->told, i, old)
        if (json_equal(old, problem)) return true;
    json_array_append(c->told, (json_t *)(uintptr_t)problem);
    return false;
}

static void tell(Checking *c, const json_t *problem)
{
    const char *grade = field_text(problem, "grade");
    if (told_before(c, problem)) return;
    if (strcmp(grade, "warning") == 0)
        c->warnings++;
    else if (strcmp(grade, "note") != 0)
        c->errors++;
    excerpt_message(&c->err, field_text(problem, "file"), (int)field_int(problem, "line", 0), grade,
                    field_text(problem, "text"), true);
}

static void check_file(Checking *c, const char *file)
{
    SconceError error = {0};
    SconceOptions o = {.dry_runs = DRY_RUNS, .table = file};
    char *json = sconce_check(&o, &error);
    if (!json) {
        command_failed(&error);
        c->errors++;
        return;
    }
    json_t *found = fields_read(json);
    const json_t *problems = field_list(found, "problems"), *problem;
    size_t i;
    json_array_foreach (problems, i, problem)
        tell(c, problem);
    if (!field_true(found, "loaded") && json_array_size(problems) == 0) {
        fprintf(c->err.to, "%s: it does not load\n", file);
        c->errors++;
    }
    json_decref(found);
    sconce_free(json);
}

static void sum_up(const Checking *c, size_t files)
{
    const char *s = files == 1 ? "" : "s";
    if (c->errors)
        fprintf(c->err.to, "%zu mistake%s in %zu file%s\n", c->errors, c->errors == 1 ? "" : "s",
                files, s);
    else
        printf("%zu file%s, no mistakes%s\n", files, s, c->warnings ? ", but see above" : "");
}

static int check_command(int argc, char **argv)
{
    Words files = {0};
    const Option options[] = {{0}};
    int status;
    if (options_read(&command_check, argc, argv, options, &files, 1, (size_t)argc, &status)) {
        Checking c = {.err = ink_on(stderr), .told = must_have(json_array())};
        for (size_t i = 0; i < files.n; i++)
            check_file(&c, files.at[i]);
        sum_up(&c, files.n);
        json_decref(c.told);
        status = c.errors ? EXIT_WRONG : EXIT_FINE;
    }
    words_free(&files);
    return status;
}

const Command command_check = {
    "check",
    "FILE…",
    "every mistake in rule files, at its line",
    "Reads each file with all that it extends, reports every mistake as file:line: message,\n"
    "then tries all actions under many seeds.  Ends with 1 if there was a mistake.",
    check_command,
};
