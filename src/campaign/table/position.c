/* The head moves on disk first, in one transaction, then in memory: set_head cannot fail. */
#include "campaign/table/position.h"

#include <string.h>
#include <time.h>

#include "campaign/journal/folder.h"
#include "core/wire.h"
#include "sconce.h"

void position_close(Position *p)
{
    journal_close(p->journal);
    folder_unlock(p->lock);
    entry_free(&p->head);
    tree_free(p->status);
}

/* --- the rules' wall clock ------------------------------------------------------------------ */

/* The clock goes on from the entry made last, also if that is undone: so it never runs back. */
bool position_start_clock(Position *p, Err *err)
{
    ScopedEntry e = {0};
    int64_t last = journal_count(p->journal, err);
    if (last < 0 || (last > 0 && !journal_entry(p->journal, last, &e, err))) return false;
    p->wall_at_opening = last > 0 ? e.wall : (int64_t)time(NULL);
    p->opened_ms = wire_now_ms();
    return true;
}

int64_t position_wall(const Position *p)
{
    return p->wall_at_opening + (wire_now_ms() - p->opened_ms) / 1000;
}

/* --- the head ------------------------------------------------------------------------------- */

/* Makes *e the head in memory, and sets *e to {0}.  It must not fail: the entry is committed. */
static void set_head(Position *p, Entry *e, Tree *status)
{
    tree_free(p->status);
    p->status = status;
    entry_free(&p->head);
    p->head = *e;
    *e = (Entry){0};
}

bool position_refresh(Position *p, Err *err)
{
    ScopedEntry e = {0};
    int64_t head = journal_head(p->journal, err);
    if (head == 0) set_head(p, &e, NULL);
    if (head <= 0 || head == p->head.seq) return head >= 0;
    if (!journal_entry(p->journal, head, &e, err)) return false;
    Tree *status = tree_of(&e.status, err);
    if (status) set_head(p, &e, status);
    return status != NULL;
}

const Value *position_status(const Position *p)
{
    return tree_root(p->status);
}

const Value *position_party(const Position *p)
{
    return value_list(position_status(p), "party");
}

/* --- moving the head ------------------------------------------------------------------------ */

/* Makes *e the head on disk: adds it as a new entry under the current head; or, when source is
 * NULL, moves the head to it, which is in the journal already.  The disk may report an error
 * although the transaction is written.  So the head is read again: if it is *e, this has succeeded,
 * and *doubt gets a warning (NULL: nobody is warned). */
static bool write_entry_or_move(const Position *p, const EntrySource *source, Entry *e, Err *doubt,
                                Err *err)
{
    if (!journal_begin_transaction(p->journal, err)) return false;
    bool ok = source ? journal_add(p->journal, e, SCONCE_VERSION, source->chain, err)
                     : journal_move_head(p->journal, p->head.seq, e->seq, err);
    if (journal_end_transaction(p->journal, ok, err)) return true;
    if (!ok || journal_head(p->journal, NULL) != e->seq) return false;
    err_set(doubt,
            "the disk reported an error while this was saved (%s): keep a copy of the folder",
            err->text);
    return true;
}

/* Makes *e the head, first on disk (see write_entry_or_move), then in memory.  Frees *e. */
static bool commit_head(Position *p, const EntrySource *source, Entry *e, Err *doubt, Err *err)
{
    Tree *status = e->status.failed ? NULL : tree_of(&e->status, err);
    if (!status || !write_entry_or_move(p, source, e, doubt, err)) {
        tree_free(status);
        entry_free(e);
        return false;
    }
    set_head(p, e, status);
    return true;
}

bool position_move(Position *p, int64_t to, Err *err)
{
    Entry e;
    return journal_entry(p->journal, to, &e, err) && commit_head(p, NULL, &e, NULL, err);
}

/* Appends the canonical bytes of a value. */
static void copy_bytes(Text *to, const Value *v)
{
    text_addn(to, v->bytes, v->bytes_n);
}

bool position_commit(Position *p, const EntrySource *source, const PlayReply *reply, Err *doubt,
                     Err *err)
{
    Entry e = {.parent = p->head.seq,
               .wall = source->wall,
               .turn = reply->turn,
               .minutes = reply->minutes,
               .date = (int64_t)time(NULL)};
    text_add(&e.typed, source->typed);
    text_add(&e.line, *reply->line ? reply->line : source->typed);
    text_add(&e.draws, reply->draws);
    copy_bytes(&e.answers, reply->answers);
    copy_bytes(&e.events, reply->events);
    copy_bytes(&e.rolls, reply->rolls);
    copy_bytes(&e.status, reply->status);
    if (reply->state)
        copy_bytes(&e.state, reply->state);
    else
        text_addn(&e.state, p->head.state.s, p->head.state.n);
    text_add(&e.chain, source->rules_hash);
    return commit_head(p, source, &e, doubt, err);
}

/* --- plays that change nothing -------------------------------------------------------------- */

/* An event is a change even if the state stays the same: it was shown, and belongs in the log. */
bool position_changed_by(const Position *p, const PlayReply *reply)
{
    const Value *state = reply->state;
    if (reply->events->n > 0) return true;
    return state && (state->bytes_n != p->head.state.n ||
                     memcmp(state->bytes, text_str(&p->head.state), state->bytes_n) != 0);
}

void position_take_status(Position *p, const PlayReply *reply)
{
    const Value *status = reply->status;
    Tree *tree = status->n > 0 ? tree_decode(status->bytes, status->bytes_n, NULL) : NULL;
    if (!tree) return;
    tree_free(p->status);
    p->status = tree;
}
