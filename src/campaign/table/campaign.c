/* The table as it stands: its head, its clock, whose dice fall, what it has to say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/journal/verify.h"
#include "campaign/study/procedure_odds.h"
#include "campaign/study/sim.h"
#include "campaign/table/campaign.h"
#include "core/wire.h"

Sconce *campaign_new(Err *err)
{
    Sconce *s = calloc(1, sizeof *s);
    if (s)
        s->lock = -1;
    else
        err_set(err, "out of memory");
    return s;
}

void campaign_warn(Sconce *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (s->warnings.n > 0) text_addc(&s->warnings, '\n');
    text_addv(&s->warnings, format, args);
    va_end(args);
}

int64_t campaign_wall(const Sconce *s)
{
    return s->wall_base + (wire_now_ms() - s->wall_since) / 1000;
}

void campaign_put(Sconce *s, Entry *e, Tree *status)
{
    tree_free(s->status);
    s->status = status;
    entry_free(&s->now);
    s->now = *e;
    *e = (Entry){0};
}

bool campaign_refresh(Sconce *s, Err *err)
{
    Entry e;
    int64_t head = journal_head(s->journal, err);
    if (head <= 0 || head == s->now.seq) return head >= 0;
    if (!journal_entry(s->journal, head, &e, err)) return false;
    Tree *status = tree_decode(text_str(&e.status), e.status.n, err);
    if (status) campaign_put(s, &e, status);
    entry_free(&e);
    return status != NULL;
}

const Value *campaign_party(const Sconce *s)
{
    const Value *party = value_get(s->status ? tree_root(s->status) : NULL, "party");
    return party && party->kind == TOKEN_LIST ? party : empty_list();
}

/* --- whose dice fall --------------------------------------------------------------------- */

static bool set_script(Sconce *s, const char *text, Err *err)
{
    DiceList faces;
    int64_t made = journal_count(s->journal, err);
    if (made < 0 || !dice_list_parse(&faces, text, err)) return false;
    dice_list_free(&s->script.faces);
    s->script = (Script){.faces = faces, .since = made};
    s->dice = DICE_SCRIPT;
    return true;
}

const char *dice_mode_name(DiceMode mode)
{
    static const char *const name[] = {"auto", "hand", "script"};
    return name[mode];
}

bool dice_mode_set(Sconce *s, const char *mode, Err *err)
{
    if (strpbrk(mode, "0123456789")) return set_script(s, mode, err);
    bool hand = strcmp(mode, "hand") == 0;
    if (!hand && strcmp(mode, "auto") != 0)
        return err_set(
            err, "dice are 'auto', 'hand', or a list such as \"d6:3 d20:12\", not '%.60s'", mode);
    dice_list_free(&s->script.faces);
    s->script = (Script){0};
    s->dice = hand ? DICE_HAND : DICE_AUTO;
    return true;
}

/* --- what sconce.h has for every table ----------------------------------------------------- */

void sconce_stop(Sconce *s)
{
    __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED);
}

void sconce_free(void *p)
{
    free(p);
}

LogSource campaign_log_source(const Sconce *s)
{
    return (LogSource){.journal = s->journal,
                       .client = s->keeper,
                       .rules_hash = s->hash,
                       .party = campaign_party(s)};
}

StudyTable campaign_study_table(const Sconce *s)
{
    return (StudyTable){.name = s->sources.table,
                        .client = s->keeper,
                        .rules_hash = s->hash,
                        .state = &s->now.state,
                        .turn = s->now.turn,
                        .journal = s->journal,
                        .preview = s->glimpsed,
                        .stop = &s->stop,
                        .watch = s->watch,
                        .watch_data = s->watch_data};
}

const char *sconce_recap(Sconce *s)
{
    Err err = {0};
    text_clear(&s->recap);
    return recap_write(s->journal, &s->now, &s->recap, &err) ? text_str(&s->recap) : "";
}

static void clear_stop(Sconce *s)
{
    __atomic_store_n(&s->stop, 0, __ATOMIC_RELAXED);
}

/* A text of the campaign's, or NULL with *error, which may be NULL. */
static const char *lend(bool ok, const Text *t, const Err *err, SconceError *error)
{
    if (ok) return text_str(t);
    if (error) *error = (SconceError){0};
    public_error_set(error, err);
    return NULL;
}

const char *sconce_log(Sconce *s, const char *format, bool players, int session, SconceError *error)
{
    Err err = {0};
    LogSource source = campaign_log_source(s);
    text_clear(&s->log);
    bool ok = log_write(&source, format, players, session, &s->log, &err);
    return lend(ok, &s->log, &err, error);
}

const char *sconce_verify(Sconce *s, void (*progress)(int64_t, int64_t, void *), void *data,
                          SconceError *error)
{
    Err err = {0};
    clear_stop(s);
    bool ok = journal_verify(s->journal, &s->sources, &s->stop, progress, data, &s->verified, &err);
    return lend(ok, &s->verified, &err, error);
}

char *sconce_sim(Sconce *s, const SconceSim *sim, SconceError *error)
{
    StudyTable table = campaign_study_table(s);
    clear_stop(s);
    return sim_answer(&table, sim, error);
}

char *sconce_chances(Sconce *s, const SconceChances *chances, SconceError *error)
{
    StudyTable table = campaign_study_table(s);
    clear_stop(s);
    return odds_answer(&table, chances, error);
}

void sconce_watch(Sconce *s, void (*progress)(const SconceNews *, void *), void *data)
{
    s->watch = progress;
    s->watch_data = data;
}
