#include "campaign/study/measure_name.h"

#include <string.h>

#include "core/json_writer.h"

/* Characters of kinds, as src/lua/study (query, plan, simulate) writes them. */
static const char prefixes[] = {
    [MEASURE_YES_NO] = '?', [MEASURE_NUMBER] = '=',  [MEASURE_PASSED] = '~',
    [MEASURE_STUCK] = '!',  [MEASURE_DEFAULT] = '*', [MEASURE_STANDING] = '&'};

MeasureName measure_name(const char *key)
{
    MeasureName m = {MEASURE_EVENT, key, strlen(key), ""};
    for (size_t i = MEASURE_YES_NO; i < sizeof prefixes; i++)
        if (*key == prefixes[i]) m = (MeasureName){(MeasureKind)i, key + 1, m.n - 1, ""};
    const char *tab = strchr(m.name, '\t');
    if (tab && (m.kind == MEASURE_PASSED || m.kind == MEASURE_DEFAULT)) {
        m.n = (size_t)(tab - m.name);
        m.detail = tab + 1;
    }
    return m;
}

void measure_key(Text *t, MeasureKind kind, const char *name)
{
    if (kind != MEASURE_EVENT) text_addc(t, prefixes[kind]);
    text_add(t, name);
}

bool measure_of_play(MeasureKind kind)
{
    return kind >= MEASURE_PASSED;
}

bool measure_is_yes_no(MeasureKind kind)
{
    return kind == MEASURE_YES_NO || kind == MEASURE_STANDING;
}

void measure_open_object(Text *t, const MeasureName *m)
{
    static const char *const names[] = {
        [MEASURE_PASSED] = "line", [MEASURE_STUCK] = "reason", [MEASURE_DEFAULT] = "question"};
    jsonw_open(t, '{');
    jsonw_stringn(jsonw_key(t, names[m->kind]), m->name, m->n);
    if (m->kind == MEASURE_STUCK || (m->kind == MEASURE_DEFAULT && !*m->detail)) return;
    jsonw_key(t, m->kind == MEASURE_PASSED ? "reason" : "answer");
    jsonw_string(t, m->detail);
}
