/* One command as a transaction.  A command is a function of the last committed bytes, the line and
 * the inputs so far: at each question the worker ends, and the next input runs it again from the
 * start. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "campaign/campaign.h"
#include "campaign/fields.h"

/* --- the command under way --------------------------------------------------------------- */

static void take_back(Command *c)
{
    text_free(&c->input[--c->n].text);
}

void command_drop(Sconce *s)
{
    Command *c = &s->command;
    while (c->n > 0)
        take_back(c);
    text_free(&c->typed);
    text_free(&c->line);
    text_free(&c->faces);
    tree_free(c->shown);
    c->shown = NULL;
    c->open = c->kept = false;
    c->events_before = c->rolls_before = 0;
    c->asked = (Played){0};
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

/* A face for the worker; 0 lets the program roll this one. */
static void put_face(Text *t, int64_t sides, int64_t face)
{
    if (face > 0)
        faces_add(t, sides, face, 0);
    else
        text_addf(t, "%sd%lld:?", t->n > 0 ? " " : "", (long long)sides);
}

/* The length of "=4,9" and the blanks before it at the end of a line, or 0. */
static size_t rider_length(const char *line)
{
    size_t n = strlen(line), at = n;
    while (at > 0 && (isdigit((unsigned char)line[at - 1]) || line[at - 1] == ','))
        at--;
    if (at == n || at < 2 || line[at - 1] != '=' || line[n - 1] == ',' || line[at] == ',') return 0;
    if (line[at - 2] != ' ' && line[at - 2] != '\t') return 0;
    for (at--; at > 0 && isspace((unsigned char)line[at - 1]);)
        at--;
    return at > 0 ? n - at : 0;
}

/* "=4,9" as faces for whatever dice come first: "d:4 d:9". */
static size_t rider_faces(const char *rider, Text *out)
{
    size_t count = 0;
    for (const char *p = rider + strspn(rider, " \t="); *p; count++) {
        size_t n = strcspn(p, ",");
        text_addf(out, "%sd:%.*s", count > 0 ? " " : "", (int)n, p);
        p += n + (p[n] == ',');
    }
    return count;
}

static size_t count_source(const char *draws, char source)
{
    Faces f;
    size_t count = 0;
    if (!faces_parse(&f, draws, NULL)) return 0;
    for (size_t i = 0; i < f.n; i++)
        count += f.list[i].source == source;
    faces_free(&f);
    return count;
}

size_t script_used(const Entry *e)
{
    Text rider = {0};
    size_t n = rider_length(text_str(&e->typed)), used = count_source(text_str(&e->draws), 's');
    size_t rode = n ? rider_faces(text_str(&e->typed) + e->typed.n - n, &rider) : 0;
    text_free(&rider);
    return used > rode ? used - rode : 0;
}

/* The dice of an undone entry, to be offered again: those of the program's own are drawn anew. */
static void keep_draws(const char *draws, Text *out)
{
    Faces f;
    size_t last = 0;
    if (!faces_parse(&f, draws, NULL)) return;
    for (size_t i = 0; i < f.n; i++)
        if (f.list[i].source == 'h') last = i + 1;
    for (size_t i = 0; i < last; i++)
        put_face(out, f.list[i].sides, f.list[i].source == 'h' ? f.list[i].face : 0);
    faces_free(&f);
}

static void recall_dice(Sconce *s)
{
    Entry e;
    Command *c = &s->command;
    if (s->dice != DICE_HAND || s->ghost == 0 || !journal_entry(s->journal, s->ghost, &e, NULL))
        return;
    if (strcmp(text_str(&e.typed), text_str(&c->typed)) == 0)
        keep_draws(text_str(&e.draws), &c->faces);
    c->kept = c->faces.n > 0;
    entry_free(&e);
}

/* Forgets kept dice that no longer fit: all but those that what was shown is made of. */
static void forget_dice(Command *c)
{
    Faces kept = {0}, used = {0};
    size_t typed = 0;
    Text rest = {0};
    for (size_t i = 0; i < c->n; i++)
        if (c->input[i].dice) typed += count_source(text_str(&c->input[i].text), 0);
    if (c->shown && faces_parse(&kept, text_str(&c->faces), NULL) &&
        faces_parse(&used, c->asked.draws, NULL))
        for (size_t i = 0; i < kept.n && i + typed < used.n; i++)
            put_face(&rest, kept.list[i].sides, kept.list[i].face);
    faces_free(&kept);
    faces_free(&used);
    text_free(&c->faces);
    c->faces = rest;
    c->kept = false;
}

static const char *mode_name(DiceMode mode)
{
    static const char *const name[] = {"auto", "hand", "script"};
    return name[mode];
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
        put_face(out, s->script.faces.list[i].sides, s->script.faces.list[i].face);
}

static void gather_answers(const Command *c, Text *out)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++)
        n += !c->input[i].dice;
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
static Tree *ask_cell(Sconce *s, Play *play, Played *p, Err *err)
{
    Text request = {0};
    play->patience = keeper_patience(s->keeper, 1);
    play_write(play, "play", &request);
    Tree *tree = keeper_ask(s->keeper, &request, 1, err);
    text_free(&request);
    if (!tree) return NULL;
    bool good = play_read(tree_root(tree), p, err);
    if (good && (p->outcome == PLAY_DONE || p->outcome == PLAY_ASKS)) return tree;
    if (good && p->outcome == PLAY_DIED)
        keeper_died(s->keeper, tree_root(tree), err);
    else if (good) {
        play_error(tree_root(tree), err);
        chain_place(keeper_chain(s->keeper), err);
    }
    tree_free(tree);
    return NULL;
}

