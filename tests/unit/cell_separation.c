/* Separation: the values that fields may have at a node, and the fields that an event depends on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cell/study/path_enumerator.h"
#include "cell/study/separation.h"

enum { ASH, BO, FIELDS, HP = 3 }; /* a field holds hit points: 1 to HP; HP + 1: dead */

/* --- values --- */

static void values_are_added_once(void **state)
{
    (void)state;
    Memo m = {.fields_n = 2};
    StateNode *node = memo_node(&m, "s", 1);
    struct NodeValues *v = values_at(&m, node, 1);
    bool grew = false;
    assert_non_null(v);
    assert_int_equal(values_count(v, ASH), 1); /* a field begins with the one value 0 */
    assert_int_equal(values_nth(v, ASH, 0), 0);
    values_add(&m, v, ASH, 200, &grew);
    values_add(&m, v, ASH, 5, &grew);
    assert_true(grew);
    assert_int_equal(values_count(v, ASH), 1); /* values added count only once they are renewed */
    values_use_next(&m, v);
    assert_int_equal(values_count(v, ASH), 2);
    assert_int_equal(values_nth(v, ASH, 0), 5);
    assert_int_equal(values_nth(v, ASH, 1), 200);
    grew = false;
    values_add(&m, v, ASH, 5, &grew);
    assert_false(grew);
    assert_ptr_equal(values_at(&m, node, 1), v);
    /* 2: in another exploration the field begins anew. */
    assert_int_equal(values_count(values_at(&m, node, 2), ASH), 1);
    memo_free(&m);
}

static void values_are_passed_on(void **state)
{
    (void)state;
    Memo m = {.fields_n = 2};
    bool grew = false;
    struct NodeValues *from = values_at(&m, memo_node(&m, "a", 1), 1);
    struct NodeValues *to = values_at(&m, memo_node(&m, "b", 1), 1);
    for (int64_t i = 1; i <= 100; i += 33) values_add(&m, from, BO, i, &grew);
    values_use_next(&m, from);
    grew = false;
    values_pass(&m, to, from, BO, &grew);
    assert_true(grew);
    values_use_next(&m, to);
    assert_int_equal(values_count(to, BO), 4);
    assert_int_equal(values_nth(to, BO, 3), 100);
    grew = false;
    values_pass(&m, to, from, BO, &grew);
    assert_false(grew);
    memo_free(&m);
}

/* A node of many fields takes room for them once, not again and again. */
static void values_take_little_room(void **state)
{
    (void)state;
    Memo m = {.fields_n = 300};
    bool grew = false;
    struct NodeValues *v = values_at(&m, memo_node(&m, "s", 1), 1);
    for (size_t f = 0; f < m.fields_n; f++) values_add(&m, v, f, 1, &grew);
    assert_true(m.arena.bytes < 100000);
    memo_free(&m);
}

/* --- what an event depends on --- */

/* A line that is explored in all its ways, of which each has an end with a number.  Ash is struck
 * at, then Bo; the ends' labels say what separation is asked about. */
typedef struct {
    Memo m;
    PathEnumerator w;
    StateNode *node;
    size_t coin;                       /* id of the coin's weights */
    int64_t ash_hurt[99], bo_hurt[99]; /* whether he was hurt, by the number of the end */
    size_t ends;
    bool guards; /* Bo is only struck at when Ash is dead */
} Line;

static int64_t read(Line *l, size_t field)
{
    Err err;
    int64_t value;
    assert_true(path_take_field(&l->w, &l->m, field, &err));
    assert_true(memo_read_field(&l->m, field, 0, &value, &err));
    return value;
}

/* Strikes at Ash or Bo (field): a coin decides.  Returns true if that hurts; the dead are not hurt.
 */
static bool strike(Line *l, size_t field)
{
    Err err;
    int64_t hp = read(l, field);
    if (hp > HP || path_choose(&l->w, &l->m, l->coin, &err) == 1) return false;
    memo_set_field(&l->m, field, hp + 1);
    return true;
}

/* Plays one way of the line, and labels its end. */
static void play(Line *l)
{
    path_begin(&l->w);
    memo_begin_line(&l->m, memo_tree(&l->m, l->node, 1));
    bool ash = strike(l, ASH);
    bool bo = (!l->guards || read(l, ASH) > HP) && strike(l, BO);
    l->ends++;
    l->ash_hurt[l->ends - 1] = ash;
    l->bo_hurt[l->ends - 1] = bo;
    assert_non_null(
        memo_end(&l->m, &(TreeEnd){.to = l->node, .number = (int64_t)l->ends}, NULL, NULL));
    l->m.cursor = NULL;
}

