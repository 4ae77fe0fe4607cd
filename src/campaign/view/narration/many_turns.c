/* All parts of a narration as lines for the screen.  When a line was played for many turns, as by
 * "search x10", its parts become one summary: a heading, then each piece of news once. */
#include "campaign/view/lines/show.h"
#include "campaign/view/narration/pieces.h"
#include "core/ascii.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- one part as a line --- */

/* Adds a check of several: `CON d20 vs 12: Bram [9]+1 = 10 failure   Pike [15] = 15 success` */
static void add_checks(StyledLines *l, const Narration *part)
{
    piece_tested(l, part->event, part->roll);
    piece_difficulty(l, part->event, part->roll);
    lines_add(l, ROLE_ROLL, ": ");
    for (size_t i = 0; i < part->alike; i++) {
        const Value *event = part->event + i, *roll = event_roll(event, part->rolls);
        lines_add(l, ROLE_ROLL, i ? "   " : "");
        l->whole = true; /* each member's result stays on one line of the screen */
        lines_addf(l, ROLE_ROLL, "%s ", thing_name(event_field(event, roll, "who")));
        piece_result(l, event, roll);
        piece_success(l, event, roll);
        l->whole = false;
    }
}

/* Adds a change that several members share: `Bram and Pike are weary.`, `Everyone: hp 3` */
static void add_alike(StyledLines *l, const Narration *part)
{
    for (size_t i = 0; i < part->alike && !part->everybody; i++) {
        text_add(&l->text, i == 0 ? "" : i + 1 == part->alike ? " and " : ", ");
        text_add(&l->text, value_text(part->event + i, "who", ""));
    }
    text_add(&l->text, part->everybody ? "Everyone" : "");
    piece_state(&l->text, part->event, !part->everybody);
    lines_end_piece(l, ROLE_CHANGE);
}

/* Adds the beginning of a turn: `T3 0:30  search the altar` */
static void add_turn(StyledLines *l, const Narration *part)
{
    const Value *e = part->event;
    narration_turn(&l->text, part, value_int(e, "turn", 0));
    show_time(&l->text, value_int(e, "minutes", -1), value_int(e, "seconds", 0));
    lines_end_piece(l, ROLE_TURN);
    lines_addf(l, ROLE_TEXT, "  %s", value_text(e, "text", ""));
}

/* Adds an event that stops play, with its kind if its text lacks that: `ENCOUNTER: Ghouls.` */
static void add_urgent(StyledLines *l, const Narration *part)
{
    const char *kind = value_text(part->event, "kind", "");
    const char *text = value_text(part->event, "text", "");
    ScopedText words = {0}; /* the kind as a text has it */
    show_words(&words, kind);
    bool named = holds_letters(text, text_str(&words), words.n);
    for (; !named && *kind; kind++) text_addc(&l->text, is_letter(*kind) ? to_upper(*kind) : ' ');
    lines_addf(l, ROLE_URGENT, "%s%s", !named && *text ? ": " : "", text);
}

/* Adds an event to its line, and says how the line may be laid out. */
static void add_event(StyledLines *l, StyledLine *line, const Narration *part)
{
    const Value *e = part->event;
    bool defaulted = value_bool(e, "defaulted", false);
    bool change = event_is_change(e), check = event_is_check(e, part->roll);
    if (change || check) line->share = LINE_GAP;
    if (part->turn)
        add_turn(l, part);
    else if (check)
        piece_check(l, e, part->roll);
    else if (part->roll)
        piece_row(l, e, part->roll, FOR_SCREEN);
    else if (value_bool(e, "stops", false))
        add_urgent(l, part);
    else {
        /* Where space is short, other texts are left out sooner than these. */
        bool must_be_seen =
            change || event_is(e, "light_out") || event_is(e, "broken") || event_is(e, "halted");
        if (!must_be_seen) line->spare = defaulted ? SPARE_DEFAULTED : SPARE_EVENT;
        if (change)
            piece_change(&l->text, e, part->since);
        else
            text_add(&l->text, value_text(e, "text", ""));
        lines_end_piece(l, change ? ROLE_CHANGE : ROLE_EVENT);
    }
    if (value_bool(e, "only", false))
        lines_add(l, ROLE_DIM, " (nothing else to choose)");
    else if (defaulted)
        lines_add(l, ROLE_DIM, " (by default)");
}

