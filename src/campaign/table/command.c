/* One command as a transaction.
 *
 * The result of a command depends only on the last committed state, the line, and the inputs so
 * far.  A command runs in the cell and ends in one of three ways: its entry is committed; it asks,
 * and the next line said runs it again from its start with one more input; or it is refused, and
 * nothing has changed. */
#include "campaign/table/table.h"

#include <string.h>

#include "campaign/rules/verb_lookup.h"

/* --- 1. the play in the cell ---------------------------------------------------------------- */

/* Runs a play in the cell.  Returns the tree of the reply, and its parts in *p, for a line that is
 * done or asks; also, with *err, for one that is refused since its verb is the campaign side's.
 * Else NULL: it was refused, the rules failed or did not end, or the cell died. */
static Tree *ask_cell(Sconce *s, PlayRequest *play, PlayReply *p, Err *err)
{
    CellClient *client = s->rules.client;
    ScopedText request = {0};
    play->timeout = cell_client_timeout(client, 1);
    play_request_write(play, "play", &request);
    Tree *tree = cell_client_ask(client, &request, 1, err);
    if (!tree) return NULL;
    if (!play_reply_read(tree_root(tree), p, err))
        cell_client_set_place(client, err);
    else if (p->outcome == PLAY_DONE || p->outcome == PLAY_ASKS)
        return tree;
    else {
        play_reply_error(tree_root(tree), cell_client_chain(client), err);
        if (p->outcome == PLAY_REFUSED && *p->verb) return tree;
    }
    tree_free(tree);
    return NULL;
}

/* Plays the pending command from its start, with its inputs so far. */
static Tree *play_once(Sconce *s, PlayReply *p, Err *err)
{
    const PendingCommand *c = &s->pending;
    ScopedText faces = {0}, answers = {0};
    pending_write_faces(c, &faces);
    if (s->dice.mode == DICE_SCRIPT) dice_source_write_unused(&s->dice, &faces);
    pending_write_answers(c, &answers);
    /* The rules in force made the current state, which then has all their tracks and no orphans. */
    bool ours = s->rules.first_entry > 0 && s->position.head.seq >= s->rules.first_entry;
    PlayRequest play = {.line = text_str(&c->line),
                        .state = &s->position.head.state,
                        .wall = c->wall,
                        .dice = dice_mode_name(s->dice.mode),
                        .faces = text_str(&faces),
                        .answers = &answers,
                        .use_defaults = s->use_defaults,
                        .ours = ours};
    if (!faces.failed && !answers.failed && !c->line.failed && !c->typed.failed)
        return ask_cell(s, &play, p, err);
    err_set(err, "out of memory");
    return NULL;
}

/* True if two events are the same; a turn without its clock, which is known only at its end. */
static bool same_event(const Value *a, const Value *b)
{
    if (value_equal(a, b)) return true;
    return value_is(a, "kind", "turn") && value_same(a, b, "kind") && value_same(a, b, "text") &&
           value_same(a, b, "procedure") && value_int(a, "turn", 0) == value_int(b, "turn", 0);
}

/* Checks that a run with one more input begins with the events that were shown at the question.
 * Otherwise people would have been told of things that then did not happen. */
static bool check_repeats(const PendingCommand *c, const PlayReply *p, Err *err)
{
    if (!c->reply.ask) return true;
    const Value *shown = c->reply.events, *now = p->events;
    bool same = now->n >= shown->n;
    for (size_t i = 0; same && i < shown->n; i++)
        same = same_event(&shown->items[i], &now->items[i]);
    return same ||
           err_set(err, "the rules did not repeat themselves: what was shown before the question "
                        "is not what happened now");
}

/* Why the command runs: it is new or has one more input; or one was taken back. */
typedef enum { RUN_FORWARD, RUN_BACK } RunKind;

/* Plays the pending command.  If dice that were typed for an undone line do not fit it, plays it
 * once more without those that were not used so far. */
static Tree *play_pending(Sconce *s, RunKind kind, PlayReply *p, Err *err)
{
    PendingCommand *c = &s->pending;
    for (;;) {
        Tree *tree = play_once(s, p, err);
        if (tree && (kind == RUN_BACK || check_repeats(c, p, err))) return tree;
        tree_free(tree);
        if (!c->faces_from_undo || s->stop) return NULL;
        pending_drop_unused_faces(c); /* unsets faces_from_undo: this loop runs twice at most */
    }
}

