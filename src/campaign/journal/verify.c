/* Replays every entry from the state before it, under the rules that were stored with it and not
 * those on disk today, and compares every byte.  One request replays many entries, because starting
 * a worker takes longer than most entries.
 *
 * An entry that another version of Sconce kept may go differently, because Sconce plays it too, and
 * not the rules alone.  Such entries are counted, and do not end the replay. */
#include "campaign/journal/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/play_reply.h"
#include "core/json_writer.h"
#include "core/tree.h"

/* Entries and bytes of a request at most, so that progress is seen and memory bounded. */
enum { BATCH_MAX = 200, BATCH_BYTES = 4 << 20 };

/* An entry of the batch. */
typedef struct {
    Entry e;
    Text before; /* state of its parent.  Empty for the first entry, which has no parent, and where
                    the entry goes on from the one before it in the batch (add_to_batch) */
} Replay;

/* A replay of a campaign, in batches of entries with the same rules. */
typedef struct {
    Journal *journal;
    const TableSources *sources;
    const atomic_int *stop;
    CellClient *client;  /* for the rules of the batch; NULL before the first batch */
    char hash[HASH_HEX]; /* hash of the rules */
    Text version;        /* the version of Sconce that stored the rules */
    Replay batch[BATCH_MAX];
    size_t n, bytes;         /* entries of the batch, and their size */
    int64_t all, done, same; /* entries: of the journal, replayed, found equal */
    Text seed, party;        /* for the first entry */
    Text differs;            /* the difference that ends the replay, as JSON; empty: none so far */
    int64_t changed;         /* entries of other versions that go differently */
    Text first_changed;      /* the first of them, as JSON */
    VerifyProgress *progress;
    void *data;
    Err *err;
} Verify;

/* --- the place of a difference ----------------------------------------------------------- */

/* Returns item i of a list, or the value of pair i of a map. */
static const Value *child_at(const Value *v, size_t i)
{
    return v->kind == TOKEN_MAP ? v->pairs[i].value : &v->items[i];
}

/* Appends the name of a child_at to a path: its key, or its place in a list. */
static void add_key(Text *t, const Value *v, size_t i)
{
    if (t->n > 0) text_addc(t, '.');
    if (v->kind == TOKEN_MAP)
        text_addn(t, v->pairs[i].key, v->pairs[i].key_n);
    else
        text_addf(t, "%zu", i + 1);
}

/* True if pair i of two maps has the same key; of lists, always. */
static bool same_key(const Value *a, const Value *b, size_t i)
{
    if (a->kind != TOKEN_MAP) return true;
    const Pair *in_a = &a->pairs[i], *in_b = &b->pairs[i];
    return in_a->key_n == in_b->key_n && memcmp(in_a->key, in_b->key, in_a->key_n) == 0;
}

/* Appends the path to the first difference between two values, "party.1.hp". */
static void append_difference_path(const Value *a, const Value *b, Text *t)
{
    while (a->kind == b->kind && (a->kind == TOKEN_LIST || a->kind == TOKEN_MAP)) {
        size_t i = 0;
        while (i < a->n && i < b->n && same_key(a, b, i) &&
               value_equal(child_at(a, i), child_at(b, i)))
            i++;
        if (i == a->n && i == b->n) return;
        bool both_have_it = i < a->n && i < b->n && same_key(a, b, i);
        add_key(t, i < a->n ? a : b, i);
        if (!both_have_it) return;
        a = child_at(a, i);
        b = child_at(b, i);
    }
}

/* --- the report -------------------------------------------------------------------------- */

/* True if the rules of the batch were stored by another version of Sconce.  It is the same for all
 * of a batch, since the hash of a chain takes in the version (chain_hash). */
static bool is_of_other_version(const Verify *v)
{
    return strcmp(text_str(&v->version), SCONCE_VERSION) != 0;
}

/* Adds a text that a stranger may have written: on one line, and only its beginning. */
static void add_beginning(Text *json, const char *key, const Text *text)
{
    enum { SHOWN_MAX = 200 }; /* bytes: two or three lines of a terminal */
    ScopedText t = {0};
    text_addn(&t, text_str(text), text->n < SHOWN_MAX ? text->n : SHOWN_MAX);
    text_make_printable(&t, 0, false);
    jsonw_string(jsonw_key(json, key), text_str(&t));
}