/* Adds lights of a kind that went out together: `Pike's torch burns out, Bram's and Wren's too.` */
static void add_lights_out(StyledLines *l, const Narration *part)
{
    const char *text = value_text(part->event, "text", "");
    size_t n = strlen(text), others = part->alike - 1;
    text_addn(&l->text, text, n > 0 && text[n - 1] == '.' ? n - 1 : n);
    for (size_t i = 1; i <= others; i++) {
        text_add(&l->text, i > 1 && i == others ? " and " : ", ");
        text_addf(&l->text, "%s's", value_text(part->event + i, "holder", ""));
    }
    text_add(&l->text, " too.");
    lines_end_piece(l, ROLE_EVENT);
}

void part_line(StyledLines *l, const Narration *part)
{
    StyledLine *line = lines_begin(l, part->turn ? 0 : LINE_INDENT);
    const Value *thing = part->event ? part->event : part->roll;
    piece_secret(l, thing);
    if (!part->event) {
        line->share = LINE_GAP;
        line->spare = SPARE_ROLL;
        if (value_get(thing, "dc")) {
            piece_check(l, NULL, thing);
        } else {
            piece_roll(l, thing, FOR_SCREEN);
            piece_who(l, value_get(thing, "who"));
        }
    } else if (part->alike == 1) {
        add_event(l, line, part);
    } else if (event_state_text(part->event)) {
        line->share = LINE_GAP;
        add_alike(l, part);
    } else if (event_is(part->event, "light_out")) {
        add_lights_out(l, part);
    } else {
        add_checks(l, part);
    }
}

/* --- many turns as one --- */

enum { TURNS_APART = 3 }; /* turns of one line that are told one by one: six lines hold no more */
enum { ROWS_APART = 6 };  /* rows of one chart whose texts are told */
/* Two bounds, so that the work does not grow with the square of what happened.  In a line of more
 * than PARTS_MAX parts, no event counts as one of every turn.  The same news is looked for only
 * among the last NEWS_MAX that are told. */
enum { PARTS_MAX = 1000, NEWS_MAX = 100 };

static bool part_is_row(const Narration *p)
{
    return p->event && p->roll && value_bool(p->event, "chart", false);
}

/* True if both are rows of one chart that are still to be told. */
static bool is_same_chart(const ManyTimes *a, const ManyTimes *b)
{
    return a->times > 0 && b->times > 0 && part_is_row(&a->part) && part_is_row(&b->part) &&
           value_same(a->part.event, b->part.event, "kind") &&
           event_same_secrecy(a->part.event, b->part.event);
}

/* Counts the checks of a part that failed, and keeps who failed. */
static void count_failures(ManyTimes *m, const Narration *part)
{
    for (size_t i = 0, at; part->event && i < part->alike; i++) {
        const Value *event = part->event + i, *roll = event_roll(event, part->rolls);
        const Value *success = event_field(event, roll, "success");
        bool failed = success && success->kind == TOKEN_BOOL && !success->boolean;
        if (!failed || !event_is_check(event, roll)) continue;
        const char *who = thing_name(event_field(event, roll, "who"));
        m->failures++;
        for (at = 0; at < FAILED_MAX && m->failed[at] && strcmp(m->failed[at], who) != 0;) at++;
        if (at < FAILED_MAX && *who) m->failed[at] = who;
    }
}