/* Plays the line in all its ways, but in no more than `paths`. */
static void explore(Line *l, size_t paths)
{
    bool grew;
    l->m.fields_n = FIELDS;
    l->m.fields = calloc(FIELDS, sizeof *l->m.fields);
    l->node = memo_node(&l->m, "s", 1);
    struct NodeValues *v = values_at(&l->m, l->node, 1);
    path_open(&l->w, false);
    l->coin = path_add_weights(&l->w, 2);
    for (size_t k = 0; k < 2; k++) l->w.weights[l->coin].p[k] = (DoubleDouble){0.5, 0};
    for (size_t f = 0; f < FIELDS; f++)
        for (int64_t hp = 1; hp <= HP + 1; hp++) values_add(&l->m, v, f, hp, &grew);
    values_use_next(&l->m, v);
    l->w.field_values = v;
    path_first(&l->w);
    do play(l);
    while (path_next(&l->w) && l->ends < paths);
}

/* Adds to `kept` the fields on which the labels depend, and those on which kept fields do.  labels:
 * one for each end.  Returns what separation_close() does. */
static bool close(Line *l, const int64_t *labels, bool kept[FIELDS])
{
    TreeSlot *tree = memo_tree(&l->m, l->node, 1);
    Separation s = {.trees = &tree,
                    .n = 1,
                    .labels = labels,
                    .labels_n = l->ends,
                    .paths = &l->w,
                    .kept = kept,
                    .fields_n = FIELDS};
    return separation_close(&s);
}

static void forget(Line *l)
{
    memo_free(&l->m);
    path_free(&l->w);
}

/* The example of separation.h: when Ash is hurt depends on Ash alone. */
static void each_depends_on_his_own(void **state)
{
    (void)state;
    Line l = {0};
    bool ash[FIELDS] = {0}, bo[FIELDS] = {0}, both[FIELDS] = {0}, none[FIELDS] = {0};
    int64_t either[99], same[99] = {0};
    explore(&l, 99);
    assert_int_equal(l.ends, (2 * HP + 1) * (2 * HP + 1));
    assert_true(close(&l, l.ash_hurt, ash) && ash[ASH] && !ash[BO]);
    assert_true(close(&l, l.bo_hurt, bo) && !bo[ASH] && bo[BO]);
    for (size_t i = 0; i < l.ends; i++) either[i] = l.ash_hurt[i] || l.bo_hurt[i];
    assert_true(close(&l, either, both) && both[ASH] && both[BO]);
    assert_true(close(&l, same, none) && !none[ASH] && !none[BO]);
    forget(&l);
}

/* A field that is kept for another reason needs the fields that it depends on. */
static void what_is_kept_needs_more(void **state)
{
    (void)state;
    Line l = {.guards = true};
    bool ash[FIELDS] = {0}, bo[FIELDS] = {0}, kept[FIELDS] = {[BO] = true};
    int64_t same[99] = {0};
    explore(&l, 99);
    assert_true(close(&l, l.ash_hurt, ash) && ash[ASH] && !ash[BO]);
    assert_true(close(&l, l.bo_hurt, bo) && bo[ASH] && bo[BO]);
    assert_true(close(&l, same, kept) && kept[ASH] && kept[BO]);
    forget(&l);
}

/* Nothing counts after an end whose label is below 0, not even the fields that are kept. */
static void nothing_counts_after_the_end(void **state)
{
    (void)state;
    Line l = {0};
    bool kept[FIELDS] = {[ASH] = true};
    int64_t over[99];
    explore(&l, 99);
    for (size_t i = 0; i < l.ends; i++) over[i] = l.bo_hurt[i] ? -1 : 0;
    assert_true(close(&l, over, kept) && kept[ASH] && kept[BO]);
    for (size_t i = 0; i < l.ends; i++) over[i] = -1;
    kept[BO] = false;
    assert_true(close(&l, over, kept) && kept[ASH] && !kept[BO]);
    forget(&l);
}

/* A tree that was not played in all its ways proves nothing. */
static void a_tree_with_gaps_proves_nothing(void **state)
{
    (void)state;
    Line l = {0};
    bool kept[FIELDS] = {0};
    explore(&l, 20);
    assert_int_equal(l.ends, 20);
    assert_false(close(&l, l.ash_hurt, kept));
    forget(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_added_once),
                                       cmocka_unit_test(values_are_passed_on),
                                       cmocka_unit_test(values_take_little_room),
                                       cmocka_unit_test(each_depends_on_his_own),
                                       cmocka_unit_test(what_is_kept_needs_more),
                                       cmocka_unit_test(nothing_counts_after_the_end),
                                       cmocka_unit_test(a_tree_with_gaps_proves_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
