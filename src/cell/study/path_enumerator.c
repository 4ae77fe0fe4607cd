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
    free(e->field_taken);
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
    array_room(&e->weights, &e->weights_room, id + 1, sizeof *e->weights);
    e->weights_n = id + 1;
    Weights *of = &e->weights[id];
    if (e->exact)
        of->q = malloc((n + 1) * sizeof *of->q);
    else
        of->p = calloc(n + 1, sizeof *of->p);
    of->n = n;
    for (size_t k = 0; e->exact && k < n; k++) mpq_init(of->q[k]);
    return id;
}

/* --- paths --- */

void path_first(PathEnumerator *e)
{
    e->path_n = 0;
}

void path_begin(PathEnumerator *e)
{
    e->depth = 0;
    e->faded = e->sampling = false;
    if (e->field_values && e->field_taken_room)
        memset(e->field_taken, 0, e->field_taken_room * sizeof *e->field_taken);
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
    for (size_t n = e->depth; n > 0; n--) {
        PathChoice *last = &e->path[n - 1];
        if (last->taken == last->of) continue;
        last->taken++;
        e->path_n = n;
        return true;
    }
    return false;
}

/* Makes room for one more choice.  False: err says why. */
static bool make_room_for_choice(PathEnumerator *e, Err *err)
{
    if (e->path_n >= DEPTH_MAX) {
        err_set(err,
                "one line rolls more than %d times in a row; odds can follow a loop whose end is "
                "more likely, or one with a limit, as until face == 6 or n == 100; sim plays any",
                DEPTH_MAX);
        err->kind = ERR_DICE;
        return false;
    }
    return array_room(&e->path, &e->path_room, e->path_n + 1, sizeof *e->path);
}

/* True if the path is given up before its next choice.  A path at random that goes on for ever is,
 * too: it only estimates. */
static bool fades(const PathEnumerator *e)
{
    if (e->sampling && e->depth >= DEPTH_MAX) return true;
    return e->depth >= FADING_CHOICES && (e->exact ? mpq_get_d(e->q) : e->p.hi) < FADED_CHANCE;
}

/* Makes the next choice, of n outcomes: the one that the path knows, else the first; or any of
 * them, while paths are only sampled.  Returns the outcome; 0 on an error: err says why. */
static size_t choose_among(PathEnumerator *e, size_t n, Err *err)
{
    size_t d = e->depth;
    if (e->sampling) {
        e->ways *= (double)n;
        e->depth++;
        return (size_t)rng_below(&e->rng, n) + 1;
    }
    if (d == e->path_n) {
        if (!make_room_for_choice(e, err)) return 0;
        e->path[d] = (PathChoice){.taken = 1, .of = (uint32_t)n};
        e->path_n++;
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
static size_t choose_weighted(PathEnumerator *e, size_t id, Err *err)
{
    const Weights *of = &e->weights[id];
    err->text[0] = 0;
    e->faded = fades(e);
    if (e->faded) return 0;
    size_t taken = choose_among(e, of->n, err);
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
    if (!e->field_values || nth >= m->fields_n) return true;
    array_room(&e->field_taken, &e->field_taken_room, nth + 1, sizeof *e->field_taken);
    if (e->field_taken[nth]) return true;
    size_t n = values_count(e->field_values, nth);
    size_t taken = n > 1 ? choose_among(e, n, err) : 1;
    if (!taken) return false;
    m->fields[nth] = values_nth(e->field_values, nth, taken - 1);
    e->field_taken[nth] = true;
    return true;
}

size_t path_choose(PathEnumerator *e, Memo *m, size_t id, Err *err)
{
    size_t taken = choose_weighted(e, id, err);
    if (!taken) return 0;
    Draw choice = {.kind = DRAW_CHOICE, .nth = id};
    return memo_grow(m, &choice, &(Outcome){.n = {(int64_t)taken}}, err) ? taken : 0;
}

const TreeEnd *path_walk(PathEnumerator *e, Memo *m, const TreeSlot *slot, Err *err)
{
    const TreeEnd *end = NULL;
    err->text[0] = 0;
    while (slot && !(end = slot->end)) {
        const Fork *fork = slot->fork;
        if (!fork) return NULL;
        int64_t outcome;
        if (fork->draw.kind == DRAW_FIELD) {
            if (!path_take_field(e, m, fork->draw.nth, err)) return NULL;
            outcome = memo_peek_field(m, fork->draw.nth);
        } else {
            outcome = (int64_t)choose_weighted(e, fork->draw.nth, err);
            if (!outcome) return NULL;
        }
        slot = fork_find(fork, &(Outcome){.n = {outcome}});
    }
    return end;
}
