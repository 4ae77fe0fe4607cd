/* Undo and redo: they move the head of the journal, and the place in a list of dice with it.
 * A verb that made no entry, such as `session` and `dice`, is not undone: they go on to the line
 * before it. */
#include "campaign/table/table.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "core/json_writer.h"

/* One run of the verb undo or redo: the entries that the head has passed so far. */
typedef struct {
    Text text;          /* a line for each */
    Text events, rolls; /* of those done again, as canonical values in a row */
    size_t events_n, rolls_n;
    int64_t undone; /* the date of the entry undone last; 0: none yet */
    Err err;        /* why the head moved no further */
} Moves;

enum {
    AT_ONCE_MAX = 1000, /* lines; also the turns of one line, in lua/play/line.lua */
    PAUSE = 6 * 3600    /* seconds between two lines: nobody pauses so long in one evening */
};

/* Reads a number of lines: "", "3" or "x3". */
static bool read_steps(const char *verb, const char *rest, long *n, Err *err)
{
    char *end;
    *n = 1;
    if (!*rest) return true;
    const char *number = *rest == 'x' ? rest + 1 : rest;
    *n = strtol(number, &end, 10);
    if (*end || *n < 1) return err_set(err, "%s takes a number of lines, as in '%s 3'", verb, verb);
    return *n <= AT_ONCE_MAX ||
           err_set(err, "%s takes at most %d lines at once", verb, AT_ONCE_MAX);
}

/* Moves the head by one entry, and adds a line that names the entry.  False with m->err. */
typedef bool MoveHead(Sconce *s, Moves *m);

/* Takes as many steps as `rest`, the text behind the verb, says.  If there are fewer, takes those,
 * and the text says why there are no more.  False with m->err when there is none. */
static bool take_steps(Sconce *s, const char *verb, const char *rest, MoveHead *step, Moves *m)
{
    long n, done = 0;
    bool ok = read_steps(verb, rest, &n, &m->err);
    while (ok && done < n && step(s, m)) done++;
    if (done > 0 && done < n) text_addf(&m->text, "\n%s", m->err.text);
    return done > 0;
}

/* Adds an entry to the field "undone" or "redone" of the reply. */
static void add_moved_entry(Sconce *s, const char *key, int64_t seq, int64_t turn, const char *line)
{
    Text *t = &s->moved_entries;
    if (t->n == 0) jsonw_open(jsonw_key(t, key), '[');
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "seq"), seq);
    jsonw_int(jsonw_key(t, "turn"), turn);
    jsonw_string(jsonw_key(t, "command"), line);
    jsonw_close(t, '}');
}

/* Moves the head to its parent.  The faces that it used of a strict list count as unused again. */
static bool move_head_back(Sconce *s, Err *err)
{
    DiceSource before = s->dice;
    dice_source_give_back(&s->dice, &s->position.head);
    bool ok = position_move(&s->position, s->position.head.parent, err);
    if (!ok) s->dice = before;
    return ok;
}

/* Moves the head to a child.  The faces that it used of a strict list count as used again. */
static bool move_head_on(Sconce *s, int64_t child, Err *err)
{
    bool ok = position_move(&s->position, child, err);
    if (ok) dice_source_use(&s->dice, &s->position.head);
    return ok;
}

/* Offers the hand-typed dice of the entry that redo leads to, if its line is typed again. */
static void offer_undone_dice(Sconce *s)
{
    const Position *p = &s->position;
    int64_t child = journal_redo_target(p->journal, p->head.seq, NULL);
    s->dice.undone_entry = child > 0 ? child : 0;
}

/* True if the turn of the head is a round of a fight: undo and redo name no turn then. */
static bool is_in_rounds(const Sconce *s)
{
    return value_bool(position_status(&s->position), "rounds", false);
}

/* Undoes one entry.  The generator is part of the state (`run` in lua/play/play.lua puts it
 * there), so the same line rolls the same dice again.  Dice of a strict list become unused, and
 * dice typed by hand are used again for the same line. */
