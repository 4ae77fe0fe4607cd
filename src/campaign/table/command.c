/* One command as a transaction.  A command is a function of the last committed bytes, the line and
 * the inputs so far: at each question the worker ends, and the next input runs it again from the
 * start. */
#include <string.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/table/campaign.h"
#include "campaign/table/manual_dice.h"
#include "core/value.h"

/* --- the command under way --------------------------------------------------------------- */

static void take_back(Command *c)
{
    text_free(&c->input[--c->n].text);
}

void command_drop(Sconce *s)
{
    Command *c = &s->command;
    pending_forget(s);
    while (c->n > 0) take_back(c);
    text_free(&c->typed);
    text_free(&c->line);
    text_free(&c->faces);
    tree_free(c->shown);
    c->shown = NULL;
    c->open = c->kept = false;
    c->events_before = c->rolls_before = 0;
    c->asked = (PlayReply){0};
}

static SconceReply refuse(Sconce *s, const Err *err)
{
    Text typed = s->command.typed;
    s->command.typed = (Text){0};
    command_drop(s);
    SconceReply r = reply_refused(s, text_str(&typed), err);
    text_free(&typed);
    return r;
}

/* --- dice from outside ------------------------------------------------------------------- */

static void recall_dice(Sconce *s)
{
    Entry e;
    Command *c = &s->command;
    if (s->dice != DICE_HAND || s->undone_entry == 0 ||
        !journal_entry(s->journal, s->undone_entry, &e, NULL))
        return;
    if (strcmp(text_str(&e.typed), text_str(&c->typed)) == 0)
        manual_dice_again(text_str(&e.draws), &c->faces);
    c->kept = c->faces.n > 0;
    entry_free(&e);
}

/* Forgets kept dice that no longer fit: all but those that what was shown is made of. */
static void forget_dice(Command *c)
{
    DiceList kept = {0}, used = {0};
    size_t typed = 0;
    Text rest = {0};
    for (size_t i = 0; i < c->n; i++)
        if (c->input[i].dice) typed += manual_dice_count(text_str(&c->input[i].text), 0);
    if (c->shown && dice_list_parse(&kept, text_str(&c->faces), NULL) &&
        dice_list_parse(&used, c->asked.draws, NULL))
        for (size_t i = 0; i < kept.n && i + typed < used.n; i++)
            manual_dice_face(&rest, kept.list[i].sides, kept.list[i].face);
    dice_list_free(&kept);
    dice_list_free(&used);
    text_free(&c->faces);
    c->faces = rest;
    c->kept = false;
}

/* Every face from outside, in the order in which dice will want them. */
static void gather_faces(const Sconce *s, Text *out)
{
    const Command *c = &s->command;
    text_add(out, text_str(&c->faces));
    for (size_t i = 0; i < c->n; i++)
        if (c->input[i].dice)
            text_addf(out, "%s%s", out->n > 0 ? " " : "", text_str(&c->input[i].text));
    for (size_t i = s->script.at; s->dice == DICE_SCRIPT && i < s->script.faces.n; i++)
        manual_dice_face(out, s->script.faces.list[i].sides, s->script.faces.list[i].face);
}

static void gather_answers(const Command *c, Text *out)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) n += !c->input[i].dice;
    put_list(out, n);
    for (size_t i = 0; i < c->n; i++) {
        if (c->input[i].dice) continue;
        Fields f = {0};
        put_text(field(&f, "text"), text_str(&c->input[i].text));
        fields_end(&f, out);
    }
}

/* --- running ----------------------------------------------------------------------------- */

/* Asks the cell; the tree is NULL, with the error placed, unless the outcome is done or asks. */
static Tree *ask_cell(Sconce *s, PlayRequest *play, PlayReply *p, Err *err)
{
    Text request = {0};
    play->timeout = cell_client_patience(s->keeper, 1);
    play_request_write(play, "play", &request);
    Tree *tree = cell_client_ask(s->keeper, &request, 1, err);
    text_free(&request);
    if (!tree) return NULL;
    bool good = play_reply_read(tree_root(tree), p, err);
    if (good && (p->outcome == PLAY_DONE || p->outcome == PLAY_ASKS)) return tree;
    if (good && p->outcome == PLAY_DIED)
        cell_client_died(s->keeper, tree_root(tree), err);
    else if (good) {
        play_reply_error(tree_root(tree), err);
        chain_place(cell_client_chain(s->keeper), err);
    }
    if (!good) cell_client_blame(s->keeper, err);
    tree_free(tree);
    return NULL;
}

