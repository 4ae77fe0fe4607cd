/* `sconce play`: reads a line, gives it to the table, and shows what happened.  The line comes from
 * a terminal, from a script in a pipe, or from a program that reads JSON. */
#include "cli/commands/command.h"
#include "cli/term/json_fields.h"
#include "cli/term/line.h"
#include "cli/term/progress.h"
#include "cli/term/screen.h"
#include "cli/term/styled_text.h"
#include "cli/web/shared_table.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A session of `sconce play`. */
typedef struct {
    Sconce *table;
    Screen screen;
    bool beside; /* show the sheet beside the log */
    Beside sheet;
    Line *line;
    SharedTable *shared;      /* the table as browsers have it, too; or NULL */
    int64_t seq;              /* of the last entry that was shown */
    Sconce *volatile running; /* the table, while it runs a command */
    Signals signals;
    double began; /* when that command began, by progress_seconds */
    bool waiting; /* its progress is on the screen */
} PlaySession;

/* For the signal handler; NULL between sessions. */
static PlaySession *volatile current_session;

/* Notes a signal; Ctrl-C also stops the command that runs. */
static void on_signal(int signal)
{
    PlaySession *p = current_session;
    if (!p) return;
    if (signal != SIGINT) {
        p->signals.changed = 1;
        return;
    }
    p->signals.interrupted = 1;
    Sconce *running = p->running; /* read once, as the line may end meanwhile */
    if (running) sconce_stop(running);
}

static void watch_signals(PlaySession *p)
{
    struct sigaction act = {.sa_handler = on_signal};
    sigemptyset(&act.sa_mask);
    current_session = p;
    if (!input_is_terminal()) return;
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGWINCH, &act, NULL);
    sigaction(SIGCONT, &act, NULL);
}

/* --- play for people ----------------------------------------------------------- */

/* Shows how far odds are, once they take longer than a moment. */
static void show_progress(const SconceNews *n, void *data)
{
    PlaySession *p = data;
    if (!input_is_terminal() || (!p->waiting && progress_seconds() - p->began < PROGRESS_AFTER))
        return;
    p->waiting = true;
    progress_line("  turn %lld, %lld states (Ctrl-C: never mind)", (long long)n->turn,
                  (long long)n->states);
}

/* True when a script goes on with its next line although a die is asked for: the reply refused text
 * that does not begin with a digit, and does not look something up, be it there or not.  At a
 * terminal such text is a typing mistake, and for "cards" it may be the name of one. */
static bool is_next_line(const char *text, const char *asked, const SconceReply *r)
{
    if (input_is_terminal() || r->outcome != SCONCE_REFUSED || isdigit((unsigned char)*text) ||
        *text == '?' || has_word("help why chart odds", text, strcspn(text, " ")))
        return false;
    json_auto_t *ask = parse_json(asked);
    return field_is(ask, "id", "die") && !json_object_get(ask, "cards");
}

/* Takes back the answers one by one, and then the command itself.  False: no question is open. */
static bool cancel_question(PlaySession *p)
{
    bool cancelled = false;
    while (sconce_asked(p->table) && sconce_say(p->table, "undo").outcome != SCONCE_REFUSED)
        cancelled = true;
    return cancelled;
}

/* Says that the open command is cancelled, since `text` is not a face. */
static void report_cancelled(PlaySession *p, const char *text)
{
    json_auto_t *ask = parse_json(sconce_asked(p->table));
    StyledText t = {0};
    const char *why = field_text(ask, "for"), *die = field_text(ask, "die");
    styled_put(&t, "Cancelled. Nothing changed: it asks for a %s%s%s, and '%s' is not a face.",
               strncmp(die, "1d", 2) == 0 ? die + 1 : die, *why ? " for " : "", why, text);
    style_write(&p->screen.out, &t, 2, 4);
}

static void show_reply(PlaySession *p, const json_t *reply)
{
    p->seq = field_int(reply, "seq", p->seq);
    screen_write(&p->screen, field_list(reply, "lines"));
}

