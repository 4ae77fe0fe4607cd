/* Symmetry: which members a study may exchange; for exact odds (what for, and the words:
 * separation.h).
 *
 * A tree is first made a list of paths.  Of each path it says which values were read and written,
 * what happened, where it leads, and how likely it is.  To exchange two members is to exchange
 * their fields in each path.  If that gives the same list, and the two may be exchanged at all
 * places that it leads to, they may be exchanged where the tree begins.
 *
 * Where the list is not the same, the paths are followed through the next places of the same line.
 * Example: two members make a save, first Ash and then Bo.  At Ash's save:
 *
 *    the list           Ash 3 -> Ash 2: 1/2;  Ash 3 -> Ash 3: 1/2;  Ash 2 -> ...
 *    exchanged          Bo 3 -> Bo 2: 1/2;    ...   not the same: look one place further
 *    after Bo's save    Ash 3, Bo 5 -> Ash 2, Bo 4: 1/4 ...   exchanged: the same
 *
 * At first all pairs are taken to be exchangeable at all places.  Those that turn out not to be are
 * struck out, until a round strikes out none (symmetry_find). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell/study/path_enumerator.h"
#include "cell/study/separation.h"
#include "core/text.h"

/* Paths in one list, and how many places beyond its own they are followed.  Members whose
 * comparison needs more count as not alike, which costs only speed. */
enum { PATHS_MAX = 8000, FURTHER_MAX = 8 };
/* The part of two chances below which a difference is none; they have 32 digits. */
static const double SAME_CHANCE = 1e-26;
enum { NONE = -1 }; /* no value was read, or written */

/* A field on a path: the value that it had at the beginning, and the one that it was given last.
 * Each may be NONE. */
typedef struct {
    size_t field;
    int64_t was, now;
} Step;

/* A path through a tree, perhaps with paths through the places behind it. */
typedef struct {
    int64_t place;        /* where it leads, as SymmetryEnd.next */
    bool cut;             /* the same line goes on there */
    uint64_t happened[2]; /* its events, whatever their order: sums of hashes */
    uint64_t races;       /* as SymmetryEnd.races */
    DoubleDouble p;       /* how likely it is */
    size_t at, n;         /* its steps: n of them, from place `at` of Paths.steps on */
    uint64_t hash[2];     /* of all but p.  Equal hashes count as equal paths: 128 bits do not agree
                           * by chance */
} Path;

/* A list of paths. */
typedef struct {
    Path *paths; /* the finished ones */
    size_t n, room;
    Step *steps;    /* the steps of all finished paths; behind them those of the path under way */
    size_t steps_n; /* how many belong to finished paths */
    size_t steps_room;
    size_t *index; /* hash table by Path.hash: the number of a path, from 1; 0: free */
    size_t index_room;
    bool made;   /* the list was made */
    bool failed; /* it is too long, or the tree was not recorded in full */
} Paths;

/* The data that all functions of the search share. */
typedef struct {
    Symmetry *s;
    Paths *of;             /* by place: the paths of its tree */
    const size_t *partner; /* by field: the field of the other member of the pair looked at */
    size_t from;           /* the place that is looked at, where the paths begin */
} Search;

static void paths_free(Paths *l)
{
    free(l->paths);
    free(l->steps);
    free(l->index);
    *l = (Paths){0};
}

/* --- hashes --- */

/* Mixes the bits of a number. */
static uint64_t mix(uint64_t x)
{
    return splitmix64(&x);
}

/* The seeds of hash_number: they tell what a number means, so that the same number with another
 * meaning gives another hash.  The seed of a field or member is mixed from its number and one of
 * these. */
enum {
    PLACE_SEED = 1,
    RACES_SEED,
    STEP_SEED,
    LABEL_SEED,
    EVENT_SEED,
    BEGIN_SEED = 7,
    END_SEED,
    MEMBER_SEED,
    MEMBER_SEED_2
};

/* Adds a number to a hash, which does not depend on the order in which numbers are added. */
static void hash_number(uint64_t hash[2], uint64_t seed, uint64_t x)
{
    hash[0] += mix(x ^ mix(seed));
    hash[1] += mix(mix(x) + seed * UINT64_C(0xC2B2AE3D27D4EB4F) + 1);
}

