/* Odds of keep and drop: the sum of the k-th to the m-th of n dice, when they are sorted.
 *
 * A table (KeepTable) is filled while the values are read one after the other, from the highest or
 * the lowest, whichever end is nearer to the dice kept.  For each number of dice that have shown a
 * value read so far, it has a row with the weight of each sum of the kept ones among them (Liu,
 * "Icepool: Efficient Computation of Dice Pool Probabilities", AIIDE 2022).
 *
 * Once the last kept die has its value, the values of the others do not matter.  Let `a` of the n
 * equal dice show values before t, let `need` dice still be kept, and let w be the weight of t and
 * W that of the values after it.  Then the n dice can show these values in
 *
 *     C(n, a) * sum over e >= need:  C(n - a, e) w^e W^(n - a - e)
 *
 * ways (after a convolution by Ilmari Karonen).  The work is polynomial in the number of dice.
 *
 * Example: 4d6kh3 reads 6, then 5.  At t = 6 no die shows a value before it (a = 0, need = 3, w =
 * 1, W = 5), so 18 is the sum of C(4, 3) * 5 + C(4, 4) = 21 of the 1296 ways.  At t = 5 (W = 4):
 *
 *     a = 0, need = 3: C(4, 3) * 4 + 1 = 17 ways of the sum 15
 *     a = 1, need = 2: C(4, 1) * (C(3, 2) * 4 + 1) = 52 ways of 6 + 10
 *     a = 2, need = 1: C(4, 2) * (C(2, 1) * 4 + 1) = 54 ways of 12 + 5 */
#include <stdlib.h>

#include "core/dice/odds_context.h"

/* --- rows of sums ---
 *
 * Usually the sums lie close together and a row is one long number: adding a die to all its sums is
 * one GMP addition at an offset.  Values far apart, as of d{1,1000000}, get a list of the sums that
 * can be reached instead. */

/* CLOSE: places that a row may have as one long number; REACHED_MAX: sums that a list may have.
 * Both are as many as outcomes may be. */
enum { CLOSE = ODDS_OUTCOMES_MAX, REACHED_MAX = ODDS_OUTCOMES_MAX };

/* The layout of all rows: one place for every sum of `kept` values that can be reached. */
typedef struct {
    Lattice lattice; /* base: the lowest value */
    int64_t kept;    /* how many values make a sum */
    int64_t *steps;  /* of each value: its distance from the base, in steps of the lattice */
    int64_t *sum;    /* the sum at each place, in steps, ascending; NULL: place i has sum i */
    size_t places;
    size_t width;       /* limbs of the weight at each place */
    mp_limb_t *scratch; /* for add_limbs: room for a row and one weight */
} SumLayout;

/* One row: the weight at each place of the layout. */
typedef struct {
    mp_limb_t *weight; /* NULL: all 0 */
    size_t used;       /* the places from here on are 0 */
} SumRow;

static int ascending_sums(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts and removes duplicates; returns how many are left. */
static size_t sort_unique(int64_t *all, size_t n)
{
    size_t kept = 0;
    qsort(all, n, sizeof *all, ascending_sums);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || all[i] != all[kept - 1]) all[kept++] = all[i];
    return kept;
}

/* Lists every sum of `kept` values in l->sum, adding one value at a time. */
static bool list_sums(OddsContext *ctx, SumLayout *l, const int64_t *steps, size_t n)
{
    size_t count = 1;
    int64_t *sum = calloc(1, sizeof *sum);
    for (int64_t i = 0; sum && i < l->kept; i++) {
        /* Before equal sums are removed, the list may take 16 MB; the limit on effort alone would
         * allow 500 MB.  Sorting takes some 20 steps for each sum. */
        if (count * n > 16 * REACHED_MAX || !odds_spend_effort(ctx, 20 * count * n)) {
            free(sum);
            return odds_too_large(ctx);
        }
        int64_t *more = malloc(count * n * sizeof *more);
        for (size_t k = 0; more && k < count * n; k++) more[k] = sum[k / n] + steps[k % n];
        free(sum);
        sum = more;
        if (sum) count = sort_unique(sum, count * n);
    }
    if (!sum) return odds_no_memory(ctx);
    l->sum = sum;
    l->places = count;
    return count <= REACHED_MAX || odds_too_large(ctx);
}

