#include "campaign/table/command.h"

#include <string.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/table/reload.h"
#include "campaign/table/reply.h"
#include "core/value.h"

void command_drop(Sconce *s)
{
    pending_forget(&s->pending, &s->position);
    pending_clear(&s->pending);
}

static SconceReply refuse(Sconce *s, const Err *err)
{
    Text typed = s->pending.typed;
    s->pending.typed = (Text){0};
    command_drop(s);
    SconceReply r = reply_refused(s, text_str(&typed), err);
    text_free(&typed);
    return r;
}

/* --- dice from outside ---------------------------------------------------------------------- */

/* Does the entry come from the line that is pending? */
static bool is_same_line(const Sconce *s, const Entry *e)
{
    return strcmp(text_str(&e->typed), text_str(&s->pending.typed)) == 0;
}

/* Offers the hand-typed dice of an undone entry again, when its line is typed again. */
static void offer_undone_dice(Sconce *s)
{
    Entry e;
    PendingCommand *c = &s->pending;
    if (s->dice.mode != DICE_HAND || s->dice.undone_entry == 0 ||
        !journal_entry(s->position.journal, s->dice.undone_entry, &e, NULL))
        return;
    if (is_same_line(s, &e)) dice_offer_again(text_str(&e.draws), &c->early_faces);
    c->faces_from_undo = c->early_faces.n > 0;
    entry_free(&e);
}

/* Drops offered dice that the events shown so far have not used: they did not fit. */
static void drop_unused_dice(PendingCommand *c)
{
    DiceList offered = {0}, used = {0};
    size_t typed = 0;
    Text rest = {0};
    for (size_t i = 0; i < c->n; i++)
        if (c->input[i].is_dice) typed += dice_count(text_str(&c->input[i].text), 0);
    if (c->reply_tree && dice_list_parse(&offered, text_str(&c->early_faces), NULL) &&
        dice_list_parse(&used, c->reply.draws, NULL))
        for (size_t i = 0; i < offered.n && i + typed < used.n; i++)
            dice_add_face(&rest, offered.list[i].sides, offered.list[i].face);
    dice_list_free(&offered);
    dice_list_free(&used);
    text_free(&c->early_faces);
    c->early_faces = rest;
    c->faces_from_undo = false;
}

/* After an entry: the undone entry behind it is offered next, as long as the same lines are typed.
 */
static void follow_undone_entry(Sconce *s)
{
    Entry e;
    int64_t next = 0;
    if (s->dice.undone_entry > 0 &&
        journal_entry(s->position.journal, s->dice.undone_entry, &e, NULL)) {
        if (is_same_line(s, &e))
            next = journal_child(s->position.journal, s->dice.undone_entry, NULL);
        entry_free(&e);
    }
    s->dice.undone_entry = next > 0 ? next : 0;
}

/* Every face from outside, in the order in which dice will ask for them. */
static void gather_faces(const Sconce *s, Text *out)
{
    const PendingCommand *c = &s->pending;
    text_add(out, text_str(&c->early_faces));
    for (size_t i = 0; i < c->n; i++)
        if (c->input[i].is_dice)
            text_addf(out, "%s%s", out->n > 0 ? " " : "", text_str(&c->input[i].text));
    if (s->dice.mode == DICE_SCRIPT) dice_source_left(&s->dice, out);
}

static void gather_answers(const PendingCommand *c, Text *out)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) n += !c->input[i].is_dice;
    put_list(out, n);
    for (size_t i = 0; i < c->n; i++) {
        if (c->input[i].is_dice) continue;
        Fields f = {0};
        put_text(field(&f, "text"), text_str(&c->input[i].text));
        fields_end(&f, out);
    }
}

/* --- running -------------------------------------------------------------------------------- */

/* Asks the cell.  NULL with the error placed, unless the outcome is done or asks. */
static Tree *ask_cell(Sconce *s, PlayRequest *play, PlayReply *p, Err *err)
{
    CellClient *client = s->rules.client;
    Text request = {0};
    play->timeout = cell_client_timeout(client, 1);
    play_request_write(play, "play", &request);
    Tree *tree = cell_client_ask(client, &request, 1, err);
    text_free(&request);
    if (!tree) return NULL;
    bool good = play_reply_read(tree_root(tree), p, err);
    if (good && (p->outcome == PLAY_DONE || p->outcome == PLAY_ASKS)) return tree;
    if (good && p->outcome == PLAY_DIED)
        cell_client_died(client, tree_root(tree), err);
    else if (good)
        play_reply_error(tree_root(tree), cell_client_chain(client), err);
    if (!good) cell_client_blame(client, err);
    tree_free(tree);
    return NULL;
}

