/* `sconce new`: makes a campaign folder; at a terminal it asks for the ruleset and the party. */
#include "cli/commands/command.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/line.h"
#include "cli/term/paths.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes where the ruleset's file was copied to.  A ruleset found by its name is not copied. */
static void write_copied(const char *folder, const char *ruleset)
{
    const char *base = base_of(ruleset);
    const char *ending = path_ends_in(base, ".lua") ? "" : ".lua";
    AutoString *path = formatted("%s/%s%s", folder, base, ending);
    if (access(path, F_OK) == 0)
        clean_printf(stdout, "  %s   the rules themselves, copied from %s%s\n", path, ruleset,
                     ending);
}

/* --- asked at a terminal -------------------------------------------------------------------- */

/* Prints lines, which a narrow terminal breaks at blanks. */
static void tell(const char *text)
{
    TerminalStyle out = style_on(stdout);
    style_write_lines(&out, text, 0);
}

/* Returns the next line, without its line break; the caller frees it.  NULL at the end. */
static char *read_line(const char *prompt)
{
    char *line = NULL;
    size_t room = 0;
    fputs(prompt, stdout);
    fflush(stdout);
    if (line_get(&line, &room)) return line;
    free(line);
    return NULL;
}

/* Lists the rulesets with numbers, and returns them. */
static json_t *show_rulesets(void)
{
    AutoAnswer *list = sconce_rulesets(NULL, NULL);
    json_t *rulesets = json_loads(list ? list : "[]", 0, NULL);
    TerminalStyle out = style_on(stdout);
    json_each (one, rulesets) {
        StyledText t = {0};
        styled_put(&t, "  %zu  %-20s %s", one_at + 1, field_text(one, "name"),
                   field_text(one, "line"));
        style_write(&out, &t, 0, 25);
    }
    return rulesets;
}

/* Replaces the number of a listed ruleset by its name, and frees `typed`; else returns that. */
static char *name_of_number(char *typed, const json_t *rulesets)
{
    char *end;
    size_t n = strtoul(typed, &end, 10);
    const json_t *chosen = !*end && n > 0 ? json_array_get(rulesets, n - 1) : NULL;
    if (!chosen) return typed;
    free(typed);
    return must_have(strdup(field_text(chosen, "name")));
}

/* Checks a ruleset.  The caller frees the answer.  NULL: there is none of that name. */
static char *checked(const char *ruleset, SconceError *error)
{
    return sconce_check(&(SconceOptions){.table = ruleset, .read_only = true}, error);
}

/* True if the ruleset can be played; else it says why not. */
static bool can_be_played(const char *ruleset)
{
    SconceError error = {0};
    AutoAnswer *json = checked(ruleset, &error);
    json_auto_t *found = json ? parse_json(json) : NULL;
    bool loaded = found && field_true(found, "loaded");
    if (!json)
        command_failed(&error);
    else if (!loaded)
        clean_printf(stderr, "%s has mistakes; 'sconce check %s' shows them\n", ruleset, ruleset);
    return loaded;
}

/* Asks for a ruleset until one can be played; the caller frees its name.  NULL: nothing typed. */
static char *ask_ruleset(void)
{
    json_auto_t *rulesets = show_rulesets();
    char *typed;
    while ((typed = read_line("Which ruleset? (number, name or .lua file) ")) && *typed) {
        typed = name_of_number(typed, rulesets);
        if (can_be_played(typed)) break;
        free(typed);
    }
    if (typed && *typed) return typed;
    free(typed);
    return NULL;
}

/* --- who plays --- */

static const char party_head[] =
    "-- party.lua -- the party in marching order; read once, when play starts.\n";

/* True if a text is a number, as 6, -1 or +2. */
static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return *text && !*end && strpbrk(text, "0123456789"); /* strtod also takes inf and nan */
}

/* Writes a field of a member: hp=6 as hp = 6, con=+1 as con = 1, armour as armour = true.  A value
 * that is not a number and neither true nor false is quoted. */
static void write_value(FILE *to, int n, const char *field, const char *value)
{
    bool number = is_number(value);
    bool bare = number || strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
    fprintf(to, bare ? " %.*s = %s," : " %.*s = \"%s\",", n, field,
            value + (number && *value == '+'));
}

