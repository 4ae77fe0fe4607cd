/* Undo and redo: the head moves to the parent of its entry, or to the child last undone. */
#include <stdlib.h>
#include <string.h>

#include "campaign/table/campaign.h"

enum { STEPS_MAX = 1000 };

/* "", "3" or "x3". */
static bool read_steps(const char *verb, const char *rest, long *n, Err *err)
{
    char *end;
    *n = 1;
    if (!*rest) return true;
    *n = strtol(rest + (*rest == 'x'), &end, 10);
    return (!*end && *n >= 1 && *n <= STEPS_MAX) ||
           err_set(err, "%s takes a number of lines, such as: %s 3", verb, verb);
}

static bool write_head(Sconce *s, int64_t from, int64_t to, Err *err)
{
    if (!journal_begin(s->journal, err)) return false;
    if (journal_move(s->journal, from, to, err) && journal_commit(s->journal, err)) return true;
    journal_rollback(s->journal);
    return journal_head(s->journal, NULL) == to;
}

static bool move_head(Sconce *s, int64_t to, Err *err)
{
    Entry e;
    if (!journal_entry(s->journal, to, &e, err)) return false;
    Tree *status = tree_decode(text_str(&e.status), e.status.n, err);
    bool ok = status && write_head(s, s->now.seq, to, err);
    if (ok)
        campaign_put(s, &e, status);
    else
        tree_free(status);
    entry_free(&e);
    return ok;
}

static const Value *list_of(const Tree *tree)
{
    return tree && tree_root(tree)->kind == TOKEN_LIST ? tree_root(tree) : empty_list();
}

/* What redo gives back tells what it told when it was done: the last of several. */
static SconceReply reply_again(Sconce *s, const char *verb, const Text *t)
{
    Tree *events = tree_decode(text_str(&s->now.events), s->now.events.n, NULL);
    Tree *rolls = tree_decode(text_str(&s->now.rolls), s->now.rolls.n, NULL);
    PlayReply p = {.line = verb,
                   .events = list_of(events),
                   .rolls = list_of(rolls),
                   .status = empty_list(),
                   .text = text_str(t),
                   .turn = s->now.turn,
                   .minutes = s->now.minutes};
    SconceReply r = reply_done(s, &p, 0, 0);
    tree_free(events);
    tree_free(rolls);
    return r;
}

/* Takes steps, as many as there are of those wanted; refused when not even one is. */
static SconceReply walk(Sconce *s, const char *verb, const char *rest,
                        bool (*step)(Sconce *s, Text *t, Err *err),
                        SconceReply (*reply)(Sconce *s, const char *verb, const Text *t))
{
    Err err = {0};
    Text t = {0};
    long n, done = 0;
    bool ok = read_steps(verb, rest, &n, &err);
    while (ok && done < n && step(s, &t, &err)) done++;
    if (done > 0 && done < n) text_addf(&t, "\n%s", err.text);
    SconceReply r = done > 0 ? reply(s, verb, &t) : reply_refused(s, verb, &err);
    text_free(&t);
    return r;
}

/* --- undo -------------------------------------------------------------------------------- */

static void tell_undone(const Sconce *s, const Entry *e, Text *t)
{
    text_addf(t, "undone: T%lld %s", (long long)e->turn, text_str(&e->line));
    if (s->dice == DICE_HAND && strchr(text_str(&e->draws), 'h'))
        text_add(t, ". The dice you typed are kept for the same line.");
}

static bool undo(Sconce *s, Text *t, Err *err)
{
    if (s->now.parent == 0) return err_set(err, "nothing to undo: this is the start");
    size_t used = s->now.seq > s->script.since ? script_used(&s->now) : 0;
    int64_t undone_entry = s->now.seq;
    Text told = {0};
    tell_undone(s, &s->now, &told);
    bool ok = move_head(s, s->now.parent, err);
    if (ok) {
        s->script.at -= used < s->script.at ? used : s->script.at;
        s->undone_entry = undone_entry;
        text_addf(t, "%s%s", t->n ? "\n" : "", text_str(&told));
    }
    text_free(&told);
    return ok;
}

SconceReply undo_say(Sconce *s, const char *rest)
{
    return walk(s, "undo", rest, undo, reply_text);
}

/* --- redo -------------------------------------------------------------------------------- */

static void tell_redone(const Sconce *s, Text *t)
{
    text_addf(t, "%sdone again: T%lld %s", t->n ? "\n" : "", (long long)s->now.turn,
              text_str(&s->now.line));
}

static bool redo(Sconce *s, Text *t, Err *err)
{
    int64_t child = journal_child(s->journal, s->now.seq, err);
    if (child == 0) err_set(err, "nothing to redo");
    if (child <= 0 || !move_head(s, child, err)) return false;
    if (child > s->script.since) s->script.at += script_used(&s->now);
    if (s->script.at > s->script.faces.n) s->script.at = s->script.faces.n;
    child = journal_child(s->journal, s->now.seq, NULL);
    s->undone_entry = child > 0 ? child : 0;
    tell_redone(s, t);
    return true;
}

SconceReply redo_say(Sconce *s, const char *rest)
{
    return walk(s, "redo", rest, redo, reply_again);
}
