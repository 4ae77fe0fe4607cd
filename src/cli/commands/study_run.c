/* Opens the tables, asks one after the other, and shows or writes their answers. */
#include "cli/commands/study_run.h"
#include "cli/study/csv.h"
#include "cli/study/plot.h"
#include "cli/study/rates.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/progress.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- tables -------------------------------------------------------------------------------- */

/* Returns what stands behind the first n parts of "A; B; C".  Empty parts do not count. */
static const char *parts_behind(const char *line, int64_t n)
{
    while (n > 0 && *line) {
        size_t whole = strcspn(line, ";");
        bool is_empty = strspn(line, " \t") >= whole;
        if (!is_empty) n--;
        line += whole;
        if (*line) line++; /* behind the ; */
    }
    return line + strspn(line, " \t;");
}

/* Says which turns and which parts of the line of --first were not played, since an event stopped
 * it; and which of the dice typed with it nothing rolled. */
static void report_undone(const char *line, const char *reply)
{
    json_auto_t *answer = parse_json(reply);
    int64_t played = 0, left = 0; /* parts; turns */
    while (*parts_behind(field_text(answer, "command"), played)) played++;
    const char *rest = parts_behind(line, played);
    json_each (event, field_list(answer, "events"))
        if (field_is(event, "kind", "halted")) left += field_int(event, "left", 0);
    if (left > 0)
        fprintf(stderr, "--first stopped early: %" PRId64 " turn%s not played.\n", left,
                left == 1 ? " was" : "s were");
    if (*rest) clean_printf(stderr, "--first stopped early: '%s' was not done.\n", rest);
    json_each (warning, field_list(answer, "warnings"))
        if (strncmp(name_of(warning), "Dice left over", 14) == 0) /* of campaign/table/command.c */
            clean_printf(stderr, "--first: %s\n", name_of(warning));
}

/* Plays the line of --first, once, before the study: every run begins in the state behind it, so
 * what was rolled here is the same in all of them.  quiet: does not say which turns were left out.
 * False, with the reason on standard error. */
static bool play_first(Sconce *s, const char *line, bool quiet)
{
    SconceError error = {0};
    SconceReply reply = sconce_say(s, line);
    if (reply.outcome == SCONCE_DONE) {
        if (!quiet) report_undone(line, reply.json);
        return true;
    }
    json_auto_t *answer = parse_json(reply.json);
    const char *why = field_text(answer, "error");
    if (field_is(answer, "why", "read_only"))
        why = "the campaign has been played, and is asked from where it stands; to do "
              "something first, play it there";
    snprintf(error.text, sizeof error.text, "--first: %s",
             *why ? why : "a question is open after it; answer it in --first");
    snprintf(error.file, sizeof error.file, "%s", field_text(answer, "file"));
    error.line = (int)field_int(answer, "line", 0);
    command_failed(&error);
    return false;
}

/* Opens table i read-only, and plays the line of --first.  NULL, with the reason on standard error.
 * trial: says nothing of what --first left out, as the study itself will.  Until
 * interrupt_stops(NULL), Ctrl-C stops the study. */
static Sconce *open_table(const StudyOptions *o, size_t i, bool trial)
{
    SconceError error = {0};
    SconceOptions options = {.table = o->tables.at[i],
                             .houses = o->houses.at,
                             .house_count = i == 0 ? o->houses.n : 0,
                             .seed = o->seed ? o->seed : "1",
                             .answers = "default",
                             .read_only = true,
                             .unplayed = true};
    interrupt_watch();
    Sconce *s = sconce_open(&options, &error);
    if (!s) {
        command_failed(&error);
        return NULL;
    }
    for (size_t n = 0; n < o->first.n; n++) {
        if (play_first(s, o->first.at[n], trial)) continue;
        sconce_close(s);
        return NULL;
    }
    interrupt_stops(s);
    return s;
}

static void report_failure(const StudyOptions *o, size_t i, SconceError *error)
{
    if (o->vs && i > 0 && !*error->file) clean_printf(stderr, "--vs %s: ", o->vs);
    command_failed(error);
    if (!o->plan && !o->policy && error->why == SCONCE_UNDONE)
        fputs("--first LINES is what is done first, --plan LINES what is done each turn.\n",
              stderr);
}