/* True if the word is a field, as hp=6 or armour. */
static bool is_field(const char *word)
{
    size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return n > 0 && !isdigit((unsigned char)*word) && (!word[n] || (word[n] == '=' && word[n + 1]));
}

/* Returns the end of a name that stands without quotes: its first word and those behind it that
 * begin with a capital and are no field, as in Old Tom hp=4. */
static char *name_end(char *name)
{
    char *end = name + strcspn(name, " \t");
    for (char *next; isupper((unsigned char)*(next = end + strspn(end, " \t")));) {
        size_t n = strcspn(next, " \t");
        if (memchr(next, '=', n)) break;
        end = next + n;
    }
    return end;
}

/* Cuts the name, maybe in quotes, off *line, of which the rest stays.  NULL: there is none. */
static char *cut_name(char **line)
{
    *line += strspn(*line, " \t");
    bool quoted = **line == '"';
    char *name = *line + quoted, *end = quoted ? strchr(name, '"') : name_end(name);
    if (!end || end == name) return NULL;
    *line = end + (*end != 0);
    *end = 0;
    return name;
}

/* Writes the fields of a member, words as hp=6, "hp 6" or armour.  False, with a sentence to the
 * user, when one cannot be read so. */
static bool write_fields(FILE *to, char *line)
{
    char *word = strtok_r(NULL, " \t", &line);
    while (word) {
        char *next = strtok_r(NULL, " \t", &line), *equals = strchr(word, '=');
        bool pair = !equals && next && is_number(next);
        if (!is_field(word) || strchr(word, '"')) { /* " would end the quotes of write_value */
            clean_printf(stdout, "'%s' is not understood; write hp=4 or hp 4.\n", word);
            return false;
        }
        int n = (int)strcspn(word, "=");
        write_value(to, n, word, pair ? next : equals ? equals + 1 : "true");
        word = pair ? strtok_r(NULL, " \t", &line) : next;
    }
    return true;
}

/* Writes "Bram con=1 hp=6" as member "Bram" { con = 1, hp = 6, }.  False, with a sentence to the
 * user, when the line cannot be read so. */
static bool write_member(FILE *to, char *line)
{
    const char *name = strpbrk(line, ";\\") ? NULL : cut_name(&line);
    bool letter = name && (isalpha((unsigned char)*name) || (unsigned char)*name >= 0x80);
    if (!letter || strpbrk(name, "=:+\"")) {
        tell("Begin with a name, as in: Bram con=1 hp=6, or \"Old Tom\" hp=4, Pike hp=5.");
        return false;
    }
    fprintf(to, "member \"%s\" {", name);
    bool fine = write_fields(to, line);
    fputs(" }\n", to);
    return fine;
}

/* Reads a line of members with commas between them.  Returns the text of party.lua that makes them,
 * which the caller frees.  NULL: the line names none, or one of them cannot be read. */
static char *members_of(char *line)
{
    char *all = NULL, *one;
    size_t size = 0;
    bool fine = true;
    FILE *to = must_have(open_memstream(&all, &size));
    while (fine && (one = strtok_r(NULL, ",", &line)))
        if (one[strspn(one, " \t")]) fine = write_member(to, one);
    fclose(to);
    if (fine && size > 0) return all;
    free(all);
    return NULL;
}

/* Loads the new campaign, to report mistakes in the party before play. */
static bool can_play(const char *folder)
{
    SconceError error = {0};
    SconceOptions o = {.table = folder, .read_only = true, .unplayed = true};
    Sconce *s = sconce_open(&o, &error);
    if (!s) command_failed(&error);
    sconce_close(s);
    return s != NULL;
}

/* Asks for members, in marching order, and writes them into party.lua in place of the example.  A
 * line with which the campaign does not load is taken out, and the mistake told.  Returns whether
 * anybody was named. */
