/* Functions of sconce.h for other screens: the table, what happened since, waiting for others. */
#include <poll.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

#include "campaign/table/table.h"
#include "campaign/view/book.h"
#include "campaign/view/players.h"
#include "core/json_writer.h"
#include "core/wire.h"

/* --- the room that players know ------------------------------------------------------------- */

/* Entries searched, after every line, for the one that told players of the room.  A party that has
 * played more lines there is shown in none: searching on would slow each line. */
enum { ENTRIES_BACK = 500 };

/* True if players read in this entry that the party came into the room. */
static bool tells_room(const Value *book, const Entry *e, const Value *status, const char *room)
{
    bool told = false;
    ScopedTree *events = tree_of(&e->events, NULL);
    PlayedLine played = {.line = text_str(&e->line),
                         .members = value_list(status, "party"),
                         .events = tree_list(events),
                         .rolls = empty_list()};
    ScopedTree *seen = players_view(book, &played, NULL);
    value_each (event, value_list(tree_root(seen), "events"))
        told = told || (value_is(event, "kind", "moved") && value_is(event, "room", room));
    return told;
}

/* True if players know the room that the party is in, because an entry since the party came there
 * has told them.  Searches these entries from the newest on, and only once for each head. */
static bool players_know_room(Sconce *s, const char *room)
{
    TableLook *l = &s->look;
    bool there = true;
    int64_t seq = s->position.head.seq;
    if (l->room_seq == seq) return l->room_told;
    l->room_seq = seq;
    l->room_told = false;
    for (int i = 0; i < ENTRIES_BACK && seq > 0 && there && !l->room_told; i++) {
        ScopedEntry e = {0};
        if (!journal_entry(s->position.journal, seq, &e, NULL)) break;
        ScopedTree *status = tree_of(&e.status, NULL);
        there = value_is(tree_root(status), "room", room);
        l->room_told = there && tells_room(table_book(s), &e, tree_root(status), room);
        seq = e.parent;
    }
    return l->room_told;
}

/* --- a look at the table --------------------------------------------------------------------- */

/* The rules' clock.  In a table that is open for reading only it stands still at the head. */
static int64_t rules_wall(const Sconce *s)
{
    return s->read_only ? s->position.head.wall : position_wall(&s->position);
}

/* True if nothing was played since the last look, and the rules are the same. */
static bool is_of_head(const Sconce *s)
{
    const TableLook *l = &s->look;
    return l->tree && l->seq == s->position.head.seq && l->client == s->rules.client;
}

/* Returns the table as data (the sheet of lua/table/view.lua), or NULL when the rules fail.  Asks
 * the cell only when the last look is out of date. */
static const Value *look(Sconce *s)
{
    TableLook *l = &s->look;
    Err err = {0};
    /* Where something ends in real time (the field `real`: in how many seconds), what the last look
     * shows changes with the clock, too. */
    bool timely = l->wall == rules_wall(s) || !value_get(l->data, "real");
    if (is_of_head(s) && timely) return l->data;
    tree_free(l->tree);
    l->wall = rules_wall(s);
    l->tree = command_view(s, l->wall, &err);
    l->data = value_get(tree_root(l->tree), "sheet");
    l->seq = s->position.head.seq;
    l->client = s->rules.client;
    return l->data;
}

/* --- the view -------------------------------------------------------------------------------- */

/* The view shows the last lines, as many as a television holds; a phone gets the same, and scrolls.
 * They are taken from the last LINES_FROM entries, of which some have no line for players. */
enum { LINES_SHOWN = 12, LINES_FROM = 40 };

/* Writes the field "lines": what was played last, as the log tells it. */
static void write_last_lines(Sconce *s, Text *t, bool players)
{
    Err err = {0};
    ScopedLines l = {0};
    LogSource source = table_log_source(s);
    log_recent(&source, LINES_FROM, players, LOG_WITHOUT_HINT, &l, &err);
    jsonw_open(jsonw_key(t, "lines"), '[');
    lines_json_last(&l, LINES_SHOWN, t);
    jsonw_close(t, ']');
}

const char *sconce_view(Sconce *s, SconceWho who)
{
    if (!table_refresh(s)) return "{}";
    Text *t = &s->returned.view;
    const Entry *head = &s->position.head;
    const Value *ask = s->pending.reply.ask, *data = look(s);
    const char *room = value_text(data, "room", NULL);
    char token[TOKEN_LETTERS + 1] = "";
    bool players = who != SCONCE_GM;
    if (ask) (players ? pending_players_token : pending_token)(&s->pending, &s->position, token);
    bool knows = players && room && players_know_room(s, room);
    ScreenTable table = {.book = table_book(s),
                         .look = data,
                         .party = position_party(&s->position),
                         .room = knows ? room : NULL,
                         .ask = ask,
                         .token = token,
                         /* where the table is open for reading only, lights are as the last line
                          * left them */
                         .now = s->read_only ? head->date : (int64_t)time(NULL),
                         .players = players};
    text_clear(t);
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "who"), players ? "players" : "gm");
    jsonw_string(jsonw_key(t, "title"), value_text(table_book(s), "title", ""));
    jsonw_int(jsonw_key(t, "seq"), head->seq);
    if (!players || players_see_turns(table.book)) {
        jsonw_int(jsonw_key(t, "turn"), head->turn);
        jsonw_int(jsonw_key(t, "minutes"), head->minutes);
    }
    screen_write_table(t, &table);
    write_last_lines(s, t, players);
    if (!players) reply_write_prompt(s, ask, jsonw_key(t, "prompt"));
    jsonw_close(t, '}');
    return t->failed ? "{}" : text_str(t);
}

