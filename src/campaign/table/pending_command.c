#include "campaign/table/pending_command.h"

#include <string.h>

static const char KEY[] = "left"; /* of the journal */

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
    c->asking = c->faces_from_undo = false;
    c->events_shown = c->rolls_shown = 0;
    c->reply = (PlayReply){0};
}

/* --- writing -------------------------------------------------------------------------------- */

static bool write_record(Position *p, const char *text)
{
    bool ok = journal_begin(p->journal, NULL) && journal_set(p->journal, KEY, text, NULL) &&
              journal_commit(p->journal, NULL);
    if (!ok) journal_rollback(p->journal);
    return ok;
}

/* A record begins with the number of entries and the head, so that it is void once anything else
 * was played. */
static void write_mark(Position *p, Text *t)
{
    text_addf(t, "%lld %lld ", (long long)journal_count(p->journal, NULL), (long long)p->head.seq);
}

/* Behind the mark: the rules and who rolls; the line; each input, after # for dice and = for an
 * answer. */
void pending_record(PendingCommand *c, Position *position, const char *rules_hash, DiceMode dice)
{
    Text t = {0};
    write_mark(position, &t);
    text_addf(&t, "%s %s\n%s\n", rules_hash, dice_mode_name(dice), text_str(&c->typed));
    for (size_t i = 0; i < c->n; i++)
        text_addf(&t, "%c%s\n", c->input[i].is_dice ? '#' : '=', text_str(&c->input[i].text));
    c->recorded = (!t.failed && write_record(position, text_str(&t))) || c->recorded;
    text_free(&t);
}

void pending_forget(PendingCommand *c, Position *position)
{
    if (c->recorded) write_record(position, "");
    c->recorded = false;
}

/* --- reading -------------------------------------------------------------------------------- */

/* Appends the record without its mark; nothing when it does not belong to the head. */
static void read_record(const PendingCommand *c, Position *p, Text *out)
{
    Text mark = {0}, kept = {0};
    write_mark(p, &mark);
    if (!c->asking && journal_get(p->journal, KEY, &kept, NULL) && kept.n > mark.n &&
        memcmp(text_str(&kept), text_str(&mark), mark.n) == 0)
        text_addn(out, text_str(&kept) + mark.n, kept.n - mark.n);
    text_free(&kept);
    text_free(&mark);
}

/* Takes the first line off; NULL when there is none. */
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
    Text record = {0};
    read_record(c, position, &record);
    char *rest = record.s;
    const char *typed = next_line(&rest) ? next_line(&rest) : NULL;
    bool found = typed != NULL;
    if (found && line) text_add(line, typed);
    text_free(&record);
    return found;
}

static bool same_rules(const char *rules, const char *hash)
{
    size_t n = strlen(hash);
    return strncmp(rules, hash, n) == 0 && rules[n] == ' ';
}

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

bool pending_restore(PendingCommand *c, Position *position, const char *rules_hash, DiceMode *dice,
                     Text *line, Err *err)
{
    Text record = {0};
    read_record(c, position, &record);
    char *rest = record.s, *rules = next_line(&rest), *typed = rules ? next_line(&rest) : NULL;
    bool ok = typed || err_set(err, "no line was left at a question");
    if (ok && !same_rules(rules, rules_hash))
        ok = err_set(err, "the rules have changed since '%.200s' was left: type it anew", typed);
    if (ok && strstr(rules, " script"))
        ok = err_set(err, "'%.200s' was left with dice from a list: type it anew", typed);
    if (ok && strstr(rules, " hand")) *dice = DICE_HAND;
    if (ok) text_add(line, typed);
    if (ok && !restore_inputs(c, rest)) ok = err_set(err, "out of memory");
    text_free(&record);
    return ok;
}