/* Returns the id of a question, or of the first part of one that has several. */
static const char *question_id(const json_t *ask)
{
    const json_t *part = json_array_get(json_object_get(ask, "parts"), 0);
    return field_text(part ? part : ask, "id");
}

/* True if the next question is put to members who do something else in the same turn: a deed asks
 * it beside others, any text answers it, or it is the first question, about something else. */
static bool is_of_same_turn(const json_t *first, const json_t *next)
{
    if (*field_text(next, "of_deed")) return true;
    bool any_text = field_is(next, "type", "text") && json_object_get(next, "default");
    bool same = field_is(next, "type", field_text(first, "type")) &&
                strcmp(question_id(next), question_id(first)) == 0;
    return (any_text || same) && !field_is(next, "text", field_text(first, "text"));
}

/* Accepts the open question as it stands, and those of others who do something in the same turn. */
static void accept_question(PlaySession *p)
{
    json_auto_t *first = parse_json(sconce_asked(p->table));
    bool goes_on = true;
    while (goes_on) {
        json_auto_t *reply = parse_json(sconce_say(p->table, "").json);
        show_reply(p, reply);
        json_auto_t *next = parse_json(sconce_asked(p->table));
        goes_on = next && is_of_same_turn(first, next);
    }
}

/* Gives a line to the table and shows the reply.  A command that is typed at a question of several
 * parts, or for any text, accepts the answer as it stands, and is then done, unless another
 * question follows.  The next line of a script cancels a die that is asked for (is_next_line). */
static void play_line(PlaySession *p, const char *text)
{
    bool is_answer = sconce_asked(p->table) != NULL;
    p->running = p->table;
    p->began = progress_seconds();
    SconceReply r = sconce_say(p->table, text);
    p->running = NULL;
    if (p->waiting) progress_line("%s", "");
    p->waiting = false;
    if (is_answer && is_next_line(text, sconce_asked(p->table), &r)) {
        report_cancelled(p, text);
        cancel_question(p);
        play_line(p, text);
        return;
    }
    json_auto_t *reply = parse_json(r.json);
    /* A command was refused at a question that an empty line answers. */
    bool is_refused_command = field_is(reply, "why", "command");
    if (!is_refused_command) {
        show_reply(p, reply);
        return;
    }
    accept_question(p);
    if (!sconce_asked(p->table)) {
        play_line(p, text);
        return;
    }
    StyledText t = {0};
    styled_put(&t, "'%s' was not done, since there is another question.", text);
    style_write(&p->screen.out, &t, 2, 4);
}

static bool is_quit_word(const char *text)
{
    return has_word("quit exit", text, strlen(text));
}

/* True when the text is a choice of the question that stands. */
static bool is_choice(PlaySession *p, const char *text)
{
    json_auto_t *ask = parse_json(sconce_asked(p->table));
    bool is = false;
    json_each (choice, json_object_get(ask, "choices"))
        is = is || (json_is_string(choice) && strcmp(json_string_value(choice), text) == 0);
    return is;
}

/* True when a line ends the session: `quit` or `exit`, unless it is a verb of the ruleset or a
 * choice of the question.  A line left at a question is kept for `resume`. */
static bool ends_session(PlaySession *p, const char *text)
{
    bool ends = true;
    if (!is_quit_word(text) || is_choice(p, text)) return false;
    json_auto_t *book = parse_json(sconce_book(p->table));
    json_each (verb, json_object_get(book, "verbs"))
        if (!field_true(verb, "host") && is_quit_word(name_of(verb))) ends = false;
    return ends;
}

/* --- a table that browsers use, too ---------------------------------------------------- */

static void release_table(void *data)
{
    shared_table_release(((PlaySession *)data)->shared);
}

static void hold_table(const sigset_t *waiting, void *data)
{
    PlaySession *p = data;
    shared_table_hold(p->shared, waiting, &p->signals.interrupted);
}

