/* The first lines on the screen of a session: the opening, and the recap. */
#include <string.h>
#include <time.h>

#include "campaign/view/lines/show.h"
#include "campaign/view/log.h"

enum { PART_GAP = 6, RECAP_CUT = 200 }; /* columns: between parts; where a recap's line is cut */

/* --- recap ------------------------------------------------------------------------------- */

enum {
    RECAP_LINES = 6,        /* read aloud in half a minute */
    RECAP_NEWEST = 2,       /* of these lines, the newest, which are always shown */
    ENTRIES_BACK = 200,     /* entries that are searched for these lines */
    DATED_AFTER = 20 * 3600 /* seconds; older: the date is shown, as it was not today */
};

/* A recap while entries are visited. */
typedef struct {
    StyledLines *lines;
    int64_t session;
    const Value *book;
    bool timeless; /* the rules keep no clock */
    /* Indices of lines: worth knowing next evening; and, before them, those that say who fell. */
    size_t worth[ENTRIES_BACK], worth_n;
    size_t fallen[ENTRIES_BACK], fallen_n;
    Err *err;
} Recap;

/* True for a note, a find, a room seen first, answers put right, and whatever stops a line. */
static bool is_worth_knowing(const char *line, const Value *events)
{
    if (strncmp(line, "correct ", 8) == 0) return true;
    value_each (e, events) {
        const char *kind = value_text(e, "kind", "");
        if (value_bool(e, "stops", false) || strcmp(kind, "note") == 0 ||
            strcmp(kind, "handed") == 0)
            return true;
        if (strcmp(kind, "moved") == 0 && value_bool(e, "new", false)) return true;
    }
    return false;
}

/* True if a member was taken out of play, as by a switch `down` or `dead` of the rules. */
static bool tells_who_fell(const Value *book, const Value *events)
{
    const Value *tracks = value_list(book, "tracks");
    value_each (e, events) {
        const Value *track = thing_named(tracks, value_text(e, "kind", ""));
        if (track && value_bool(track, "away", false) && value_bool(e, "now", false)) return true;
    }
    return false;
}

/* Adds the lines of an entry to the recap if it belongs to the session; a JournalVisit. */
static bool visit_entry(Entry *e, void *data)
{
    Recap *r = data;
    if (e->session != r->session || e->parent == 0) return true;
    ScopedTree *events = tree_of(&e->events, r->err);
    ScopedTree *status = tree_of(&e->status, NULL);
    if (!events) return false;
    size_t before = r->lines->n;
    log_add_entry(r->lines, &(EntryView){.entry = e,
                                         .events = tree_list(events),
                                         .rolls = empty_list(),
                                         .status = tree_root(status),
                                         .line = text_str(&e->line),
                                         .timeless = r->timeless,
                                         .recap = true});
    if (r->lines->n == before) return true;
    if (is_worth_knowing(text_str(&e->line), tree_list(events)))
        r->worth[r->worth_n++] = r->lines->n - 1;
    if (tells_who_fell(r->book, tree_list(events))) r->fallen[r->fallen_n++] = r->lines->n - 1;
    return true;
}

/* Adds the session, and how far it went: `Session 2, the stair (2026-11-21), to T14 2:20` */
static bool add_session(StyledLines *l, Journal *journal, const Entry *head, bool timeless,
                        Err *err)
{
    Session session;
    if (!journal_get_session(journal, head->session, &session, err)) return false;
    lines_begin(l, LINE_INDENT);
    lines_addf(l, ROLE_TEXT, "Session %lld", (long long)head->session);
    if (session.title.n > 0) lines_addf(l, ROLE_NAME, ", %s", text_str(&session.title));
    text_free(&session.title);
    if (head->date < time(NULL) - DATED_AFTER) {
        text_add(&l->text, " (");
        show_date(&l->text, head->date);
        text_add(&l->text, ")");
    }
    text_add(&l->text, ", to ");
    show_clock(&l->text, head->turn, timeless && head->minutes == 0 ? -1 : head->minutes);
    lines_end_piece(l, ROLE_TEXT);
    return true;
}

static bool is_among(const size_t *list, size_t n, size_t index)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == index) return true;
    return false;
}

/* Adds lines of a list, the last first, to the n that are kept, while there is room.  Returns n. */
static size_t add_last(size_t *best, size_t n, const size_t *list, size_t list_n)
{
    for (size_t i = list_n; i-- > 0 && n < RECAP_LINES;)
        if (!is_among(best, n, list[i])) best[n++] = list[i];
    return n;
}

/* Keeps RECAP_LINES of the lines from `first` on: the RECAP_NEWEST newest ones, those that say who
 * fell, and the last ones that are worth knowing; if these are too few, plain ones as well. */
static void keep_best(const Recap *r, size_t first)
{
    StyledLines *l = r->lines;
    size_t best[RECAP_LINES], n = 0, kept = first;
    if (l->n - first <= RECAP_LINES) return;
    for (; n < RECAP_NEWEST; n++) best[n] = l->n - 1 - n;
    n = add_last(best, n, r->fallen, r->fallen_n);
    n = add_last(best, n, r->worth, r->worth_n);
    for (size_t i = l->n; i-- > first && n < RECAP_LINES;)
        if (!is_among(best, n, i)) best[n++] = i;
    for (size_t i = first; i < l->n; i++)
        if (is_among(best, n, i)) l->line[kept++] = l->line[i];
    l->n = kept;
}