/* Hashes all of a path except its steps and its chance. */
static void hash_all_but_steps(const Path *path, uint64_t hash[2])
{
    hash[0] = path->happened[0];
    hash[1] = path->happened[1];
    hash_number(hash, PLACE_SEED, (uint64_t)path->place);
    hash_number(hash, RACES_SEED, path->races);
}

/* The way to look at a path: as it is, or as if the two members were exchanged. */
typedef enum { AS_IS, EXCHANGED } Look;

/* The field that a step on `field` is on, looked at so. */
static size_t field_seen(const Search *search, Look look, size_t field)
{
    return look == EXCHANGED && field < search->s->fields_n ? search->partner[field] : field;
}

/* Hashes all of a path except its chance, whatever the order of its steps. */
static void hash_path(const Search *search, const Paths *l, const Path *path, Look look,
                      uint64_t hash[2])
{
    hash_all_but_steps(path, hash);
    for (size_t i = 0; i < path->n; i++) {
        const Step *step = &l->steps[path->at + i];
        size_t field = field_seen(search, look, step->field);
        uint64_t both_values = mix((uint64_t)step->was) * 3 + (uint64_t)step->now;
        hash_number(hash, mix(field + STEP_SEED), both_values);
    }
}

/* The place in the index of the path with this hash, or the free place for it. */
static size_t *find_path(const Paths *l, const uint64_t hash[2])
{
    size_t i = hash[0] & (l->index_room - 1);
    for (; l->index[i]; i = (i + 1) & (l->index_room - 1)) {
        const Path *path = &l->paths[l->index[i] - 1];
        if (path->hash[0] == hash[0] && path->hash[1] == hash[1]) break;
    }
    return &l->index[i];
}

/* Makes the index larger when half of it is used. */
static void grow_index(Paths *l)
{
    if (l->n * 2 < l->index_room) return;
    size_t room = l->index_room ? l->index_room * 4 : 64;
    free(l->index);
    l->index = calloc(room, sizeof *l->index);
    l->index_room = room;
    for (size_t i = 0; i < l->n; i++) *find_path(l, l->paths[i].hash) = i + 1;
}

/* --- lists of paths --- */

/* Begins a path with n steps: copies them behind those of the finished paths. */
static void begin_path(Paths *l, const Step *steps, size_t n)
{
    array_room(&l->steps, &l->steps_room, l->steps_n + n + 1, sizeof *l->steps);
    if (n) memcpy(l->steps + l->steps_n, steps, n * sizeof *steps);
}

/* Finishes the path under way: adds it to the list.  If the list has an equal one, that becomes
 * likelier instead. */
static void add_path(const Search *search, Paths *l, Path path)
{
    if (l->n >= PATHS_MAX) {
        l->failed = true;
        return;
    }
    grow_index(l);
    array_room(&l->paths, &l->room, l->n + 1, sizeof *l->paths);
    path.at = l->steps_n;
    hash_path(search, l, &path, AS_IS, path.hash);
    size_t *place = find_path(l, path.hash);
    if (*place) {
        Path *known = &l->paths[*place - 1];
        known->p = dd_add(known->p, path.p);
        return;
    }
    l->paths[l->n] = path;
    *place = ++l->n;
    l->steps_n += path.n;
}

/* The step of a field in the path under way, which has n steps; NULL: none. */
static Step *step_of(const Paths *l, size_t n, size_t field)
{
    for (size_t i = 0; i < n; i++)
        if (l->steps[l->steps_n + i].field == field) return &l->steps[l->steps_n + i];
    return NULL;
}

/* The step of a field in the path under way, which has *n steps; if there is none, adds one at
 * their end, and counts it in *n. */
static Step *make_step(Paths *l, size_t *n, size_t field)
{
    Step *step = step_of(l, *n, field);
    if (step) return step;
    array_room(&l->steps, &l->steps_room, l->steps_n + *n + 1, sizeof *l->steps);
    step = &l->steps[l->steps_n + (*n)++];
    *step = (Step){.field = field, .was = NONE, .now = NONE};
    return step;
}

/* Gives a field a value on the path under way, which has *n steps.  A value that the field had at
 * the beginning is no change. */
static void write_field(Paths *l, size_t *n, size_t field, int64_t value)
{
    Step *step = make_step(l, n, field);
    step->now = value == step->was ? NONE : value;
}

