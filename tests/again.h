/* Encodes a decoded tree again, for tests that compare the bytes. */
#ifndef TESTS_AGAIN_H
#define TESTS_AGAIN_H

#include "core/tree.h"

static void write_again(Text *t, const Value *v)
{
    switch (v->kind) {
    case TOKEN_BOOL: put_bool(t, v->boolean); break;
    case TOKEN_INT: put_int(t, v->integer); break;
    case TOKEN_REAL: put_real(t, v->real); break;
    case TOKEN_TEXT: put_textn(t, v->s, v->n); break;
    case TOKEN_QUANTITY: put_quantity(t, v->integer, v->den, v->s); break;
    case TOKEN_LIST:
        put_list(t, v->n);
        for (size_t i = 0; i < v->n; i++) write_again(t, &v->items[i]);
        break;
    case TOKEN_MAP:
        put_map(t, v->n);
        for (size_t i = 0; i < v->n; i++) {
            put_keyn(t, v->pairs[i].key, v->pairs[i].key_n);
            write_again(t, v->pairs[i].value);
        }
        break;
    }
}

#endif