/* Begins v->differs, a JSON object that the caller closes: the entry and what differs in it. */
static void begin_difference(Verify *v, const Entry *e, const char *what)
{
    Text *t = &v->differs;
    jsonw_open(t, '{');
    if (is_of_other_version(v)) add_beginning(t, "version", &v->version);
    jsonw_int(jsonw_key(t, "seq"), e->seq);
    jsonw_int(jsonw_key(t, "turn"), e->turn);
    add_beginning(t, "command", &e->line);
    jsonw_string(jsonw_key(t, "what"), what);
}

/* Reports a difference with both texts.  Always returns false. */
static bool report_texts(Verify *v, const Entry *e, const char *what, const char *kept,
                         const char *now)
{
    begin_difference(v, e, what);
    jsonw_string(jsonw_key(&v->differs, "kept"), kept);
    jsonw_string(jsonw_key(&v->differs, "now"), now);
    jsonw_close(&v->differs, '}');
    return false;
}

/* The functions same_… compare a part of an entry, and report the first difference. */

/* Compares values, which may be large, so that a difference is told by its place in them. */
static bool same_values(Verify *v, const Entry *e, const char *what, const Text *kept,
                        const Value *now)
{
    ScopedText at = {0};
    if (kept->n == now->bytes_n && memcmp(text_str(kept), now->bytes, kept->n) == 0) return true;
    ScopedTree *tree = tree_of(kept, NULL);
    begin_difference(v, e, what);
    if (tree) append_difference_path(tree_root(tree), now, &at);
    jsonw_string(jsonw_key(&v->differs, "at"), text_str(&at));
    jsonw_close(&v->differs, '}');
    return false;
}

/* Counts the difference just found if the entry is of another version, so that the replay goes on.
 * Otherwise returns false, and the difference stays in v->differs. */
static bool count_changed(Verify *v)
{
    if (v->differs.n == 0 || !is_of_other_version(v)) return false;
    if (v->changed++ == 0) {
        v->first_changed = v->differs;
        v->differs = (Text){0};
    }
    text_clear(&v->differs);
    return true;
}

static bool same_number(Verify *v, const Entry *e, const char *what, int64_t kept, int64_t now)
{
    char kept_text[24], now_text[24]; /* room for any 64-bit number */
    if (kept == now) return true;
    snprintf(kept_text, sizeof kept_text, "%lld", (long long)kept);
    snprintf(now_text, sizeof now_text, "%lld", (long long)now);
    return report_texts(v, e, what, kept_text, now_text);
}

/* Compares what the table showed: turn, time and status.  Of an entry of another version only the
 * turn is compared: that version may have had other words, or another time within a turn. */
static bool same_status(Verify *v, const Entry *e, const PlayReply *p)
{
    if (!same_number(v, e, "turn", e->turn, p->turn)) return false;
    if (is_of_other_version(v)) return true;
    if (!same_number(v, e, "minutes", e->minutes, p->minutes)) return false;
    return same_values(v, e, "status", &e->status, p->status);
}

/* Compares the states.  before: the state that the entry began with, which a reply without a state
 * leaves unchanged; NULL for the first entry. */
static bool same_state(Verify *v, const Entry *e, const PlayReply *p, const Text *before)
{
    if (p->state) return same_values(v, e, "state", &e->state, p->state);
    if (before && before->n == e->state.n &&
        memcmp(text_str(before), text_str(&e->state), before->n) == 0)
        return true;
    return report_texts(v, e, "state", "changed", "unchanged");
}

/* Compares a reply with its entry.  Reports the first difference and returns false. */
static bool compare(Verify *v, const Entry *e, const Value *reply, const Text *before)
{
    PlayReply p;
    Err err = {0};
    if (!play_reply_read(reply, &p, &err)) return report_texts(v, e, "reply", "done", err.text);
    if (p.outcome == PLAY_ASKS)
        return report_texts(v, e, "question", "", value_text(p.ask, "id", "?"));
    if (p.outcome != PLAY_DONE) {
        play_reply_error(reply, NULL, &err);
        return report_texts(v, e, "outcome", "done", err.text);
    }
    if (strcmp(p.line, text_str(&e->line)) != 0)
        return report_texts(v, e, "line", text_str(&e->line), p.line);
    if (strcmp(p.draws, text_str(&e->draws)) != 0)
        return report_texts(v, e, "dice", text_str(&e->draws), p.draws);
    return same_values(v, e, "events", &e->events, p.events) &&
           same_values(v, e, "rolls", &e->rolls, p.rolls) && same_state(v, e, &p, before) &&
           same_status(v, e, &p);
}