/* Runs a line on the last committed state, beside the pending command.  line NULL: the request
 * "look", which returns the table as data.  NULL unless the line was done. */
static Tree *run_beside(Sconce *s, const char *line, int64_t wall, PlayReply *p, Err *err)
{
    ScopedText none = {0};
    put_list(&none, 0);
    PlayRequest play = {.line = line ? line : "look",
                        .look = !line,
                        .state = &s->position.head.state,
                        .wall = wall,
                        .dice = "auto",
                        .faces = "",
                        .answers = &none,
                        .use_defaults = true};
    Tree *tree = none.failed ? NULL : ask_cell(s, &play, p, err);
    if (tree && p->outcome == PLAY_DONE) return tree;
    tree_free(tree);
    return NULL;
}

/* Does what command_look does.  at_question: says that a sheet is from before that line. */
static bool look(Sconce *s, const char *line, bool at_question, StyledLines *l, Err *err)
{
    PlayReply p;
    ScopedTree *tree = run_beside(s, line, position_wall(&s->position), &p, err);
    /* Only what shows something has lines.  What another line changed is dropped with its reply. */
    if (!tree || p.lines->n == 0) return false;
    if (at_question && p.sheet) {
        lines_begin(l, 0);
        lines_addf(l, ROLE_DIM, "As it was before '%s':", text_str(&s->pending.typed));
    }
    lines_of_cell(l, p.lines);
    return true;
}

bool command_look(Sconce *s, const char *line, StyledLines *l, Err *err)
{
    return look(s, line, false, l, err);
}

bool command_show(Sconce *s, const char *line, SconceReply *reply)
{
    Err err = {0};
    Text none = {0};
    ScopedLines l = {0};
    bool several = strchr(line, ';') != NULL; /* commands, of which one may do more than show */
    if (several || !look(s, line, s->pending.reply.ask, &l, &err)) return false;
    *reply = reply_text(s, line, &none, &l);
    return true;
}

Tree *command_view(Sconce *s, int64_t wall, Err *err)
{
    PlayReply p;
    return run_beside(s, NULL, wall, &p, err);
}

/* --- 2. refused: nothing has happened ------------------------------------------------------- */

/* Forgets the pending command, also in the journal.  Returns its line; the caller frees it. */
static Text end_pending(Sconce *s)
{
    Text typed = s->pending.typed;
    s->pending.typed = (Text){0};
    pending_forget(&s->pending, &s->position);
    pending_clear(&s->pending);
    return typed;
}

/* Ends the pending command, and replies that it was refused. */
static SconceReply refuse(Sconce *s, const Err *err)
{
    ScopedText typed = end_pending(s);
    return reply_refused(s, text_str(&typed), err);
}

/* Runs the line as a verb of the campaign side, whose abbreviation the cell found in it. */
static SconceReply run_campaign_verb(Sconce *s, const char *verb, const Err *err)
{
    SconceReply r;
    ScopedText typed = end_pending(s);
    bool was_run = verbs_run_as(s, verb, text_str(&typed), &r);
    return was_run ? r : reply_refused(s, text_str(&typed), err);
}

/* Takes back the last answer, which did not fit the question; the question stays open.  If the
 * answer reads as a line that only shows something, that is shown instead of the refusal. */
static SconceReply refuse_answer(Sconce *s, const PlayReply *p)
{
    Err err = {0};
    SconceReply r;
    PendingCommand *c = &s->pending;
    ScopedText typed = c->input[c->n - 1].text;
    c->input[c->n - 1].text = (Text){0};
    pending_pop(c);
    err_set(&err, "%s", p->misfit);
    /* ERR_COMMAND: the program may press Enter for the user, and then say the line. */
    bool has_verb = *p->verb != '\0';
    if (has_verb && pending_takes_command(c->reply.ask)) err.kind = ERR_COMMAND;
    const char *line = text_str(&typed);
    if (has_verb && verbs_show_at_question(s, p->verb, line, &r)) return r;
    /* A verb of the ruleset is something to do, which has to wait for the answer: it is refused. */
    bool is_deed = has_verb && is_exact_ruleset_verb(table_book(s), p->verb);
    if (!is_deed && command_show(s, line, &r)) return r;
    return reply_refused(s, line, &err);
}