/* Sets the lattice and each value's steps; *highest is the highest sum in steps. */
static bool place_on_lattice(SumLayout *l, const Ratio *value, size_t n, int64_t *highest)
{
    l->lattice.den = 1;
    if (!lattice_widen(&l->lattice, value, n) ||
        !lattice_places(&l->lattice, value, n, l->steps, &l->lattice.base))
        return false;
    *highest = 0;
    for (size_t i = 0; i < n; i++)
        if (l->steps[i] > *highest) *highest = l->steps[i];
    return !__builtin_mul_overflow(*highest, l->kept, highest);
}

/* Lays out rows for sums of `kept` of the n values: a place for every number of steps, or a list of
 * the sums that can be reached. */
static bool sum_layout_make(OddsContext *ctx, SumLayout *l, const Ratio *value, size_t n,
                            int64_t kept, size_t width)
{
    int64_t highest;
    *l = (SumLayout){.kept = kept, .width = width, .steps = malloc(n * sizeof *l->steps)};
    if (!l->steps) return odds_no_memory(ctx);
    if (!place_on_lattice(l, value, n, &highest))
        return odds_fail(ctx, "its values are too far apart for odds");
    if (highest < CLOSE)
        l->places = (size_t)highest + 1;
    else if (!list_sums(ctx, l, l->steps, n))
        return false;
    l->scratch = odds_alloc(ctx, (l->places + 1) * width); /* a row times one weight */
    return l->scratch != NULL;
}

static void sum_layout_free(SumLayout *l)
{
    free(l->steps);
    free(l->sum);
    free(l->scratch);
    *l = (SumLayout){0};
}

static void row_clear(SumRow *row)
{
    free(row->weight);
    *row = (SumRow){0};
}

/* Allocates the weights of a row, all 0, unless it has some. */
static bool row_make(OddsContext *ctx, const SumLayout *l, SumRow *row)
{
    if (!row->weight) row->weight = odds_alloc(ctx, l->places * l->width);
    return row->weight != NULL;
}

/* Makes a row with weight 1 at sum 0, the row of no dice. */
static bool row_set_one(OddsContext *ctx, SumLayout *l, SumRow *row)
{
    if (!row_make(ctx, l, row)) return false;
    row->weight[0] = 1;
    row->used = 1;
    return true;
}

/* to += from * by, of n limbs each.  No carry leaves `to`, since no weight passes its width. */
static void add_limbs(SumLayout *l, mp_limb_t *to, const mp_limb_t *from, size_t n, const mpz_t by)
{
    mp_size_t size = (mp_size_t)n;
    size_t by_n = mpz_size(by);
    const mp_limb_t *limbs = mpz_limbs_read(by);
    if (by_n == 1 && limbs[0] == 1) {
        mpn_add_n(to, to, from, size);
    } else if (by_n == 1) {
        mpn_addmul_1(to, from, size, limbs[0]);
    } else {
        odds_multiply(l->scratch, from, n, limbs, by_n);
        mpn_add_n(to, to, l->scratch, size);
    }
}

/* The place of a sum in the list of sums, which has it. */
static size_t index_of_sum(const SumLayout *l, int64_t sum)
{
    const int64_t *found = bsearch(&sum, l->sum, l->places, sizeof *l->sum, ascending_sums);
    return (size_t)(found - l->sum);
}

