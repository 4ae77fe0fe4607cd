#include "campaign/rules/verb_lookup.h"

#include <string.h>

typedef bool WordMatch(const char *name, const char *word, size_t n);

size_t word_length(const char *line)
{
    return strcspn(line, " \t");
}

bool same_word(const char *name, const char *word, size_t n)
{
    return strlen(name) == n && memcmp(name, word, n) == 0;
}

bool has_prefix(const char *name, const char *word, size_t n)
{
    return strncmp(name, word, n) == 0;
}

/* Does the verb match, or one of its aliases? */
static bool verb_matches(const Value *verb, WordMatch *match, const char *word, size_t n)
{
    const Value *aka = value_get(verb, "aka");
    if (match(value_text(verb, "verb", ""), word, n)) return true;
    if (aka && aka->kind == TOKEN_TEXT) return match(aka->s, word, n);
    for (size_t i = 0; aka && aka->kind == TOKEN_LIST && i < aka->n; i++)
        if (aka->items[i].kind == TOKEN_TEXT && match(aka->items[i].s, word, n)) return true;
    return false;
}

/* Does a verb of the ruleset match, or (host) a host verb that the cell runs? */
static bool any_verb(const Value *book, WordMatch *match, const char *word, size_t n, bool host)
{
    const Value *verbs = value_list(book, "verbs");
    for (size_t i = 0; n > 0 && i < verbs->n; i++)
        if (value_bool(&verbs->items[i], "host", false) == host &&
            !value_bool(&verbs->items[i], "campaign", false) &&
            verb_matches(&verbs->items[i], match, word, n))
            return true;
    return false;
}

/* Number of the names that match; *index is the last of them. */
static size_t count_names(const char *const *names, size_t names_n, WordMatch *match,
                          const char *word, size_t n, size_t *index)
{
    size_t count = 0;
    for (size_t i = 0; i < names_n; i++)
        if (match(names[i], word, n)) {
            *index = i;
            count++;
        }
    return count;
}

VerbOwner verb_owner(const Value *book, const char *const *names, size_t names_n, const char *word,
                     size_t n, size_t *index)
{
    if (n == 0) return VERB_UNKNOWN;
    if (any_verb(book, same_word, word, n, false)) return VERB_OF_RULES;
    if (count_names(names, names_n, same_word, word, n, index) > 0) return VERB_OF_CAMPAIGN;
    if (any_verb(book, same_word, word, n, true)) return VERB_OF_CELL;
    if (any_verb(book, has_prefix, word, n, false)) return VERB_OF_RULES;
    if (any_verb(book, has_prefix, word, n, true)) return VERB_OF_CELL;
    if (count_names(names, names_n, has_prefix, word, n, index) == 1) return VERB_OF_CAMPAIGN;
    return VERB_UNKNOWN;
}

static bool is_rules_word(const Value *book, const char *word, size_t n)
{
    return verb_owner(book, NULL, 0, word, n, NULL) == VERB_OF_RULES;
}

bool verb_is_of_rules(const Value *book, const char *line)
{
    size_t n = word_length(line);
    if (is_rules_word(book, line, n)) return true;
    if (any_verb(book, same_word, line, n, true)) return false;
    const char *second = line + n + strspn(line + n, " \t"); /* Bram search altar */
    return is_rules_word(book, second, word_length(second));
}
