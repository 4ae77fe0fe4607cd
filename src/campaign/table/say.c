/* The front door: a line comes in, and goes to whoever answers it. */
#include <string.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/table/campaign.h"

static bool check_line(const char *line, size_t n, Err *err)
{
    if (n > LINE_MAX_BYTES) return err_set(err, "a line has at most %d bytes", LINE_MAX_BYTES);
    if (!text_is_utf8(line, n)) return err_set(err, "the line is not UTF-8 text");
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)line[i] < ' ' && line[i] != '\t') || line[i] == 0x7f)
            return err_set(err, "a line holds no line breaks and no control characters");
    return true;
}

static void trim(const char *line, Text *out)
{
    const char *from = line + strspn(line, " \t\r\n");
    size_t n = strlen(from);
    while (n > 0 && strchr(" \t\r\n", from[n - 1])) n--;
    text_addn(out, from, n);
}

static SconceReply say_nothing(Sconce *s)
{
    PlayReply p = {.line = "",
                   .events = empty_list(),
                   .rolls = empty_list(),
                   .status = empty_list(),
                   .text = "",
                   .turn = s->now.turn,
                   .minutes = s->now.minutes};
    return reply_done(s, &p, 0, 0);
}

/* Does anything burn by the wall clock?  Then even an empty line lets time go by. */
static bool status_is_real(const Sconce *s)
{
    Tree *status = tree_decode(text_str(&s->now.status), s->now.status.n, NULL);
    bool real = status && value_bool(tree_root(status), "real", false);
    tree_free(status);
    return real;
}

static SconceReply say(Sconce *s, const char *line)
{
    Err err = {0};
    SconceReply r;
    if (!check_line(line, strlen(line), &err)) return reply_refused(s, "", &err);
    if (s->command.open) return verbs_look(s, line, &r) ? r : command_answer(s, line);
    campaign_reload(s);
    if (s->read_only && !campaign_refresh(s, &err)) return reply_refused(s, line, &err);
    if (!*line && (s->read_only || !status_is_real(s))) return say_nothing(s);
    if (strcmp(line, "resume") == 0 && !s->read_only && pending_is(s)) return command_resume(s);
    if (verbs_try(s, line, &r)) return r;
    if (s->read_only && verbs_is_rules(cell_client_book(s->keeper), line)) {
        journal_only_read(s->sources.table, &err);
        return reply_refused(s, line, &err);
    }
    return command_start(s, line);
}

SconceReply sconce_say(Sconce *s, const char *line)
{
    Text trimmed = {0};
    __atomic_store_n(&s->stop, 0, __ATOMIC_RELAXED);
    s->spoken = true;
    s->at_question = s->command.open;
    trim(line ? line : "", &trimmed);
    Err err = {0};
    err_set(&err, "out of memory");
    SconceReply r = trimmed.failed ? reply_refused(s, "", &err) : say(s, text_str(&trimmed));
    text_free(&trimmed);
    return r;
}