static bool table_has_changed(void *data)
{
    return shared_table_has_changed(((PlaySession *)data)->shared);
}

/* Lets others change the table while the user types: the line editor releases it meanwhile. */
static void share_line(PlaySession *p)
{
    line_share(p->line, &(LineSharing){.news = shared_table_news(p->shared),
                                       .release = release_table,
                                       .hold = hold_table,
                                       .has_changed = table_has_changed,
                                       .data = p});
    json_auto_t *view = parse_json(sconce_view(p->table, SCONCE_GM));
    p->seq = field_int(view, "seq", 0);
}

/* Shows what was played on another screen. */
static void show_news(PlaySession *p)
{
    json_auto_t *news = parse_json(sconce_since(p->table, p->seq, SCONCE_GM, &p->seq));
    json_auto_t *lines = must_have(json_array());
    json_each (entry, json_object_get(news, "undone")) {
        AutoStyled t = {0};
        styled_put(&t, "undone: T%lld %s", (long long)field_int(entry, "turn", 0),
                   field_text(entry, "command"));
        json_array_append_new(
            lines, json_pack("[{s:s, s:s, s:i}]", "t", styled_str(&t), "as", "dim", "in", 2));
    }
    json_each (entry, json_object_get(news, "entries"))
        json_array_extend(lines, json_object_get(entry, "lines"));
    if (json_array_size(lines) == 0) return;
    json_array_insert_new(lines, 0,
                          json_pack("[{s:s, s:s}]", "t", "On another screen:", "as", "dim"));
    screen_write(&p->screen, lines);
}

static void draw_sheet(PlaySession *p)
{
    if (!beside_has_room(&p->screen)) return;
    json_auto_t *lines = parse_json(sconce_sheet(p->table));
    beside_draw(&p->sheet, &p->screen, lines);
}

/* Keeps the sheet in its place while completions are listed. */
static void move_sheet(bool begins, void *data)
{
    PlaySession *p = data;
    if (begins)
        beside_wipe(&p->sheet, &p->screen);
    else
        draw_sheet(p);
}

static void open_session(PlaySession *p)
{
    json_auto_t *about = parse_json(sconce_about(p->table));
    json_auto_t *opening = parse_json(sconce_opening(p->table));
    const char *folder = field_text(about, "folder");
    bool keeps = *folder && !field_true(about, "read_only");
    AutoString *history = keeps ? formatted("%s/.history", folder) : NULL;
    p->screen = screen_new();
    if (p->beside) beside_keep_room(&p->screen);
    screen_write(&p->screen, opening);
    p->line = line_new(&p->screen.out, history, &p->signals, p->table, move_sheet, p);
    if (p->shared) share_line(p);
}

static void play_session(PlaySession *p)
{
    const char *text = NULL;
    while (!ferror(stdout)) {
        json_auto_t *words = parse_json(sconce_prompt(p->table));
        AutoStyled prompt = screen_line(words);
        if (!sconce_asked(p->table)) style_shorten_status(&p->screen.out, &prompt);
        draw_sheet(p); /* it stands beside the log while a line is read */
        LineState state = line_read(p->line, &prompt, &text);
        beside_wipe(&p->sheet, &p->screen);
        /* A question that is open stays in the journal, and `resume` takes it up. */
        if (state == LINE_ENDED || (state == LINE_READ && ends_session(p, text))) return;
        if (state == LINE_NEWS) {
            show_news(p);
            continue;
        }
        if (state == LINE_INTERRUPTED) {
            if (cancel_question(p))
                style_write_lines(&p->screen.out, "Cancelled. Nothing changed.", 2);
        } else {
            if (!sconce_asked(p->table)) line_remember(p->line, text); /* answers are left out */
            play_line(p, text);
        }
        shared_table_publish(p->shared);
    }
}