/* --- batches ----------------------------------------------------------------------------- */

/* The state that an entry of the batch began with; NULL for the first entry of all. */
static const Text *state_before(const Verify *v, size_t i)
{
    const Replay *r = &v->batch[i];
    if (r->e.parent == 0) return NULL;
    return r->before.n > 0 ? &r->before : &v->batch[i - 1].e.state;
}

/* Writes entry i of the batch as a play.  goes_on: the cell plays it from the state that the play
 * before it in the request led to, and needs not be sent that. */
static void write_play(const Verify *v, size_t i, bool goes_on, Text *out)
{
    const Entry *e = &v->batch[i].e;
    PlayRequest play = {.line = text_str(&e->line),
                        .state = goes_on ? NULL : state_before(v, i),
                        .wall = e->wall,
                        .dice = "replay",
                        .faces = text_str(&e->draws),
                        .answers = &e->answers,
                        .seed = e->parent == 0 ? text_str(&v->seed) : NULL,
                        .party = e->parent == 0 && v->party.n > 0 ? &v->party : NULL};
    play_request_write(&play, NULL, out);
}

/* Sends the entries [from, to) of the batch to the cell in one request, and returns its reply. */
static Tree *ask_batch(const Verify *v, size_t from, size_t to, Err *err)
{
    ScopedText plays = {0}, request = {0};
    MapWriter f = {0};
    int64_t times = (int64_t)(to - from);
    put_list(&plays, to - from);
    for (size_t i = from; i < to; i++)
        write_play(v, i, i > from && v->batch[i].before.n == 0, &plays);
    put_text(map_field(&f, "op"), "plays");
    put_int(map_field(&f, "timeout"), cell_client_timeout(v->client, times));
    put_int(map_field(&f, "each"), cell_client_timeout(v->client, 1));
    put_raw(map_field(&f, "plays"), plays.s, plays.n);
    if (plays.failed) request.failed = true;
    map_end(&f, &request);
    return cell_client_ask(v->client, &request, times, err);
}

/* Replays the entries [from, to) of the batch.  False at a difference that does not only count as
 * changed (count_changed), or on failure with v->err set.  If the cell fails, the entries are
 * replayed one by one to find which one it was. */
static bool replay(Verify *v, size_t from, size_t to)
{
    Err err = {0};
    ScopedTree *tree = ask_batch(v, from, to, &err);
    const Value *replies = value_list(tree_root(tree), "replies");
    bool complete = replies->n == to - from, same = true;
    for (size_t i = from; complete && same && i < to; i++) {
        bool equal = compare(v, &v->batch[i].e, &replies->items[i - from], state_before(v, i));
        v->same += equal;
        same = equal || count_changed(v);
    }
    if (complete) return same;
    if (value_get(tree_root(tree), "error")) /* an error in party.lua, or a play took too long */
        play_reply_error(tree_root(tree), NULL, &err);
    else if (tree)
        err_set(&err, "the rules answered with nonsense: replies");
    if (*v->stop) return err_set(v->err, "stopped");
    if (to - from == 1) {
        report_texts(v, &v->batch[from].e, "outcome", "done", err.text);
        return count_changed(v);
    }
    for (size_t i = from; i < to; i++)
        if (!replay(v, i, i + 1)) return false;
    return true;
}

/* Makes a client for the rules with this hash, unless v->client already has them. */
static bool load_chain(Verify *v, const char *hash)
{
    if (v->client && strcmp(v->hash, hash) == 0) return true;
    cell_client_free(v->client);
    v->client = NULL;
    text_clear(&v->version);
    Chain *c = journal_chain(v->journal, hash, &v->version, v->err);
    if (!c) return false;
    v->client = table_sources_client(v->sources, v->stop, c, v->err);
    if (!v->client) return false;
    memcpy(v->hash, hash, HASH_HEX);
    return true;
}

/* Loads the rules of the batch.  False when they do not load (a difference is then reported) or
 * when the replay was stopped (v->err is set). */
