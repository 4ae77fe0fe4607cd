/* From text to a program: a repeat, a sum, a comment; then one block of memory with all of it. */
#include <stdlib.h>
#include <string.h>

#include "core/dice/parser.h"

/* 6x... at the start. */
static bool parse_repeat(Parser *p)
{
    Ratio r = {0, 1};
    parser_peek(p);
    size_t at = p->at, end = at;
    while (end < p->n && (is_digit(p->text[end]) || p->text[end] == '.')) end++;
    p->at = end;
    bool repeats = end > at && parser_take(p, "x");
    p->at = at;
    if (!repeats) return true;
    if (!parse_number(p, &r)) return false;
    if (!parser_take(p, "x")) return parser_wrong_here(p);
    if (!parser_follows(p, p->at - 1)) return false;
    if (r.den != 1) return parser_wrong(p, at, "a roll is repeated a whole number of times");
    if (r.num < 1) return parser_wrong(p, at, "a roll is repeated at least once");
    if (r.num > DICE_REPEAT_MAX)
        return parser_wrong(p, at, "a roll is repeated at most %d times", DICE_REPEAT_MAX);
    p->repeats = r.num;
    return true;
}

/* `6#4d6` would be 6, and a comment. */
static bool parse_comment(Parser *p)
{
    if (p->at == p->n || p->text[p->at] != '#') return true;
    bool lone = p->node_n == 1 && p->nodes[0].kind == NODE_NUMBER;
    if (lone && p->at + 1 < p->n &&
        (is_digit(p->text[p->at + 1]) || to_lower(p->text[p->at + 1]) == 'd'))
        return parser_wrong(p, p->at, "# begins a comment; a repeat is written 6x4d6");
    parser_label(p, p->text + p->at + 1, p->n - p->at - 1);
    p->at = p->n;
    return true;
}

static bool check_text(Parser *p)
{
    if (p->n > DICE_TEXT_MAX)
        return parser_wrong(p, DICE_TEXT_MAX, "an expression has at most %d bytes", DICE_TEXT_MAX);
    for (size_t at = 0, len; at < p->n; at += len) {
        for (len = 1; len < 4 && at + len < p->n && !text_is_utf8(p->text + at, len); len++)
            continue;
        if (text_is_utf8(p->text + at, len)) continue;
        size_t n = p->n;
        p->n = 0; /* it cannot be quoted */
        parser_wrong(p, at, "byte %zu is no UTF-8 text", at + 1);
        p->n = n;
        return false;
    }
    return true;
}

static bool parse_all(Parser *p)
{
    if (!check_text(p)) return false;
    if (parser_at_end(p))
        return parser_wrong(p, 0, "nothing to roll is written here; dice look like 2d6+1");
    if (!parse_repeat(p) || !parse_sum(p)) return false;
    if (!parser_at_end(p)) return parser_wrong_here(p);
    return parse_comment(p);
}

/* 4d6kh3+2 */
static Plain plain_of(const Program *p, int64_t repeats)
{
    static const Plain none = {0};
    const Node *first = &p->nodes[0];
    bool sum = p->n == 3 && p->nodes[1].kind == NODE_NUMBER && p->nodes[1].number.den == 1 &&
               (p->nodes[2].kind == NODE_ADD || p->nodes[2].kind == NODE_SUBTRACT);
    if (repeats || first->kind != NODE_POOL || (p->n != 1 && !sum)) return none;
    const Pool *pool = &p->pools[first->pool];
    if (pool->count == COMPUTED || pool->count > PLAIN_MAX || pool->sides == COMPUTED || pool->own)
        return none;
    if (pool->reroll != REROLL_NEVER || pool->explode != EXPLODE_NEVER || pool->score.on)
        return none;
    if (pool->clamp.least != INT64_MIN || pool->clamp.most != INT64_MAX) return none;
    int64_t add = p->n == 3 ? p->nodes[1].number.num : 0;
    if (add > INT32_MAX) return none; /* so that no sum can pass 64 bits */
    if (p->n == 3 && p->nodes[2].kind == NODE_SUBTRACT) add = -add;
    Plain plain = {.count = pool->count, .sides = pool->sides, .add = add};
    keep_slice(&pool->keep, pool->count, &plain.from, &plain.to);
    return plain;
}

/* One block: the program as it is kept. */
static Dice *settle(const Parser *p, const char *text, size_t text_n)
{
    size_t nodes = (size_t)p->node_n * sizeof(Node), pools = (size_t)p->pool_n * sizeof(Pool);
    size_t faces = (size_t)p->face_n * sizeof(int64_t);
    Dice *d = malloc(sizeof *d + nodes + pools + faces + text_n + 1 + p->label.n + 1);
    if (!d) return NULL;
    Node *node = (Node *)(d + 1);
    Pool *pool = (Pool *)(node + p->node_n);
    int64_t *face = (int64_t *)(pool + p->pool_n);
    char *spelling = (char *)(face + p->face_n), *label = spelling + text_n + 1;
    memcpy(node, p->nodes, nodes);
    memcpy(pool, p->pools, pools);
    memcpy(face, p->faces, faces);
    memcpy(spelling, text, text_n + 1);
    memcpy(label, text_str(&p->label), p->label.n + 1);
    for (int i = 0; i < p->pool_n; i++)
        if (pool[i].own && !pool[i].name) pool[i].own = face + (pool[i].own - p->faces);
    *d = (Dice){.program = {node, p->node_n, pool},
                .repeats = p->repeats,
                .text = spelling,
                .label = label};
    d->plain = plain_of(&d->program, d->repeats);
    return d;
}

static Dice *finish(Parser *p)
{
    Program program = {p->nodes, p->node_n, p->pools};
    Text spelling = {0};
    Dice *d = NULL;
    if (p->repeats) text_addf(&spelling, "%lldx", (long long)p->repeats);
    program_print(&program, &spelling);
    if (spelling.n > DICE_TEXT_MAX)
        parser_wrong(p, 0, "written out in full, this has more than %d bytes", DICE_TEXT_MAX);
    else if (spelling.failed || p->label.failed ||
             !(d = settle(p, text_str(&spelling), spelling.n)))
        err_set(p->err, "out of memory");
    text_free(&spelling);
    return d;
}

Dice *dice_parse(const char *text, size_t n, size_t *at, Err *err)
{
    Parser p = {.text = text, .n = n, .where = at, .err = err};
    size_t room = (n < DICE_TEXT_MAX ? n : DICE_TEXT_MAX) + 1;
    if (at) *at = 0;
    p.nodes = malloc(room * sizeof *p.nodes);
    p.pools = malloc(room * sizeof *p.pools);
    p.faces = malloc(room * sizeof *p.faces);
    Dice *d = NULL;
    if (!p.nodes || !p.pools || !p.faces)
        err_set(err, "out of memory");
    else if (parse_all(&p))
        d = finish(&p);
    free(p.nodes);
    free(p.pools);
    free(p.faces);
    text_free(&p.label);
    return d;
}

void dice_free(Dice *d)
{
    free(d);
}