/* Asks a table the question.  Where the usual action cannot be done at the start, and neither
 * --plan nor --policy says what is done, asks about the next verb that can be done, and says so.
 * NULL with *error; where no verb can be done, it is that of the usual action. */
static char *ask_usual(StudyOptions *o, Sconce *s, bool trial, SconceError *error)
{
    char *json = o->ask(s, o, trial, error);
    if (json || o->plan || o->policy || error->why != SCONCE_UNDONE) return json;
    json_auto_t *book = parse_json(sconce_book(s));
    const char *usual = field_text(book, "usual");
    json_each (verb, field_list(book, "verbs")) {
        SconceError refused = {0};
        const char *other = field_text(verb, "verb");
        /* A verb that can be typed alone, since in "[who]" the words are optional. */
        const char *takes = field_text(verb, "takes");
        bool whole_turn = field_is(verb, "cost", "1 turn") && (!*takes || *takes == '[');
        if (!whole_turn || strcmp(other, usual) == 0) continue;
        o->plan = other; /* for this answer alone: a table compared with it has verbs of its own */
        json = o->ask(s, o, trial, &refused);
        o->plan = NULL;
        if (refused.why == SCONCE_UNDONE) continue;
        if (!json) *error = refused;
        if (json && !trial)
            clean_printf(stderr,
                         "'%s' cannot be done at the start, so this is '%s'; --plan LINES says "
                         "what is done each turn.\n",
                         usual, other);
        return json;
    }
    return NULL;
}

/* Tells what is wrong in those lines of the policy that no run has reached, as check does. */
static void tell_policy(const char *policy)
{
    SconceError error = {0};
    char *json = sconce_check_policy(policy, NULL, &error);
    json_auto_t *found = json ? parse_json(json) : NULL;
    TerminalStyle err = style_on(stderr);
    json_each (problem, field_list(found, "problems")) excerpt_problem(&err, problem);
    sconce_free(json);
}

/* Asks one table and adds its answer.  NULL: a trial, in which too many states are no mistake. */
static bool ask_table(StudyOptions *o, size_t i, StudyAnswers *answers, SconceWhy *why)
{
    SconceError error = {0};
    Sconce *s = open_table(o, i, !answers);
    if (!s) return false;
    char *json = ask_usual(o, s, !answers, &error);
    bool too_many = error.why == SCONCE_STATES || error.why == SCONCE_DICE,
         ok = json || (!answers && too_many);
    if (!ok) {
        *why = error.why;
        report_failure(o, i, &error);
    }
    if (json && answers && o->policy && i == 0) tell_policy(o->policy);
    if (json && answers)
        answers->json[answers->n++] = json;
    else
        sconce_free(json);
    interrupt_stops(NULL);
    sconce_close(s);
    return ok;
}

/* --- output --- */

static bool can_write(const char *option, const char *file)
{
    int wrong = file ? draft_try(file) : 0;
    if (wrong) clean_printf(stderr, "%s %s: %s\n", option, file, strerror(wrong));
    return !wrong;
}

/* Prints the answers as JSON: one table as its object; two tables as the object of the first, with
 * the second in its field "vs"; tables compared by rates as a list. */
static void write_answers(const StudyOutput *to, const StudyAnswers *a)
{
    if (to->rates) {
        for (size_t i = 0; i < a->n; i++) printf("%s%s", i ? "," : "[", a->json[i]);
        puts("]");
    } else if (a->n > 1) {
        printf("%.*s,\"vs\":%s}\n", (int)strlen(a->json[0]) - 1, a->json[0], a->json[1]);
    } else {
        puts(a->json[0]);
    }
}

static void report(const TerminalStyle *out, const StudyOutput *to, const StudyAnswers *a)
{
    if (to->rates)
        rates_write(out, to->rates, a);
    else if (a->n > 1)
        compare_two(out, a->parsed[0], a->parsed[1]);
    else
        study_report(out, a->parsed[0]);
}

/* Shows the answers.  False, with the reason on standard error. */
static bool show_answers(const StudyOutput *to, const StudyAnswers *a)
{
    if (to->json) write_answers(to, a);
    if (to->json && !to->csv && !to->plot) return true;
    for (size_t i = 0; i < a->n; i++) a->parsed[i] = parse_json(a->json[i]);
    const json_t *study = a->parsed[0], *other = a->n > 1 ? a->parsed[1] : NULL;
    TerminalStyle out = style_on(stdout);
    if (!to->json) report(&out, to, a);
    if (to->csv &&
        !(to->rates ? rates_csv(to->rates, a, to->csv) : csv_study(study, other, to->csv)))
        return false;
    return !to->plot || (to->rates ? rates_plot(to->rates, a, to->plot)
                                   : study_plot(&out, study, other, to->plot));
}