/* Runs the pending command from its start with the inputs it has. */
static Tree *run_once(Sconce *s, PlayReply *p, Err *err)
{
    const PendingCommand *c = &s->pending;
    Text faces = {0}, answers = {0};
    gather_faces(s, &faces);
    gather_answers(c, &answers);
    PlayRequest play = {.line = text_str(&c->line),
                        .state = &s->position.head.state,
                        .wall = c->wall,
                        .dice = dice_mode_name(s->dice.mode),
                        .faces = text_str(&faces),
                        .answers = &answers,
                        .use_defaults = s->use_defaults};
    Tree *tree = NULL;
    if (faces.failed || answers.failed || c->line.failed || c->typed.failed)
        err_set(err, "out of memory");
    else
        tree = ask_cell(s, &play, p, err);
    text_free(&faces);
    text_free(&answers);
    return tree;
}

/* Events shown at a question have happened for the reader: a longer run must begin with them. */
static bool check_repeats(const PendingCommand *c, const PlayReply *p, Err *err)
{
    if (!c->reply_tree) return true;
    const Value *shown = c->reply.events, *now = p->events;
    bool same = now->n >= shown->n;
    for (size_t i = 0; same && i < shown->n; i++) {
        const Value *a = &shown->items[i], *b = &now->items[i];
        same = a->bytes_n == b->bytes_n && memcmp(a->bytes, b->bytes, a->bytes_n) == 0;
    }
    return same ||
           err_set(err, "the rules did not repeat themselves: what was shown before the question "
                        "is not what happened now");
}

/* --- outcomes ------------------------------------------------------------------------------- */

static bool commit(Sconce *s, const char *typed, int64_t wall, const PlayReply *p, Err *err)
{
    EntrySource source = {.typed = typed,
                          .wall = wall,
                          .rules_hash = s->rules.hash,
                          .chain = cell_client_chain(s->rules.client)};
    Err doubt = {0};
    bool ok = position_commit(&s->position, &source, p, &doubt, err);
    if (doubt.text[0]) table_warn(s, "%s", doubt.text);
    return ok;
}

/* Commits what the play changed; a play that changed nothing is no entry. */
static bool keep_changes(Sconce *s, const PlayReply *p, Err *err)
{
    PendingCommand *c = &s->pending;
    if (!position_changed_by(&s->position, p)) {
        position_take_status(&s->position, p);
        return true;
    }
    if (s->read_only) return journal_only_read(s->sources.table, err);
    if (!commit(s, text_str(&c->typed), c->wall, p, err)) return false;
    if (s->dice.mode == DICE_SCRIPT) dice_source_pass(&s->dice, &s->position.head);
    follow_undone_entry(s);
    c->recorded = false; /* the record belongs to the entry before, and is void */
    return true;
}

static SconceReply finish(Sconce *s, Tree *tree, const PlayReply *p)
{
    Err err = {0};
    PendingCommand *c = &s->pending;
    if (!keep_changes(s, p, &err)) {
        tree_free(tree);
        return refuse(s, &err);
    }
    rules_tell_orphans(s, p->aside);
    SconceReply r = reply_done(s, p, c->events_shown, c->rolls_shown);
    command_drop(s);
    tree_free(tree);
    return r;
}

/* Counts how much of *p the reply before it has shown. */
static void count_shown(PendingCommand *c, const PlayReply *p)
{
    bool again = c->reply_tree != NULL;
    c->events_shown = again ? c->reply.events->n : 0;
    c->rolls_shown = again && c->reply.rolls->n <= p->rolls->n ? c->reply.rolls->n : 0;
}

static SconceReply open_question(Sconce *s, Tree *tree, const PlayReply *p)
{
    PendingCommand *c = &s->pending;
    tree_free(c->reply_tree);
    c->reply_tree = tree;
    c->reply = *p;
    c->asking = true;
    if (s->sources.folder && !s->read_only)
        pending_record(c, &s->position, s->rules.hash, s->dice.mode);
    return reply_asks(s);
}

/* The last answer did not fit: takes it back, and leaves the question as it was. */
static SconceReply refuse_answer(Sconce *s, Tree *tree, const char *misfit)
{
    Err err = {0};
    PendingCommand *c = &s->pending;
    err_set(&err, "%s", misfit);
    Text said = c->input[c->n - 1].text;
    c->input[--c->n].text = (Text){0};
    SconceReply r = reply_refused(s, text_str(&said), &err);
    text_free(&said);
    tree_free(tree);
    return r;
}

/* The purpose of a run. */
typedef enum {
    RUN_ON,
    RUN_BACK
} RunKind; /* BACK: an input was taken back, so less will have happened */