/* to += from * by, moved up by `higher` steps. */
static bool row_add(OddsContext *ctx, SumLayout *l, SumRow *to, const SumRow *from, int64_t higher,
                    const mpz_t by)
{
    if (from->used == 0 || mpz_sgn(by) == 0) return true;
    size_t n = from->used * l->width;
    if (!odds_spend_effort(ctx, odds_product_effort(n, mpz_size(by)) + 40) || !row_make(ctx, l, to))
        return false;
    if (!l->sum) { /* one long number: all sums at once */
        size_t end = from->used + (size_t)higher;
        add_limbs(l, to->weight + (size_t)higher * l->width, from->weight, n, by);
        if (end > to->used) to->used = end;
        return true;
    }
    for (size_t i = 0; i < from->used; i++) {
        const mp_limb_t *weight = from->weight + i * l->width;
        if (mpn_zero_p(weight, (mp_size_t)l->width)) continue;
        size_t at = index_of_sum(l, l->sum[i] + higher);
        add_limbs(l, to->weight + at * l->width, weight, l->width, by);
        if (at >= to->used) to->used = at + 1;
    }
    return true;
}

/* The odds of the sums of a row; their total is left to the caller. */
static Odds *row_odds(OddsContext *ctx, const SumLayout *l, const SumRow *row)
{
    Lattice all = l->lattice;
    if (__builtin_mul_overflow(all.base, l->kept, &all.base)) {
        odds_past_64_bits(ctx);
        return NULL;
    }
    return lattice_odds(ctx, &all, row->weight, row->used, l->width, l->sum);
}

/* --- kinds of dice --- */

/* Dice with the same odds, while their values are read. */
typedef struct {
    const Odds *odds;
    int64_t count;
    size_t stride, range; /* in a state, `state / stride % range` of them are placed */
    size_t next;          /* outcomes read so far */
    mpz_t rest;           /* weight of the values that are not read yet */
    mpz_t *value_power;   /* powers 0..count of the weight of the value read last; owned */
    mpz_t *rest_power;    /* powers 0..count of `rest`; behind value_power, in the same block */
} Kind;

/* The weights of the sums of kept dice while values are read.  A die whose value was read is
 * "placed".  A state says how many dice of each kind are placed, as one number (Kind.stride). */
typedef struct {
    Kind *kind;
    size_t kinds;
    bool down;        /* values are read from the highest down */
    int64_t from, to; /* the dice from..to-1 are kept, in the order in which they are placed */
    Ratio *value;     /* all values of all kinds, in the order read */
    size_t n;
    SumLayout layout;
    size_t states; /* the states with fewer than `to` dice placed */
    SumRow *row;   /* for each state, the sums of the kept dice, whichever dice they are */
    SumRow sum;    /* the sums in all cases where the last kept die is placed: the result */
    mpz_t scratch; /* for the factor of row_add */
} KeepTable;

/* --- the states --- */

/* The number of dice of kind k that are placed in a state. */
static int64_t placed(const Kind *k, size_t state)
{
    return (int64_t)(state / k->stride % k->range);
}

static int64_t placed_in_all(const KeepTable *table, size_t state)
{
    int64_t sum = 0;
    for (size_t i = 0; i < table->kinds; i++) sum += placed(&table->kind[i], state);
    return sum;
}

/* The number of the dice first..first+n-1 that are kept, in the order they are placed. */
static int64_t kept_among(const KeepTable *table, int64_t first, int64_t n)
{
    int64_t from = first > table->from ? first : table->from,
            to = first + n < table->to ? first + n : table->to;
    return to > from ? to - from : 0;
}

/* Sets power[0] to power[n] to the powers of a number. */
static void set_powers(mpz_t *power, const mpz_t base, int64_t n)
{
    mpz_set_ui(power[0], 1);
    for (int64_t i = 1; i <= n; i++) mpz_mul(power[i], power[i - 1], base);
}

/* Sets *ways to the number of ways in which `need` or more dice of kind k show the value read last,
 * while all other dice that are not placed yet show values that are read later: the formula at the
 * head of this file. */