/* --- what happened since ---------------------------------------------------------------------- */

/* One answer has at most so many entries, the newest: those of some evenings. */
enum { ENTRIES_SINCE = 1000 };

/* Writes the n entries with these numbers as a list in the field `key`. */
static bool write_entries(Sconce *s, Text *t, const char *key, const int64_t *seq, size_t n,
                          bool players, LogFormat format)
{
    Err err = {0};
    LogSource source = table_log_source(s);
    jsonw_open(jsonw_key(t, key), '[');
    bool ok = log_entries(&source, seq, n, players, format, t, &err);
    jsonw_close(t, ']');
    return ok;
}

/* Writes the newest entries made since, oldest first.  on: all, newest first; is turned around. */
static bool write_since(Sconce *s, Text *t, EntryNumbers *on, bool players)
{
    size_t n = on->n < ENTRIES_SINCE ? on->n : ENTRIES_SINCE;
    for (size_t i = 0; i < n / 2; i++) {
        int64_t seq = on->at[i];
        on->at[i] = on->at[n - 1 - i];
        on->at[n - 1 - i] = seq;
    }
    if (on->n > n) jsonw_int(jsonw_key(t, "left_out"), (int64_t)(on->n - n));
    return write_entries(s, t, "entries", on->at, n, players, LOG_ENTRIES);
}

const char *sconce_since(Sconce *s, int64_t seq, SconceWho who, int64_t *head)
{
    if (head) *head = 0;
    if (!table_refresh(s)) return "{}";
    Text *t = text_clear(&s->returned.since);
    EntryNumbers back = {0}, on = {0};
    int64_t to = s->position.head.seq;
    /* For an entry that this journal does not have, everything from the start is told. */
    bool known = seq >= 0 && seq <= journal_count(s->position.journal, NULL);
    bool ok = journal_find_way(s->position.journal, known ? seq : 0, to, &back, &on, NULL);
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "head"), to);
    if (!known) jsonw_bool(jsonw_key(t, "restart"), true);
    size_t undone = back.n < ENTRIES_SINCE ? back.n : ENTRIES_SINCE; /* newest first */
    bool players = who != SCONCE_GM;
    ok = ok && write_entries(s, t, "undone", back.at, undone, players, LOG_NAMES) &&
         write_since(s, t, &on, players);
    jsonw_close(t, '}');
    free(back.at);
    free(on.at);
    if (!ok || t->failed) return "{}";
    if (head) *head = to;
    return text_str(t);
}

/* --- waiting ---------------------------------------------------------------------------------- */

int64_t sconce_due_ms(Sconce *s)
{
    if (!table_refresh(s)) return -1;
    const TableLook *l = &s->look;
    const Value *data = is_of_head(s) ? l->data : look(s);
    int64_t left = value_int(data, "real", -1); /* seconds, when the cell looked */
    if (left < 0 || value_bool(data, "paused", false)) return -1;
    /* Seconds since then; the clock of a read-only table stands still at the date of its head. */
    int64_t gone = s->read_only ? (int64_t)time(NULL) - s->position.head.date
                                : position_wall(&s->position) - l->wall;
    return left > gone ? (left - gone) * 1000 : 0;
}

/* A waiting program looks every STOP_LOOK_MS whether sconce_stop was called.  It looks at the
 * journal when its folder has news, and every JOURNAL_LOOK_MS all the same, since some file systems
 * give no news of what another machine writes. */
enum { STOP_LOOK_MS = 50, JOURNAL_LOOK_MS = 1000 };

/* Returns a descriptor that can be read when a file in the folder is written; -1: there is none. */
static int watch_folder(const char *folder)
{
    int fd = folder ? inotify_init1(IN_NONBLOCK | IN_CLOEXEC) : -1;
    if (fd < 0 || inotify_add_watch(fd, folder, IN_MODIFY | IN_DELETE) >= 0) return fd;
    close(fd);
    return -1;
}

/* Waits for news of the folder, at most ms.  fd: of watch_folder; -1: nobody tells, so that there
 * may always be news.  False: there is none. */
static bool wait_for_news(int fd, int64_t ms)
{
    char events[4096];
    if (poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, (int)ms) <= 0) return fd < 0;
    while (read(fd, events, sizeof events) > 0) continue;
    return true;
}

bool sconce_wait(Sconce *s, int timeout_ms)
{
    if (!s) return false;
    int64_t head = s->position.head.seq;
    int64_t now = wire_now_ms(), until = now + timeout_ms, look_at = now;
    int fd = s->read_only ? watch_folder(s->sources.folder) : -1;
    bool news = false;
    s->stop = 0;
    for (;; now = wire_now_ms()) {
        if (news || now >= look_at || now >= until) {
            table_refresh(s);
            look_at = now + JOURNAL_LOOK_MS;
        }
        if (s->position.head.seq != head || now >= until || s->stop) break;
        int64_t left = until - now;
        news = wait_for_news(fd, left < STOP_LOOK_MS ? left : STOP_LOOK_MS);
    }
    if (fd >= 0) close(fd);
    return s->position.head.seq != head;
}

void sconce_rest(Sconce *s)
{
    if (s) cell_client_rest(s->rules.client);
}