static bool load_batch(Verify *v)
{
    Err err = {0};
    if (cell_client_book(v->client) || cell_client_load(v->client, &err)) return true;
    if (*v->stop) return err_set(v->err, "stopped");
    return report_texts(v, &v->batch[0].e, "rules", "loaded", err.text);
}

static void clear_batch(Verify *v)
{
    for (size_t i = 0; i < v->n; i++) {
        entry_free(&v->batch[i].e);
        text_free(&v->batch[i].before);
    }
    v->n = v->bytes = 0;
}

/* Replays the batch, empties it, and reports progress.  False as replay(). */
static bool run_batch(Verify *v)
{
    bool loaded = v->n == 0 || load_batch(v), same = v->n == 0 || (loaded && replay(v, 0, v->n));
    if (!loaded && count_changed(v)) {
        /* Another version kept rules that do not load: all their entries count as changed. */
        v->changed += (int64_t)v->n - 1;
        same = true;
    }
    v->done += (int64_t)v->n;
    clear_batch(v);
    if (v->progress) v->progress(v->done, v->all, v->data);
    return same;
}

/* A JournalVisit: adds the entry to the batch, after running one that is full or of other rules. */
static bool add_to_batch(Entry *e, void *data)
{
    Verify *v = data;
    bool other_chain = v->n > 0 && strcmp(text_str(&v->batch[0].e.chain), text_str(&e->chain)) != 0;
    if (v->n == BATCH_MAX || v->bytes > BATCH_BYTES || other_chain)
        if (!run_batch(v)) return false;
    if (e->chain.n != HASH_HEX - 1)
        return err_set(v->err, "entry %lld names no rules", (long long)e->seq);
    if (v->n == 0 && !load_chain(v, text_str(&e->chain))) return false;
    ScopedEntry parent = {0};
    /* After an entry of another version the cell may have another state than was kept. */
    bool goes_on = v->n > 0 && v->batch[v->n - 1].e.seq == e->parent && !is_of_other_version(v);
    if (!goes_on && e->parent > 0 && !journal_entry(v->journal, e->parent, &parent, v->err))
        return false;
    Replay *r = &v->batch[v->n++];
    *r = (Replay){.e = *e, .before = parent.state};
    v->bytes += e->state.n + e->events.n + parent.state.n;
    *e = (Entry){0};
    parent.state = (Text){0};
    return true;
}

/* --- the whole journal ------------------------------------------------------------------- */

/* Writes the report that sconce_verify promises. */
static void write_report(const Verify *v, Text *t)
{
    text_clear(t);
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "entries"), v->all);
    jsonw_int(jsonw_key(t, "same"), v->same);
    text_add(jsonw_key(t, "differs"), v->differs.n > 0 ? text_str(&v->differs) : "null");
    if (v->changed > 0) {
        jsonw_int(jsonw_key(t, "changed"), v->changed);
        text_add(jsonw_key(t, "first_changed"), text_str(&v->first_changed));
    }
    jsonw_close(t, '}');
}

/* Replays all entries.  False, with v->err: the journal cannot be read, or it was stopped. */
static bool verify_all(Verify *v)
{
    v->all = journal_count(v->journal, v->err);
    if (v->all < 0 || !journal_get(v->journal, "seed", &v->seed, v->err) ||
        !journal_get(v->journal, "party", &v->party, v->err))
        return false;
    if (!journal_visit_all(v->journal, add_to_batch, v, v->err)) return false;
    /* The last batch. */
    if (!v->err->text[0] && v->differs.n == 0) run_batch(v);
    return !v->err->text[0];
}

bool journal_verify(Journal *journal, const TableSources *sources, const atomic_int *stop,
                    VerifyProgress *progress, void *data, Text *report, Err *err)
{
    Verify *v = calloc(1, sizeof *v);
    if (!v) return err_set(err, "out of memory");
    *v = (Verify){.journal = journal,
                  .sources = sources,
                  .stop = stop,
                  .progress = progress,
                  .data = data,
                  .err = err};
    bool ok = verify_all(v);
    write_report(v, report);
    clear_batch(v);
    cell_client_free(v->client);
    text_free(&v->seed);
    text_free(&v->party);
    text_free(&v->differs);
    text_free(&v->first_changed);
    text_free(&v->version);
    free(v);
    return ok && (!report->failed || err_set(err, "out of memory"));
}
