/* `sconce check`: reports every mistake in rule files, at the author's line. */
#include "cli/commands/command.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/paths.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --fix: a mistake may hide the next one, but hardly twenty deep.  A round makes the changes of one
 * check of each file: at most a hundred (MAX_PROBLEMS in lua/author/messages.lua). */
enum { FIX_ROUNDS = 20 };
/* --fix: maximum number of proofs (is_proved).  Each checks a file twice, with dry runs; all
 * together take a minute where play is slow. */
enum { PROOFS = 200 };
/* Lines of a dry run, as many as in lsp/server.c: they take some tenths of a second. */
enum { DRY_RUNS = 1200 };
enum { DICE_SHOWN = 4000 }; /* the most bytes of dice in a command to paste; any number would do */

/* The results of one run of `sconce check` so far. */
typedef struct {
    TerminalStyle err;
    json_t *shown;     /* keys of problems already shown: many files may extend the one at fault */
    json_t *array;     /* what --json prints; NULL without it */
    json_t *kinds;     /* the names of the messages shown, as keys */
    bool fixing;       /* --fix: nothing is reported yet, and changes are collected */
    char **names;      /* the files and folders that the user named: no others are changed */
    const char *table; /* what is being checked; NULL for a spec or a policy */
    Fixes fixes;
    size_t files, errors, warnings;
} CheckReport;

/* --- one problem -------------------------------------------------------------- */

static char *mistake_key(const char *file, int64_t line, const char *text)
{
    return formatted("%s:%" PRId64 ":%s", file, line, text);
}

/* True when the problem was shown before; marks it as shown.  A mistake found in play is known by
 * its place alone, since another chain may come to it by other typed lines. */
static bool is_repeated(CheckReport *c, const json_t *problem)
{
    bool tried = json_object_get(problem, "tried") != NULL;
    AutoString *key = mistake_key(field_text(problem, "file"), field_int(problem, "line", 0),
                                  tried ? "" : field_text(problem, "text"));
    bool before = json_object_get(c->shown, key) != NULL;
    json_object_set_new(c->shown, key, json_true());
    return before;
}

/* Writes how to repeat a mistake: a command line and what to type then, ready to paste. */
static void write_steps(const TerminalStyle *style, const json_t *heads, const json_t *tried)
{
    StyledText t = {0};
    const char *dice = field_text(tried, "dice");
    styled_put(&t, "it comes with:\n  sconce play");
    json_each (head, heads) { /* the table first, then the house files on top of it */
        if (head_at > 0) styled_put(&t, " --house");
        command_put_word(&t, name_of(head));
    }
    styled_put(&t, " --seed");
    command_put_word(&t, field_text(tried, "seed"));
    bool many = strlen(dice) > DICE_SHOWN;
    if (*dice && !many) styled_put(&t, " --dice \"%s\"", dice);
    /* without a terminal, questions would else take their defaults */
    if (field_true(tried, "asks")) styled_put(&t, " --answers ask");
    json_each (line, field_list(tried, "lines")) styled_put(&t, "\n  %s", name_of(line));
    if (many) styled_put(&t, "\n(and with thousands of dice; check --json has them)");
    style_write_line(style, &t);
}

/* Adds a problem to the array that --json prints. */
static void add_to_array(CheckReport *c, const json_t *problem, const char *grade)
{
    static const char *const more[] = {"name", "sentence", "cure", "edit", "tried"};
    json_t *o = must_have(
        json_pack("{s:s, s:I, s:I, s:I, s:s, s:s}", "file", field_text(problem, "file"), "line",
                  field_int(problem, "line", 0), "column", field_int(problem, "column", 1),
                  "end_column", field_int(problem, "end_column", 1), "severity", grade, "message",
                  field_text(problem, "text")));
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        json_t *value = json_object_get(problem, more[i]);
        if (value) json_object_set(o, more[i], value);
    }
    json_array_append_new(c->array, o);
}

