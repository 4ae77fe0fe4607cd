/* Writes exact odds without a limit of turns: which of two events comes first, which of several
 * ends a play, and the fractions of these. */
#include "cli/study/study_view.h"

#include <string.h>

static const json_t *ever_of(const StudyRow *row)
{
    return row ? json_object_get(row->measure, "ever") : NULL;
}

/* True if the name is one of several in "A,B". */
static bool is_one_of(const char *names, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = strchr(names, ',') ? names : ""; *p; p += strcspn(p, ", "))
        if (p += strspn(p, ", "), strncmp(p, name, n) == 0 && strcspn(p, ", ") == n) return true;
    return false;
}

/* Adds "41.7% in turn 3.55 on average". */
static void put_ever(StyledText *t, const StudyView *s, const json_t *ever)
{
    StudyFigure p = {study_number(ever, "p"), 0, study_number(ever, "never")};
    study_put_figure(t, s, s->name_columns + CHANCE_COLUMNS, ROW_EVENT, p);
    if (!json_object_get(ever, "mean")) return;
    styled_put(t, "  in %s ", s->unit);
    study_put_inline(t, ever, "mean");
    styled_put(t, " on average");
}

/* Writes the races, and the events of --until where there are several. */
static void write_chances(const TerminalStyle *out, const StudyView *s)
{
    const char *until = field_text(s->study, "until");
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        const StudyRow *row = &s->row[i];
        const json_t *ever = ever_of(row);
        StyledText t = {0};
        if (!ever || !(strchr(row->name, '<') || is_one_of(until, row->name))) continue;
        if (!any) fputs("\nwithout a limit of turns\n", out->to);
        any = true;
        styled_put(&t, "%s", row->title);
        column_pad(&t, s->name_columns);
        if (t.columns > s->name_columns) styled_put(&t, "  "); /* a long name */
        put_ever(&t, s, ever);
        style_write_line(out, &t);
    }
}

static void write_fractions(const TerminalStyle *out, const StudyView *s)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        const StudyRow *row = &s->row[i];
        const char *fraction = field_text(ever_of(row), "fraction");
        StyledText t = {0};
        if (!strchr(fraction, '/') || study_plainer_name(s, 1, row->name)) continue;
        if (!any) fputs("\nas fractions, without a limit of turns\n", out->to);
        any = true;
        styled_put(&t, "%s", row->title);
        column_pad(&t, s->name_columns);
        styled_put(&t, "  %s", fraction);
        style_write(out, &t, 0, 2);
    }
}

bool study_is_endless(const StudyView *s)
{
    return ever_of(study_find(s, field_text(s->study, "until"))) != NULL;
}

void study_write_ever(const TerminalStyle *out, const StudyView *s)
{
    write_chances(out, s);
    write_fractions(out, s);
}