/* --- 3. asks: the command waits for an input ------------------------------------------------- */

/* Returns what was typed last, "" for Enter, if the open question has several parts; else NULL. */
static const char *parts_answer(const PendingCommand *c)
{
    const PendingInput *last = c->n > 0 ? &c->input[c->n - 1] : NULL;
    bool parts = value_is(c->reply.ask, "type", "parts");
    return last && !last->is_dice && parts ? text_str(&last->text) : NULL;
}

/* Returns which part of *p the reply with the last question has shown.  If *p has fewer rolls than
 * that reply, they are different ones, and none count as shown. */
static Shown shown_before(const PendingCommand *c, const PlayReply *p)
{
    const PlayReply *before = &c->reply;
    if (!before->ask) return (Shown){0};
    return (Shown){.events = before->events->n,
                   .rolls = before->rolls->n <= p->rolls->n ? before->rolls->n : 0,
                   .confirmed = parts_answer(c) ? before->ask : NULL,
                   .answer = parts_answer(c)};
}

/* Writes the pending command into the journal, where the table has a folder. */
static void record_pending(Sconce *s)
{
    if (s->sources.folder && !s->read_only)
        pending_record(&s->pending, &s->position, s->rules.hash, s->dice.mode);
}

/* Opens the question of *p: keeps the reply, takes over its tree, and records the command. */
static SconceReply open_question(Sconce *s, RunKind kind, Tree **tree, const PlayReply *p)
{
    PendingCommand *c = &s->pending;
    /* An input that was taken back leaves less than was shown: nothing of it is new. */
    Shown shown = kind == RUN_BACK ? (Shown){.events = p->events->n, .rolls = p->rolls->n}
                                   : shown_before(c, p);
    Tree *before = c->reply_tree; /* freed last, since `shown` points into it */
    c->reply_tree = *tree;
    *tree = NULL;
    c->reply = *p;
    record_pending(s);
    SconceReply r = reply_asks(s, shown);
    tree_free(before);
    return r;
}

/* --- 4. done: the entry is committed --------------------------------------------------------- */

/* Commits a play as an entry.  wall: the rules' clock when the line was typed. */
static bool commit(Sconce *s, const char *typed, int64_t wall, const PlayReply *p, Err *err)
{
    EntrySource source = {.typed = typed,
                          .wall = wall,
                          .rules_hash = s->rules.hash,
                          .chain = cell_client_chain(s->rules.client)};
    Err doubt = {0};
    bool ok = position_commit(&s->position, &source, p, &doubt, err);
    if (doubt.text[0]) table_warn(s, "%s", doubt.text);
    /* While the state has orphans, the rules do not count as its makers (play_once): the cell then
     * looks for orphans in each play. */
    if (ok && s->rules.first_entry == 0 && p->orphans->n == 0)
        s->rules.first_entry = s->position.head.seq;
    return ok;
}

/* Commits what the play changed; a play that changed nothing makes no entry, for undo's sake. */
static bool keep_changes(Sconce *s, const PlayReply *p, Err *err)
{
    PendingCommand *c = &s->pending;
    if (!position_changed_by(&s->position, p)) {
        position_take_status(&s->position, p);
        return true;
    }
    if (s->read_only) return journal_read_only_error(s->sources.table, err);
    if (!commit(s, text_str(&c->typed), c->wall, p, err)) return false;
    if (s->dice.mode == DICE_SCRIPT) dice_source_use(&s->dice, &s->position.head);
    pending_follow_undone(c, &s->position, &s->dice);
    c->recorded = false; /* the record holds only for the head before it */
    return true;
}

/* Warns of dice typed behind the line, as in "rest =5 2", that nothing rolled.  Dice that were
 * rolled are marked among the draws: 's' as from a list, or 'h' where all dice are by hand. */