static bool undo_entry(Sconce *s, Moves *m)
{
    ScopedText line = {0};
    DiceSource *dice = &s->dice;
    const Entry *head = &s->position.head;
    int64_t seq = head->seq, turn = head->turn;
    bool is_round = is_in_rounds(s);
    if (head->parent == 0) return err_set(&m->err, "nothing to undo: this is the start");
    bool typed_dice = dice->mode == DICE_HAND && strchr(text_str(&head->draws), 'h');
    text_add(&line, text_str(&head->line));
    if (!move_head_back(s, &m->err)) return false;
    dice->undone_entry = seq;
    add_moved_entry(s, "undone", seq, turn, text_str(&line));
    text_addf(&m->text, "%sundone: ", m->text.n ? "\n" : "");
    if (!is_round) text_addf(&m->text, "T%lld ", (long long)turn); /* a round has no T */
    text_addf(&m->text, "%s%s", text_str(&line),
              typed_dice ? ". The dice you typed are kept for the same line; '=5' behind it "
                           "replaces them."
                         : "");
    return true;
}

/* Undoes one entry of this evening: of the last session, and with no PAUSE behind it. */
static bool undo_entry_of_evening(Sconce *s, Moves *m)
{
    int64_t session = journal_last_session(s->position.journal, &m->err);
    const Entry *head = &s->position.head;
    int64_t made = head->date, next_line = m->undone ? m->undone : (int64_t)time(NULL);
    if (session < 0) return false;
    bool this_evening = head->session == session && next_line - made < PAUSE;
    if (head->parent > 0 && !this_evening)
        return err_set(&m->err, "That is where this evening began. 'undo' takes back one more "
                                "line, 'undo 5 anyway' takes back five.");
    m->undone = made;
    return undo_entry(s, m); /* which refuses the start itself */
}

bool undo_lines(Sconce *s, const char *rest, Text *told, Err *err)
{
    Moves m = {0};
    ScopedText number = {0};
    bool anyway = ends_with(rest, " anyway");
    text_addn(&number, rest, strlen(rest) - (anyway ? strlen(" anyway") : 0));
    /* `undo 5` stops at the beginning of this evening: nobody may have thought of those before.  A
     * single `undo` may go beyond, since its one line is read before the next is taken back. */
    bool single = !*text_str(&number) || strcmp(text_str(&number), "1") == 0;
    MoveHead *step = anyway || single ? undo_entry : undo_entry_of_evening;
    bool ok = take_steps(s, "undo", text_str(&number), step, &m);
    text_add(told, text_str(&m.text));
    *err = m.err;
    text_free(&m.text);
    return ok;
}

/* --- lines that a new line left behind ------------------------------------------------------ */

/* Says that there is nothing to redo, and how to go back to the lines that were left behind. */
static void explain_no_redo(Sconce *s, Err *err)
{
    int64_t seq[3]; /* the last three are named: older ones are seldom missed */
    ScopedText t = {0};
    Journal *j = s->position.journal;
    size_t n = journal_left_behind(j, s->position.head.seq, seq, sizeof seq / sizeof *seq);
    for (size_t i = 0; i < n; i++) {
        ScopedEntry e = {0};
        if (!journal_entry(j, seq[i], &e, NULL)) break;
        text_addf(&t, "%s 'redo to %lld' (up to T%lld %.60s)", t.n > 0 ? "," : "",
                  (long long)seq[i], (long long)e.turn, text_str(&e.line));
    }
    err_set(err, "Nothing to redo.%s%s%s", t.n > 0 ? " Left behind, and still there:" : "",
            text_str(&t), t.n > 0 ? "." : "");
}

