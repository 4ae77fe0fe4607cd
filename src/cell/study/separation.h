/* Separation: which tracked fields an event depends on; for exact odds.
 *
 * Example: four members lose hit points in steps of their own.  All their fields together make many
 * states; but when Ash is hurt depends on Ash's fields alone.  So it may be worked out by states
 * that differ in Ash's fields only, with any hit points for the others.
 *
 * That no other field matters is proved.  First every line is played with each value that a field
 * may have at its node, whatever the values of the others, and recorded (memo.h).  Then
 * separation_close looks at the recorded trees: the values of a field that is left out must lead to
 * equal trees, as far as these tell of the event, of the next node and of the fields that are kept.
 * A field whose values lead to different ones is kept, too. */
#pragma once

#include "cell/study/memo.h"
#include "core/double_double.h"

/* Small numbers, as bits. */
typedef struct {
    uint64_t *bits;
    size_t words;
} ValueSet;

/* The values that each field may have at a node, by number. */
struct NodeValues {
    size_t n, stand_ins_n;
    ValueSet *now, *next;       /* when the line begins; and those found since */
    int64_t *stand_ins;         /* the values of fields that are left out */
    uint64_t found_in, kept_in; /* the exploration and the part that these are of */
};

/* Functions that return bool return false when memory is out. */

/* The values at a node, empty ones when they are not of this exploration; NULL when memory is out.
 */
struct NodeValues *values_at(Memo *m, StateNode *node, uint64_t exploration);
/* Adds a value to `next`; *grew is set if it was in neither. */
bool values_add(Memo *m, struct NodeValues *v, size_t field, int64_t value, bool *grew);
/* Adds all values of a field in `from->now`. */
bool values_pass(Memo *m, struct NodeValues *v, const struct NodeValues *from, size_t field,
                 bool *grew);
/* Gives each of n fields the values of all of them. */
bool values_share(Memo *m, struct NodeValues *v, const size_t *fields, size_t n, bool *grew);
/* Makes `next` part of `now`. */
bool values_renew(Memo *m, struct NodeValues *v);
/* True if a field may have this value now. */
bool values_has(const struct NodeValues *v, size_t field, int64_t value);
/* The number of values of a field now, and number k of them, from 0.  A field without any has the
 * value 0. */
size_t values_count(const struct NodeValues *v, size_t field);
int64_t values_nth(const struct NodeValues *v, size_t field, size_t k);

/* The trees that were recorded, and which of their ends count. */
typedef struct {
    TreeSlot **trees; /* n trees */
    size_t n;
    const int64_t *labels; /* by the number of an end (TreeEnd.at), from 1: ends with other labels
                              are told apart; below 0: nothing counts after it */
    size_t labels_n;
    const size_t *outcomes; /* by the id of weights: how many outcomes they have */
    size_t outcomes_n;
    bool *kept; /* by field; separation_close keeps more */
    size_t fields_n;
} Separation;

/* Keeps fields until none that is left out matters.  False when a tree was not recorded in full, or
 * memory is out. */
bool separation_close(Separation *s);

/* Symmetry: four members of whom all is equal but what happens to them.  Which of them has 3 hit
 * points, and which has 5, makes no difference where the rules treat them alike: such states may
 * count as one.  That is proved from the same trees (symmetry.c). */

/* An end of paths, with all that happens on the way to it.  Ends are numbered from 1: TreeEnd.at.
 */
typedef struct {
    int64_t label;  /* ends with other labels are told apart; 0: nothing to tell */
    int64_t next;   /* the place in Symmetry.trees where it leads, from 0; their number and more: a
                       place that was not explored; -1: the play is over */
    bool cut;       /* the same line goes on there */
    uint64_t races; /* two bits each: 0 not decided, 1 lost, 2 won */
    const int64_t *happened; /* slot, how often, ...: happened_n pairs */
    size_t happened_n;
} SymmetryEnd;

typedef struct {
    const struct PathEnumerator *paths; /* for the weights of outcomes */
    TreeSlot **trees;                   /* n trees, of as many places */
    const StateNode **nodes;            /* where these begin */
    size_t n;
    const SymmetryEnd *ends;
    size_t ends_n;
    const size_t *partners; /* pairs_n lists, of fields_n each: the field of the other member */
    size_t pairs_n, fields_n;
    const size_t *members; /* members_n lists of the fields of one, tracks_n each */
    size_t members_n, tracks_n;
    const int64_t *pair_after; /* by member: the pair with the next one, or -1 */
    bool *alike; /* result, [place * pairs_n + pair]: the pair may be exchanged there */
    size_t work, work_max;
} Symmetry;

/* False when it is too much work, or memory is out: then nobody is alike. */
bool symmetry_find(Symmetry *s);

/* Members who may be exchanged at a node: fields[member * n + track] are the numbers of their
 * fields. */
struct Alike {
    struct Alike *next; /* others, who may be exchanged among themselves */
    size_t members, n;
    size_t fields[];
};

/* Sorts the values of members who are alike, so that equal states have equal fields. */
void alike_sort(const struct Alike *alike, int64_t *fields);