/* beside: the sheet stands beside the log, where the terminal is wide enough. */
static void play_for_people(Sconce *table, bool beside, SharedTable *shared)
{
    PlaySession p = {.table = table, .beside = beside, .shared = shared};
    watch_signals(&p);
    sconce_watch(p.table, show_progress, &p);
    open_session(&p);
    play_session(&p);
    current_session = NULL;
    line_free(p.line);
}

/* --- the sheet alone ------------------------------------------------------------- */

static const struct timespec interval = {.tv_nsec = 500000000}; /* a choice: hardly felt */

/* Draws the sheet on an empty screen as it changes; where that is no terminal, once. */
static void show_sheet(Sconce *table)
{
    Screen screen = screen_new();
    AutoString *seen = NULL;
    do {
        const char *json = sconce_say(table, "party").json;
        if (seen && strcmp(seen, json) == 0) continue; /* at the wait, below */
        free(seen);
        seen = must_have(strdup(json));
        json_auto_t *reply = parse_json(json);
        if (screen.out.terminal) fputs("\033[H\033[2J", stdout);
        style_measure(&screen.out);
        screen_write(&screen, field_list(reply, "lines"));
        if (fflush(stdout) != 0) break; /* nobody reads the output */
    } while (screen.out.terminal && nanosleep(&interval, NULL) == 0);
}

/* --- the command ------------------------------------------------------------------ */

typedef enum {
    FOR_PEOPLE,
    WITH_SHEET,   /* the same, with the sheet beside the log */
    FOR_PROGRAMS, /* this and the next show no prompt, and take no --screen */
    SHEET_ALONE
} PlayMode;

/* Whether and where the table is in browsers, too: the options, and the address and port. */
typedef struct {
    bool shown;       /* it is served to browsers */
    bool lan;         /* also to those of other machines in this network */
    const char *at;   /* ADDRESS:PORT or :PORT, as typed; or NULL */
    char address[16]; /* IPv4 */
    int port;         /* -1: none was named: the usual one, or where that is taken any */
} OtherScreens;

/* Reads where the pages are served, as in serve.c: by default to this machine.  False: nowhere. */
static bool read_address(OtherScreens *screens)
{
    strcpy(screens->address, screens->lan ? "0.0.0.0" : "127.0.0.1");
    screens->port = -1;
    if (!screens->at) return true;
    struct in_addr read;
    char *end;
    size_t n = strcspn(screens->at, ":"); /* there is a colon (looks_like_address in command.c) */
    long port = strtol(screens->at + n + 1, &end, 10);
    if (n >= sizeof screens->address || *end || port > 65535) return false;
    if (n > 0) snprintf(screens->address, sizeof screens->address, "%.*s", (int)n, screens->at);
    screens->port = (int)port;
    return inet_pton(AF_INET, screens->address, &read) == 1;
}

/* Opens the table and plays it in this mode.  Returns an exit status. */
static int play(const SconceOptions *options, PlayMode mode, const OtherScreens *screens)
{
    bool json = mode == FOR_PROGRAMS;
    SconceError error = {0};
    Sconce *table = sconce_open(options, &error);
    if (!table && json) programs_write_error(&error);
    if (!table) return command_failed(&error);
    if (mode == SHEET_ALONE)
        show_sheet(table);
    else if (json)
        programs_play(table);
    else {
        SharedTable *shared = screens->shown ? shared_table_begin(table, options->table,
                                                                  screens->address, screens->port)
                                             : NULL;
        play_for_people(table, mode == WITH_SHEET, shared);
        shared_table_end(shared);
    }
    const char *left = sconce_dice_left(table); /* of --dice */
    bool all_used = !left || !*left;
    if (!all_used) {
        fflush(stdout);
        clean_printf(stderr, "dice are left over: %s\n", left);
    }
    sconce_close(table);
    return all_used ? EXIT_FINE : EXIT_WRONG;
}

