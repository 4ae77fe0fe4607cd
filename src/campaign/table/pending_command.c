/* Keeps the inputs of a command, makes the token of its question, remembers dice of undone lines,
 * and writes the record by which `resume` goes on. */
#include "campaign/table/pending_command.h"

#include <string.h>

#include "core/hash.h"
#include "core/tree.h"

static const char record_key[] = "left"; /* the named value of the journal that holds the record */

void pending_pop(PendingCommand *c)
{
    text_free(&c->input[--c->n].text);
}

void pending_clear(PendingCommand *c)
{
    while (c->n > 0) pending_pop(c);
    text_free(&c->typed);
    text_free(&c->line);
    text_free(&c->early_faces);
    tree_free(c->reply_tree);
    c->reply_tree = NULL;
    c->faces_from_undo = false;
    c->reply = (PlayReply){0};
}

bool pending_check_none(const PendingCommand *c, Err *err)
{
    if (!c->reply.ask) return true;
    const char *line = *c->reply.line ? c->reply.line : text_str(&c->typed);
    return err_set(err,
                   "odds and sim look ahead from the end of a line, and '%.80s' still waits for an "
                   "answer",
                   line);
}

bool pending_takes_command(const Value *ask)
{
    return value_get(ask, "default") != NULL;
}

/* --- inputs --------------------------------------------------------------------------------- */

void pending_write_faces(const PendingCommand *c, Text *out)
{
    text_add(out, text_str(&c->early_faces));
    for (size_t i = 0; i < c->n; i++)
        if (c->input[i].is_dice)
            text_addf(out, "%s%s", out->n > 0 ? " " : "", text_str(&c->input[i].text));
}

void pending_write_answers(const PendingCommand *c, Text *out)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) n += !c->input[i].is_dice;
    put_list(out, n);
    for (size_t i = 0; i < c->n; i++) {
        if (c->input[i].is_dice) continue;
        MapWriter f = {0};
        put_text(map_field(&f, "text"), text_str(&c->input[i].text));
        map_end(&f, out);
    }
}

/* --- the token of the question -------------------------------------------------------------- */

static void end_token(Hash *h, char out[TOKEN_LETTERS + 1])
{
    unsigned char bytes[HASH_BYTES];
    char hex[HASH_HEX];
    hash_end(h, bytes);
    hash_hex(bytes, hex);
    memcpy(out, hex, TOKEN_LETTERS);
    out[TOKEN_LETTERS] = '\0';
}

void pending_token(const PendingCommand *c, const Position *position, char out[TOKEN_LETTERS + 1])
{
    Hash h = hash_start();
    hash_int(&h, position->head.seq);
    hash_field(&h, text_str(&c->typed), c->typed.n);
    for (size_t i = 0; i < c->n; i++) {
        hash_int(&h, c->input[i].is_dice);
        hash_field(&h, text_str(&c->input[i].text), c->input[i].text.n);
    }
    hash_field(&h, c->reply.ask->bytes, c->reply.ask->bytes_n);
    end_token(&h, out);
}

void pending_players_token(const PendingCommand *c, const Position *position,
                           char out[TOKEN_LETTERS + 1])
{
    static const char *const seen[] = {"who", "die", "sides"};
    Hash h = hash_start();
    int64_t dice = 0; /* given so far: they tell several dice of one line apart */
    for (size_t i = 0; i < c->n; i++) dice += c->input[i].is_dice;
    hash_int(&h, position->head.seq);
    hash_int(&h, dice);
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        const Value *v = value_get(c->reply.ask, seen[i]);
        hash_field(&h, v ? v->bytes : "", v ? v->bytes_n : 0);
    }
    end_token(&h, out);
}

/* --- dice of undone lines ------------------------------------------------------------------- */

/* Reads the undone entry whose dice may be used again; false: none, or it is of another line. */
static bool read_undone(const PendingCommand *c, const Position *p, const DiceSource *dice,
                        Entry *e)
{
    return dice->undone_entry != 0 && journal_entry(p->journal, dice->undone_entry, e, NULL) &&
           strcmp(text_str(&e->typed), text_str(&c->typed)) == 0;
}

void pending_take_undone_faces(PendingCommand *c, const Position *position, const DiceSource *dice)
{
    ScopedEntry e = {0};
    if (dice->mode != DICE_HAND || !read_undone(c, position, dice, &e)) return;
    dice_write_undone(text_str(&e.draws), &c->early_faces);
    c->faces_from_undo = c->early_faces.n > 0;
}

/* The last reply drew the early faces that fitted, and then the faces typed at its questions.  So
 * the early faces to keep are as many as the dice drawn, less those typed at questions. */
