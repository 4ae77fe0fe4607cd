/* words [RULESET]: prints every live word of a ruleset, one a line; uses only sconce.h. */
#include <stdio.h>
#include <string.h>

#include <jansson.h>
#include <sconce.h>

int main(int argc, char **argv)
{
    SconceOptions options = {.table = argc > 1 ? argv[1] : "delving"};
    SconceError error;
    Sconce *s = sconce_open(&options, &error);
    if (!s) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    json_t *book = json_loads(sconce_book(s), 0, NULL), *word;
    size_t i;
    json_array_foreach (json_object_get(book, "words"), i, word) puts(json_string_value(word));
    json_decref(book);
    sconce_close(s);
    return 0;
}
