/* sconce_rules: what is in a chain of rule files, for people. */
#include "campaign/rules/check.h"
#include "campaign/rules/public_error.h"
#include "campaign/view/book.h"
#include "core/json.h"

typedef struct {
    const char *word;
    bool changes;
} RulesQuery;

static void write_word(Text *t, const CellClient *client, const char *word, StyledLines *l)
{
    Text nearest = {0};
    const Value *book = cell_client_book(client);
    chain_line(l, book);
    bool found = origin_lines(l, book, cell_client_chain(client), word, &nearest, NULL);
    json_key(t, "found");
    json_bool(t, found);
    json_key(t, "nearest");
    json_string(t, text_str(&nearest));
    text_free(&nearest);
}

static void write_lines(Text *t, const CellClient *client, void *data)
{
    const RulesQuery *query = data;
    StyledLines l = {0};
    if (query->changes)
        changes_lines(&l, cell_client_book(client));
    else if (query->word)
        write_word(t, client, query->word, &l);
    else
        overview_lines(&l, cell_client_book(client));
    json_key(t, "lines");
    json_open(t, '[');
    lines_json(&l, t);
    json_close(t, ']');
    lines_free(&l);
}

char *sconce_rules(const SconceOptions *options, const char *word, bool changes, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    RulesQuery query = {word, changes};
    bool ok = rules_check(options, write_lines, &query, &t, &err);
    return public_answer(ok, &t, &err, error);
}