static Tree *run_once(Sconce *s, Played *p, Err *err)
{
    const Command *c = &s->command;
    Text faces = {0}, answers = {0};
    gather_faces(s, &faces);
    gather_answers(c, &answers);
    Play play = {.line = text_str(&c->line),
                 .state = &s->now.state,
                 .wall = c->wall,
                 .dice = mode_name(s->dice),
                 .faces = text_str(&faces),
                 .answers = &answers,
                 .settle = s->settle ? "default" : "ask"};
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

static bool check_repeat(const Command *c, const Played *p, Err *err)
{
    if (!c->shown || begins_alike(c->asked.events, p->events)) return true;
    return err_set(err,
                   "the rules did not repeat themselves: what was shown before the question is not "
                   "what happened now");
}

/* --- keeping ----------------------------------------------------------------------------- */

static void copy_bytes(Text *to, const Value *v)
{
    text_addn(to, v->bytes, v->bytes_n);
}

static void fill_entry(Sconce *s, const char *typed, int64_t wall, const Played *p, Entry *e)
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
    if (!journal_add(s->journal, e, SCONCE_VERSION, keeper_chain(s->keeper), err)) {
        journal_rollback(s->journal);
        return false;
    }
    return journal_commit(s->journal, err) || doubt(s, e, err);
}

/* Keeps the entry and makes it the head. */
static bool keep(Sconce *s, const char *typed, int64_t wall, const Played *p, Err *err)
{
    Entry e;
    fill_entry(s, typed, wall, p, &e);
    bool ok = is_filled(&e) ? write_entry(s, &e, err) : err_set(err, "out of memory");
    if (ok) ok = campaign_take(s, &e, err);
    entry_free(&e);
    return ok;
}

static bool changed(const Sconce *s, const Played *p)
{
    const Value *v = p->state;
    if (p->events->n > 0) return true;
    return v && (v->bytes_n != s->now.state.n ||
                 memcmp(v->bytes, text_str(&s->now.state), v->bytes_n) != 0);
}

/* The dice kept by undo go on to the next line undone, as long as the same lines are typed. */
static void follow_ghost(Sconce *s)
{
    Entry e;
    int64_t next = 0;
    if (s->ghost > 0 && journal_entry(s->journal, s->ghost, &e, NULL)) {
        if (strcmp(text_str(&e.typed), text_str(&s->command.typed)) == 0)
            next = journal_child(s->journal, s->ghost, NULL);
        entry_free(&e);
    }
    s->ghost = next > 0 ? next : 0;
}

static SconceReply finish(Sconce *s, Tree *tree, const Played *p)
{
    Err err = {0};
    Command *c = &s->command;
    bool happened = changed(s, p);
    if (happened && s->read_only)
        err_set(&err, "%s is open to read only: this would change it", s->table);
    else if (!happened || keep(s, text_str(&c->typed), c->wall, p, &err)) {
        if (happened && s->dice == DICE_SCRIPT) s->script.at += script_used(&s->now);
        if (happened) follow_ghost(s);
        SconceReply r = reply_done(s, p, c->events_before, c->rolls_before);
        command_drop(s);
        tree_free(tree);
        return r;
    }
    tree_free(tree);
    return refuse(s, &err);
}

/* --- the cycle --------------------------------------------------------------------------- */

static SconceReply open_question(Sconce *s, Tree *tree, const Played *p, bool back)
{
    Command *c = &s->command;
    c->events_before = c->shown && !back ? c->asked.events->n : 0;
    c->rolls_before = c->shown && !back && c->asked.rolls->n <= p->rolls->n ? c->asked.rolls->n : 0;
    if (back) c->events_before = p->events->n, c->rolls_before = p->rolls->n;
    tree_free(c->shown);
    c->shown = tree;
    c->asked = *p;
    c->open = true;
    return reply_asks(s);
}

