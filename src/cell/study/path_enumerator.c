#include "cell/study/path_enumerator.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 5000 }; /* choices on one path; more are taken for a loop without end */

static void free_weights(PathEnumerator *w)
{
    for (size_t i = 0; i < w->weights_n; i++) {
        Weights *of = &w->weights[i];
        for (size_t k = 0; of->q && k < of->n; k++) mpq_clear(of->q[k]);
        free(of->q);
        free(of->p);
    }
    free(w->weights);
}

void path_free(PathEnumerator *w)
{
    free_weights(w);
    free(w->path);
    if (w->exact) mpq_clear(w->q);
    *w = (PathEnumerator){0};
}

void path_open(PathEnumerator *w, bool exact)
{
    path_free(w);
    w->exact = exact;
    if (exact) mpq_init(w->q);
}

size_t path_add_weights(PathEnumerator *w, size_t n)
{
    size_t id = w->weights_n ? w->weights_n : 1; /* 0 is no id */
    if (!array_room(&w->weights, &w->weights_room, id + 1, sizeof *w->weights)) return 0;
    w->weights_n = id + 1;
    Weights *of = &w->weights[id];
    if (w->exact)
        of->q = malloc((n + 1) * sizeof *of->q);
    else
        of->p = calloc(n + 1, sizeof *of->p);
    if (!of->q && !of->p) return 0;
    of->n = n;
    for (size_t k = 0; w->exact && k < n; k++) mpq_init(of->q[k]);
    return id;
}

/* --- paths --- */

void path_first(PathEnumerator *w)
{
    w->n = 0;
}

void path_begin(PathEnumerator *w)
{
    w->depth = 0;
    w->p = (DoubleDouble){1, 0};
    if (w->exact) mpq_set_ui(w->q, 1, 1);
}

bool path_next(PathEnumerator *w)
{
    for (size_t d = w->depth; d > 0; d--) {
        if (w->path[d - 1].taken == w->path[d - 1].of) continue;
        w->path[d - 1].taken++;
        w->n = d;
        return true;
    }
    return false;
}

static bool room_for_choice(PathEnumerator *w, Err *err)
{
    if (w->n >= DEPTH_MAX) {
        err_set(err, "the rules roll and roll in one turn, with no end to it that is certain; sim "
                     "can play that, and a "
                     "loop that ends for certain, as until face < 6 or n > 20, can be weighed");
        err->kind = ERR_DICE;
        return false;
    }
    return array_room(&w->path, &w->room, w->n + 1, sizeof *w->path) ||
           err_set(err, "not enough memory");
}

/* Makes the next choice, with weights[id].  Returns the outcome; 0 with a sentence. */
static size_t choose(PathEnumerator *w, size_t id, Err *err)
{
    const Weights *of = &w->weights[id];
    size_t d = w->depth;
    if (d == w->n) {
        if (!room_for_choice(w, err)) return 0;
        w->path[d] = (PathChoice){.taken = 1, .of = (uint32_t)of->n};
        w->n++;
    } else if (w->path[d].of != of->n) {
        err_set(
            err,
            "the rules did not repeat themselves: the same state and the same dice led elsewhere");
        return 0;
    }
    w->depth++;
    if (w->exact)
        mpq_mul(w->q, w->q, of->q[w->path[d].taken - 1]);
    else
        w->p = dd_times(w->p, of->p[w->path[d].taken - 1]);
    return w->path[d].taken;
}

size_t path_choose(PathEnumerator *w, Memo *m, size_t id, Err *err)
{
    size_t taken = choose(w, id, err);
    return taken && memo_grow(m, &(Draw){.kind = DRAW_CHOICE, .nth = id},
                              &(Outcome){.n = {(int64_t)taken}}, err)
               ? taken
               : 0;
}

const TreeEnd *path_walk(PathEnumerator *w, Memo *m, const TreeSlot *c, Err *err)
{
    const TreeEnd *end = NULL;
    err->text[0] = 0;
    while (c && !(end = c->end)) {
        const Fork *fork = c->fork;
        if (!fork) return NULL;
        int64_t taken = fork->q.kind == DRAW_FIELD ? memo_peek_field(m, fork->q.nth)
                                                   : (int64_t)choose(w, fork->q.nth, err);
        if (err->text[0]) return NULL;
        c = fork_find(fork, &(Outcome){.n = {taken}});
    }
    return end;
}
