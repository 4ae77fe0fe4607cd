/* The path enumerator takes every path of a line once, with its probability, whether the memo's
 * tree holds the path or the rules must run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "cell/study/path_enumerator.h"

/* A game of one line: a choice of three ways, and after the third way a choice of two. */
typedef struct {
    size_t three, two;  /* ids of the weights of each choice */
    int ran, from_tree; /* how many paths the rules played, and how many the tree held */
} Game;

/* Plays the line, as rules do that are recorded: the tracked field grows by the numbers of the ways
 * chosen.  Returns its new value. */
static size_t run_rules(Game *g, PathEnumerator *w, Memo *m, const StateNode *to)
{
    Err err;
    int64_t value;
    path_begin(w);
    memo_begin_line(m, memo_tree(m, (StateNode *)to, 1));
    g->ran++;
    assert_true(memo_read_field(m, 1, 0, &value, &err));
    size_t a = path_choose(w, m, g->three, &err), b = 1;
    if (a == 3) b = path_choose(w, m, g->two, &err);
    assert_true(a && b);
    memo_set_field(m, 1, value + (int64_t)(a + b));
    assert_non_null(memo_end(m, &(TreeEnd){.to = (StateNode *)to}, NULL, NULL));
    m->cursor = NULL;
    return (size_t)value + a + b;
}

/* Takes every path.  Returns the sum of their probabilities, and in *mean the mean of the field. */
static double take_all_paths(Game *g, PathEnumerator *w, Memo *m, const StateNode *to, double *mean)
{
    double sum = 0;
    *mean = 0;
    path_first(w);
    do {
        Err err;
        path_begin(w);
        const TreeEnd *end = path_walk(w, m, memo_tree(m, (StateNode *)to, 1), &err);
        assert_string_equal(err.text, "");
        g->from_tree += end != NULL;
        double value = end ? (double)end->fields[0].value : (double)run_rules(g, w, m, to);
        if (end) assert_ptr_equal(end->to, to);
        double p = w->exact ? mpq_get_d(w->q) : w->p.hi;
        sum += p;
        *mean += p * value;
    } while (path_next(w));
    return sum;
}

static void each_path_is_taken_once(bool exact)
{
    PathEnumerator w = {0};
    Memo m = {0};
    Game g = {0};
    double mean;
    path_open(&w, exact);
    g.three = path_add_weights(&w, 3);
    g.two = path_add_weights(&w, 2);
    assert_true(g.three && g.two && g.three != g.two);
    for (size_t k = 0; k < 3; k++) {
        if (exact)
            mpq_set_ui(w.weights[g.three].q[k], k + 1, 6);
        else
            w.weights[g.three].p[k] = (DoubleDouble){(double)(k + 1) / 6, 0};
        if (k == 2) break;
        if (exact)
            mpq_set_ui(w.weights[g.two].q[k], 1, 2);
        else
            w.weights[g.two].p[k] = (DoubleDouble){0.5, 0};
    }
    StateNode *node = memo_node(&m, "s", 1);
    assert_non_null(node);
    for (int again = 0; again < 3; again++) {
        assert_true(fabs(take_all_paths(&g, &w, &m, node, &mean) - 1) < 1e-12);
        assert_true(fabs(mean - (1.0 / 6 * 2 + 2.0 / 6 * 3 + 3.0 / 6 * 4.5)) < 1e-12);
    }
    assert_int_equal(g.ran, 4);
    assert_int_equal(g.from_tree, 8);
    memo_set_field(&m, 1, 5); /* with another value of the field, the turn is another */
    memo_apply(&m, m.pending, m.pending_n);
    take_all_paths(&g, &w, &m, node, &mean);
    assert_int_equal(g.ran, 8);
    memo_free(&m);
    path_free(&w);
}

static void floats_take_each_path(void **state)
{
    (void)state;
    each_path_is_taken_once(false);
}

static void fractions_take_each_path(void **state)
{
    (void)state;
    each_path_is_taken_once(true);
}

/* Two kinds of rules are refused: those that choose something else when they run again, and those
 * that choose without end. */
static void rules_that_do_not_repeat_are_refused(void **state)
{
    (void)state;
    PathEnumerator w = {0};
    Memo m = {0};
    Err err;
    path_open(&w, false);
    size_t two = path_add_weights(&w, 2), three = path_add_weights(&w, 3);
    path_first(&w);
    path_begin(&w);
    assert_int_equal(path_choose(&w, &m, two, &err), 1);
    assert_true(path_next(&w));
    path_begin(&w);
    assert_int_equal(path_choose(&w, &m, three, &err), 0);
    assert_non_null(strstr(err.text, "did not repeat themselves"));
    w.weights[two].p[0] = (DoubleDouble){1, 0};
    path_first(&w);
    path_begin(&w);
    size_t n = 0;
    while (path_choose(&w, &m, two, &err)) n++;
    assert_int_equal(n, 5000); /* DEPTH_MAX of path_enumerator.c */
    assert_false(w.faded);
    assert_non_null(strstr(err.text, "rolls more than 5000 times in a row"));
    path_free(&w);
}

/* A coin is thrown until it falls on its other side: the paths and what fades add up to 1. */
static void a_long_path_fades(bool exact)
{
    PathEnumerator w = {0};
    Memo m = {0};
    Err err;
    double sum = 0, faded = 0;
    size_t paths = 0;
    path_open(&w, exact);
    size_t coin = path_add_weights(&w, 2);
    for (size_t k = 0; k < 2; k++) {
        if (exact)
            mpq_set_ui(w.weights[coin].q[k], 1, 2);
        else
            w.weights[coin].p[k] = (DoubleDouble){0.5, 0};
    }
    path_first(&w);
    do {
        path_begin(&w);
        while (path_choose(&w, &m, coin, &err) == 1) continue;
        assert_string_equal(err.text, "");
        *(w.faded ? &faded : &sum) += exact ? mpq_get_d(w.q) : w.p.hi;
        paths++;
    } while (path_next(&w));
    assert_int_equal(paths, FADING_CHOICES + 1);
    assert_true(faded == ldexp(1, -FADING_CHOICES));
    assert_true(fabs(sum + faded - 1) < 1e-15);
    path_free(&w);
}

static void long_paths_fade(void **state)
{
    (void)state;
    a_long_path_fades(false);
    a_long_path_fades(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_take_each_path), cmocka_unit_test(fractions_take_each_path),
        cmocka_unit_test(long_paths_fade), cmocka_unit_test(rules_that_do_not_repeat_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