static void warn_of_dice_left(Sconce *s, const PlayReply *p)
{
    const PendingCommand *c = &s->pending;
    ScopedText faces = {0};
    if (c->line.n >= c->typed.n) return;
    const char *left = text_str(&c->typed) + c->line.n; /* " =5 2" */
    size_t n = dice_read_suffix(left, &faces);
    size_t used = dice_count_draws(p->draws, 's') + dice_count_draws(p->draws, 'h');
    left += strspn(left, " \t=");
    for (size_t i = 0; i < used && *left; i++) {
        left += strcspn(left, ", ");
        left += strspn(left, ", ");
    }
    if (used < n) table_warn(s, "Dice left over: %s. Nothing rolled them.", left);
}

/* Keeps what a play that is done has changed, and replies; refuses the line if that cannot be
 * kept. */
static SconceReply finish(Sconce *s, const PlayReply *p)
{
    Err err = {0};
    if (!keep_changes(s, p, &err)) return refuse(s, &err);
    rules_warn_of_orphans(s, p->orphans);
    warn_of_dice_left(s, p);
    settle_answers(s, p->settled);
    SconceReply r = reply_done(s, p, shown_before(&s->pending, p));
    Text typed = end_pending(s);
    text_free(&typed);
    return r;
}

/* --- the transaction ------------------------------------------------------------------------- */

/* Plays the pending command, and does what its outcome asks for. */
static SconceReply run(Sconce *s, RunKind kind)
{
    Err err = {0};
    PlayReply p;
    PendingCommand *c = &s->pending;
    ScopedTree *tree = play_pending(s, kind, &p, &err);
    if (!tree) return refuse(s, &err);
    if (p.outcome == PLAY_REFUSED) return run_campaign_verb(s, p.verb, &err);
    if (p.outcome == PLAY_DONE) return finish(s, &p);
    /* An answer that does not fit is asked for again; faces of dice were checked when typed. */
    if (*p.misfit && c->reply.ask && c->n > 0 && !c->input[c->n - 1].is_dice)
        return refuse_answer(s, &p);
    /* A line that has answers before its first question is a resumed one: they were given in an
     * earlier evening.  If it has none, the misfit is an answer in the line itself. */
    if (*p.misfit && !c->reply.ask) {
        err_set(&err, "%s",
                c->n > 0 ? "the answers given then do not fit now: type the line again" : p.misfit);
        return refuse(s, &err);
    }
    return open_question(s, kind, &tree, &p);
}

/* --- lines that begin a command -------------------------------------------------------------- */

SconceReply command_start(Sconce *s, const char *line)
{
    PendingCommand *c = &s->pending;
    c->wall = position_wall(&s->position);
    text_add(&c->typed, line);
    size_t dice_n = is_ruleset_line(table_book(s), line) ? dice_suffix_length(line) : 0;
    size_t line_n = strlen(line) - dice_n;
    text_addn(&c->line, line, line_n);
    if (dice_n > 0) /* in place of those of an undone line, so that `search =5` puts a face right */
        dice_read_suffix(line + line_n, &c->early_faces);
    else /* typed again after undo: with the same faces, as the generator would roll the same */
        pending_take_undone_faces(c, &s->position, &s->dice);
    return run(s, RUN_FORWARD);
}

SconceReply command_resume(Sconce *s)
{
    Err err = {0};
    ScopedText line = {0};
    bool ok = pending_restore(&s->pending, &s->position, s->rules.hash, &s->dice.mode, &line, &err);
    if (!ok) pending_clear(&s->pending);
    return ok ? command_start(s, text_str(&line)) : reply_refused(s, "resume", &err);
}

/* --- lines that answer its question ---------------------------------------------------------- */

/* Answers a question for dice.  A line that is no faces may still show something. */
static SconceReply answer_dice(Sconce *s, const char *line)
{
    Err err = {0};
    Text faces = {0};
    PendingCommand *c = &s->pending;
    if (strcmp(line, "dice auto") == 0) { /* the program rolls this die and all that follow */
        s->dice.mode = DICE_AUTO;
        return run(s, RUN_FORWARD);
    }
    if (!dice_read_answer(c->reply.ask, line, &faces, &err)) {
        SconceReply r;
        text_free(&faces);
        return command_show(s, line, &r) ? r : reply_refused(s, line, &err);
    }
    c->input[c->n++] = (PendingInput){.is_dice = true, .text = faces};
    return run(s, RUN_FORWARD);
}