/* Returns the length of the turn at the beginning of a line, `T14` or `fight T3`; 0: none.  *text:
 * set to the beginning of the line. */
static size_t turn_length(const StyledLines *l, const StyledLine *line, const char **text)
{
    *text = "";
    if (line->n == 0) return 0;
    const StyledPiece *piece = &l->piece[line->piece];
    const char *s = *text = text_str(&l->text) + piece->from;
    for (size_t i = 0; piece->role == ROLE_TURN && i + 1 < piece->n; i++) {
        if (s[i] != 'T' || (i > 0 && s[i - 1] != ' ')) continue;
        size_t digits = strspn(s + i + 1, "0123456789");
        if (digits > 0) return i + 1 + digits;
    }
    return 0;
}

/* Names each turn once: further lines of a turn, from `first` on, begin without the clock. */
static void leave_out_turns(StyledLines *l, size_t first)
{
    const char *last_turn = "", *turn; /* within the text of the lines */
    size_t last_n = 0;
    for (size_t i = first; i < l->n; i++) {
        size_t n = turn_length(l, &l->line[i], &turn);
        if (n > 0 && n == last_n && strncmp(turn, last_turn, n) == 0) {
            StyledPiece *after = &l->piece[l->line[i].piece + 1];
            l->line[i].piece++;
            l->line[i].n--;
            l->line[i].in += LINE_INDENT;
            while (after->n > 0 && text_str(&l->text)[after->from] == ' ') {
                after->from++;
                after->n--;
            }
        }
        last_turn = turn;
        last_n = n;
    }
}

bool recap_lines(StyledLines *l, const Value *book, Journal *journal, const Entry *head, Err *err)
{
    Recap r = {.lines = l,
               .session = head->session,
               .book = book,
               .timeless = !value_bool(book, "timed", true),
               .err = err};
    size_t piece = l->pieces;
    if (head->parent == 0) return true;
    if (!add_session(l, journal, head, r.timeless, err)) return false;
    size_t first = l->n;
    if (!journal_visit_last(journal, ENTRIES_BACK, visit_entry, &r, err) || err->text[0])
        return false;
    lines_make_printable(l, piece, false);
    keep_best(&r, first);
    leave_out_turns(l, first);
    return !l->text.failed || err_set(err, "out of memory");
}

/* --- opening ----------------------------------------------------------------------------- */

static const char instructions[] =
    "One verb, one turn: '?' lists the verbs, 'help WORD' explains one.\n"
    "Enter alone costs nothing; 'u' takes a step back, with the same dice.\n"
    "'A + B' is two deeds in one turn, 'A x3' three turns. Ctrl-D leaves.\n";

/* Adds the line with the ruleset, the files that change it, and the seed. */
static void add_title(StyledLines *l, const Opening *o)
{
    const char *ruleset = value_text(o->book, "ruleset", ""),
               *title = value_text(o->book, "title", "");
    size_t n = strlen(ruleset), changes = value_list(o->book, "changes")->n;
    lines_begin(l, 0);
    lines_add(l, ROLE_NAME, *title ? title : ruleset);
    value_each (each, value_list(o->book, "chain")) {
        const char *file = value_text(each, "file", "");
        if (value_bool(each, "part", false)) continue;
        /* The title stands for the ruleset. */
        if (strncmp(file, ruleset, n) == 0 && strcmp(file + n, ".lua") == 0) continue;
        lines_addf(l, ROLE_TEXT, " + %s", file);
    }
    if (changes > 0)
        lines_addf(l, ROLE_TEXT, " (%zu change%s; 'changes' lists them)", changes,
                   changes == 1 ? "" : "s");
    lines_addf(l, ROLE_TEXT, "%*s", PART_GAP, "");
    l->whole = true;
    lines_addf(l, ROLE_TEXT, "seed %s", o->seed);
}

/* Adds the party and the source of dice, on one line where there is room.  "the party", the only
 * member where the rules have no people, is left out. */
static void add_party(StyledLines *l, const Opening *o)
{
    const Value *people = o->people;
    bool nobody_named = people->n == 1 && strcmp(thing_name(people->items), "the party") == 0;
    if (people->n > 0 && !nobody_named) {
        lines_begin(l, 0)->share = PART_GAP;
        lines_add(l, ROLE_TEXT, "Party:");
        for (size_t i = 0; i < people->n; i++)
            lines_addf(l, ROLE_TEXT, "%s%s", i ? "  " : " ", thing_name(&people->items[i]));
    }
    lines_begin(l, 0)->share = PART_GAP;
    lines_addf(l, ROLE_TEXT, "dice: %s       ? for verbs", o->dice);
}

void opening_lines(StyledLines *l, const Opening *o)
{
    Err err = {0};
    add_title(l, o);
    add_party(l, o);
    lines_warnings(l, o->warnings, 0);
    const char *hint = value_text(o->book, "hint", "");
    if (o->fresh) lines_text(l, instructions, LINE_INDENT);
    if (o->fresh && *hint) lines_text(l, hint, LINE_INDENT);
    size_t line = l->n, piece = l->pieces; /* the first of the recap */
    if (o->journal && !recap_lines(l, o->book, o->journal, o->head, &err)) l->n = line;
    /* The recap shall not draw the eye, nor take much of the screen. */
    for (; line < l->n; line++) l->line[line].cut = RECAP_CUT;
    for (; piece < l->pieces; piece++) l->piece[piece].role = ROLE_DIM;
}