/* True for a file that the user named, or that stands in a folder that the user named. */
static bool is_named(const CheckReport *c, const char *file)
{
    for (char **name = c->names; *name; name++) {
        size_t n = strlen(*name);
        while (n > 1 && (*name)[n - 1] == '/') n--;
        /* the file's name within that folder; NULL: it is not below it */
        const char *in = strncmp(file, *name, n) == 0 && file[n] == '/' ? file + n + 1 : NULL;
        if (n == 1 && **name == '.') in = file; /* check_folder leaves out "./" */
        if (strcmp(file, *name) == 0 || (in && path_is_folder(*name) && !strchr(in, '/')))
            return true;
    }
    return false;
}

/* Reports a problem once.  heads: the files of its chain, to repeat it; may be NULL. */
static void report_problem(CheckReport *c, const json_t *problem, const json_t *heads)
{
    const char *grade = field_text(problem, "grade");
    const json_t *tried = json_object_get(problem, "tried");
    if (is_repeated(c, problem)) return;
    if (c->fixing) {
        const json_t *edit = json_object_get(problem, "edit");
        const char *file = field_text(problem, "file");
        if (edit && strcmp(grade, "note") != 0 && is_named(c, file))
            fixes_add(&c->fixes, c->table, problem);
        return;
    }
    if (strcmp(grade, "warning") == 0)
        c->warnings++;
    else if (strcmp(grade, "note") != 0)
        c->errors++;
    if (c->array) {
        add_to_array(c, problem, grade);
        return;
    }
    const char *name = field_text(problem, "name");
    /* "other": --explain says no more of such a message */
    if (*name && strcmp(name, "other") != 0 && strcmp(grade, "error") == 0)
        json_object_set_new(c->kinds, name, json_true());
    excerpt_problem(&c->err, problem);
    if (tried) write_steps(&c->err, heads, tried);
}

/* Reports an error that has no other place than its file and line. */
static void report_sentence(CheckReport *c, const char *file, int line, const char *text)
{
    const char *kind = strstr(text, "UTF-8")  ? "not-utf8"
                       : strstr(text, "spec") ? "spec-file"
                                              : "unknown-file";
    json_auto_t *o = must_have(json_pack(
        "{s:o, s:i, s:s, s:o, s:s, s:o}", "file", json_of_bytes(file), "line", line, "grade",
        "error", "text", json_of_bytes(text), "name", kind, "sentence", json_of_bytes(text)));
    report_problem(c, o, NULL);
}

/* Reports the problems of an answer of the library, or why there is none. */
static void report_answer(CheckReport *c, const char *name, char *json, SconceError *error)
{
    c->files++;
    if (!json) {
        report_sentence(c, error->file[0] ? error->file : name, error->line, error->text);
        sconce_free(error->all);
        return;
    }
    json_auto_t *found = parse_json(json);
    json_each (problem, field_list(found, "problems"))
        report_problem(c, problem, field_list(found, "heads"));
    sconce_free(json);
}

/* Checks a table folder; its problems are reported as the table's. */
static void check_table(CheckReport *c, const char *table)
{
    SconceError error = {0};
    SconceOptions o = {.dry_runs = DRY_RUNS, .table = table};
    c->table = table;
    report_answer(c, table, sconce_check(&o, &error), &error);
    c->table = NULL;
}

/* --- files and folders ----------------------------------------------------------- */

static bool is_party_file(const char *path)
{
    return strcmp(base_of(path), "party.lua") == 0;
}

/* True for a policy: a file that returns something; or one with a function `line`, and neither
 * `extends` nor `ruleset`, whose `return` may have been forgotten. */
static bool is_policy(const char *path)
{
    FILE *f = open_rule_file(path);
    AutoString *line = NULL;
    size_t room = 0;
    bool returns = false, chooses = false, rules = false;
    while (f && getline(&line, &room, f) >= 0) {
        const char *text = line + strspn(line, " \t");
        returns |= strncmp(line, "return ", 7) == 0;
        chooses |= strncmp(line, "local function line(", 20) == 0 ||
                   strncmp(line, "function rule.line(", 19) == 0;
        rules |= strncmp(text, "extends", 7) == 0 || strncmp(text, "ruleset", 7) == 0;
    }
    if (f) fclose(f);
    return returns || (chooses && !rules);
}