/* Moves the head to any entry, step by step: back to where the ways part, and on from there. */
static bool redo_to(Sconce *s, const char *number, Moves *m)
{
    char *end;
    const Position *p = &s->position;
    EntryNumbers back = {0}, on = {0};
    int64_t to = strtoll(number, &end, 10), made = journal_count(p->journal, NULL);
    bool ok = (!*end && to >= 1 && to <= made) ||
              err_set(&m->err, "redo to what? 'redo' lists the lines that were left behind");
    ok = ok && journal_find_way(p->journal, p->head.seq, to, &back, &on, &m->err);
    for (size_t i = 0; ok && i < back.n; i++) ok = move_head_back(s, &m->err);
    for (size_t i = on.n; ok && i > 0; i--) ok = move_head_on(s, on.at[i - 1], &m->err);
    free(back.at);
    free(on.at);
    offer_undone_dice(s);
    if (ok)
        text_addf(&m->text, "back to T%lld %s", (long long)p->head.turn, text_str(&p->head.line));
    return ok;
}

/* Appends an event or roll.  Its field `key`, an index into the other list, grows by `shift`. */
static void add_shifted(Text *t, const Value *map, const char *key, size_t shift)
{
    put_map(t, map->n);
    for (const Pair *p = map->pairs; p < map->pairs + map->n; p++) {
        put_keyn(t, p->key, p->key_n);
        if (strcmp(p->key, key) == 0 && p->value->kind == TOKEN_INT)
            put_int(t, p->value->integer + (int64_t)shift);
        else
            put_raw(t, p->value->bytes, p->value->bytes_n);
    }
}

/* Appends the events and rolls of an entry to those of the entries before it.  An event has the
 * index of its roll, and a roll that of the event it came after; both continue behind the entries
 * before. */
static void add_happened(Moves *m, const Entry *e)
{
    ScopedTree *events = tree_of(&e->events, NULL);
    ScopedTree *rolls = tree_of(&e->rolls, NULL);
    const Value *all = tree_list(events), *dice = tree_list(rolls);
    for (size_t i = 0; i < all->n; i++) add_shifted(&m->events, &all->items[i], "roll", m->rolls_n);
    value_each (die, dice) add_shifted(&m->rolls, die, "after", m->events_n);
    m->events_n += all->n;
    m->rolls_n += dice->n;
}

/* Does one entry again: the child that was last made or undone. */
static bool redo_entry(Sconce *s, Moves *m)
{
    Position *p = &s->position;
    Text *t = &m->text;
    int64_t child = journal_redo_target(p->journal, p->head.seq, &m->err);
    if (child == 0) explain_no_redo(s, &m->err);
    if (child <= 0 || !move_head_on(s, child, &m->err)) return false;
    add_moved_entry(s, "redone", p->head.seq, p->head.turn, text_str(&p->head.line));
    add_happened(m, &p->head);
    offer_undone_dice(s);
    text_addf(t, "%sdone again: ", t->n ? "\n" : "");
    if (!is_in_rounds(s)) text_addf(t, "T%lld ", (long long)p->head.turn);
    text_add(t, text_str(&p->head.line));
    return true;
}

static Tree *decode_list(const Text *values, size_t n)
{
    ScopedText list = {0};
    put_list(&list, n);
    text_addn(&list, text_str(values), values->n);
    return values->failed || list.failed ? NULL : tree_of(&list, NULL);
}

/* Replies with the events and rolls of all entries done again. */
static SconceReply reply_done_again(Sconce *s, const Moves *m)
{
    const Entry *head = &s->position.head;
    ScopedTree *events = decode_list(&m->events, m->events_n),
               *rolls = decode_list(&m->rolls, m->rolls_n);
    PlayReply p = {.line = "redo",
                   .events = tree_list(events),
                   .rolls = tree_list(rolls),
                   .status = empty_list(),
                   .text = text_str(&m->text),
                   .turn = head->turn,
                   .minutes = head->minutes};
    return reply_done(s, &p, (Shown){0});
}

SconceReply redo_lines(Sconce *s, const char *rest)
{
    Moves m = {0};
    bool to = strncmp(rest, "to ", 3) == 0,
         ok = to ? redo_to(s, rest + 3, &m) : take_steps(s, "redo", rest, redo_entry, &m);
    SconceReply r = ok ? reply_done_again(s, &m) : reply_refused(s, "redo", &m.err);
    text_free(&m.text);
    text_free(&m.events);
    text_free(&m.rolls);
    return r;
}
