/* Any bytes as a state: what can be read is read to one tree, whose every part lies in the bytes, and
 * written again gives the same bytes. */
#include "core/value.h"
#include "fuzz.h"

static void write_again(Text *t, const Value *v)
{
    switch (v->kind) {
    case TOKEN_BOOL:
        put_bool(t, v->boolean);
        break;
    case TOKEN_INT:
        put_int(t, v->integer);
        break;
    case TOKEN_REAL:
        put_real(t, v->real);
        break;
    case TOKEN_TEXT:
        put_textn(t, v->s, v->n);
        break;
    case TOKEN_QUANTITY:
        put_quantity(t, v->integer, v->den, v->s);
        break;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Err err = {0};
    Text t = {0};
    char *bytes = fuzz_text(data, n);
    Tree *tree = tree_decode(bytes, n, &err);
    MUST(tree || (err.text[0] && text_is_utf8(err.text, strlen(err.text))));
    if (tree) {
        const Value *root = tree_root(tree);
        write_again(&t, root);
        MUST(t.n == n && memcmp(t.s, bytes, n) == 0);
        MUST(root->bytes_n == n);
        MUST(!value_get(root, "no such key") || root->kind == TOKEN_MAP);
    }
    text_free(&t);
    tree_free(tree);
    free(bytes);
    return 0;
}