/* Runs the tests of a spec; those that fail are mistakes. */
static void check_spec(CheckReport *c, const char *name)
{
    SconceError error = {0};
    char *json = sconce_test(name, NULL, &error);
    json_auto_t *spec = parse_json(json);
    json_each (problem, field_list(spec, "problems")) report_problem(c, problem, NULL);
    json_each (test, field_list(spec, "tests"))
        json_each (failure, field_list(test, "failures")) {
            json_auto_t *o = must_have(json_deep_copy(failure));
            const json_t *rules = json_object_get(failure, "rules");
            json_object_set_new(o, "grade", json_string("error"));
            if (rules) /* the mistake is in the rules that the spec tests, with file and line */
                json_object_update(o, (json_t *)rules);
            else
                json_object_set_new(o, "file", json_of_bytes(name));
            report_problem(c, o, NULL);
        }
    if (!json) report_answer(c, name, NULL, &error);
    if (json) c->files++;
    sconce_free(json);
}

static void check_file(CheckReport *c, const char *name)
{
    SconceError error = {0};
    if (path_ends_in(name, ".spec.lua"))
        check_spec(c, name);
    else if (is_party_file(name)) { /* is checked with its campaign */
        int n = (int)(base_of(name) - name);
        AutoString *folder = n > 0 ? formatted("%.*s", n - 1, name) : must_have(strdup("."));
        check_table(c, folder);
    } else if (path_ends_in(name, ".lua") && is_policy(name))
        report_answer(c, name, sconce_check_policy(name, NULL, &error), &error);
    else
        check_table(c, name);
}

static int is_rule_file(const struct dirent *e)
{
    return e->d_name[0] != '.' && path_ends_in(e->d_name, ".lua") &&
           !path_ends_in(e->d_name, ".spec.lua") && !is_party_file(e->d_name);
}

/* Checks a campaign as one chain, or each rule file of another folder. */
static void check_folder(CheckReport *c, const char *folder)
{
    struct dirent **list = NULL;
    if (folder_has(folder, "journal.db") || folder_has(folder, "party.lua")) {
        check_table(c, folder);
        return;
    }
    int n = scandir(folder, &list, is_rule_file, alphasort);
    if (n < 0) report_sentence(c, folder, 0, strerror(errno));
    if (n == 0) report_sentence(c, folder, 0, "there are no rule files in this folder");
    for (int i = 0; i < n; i++) {
        size_t end = strlen(folder);
        bool here = strcmp(folder, ".") == 0 || strcmp(folder, "./") == 0;
        const char *slash = here || (end > 0 && folder[end - 1] == '/') ? "" : "/";
        const char *refusal = path_refusal(list[i]->d_name);
        AutoString *path = formatted("%s%s%s", here ? "" : folder, slash, list[i]->d_name);
        if (refusal)
            report_sentence(c, folder, 0, refusal);
        else if (path_leads_out(folder, path)) {
            report_sentence(c, path, 0, LEADS_OUT);
            c->files++;
        } else
            check_file(c, path);
        free(list[i]);
    }
    free(list);
}

/* --- the command -------------------------------------------------------------- */

/* Writes where more can be read about the mistakes that were shown. */
static void write_kinds(const CheckReport *c)
{
    const char *name, *before = "";
    const json_t *value;
    size_t n = json_object_size(c->kinds);
    if (n == 0) return;
    fprintf(c->err.to, "more: sconce check --explain %s", n > 1 ? "NAME, of " : "");
    json_object_foreach (c->kinds, name, value) {
        clean_printf(c->err.to, "%s%s", before, name);
        before = ", ";
    }
    putc('\n', c->err.to);
}