/* True if two rolls that no event mentions are told as one. */
static bool is_same_roll(const Narration *a, const Narration *b)
{
    return !a->event && !b->event && !value_get(a->roll, "dc") && !value_get(b->roll, "dc") &&
           value_equal(value_get(a->roll, "for"), value_get(b->roll, "for")) &&
           value_equal(value_get(a->roll, "die"), value_get(b->roll, "die")) &&
           value_equal(value_get(a->roll, "secret"), value_get(b->roll, "secret"));
}

/* True if two parts of different turns are told as one: the same row, the same check, the same
 * text, the same track of the same owner, or another light of the same holder. */
static bool is_same_news(const Narration *a, const Narration *b)
{
    if (!a->event || !b->event) return is_same_roll(a, b);
    if (a->turn || b->turn) return false;
    if (event_is_check(a->event, a->roll)) return event_same_check(a->event, b->event, a->rolls);
    if (event_is_check(b->event, b->roll) || a->alike != b->alike) return false;
    bool same = value_same(a->event, b->event, "kind") && value_same(a->event, b->event, "name") &&
                event_same_secrecy(a->event, b->event);
    if (event_is_change(a->event) && event_is_change(b->event))
        return same && value_same(a->event, b->event, "who");
    if (event_is(a->event, "kindled"))
        return same && value_equal(value_get(a->event, "holder"), value_get(b->event, "holder"));
    return same && value_same(a->event, b->event, "text");
}

/* Adds the heading of a summary: `T1-T10 10:00  travel, 10 turns` */
static void add_turns(StyledLines *l, const Narration *first, const Narration *last, size_t turns)
{
    const Value *e = last->event;
    lines_begin(l, 0);
    narration_turn(&l->text, last, value_int(first->event, "turn", 0));
    bool rounds = value_bool(e, "rounds", false);
    text_addf(&l->text, rounds ? "-%" PRId64 : "-T%" PRId64, value_int(e, "turn", 0));
    show_time(&l->text, value_int(e, "minutes", -1), value_int(e, "seconds", 0));
    lines_end_piece(l, ROLE_TURN);
    lines_addf(l, ROLE_TEXT, "  %s, %zu %s", value_text(first->event, "text", ""), turns,
               rounds ? "rounds" : "turns");
}

/* Adds the checks of a kind in several turns: `CON d20 vs 11: 10 of 12 succeed; failed: Wren` */
static void add_many_checks(StyledLines *l, const ManyTimes *m)
{
    const Narration *p = &m->part;
    lines_begin(l, LINE_INDENT);
    piece_secret(l, p->event);
    piece_tested(l, p->event, p->roll);
    piece_difficulty(l, p->event, p->roll);
    if (m->failures == 0)
        lines_addf(l, ROLE_ROLL, ": all %zu succeed", m->times);
    else
        lines_addf(l, ROLE_ROLL, ": %zu of %zu succeed", m->times - m->failures, m->times);
    const char *before = "; failed: ";
    for (size_t i = 0; i < FAILED_MAX && m->failed[i]; i++) {
        lines_addf(l, ROLE_ROLL, "%s%s", before, m->failed[i]);
        bool next_is_last = i + 2 >= FAILED_MAX || !m->failed[i + 2];
        before = next_is_last ? " and " : ", ";
    }
}

/* Adds as one line all rows of the chart of told[0] that are among told[0..n): `travel: soon (4
 * times), nearer (5 times)`.  If the chart is not rolled every turn, and there are few rows, their
 * texts are news, and take the place of their names.  Sets their times to 0, since they need no
 * other line. False: there is only one row, and it has a text, which is better on a line of its
 * own. */
