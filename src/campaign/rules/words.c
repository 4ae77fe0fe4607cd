/* The descriptions of the words of the rule language are the text of include/sconce.lua, which is
 * compiled into the library.  In that text, a block of lines that begin with --- describes the word
 * on the line below it, as `function roll(name) end` or `turn = {}`, or the word after `@class`. */
#include "campaign/rules/words.h"

#include <string.h>
#include <utf8proc.h>

#include "campaign/rules/public_error.h"

/* --- accents --- */

/* Maximum accents on one letter in a text that is composed: as many as UAX #15 allows in a stream.
 * utf8proc sorts them in time that grows with the square of their number. */
enum { ACCENTS_MAX = 30 };

/* True if utf8proc may compose the text: it is UTF-8, not ASCII alone, in which nothing changes,
 * and no letter has more than ACCENTS_MAX accents.  Any other text is left as it is. */
static bool can_compose(const Text *t)
{
    unsigned code;
    int accents = 0; /* since the last letter */
    bool is_ascii = true;
    for (size_t i = 0, n; i < t->n; i += n) {
        n = text_code(t->s + i, t->n - i, &code);
        if (n == 0) return false; /* not UTF-8 */
        accents = utf8proc_get_property((int32_t)code)->combining_class ? accents + 1 : 0;
        if (accents > ACCENTS_MAX) return false;
        is_ascii = is_ascii && code < 0x80;
    }
    return !is_ascii;
}

