/* Each subcommand lists its options in a table; another option is refused with the usage line. */
#include "cli/commands/command.h"
#include "cli/term/paths.h"
#include "cli/term/terminal_style.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- help and complaints --- */

void command_explain(const Command *c)
{
    printf("usage: sconce %s %s\n%s\n", c->name, c->usage, c->more);
}

int command_failed(SconceError *error)
{
    TerminalStyle style = style_on(stderr);
    StyledText t = {0};
    fflush(stdout);
    styled_tint(&t, BAD);
    if (error->all && *error->all) {
        styled_put(&t, "%s", error->all);
        while (t.n > 0 && t.s[t.n - 1] == '\n') t.s[--t.n] = '\0';
    } else {
        styled_put(&t, "%s", error->file);
        if (error->file[0]) styled_put(&t, error->line > 0 ? ":%d: " : ": ", error->line);
        styled_put(&t, "%s", error->text[0] ? error->text : "something went wrong");
    }
    style_write_line(&style, &t);
    sconce_free(error->all);
    error->all = NULL;
    return EXIT_WRONG;
}

int command_misused(const Command *c, const char *format, ...)
{
    va_list args;
    AutoStyled text = {0};
    fflush(stdout);
    va_start(args, format);
    styled_vput(&text, format, args);
    va_end(args);
    fprintf(stderr, "sconce %s: %s\nusage: sconce %s %s\n", c->name, styled_str(&text), c->name,
            c->usage);
    return EXIT_MISUSED;
}

void command_put_word(StyledText *t, const char *word)
{
    bool plain = *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./=,") == strlen(word);
    /* not plain: in single quotes, where a ' is written as '\'' */
    styled_put(t, plain ? " " : " '");
    for (size_t n; *word; word += n + (word[n] != '\0')) {
        n = plain ? strlen(word) : strcspn(word, "'");
        styled_put_bytes(t, word, n);
        if (word[n]) styled_put(t, "'\\''");
    }
    styled_put(t, plain ? "" : "'");
}

/* --- files --- */

const char *path_refusal(const char *name)
{
    if (!*name) return "one of the words is empty; write the name that belongs there";
    return strchr(name, '\n') ? "a file here has a line break in its name; rename it" : NULL;
}

/* --- options --- */

void words_add(Words *w, const char *word)
{
    w->at = must_have(realloc(w->at, (w->n + 1) * sizeof *w->at));
    w->at[w->n++] = word;
}

void words_free(Words *w)
{
    free(w->at);
    *w = (Words){0};
}

/* Limits on rules, which every command takes and passes on in environment variables. */
enum { TIMEOUT_MAX = 3600, MEMORY_MIN = 32, MEMORY_MAX = 64000 }; /* as in core/wire.h */
typedef struct {
    const char *variable;
    int64_t min, max;
} RulesLimit;
static const RulesLimit patience = {"SCONCE_PATIENCE", 1, TIMEOUT_MAX},
                        memory = {"SCONCE_MEMORY", MEMORY_MIN, MEMORY_MAX};
static const Option limits[] = {{"timeout", OPTION_LIMIT, (void *)&patience, NULL},
                                {"patience", OPTION_LIMIT, (void *)&patience, NULL}, /* an alias */
                                {"memory", OPTION_LIMIT, (void *)&memory, NULL},
                                {0}};

/* Finds the option of a word, `name` or `name=value` without its dashes. */
static const Option *find_option(const Option *options, const char *word)
{
    for (const Option *o = options; o && o->name; o++)
        if (has_word(o->name, word, strcspn(word, "="))) return o;
    return NULL;
}

static bool read_number(const char *text, int64_t *n)
{
    char *end;
    errno = 0;
    intmax_t value = strtoimax(text, &end, 10);
    *n = value;
    return !errno && end != text && !*end;
}

static bool set_limit(const RulesLimit *limit, const char *value)
{
    int64_t n;
    return read_number(value, &n) && n >= limit->min && n <= limit->max &&
           setenv(limit->variable, value, 1) == 0;
}

