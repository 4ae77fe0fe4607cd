/* Where a session stands, in five lines: which one, then the last that happened; a note of the game
 * master's that these do not reach comes before them.  It looks at a few entries only, however long
 * the journal is. */
#include <string.h>
#include <time.h>

#include "campaign/view/log.h"
#include "campaign/view/narration.h"
#include "campaign/view/show.h"

enum { LINES = 4, NOTES_BACK = 40, LATELY = 20 * 3600 };

typedef struct {
    int64_t session;
    Text last[LINES + 1]; /* lines told, oldest first */
    size_t n;
    Text note; /* the last one that is no longer among them */
    Err *err;
} Recap;

/* One line more; the oldest gives way, and is kept when it was a note. */
static void push(Recap *r, Text *line, bool note)
{
    text_make_printable(line, 0, '\0');
    if (note) line->failed = line->failed || (text_addc(line, '\n'), line->failed);
    r->last[r->n++] = *line;
    *line = (Text){0};
    if (r->n <= LINES) return;
    Text first = r->last[0];
    memmove(r->last, r->last + 1, LINES * sizeof *r->last);
    r->last[--r->n] = (Text){0};
    bool was_note = first.n > 0 && first.s[first.n - 1] == '\n';
    if (was_note) {
        text_free(&r->note);
        r->note = first;
    } else {
        text_free(&first);
    }
}

/* An entry as lines: one for each of its turns. */
static void tell(Recap *r, const Entry *e, const Value *events)
{
    bool note = strncmp(text_str(&e->line), "note ", 5) == 0;
    Text line = {0};
    Narrator teller = {.events = events, .members = log_members(e)};
    Narration told;
    size_t pieces = 0;
    while (narration_next(&teller, &told)) {
        const Value *v = told.event;
        const char *text = value_text(v, "text", "");
        bool asked = strcmp(value_text(v, "kind", ""), "asked") == 0, turn = told.turn;
        if (turn && line.n > 0) push(r, &line, false);
        if (line.n == 0) {
            narration_procedure(&line, &told);
            show_clock(&line, turn ? value_int(v, "turn", e->turn) : e->turn,
                       turn ? value_int(v, "minutes", e->minutes) : e->minutes);
            text_addf(&line, " %s", turn && *text ? text : text_str(&e->line));
            pieces = 0;
        }
        if (!turn && !asked && !narration_is_line(&told, text_str(&e->line)))
            narration_clause(&line, &told, pieces++);
    }
    if (line.n > 0) push(r, &line, note);
    text_free(&line);
}

static bool visit(Entry *e, void *data)
{
    Recap *r = data;
    if (e->session != r->session || e->parent == 0) return true;
    Tree *events = tree_decode(text_str(&e->events), e->events.n, r->err);
    if (!events) return false;
    if (tree_root(events)->kind == TOKEN_LIST) tell(r, e, tree_root(events));
    tree_free(events);
    return true;
}

/* "Session 2, the stair (2026-11-21), at T14 2:20" */
static bool write_head(Journal *journal, const Entry *now, Text *t, Err *err)
{
    Session session;
    if (!journal_get_session(journal, now->session, &session, err)) return false;
    text_addf(t, "Session %lld", (long long)now->session);
    if (session.title.n > 0) text_addf(t, ", %s", text_str(&session.title));
    text_free(&session.title);
    char day[40] = "";
    time_t at = (time_t)now->date;
    struct tm tm;
    if (at < time(NULL) - LATELY && localtime_r(&at, &tm))
        strftime(day, sizeof day, " (%Y-%m-%d)", &tm);
    text_addf(t, "%s, to ", day);
    show_clock(t, now->turn, now->minutes);
    text_make_printable(t, 0, '\0');
    text_addc(t, '\n');
    return true;
}

bool recap_write(Journal *journal, const Entry *head, Text *t, Err *err)
{
    Recap r = {.session = head->session, .err = err};
    if (head->parent == 0) return true;
    bool ok = write_head(journal, head, t, err) &&
              journal_last(journal, NOTES_BACK, visit, &r, err) && !err->text[0];
    size_t from = r.note.n > 0 && r.n == LINES ? 1 : 0;
    if (r.note.n > 0) text_add(t, text_str(&r.note));
    for (size_t i = from; i < r.n; i++) {
        text_add(t, text_str(&r.last[i]));
        if (r.last[i].n > 0 && r.last[i].s[r.last[i].n - 1] != '\n') text_addc(t, '\n');
    }
    for (size_t i = 0; i < r.n; i++) text_free(&r.last[i]);
    text_free(&r.note);
    return ok && (!t->failed || err_set(err, "out of memory"));
}
