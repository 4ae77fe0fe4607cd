/* What happened becomes an entry: filled, written in one transaction, and only then the head. */
#include <string.h>
#include <time.h>

#include "campaign/table/campaign.h"
#include "campaign/table/manual_dice.h"

static void copy_bytes(Text *to, const Value *v)
{
    text_addn(to, v->bytes, v->bytes_n);
}

static void fill_entry(Sconce *s, const char *typed, int64_t wall, const PlayReply *p, Entry *e)
{
    *e = (Entry){.parent = s->now.seq, .wall = wall, .turn = p->turn, .minutes = p->minutes};
    e->date = (int64_t)time(NULL);
    text_add(&e->typed, typed);
    text_add(&e->line, *p->line ? p->line : typed);
    text_add(&e->draws, p->draws);
    copy_bytes(&e->answers, p->answers);
    copy_bytes(&e->events, p->events);
    copy_bytes(&e->rolls, p->rolls);
    copy_bytes(&e->status, p->status);
    if (p->state)
        copy_bytes(&e->state, p->state);
    else
        text_addn(&e->state, s->now.state.s, s->now.state.n);
    text_add(&e->chain, s->hash);
}

static bool is_filled(const Entry *e)
{
    return !(e->typed.failed || e->line.failed || e->draws.failed || e->answers.failed ||
             e->events.failed || e->rolls.failed || e->status.failed || e->state.failed ||
             e->chain.failed);
}

/* A transaction that said no may have happened after all (the disk failed at its very last step):
 * memory follows the file, whatever it says. */
static bool doubt(Sconce *s, const Entry *e, Err *err)
{
    if (e->seq == 0 || journal_head(s->journal, NULL) != e->seq) return false;
    campaign_warn(s,
                  "the disk reported an error while this was saved (%s): keep a copy of the folder",
                  err->text);
    return true;
}

static bool write_entry(Sconce *s, Entry *e, Err *err)
{
    if (!journal_begin(s->journal, err)) return false;
    if (!journal_add(s->journal, e, SCONCE_VERSION, cell_client_chain(s->keeper), err)) {
        journal_rollback(s->journal);
        return false;
    }
    return journal_commit(s->journal, err) || doubt(s, e, err);
}

void commit_status(Sconce *s, const PlayReply *p)
{
    Text status = {0};
    copy_bytes(&status, p->status);
    if (status.failed || status.n == 0) {
        text_free(&status);
        return;
    }
    text_free(&s->now.status);
    s->now.status = status;
}

bool commit_entry(Sconce *s, const char *typed, int64_t wall, const PlayReply *p, Err *err)
{
    Entry e;
    fill_entry(s, typed, wall, p, &e);
    bool ok = is_filled(&e) || err_set(err, "out of memory");
    Tree *status = ok ? tree_decode(text_str(&e.status), e.status.n, err) : NULL;
    ok = status && write_entry(s, &e, err);
    if (ok)
        campaign_put(s, &e, status);
    else
        tree_free(status);
    entry_free(&e);
    return ok;
}

bool commit_changes(const Sconce *s, const PlayReply *p)
{
    const Value *v = p->state;
    if (p->events->n > 0) return true;
    return v && (v->bytes_n != s->now.state.n ||
                 memcmp(v->bytes, text_str(&s->now.state), v->bytes_n) != 0);
}

size_t script_used(const Entry *e)
{
    Text rider = {0};
    size_t n = manual_dice_rider(text_str(&e->typed)),
           used = manual_dice_count(text_str(&e->draws), 's');
    size_t rode = n ? manual_dice_ride(text_str(&e->typed) + e->typed.n - n, &rider) : 0;
    text_free(&rider);
    return used > rode ? used - rode : 0;
}