static void count_ways_to_end(const KeepTable *table, size_t state, const Kind *k, int64_t need,
                              mpz_t ways)
{
    mpz_t choose, term;
    int64_t left = k->count - placed(k, state);
    mpz_inits(choose, term, NULL);
    mpz_bin_uiui(choose, (unsigned long)left, (unsigned long)need);
    mpz_set_ui(ways, 0);
    for (int64_t e = need; e <= left; e++) {
        mpz_mul(term, k->value_power[e], k->rest_power[left - e]);
        mpz_addmul(ways, term, choose);
        mpz_mul_ui(choose, choose, (unsigned long)(left - e));
        mpz_divexact_ui(choose, choose, (unsigned long)(e + 1)); /* C(left, e + 1) */
    }
    for (size_t i = 0; i < table->kinds; i++) {
        const Kind *each = &table->kind[i];
        int64_t a = placed(each, state);
        mpz_bin_uiui(choose, (unsigned long)each->count, (unsigned long)a);
        mpz_mul(ways, ways, choose);
        if (each != k) mpz_mul(ways, ways, each->rest_power[each->count - a]);
    }
    mpz_clears(choose, term, NULL);
}

/* Adds to the result all cases in which the last die kept is of kind k and has the value read last,
 * which is `steps` steps. */
static bool add_endings(OddsContext *ctx, KeepTable *table, Kind *k, int64_t steps)
{
    bool fits = true;
    for (size_t state = 0; fits && state < table->states; state++) {
        if (table->row[state].used == 0) continue;
        int64_t before = placed_in_all(table, state), need = table->to - before;
        int64_t left = k->count - placed(k, state);
        if (left < need) continue;
        if (!odds_spend_effort(ctx, (uint64_t)(left - need + 1) * (table->layout.width + 20)))
            return false;
        count_ways_to_end(table, state, k, need, table->scratch);
        fits = row_add(ctx, &table->layout, &table->sum, &table->row[state],
                       kept_among(table, before, need) * steps, table->scratch);
    }
    return fits;
}

/* Lets c = 1, 2, … more dice of kind k show this value: for each c, adds the row of a state to the
 * row of the state with c more dice placed, times C(a + c, c), the orders in which these may stand
 * among the a placed before.  After the last value of the kind no die may be left over.  In 3d6,
 * when one die shows 6 (a = 1) and the value is 5, the row goes to the state with two dice placed
 * (c = 1, in 2 orders) and to that with three (c = 2, in 3 orders).
 *
 * steps: how much a kept die adds to the sum; below 0: the value was cut off, and is not kept. */
static bool place_dice(OddsContext *ctx, KeepTable *table, size_t state, Kind *k, int64_t steps)
{
    int64_t before = placed_in_all(table, state), a = placed(k, state), left = k->count - a;
    /* Fewer than `to` dice stay placed: where the last kept one is placed, add_endings() counts. */
    int64_t max = left < table->to - before ? left : table->to - 1 - before;
    bool last = mpz_sgn(k->rest) == 0, fits = true;
    mpz_t choose;
    mpz_init_set_ui(choose, 1);
    for (int64_t c = 1; fits && c <= max; c++) {
        int64_t kept = kept_among(table, before, c);
        if (steps < 0 && kept > 0) break;
        mpz_mul_ui(choose, choose, (unsigned long)(a + c));
        mpz_divexact_ui(choose, choose, (unsigned long)c);
        if (last && c < left) continue; /* no value is left for the other dice */
        mpz_mul(table->scratch, choose, k->value_power[c]);
        fits = row_add(ctx, &table->layout, &table->row[state + (size_t)c * k->stride],
                       &table->row[state], kept ? kept * steps : 0, table->scratch);
    }
    if (last && left > 0) row_clear(&table->row[state]); /* the dice left would get no value */
    mpz_clear(choose);
    return fits;
}

/* Places dice of kind k with this value in all states, from the fullest down so that each row is
 * read before it grows. */
static bool place_value(OddsContext *ctx, KeepTable *table, Kind *k, const mpz_t weight,
                        int64_t steps)
{
    bool fits = odds_spend_effort(ctx, table->states);
    set_powers(k->value_power, weight, k->count);
    for (size_t state = table->states; fits && state-- > 0;)
        if (table->row[state].used > 0) fits = place_dice(ctx, table, state, k, steps);
    return fits;
}