static bool add_many_rows(StyledLines *l, ManyTimes *told, size_t n, size_t turns)
{
    size_t end = n > NEWS_MAX ? NEWS_MAX : n, rows = 0, times = 0;
    bool have_texts = true;
    for (size_t i = 0; i < end; i++) {
        if (i > 0 && !is_same_chart(&told[0], &told[i])) continue;
        rows++;
        times += told[i].times;
        have_texts = have_texts && *value_text(told[i].part.event, "text", "");
    }
    bool texts = have_texts && times < turns && rows <= ROWS_APART;
    /* A row without a text that came up more than once is told in this form, too. */
    bool plain = told->times > 1 && !have_texts;
    if (rows == 1 && !plain) return false;
    lines_begin(l, LINE_INDENT);
    piece_secret(l, told->part.event);
    lines_addf(l, ROLE_ROLL, "%s:", value_text(told->part.event, "kind", ""));
    bool sentence = false; /* the text before is one, and needs no comma behind it */
    for (size_t i = 0; i < end; i++) {
        const Value *row = told[i].part.event;
        if (i > 0 && !is_same_chart(&told[0], &told[i])) continue;
        const char *name = value_text(row, "name", ""), *text = value_text(row, "text", "");
        lines_add(l, ROLE_ROLL, i && !sentence ? ", " : " ");
        sentence = texts && ends_sentence(text, strlen(text));
        lines_add(l, texts ? ROLE_ROLL : ROLE_NAME, texts || !*name ? text : name);
        if (told[i].times > 1) lines_addf(l, ROLE_DIM, " (%zu times)", told[i].times);
        if (i > 0) told[i].times = 0;
    }
    told->times = 0;
    return true;
}

/* Adds the text of a light with the number of times behind its first part, which ends at a colon or
 * at the end of a sentence: `Bram lights a torch (3 times). Torches left: 0.` */
static void add_kindled(StyledLines *l, const ManyTimes *m)
{
    const char *text = value_text(m->part.event, "text", "");
    size_t n = strcspn(text, ":");
    const char *stop = strstr(text, ". ");
    if (stop && stop < text + n) n = (size_t)(stop - text);
    lines_begin(l, LINE_INDENT)->spare = SPARE_EVENT;
    lines_addn(l, ROLE_EVENT, text, n);
    lines_addf(l, ROLE_DIM, " (%zu times)", m->times);
    lines_add(l, ROLE_EVENT, text + n);
}

/* Adds a roll that came up more than once, without its faces: `reaction 2d6`.  Where space is
 * short, its line is left out early (SPARE_ROLL). */
static void add_same_roll(StyledLines *l, const Value *roll)
{
    lines_begin(l, LINE_INDENT)->spare = SPARE_ROLL;
    piece_secret(l, roll);
    show_field(&l->text, roll, "for", "", " ");
    text_add(&l->text, short_die(value_text(roll, "die", "")));
    lines_end_piece(l, ROLE_ROLL);
}

/* Adds a row of a chart that came up more than once, without its dice: `hazard sign: A trace.` */
static void add_same_row(StyledLines *l, const Value *row)
{
    const char *name = value_text(row, "name", ""), *text = value_text(row, "text", "");
    lines_begin(l, LINE_INDENT)->spare = SPARE_ROLL;
    piece_secret(l, row);
    lines_addf(l, ROLE_ROLL, "%s ", value_text(row, "kind", ""));
    lines_add(l, ROLE_NAME, name);
    if (*text && strcmp(text, name) != 0) lines_addf(l, ROLE_ROLL, "%s%s", *name ? ": " : "", text);
}

/* Adds a part, and how often it came up; of a change only the last, and checks count themselves. */
static void add_times(StyledLines *l, const ManyTimes *m)
{
    const Narration *p = &m->part;
    bool check = p->event && event_is_check(p->event, p->roll);
    bool change = p->event && event_is_change(p->event);
    bool of_several_turns = m->times > p->alike; /* count_part counts each member's check */
    if (check && of_several_turns) {
        add_many_checks(l, m);
        return;
    }
    if (m->times == 1 || check || change) {
        part_line(l, p);
        return;
    }
    if (p->event && event_is(p->event, "kindled")) {
        add_kindled(l, m);
        return;
    }
    if (!p->event)
        add_same_roll(l, p->roll);
    else if (part_is_row(p))
        add_same_row(l, p->event);
    else
        part_line(l, p);
    lines_addf(l, ROLE_DIM, " (%zu times)", m->times);
}

