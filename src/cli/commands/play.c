/* Live play: read a line, say it, show what happened.  Whether somebody sits at a terminal, a
 * script comes through a pipe, or a program speaks JSON, it is the same table. */
#include "cli/commands/options.h"
#include "cli/commands/study_run.h"
#include "cli/term/complete.h"
#include "cli/term/json_fields.h"
#include "cli/term/screen.h"
#include "cli/term/styled_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const double A_MOMENT = 0.3; /* seconds */

typedef struct {
    Sconce *table;
    Screen screen;
    Line *line;
    Sconce *volatile running; /* the table, while it runs a command */
    Signs signs;
    double began; /* when the command now running was said */
    bool waiting; /* it takes so long that a line says so */
} PlaySession;

/* The one thing a signal handler must find. */
static PlaySession *volatile tonight;

static void on_signal(int signal)
{
    PlaySession *e = tonight;
    if (!e) return;
    if (signal != SIGINT) {
        e->signs.changed = 1;
        return;
    }
    e->signs.broken = 1;
    Sconce *running = e->running;
    if (running) sconce_stop(running);
}

static void watch_signals(PlaySession *e)
{
    struct sigaction act = {.sa_handler = on_signal};
    sigemptyset(&act.sa_mask);
    tonight = e;
    if (!line_interactive()) return;
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGWINCH, &act, NULL);
    sigaction(SIGCONT, &act, NULL);
}

/* --- a table for people ----------------------------------------------------------- */

/* Odds that take longer than a moment say how far they are. */
static void progress(const SconceNews *n, void *data)
{
    PlaySession *e = data;
    if (!line_interactive() || (!e->waiting && progress_seconds() - e->began < A_MOMENT)) return;
    e->waiting = true;
    progress_line("  turn %lld, %lld states (Ctrl-C: never mind)", (long long)n->turn,
                  (long long)n->states);
}

/* In a script what is no face of the die that is asked for is the next line, and no slip of the
 * hand. */
static bool is_next_line(const char *text, const char *asked, const SconceReply *r)
{
    if (line_interactive() || r->outcome != SCONCE_REFUSED || isdigit((unsigned char)*text))
        return false;
    json_t *ask = asked ? fields_read(asked) : NULL;
    bool die = strcmp(field_text(ask, "id"), "die") == 0;
    json_decref(ask);
    return die;
}

/* Ctrl-C at a question: takes back its answers one by one, and then the command itself. */
static bool drop_question(PlaySession *e)
{
    bool dropped = false;
    while (sconce_asked(e->table) && sconce_say(e->table, "undo").outcome != SCONCE_REFUSED)
        dropped = true;
    return dropped;
}

static void tell_dropped(PlaySession *e, const char *text)
{
    json_t *ask = fields_read(sconce_asked(e->table));
    StyledText t = {0};
    const char *why = field_text(ask, "for"), *die = field_text(ask, "die");
    styled_put(&t, "left undone: it asks for a ");
    styled_clean(&t, strncmp(die, "1d", 2) == 0 ? die + 1 : die);
    styled_put(&t, *why ? " for " : "");
    styled_clean(&t, why);
    styled_put(&t, ", and '");
    styled_clean(&t, text);
    styled_put(&t, "' is no face");
    style_write(&e->screen.out, &t, 2, 4);
    styled_free(&t);
    json_decref(ask);
}

static void say(PlaySession *e, const char *text)
{
    bool first = !sconce_asked(e->table);
    e->running = e->table;
    e->began = progress_seconds();
    SconceReply r = sconce_say(e->table, text);
    e->running = NULL;
    if (e->waiting) progress_line("%s", "");
    e->waiting = false;
    if (!first && is_next_line(text, sconce_asked(e->table), &r)) {
        tell_dropped(e, text);
        drop_question(e);
        say(e, text);
        return;
    }
    json_t *reply = fields_read(r.json);
    screen_write(&e->screen, field_list(reply, "lines"));
    json_decref(reply);
}

static void find_quit(const char *name, const json_t *verb, void *taken)
{
    bool leave = strcmp(name, "quit") == 0 || strcmp(name, "exit") == 0;
    if (leave && !field_true(verb, "host")) *(bool *)taken = true;
}

/* `quit` and `exit` leave, unless the ruleset means something by them. */
static bool leaves(PlaySession *e, const char *text)
{
    bool taken = false;
    if (sconce_asked(e->table) || (strcmp(text, "quit") != 0 && strcmp(text, "exit") != 0))
        return false;
    json_t *book = fields_read(sconce_book(e->table));
    names_each(json_object_get(book, "verbs"), find_quit, &taken);
    json_decref(book);
    return !taken;
}