/* --- reading the values --- */

/* Computes all rows again from the values read so far, which is several times faster than
 * place_value() while these are few.  It works for one kind of dice of which all placed so far are
 * kept: then each sum of `a` dice is a sum of a - 1 dice plus one of the values. */
static bool recompute_rows(OddsContext *ctx, KeepTable *table, const Kind *k)
{
    bool fits = true;
    for (size_t a = 1; fits && a < table->states; a++) {
        row_clear(&table->row[a]);
        for (size_t j = 0; fits && j < k->next; j++) {
            mpz_t weight;
            odds_weight(k->odds, table->down ? k->odds->n - 1 - j : j, weight);
            fits = row_add(ctx, &table->layout, &table->row[a], &table->row[a - 1],
                           table->layout.steps[j], weight);
        }
    }
    return fits;
}

/* Reads the j-th value of the table, if dice of kind k have it. */
static bool read_value(OddsContext *ctx, KeepTable *table, Kind *k, size_t j)
{
    mpz_t weight;
    size_t at = table->down ? k->odds->n - 1 - k->next : k->next;
    if (k->next == k->odds->n || ratio_compare(k->odds->value[at], table->value[j]) != 0)
        return true;
    odds_weight(k->odds, at, weight);
    k->next++;
    mpz_sub(k->rest, k->rest, weight);
    set_powers(k->value_power, weight, k->count);
    set_powers(k->rest_power, k->rest, k->count);
    if (!add_endings(ctx, table, k, table->layout.steps[j])) return false;
    /* recompute_rows() makes about j * table->to additions, and place_value() about table->to
     * squared / 2: while j is below half of table->to, the first is quicker. */
    if (table->kinds == 1 && table->from == 0 && (int64_t)j < table->to / 2)
        return recompute_rows(ctx, table, k);
    return place_value(ctx, table, k, weight, table->layout.steps[j]);
}

/* Reads all values.  Weight that was cut off (Tail) at the end where reading begins is placed
 * first, as a value whose dice are dropped; weight cut off at the other end counts as `rest`, the
 * values that are not read yet. */
static bool read_values(OddsContext *ctx, KeepTable *table, Tail tail)
{
    bool fits = row_set_one(ctx, &table->layout, &table->row[0]);
    for (size_t i = 0; fits && i < table->kinds; i++) {
        Kind *k = &table->kind[i];
        odds_mass(k->odds, 0, k->odds->n, k->rest);
        if (odds_is_cut(k->odds) && tail == (table->down ? TAIL_BELOW : TAIL_ABOVE))
            mpz_add(k->rest, k->rest, k->odds->left_out);
        set_powers(k->rest_power, k->rest, k->count);
        if (odds_is_cut(k->odds) && tail == (table->down ? TAIL_ABOVE : TAIL_BELOW))
            fits = place_value(ctx, table, k, k->odds->left_out, -1);
    }
    for (size_t j = 0; fits && j < table->n; j++)
        for (size_t i = 0; fits && i < table->kinds; i++)
            fits = read_value(ctx, table, &table->kind[i], j);
    return fits;
}

/* --- making room --- */

static int ratio_descending(const void *a, const void *b)
{
    return ratio_ascending(b, a);
}

/* Lists the values of all kinds in table->value, each once, in the order in which they are read. */
static bool list_values(OddsContext *ctx, KeepTable *table)
{
    size_t n = 0;
    for (size_t i = 0; i < table->kinds; i++) n += table->kind[i].odds->n;
    if (n == 0) return odds_fail(ctx, "almost all of it would be left out");
    table->value = malloc(n * sizeof *table->value);
    if (!table->value) return odds_no_memory(ctx);
    n = 0;
    for (size_t i = 0; i < table->kinds; i++)
        for (size_t k = 0; k < table->kind[i].odds->n; k++)
            table->value[n++] = table->kind[i].odds->value[k];
    qsort(table->value, n, sizeof *table->value, table->down ? ratio_descending : ratio_ascending);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || ratio_compare(table->value[i], table->value[table->n - 1]) != 0)
            table->value[table->n++] = table->value[i];
    return true;
}

