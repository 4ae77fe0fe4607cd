/* The cell does the trying (src/lua/author/dry_run.lua).  Rules that end their interpreter end it
 * for all that was still to be tried: then the cell is asked again, and avoids the verbs of the
 * line that did it. */
#include "campaign/rules/dry_run.h"

#include <string.h>

#include "campaign/rules/play_reply.h"
#include "core/value.h"

enum { ENDS_MAX = 3, PATIENCES = 15, AVOID_MAX = 30 };

typedef struct {
    CellClient *k;
    int most;
    const Text *party;
    Text avoid; /* verbs, as a canonical list without its head */
    size_t avoid_n;
    DryMistake *mistake;
    void *data;
} Dry;

static void put_request(const Dry *d, Text *out)
{
    Fields f = {0};
    put_text(field(&f, "op"), "dry");
    put_int(field(&f, "most"), d->most);
    put_int(field(&f, "each"),
            cell_client_patience(d->k, 1) / 3); /* there may be several that do not end */
    put_int(field(&f, "patience"), cell_client_patience(d->k, PATIENCES));
    Text *avoid = field(&f, "avoid");
    put_list(avoid, d->avoid_n);
    text_addn(avoid, d->avoid.s ? d->avoid.s : "", d->avoid.n);
    if (d->party) {
        Fields party = {0};
        put_text(field(&party, "name"), "party.lua");
        put_textn(field(&party, "text"), text_str(d->party), d->party->n);
        fields_end(&party, field(&f, "party"));
    }
    fields_end(&f, out);
}

static void tell_all(const Dry *d, const Value *reply)
{
    const Value *list = value_get(reply, "mistakes");
    for (size_t i = 0; list && list->kind == TOKEN_LIST && i < list->n; i++) {
        Err err = {0};
        play_reply_error(&list->items[i], &err);
        chain_place(cell_client_chain(d->k), &err);
        d->mistake(d->data, &err, value_text(&list->items[i], "grade", "error"),
                   value_get(&list->items[i], "tried"));
    }
}

/* The words of the last line that was tried are verbs to avoid, or nothing. */
static void avoid(Dry *d, const char *trying)
{
    const char *line = trying;
    for (const char *p = trying; (p = strstr(p, "; ")); line = p) p += 2;
    for (size_t n; d->avoid_n < AVOID_MAX && *line; line += n + strspn(line + n, " ")) {
        n = strcspn(line, " ");
        put_textn(&d->avoid, line, n);
        d->avoid_n++;
    }
}

static void tell_end(Dry *d, const Err *why)
{
    Err err = *why;
    const char *trying = cell_client_trying(d->k);
    if (*trying) err_set(&err, "%s (tried: %s)", why->text, trying);
    memcpy(err.file, why->file, sizeof err.file);
    err.line = why->line;
    d->mistake(d->data, &err, "error", NULL);
    avoid(d, trying);
}

/* Whether all was tried. */
static bool try_all(Dry *d)
{
    Err err = {0};
    Text request = {0};
    put_request(d, &request);
    Tree *tree = cell_client_ask(d->k, &request, PATIENCES, &err);
    text_free(&request);
    const Value *reply = tree ? tree_root(tree) : NULL;
    if (reply && strcmp(value_text(reply, "outcome", ""), "died") == 0)
        cell_client_died(d->k, reply, &err);
    if (reply && value_get(reply, "error")) {
        play_reply_error(reply, &err);
        chain_place(cell_client_chain(d->k), &err);
    }
    if (reply) tell_all(d, reply);
    if (err.text[0]) tell_end(d, &err);
    tree_free(tree);
    return !err.text[0];
}

void dry_run(CellClient *k, int most, const Text *party, DryMistake *mistake, void *data)
{
    Dry d = {.k = k, .most = most, .party = party, .mistake = mistake, .data = data};
    for (int ends = 0; ends < ENDS_MAX && !try_all(&d); ends++) continue;
    text_free(&d.avoid);
}
