/* Names that differ by a letter or a few; the longer the name, the more. */
#include "campaign/rules/suggest.h"
#include "campaign/rules/find.h"
#include "sconce.h"

#include <string.h>

size_t letters_apart(const char *a, const char *b)
{
    size_t row[RULE_NAME_MAX + 2], n = strlen(b);
    if (n > RULE_NAME_MAX || strlen(a) > RULE_NAME_MAX) return 99;
    for (size_t j = 0; j <= n; j++) row[j] = j;
    for (; *a; a++) {
        size_t corner = row[0]++;
        for (size_t j = 1; j <= n; j++) {
            size_t best = corner + (*a != b[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[n];
}

Guess guess_of(const char *word)
{
    return (Guess){.word = word, .apart = strlen(word) / 3 + 2};
}

void guess_name(Guess *g, const char *name, size_t n)
{
    char whole[RULE_NAME_MAX + 1];
    if (n == 0 || n > RULE_NAME_MAX) return;
    memcpy(whole, name, n);
    whole[n] = '\0';
    size_t apart = letters_apart(g->word, whole);
    if (apart < g->apart) *g = (Guess){g->word, name, n, apart};
}

const char *sconce_nearest(const char *word, const char *const *names, size_t count)
{
    Guess g = guess_of(word);
    for (size_t i = 0; i < count; i++) guess_name(&g, names[i], strlen(names[i]));
    return g.best;
}