/* --- the paths of a tree --- */

static DoubleDouble weight_of(const Weights *w, size_t taken)
{
    return w->p ? w->p[taken] : fraction_rounded(w->q[taken]);
}

/* Finishes a path that has come to an end of the tree. */
static void list_end(const Search *search, Paths *l, const TreeEnd *end, Path path)
{
    const Symmetry *s = search->s;
    if (end->number < 1 || (size_t)end->number > s->ends_n) { /* the end has no number */
        l->failed = true;
        return;
    }
    const SymmetryEnd *at_end = &s->ends[end->number - 1];
    path.happened[0] = path.happened[1] = 0;
    path.place = at_end->next;
    path.cut = at_end->cut;
    path.races = at_end->races;
    if (at_end->label) hash_number(path.happened, LABEL_SEED, (uint64_t)at_end->label);
    for (size_t i = 0; i < at_end->happened_n; i++) {
        uint64_t event[2] = {0, 0}, times = (uint64_t)at_end->happened[2 * i + 1];
        hash_number(event, EVENT_SEED, (uint64_t)at_end->happened[2 * i]);
        path.happened[0] += event[0] * times;
        path.happened[1] += event[1] * times;
    }
    for (size_t i = 0; end->to && i < end->fields_n; i++)
        write_field(l, &path.n, end->fields[i].nth, end->fields[i].value);
    add_path(search, l, path);
}

/* Lets the path under way take one edge of a fork.  False: the field of the fork cannot have the
 * edge's value on this path.  values: those that fields may have where the tree begins. */
static bool take_edge(const Search *search, Paths *l, const struct NodeValues *values,
                      const Fork *fork, const TreeEdge *edge, Path *path)
{
    int64_t outcome = edge->key.n[0];
    size_t nth = fork->draw.nth; /* of the weights, or the field */
    if (fork->draw.kind == DRAW_CHOICE) {
        const Weights *weights = &search->s->paths->weights[nth];
        path->p = dd_times(path->p, weight_of(weights, (size_t)outcome - 1));
        return true;
    }
    const Step *known = step_of(l, path->n, nth);
    if (known) return known->was == outcome;
    if (!values_has(values, nth, outcome)) return false; /* an edge of an earlier exploration */
    make_step(l, &path->n, nth)->was = outcome;
    return true;
}

/* Lists the paths from a slot on, of a tree whose fields may have these values.  path: the path
 * under way, from the root of the tree to the slot. */
static void list_slot(const Search *search, Paths *l, const struct NodeValues *values,
                      const TreeSlot *slot, Path path)
{
    if (slot->end) {
        list_end(search, l, slot->end, path);
        return;
    }
    const Fork *fork = slot->fork;
    if (!fork || !has_all_edges(search->s->paths, fork)) {
        l->failed = true;
        return;
    }
    /* The steps so far: each edge goes on with a copy of them. */
    Step *steps = malloc((path.n + 1) * sizeof *steps);
    if (path.n) memcpy(steps, l->steps + l->steps_n, path.n * sizeof *steps);
    for (const TreeEdge *edge = fork->first; edge && !l->failed; edge = edge->next) {
        Path next = path;
        begin_path(l, steps, path.n);
        if (take_edge(search, l, values, fork, edge, &next))
            list_slot(search, l, values, &edge->child, next);
    }
    free(steps);
}

/* The paths of the tree at a place; they are listed when they are asked for first. */
static const Paths *paths_at(const Search *search, size_t place)
{
    Paths *l = &search->of[place];
    if (!l->made) {
        l->made = true;
        list_slot(search, l, search->s->nodes[place]->values, search->s->trees[place],
                  (Path){.p = {1, 0}});
    }
    return l;
}

/* --- a place further --- */

/* Returns the value that a field has at the end of a path, or NONE where the path does not say. */
static int64_t value_at_end(const Step *step)
{
    return !step ? NONE : step->now != NONE ? step->now : step->was;
}

/* The races of a path that goes on: those that were not decided before are decided by `later`.
 * Each race is two bits, see SymmetryEnd.races. */