static void write_summary(const CheckReport *c)
{
    const char *s = c->files == 1 ? "" : "s";
    if (c->errors && c->files)
        fprintf(c->err.to, "%zu mistake%s in %zu file%s\n", c->errors, c->errors == 1 ? "" : "s",
                c->files, s);
    else if (c->files)
        printf("%zu file%s, no mistakes%s\n", c->files, s, c->warnings ? ", but see above" : "");
}

/* Writes what the library says of a message with this short name. */
static int explain_message(const char *name)
{
    AutoAnswer *text = sconce_message(name);
    if (!text) {
        clean_printf(stderr, "there is no message '%s'; check --json gives the name of each\n",
                     name);
        return EXIT_WRONG;
    }
    TerminalStyle out = style_on(stdout);
    style_write_lines(&out, text, 0);
    return EXIT_FINE;
}

static void check_all(CheckReport *c)
{
    json_decref(c->shown);
    c->shown = must_have(json_object());
    c->files = c->errors = c->warnings = 0;
    for (char **name = c->names; *name; name++) {
        if (path_is_folder(*name))
            check_folder(c, *name);
        else
            check_file(c, *name);
    }
}

/* Adds to `found` the mistakes in a file that an answer of sconce_draft_check or _try tells of: the
 * line of each, under its key (mistake_key, without a file).  Notes are no mistakes.  Of both files
 * only the last part of the path is compared. */
static void add_mistakes(json_t *found, const char *file, const char *answer)
{
    json_auto_t *all = answer ? parse_json(answer) : NULL;
    json_each (problem, field_list(all, "problems")) {
        int64_t line = field_int(problem, "line", 0);
        AutoString *key = mistake_key("", line, field_text(problem, "text"));
        if (!field_is(problem, "grade", "note") &&
            strcmp(base_of(field_text(problem, "file")), base_of(file)) == 0)
            json_object_set_new(found, key, json_integer(line));
    }
}

/* The mistakes in a file of a table while it holds this text, as add_mistakes puts them. */
static json_t *mistakes_with(const char *table, const char *file, const char *text)
{
    SconceOptions o = {.table = table};
    SconceDraft *d = sconce_draft_open(&o, NULL, 0, NULL);
    json_t *found = must_have(json_object());
    if (d && sconce_draft_edit(d, file, text, strlen(text))) {
        add_mistakes(found, file, sconce_draft_check(d));
        char *tried = sconce_draft_try(d, DRY_RUNS);
        add_mistakes(found, file, tried);
        sconce_free(tried);
    }
    sconce_draft_close(d);
    return found;
}

/* The line on which the statement that holds a line begins: the nearest above, or the line itself,
 * that is not indented and does not close a block. */
static int64_t statement_line(const char *text, int64_t line)
{
    int64_t at = 1, found = 1;
    for (const char *p = text; p && at <= line; at++) {
        if (!strchr(" \t\r\n})", *p)) found = at;
        p = strchr(p, '\n');
        if (p) p++;
    }
    return found;
}

/* True when a new mistake, on line `at`, may have been hidden by the one that this change removes:
 * it stands further down; or, when Lua could not read the file before ("compiled"), above the
 * statement that was changed.  after: the file's text with the change. */
static bool may_have_hidden(const json_t *fix, const char *after, int64_t at)
{
    int64_t line = field_int(fix, "line", 0);
    return at > line || (field_true(fix, "compiled") && at < statement_line(after, line));
}

/* True when changes to a file remove their mistakes and bring none that was not hidden. */
static bool is_proved(const json_t *fixes, const char *before, const char *after)
{
    const json_t *first = json_array_get(fixes, 0), *at;
    const char *table = field_text(first, "table"), *file = field_text(first, "file"), *key;
    if (!*table) return true; /* a spec or a policy: no table can check it */
    json_auto_t *were = mistakes_with(table, file, before),
                *are = mistakes_with(table, file, after);
    bool proved = true;
    json_each (fix, fixes) {
        AutoString *told = mistake_key("", field_int(fix, "line", 0), field_text(fix, "told"));
        if (json_object_get(are, told)) proved = false;
        json_object_foreach (are, key, at) {
            bool is_new = !json_object_get(were, key);
            if (is_new && !may_have_hidden(fix, after, json_integer_value(at))) proved = false;
        }
    }
    return proved;
}