/* True if two of the news differ only in the member. */
static bool differ_only_in_member(const ManyTimes *a, const ManyTimes *b)
{
    return a->times > 0 && b->times > 0 && a->part.event && b->part.event &&
           event_same_change(a->part.event, b->part.event);
}

void part_owners(StyledLines *l, ManyTimes *told, size_t n, size_t members)
{
    size_t alike = 1, named = 1; /* told[0] is one of them */
    size_t end = n > NEWS_MAX ? NEWS_MAX : n;
    for (size_t i = 1; i < end; i++) alike += differ_only_in_member(told, &told[i]);
    bool everybody = event_is_everybodys(told->part.event, alike, members);
    text_add(&l->text, everybody ? "Everyone" : value_text(told->part.event, "who", ""));
    for (size_t i = 1; i < end; i++) {
        if (!differ_only_in_member(told, &told[i])) continue;
        named++;
        if (!everybody)
            text_addf(&l->text, "%s%s", named == alike ? " and " : ", ",
                      value_text(told[i].part.event, "who", ""));
        told[i].times = 0;
    }
    piece_state(&l->text, told->part.event, alike > 1 && !everybody);
    lines_end_piece(l, ROLE_CHANGE);
}

/* Adds a line for a change, with all members of whom the same is told (part_owners). */
static void add_change_line(StyledLines *l, ManyTimes *told, size_t n, size_t members)
{
    lines_begin(l, LINE_INDENT)->share = LINE_GAP;
    piece_secret(l, told->part.event);
    part_owners(l, told, n, members);
}

/* True if an event of this kind came every turn, as the clock of an hour: only the last is news. */
static bool is_of_every_turn(const Narration *part, size_t n, size_t turns, const Value *event)
{
    const char *kind = value_text(event, "kind", "");
    size_t times = 0;
    if (n > PARTS_MAX) return false; /* too many to count for each event, see PARTS_MAX */
    /* Each of these is news, however often they come. */
    if (text_is_one_of(kind, "said asked check light_out kindled")) return false;
    for (size_t i = 0; i < n; i++)
        times += part[i].event && !part[i].roll && event_is(part[i].event, kind);
    return times >= turns;
}

/* True if a part is told with an entry: it is the same news; every_turn: of the same kind. */
static bool is_told_with(const ManyTimes *entry, const Narration *part, bool every_turn)
{
    if (is_same_news(&entry->part, part)) return true;
    return every_turn && entry->part.event &&
           event_is(entry->part.event, value_text(part->event, "kind", ""));
}

/* Counts a part: in the entry of `told` with which it shares a line, or in a new entry.  The entry
 * of a change keeps the first one as `since`.  every_turn: only the last event of its kind is news,
 * and replaces the one before.  Returns how many entries there are. */
static size_t count_part(ManyTimes *told, size_t count, const Narration *part, bool every_turn)
{
    size_t at = count > NEWS_MAX ? count - NEWS_MAX : 0;
    while (at < count && !is_told_with(&told[at], part, every_turn)) at++;
    ManyTimes *entry = &told[at];
    bool is_new = at == count;
    if (is_new || every_turn) {
        *entry = (ManyTimes){.part = *part};
    } else {
        const Value *since = entry->part.since ? entry->part.since : entry->part.event;
        entry->part = *part;
        entry->part.since = since;
    }
    bool check = part->event && event_is_check(part->event, part->roll);
    entry->times += check ? part->alike : 1; /* each member's check counts */
    count_failures(entry, part);
    return is_new ? count + 1 : count;
}