static Tree *run_once(Sconce *s, PlayReply *p, Err *err)
{
    const Command *c = &s->command;
    Text faces = {0}, answers = {0};
    gather_faces(s, &faces);
    gather_answers(c, &answers);
    PlayRequest play = {.line = text_str(&c->line),
                        .state = &s->now.state,
                        .wall = c->wall,
                        .dice = dice_mode_name(s->dice),
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

/* What was shown at a question has happened for whoever read it: the longer run must begin with it.
 */
static bool begins_alike(const Value *shown, const Value *now)
{
    if (now->n < shown->n) return false;
    for (size_t i = 0; i < shown->n; i++) {
        const Value *a = &shown->items[i], *b = &now->items[i];
        if (a->bytes_n != b->bytes_n || memcmp(a->bytes, b->bytes, a->bytes_n) != 0) return false;
    }
    return true;
}

static bool check_repeat(const Command *c, const PlayReply *p, Err *err)
{
    if (!c->shown || begins_alike(c->asked.events, p->events)) return true;
    return err_set(err,
                   "the rules did not repeat themselves: what was shown before the question is not "
                   "what happened now");
}

/* The dice kept by undo go on to the next line undone, as long as the same lines are typed. */
static void follow_ghost(Sconce *s)
{
    Entry e;
    int64_t next = 0;
    if (s->undone_entry > 0 && journal_entry(s->journal, s->undone_entry, &e, NULL)) {
        if (strcmp(text_str(&e.typed), text_str(&s->command.typed)) == 0)
            next = journal_child(s->journal, s->undone_entry, NULL);
        entry_free(&e);
    }
    s->undone_entry = next > 0 ? next : 0;
}

static SconceReply finish(Sconce *s, Tree *tree, const PlayReply *p)
{
    Err err = {0};
    Command *c = &s->command;
    bool happened = commit_changes(s, p);
    if (happened && s->read_only)
        journal_only_read(s->sources.table, &err);
    else if (!happened || commit_entry(s, text_str(&c->typed), c->wall, p, &err)) {
        if (happened && s->dice == DICE_SCRIPT) s->script.at += script_used(&s->now);
        if (happened)
            follow_ghost(s), c->left = false; /* the mark is of another entry now */
        else
            commit_status(s, p);
        SconceReply r = reply_done(s, p, c->events_before, c->rolls_before);
        command_drop(s);
        tree_free(tree);
        return r;
    }
    tree_free(tree);
    return refuse(s, &err);
}

/* --- the cycle --------------------------------------------------------------------------- */

static SconceReply open_question(Sconce *s, Tree *tree, const PlayReply *p, bool back)
{
    Command *c = &s->command;
    c->events_before = c->shown && !back ? c->asked.events->n : 0;
    c->rolls_before = c->shown && !back && c->asked.rolls->n <= p->rolls->n ? c->asked.rolls->n : 0;
    if (back) c->events_before = p->events->n, c->rolls_before = p->rolls->n;
    tree_free(c->shown);
    c->shown = tree;
    c->asked = *p;
    c->open = true;
    pending_keep(s);
    return reply_asks(s);
}

/* The last answer did not fit: it is taken back, and the question stays as it was. */
static SconceReply refuse_misfit(Sconce *s, Tree *tree, const PlayReply *p)
{
    Err err = {0};
    err_set(&err, "%s", p->misfit);
    Text said = s->command.input[s->command.n - 1].text;
    s->command.input[--s->command.n].text = (Text){0};
    SconceReply r = reply_refused(s, text_str(&said), &err);
    text_free(&said);
    tree_free(tree);
    return r;
}

/* Runs the command with the inputs it has.  back: an input was taken back, so less will have
 * happened. */
static SconceReply run(Sconce *s, bool back)
{
    Err err = {0};
    PlayReply p;
    Command *c = &s->command;
    Tree *tree = run_once(s, &p, &err);
    bool repeats = tree && (back || check_repeat(c, &p, &err));
    if (!repeats && c->kept && !s->stop) {
        tree_free(tree);
        forget_dice(c);
        return run(s, back);
    }
    if (!repeats) {
        tree_free(tree);
        return refuse(s, &err);
    }
    if (p.outcome == PLAY_ASKS && *p.misfit && c->open && c->n > 0 && !c->input[c->n - 1].dice)
        return refuse_misfit(s, tree, &p);
    if (p.outcome == PLAY_ASKS && *p.misfit && !c->open) {
        tree_free(tree);
        err_set(&err, "what was answered then does not fit now: type the line anew");
        return refuse(s, &err);
    }
    if (p.outcome == PLAY_ASKS) return open_question(s, tree, &p, back);
    if (c->shown) {
        c->events_before = c->asked.events->n;
        c->rolls_before = c->asked.rolls->n <= p.rolls->n ? c->asked.rolls->n : 0;
    }
    return finish(s, tree, &p);
}

/* Runs a line with the inputs it has. */
static SconceReply begin(Sconce *s, const char *line)
{
    Command *c = &s->command;
    c->wall = campaign_wall(s);
    text_add(&c->typed, line);
    size_t n = verbs_is_rules(cell_client_book(s->keeper), line) ? manual_dice_rider(line) : 0;
    text_addn(&c->line, line, strlen(line) - n);
    if (n > 0)
        manual_dice_ride(line + strlen(line) - n, &c->faces);
    else
        recall_dice(s);
    return run(s, false);
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
    bool ok = pending_take(s, &line, &err);
    if (!ok) command_drop(s);
    SconceReply r = ok ? begin(s, text_str(&line)) : reply_refused(s, "resume", &err);
    text_free(&line);
    return r;
}

/* --- answers ----------------------------------------------------------------------------- */

static SconceReply answer_die(Sconce *s, const char *line)
{
    Err err = {0};
    Text faces = {0};
    Command *c = &s->command;
    if (strcmp(line, "dice auto") == 0) { /* the program rolls this one, and all that follow */
        s->dice = DICE_AUTO;
        return run(s, false);
    }
    if (!manual_dice_read(c->asked.ask, line, &faces, &err)) {
        text_free(&faces);
        return reply_refused(s, line, &err);
    }
    c->input[c->n++] = (Input){.dice = true, .text = faces};
    return run(s, false);
}

/* `u` at a question takes back the last input, or the command if there is none. */
static SconceReply answer_undo(Sconce *s)
{
    Command *c = &s->command;
    if (c->n > 0) {
        take_back(c);
        return run(s, true);
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
    Command *c = &s->command;
    Err err = {0};
    if (strcmp(line, "u") == 0 || strcmp(line, "undo") == 0) return answer_undo(s);
    if (c->n == INPUTS_MAX) {
        err_set(&err, "this command asks without end");
        return refuse(s, &err);
    }
    if (strcmp(value_text(c->asked.ask, "id", ""), "die") == 0) return answer_die(s, line);
    Input *in = &c->input[c->n++];
    *in = (Input){0};
    text_add(&in->text, line);
    return run(s, false);
}

/* --- the first entry --------------------------------------------------------------------- */

static bool keep_first(Sconce *s, int64_t wall, const char *seed, const Text *party,
                       const PlayReply *p, Err *err)
{
    if (!journal_begin(s->journal, err)) return false;
    bool ok = journal_set(s->journal, "seed", seed, err) &&
              journal_set(s->journal, "party", party ? text_str(party) : "", err) &&
              journal_set(s->journal, "host", SCONCE_VERSION, err);
    if (ok) ok = journal_commit(s->journal, err);
    journal_rollback(s->journal);
    return ok && commit_entry(s, "start", wall, p, err);
}

bool command_first(Sconce *s, const char *seed, const Text *party, Err *err)
{
    PlayReply p;
    Text none = {0};
    PlayRequest play = {.line = "start",
                        .wall = campaign_wall(s),
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
    if (ok) ok = keep_first(s, play.wall, seed, party, &p, err);
    tree_free(tree);
    return ok;
}