/* Sets the variable of an option; false when the value is not such a number as it must be. */
static bool set_value(const Option *o, const char *value)
{
    if (o->given) *o->given = true;
    switch (o->type) {
    case OPTION_SWITCH: *(bool *)o->into = true; return true;
    case OPTION_TEXT:
    case OPTION_ADDRESS:
    case OPTION_FILE: *(const char **)o->into = value; return true;
    case OPTION_NUMBER: return read_number(value, o->into);
    case OPTION_LIMIT: return set_limit(o->into, value);
    case OPTION_LIST:
    case OPTION_FILES: words_add(o->into, value); return true;
    }
    return false;
}

/* Complains of a word that may not be the name of a file (path_refusal).  False: it complained.  An
 * empty word passes for `sconce roll`, which answers it with what dice look like. */
static bool check_name(const Command *c, const char *word)
{
    const char *refusal = *word || strcmp(c->name, "roll") != 0 ? path_refusal(word) : NULL;
    if (refusal) command_misused(c, "%s", refusal);
    return !refusal;
}

enum { OPTIONS_MAX = 40 }; /* that a misspelt one is compared with; no command has as many */

/* The option that a word with dashes may have been meant as; NULL: none.  With one dash only the
 * whole name of an option counts. */
static const char *near_option(const char *word, const Option *options)
{
    const char *names[OPTIONS_MAX] = {0}, *name = word + strspn(word, "-");
    size_t n = 0;
    for (const Option *o = options; o && o->name && n < OPTIONS_MAX; o++) names[n++] = o->name;
    const Option *exact = find_option(options, name);
    if (exact) return exact->name; /* only its dashes were wrong */
    if (word[1] != '-') return NULL;
    const char *near = sconce_nearest(name, names, n);
    for (size_t i = 0; i < n && !near && strlen(name) > 1; i++)
        if (strncmp(names[i], name, strlen(name)) == 0)
            near = names[i]; /* only its beginning was typed */
    return near;
}

/* Complains of an option that there is not. */
static void refuse_option(const Command *c, const char *word, const Option *options)
{
    const char *near = near_option(word, options);
    if (near)
        command_misused(c, "there is no option %s; did you mean --%s?", word, near);
    else if (strcmp(c->name, "roll") == 0 && strpbrk(word, "0123456789"))
        command_misused(
            c, "there is no option %s; for dice that begin with -, write -- first: sconce %s -- %s",
            word, c->name, word);
    else
        command_misused(c, "there is no option %s here", word);
}

/* True for ADDRESS:PORT and :PORT, which the name of a table is not. */
static bool looks_like_address(const char *word)
{
    size_t n = word ? strspn(word, "0123456789.") : 0;
    return word && word[n] == ':' && word[n + 1 + strspn(word + n + 1, "0123456789")] == '\0';
}

/* Checks an option's value (NULL: none), and sets its variable.  False: it complained. */
static bool check_and_set(const Command *c, const Option *o, const char *value)
{
    bool names_file = o->type == OPTION_FILE || o->type == OPTION_FILES;
    bool may_be_empty = !names_file && o->type != OPTION_LIST, set = false;
    const RulesLimit *limit = o->into; /* of OPTION_LIMIT alone */
    if (o->type == OPTION_SWITCH && value)
        command_misused(c, "--%s takes no value", o->name);
    else if (o->type != OPTION_SWITCH && (!value || (!*value && !may_be_empty)))
        command_misused(c, "--%s needs a value", o->name);
    else if (!names_file || check_name(c, value)) {
        set = set_value(o, value);
        if (!set && o->type == OPTION_LIMIT)
            command_misused(c, "--%s is a whole number from %d to %d, not '%s'", o->name,
                            (int)limit->min, (int)limit->max, value);
        else if (!set)
            command_misused(c, "--%s needs a whole number, not '%s'", o->name, value);
    }
    return set;
}