/* Makes the kinds, and numbers the states. */
static bool kinds_open(OddsContext *ctx, KeepTable *table, const SameOdds *all, size_t width)
{
    table->states = 1;
    table->kind = calloc(table->kinds, sizeof *table->kind);
    if (!table->kind) return odds_no_memory(ctx);
    for (size_t i = 0; i < table->kinds; i++) {
        Kind *k = &table->kind[i];
        size_t n = (size_t)all[i].count + 1;
        *k = (Kind){.odds = all[i].odds, .count = all[i].count, .stride = table->states};
        /* 0 to `count` are placed, and fewer than table->to (KeepTable.states). */
        k->range = (size_t)(k->count < table->to ? k->count + 1 : table->to);
        mpz_init(k->rest);
        if (__builtin_mul_overflow(table->states, k->range, &table->states) ||
            table->states > ODDS_ROOM_MAX)
            return odds_too_large(ctx);
        if (!odds_spend_room(ctx, 2 * n * width)) return false;
        k->value_power = malloc(2 * n * sizeof *k->value_power);
        if (!k->value_power) return odds_no_memory(ctx);
        for (size_t p = 0; p < 2 * n; p++) mpz_init(k->value_power[p]);
        k->rest_power = k->value_power + n;
    }
    return true;
}

/* Lays out the rows: a kept value adds itself to the sum, or its score. */
static bool layout_open(OddsContext *ctx, KeepTable *table, const Score *score, size_t width)
{
    Ratio *counts = malloc(table->n * sizeof *counts);
    if (!counts) return odds_no_memory(ctx);
    for (size_t i = 0; i < table->n; i++)
        counts[i] = score ? score_ratio(score, table->value[i]) : table->value[i];
    bool fits =
        sum_layout_make(ctx, &table->layout, counts, table->n, table->to - table->from, width);
    free(counts);
    return fits;
}

/* Makes the empty table, a row for each state.  False: out of memory, or too much work. */
static bool states_open(OddsContext *ctx, KeepTable *table, const SameOdds *all, const Score *score,
                        size_t width)
{
    if (!kinds_open(ctx, table, all, width) || !list_values(ctx, table) ||
        !layout_open(ctx, table, score, width) || !odds_spend_room(ctx, 2 * table->states))
        return false;
    table->row = calloc(table->states, sizeof *table->row);
    return table->row || odds_no_memory(ctx);
}

/* Frees the table, also when making it failed halfway.  A kind that was begun has a stride. */
static void states_close(KeepTable *table)
{
    for (size_t i = 0; table->row && i < table->states; i++) row_clear(&table->row[i]);
    for (size_t i = 0; table->kind && i < table->kinds; i++) {
        Kind *k = &table->kind[i];
        for (int64_t p = 0; k->value_power && p < 2 * (k->count + 1); p++)
            mpz_clear(k->value_power[p]);
        if (k->stride) mpz_clear(k->rest);
        free(k->value_power);
    }
    row_clear(&table->sum);
    free(table->row);
    free(table->kind);
    free(table->value);
    sum_layout_free(&table->layout);
}

/* --- tails --- */

/* True when it is known which dice are kept: no kind has values beyond the edge of a tail. */
static bool is_order_known(const SameOdds *all, size_t n, Tail tail)
{
    for (size_t i = 0; i < n; i++) {
        const Odds *cut = all[i].odds;
        if (!odds_is_cut(cut)) continue;
        for (size_t k = 0; k < n; k++) {
            const Odds *o = all[k].odds;
            if (o->n == 0) continue;
            if (tail == TAIL_ABOVE && ratio_compare(o->value[o->n - 1], cut->edge) > 0)
                return false;
            if (tail == TAIL_BELOW && ratio_compare(o->value[0], cut->edge) < 0) return false;
        }
    }
    return true;
}

