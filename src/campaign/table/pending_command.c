/* A line left at a question.  It is done when it is answered, and not before; but the table may be
 * closed there, or cut off.  So the journal remembers the line and what was answered so far, and
 * `resume` takes it up: as everything else, it is run from its start with these inputs. */
#include <string.h>

#include "campaign/table/campaign.h"

static const char KEY[] = "left";

static bool put(Sconce *s, const char *text)
{
    bool ok = journal_begin(s->journal, NULL) && journal_set(s->journal, KEY, text, NULL) &&
              journal_commit(s->journal, NULL);
    if (!ok) journal_rollback(s->journal);
    return ok;
}

/* After how many entries, and on which, so that nothing played later can be meant. */
static void write_mark(const Sconce *s, Text *t)
{
    text_addf(t, "%lld %lld ", (long long)journal_count(s->journal, NULL), (long long)s->now.seq);
}

/* The mark, the rules and who rolls; the line; then each input with a sign before it. */
void pending_keep(Sconce *s)
{
    Command *c = &s->command;
    Text t = {0};
    if (!s->sources.folder || s->read_only) return;
    write_mark(s, &t);
    text_addf(&t, "%s %s\n%s\n", s->hash, dice_mode_name(s->dice), text_str(&c->typed));
    for (size_t i = 0; i < c->n; i++)
        text_addf(&t, "%c%s\n", c->input[i].dice ? '#' : '=', text_str(&c->input[i].text));
    c->left = (!t.failed && put(s, text_str(&t))) || c->left;
    text_free(&t);
}

void pending_forget(Sconce *s)
{
    if (s->command.left) put(s, "");
    s->command.left = false;
}

/* The lines that were kept; nothing when they are not of the entry that play stands at. */
static void read_lines(Sconce *s, Text *out)
{
    Text mark = {0}, kept = {0};
    write_mark(s, &mark);
    if (!s->command.open && journal_get(s->journal, KEY, &kept, NULL) && kept.n > mark.n &&
        memcmp(text_str(&kept), text_str(&mark), mark.n) == 0)
        text_addn(out, text_str(&kept) + mark.n, kept.n - mark.n);
    text_free(&kept);
    text_free(&mark);
}

/* Takes the first line off; NULL when there is none. */
static char *next_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    if (!end) return NULL;
    *end = '\0';
    *rest = end + 1;
    return line;
}

bool pending_is(Sconce *s)
{
    Text kept = {0};
    read_lines(s, &kept);
    bool is = kept.n > 0;
    text_free(&kept);
    return is;
}

void pending_tell(Sconce *s)
{
    Text kept = {0};
    read_lines(s, &kept);
    char *rest = kept.s;
    char *rules = rest ? next_line(&rest) : NULL, *typed = rules ? next_line(&rest) : NULL;
    if (typed)
        campaign_warn(s, "'%s' was not done: it was left at a question%s", typed,
                      s->read_only ? "" : ". 'resume' takes it up there.");
    text_free(&kept);
}

static bool same_rules(const Sconce *s, const char *rules)
{
    size_t n = strlen(s->hash);
    return strncmp(rules, s->hash, n) == 0 && rules[n] == ' ';
}

static bool take_inputs(Command *c, char *rest)
{
    for (const char *line; c->n < INPUTS_MAX && (line = next_line(&rest)) != NULL;) {
        Input *in = &c->input[c->n++];
        *in = (Input){.dice = line[0] == '#'};
        text_add(&in->text, line[0] ? line + 1 : "");
        if (in->text.failed) return false;
    }
    return true;
}

bool pending_take(Sconce *s, Text *typed, Err *err)
{
    Text kept = {0};
    read_lines(s, &kept);
    char *rest = kept.s;
    char *rules = rest ? next_line(&rest) : NULL, *line = rules ? next_line(&rest) : NULL;
    bool ok = line || err_set(err, "no line was left at a question");
    if (ok && !same_rules(s, rules))
        ok = err_set(err, "the rules have changed since '%.200s' was left: type it anew", line);
    if (ok && strstr(rules, " script"))
        ok = err_set(err, "'%.200s' was left with dice from a list: type it anew", line);
    if (ok && strstr(rules, " hand")) s->dice = DICE_HAND;
    if (ok) text_add(typed, line);
    if (ok && !take_inputs(&s->command, rest)) ok = err_set(err, "out of memory");
    text_free(&kept);
    return ok;
}
