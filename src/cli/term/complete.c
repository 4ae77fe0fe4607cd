/* Words that Tab offers, from sconce_complete: compares and lists them.  Declared in line.h. */
#include "cli/term/json_fields.h"
#include "cli/term/line.h"

#include <stdlib.h>
#include <string.h>

/* --- offers ------------------------------------------------------------------------------ */

void offers_free(Offers *o)
{
    for (size_t i = 0; i < o->n; i++) free(o->at[i]);
    free(o->at);
    *o = (Offers){0};
}

size_t offers_common(const Offers *o)
{
    size_t n = o->n ? strlen(o->at[0]) : 0;
    for (size_t i = 1; i < o->n; i++) {
        size_t same = 0;
        while (same < n && o->at[i][same] == o->at[0][same]) same++;
        n = same;
    }
    /* back to where a character ends */
    while (n > 0 && ((unsigned char)o->at[0][n] & 0xC0) == 0x80) n--;
    return n;
}

void offers_write(const Offers *o, const TerminalStyle *style)
{
    StyledText *word = must_have(calloc(o->n, sizeof *word));
    int widest = 0, used = 0; /* columns: of the longest word; of the row so far */
    for (size_t i = 0; i < o->n; i++) {
        styled_put(&word[i], "%s", o->at[i]);
        if (word[i].columns > widest) widest = word[i].columns;
    }
    fputc('\n', style->to);
    int column = widest + 2; /* two blanks before each word */
    for (size_t i = 0; i < o->n; i++) {
        bool last = i + 1 == o->n || used + 2 * column > style->width; /* last in its row */
        fprintf(style->to, "  %s%*s%s", styled_str(&word[i]), last ? 0 : widest - word[i].columns,
                "", last ? "\n" : "");
        used = last ? 0 : used + column;
        styled_free(&word[i]);
    }
    fflush(style->to);
    free(word);
}

/* --- finding them ------------------------------------------------------------------------ */

Offers complete_line(Sconce *table, const char *before)
{
    Offers o = {0};
    json_auto_t *found = parse_json(sconce_complete(table, before));
    const json_t *words = field_list(found, "offers");
    o.from = (size_t)field_int(found, "from", 0);
    o.at = must_have(calloc(json_array_size(words) + 1, sizeof *o.at));
    json_each (word, words)
        if (json_is_string(word)) o.at[o.n++] = must_have(strdup(json_string_value(word)));
    return o;
}