static uint64_t first_decided(uint64_t races, uint64_t later)
{
    for (unsigned bit = 0; bit < 64; bit += 2) {
        uint64_t race = UINT64_C(3) << bit;
        if (!(races & race)) races |= later & race;
    }
    return races;
}

/* Adds the steps of `next`, a path of the list `from`, to those of the path under way, which has *n
 * of them.  False: `next` needs other values than fields have there.  Where the path under way does
 * not tell the value that `next` needs, the field had it already where the path began: a step is
 * made that says so, and *reads_earlier is set. */
static bool join_steps(const Search *search, Paths *l, size_t *n, const Paths *from,
                       const Path *next, bool *reads_earlier)
{
    const struct NodeValues *values = search->s->nodes[search->from]->values;
    for (size_t i = 0; i < next->n; i++) {
        const Step *step = &from->steps[next->at + i];
        int64_t now = value_at_end(step_of(l, *n, step->field));
        if (step->was != NONE && now != NONE && now != step->was) return false;
        if (step->was != NONE && now == NONE) {
            *reads_earlier = true;
            if (!values_has(values, step->field, step->was)) return false;
            make_step(l, n, step->field)->was = step->was;
        }
        if (step->now != NONE) write_field(l, n, step->field, step->now);
    }
    return true;
}

/* Follows a path of the list `before` through the tree at the place where it leads, and adds to l
 * each longer path that this makes. */
static void follow_path(const Search *search, Paths *l, const Paths *before, const Path *path)
{
    const Paths *from = paths_at(search, (size_t)path->place);
    DoubleDouble sum = {0, 0};
    bool reads_earlier = false;
    if (from->failed) l->failed = true;
    for (size_t i = 0; i < from->n && !l->failed; i++) {
        const Path *next = &from->paths[i];
        Path both = *path;
        begin_path(l, before->steps + path->at, path->n);
        if (!join_steps(search, l, &both.n, from, next, &reads_earlier)) continue;
        both.place = next->place;
        both.cut = next->cut;
        both.happened[0] += next->happened[0];
        both.happened[1] += next->happened[1];
        both.races = first_decided(path->races, next->races);
        both.p = dd_times(path->p, next->p);
        sum = dd_add(sum, next->p);
        add_path(search, l, both);
    }
    /* A tree that was not explored with the values of this path lacks ways, and the chances of
     * those it has do not add up to 1.  After reads_earlier the ways are for several values: their
     * sum then shows only whether there are any. */
    if (reads_earlier ? sum.hi <= 0 : fabs(sum.hi - 1) > 1e-12) l->failed = true;
}

/* True if the place to which the path leads is one of those that were explored. */
static bool is_explored(const Search *search, const Path *path)
{
    return path->place >= 0 && (size_t)path->place < search->s->n;
}

/* True if the pair may be exchanged where a path leads.  A place that was not explored is behind
 * the last turn that is asked for, where nothing counts. */
static bool may_exchange_after(const Search *search, const Path *path, size_t pair)
{
    return !is_explored(search, path) ||
           search->s->alike[(size_t)path->place * search->s->pairs_n + pair];
}

/* --- is a list the same with two members exchanged? --- */

/* The end of a path: a hash of where it leads and what happened on the way, and its chance. */
typedef struct {
    uint64_t hash[2];
    DoubleDouble p;
} PathOutcome;

