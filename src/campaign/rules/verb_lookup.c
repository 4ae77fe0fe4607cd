/* Words of a line against the verbs of the book. */
#include "campaign/rules/verb_lookup.h"

#include <string.h>

size_t word_length(const char *s)
{
    return strcspn(s, " \t");
}

bool same_word(const char *name, const char *word, size_t n)
{
    return strlen(name) == n && memcmp(name, word, n) == 0;
}

bool has_prefix(const char *name, const char *word, size_t n)
{
    return strncmp(name, word, n) == 0;
}

static bool verb_matches(const Value *verb, Match *match, const char *word, size_t n)
{
    const Value *aka = value_get(verb, "aka");
    if (match(value_text(verb, "verb", ""), word, n)) return true;
    if (aka && aka->kind == TOKEN_TEXT) return match(aka->s, word, n);
    for (size_t i = 0; aka && aka->kind == TOKEN_LIST && i < aka->n; i++)
        if (aka->items[i].kind == TOKEN_TEXT && match(aka->items[i].s, word, n)) return true;
    return false;
}

size_t count_verbs(const Value *book, Match *match, const char *word, size_t n, bool host)
{
    const Value *verbs = value_get(book, "verbs");
    size_t count = 0;
    for (size_t i = 0; verbs && verbs->kind == TOKEN_LIST && i < verbs->n; i++)
        count += value_bool(&verbs->items[i], "host", false) == host &&
                 !value_bool(&verbs->items[i], "campaign", false) &&
                 verb_matches(&verbs->items[i], match, word, n);
    return count;
}

static bool is_rules_word(const Value *book, const char *word, size_t n)
{
    return n > 0 && (count_verbs(book, same_word, word, n, false) > 0 ||
                     (count_verbs(book, same_word, word, n, true) == 0 &&
                      count_verbs(book, has_prefix, word, n, false) > 0));
}

bool verbs_is_rules(const Value *book, const char *line)
{
    size_t n = word_length(line);
    if (is_rules_word(book, line, n)) return true;
    if (count_verbs(book, same_word, line, n, true) > 0) return false;
    const char *second = line + n + strspn(line + n, " \t"); /* Bram search altar */
    return is_rules_word(book, second, word_length(second));
}