/* --- the run --- */

int study_run(StudyOptions *o, StudyAnswers *a, SconceWhy *why)
{
    size_t n = o->tables.n;
    bool ok = true;
    a->json = must_have(calloc(n, sizeof *a->json));
    a->parsed = must_have(calloc(n, sizeof *a->parsed));
    *why = SCONCE_TOLD;
    for (size_t i = 0; o->vs && ok && i < n; i++) ok = ask_table(o, i, NULL, why);
    for (size_t i = 0; ok && i < n && !(i > 0 && interrupt_came()); i++)
        ok = ask_table(o, i, a, why);
    return ok && show_answers(&o->output, a) ? EXIT_FINE : EXIT_WRONG;
}

void study_answers_free(StudyAnswers *a)
{
    for (size_t i = 0; i < a->n; i++) {
        sconce_free(a->json[i]);
        json_decref(a->parsed[i]);
    }
    free(a->json);
    free(a->parsed);
}

/* --- common options ------------------------------------------------------------------------- */

void study_options(StudyOptions *o, Option *options)
{
    const Option common[STUDY_OPTIONS] = {
        {"turns", OPTION_NUMBER, &o->turns, &o->turns_given},
        {"plan", OPTION_TEXT, &o->plan, NULL},
        {"otherwise", OPTION_TEXT, &o->otherwise, NULL},
        {"policy", OPTION_FILE, &o->policy, NULL},
        {"first", OPTION_LIST, &o->first, NULL},
        {"measure", OPTION_LIST, &o->measures, NULL},
        {"before", OPTION_LIST, &o->before, NULL},
        {"until", OPTION_TEXT, &o->until, NULL},
        {"house", OPTION_FILES, &o->houses, NULL},
        {"vs", OPTION_FILE, &o->vs, NULL},
        {"csv", OPTION_FILE, &o->output.csv, NULL},
        {"plot", OPTION_FILE, &o->output.plot, NULL},
        {"json", OPTION_SWITCH, &o->output.json, NULL},
    };
    memcpy(options, common, sizeof common);
}

void study_options_free(StudyOptions *o)
{
    Words *const lists[] = {&o->tables, &o->houses, &o->measures, &o->before, &o->first};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) words_free(lists[i]);
}

int study_check(const StudyOptions *o)
{
    const Command *c = o->command;
    if (o->turns_given && o->turns < 1) return command_misused(c, "--turns is at least 1");
    if (o->output.plot && !plot_is_picture(o->output.plot))
        return command_misused(c, "--plot FILE.svg or FILE.png, not '%s'", o->output.plot);
    for (size_t i = 0; i < o->measures.n; i++) {
        const char *measure = o->measures.at[i], *dot = strrchr(measure, '.');
        bool track = measure[strspn(measure, "abcdefghijklmnopqrstuvwxyz_")] == '\0';
        if (strchr(measure, '=')) continue;
        /* The cure names the figure: after the track, or after the last word of the expression. */
        if (track)
            return command_misused(c, "--measure needs a name; write --measure %s=party.%s",
                                   measure, measure);
        return command_misused(c, "--measure needs a name; write --measure %s=%s",
                               dot ? dot + 1 : "NAME", measure);
    }
    for (size_t i = 0; i < o->before.n; i++)
        if (!strchr(o->before.at[i], ','))
            return command_misused(c, "--before wants two events with a comma, as in A,B, not '%s'",
                                   o->before.at[i]);
    const StudyOutput *to = &o->output; /* files are left as they are */
    return can_write("--csv", to->csv) && can_write("--plot", to->plot) &&
                   (!to->plot || plot_ready())
               ? EXIT_FINE
               : EXIT_WRONG;
}

/* --- progress ------------------------------------------------------------------------------ */

StudyProgress study_progress_begin(bool quiet, int64_t turns)
{
    return (StudyProgress){style_on(stderr).terminal && !quiet, turns, progress_seconds()};
}