static int play_as_asked(SconceOptions *o, const Words *houses, PlayMode mode,
                         OtherScreens *screens)
{
    const char *answers = o->answers;
    if (answers && strcmp(answers, "ask") != 0 && strcmp(answers, "default") != 0)
        return command_misused(&command_play, "--answers is ask or default, not '%s'", answers);
    if (!read_address(screens))
        return command_misused(
            &command_play,
            "--screen takes an address of this machine and a port, as in %s, not '%s'",
            "127.0.0.1:8420", screens->at);
    if (screens->shown && (mode >= FOR_PROGRAMS || o->read_only))
        return command_misused(&command_play, "--screen is for play at a terminal");
    /* the questions of a script take their defaults, unless it is to answer them itself */
    if (!answers) o->answers = mode >= FOR_PROGRAMS || input_is_terminal() ? "ask" : "default";
    o->houses = houses->at;
    o->house_count = houses->n;
    return play(o, mode, screens);
}

static int play_command(int argc, char **argv)
{
    SconceOptions o = {0};
    Words houses = {0};
    OtherScreens screens = {0};
    bool json = false, sheet = false, beside = false;
    int status;
    const Option options[] = {
        {"house", OPTION_FILES, &houses, NULL},
        {"seed", OPTION_TEXT, &o.seed, NULL},
        {"dice", OPTION_TEXT, &o.dice, NULL},
        {"answers", OPTION_TEXT, &o.answers, NULL},
        {"read-only", OPTION_SWITCH, &o.read_only, NULL},
        {"sheet", OPTION_SWITCH, &sheet, NULL},
        {"beside", OPTION_SWITCH, &beside, NULL},
        {"screen", OPTION_ADDRESS, &screens.at, &screens.shown},
        {"lan", OPTION_SWITCH, &screens.lan, NULL},
        {"json", OPTION_SWITCH, &json, NULL},
        {0},
    };
    if (options_read(&command_play, argc, argv, options, 1, 1, &status)) {
        o.table = argv[1];
        o.read_only = o.read_only || sheet;
        PlayMode mode = sheet    ? SHEET_ALONE
                        : json   ? FOR_PROGRAMS
                        : beside ? WITH_SHEET
                                 : FOR_PEOPLE;
        screens.shown = screens.shown || screens.lan;
        status = play_as_asked(&o, &houses, mode, &screens);
    }
    words_free(&houses);
    return status;
}

const Command command_play = {
    "play",
    "TABLE [--house FILE]… [--seed N] [--answers ask|default]\n"
    "            [--dice auto|hand|\"d6:3 d20:12 …\"] [--read-only] [--beside]\n"
    "            [--sheet] [--screen [ADDRESS:PORT]] [--lan] [--json]",
    "live play at a ruleset, a .lua file or a campaign folder",
    "Live play.  A ruleset or a .lua file plays a scratch campaign that writes nothing ('save\n"
    "DIR' keeps it); a folder is durable.  A script on standard input is played line by line.\n"
    "  --house FILE   a house-rule file on top; may be said again\n"
    "  --seed N       the seed of the dice (text or number)\n"
    "  --dice …       auto: rolled; hand: asked for; else a strict list of faces.  Where a script\n"
    "                 goes on with another line than a face, what asked for it is left undone\n"
    "  --answers …    ask: questions wait for a line, as they do at a terminal; default: they\n"
    "                 take their defaults, as they do for a script\n"
    "  --read-only    look, do not play\n"
    "  --beside       the sheet (party) beside the log, at a terminal of 100 columns or more\n"
    "  --sheet        only the sheet (party), drawn again as others play: for a second window\n"
    "  --screen       in browsers, too: pages for the players and for the game master, whose\n"
    "                 lines and dice are of the same table; prints their addresses.  They are\n"
    "                 at 127.0.0.1:8420; --screen :9000 is another port\n"
    "  --lan          the same, for others in this network: phones, a television\n"
    "  --json         one line in, one JSON object out; a line may be a request, such as\n"
    "                 {\"answer\":\"yes\",\"to\":\"TOKEN\"}: see README, \"For programs\"",
    play_command,
};