/* Takes back the last input, or cancels the command when there is none. */
static SconceReply undo_answer(Sconce *s)
{
    PendingCommand *c = &s->pending;
    if (c->n > 0) {
        pending_pop(c);
        return run(s, RUN_BACK);
    }
    ScopedText text = {0}, typed = end_pending(s);
    text_addf(&text, "Cancelled: %s.", text_str(&typed));
    return reply_text(s, "undo", &text, NULL);
}

/* True if the line is a note to make while the question is open.  Where any text would answer it,
 * Enter is pressed for the user, as for other commands, and the note is made afterwards. */
static bool is_note(Sconce *s, const char *line)
{
    static const char verb[] = "note";
    const Value *ask = s->pending.reply.ask;
    bool goes_on = value_is(ask, "type", "text") && pending_takes_command(ask);
    return !goes_on && same_word(verb, line, word_length(line)) &&
           !is_exact_ruleset_verb(table_book(s), verb);
}

/* Commits a note before the pending command, which then runs on from there; its question stays. */
static SconceReply make_note(Sconce *s, const char *line)
{
    Err err = {0};
    PlayReply p;
    int64_t wall = position_wall(&s->position);
    ScopedText noted = {0};
    ScopedTree *tree = run_beside(s, line, wall, &p, &err);
    bool ok = tree && (!s->read_only || journal_read_only_error(s->sources.table, &err)) &&
              commit(s, line, wall, &p, &err);
    if (!ok) return reply_refused(s, line, &err);
    record_pending(s);
    text_add(&noted, "Noted.");
    return reply_text(s, "note", &noted, NULL);
}

SconceReply command_answer(Sconce *s, const char *line)
{
    PendingCommand *c = &s->pending;
    Err err = {0};
    if (is_note(s, line)) return make_note(s, line);
    if (strcmp(line, "u") == 0 || strcmp(line, "undo") == 0) return undo_answer(s);
    if (c->n == INPUTS_MAX) {
        err_set(&err, "this command never stops asking");
        return refuse(s, &err);
    }
    if (value_is(c->reply.ask, "id", "die")) return answer_dice(s, line);
    if (is_settling(c->reply.ask, line) && !settle_possible(s, &err))
        return reply_refused(s, line, &err);
    /* Enter alone answers the questions, too, that were told with this one. */
    size_t told = *line ? 0 : value_list(c->reply.ask, "next")->n;
    for (size_t i = 0; i <= told && c->n < INPUTS_MAX; i++) {
        PendingInput *in = &c->input[c->n++];
        *in = (PendingInput){0};
        text_add(&in->text, line);
    }
    return run(s, RUN_FORWARD);
}

/* --- the first entry ------------------------------------------------------------------------ */

/* Keeps in the journal what play began with, so that it can be replayed. */
static bool write_origin(Journal *j, const char *seed, const Text *party, Err *err)
{
    if (!journal_begin_transaction(j, err)) return false;
    bool ok = journal_set(j, "seed", seed, err) &&
              journal_set(j, "party", party ? text_str(party) : "", err) &&
              journal_set(j, "host", SCONCE_VERSION, err);
    return journal_end_transaction(j, ok, err);
}

bool command_first(Sconce *s, const char *seed, const Text *party, Err *err)
{
    PlayReply p;
    ScopedText none = {0};
    PlayRequest play = {.line = "start",
                        .wall = position_wall(&s->position),
                        .dice = "auto",
                        .faces = "",
                        .use_defaults = true,
                        .seed = seed,
                        .party = party,
                        .answers = &none};
    put_list(&none, 0);
    ScopedTree *tree = ask_cell(s, &play, &p, err);
    if (!tree) return false;
    if (p.outcome != PLAY_DONE) return err_set(err, "the start of play asks a question");
    if (!p.state) return err_set(err, "the rules answered with nonsense: no state");
    if (!write_origin(s->position.journal, seed, party, err) ||
        !commit(s, "start", play.wall, &p, err))
        return false;
    reply_keep_beginning(s, &p);
    return true;
}