/* Adds the parts of many turns: one heading, then each news once, where it came first, and how many
 * questions took their defaults. */
static void add_summary(StyledLines *l, const Narration *part, size_t n, size_t turns,
                        size_t members)
{
    const Narration *first = NULL, *last = NULL;
    ManyTimes *told = calloc(n + 1, sizeof *told);
    size_t count = 0, defaulted = 0;
    for (size_t i = 0; told && i < n; i++) {
        const Value *event = part[i].roll ? NULL : part[i].event;
        if (part[i].turn) {
            if (!first) first = &part[i];
            last = &part[i];
            continue;
        }
        if (event && event_is(event, "asked")) {
            defaulted++;
            continue;
        }
        bool every_turn =
            event && !event_is_change(event) && is_of_every_turn(part, n, turns, event);
        count = count_part(told, count, &part[i], every_turn);
    }
    if (first) add_turns(l, first, last, turns);
    for (size_t i = 0; i < count; i++) {
        const Value *event = told[i].part.event;
        if (told[i].times == 0) continue;
        if (event && event_is_change(event) && event_state_text(event))
            add_change_line(l, &told[i], count - i, members);
        else if (!part_is_row(&told[i].part) || !add_many_rows(l, &told[i], count - i, turns))
            add_times(l, &told[i]);
    }
    if (defaulted > 0) {
        lines_begin(l, LINE_INDENT)->spare = SPARE_DEFAULTED;
        lines_addf(l, ROLE_EVENT, "%zu question%s answered by default", defaulted,
                   defaulted == 1 ? "" : "s");
    }
    l->text.failed = l->text.failed || !told;
    free(told);
}

size_t narration_add(Narration *list, size_t n, Narration part)
{
    if (part.alike < 2 || !event_is_change(part.event)) {
        list[n++] = part;
        return n;
    }
    for (size_t i = 0; i < part.alike; i++) {
        list[n] = part;
        list[n].event += i;
        list[n++].alike = 1;
    }
    return n;
}

bool part_is_of_member(const Narration *part)
{
    return part->event && event_is_change(part->event) && event_state_text(part->event);
}

ManyTimes *parts_once(StyledLines *l, const Narration *part, size_t n)
{
    ManyTimes *told = calloc(n + 1, sizeof *told);
    for (size_t i = 0; told && i < n; i++) told[i] = (ManyTimes){.part = part[i], .times = 1};
    l->text.failed = l->text.failed || !told;
    return told;
}

/* Adds a line for each part; neighbouring changes may share one: "Bram and Pike are weary." */
static void add_each(StyledLines *l, const Narration *part, size_t n, size_t members)
{
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && part_is_of_member(&part[end]);) end++;
        if (end == i) {
            part_line(l, &part[end++]);
            continue;
        }
        ManyTimes *told = parts_once(l, part + i, end - i);
        for (size_t k = 0; told && k < end - i; k++)
            if (told[k].times > 0) add_change_line(l, &told[k], end - i - k, members);
        free(told);
    }
}

/* Returns the number of turns among the events from `from` on. */
static size_t count_turns(const Value *events, size_t from)
{
    size_t turns = 0;
    for (size_t i = from; i < events->n; i++) turns += event_is(&events->items[i], "turn");
    return turns;
}

bool narration_has_many_turns(const Value *events)
{
    return count_turns(events, 0) > TURNS_APART;
}

void narration_lines(StyledLines *l, Narrator *n)
{
    size_t count = 0, turns = count_turns(n->events, n->event);
    size_t room = n->events->n + n->rolls->n + 1;
    Narration part, *all = calloc(room, sizeof *all);
    while (narration_next(n, &part))
        if (all) count = narration_add(all, count, part);
    if (all && turns > TURNS_APART)
        add_summary(l, all, count, turns, n->members);
    else if (all)
        add_each(l, all, count, n->members);
    l->text.failed = l->text.failed || !all;
    free(all);
}