static SconceReply run(Sconce *s, RunKind kind)
{
    Err err = {0};
    PlayReply p;
    PendingCommand *c = &s->pending;
    Tree *tree = run_once(s, &p, &err);
    bool good = tree && (kind == RUN_BACK || check_repeats(c, &p, &err));
    if (!good && c->faces_from_undo && !s->stop) { /* try without the dice that do not fit */
        tree_free(tree);
        drop_unused_dice(c);
        return run(s, kind);
    }
    if (!good) {
        tree_free(tree);
        return refuse(s, &err);
    }
    bool misfit = p.outcome == PLAY_ASKS && *p.misfit;
    if (misfit && c->asking && c->n > 0 && !c->input[c->n - 1].is_dice)
        return refuse_answer(s, tree, p.misfit);
    if (misfit && !c->asking) {
        tree_free(tree);
        err_set(&err, "what was answered then does not fit now: type the line anew");
        return refuse(s, &err);
    }
    if (p.outcome == PLAY_ASKS && kind == RUN_BACK)
        c->events_shown = p.events->n, c->rolls_shown = p.rolls->n;
    else
        count_shown(c, &p);
    return p.outcome == PLAY_ASKS ? open_question(s, tree, &p) : finish(s, tree, &p);
}

/* --- a line --------------------------------------------------------------------------------- */

/* Runs a line with the inputs that the pending command has. */
static SconceReply begin(Sconce *s, const char *line)
{
    PendingCommand *c = &s->pending;
    c->wall = position_wall(&s->position);
    text_add(&c->typed, line);
    size_t n = verb_is_of_rules(table_book(s), line) ? dice_on_line(line) : 0;
    text_addn(&c->line, line, strlen(line) - n);
    if (n > 0)
        dice_read_line(line + strlen(line) - n, &c->early_faces);
    else
        offer_undone_dice(s);
    return run(s, RUN_ON);
}

SconceReply command_start(Sconce *s, const char *line)
{
    command_drop(s);
    return begin(s, line);
}

SconceReply command_resume(Sconce *s)
{
    Err err = {0};
    Text line = {0};
    command_drop(s);
    bool ok = pending_restore(&s->pending, &s->position, s->rules.hash, &s->dice.mode, &line, &err);
    if (!ok) command_drop(s);
    SconceReply r = ok ? begin(s, text_str(&line)) : reply_refused(s, "resume", &err);
    text_free(&line);
    return r;
}

/* --- answers -------------------------------------------------------------------------------- */

static SconceReply answer_dice(Sconce *s, const char *line)
{
    Err err = {0};
    Text faces = {0};
    PendingCommand *c = &s->pending;
    if (strcmp(line, "dice auto") == 0) { /* the program rolls this one, and all that follow */
        s->dice.mode = DICE_AUTO;
        return run(s, RUN_ON);
    }
    if (!dice_read_answer(c->reply.ask, line, &faces, &err)) {
        text_free(&faces);
        return reply_refused(s, line, &err);
    }
    c->input[c->n++] = (PendingInput){.is_dice = true, .text = faces};
    return run(s, RUN_ON);
}

/* Takes back the last input, or the command when there is none. */
static SconceReply undo_answer(Sconce *s)
{
    PendingCommand *c = &s->pending;
    if (c->n > 0) {
        pending_pop(c);
        return run(s, RUN_BACK);
    }
    Text text = {0};
    text_addf(&text, "taken back: %s", text_str(&c->typed));
    command_drop(s);
    SconceReply r = reply_text(s, "undo", &text);
    text_free(&text);
    return r;
}

SconceReply command_answer(Sconce *s, const char *line)
{
    PendingCommand *c = &s->pending;
    Err err = {0};
    if (strcmp(line, "u") == 0 || strcmp(line, "undo") == 0) return undo_answer(s);
    if (c->n == INPUTS_MAX) {
        err_set(&err, "this command asks without end");
        return refuse(s, &err);
    }
    if (strcmp(value_text(c->reply.ask, "id", ""), "die") == 0) return answer_dice(s, line);
    PendingInput *in = &c->input[c->n++];
    *in = (PendingInput){0};
    text_add(&in->text, line);
    return run(s, RUN_ON);
}

/* --- the first entry ------------------------------------------------------------------------ */

static bool write_origin(Journal *j, const char *seed, const Text *party, Err *err)
{
    if (!journal_begin(j, err)) return false;
    bool ok = journal_set(j, "seed", seed, err) &&
              journal_set(j, "party", party ? text_str(party) : "", err) &&
              journal_set(j, "host", SCONCE_VERSION, err) && journal_commit(j, err);
    journal_rollback(j);
    return ok;
}

bool command_first(Sconce *s, const char *seed, const Text *party, Err *err)
{
    PlayReply p;
    Text none = {0};
    PlayRequest play = {.line = "start",
                        .wall = position_wall(&s->position),
                        .dice = "auto",
                        .faces = "",
                        .use_defaults = true,
                        .seed = seed,
                        .party = party,
                        .answers = &none};
    put_list(&none, 0);
    Tree *tree = ask_cell(s, &play, &p, err);
    text_free(&none);
    bool ok = tree && (p.outcome == PLAY_DONE || err_set(err, "the start of play asks a question"));
    if (ok && !p.state) ok = err_set(err, "the rules answered with nonsense: no state");
    ok = ok && write_origin(s->position.journal, seed, party, err) &&
         commit(s, "start", play.wall, &p, err);
    tree_free(tree);
    return ok;
}