/* The tail that the kinds have in common; TAIL_SOMEWHERE if it hides which dice are kept. */
static Tail tail_of_kinds(const SameOdds *all, size_t n)
{
    Ratio edge;
    Tail tail = odds_common_tail(all, n, &edge);
    bool hides_order = n > 1 && tail != TAIL_NONE && !is_order_known(all, n, tail);
    return hides_order ? TAIL_SOMEWHERE : tail;
}

/* Sets the tail of the result.  Its edge is the sum of the kept dice that is nearest to the sums
 * listed: one die is at the edge of its own tail, and every other has the value that any die can
 * have farthest from that edge. */
static void set_kept_tail(Odds *o, const SameOdds *all, size_t n, Tail tail, int64_t kept)
{
    Ratio edge, farthest = {0, 1};
    bool above = tail == TAIL_ABOVE;
    odds_common_tail(all, n, &edge);
    for (size_t i = 0; i < n; i++) {
        const Odds *each = all[i].odds;
        Ratio value = each->n == 0 ? each->edge : each->value[above ? 0 : each->n - 1];
        int order = ratio_compare(value, farthest);
        if (i == 0 || (above ? order < 0 : order > 0)) farthest = value;
    }
    bool fits = (tail == TAIL_ABOVE || tail == TAIL_BELOW) &&
                ratio_multiply(&farthest, farthest, ratio_of(kept - 1)) &&
                ratio_add(&edge, edge, farthest);
    odds_set_tail(o, fits ? tail : TAIL_SOMEWHERE, edge);
    odds_trim(o, TRIM_NEGLIGIBLE);
}

/* --- entry --- */

/* Sets the total weight of all rolls.  GMP aborts the program when a number is too large for
 * memory, so the size is checked first. */
static bool set_total(OddsContext *ctx, const SameOdds *all, size_t n, mpz_t total)
{
    mpz_t power;
    uint64_t limbs = 0;
    for (size_t i = 0; i < n; i++)
        limbs += (uint64_t)limbs_of(all[i].odds->total) * (uint64_t)all[i].count;
    if (limbs >= ODDS_ROOM_MAX / 8) return odds_too_large(ctx); /* 64 MB for one weight */
    mpz_init(power);
    mpz_set_ui(total, 1);
    for (size_t i = 0; i < n; i++) {
        mpz_pow_ui(power, all[i].odds->total, (unsigned long)all[i].count);
        mpz_mul(total, total, power);
    }
    mpz_clear(power);
    return true;
}

/* Fills the table and returns its result. */
static Odds *compute_kept(OddsContext *ctx, const SameOdds *all, KeepTable *table,
                          const Score *score)
{
    Odds *o = NULL;
    Tail tail = tail_of_kinds(all, table->kinds);
    mpz_t total; /* the weight of all rolls */
    mpz_inits(total, table->scratch, NULL);
    if (set_total(ctx, all, table->kinds, total) &&
        states_open(ctx, table, all, score, limbs_of(total)) && read_values(ctx, table, tail))
        o = row_odds(ctx, &table->layout, &table->sum);
    states_close(table);
    if (o) {
        mpz_set(o->total, total);
        set_kept_tail(o, all, table->kinds, score ? TAIL_SOMEWHERE : tail, table->to - table->from);
    }
    mpz_clears(total, table->scratch, NULL);
    return o && odds_is_cut(o) ? odds_reduce(ctx, o) : o;
}

Odds *odds_kept(OddsContext *ctx, const SameOdds *all, size_t n, const Keep *keep,
                const Score *score)
{
    KeepTable table = {.kinds = n};
    int64_t dice_in_all = 0, from, to;
    for (size_t i = 0; i < n; i++) dice_in_all += all[i].count;
    keep_slice(keep, dice_in_all, &from, &to);
    if (from == to) return odds_certain(ctx, ratio_of(0));
    /* Values are read from the end where fewer dice are placed. */
    table.down = dice_in_all - from < to;
    table.from = table.down ? dice_in_all - to : from;
    table.to = table.down ? dice_in_all - from : to;
    return compute_kept(ctx, all, &table, score);
}