static void open_evening(PlaySession *e)
{
    json_t *about = fields_read(sconce_about(e->table));
    json_t *opening = fields_read(sconce_opening(e->table));
    const char *folder = field_text(about, "folder");
    char *history = NULL;
    if (*folder && !field_true(about, "read_only") && asprintf(&history, "%s/.history", folder) < 0)
        history = NULL;
    e->screen = screen_new();
    screen_write(&e->screen, opening);
    e->line = line_new(&e->screen.out, history, &e->signs, complete_at_table, e->table);
    free(history);
    json_decref(opening);
    json_decref(about);
}

static void play_evening(PlaySession *e)
{
    const char *text = NULL;
    while (!ferror(stdout)) {
        json_t *words = fields_read(sconce_prompt(e->table));
        StyledText prompt = screen_line(words);
        LineState state = line_read(e->line, &prompt, &text);
        styled_free(&prompt);
        json_decref(words);
        if (state == LINE_ENDED || (state == LINE_READ && leaves(e, text))) return;
        if (state == LINE_BROKEN) {
            if (drop_question(e)) style_lines(&e->screen.out, "left undone", 2);
            continue;
        }
        if (!sconce_asked(e->table)) line_remember(e->line, text);
        say(e, text);
    }
}

static void play_for_people(Sconce *table)
{
    PlaySession e = {.table = table};
    watch_signals(&e);
    sconce_watch(e.table, progress, &e);
    open_evening(&e);
    play_evening(&e);
    tonight = NULL;
    line_free(e.line);
}

/* --- a table for programs --------------------------------------------------------- */

static void play_for_programs(Sconce *table)
{
    char *text = NULL;
    size_t room = 0;
    while (getline(&text, &room, stdin) >= 0) {
        text[strcspn(text, "\r\n")] = '\0';
        puts(sconce_say(table, text).json);
        if (fflush(stdout) != 0) break; /* nobody reads any more */
    }
    free(text);
}

/* --- the command ------------------------------------------------------------------ */

static int faces_left(Sconce *table)
{
    const char *left = sconce_dice_left(table);
    if (!left || !*left) return EXIT_FINE;
    fflush(stdout);
    styled_say(stderr, "dice are left over: %s\n", left);
    return EXIT_WRONG;
}

static int play(const SconceOptions *options, bool json)
{
    SconceError error = {0};
    Sconce *table = sconce_open(options, &error);
    if (!table) return command_failed(&error);
    if (json)
        play_for_programs(table);
    else
        play_for_people(table);
    int status = faces_left(table);
    sconce_close(table);
    return status;
}

/* What was left open is settled, what is wrong is refused; then the evening begins. */
static int play_as_asked(SconceOptions *o, const Words *houses, bool json)
{
    const char *answers = o->answers;
    if (answers && strcmp(answers, "ask") != 0 && strcmp(answers, "default") != 0)
        return command_misused(&command_play, "--answers is ask or default, not '%s'", answers);
    if (!answers) o->answers = json || line_interactive() ? "ask" : "default";
    o->houses = houses->at;
    o->house_count = houses->n;
    return play(o, json);
}

static int play_command(int argc, char **argv)
{
    SconceOptions o = {0};
    Words plain = {0}, houses = {0};
    bool json = false;
    int status;
    const Option options[] = {
        {"house", OPTION_LIST, &houses, NULL},
        {"seed", OPTION_TEXT, &o.seed, NULL},
        {"dice", OPTION_TEXT, &o.dice, NULL},
        {"answers", OPTION_TEXT, &o.answers, NULL},
        {"read-only", OPTION_SWITCH, &o.read_only, NULL},
        {"json", OPTION_SWITCH, &json, NULL},
        {0},
    };
    if (options_read(&command_play, argc, argv, options, &plain, 1, 1, &status)) {
        o.table = plain.at[0];
        status = play_as_asked(&o, &houses, json);
    }
    words_free(&plain);
    words_free(&houses);
    return status;
}

const Command command_play = {
    "play",
    "TABLE [--house FILE]… [--seed N] [--answers ask|default]\n"
    "            [--dice auto|hand|\"d6:3 d20:12 …\"] [--read-only] [--json]",
    "live play at a ruleset, a .lua file or a campaign folder",
    "Live play.  A ruleset or a .lua file plays a scratch campaign that writes nothing ('save\n"
    "DIR' keeps it); a folder is durable.  A script on standard input is played line by line.\n"
    "  --house FILE   a house-rule file on top; may be said again\n"
    "  --seed N       the seed of the dice (text or number)\n"
    "  --dice …       auto: rolled; hand: asked for; else a strict list of faces.  Where a script "
    "goes\n"
    "                 on with another line than a face, what asked for the die is left undone\n"
    "  --answers …    ask: questions wait for a line, as they do at a terminal; default: they "
    "take\n"
    "                 their defaults, as they do for a script\n"
    "  --read-only    look, do not play\n"
    "  --json         one line in, one JSON object out",
    play_command,
};