static int by_outcome_hash(const void *a, const void *b)
{
    const uint64_t *x = ((const PathOutcome *)a)->hash, *y = ((const PathOutcome *)b)->hash;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

/* Hashes the value of a field at the end of a path.  If the path does not tell the value, hashes
 * that the field is unchanged.  seed: which track of a member it is. */
static void hash_end(const Search *search, const Paths *l, const Path *path, Look look,
                     uint64_t hash[2], uint64_t seed, size_t field)
{
    size_t in_path = field_seen(search, look, field);
    int64_t value = NONE;
    for (size_t i = 0; i < path->n; i++)
        if (l->steps[path->at + i].field == in_path) value = value_at_end(&l->steps[path->at + i]);
    uint64_t unchanged = ~(uint64_t)field; /* no value of a field is so large */
    hash_number(hash, mix(seed + 1), value == NONE ? unchanged : (uint64_t)value);
}

static bool is_of_member(const Symmetry *s, size_t field)
{
    for (size_t k = 0; k < s->members_n * s->tracks_n; k++)
        if (s->members[k] == field) return true;
    return false;
}

/* Hashes the values with which a path begins, and those at its end of fields that are no member's,
 * whatever the order of its steps. */
static void hash_steps(const Search *search, const Paths *l, const Path *path, Look look,
                       uint64_t hash[2])
{
    for (size_t i = 0; i < path->n; i++) {
        const Step *step = &l->steps[path->at + i];
        size_t field = field_seen(search, look, step->field);
        hash_number(hash, mix(field + BEGIN_SEED), (uint64_t)step->was);
        if (!is_of_member(search->s, field))
            hash_number(hash, mix(field + END_SEED), mix((uint64_t)step->now));
    }
}

/* Hashes a path as hash_path does, but members who are alike where it leads may have changed places
 * there: only the values with which each began tell them apart.  The values at the end are hashed
 * by member, with a seed that members share who may be exchanged there (`first`). */
static void hash_outcome(const Search *search, const Paths *l, const Path *path, Look look,
                         uint64_t hash[2])
{
    const Symmetry *s = search->s;
    hash_all_but_steps(path, hash);
    hash_steps(search, l, path, look, hash);
    size_t first = 0; /* the first of the members who may be exchanged with member m */
    for (size_t m = 0; m < s->members_n; m++) {
        uint64_t of_member[2] = {0, 0};
        for (size_t t = 0; t < s->tracks_n; t++)
            hash_end(search, l, path, look, of_member, t, s->members[m * s->tracks_n + t]);
        hash_number(hash, mix(first + MEMBER_SEED), of_member[0]);
        hash_number(hash, mix(first + MEMBER_SEED_2), of_member[1]);
        int64_t pair = s->pair_after[m];
        bool is_like_next = pair >= 0 && may_exchange_after(search, path, (size_t)pair);
        if (!is_like_next) first = m + 1;
    }
}

/* Lists the outcomes of all paths, sorted, with equal ones added up.  list has room for all paths.
 * Returns how many there are. */
static size_t list_outcomes(const Search *search, const Paths *l, Look look, PathOutcome *list)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++) {
        hash_outcome(search, l, &l->paths[i], look, list[i].hash);
        list[i].p = l->paths[i].p;
    }
    qsort(list, l->n, sizeof *list, by_outcome_hash);
    for (size_t i = 0; i < l->n; i++) {
        if (n && by_outcome_hash(&list[n - 1], &list[i]) == 0)
            list[n - 1].p = dd_add(list[n - 1].p, list[i].p);
        else
            list[n++] = list[i];
    }
    return n;
}

/* True if the list has the same outcomes with the two members exchanged.  Its paths may differ. */
static bool has_same_outcomes(const Search *search, const Paths *l)
{
    PathOutcome *a = malloc((l->n + 1) * sizeof *a), *b = malloc((l->n + 1) * sizeof *b);
    size_t n = list_outcomes(search, l, AS_IS, a);
    bool same = n > 0 && list_outcomes(search, l, EXCHANGED, b) == n;
    for (size_t i = 0; i < n && same; i++) {
        DoubleDouble rest = dd_add(a[i].p, dd_minus(b[i].p));
        same = by_outcome_hash(&a[i], &b[i]) == 0 && fabs(rest.hi) <= SAME_CHANCE * a[i].p.hi;
    }
    free(a);
    free(b);
    return same;
}

/* True if the list has the same paths with the two members exchanged.  Then it has the same
 * outcomes, too, but this is faster: without it odds of members who are alike take a sixth longer.
 */
static bool is_same_exchanged(const Search *search, const Paths *l)
{
    if (l->n == 0) return false; /* a list without paths shows nothing */
    for (size_t i = 0; i < l->n; i++) {
        uint64_t hash[2];
        hash_path(search, l, &l->paths[i], EXCHANGED, hash);
        size_t nth = *find_path(l, hash);
        if (!nth) return false;
        DoubleDouble rest = dd_add(l->paths[i].p, dd_minus(l->paths[nth - 1].p));
        if (fabs(rest.hi) > SAME_CHANCE * l->paths[i].p.hi) return false;
    }
    return true;
}

/* --- the search --- */