/* Makes the changes that are certain and that prove right (is_proved).  A mistake may hide others,
 * so it looks again after each round.  Returns whether any change was certain. */
static bool fix_all(CheckReport *c)
{
    bool wrote = true, any = false;
    int proofs = PROOFS;
    c->fixing = true;
    for (int i = 0; i < FIX_ROUNDS && wrote; i++) {
        check_all(c);
        fixes_prove(&c->fixes, is_proved, &proofs);
        if (json_array_size(c->fixes.edits) > 0) any = true;
        wrote = fixes_apply(&c->err, &c->fixes);
        fixes_free(&c->fixes);
    }
    if (wrote || proofs == 0) /* the rounds or the proofs were used up */
        fprintf(c->err.to, "There may be more to change; run it once more.\n");
    c->fixing = false;
    return any;
}

static int check_command(int argc, char **argv)
{
    bool as_json = false, fix = false;
    const char *explain = NULL;
    const Option options[] = {{"json", OPTION_SWITCH, &as_json, NULL},
                              {"fix", OPTION_SWITCH, &fix, NULL},
                              {"explain", OPTION_TEXT, &explain, NULL},
                              {0}};
    int status;
    if (!options_read(&command_check, argc, argv, options, 0, argc, &status)) return status;
    if (explain) return explain_message(explain);
    if (!argv[1]) return command_lacks(&command_check, "FILE");
    CheckReport c = {.err = style_on(stderr), .names = argv + 1, .kinds = must_have(json_object())};
    bool any_certain = !fix || fix_all(&c);
    if (as_json) c.array = must_have(json_array());
    check_all(&c);
    if (as_json) {
        print_json(c.array);
    } else {
        write_summary(&c);
        write_kinds(&c);
    }
    if (!any_certain && c.errors + c.warnings)
        fprintf(c.err.to, "Nothing was written: no change here is certain.\n");
    json_decref(c.kinds);
    json_decref(c.array);
    json_decref(c.shown);
    return c.errors ? EXIT_WRONG : EXIT_FINE;
}

const Command command_check = {
    "check",
    "FILE…|FOLDER… [--fix] [--json] | --explain NAME",
    "every mistake in rule files, at its line",
    "Reads each file with all that it extends and reports every mistake as file:line: message;\n"
    "then tries what the rules offer, with many dice and answers.  What only shows in play comes\n"
    "with the lines and dice that show it.  FILE may be a ruleset's name; FOLDER is a campaign, "
    "or\n"
    "holds rule files.  A spec is run, a policy read, party.lua read with its campaign.  A "
    "warning\n"
    "is no mistake.  Ends with 1 if there was a mistake.\n"
    "--fix shows the changes that are certain, in the files and folders named; asks, at a "
    "terminal;\n"
    "writes them, and checks again: a hundred changes at a time, and twenty times at most.\n"
    "--explain NAME says more about a kind of message, with an example; a check names the kinds.\n"
    "--json prints one array, for editors:\n"
    "  [{\"file\":\"house.lua\",\"line\":3,\"column\":7,\"end_column\":12,\"severity\":\"error\","
    "\"message\":\"…\"},…]\n"
    "severity is error, warning or note; line 0 is the whole file; columns are characters,\n"
    "from 1, end_column the one behind the last.  More keys: name, the kind of mistake;\n"
    "sentence and cure, the message in two; edit, what puts it right, where that is certain:\n"
    "{\"line\",\"column\",\"end_column\",\"was\",\"text\"}, and \"compiled\":true if Lua can\n"
    "read the line only with it.  What only shows in play has \"tried\" as well:\n"
    "  {\"seed\":\"1\",\"dice\":\"d6:3 d20:12\",\"lines\":[\"search\",\"no\"],\"asks\":true}",
    check_command,
};
