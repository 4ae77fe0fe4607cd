/* Decodes any bytes as a state.  A tree that decodes points only into those bytes, and encodes to
 * the same bytes. */
#include "../again.h"
#include "fuzz.h"

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
