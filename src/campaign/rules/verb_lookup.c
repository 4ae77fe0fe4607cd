/* Compares the first words of a line with the verbs of the book: the rules' and the program's. */
#include "campaign/rules/verb_lookup.h"

#include <string.h>

/* Compares a verb's name with the n letters typed at word: same_word or has_prefix. */
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

/* True if the verb matches, or one of its aliases. */
static bool verb_matches(const Value *verb, WordMatch *match, const char *word, size_t n)
{
    const Value *aka = value_get(verb, "aka");
    if (match(value_text(verb, "verb", ""), word, n)) return true;
    if (aka && aka->kind == TOKEN_TEXT) return match(aka->s, word, n);
    for (size_t i = 0; aka && aka->kind == TOKEN_LIST && i < aka->n; i++)
        if (aka->items[i].kind == TOKEN_TEXT && match(aka->items[i].s, word, n)) return true;
    return false;
}

/* The owner of a verb in the book: the ruleset; or the host, in the cell or on this side. */
typedef enum { OF_RULESET, OF_CELL, OF_CAMPAIGN } VerbOwner;

/* True if any verb of this owner matches the word of n letters. */
static bool has_verb(const Value *book, VerbOwner owner, WordMatch *match, const char *word,
                     size_t n)
{
    if (n == 0) return false;
    value_each (verb, value_list(book, "verbs")) {
        VerbOwner its = value_bool(verb, "campaign", false) ? OF_CAMPAIGN
                        : value_bool(verb, "host", false)   ? OF_CELL
                                                            : OF_RULESET;
        if (its == owner && verb_matches(verb, match, word, n)) return true;
    }
    return false;
}

bool is_exact_ruleset_verb(const Value *book, const char *line)
{
    return has_verb(book, OF_RULESET, same_word, line, word_length(line));
}

/* True if a host verb that the cell runs has this name, and does not yield.  A verb that yields
 * gives way to a verb of the ruleset that begins with the word. */
static bool is_firm_host_verb(const Value *book, const char *word, size_t n)
{
    value_each (verb, value_list(book, "verbs"))
        if (value_bool(verb, "yields", false) && verb_matches(verb, same_word, word, n))
            return false;
    return has_verb(book, OF_CELL, same_word, word, n);
}

/* True if the word is a verb of the ruleset or an abbreviation of one.  A host verb typed in full
 * comes before an abbreviation, unless it yields. */
static bool is_ruleset_verb(const Value *book, const char *word)
{
    size_t n = word_length(word);
    return has_verb(book, OF_RULESET, same_word, word, n) ||
           (!is_firm_host_verb(book, word, n) && has_verb(book, OF_RULESET, has_prefix, word, n));
}

bool is_ruleset_line(const Value *book, const char *line)
{
    bool names_host_verb = has_verb(book, OF_CELL, same_word, line, word_length(line));
    if (names_host_verb && !is_ruleset_verb(book, line)) return false;
    while (*line && !is_ruleset_verb(book, line)) { /* "Bram, Old Tom search altar" */
        line += word_length(line);
        line += strspn(line, " \t");
    }
    return *line != '\0';
}
