/* Warnings, and the parts of the table that logs and studies need. */
#include "campaign/table/table.h"

#include <string.h>

#include "campaign/view/lines/show.h"
#include "core/rng.h"

void table_warn(Sconce *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (s->warnings.next.n > 0) text_addc(&s->warnings.next, '\n');
    text_addv(&s->warnings.next, format, args);
    va_end(args);
}

void table_write_place(Text *t, const char *file, int64_t line)
{
    if (*file && line > 0)
        text_addf(t, "%s:%lld: ", file, (long long)line);
    else if (*file)
        text_addf(t, "%s: ", file);
}

const Value *table_book(const Sconce *s)
{
    return cell_client_book(s->rules.client);
}

LogSource table_log_source(const Sconce *s)
{
    return (LogSource){.journal = s->position.journal,
                       .client = s->rules.client,
                       .rules_hash = s->rules.hash,
                       .party = position_party(&s->position)};
}

StudyTable table_study(const Sconce *s)
{
    /* A campaign folder has its house rules in itself; else they are named beside the table. */
    bool houses = !s->sources.folder && s->sources.heads > 1;
    /* The rules name nobody and nobody has joined: one member without a name plays. */
    const Value *party = position_party(&s->position);
    bool no_party = party->n == 1 && strcmp(thing_name(party->items), "the party") == 0;
    return (StudyTable){.name = s->sources.table,
                        .houses = houses ? s->sources.head + 1 : NULL,
                        .house_count = houses ? s->sources.heads - 1 : 0,
                        .client = s->rules.client,
                        .rules_hash = s->rules.hash,
                        .state = &s->position.head.state,
                        .turn = s->position.head.turn,
                        .no_party = no_party,
                        .status = position_status(&s->position),
                        .journal = s->position.journal,
                        .preview = s->preview,
                        .stop = &s->stop,
                        .watch = s->watch.call,
                        .watch_data = s->watch.data};
}

bool check_seed(const char *seed, Err *err)
{
    return !seed || (*seed && strlen(seed) <= SEED_MAX && text_is_utf8(seed, strlen(seed))) ||
           err_set(err, "a seed is a number, or a text of at most %d bytes", SEED_MAX);
}