void text_compose(Text *t)
{
    utf8proc_uint8_t *composed = NULL;
    if (t->failed || t->n == 0 || !can_compose(t)) return;
    ssize_t n = utf8proc_map((const utf8proc_uint8_t *)t->s, (ssize_t)t->n, &composed,
                             UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    t->n = 0;
    if (n >= 0) text_addn(t, composed, (size_t)n);
    t->failed = t->failed || n < 0;
    free(composed);
}

/* --- the nearest name --- */

Guess guess_start(const char *word)
{
    /* A name must need fewer changes than this to be near: see Guess.  lua/common.lua allows a
     * change less, since there are more words there that could be near by chance. */
    return (Guess){.word = word, .distance = strlen(word) / 3 + 2};
}

void guess_compare(Guess *g, const char *name, size_t n)
{
    size_t distance = text_distance(g->word, strlen(g->word), name, n, g->distance - 1);
    if (n > 0 && distance < g->distance) *g = (Guess){g->word, name, n, distance};
}

const char *sconce_nearest(const char *word, const char *const *names, size_t count)
{
    if (!word || !names) return NULL;
    Guess g = guess_start(word);
    for (size_t i = 0; i < count; i++)
        if (names[i]) guess_compare(&g, names[i], strlen(names[i]));
    return g.best;
}

bool sconce_misleads(unsigned code)
{
    return text_misleads(code);
}

/* --- the rule language ------------------------------------------------------------------- */

extern const char sconce_words[], sconce_messages[]; /* made by the Makefile */

/* A block of comment lines and its word, as pointers into the text. */
typedef struct {
    const char *begin, *end; /* its comment lines */
    const char *line;        /* the line below them */
    const char *name;        /* in that line or in the block; NULL: no word */
    size_t n;                /* length of the name */
} Block;

bool begins_with(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

bool ends_with(const char *s, const char *with)
{
    size_t n = strlen(s), with_n = strlen(with);
    return n > with_n && strcmp(s + n - with_n, with) == 0;
}

const char *line_after(const char *s)
{
    s += strcspn(s, "\n");
    return *s ? s + 1 : s;
}

/* Line breaks are left: they end a line of a plan. */
static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

const char *without_blanks(const char *s, size_t *n)
{
    while (*n > 0 && is_space(*s)) {
        s++;
        (*n)--;
    }
    while (*n > 0 && is_space(s[*n - 1])) (*n)--;
    return s;
}

/* The length of a name that may have dots and colons in it. */
static size_t name_length(const char *s)
{
    return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:");
}

/* Sets the block's name: the word declared on the line below it, else that of its @class. */
static void find_name(Block *b)
{
    const char *s = b->line;
    if (begins_with(s, "local ")) s += strlen("local ");
    if (begins_with(s, "function ")) s += strlen("function ");
    b->name = s;
    b->n = name_length(s);
    if (b->n > 0) return;
    b->name = NULL;
    for (s = b->begin; s < b->end; s = line_after(s))
        if (begins_with(s, "---@class ") || begins_with(s, "---@alias ")) {
            b->name = s + strlen("---@class "); /* @alias is as long */
            b->n = name_length(b->name);
            return;
        }
}

/* Finds the block at or after s; its begin is NULL if there is none. */
static Block next_block(const char *s)
{
    Block b = {0};
    while (*s && !begins_with(s, "---")) s = line_after(s);
    if (!*s) return b;
    b.begin = s;
    while (begins_with(s, "---")) s = line_after(s);
    b.end = b.line = s;
    find_name(&b);
    return b;
}

/* True if the block's name is the word, or ends in it: check_dice, rule.check_dice. */
static bool describes(const Block *b, const char *word)
{
    size_t n = strlen(word);
    if (!b->name || b->n < n || strncmp(b->name + b->n - n, word, n) != 0) return false;
    return b->n == n || strchr(".:", b->name[b->n - n - 1]);
}

/* Writes the heading of a block, `roll(name, about)`: its line without `function` and `end`. */
static void add_heading(Text *t, const Block *b)
{
    /* The name stands in the line below the comment, or else in @class. */
    bool declared = b->name >= b->line;
    size_t n = declared ? strcspn(b->name, "\n=") : b->n;
    if (n > 4 && strncmp(b->name + n - 4, " end", 4) == 0) n -= 4;
    text_addn(t, b->name, n);
    text_addc(t, '\n');
}

/* Writes a line that begins with a tag (n bytes): `@param who member  who does it` as `who: member
 * who does it`.  Of an `@class` it writes only the description, since its name is in the heading.
 * Other tags, which only tools read, are left out. */
static void add_tag(Text *t, const char *s, size_t n)
{
    /* The text before the name, or the first word, and behind it; NULL: it is left out. */
    static const struct {
        const char *tag, *before, *after;
    } tags[] = {{"@param ", "  ", ":"},
                {"@field ", "  .", ":"},
                {"@return ", "  gives ", ""},
                {"@class ", NULL, NULL}};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        size_t tag_n = strlen(tags[i].tag);
        if (n < tag_n || strncmp(s, tags[i].tag, tag_n) != 0) continue;
        const char *name = s + tag_n;
        size_t name_n = strcspn(name, " \n");
        if (tags[i].before)
            text_addf(t, "%s%.*s%s", tags[i].before, (int)name_n, name, tags[i].after);
        else if (name[name_n] == ' ')
            name_n++;
        text_addn(t, name + name_n, n - tag_n - name_n);
        return;
    }
}

/* Writes the heading of a block, and its comment indented. */
static void add_block(Text *t, const Block *b)
{
    size_t margin = b->begin[3] == ' ' ? 4 : 3; /* `--- text` or `---text` */
    add_heading(t, b);
    for (const char *s = b->begin; s < b->end; s = line_after(s)) {
        size_t n = strcspn(s, "\n"), skip = n < margin ? n : margin;
        ScopedText line = {0};
        bool tag = s[skip] == '@';
        if (tag)
            add_tag(&line, s + skip, n - skip);
        else
            text_addn(&line, s + skip, n - skip);
        /* An empty line stays; a tag of which nothing is told takes no line. */
        if (line.n > 0 || !tag) text_addf(t, "%s%s\n", line.n > 0 ? "  " : "", text_str(&line));
        if (line.failed) t->failed = true;
    }
}

/* --- fields ------------------------------------------------------------------------------
 *
 * Lines `---  KEY, KEY  text` of a block, with the lines below that are indented more, and lines
 * `---@field KEY type text`. */

/* Returns what a line of a block says of the field, as a pointer into the line; NULL if the line is
 * about something else.  Two forms have fields: `---@field keeps what`, and `---  keeps  what`, two
 * blanks behind the key.  A key such as on.begin() is the field begin. */
static const char *text_of_field(const char *line, const char *field)
{
    size_t n = strlen(field), end = strcspn(line, "\n");
    if (begins_with(line, "---@field ")) {
        const char *key = line + strlen("---@field ");
        return strncmp(key, field, n) == 0 && key[n] == ' ' ? key + n + 1 : NULL;
    }
    if (!begins_with(line, "---  ") || line[5] == ' ') return NULL;
    const char *key = line + strlen("---  "), *text = strstr(key, "  ");
    if (!text || text > line + end) return NULL;
    for (; key < text; key += strcspn(key, " ") + 1) {
        if (begins_with(key, "on.")) key += strlen("on.");
        if (strncmp(key, field, n) == 0 && strchr(",( ", key[n])) return text + strspn(text, " ");
    }
    return NULL;
}

/* Writes the name of a field, as `action.keeps`, above what the block says of it, if anything. */
static void add_field(Text *t, const Block *b, const char *field)
{
    for (const char *s = b->begin; s < b->end; s = line_after(s)) {
        const char *said = text_of_field(s, field);
        if (!said) continue;
        text_addn(t, b->name, b->n);
        text_addf(t, ".%s\n  ", field);
        text_addn(t, said, strcspn(said, "\n"));
        while ((s = line_after(s)) < b->end && begins_with(s, "---   ")) {
            const char *more = s + 3 + strspn(s + 3, " ");
            text_addc(t, ' ');
            text_addn(t, more, strcspn(more, "\n"));
        }
        text_addc(t, '\n');
        return;
    }
}

/* --- words and fields --- */

/* Writes every block that describes the word. */
static void add_words(Text *t, const char *word)
{
    size_t before = t->n;
    for (Block b = next_block(sconce_words); b.begin; b = next_block(b.line)) {
        if (!describes(&b, word)) continue;
        if (t->n > before) text_addc(t, '\n');
        add_block(t, &b);
    }
}

/* Writes the field of that name of every word, or only of the word before the dot. */
static void add_fields(Text *t, const char *word)
{
    ScopedText owner = {0};
    const char *dot = strrchr(word, '.'), *field = dot ? dot + 1 : word;
    text_addn(&owner, word, dot ? (size_t)(dot - word) : 0);
    for (Block b = next_block(sconce_words); b.begin; b = next_block(b.line))
        if (b.name && (!dot || describes(&b, text_str(&owner)))) add_field(t, &b, field);
}

/* --- messages ---
 *
 * The kinds of messages are described in rulesets/MESSAGES.md: `## `name``, sentences, and examples
 * between lines of ```, the first with what is wrong, the second put right. */

/* Returns what stands behind the heading of a kind of message; NULL: there is none of that name. */
static const char *find_message(const char *name)
{
    ScopedText head = {0};
    text_addf(&head, "\n## `%s`\n", name);
    const char *at = strpbrk(name, "`\n") ? NULL : strstr(sconce_messages, text_str(&head));
    return at ? at + head.n : NULL;
}

/* Appends the description of a kind of message, its examples indented. */
static bool add_message(Text *t, const char *name)
{
    const char *s = find_message(name);
    bool in_example = false;
    if (!s) return false;
    text_addf(t, "%s\n", name);
    for (s += *s == '\n'; *s && !begins_with(s, "## "); s = line_after(s)) {
        size_t n = strcspn(s, "\n");
        if (begins_with(s, "```")) {
            in_example = !in_example;
            if (in_example)
                text_add(t, begins_with(s, "```lua wrong") ? "  Wrong:\n" : "  Right:\n");
            continue;
        }
        /* Leaves out the empty line at the end of the description. */
        if (n == 0 && (!s[1] || begins_with(s + 1, "## "))) continue;
        text_add(t, n == 0 ? "" : in_example ? "    " : "  ");
        text_addn(t, s, n);
        text_addc(t, '\n');
    }
    return true;
}

bool words_describe(Text *t, const char *word)
{
    size_t before = t->n;
    add_words(t, word);
    add_fields(t, word);
    if (t->n == before) add_message(t, word);
    return t->n > before;
}

char *sconce_message(const char *name)
{
    Err err = {0};
    Text t = {0};
    bool found = public_check_given(name, "name", &err) && add_message(&t, name);
    return public_answer(found, &t, &err, NULL);
}

char *sconce_word(const char *word)
{
    Err err = {0};
    Text t = {0};
    if (word) return public_answer(words_describe(&t, word), &t, &err, NULL);
    for (Block b = next_block(sconce_words); b.begin; b = next_block(b.line)) {
        if (!b.name) continue;
        text_add(&t, t.n ? " " : "");
        text_addn(&t, b.name, b.n);
    }
    return public_answer(true, &t, &err, NULL);
}
