/* `sconce rules`: lists rulesets, what one holds, and what house rules change in it. */
#include "cli/commands/command.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/screen.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <stdlib.h>

enum { NAME_ROOM = 22 }; /* columns of a ruleset's name */

/* --- the rulesets -------------------------------------------------------------- */

/* Writes a line for each ruleset or part of a list, below a heading, which may be NULL. */
static void write_found(const char *json, const char *heading)
{
    TerminalStyle out = style_on(stdout);
    json_auto_t *all = parse_json(json);
    if (heading && json_array_size(all) > 0) printf("%s\n", heading);
    json_each (one, all) {
        const char *line = field_text(one, "line");
        StyledText t = {0};
        styled_tinted(&t, STRONG, "%s", name_of(one));
        int blanks = t.columns < NAME_ROOM ? NAME_ROOM - t.columns : 0;
        if (*line) styled_put(&t, "%*s  %s", blanks, "", line);
        style_write(&out, &t, 0, 4);
    }
}

static int list_rulesets(bool as_json)
{
    SconceError error = {0};
    AutoAnswer *rulesets = sconce_rulesets(NULL, &error), *parts = sconce_parts(NULL, &error);
    if (!rulesets || !parts) return command_failed(&error);
    if (as_json) {
        printf("{\"rulesets\":%s,\"parts\":%s}\n", rulesets, parts);
        return EXIT_FINE;
    }
    write_found(rulesets, NULL);
    write_found(parts, "Parts, for include \"NAME\":");
    return EXIT_FINE;
}

bool rules_show_part(const char *name)
{
    AutoAnswer *json = sconce_parts(NULL, NULL);
    json_auto_t *parts = json ? parse_json(json) : NULL;
    json_each (part, parts) {
        if (!field_is(part, "name", name)) continue;
        clean_printf(stdout, "%s\ninclude \"%s\" in a ruleset adds it.  Its file: %s\n",
                     field_text(part, "about"), name, field_text(part, "path"));
        return true;
    }
    return false;
}

/* --- the command ---------------------------------------------------------------- */

static int report_unknown(const json_t *found, const char *word)
{
    const char *near = field_text(found, "nearest");
    fflush(stdout);
    clean_printf(stderr, "these rules have nothing named '%s'; %s%s%s\n", word,
                 *near ? "did you mean '" : "without a word they are listed", near,
                 *near ? "'?" : "");
    return EXIT_WRONG;
}

static int show_table(SconceOptions *o, const char *word, bool changes, bool as_json)
{
    SconceError error = {0};
    AutoAnswer *json = sconce_rules(o, word, changes, &error);
    if (!json && !word && !as_json && rules_show_part(o->table)) return EXIT_FINE;
    if (!json && as_json) programs_write_error(&error);
    if (!json) return command_failed(&error);
    json_auto_t *found = parse_json(json);
    bool loaded = field_true(found, "loaded"),
         unknown = loaded && word && !changes && !field_true(found, "found");
    Screen screen = screen_new();
    if (as_json) {
        puts(json);
        return loaded && !unknown ? EXIT_FINE : EXIT_WRONG;
    }
    if (loaded) screen_write(&screen, field_list(found, "lines"));
    if (unknown) return report_unknown(found, word);
    json_each (problem, loaded ? NULL : field_list(found, "problems"))
        if (field_is(problem, "grade", "error")) excerpt_problem(&screen.err, problem);
    return loaded ? EXIT_FINE : EXIT_WRONG;
}

static int rules_command(int argc, char **argv)
{
    Words houses = {0};
    bool changes = false, as_json = false;
    const Option options[] = {{"changes", OPTION_SWITCH, &changes, NULL},
                              {"house", OPTION_FILES, &houses, NULL},
                              {"json", OPTION_SWITCH, &as_json, NULL},
                              {0}};
    int status;
    if (options_read(&command_rules, argc, argv, options, 0, 2, &status)) {
        SconceOptions o = {.read_only = true, .houses = houses.at, .house_count = houses.n};
        o.table = argv[1];
        if (!o.table && (changes || houses.n > 0))
            status = command_misused(&command_rules, "%s of which table?",
                                     changes ? "--changes" : "--house");
        else if (!o.table)
            status = list_rulesets(as_json);
        else
            status = show_table(&o, argv[2], changes, as_json);
    }
    words_free(&houses);
    return status;
}

const Command command_rules = {
    "rules",
    "[TABLE] [WORD] [--changes] [--house FILE]… [--json]",
    "what rulesets there are, and what is in them",
    "Alone: the rulesets and the parts.  With a part: what it gives, and what it wants.\n"
    "With a table: its chain of files and all that is in it;\n"
    "with a word (torch, light.torch.lasts, chart.hazard.free, rule.burn): where it was made,\n"
    "what each file made of it, old values first.\n"
    "  --changes      what the house files change, file by file, old and new side by side\n"
    "  --house FILE   a house-rule file on top; may be said again\n"
    "  --json         as one JSON object, for programs: see sconce_rules in sconce.h",
    rules_command,
};