/* Reads the option argv[i] and its value.  Returns the index behind them; 0 after a complaint. */
static int read_option(const Command *c, int argc, char **argv, int i, const Option *options)
{
    const char *word = argv[i] + 2, *equals = strchr(word, '='),
               *value = equals ? equals + 1 : NULL;
    const Option *o = find_option(options, word);
    if (!o) o = find_option(limits, word);
    if (!o) {
        refuse_option(c, argv[i], options);
        return 0;
    }
    if (o->type == OPTION_ADDRESS && !value && !looks_like_address(argv[i + 1])) {
        /* the address was left out */
        if (o->given) *o->given = true;
        return i + 1;
    }
    if (!value && o->type != OPTION_SWITCH && i + 1 < argc) value = argv[++i];
    return check_and_set(c, o, value) ? i + 1 : 0;
}

int command_lacks(const Command *c, const char *word)
{
    static const char *const said[][2] = {{"DIR", "the folder is"},
                                          {"FILE", "the file is"},
                                          {"TABLE", "the table is"},
                                          {"EXPR", "the dice are"}};
    static const char *const examples[][2] = {{"new", "saltmarsh --ruleset delving"},
                                              {"export", "saltmarsh saltmarsh.sconce"},
                                              {"import", "saltmarsh.sconce saltmarsh"},
                                              {"log", "saltmarsh"},
                                              {"verify", "saltmarsh"},
                                              {"check", "house.lua"},
                                              {"roll", "2d6+1"}};
    const char *what = word, *example = "delving";
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (strncmp(word, said[i][0], strlen(said[i][0])) == 0) what = said[i][1];
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (strcmp(c->name, examples[i][0]) == 0) example = examples[i][1];
    return command_misused(c, "%s missing; for example: sconce %s %s", what, c->name, example);
}

/* Complains of the first word too many, and tells what it may have been meant as; or of the first
 * word that is missing.  False: it complained. */
static bool check_count(const Command *c, char **words, int count, int min, int max)
{
    const char *cure = "leave it out", *missing = c->usage;
    /* Commands with " A,B" take plans and events.  A word with a point is rather a file. */
    if (strstr(c->usage, " A,B") && count > max && !strchr(words[max], '.'))
        cure = "leave it out, or write a plan in quotes, and two events as A,B";
    if (strstr(c->usage, "[--house FILE]") && count > max && path_ends_in(words[max], ".lua"))
        cure = "write --house before it";
    if (count > max) {
        command_misused(c, "there is no place for '%s' here; %s", words[max], cure);
        return false;
    }
    if (count >= min) return true;
    /* The usage line begins with the plain words that must be there. */
    for (int i = 0; i < count; i++) missing += strcspn(missing, " ") + 1;
    command_lacks(c, missing);
    return false;
}

bool options_read(const Command *c, int argc, char **argv, const Option *options, int min, int max,
                  int *status)
{
    bool ended = false;
    int count = 0;
    for (int i = 1; i < argc;) {
        char *word = argv[i];
        if (!ended && (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0)) {
            command_explain(c);
            *status = EXIT_FINE;
            return false;
        }
        *status = EXIT_MISUSED;
        if (!ended && strcmp(word, "--") == 0) {
            ended = true;
            i++;
        } else if (!ended && strncmp(word, "--", 2) == 0) {
            i = read_option(c, argc, argv, i, options);
            if (i == 0) return false;
        } else if (!ended && word[0] == '-' && word[1] && !strchr("0123456789.", word[1])) {
            /* "-" alone is a plain word, and so is a number below zero, as in -1+d6 */
            refuse_option(c, word, options);
            return false;
        } else {
            if (!check_name(c, word)) return false;
            argv[++count] = word; /* the words already read leave room for it */
            i++;
        }
    }
    argv[count + 1] = NULL;
    *status = EXIT_MISUSED;
    return check_count(c, argv + 1, count, min, max);
}
