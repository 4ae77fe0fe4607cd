/* A part of a narration as a line for the screen. */
#include <ctype.h>
#include <string.h>

#include "campaign/view/lines/show.h"
#include "campaign/view/narration/pieces.h"

/* `CON d20 vs 12: Bram [9]+1 = 10 failure   Ysolde [15] = 15 success` */
static void add_checks(StyledLines *l, const Narration *part)
{
    piece_tested(l, part->event, part->roll);
    piece_difficulty(l, part->event, part->roll);
    lines_add(l, ROLE_ROLL, ": ");
    for (size_t i = 0; i < part->alike; i++) {
        const Value *event = part->event + i, *roll = event_roll(event, part->rolls);
        lines_add(l, ROLE_ROLL, i ? "   " : "");
        l->whole = true;
        lines_addf(l, ROLE_ROLL, "%s ", thing_name(event_field(event, roll, "who")));
        piece_result(l, event, roll);
        piece_success(l, event, roll);
        l->whole = false;
    }
}

/* `Bram, Ysolde and Pike are weary.`, `Everyone: hp 3` */
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

static void add_turn(StyledLines *l, const Narration *part)
{
    const Value *e = part->event;
    narration_turn(&l->text, part, value_int(e, "turn", 0));
    show_time(&l->text, value_int(e, "minutes", -1), value_int(e, "seconds", 0));
    lines_end_piece(l, ROLE_TURN);
    lines_addf(l, ROLE_TEXT, "  %s", value_text(e, "text", ""));
}

/* `ENCOUNTER: Three ghouls.`; only the text, when it has the word itself. */
static void add_urgent(StyledLines *l, const Narration *part)
{
    const char *kind = value_text(part->event, "kind", "");
    const char *text = value_text(part->event, "text", "");
    bool named = strcasestr(text, kind) != NULL;
    for (; !named && *kind; kind++)
        text_addc(&l->text,
                  isalpha((unsigned char)*kind) ? (char)toupper((unsigned char)*kind) : ' ');
    lines_addf(l, ROLE_URGENT, "%s%s", !named && *text ? ": " : "", text);
}

static void add_event(StyledLines *l, StyledLine *line, const Narration *part)
{
    const Value *e = part->event;
    bool defaulted = value_bool(e, "defaulted", false);
    if (event_is_change(e) || event_is_check(e, part->roll)) line->share = LINE_GAP;
    if (part->turn)
        add_turn(l, part);
    else if (event_is_check(e, part->roll))
        piece_check(l, e, part->roll);
    else if (part->roll)
        piece_row(l, e, part->roll, FOR_SCREEN);
    else if (value_bool(e, "stops", false))
        add_urgent(l, part);
    else {
        if (!event_is_change(e) && !event_is(e, "light_out") && !event_is(e, "broken") &&
            !event_is(e, "halted"))
            line->spare = defaulted ? SPARE_DEFAULTED : SPARE_EVENT;
        if (event_is_change(e))
            piece_change(&l->text, e, part->since);
        else
            text_add(&l->text, value_text(e, "text", ""));
        lines_end_piece(l, event_is_change(e) ? ROLE_CHANGE : ROLE_EVENT);
    }
    if (value_bool(e, "only", false))
        lines_add(l, ROLE_DIM, " (nothing else to choose)");
    else if (defaulted)
        lines_add(l, ROLE_DIM, " (by default)");
}

/* `Ysolde's torch burns out, Pike's and Wren's too.` */
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