/* The last answer did not fit: it is taken back, and the question stays as it was. */
static SconceReply refuse_misfit(Sconce *s, Tree *tree, const Played *p)
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
    Played p;
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
    if (p.outcome == PLAY_ASKS) return open_question(s, tree, &p, back);
    if (c->shown) {
        c->events_before = c->asked.events->n;
        c->rolls_before = c->asked.rolls->n <= p.rolls->n ? c->asked.rolls->n : 0;
    }
    return finish(s, tree, &p);
}

SconceReply command_start(Sconce *s, const char *line)
{
    Command *c = &s->command;
    command_drop(s);
    c->wall = campaign_wall(s);
    text_add(&c->typed, line);
    size_t n = verbs_is_rules(s, line) ? rider_length(line) : 0;
    text_addn(&c->line, line, strlen(line) - n);
    if (n > 0)
        rider_faces(line + strlen(line) - n, &c->faces);
    else
        recall_dice(s);
    return run(s, false);
}

/* --- answers ----------------------------------------------------------------------------- */

typedef struct {
    const Value *sides; /* a list */
    size_t n;
    const char *die;
} Wanted;

static bool read_wanted(const Value *ask, Wanted *w, Err *err)
{
    *w = (Wanted){.sides = value_get(ask, "sides"), .die = value_text(ask, "die", "die")};
    bool good = w->sides && w->sides->kind == TOKEN_LIST && w->sides->n > 0;
    for (size_t i = 0; good && i < w->sides->n; i++)
        good = w->sides->items[i].kind == TOKEN_INT && w->sides->items[i].integer > 0;
    w->n = good ? w->sides->n : 0;
    return good || err_set(err, "the rules want a die and do not say which");
}

/* One number as a face: 0 on a d10 is its 10, 0 or 00 on a d100 its 100; ? lets the program roll.
 */
static bool read_face(const char *word, size_t n, int64_t sides, Text *faces, Err *err)
{
    if (n == 1 && word[0] == '?') {
        put_face(faces, sides, 0);
        return true;
    }
    int64_t face = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isdigit((unsigned char)word[i]) || n > 12)
            return err_set(
                err, "'%.*s' is no face of a d%lld: type a number, or nothing to let it be rolled",
                n > 40 ? 40 : (int)n, word, (long long)sides);
        face = face * 10 + (word[i] - '0');
    }
    if (face == 0 && (sides == 10 || sides == 100)) face = sides;
    if (face < 1 || face > sides)
        return err_set(err, "a d%lld shows 1 to %lld, not %lld", (long long)sides, (long long)sides,
                       (long long)face);
    put_face(faces, sides, face);
    return true;
}

static bool read_faces(const char *line, const Wanted *w, Text *faces, Err *err)
{
    static const char between[] = " \t,;";
    size_t count = 0;
    for (const char *p = line + strspn(line, between); *p; p += strspn(p, between)) {
        size_t n = strcspn(p, between);
        int64_t sides = w->sides->items[count < w->n ? count : w->n - 1].integer;
        if (!read_face(p, n, sides, faces, err)) return false;
        count++;
        p += n;
    }
    for (; count == 0 && faces->n == 0 && w->n > 0;) {
        for (size_t i = 0; i < w->n; i++)
            put_face(faces, w->sides->items[i].integer, 0);
        return true;
    }
    if (count == w->n) return true;
    return err_set(err, "%s: %zu number%s wanted, %zu typed", w->die, w->n,
                   w->n == 1 ? " is" : "s are", count);
}

static SconceReply answer_die(Sconce *s, const char *line)
{
    Err err = {0};
    Wanted w;
    Text faces = {0};
    Command *c = &s->command;
    if (strcmp(line, "dice auto") == 0) { /* the program rolls this one, and all that follow */
        s->dice = DICE_AUTO;
        return run(s, false);
    }
    if (!read_wanted(c->asked.ask, &w, &err) || !read_faces(line, &w, &faces, &err)) {
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
                       const Played *p, Err *err)
{
    if (!journal_begin(s->journal, err)) return false;
    bool ok = journal_set(s->journal, "seed", seed, err) &&
              journal_set(s->journal, "party", party ? text_str(party) : "", err) &&
              journal_set(s->journal, "host", SCONCE_VERSION, err);
    if (ok) ok = journal_commit(s->journal, err);
    journal_rollback(s->journal);
    return ok && keep(s, "start", wall, p, err);
}

bool command_first(Sconce *s, const char *seed, const Text *party, Err *err)
{
    Played p;
    Text none = {0};
    Play play = {.line = "start",
                 .wall = campaign_wall(s),
                 .dice = "auto",
                 .faces = "",
                 .settle = "default",
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