static bool ask_party(const char *folder)
{
    /* kept: the text of party.lua with which the campaign loads, at first the example */
    AutoString *path = formatted("%s/party.lua", folder), *kept = read_file(path), *line = NULL;
    bool named = false;
    tell("Who plays? A line each, in marching order, such as: Bram hp=6 holds=torch\n"
         "An empty line ends.");
    const char *numbers = kept ? strstr(kept, "Each member") : NULL;
    AutoString *told = numbers ? strndup(numbers, strcspn(numbers, "\n")) : NULL;
    if (told) tell(told);
    for (; (line = read_line("Who? ")) && *line; free(line)) {
        if (strcmp(line, "?") == 0) {
            tell("A name and what is known of it: Old Tom hp=6, Pike hp 4. Enter ends.");
            continue;
        }
        AutoString *more = members_of(line);
        if (!more) continue;
        char *with = formatted("%s%s", named ? kept : party_head, more);
        bool fine = replace_file(path, with) && can_play(folder);
        if (!fine && !(kept && replace_file(path, kept)))
            clean_printf(stderr, "%s cannot be written\n", path);
        named = named || fine;
        free(fine ? kept : with);
        if (fine) kept = with;
    }
    return named;
}

/* Makes the folder.  Ctrl-C, or another end, waits until it is complete or removed. */
static bool make_folder(const char *folder, const char *ruleset, const char *seed,
                        SconceError *error)
{
    sigset_t ends, before;
    sigemptyset(&ends);
    for (const int *s = (int[]){SIGINT, SIGTERM, SIGHUP, 0}; *s; s++) sigaddset(&ends, *s);
    sigprocmask(SIG_BLOCK, &ends, &before);
    bool made = sconce_create_seeded(folder, ruleset, NULL, NULL, seed, error);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return made;
}

/* Makes the folder; at a terminal it then asks who plays, so that a name which is taken is refused
 * before anything is typed.  seed: NULL: a random one. */
static int create_campaign(const char *folder, const char *ruleset, bool asks, const char *seed)
{
    SconceError error = {0};
    if (!make_folder(folder, ruleset, seed, &error)) return command_failed(&error);
    bool party = asks && ask_party(folder);
    AutoString *made =
        formatted("%s is a campaign of %s.\n"
                  "  %s/party.lua   who plays%s\n"
                  "  %s/house.lua   what is different at this table\n",
                  folder, ruleset, folder,
                  party ? "" : ": write the party there before the first line", folder);
    tell(made);
    write_copied(folder, ruleset);
    clean_printf(stdout, "Begin with: sconce play %s\n", folder);
    return EXIT_FINE;
}

/* Says that a folder was named and no ruleset; or only a ruleset, where the folder comes first. */
static int lacks_ruleset(const char *folder)
{
    SconceError error = {0};
    AutoAnswer *found = checked(folder, &error);
    sconce_free(error.all);
    if (!found)
        return command_misused(&command_new,
                               "the ruleset is missing; for example: sconce new %s --ruleset "
                               "delving.  'sconce rules' lists all",
                               folder);
    return command_misused(&command_new,
                           "'%s' is a ruleset, and the folder is missing; for example: sconce new "
                           "saltmarsh --ruleset %s",
                           folder, folder);
}

static int new_command(int argc, char **argv)
{
    const char *ruleset = NULL, *seed = NULL;
    AutoString *chosen = NULL;
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    const Option options[] = {
        {"ruleset", OPTION_FILE, &ruleset, NULL}, {"seed", OPTION_TEXT, &seed, NULL}, {0}};
    int status;
    if (options_read(&command_new, argc, argv, options, 1, 2, &status)) {
        if (argv[2])
            status = command_misused(&command_new, "write --ruleset before '%s'", argv[2]);
        else if (ruleset || (chosen = terminal ? ask_ruleset() : NULL))
            status = create_campaign(argv[1], ruleset ? ruleset : chosen, terminal, seed);
        else
            status = lacks_ruleset(argv[1]);
    }
    return status;
}

const Command command_new = {
    "new",
    "DIR [--ruleset NAME|FILE.lua] [--seed N]",
    "makes a campaign folder",
    "Makes a campaign: house.lua (a first house rule, commented), party.lua (read once, by the\n"
    "first command), .luarc.json for editors, journal.db.  A ruleset of your own, FILE.lua, is\n"
    "copied into it.  At a terminal it asks who plays, and without --ruleset which one.\n"
    "  --seed N   the seed of its dice (text or number)",
    new_command,
};