void pending_drop_unused_faces(PendingCommand *c)
{
    ScopedDiceList early = {0}, drawn = {0};
    size_t typed = 0;
    Text used = {0};
    for (size_t i = 0; i < c->n; i++)
        if (c->input[i].is_dice) typed += dice_count_draws(text_str(&c->input[i].text), 0);
    if (c->reply.ask && dice_list_parse(&early, text_str(&c->early_faces), NULL) &&
        dice_list_parse(&drawn, c->reply.draws, NULL))
        for (size_t i = 0; i < early.n && i + typed < drawn.n; i++)
            dice_list_print_die(&used, early.list[i].sides, early.list[i].face, 0);
    text_free(&c->early_faces);
    c->early_faces = used;
    c->faces_from_undo = false;
}

void pending_follow_undone(const PendingCommand *c, const Position *position, DiceSource *dice)
{
    ScopedEntry e = {0};
    int64_t next = 0;
    if (read_undone(c, position, dice, &e))
        next = journal_redo_target(position->journal, e.seq, NULL);
    dice->undone_entry = next > 0 ? next : 0;
}

/* --- writing -------------------------------------------------------------------------------- */

static bool write_record(const Position *p, const char *text)
{
    return journal_set_now(p->journal, record_key, text, NULL);
}

/* Writes the mark with which a record begins: the number of entries and the head.  If the mark no
 * longer matches, something else was played since, and the record is void. */
static void write_mark(Position *p, Text *t)
{
    text_addf(t, "%lld %lld ", (long long)journal_count(p->journal, NULL), (long long)p->head.seq);
}

/* The record, behind the mark: the hash of the rules and the mode of the dice; the line; each input
 * on a line, after # for dice and = for an answer. */
void pending_record(PendingCommand *c, Position *position, const char *rules_hash, DiceMode dice)
{
    ScopedText t = {0};
    write_mark(position, &t);
    text_addf(&t, "%s %s\n%s\n", rules_hash, dice_mode_name(dice), text_str(&c->typed));
    for (size_t i = 0; i < c->n; i++)
        text_addf(&t, "%c%s\n", c->input[i].is_dice ? '#' : '=', text_str(&c->input[i].text));
    /* When this cannot be written, an older record stays. */
    c->recorded = (!t.failed && write_record(position, text_str(&t))) || c->recorded;
}

void pending_forget(PendingCommand *c, Position *position)
{
    if (c->recorded) write_record(position, "");
    c->recorded = false;
}

/* --- reading -------------------------------------------------------------------------------- */

/* Appends the record without its mark; nothing when there is none for the head. */
static void read_record(const PendingCommand *c, Position *p, Text *out)
{
    ScopedText mark = {0}, kept = {0};
    write_mark(p, &mark);
    if (!c->reply.ask && journal_get(p->journal, record_key, &kept, NULL) && kept.n > mark.n &&
        memcmp(text_str(&kept), text_str(&mark), mark.n) == 0)
        text_addn(out, text_str(&kept) + mark.n, kept.n - mark.n);
}

/* Takes the first line off *rest; NULL when there is none. */
static char *next_line(char **rest)
{
    char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
    if (!end) return NULL;
    *end = '\0';
    *rest = end + 1;
    return line;
}

bool pending_recorded_line(const PendingCommand *c, Position *position, Text *line)
{
    ScopedText record = {0};
    read_record(c, position, &record);
    char *rest = record.s;
    /* The first line has the rules and the dice, the second what was typed. */
    const char *typed = next_line(&rest) ? next_line(&rest) : NULL;
    if (typed && line) text_add(line, typed);
    return typed != NULL;
}

/* Adds the inputs of a record.  rest: the lines after the typed one.  False: out of memory. */
static bool restore_inputs(PendingCommand *c, char *rest)
{
    for (const char *line; c->n < INPUTS_MAX && (line = next_line(&rest)) != NULL;) {
        PendingInput *in = &c->input[c->n++];
        *in = (PendingInput){.is_dice = line[0] == '#'};
        text_add(&in->text, line[0] ? line + 1 : "");
        if (in->text.failed) return false;
    }
    return true;
}

/* Refuses a line that was left under other rules, since its answers may be to other questions; and
 * one whose dice came from a list (--dice), which is not kept with the line. */
bool pending_restore(PendingCommand *c, Position *position, const char *rules_hash, DiceMode *dice,
                     Text *line, Err *err)
{
    ScopedText record = {0};
    read_record(c, position, &record);
    char *rest = record.s, *first = next_line(&rest), *typed = first ? next_line(&rest) : NULL;
    if (!typed) return err_set(err, "no line was left at a question");
    size_t hash_n = strlen(rules_hash);
    if (strncmp(first, rules_hash, hash_n) != 0 || first[hash_n] != ' ')
        return err_set(err, "the rules have changed since '%.200s' was left: type it again", typed);
    if (strstr(first, " script"))
        return err_set(err, "'%.200s' was left with dice from a list: type it again", typed);
    if (strstr(first, " hand")) *dice = DICE_HAND;
    text_add(line, typed);
    return restore_inputs(c, rest) || err_set(err, "out of memory");
}