/* Adds a copy of a path of the list `from`. */
static void copy_one_path(const Search *search, Paths *l, const Paths *from, const Path *path)
{
    begin_path(l, from->steps + path->at, path->n);
    add_path(search, l, *path);
}

/* Replaces the list by one whose paths go a place further: all of them, or only those that lead to
 * where the pair may not be exchanged.  A path can go further only within its line.  False: none
 * can, or it has failed. */
static bool go_further(const Search *search, Paths *l, size_t pair, bool all)
{
    Paths after = {.made = true};
    bool any = false;
    for (size_t i = 0; i < l->n && !after.failed; i++) {
        const Path *path = &l->paths[i];
        bool may = path->cut && is_explored(search, path);
        if (may && (all || !may_exchange_after(search, path, pair))) {
            any = true;
            search->s->work++;
            follow_path(search, &after, l, path);
        } else {
            copy_one_path(search, &after, l, path);
        }
    }
    any = any && !after.failed;
    paths_free(l);
    *l = after;
    return any;
}

/* Makes l a copy of the list `from`.  False when one of the two has failed. */
static bool copy_paths(const Search *search, Paths *l, const Paths *from)
{
    *l = (Paths){.made = true};
    for (size_t i = 0; i < from->n && !l->failed; i++)
        copy_one_path(search, l, from, &from->paths[i]);
    return !l->failed && !from->failed;
}

/* True if the pair may be exchanged at a place, as far as is known of the places after it.  Goes
 * further until the list is the same exchanged, and the pair may be exchanged wherever it leads. */
static bool is_exchangeable(Search *search, size_t place, size_t pair)
{
    search->from = place;
    Paths l;
    bool exchangeable = false, more = copy_paths(search, &l, paths_at(search, place));
    for (int further = 0; more && !exchangeable && further <= FURTHER_MAX; further++) {
        bool same = is_same_exchanged(search, &l) || has_same_outcomes(search, &l);
        exchangeable = same;
        for (size_t i = 0; i < l.n && exchangeable; i++)
            exchangeable = may_exchange_after(search, &l.paths[i], pair);
        if (!exchangeable) {
            /* If the list is the same, only paths to places without the exchange go further. */
            bool all = !same;
            more = search->s->work < search->s->work_max && go_further(search, &l, pair, all);
        }
    }
    paths_free(&l);
    return exchangeable;
}

/* Looks at all pairs and places once, and strikes out those that are not exchangeable.  False if it
 * struck out nothing. */
static bool strike_out(Search *search)
{
    Symmetry *s = search->s;
    bool any = false;
    for (size_t pair = 0; pair < s->pairs_n; pair++) {
        search->partner = s->partners + pair * s->fields_n;
        for (size_t place = s->n; place-- > 0;) {
            bool *alike = &s->alike[place * s->pairs_n + pair];
            if (!*alike || is_exchangeable(search, place, pair)) continue;
            *alike = false;
            any = true;
        }
    }
    return any;
}

bool symmetry_find(Symmetry *s)
{
    Search search = {.s = s, .of = calloc(s->n + 1, sizeof(Paths))};
    if (s->n > 0 && s->pairs_n > 0) memset(s->alike, true, s->n * s->pairs_n);
    s->work = 0;
    while (strike_out(&search)) continue;
    for (size_t i = 0; i < s->n; i++) paths_free(&search.of[i]);
    free(search.of);
    return s->work < s->work_max;
}

/* --- states --- */

/* Compares the values of two members; a and b: the numbers of their n fields. */
static int compare_members(const int64_t *fields, const size_t *a, const size_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (fields[a[i]] != fields[b[i]]) return fields[a[i]] < fields[b[i]] ? -1 : 1;
    return 0;
}

/* Sorts each group by insertion: groups are small. */
void alike_sort(const struct Alike *alike, int64_t *fields)
{
    for (; alike; alike = alike->next)
        for (size_t i = 1; i < alike->members; i++)
            for (size_t k = i; k > 0; k--) {
                const size_t *a = alike->fields + (k - 1) * alike->n, *b = a + alike->n;
                if (compare_members(fields, a, b, alike->n) <= 0) break;
                for (size_t f = 0; f < alike->n; f++) {
                    int64_t value = fields[a[f]];
                    fields[a[f]] = fields[b[f]];
                    fields[b[f]] = value;
                }
            }
}
