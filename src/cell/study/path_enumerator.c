/* Weights, and the paths through a line; how they are enumerated: path_enumerator.h. */
#include "cell/study/path_enumerator.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 5000 }; /* choices on one path; no game rolls so often in a line */

DoubleDouble fraction_rounded(mpq_srcptr q)
{
    mpq_t rest;
    double hi = mpq_get_d(q); /* truncated by GMP, not rounded */
    mpq_init(rest);
    mpq_set_d(rest, hi);
    mpq_sub(rest, q, rest);
    DoubleDouble x = dd_sum(hi, mpq_get_d(rest)); /* what hi lacks is the lower half */
    mpq_clear(rest);
    return x;
}

static void free_weights(PathEnumerator *e)
{
    for (size_t i = 0; i < e->weights_n; i++) {
        Weights *of = &e->weights[i];
        for (size_t k = 0; of->q && k < of->n; k++) mpq_clear(of->q[k]);
        free(of->q);
        free(of->p);
    }
    free(e->weights);
}

void path_free(PathEnumerator *e)
{
    free_weights(e);
    free(e->path);
    free(e->taken);
    if (e->exact) mpq_clear(e->q);
    *e = (PathEnumerator){0};
}

void path_open(PathEnumerator *e, bool exact)
{
    path_free(e);
    e->exact = exact;
    if (exact) mpq_init(e->q);
}

size_t path_add_weights(PathEnumerator *e, size_t n)
{
    size_t id = e->weights_n ? e->weights_n : 1; /* 0 is no id */
    if (!array_room(&e->weights, &e->weights_room, id + 1, sizeof *e->weights)) return 0;
    e->weights_n = id + 1;
    Weights *of = &e->weights[id];
    if (e->exact)
        of->q = malloc((n + 1) * sizeof *of->q);
    else
        of->p = calloc(n + 1, sizeof *of->p);
    if (!of->q && !of->p) return 0;
    of->n = n;
    for (size_t k = 0; e->exact && k < n; k++) mpq_init(of->q[k]);
    return id;
}

/* --- paths --- */

void path_first(PathEnumerator *e)
{
    e->n = 0;
}

void path_begin(PathEnumerator *e)
{
    e->depth = 0;
    e->faded = e->sampling = false;
    if (e->every && e->taken_room) memset(e->taken, 0, e->taken_room * sizeof *e->taken);
    e->p = (DoubleDouble){1, 0};
    if (e->exact) mpq_set_ui(e->q, 1, 1);
}

void path_sample(PathEnumerator *e, uint64_t nth)
{
    path_begin(e);
    e->sampling = true;
    e->rng = rng_seed(nth);
    e->ways = 1;
}

bool path_next(PathEnumerator *e)
{
    for (size_t d = e->depth; d > 0; d--) {
        if (e->path[d - 1].taken == e->path[d - 1].of) continue;
        e->path[d - 1].taken++;
        e->n = d;
        return true;
    }
    return false;
}

/* Makes room for one more choice.  False: err says why. */
static bool room_for_choice(PathEnumerator *e, Err *err)
{
    if (e->n >= DEPTH_MAX) {
        err_set(err,
                "one line rolls more than %d times in a row; odds can follow a loop whose end is "
                "more likely, or one with a limit, as until face == 6 or n == 100; sim plays any",
                DEPTH_MAX);
        err->kind = ERR_DICE;
        return false;
    }
    return array_room(&e->path, &e->room, e->n + 1, sizeof *e->path) ||
           err_set(err, "not enough memory");
}

/* True if the path is given up before its next choice.  A path at random that goes on for ever is,
 * too: it only estimates. */
static bool fades(const PathEnumerator *e)
{
    if (e->sampling && e->depth >= DEPTH_MAX) return true;
    return e->depth >= FADING_CHOICES && (e->exact ? mpq_get_d(e->q) : e->p.hi) < FADED_CHANCE;
}

/* Makes the next choice, of n outcomes: the one that the path knows, else the first.  Returns the
 * outcome; 0 on an error: err says why. */
static size_t choose_of(PathEnumerator *e, size_t n, Err *err)
{
    size_t d = e->depth;
    if (e->sampling) {
        e->ways *= (double)n;
        e->depth++;
        return (size_t)rng_below(&e->rng, n) + 1;
    }
    if (d == e->n) {
        if (!room_for_choice(e, err)) return 0;
        e->path[d] = (PathChoice){.taken = 1, .of = (uint32_t)n};
        e->n++;
    } else if (e->path[d].of != n) {
        err_set(
            err,
            "the rules did not repeat themselves: the same state and the same dice led elsewhere");
        return 0;
    }
    e->depth++;
    return e->path[d].taken;
}

/* Makes the next choice, with weights[id].  Returns the outcome; 0 when the path fades, or on an
 * error: err says why. */
static size_t choose(PathEnumerator *e, size_t id, Err *err)
{
    const Weights *of = &e->weights[id];
    err->text[0] = 0;
    if ((e->faded = fades(e))) return 0;
    size_t taken = choose_of(e, of->n, err);
    if (!taken) return 0;
    if (e->exact)
        mpq_mul(e->q, e->q, of->q[taken - 1]);
    else
        e->p = dd_times(e->p, of->p[taken - 1]);
    return taken;
}

bool path_take_field(PathEnumerator *e, Memo *m, size_t nth, Err *err)
{
    err->text[0] = 0;
    if (!e->every || nth >= m->fields_n) return true;
    if (!array_room(&e->taken, &e->taken_room, nth + 1, sizeof *e->taken))
        return err_set(err, "not enough memory");
    if (e->taken[nth]) return true;
    size_t n = values_count(e->every, nth), taken = 1;
    if (n > 1 && !(taken = choose_of(e, n, err))) return false;
    m->fields[nth] = values_nth(e->every, nth, taken - 1);
    return e->taken[nth] = true;
}

size_t path_choose(PathEnumerator *e, Memo *m, size_t id, Err *err)
{
    size_t taken = choose(e, id, err);
    return taken && memo_grow(m, &(Draw){.kind = DRAW_CHOICE, .nth = id},
                              &(Outcome){.n = {(int64_t)taken}}, err)
               ? taken
               : 0;
}

const TreeEnd *path_walk(PathEnumerator *e, Memo *m, const TreeSlot *slot, Err *err)
{
    const TreeEnd *end = NULL;
    err->text[0] = 0;
    while (slot && !(end = slot->end)) {
        const Fork *fork = slot->fork;
        if (!fork) return NULL;
        bool is_field = fork->draw.kind == DRAW_FIELD;
        if (is_field && !path_take_field(e, m, fork->draw.nth, err)) return NULL;
        int64_t taken =
            is_field ? memo_peek_field(m, fork->draw.nth) : (int64_t)choose(e, fork->draw.nth, err);
        if (err->text[0] || e->faded) return NULL;
        slot = fork_find(fork, &(Outcome){.n = {taken}});
    }
    return end;
}
