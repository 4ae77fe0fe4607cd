/* Separation: which tracked fields an event depends on; and symmetry, below: which members may be
 * exchanged.  Both for exact odds, which then have fewer states to weigh.
 *
 * Example: four members lose hit points in steps of their own.  All their fields together make many
 * states; but when Ash is hurt depends on Ash's fields alone.  So it may be worked out by states
 * that differ in Ash's fields only, with any hit points for the others.
 *
 * It is proved that no other field matters.  First every line is played with each value that a
 * field may have at its node, whatever the values of the others, and recorded (memo.h): this is
 * called exploring.  Then separation_close looks at the recorded trees: the values of a field that
 * is left out must lead to equal trees, as far as these tell of the event, of the next node and of
 * the fields that are kept.  A field whose values lead to different trees is kept, too. */
#pragma once

#include "cell/study/memo.h"

/* A set of small numbers: bit n is set if it has n. */
typedef struct {
    uint64_t *bits;
    size_t words;
} ValueSet;

/* The values that each field may have at a node, by the number of the field. */
struct NodeValues {
    size_t n;             /* fields */
    ValueSet *now, *next; /* the values when lines begin here; those found since one was played */
    uint64_t found_in;    /* the exploration in which they were found */
    int64_t *stand_ins; /* the value that each field gets where it is left out (lib_paths.c) … */
    size_t stand_ins_n;
    uint64_t kept_in; /* … and the part of the study for which they are (PathBox.part) */
};

/* The values at a node; none yet, if they were found in another exploration. */
struct NodeValues *values_at(Memo *m, StateNode *node, uint64_t exploration);
/* Adds a value to `next`, unless `now` or `next` has it.  *grew is set if it is new. */
void values_add(Memo *m, struct NodeValues *v, size_t field, int64_t value, bool *grew);
/* Adds all values that a field has in `from->now`; 0 for none.  *grew is set if one is new. */
void values_pass(Memo *m, struct NodeValues *v, const struct NodeValues *from, size_t field,
                 bool *grew);
/* Gives each of n fields the values of all of them.  *grew is set if one gets a new value. */
void values_share(Memo *m, struct NodeValues *v, const size_t *fields, size_t n, bool *grew);
/* Adds the values of `next` to `now`, and empties `next`. */
void values_use_next(Memo *m, struct NodeValues *v);
/* True if a field may have this value now. */
bool values_has(const struct NodeValues *v, size_t field, int64_t value);
/* The number of values that a field may have now.  A field without any has one, the value 0. */
size_t values_count(const struct NodeValues *v, size_t field);
/* The value number k of these, from 0, the lowest first. */
int64_t values_nth(const struct NodeValues *v, size_t field, size_t k);

/* The trees that were recorded, and which of their ends count. */
typedef struct {
    TreeSlot **trees; /* n trees */
    size_t n;
    const int64_t *labels; /* labels[TreeEnd.number - 1].  Ends with different labels are told
                              apart; below 0: nothing counts after this end */
    size_t labels_n;
    const struct PathEnumerator *paths; /* for the weights of outcomes */
    bool *kept; /* by field: whether it is kept; separation_close keeps more */
    size_t fields_n;
} Separation;

/* Keeps fields until none that is left out matters.  False when a tree was not recorded in full. */
bool separation_close(Separation *s);

/* --- symmetry ---
 *
 * Four members may be equal in all but what has happened to them.  Which of them has 3 hit points,
 * and which has 5, makes no difference where the rules treat them alike: such states may count as
 * one.  That is proved from the same trees (symmetry.c).  A place is a node together with a place
 * in the plan: there a tree begins. */

/* An end of paths, with all that happens on the way to it. */
typedef struct {
    int64_t label;  /* ends with different labels are told apart; 0: nothing to tell */
    int64_t next;   /* index of the next place; Symmetry.n or more: a place that was not explored;
                       -1: the play is over */
    bool cut;       /* the same line goes on there */
    uint64_t races; /* two bits for each race: 0 not decided, 1 lost, 2 won */
    const int64_t *happened; /* slot, how often, ...: happened_n pairs */
    size_t happened_n;
} SymmetryEnd;

/* The question which members may be exchanged, and its answer. */
typedef struct {
    const struct PathEnumerator *paths; /* for the weights of outcomes */
    size_t n;                           /* places */
    TreeSlot **trees;                   /* by place: its tree … */
    const StateNode **nodes;            /* … and its node */
    const SymmetryEnd *ends;            /* ends[TreeEnd.number - 1] */
    size_t ends_n;
    /* A pair is two members who might be exchanged.  partners[pair * fields_n + field]: the field
     * of the other member; the same field, if it belongs to neither. */
    const size_t *partners;
    size_t pairs_n, fields_n;
    const size_t *members; /* members_n lists of the fields of a member, tracks_n each */
    size_t members_n, tracks_n;
    const int64_t *pair_after; /* by member: the number of its pair with the next one, or -1 */
    bool *alike; /* the answer, [place * pairs_n + pair]: the pair may be exchanged there */
    size_t work, work_max; /* paths that were followed a place further; how many may be */
} Symmetry;

/* Sets s->alike.  False when it is too much work: then nobody is alike. */
bool symmetry_find(Symmetry *s);

/* Members who may be exchanged at a node. */
struct Alike {
    struct Alike *next; /* another group of such members at this node */
    size_t members, n;  /* n: fields of each */
    size_t fields[];    /* fields[member * n + track]: the number of the field */
};

/* Sorts the values of members who are alike, so that equal states have equal fields. */
void alike_sort(const struct Alike *alike, int64_t *fields);
