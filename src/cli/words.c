/* Reading include/sconce.lua as it was embedded: a block of `---` lines, then the word they are
 * about (`function roll(name) end`, `turn = {}`), or no word but an `---@class` in the block. */
#include "cli/words.h"

#include <string.h>

extern const char sconce_words[]; /* made by embed.sh */

/* A block and its word, as places in the text. */
typedef struct {
    const char *begin, *end; /* its comment lines */
    const char *line;        /* the line below */
    const char *name;        /* within line, or within the block; NULL: no word */
    size_t n;
} Block;

static const char *line_after(const char *s)
{
    s += strcspn(s, "\n");
    return *s ? s + 1 : s;
}

static bool begins(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

/* The length of a name that may have dots and colons in it. */
static size_t name_length(const char *s)
{
    return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:");
}

static void find_name(Block *b)
{
    const char *s = b->line;
    s += begins(s, "local ") ? 6 : 0;
    s += begins(s, "function ") ? 9 : 0;
    b->name = s;
    b->n = name_length(s);
    if (b->n > 0) return;
    b->name = NULL;
    for (s = b->begin; s < b->end; s = line_after(s))
        if (begins(s, "---@class ") || begins(s, "---@alias ")) {
            b->name = s + 10;
            b->n = name_length(b->name);
            return;
        }
}

/* The block at or after s; begin is NULL when there is none. */
static Block next_block(const char *s)
{
    Block b = {0};
    while (*s && !begins(s, "---"))
        s = line_after(s);
    if (!*s) return b;
    b.begin = s;
    while (begins(s, "---"))
        s = line_after(s);
    b.end = b.line = s;
    find_name(&b);
    return b;
}

static bool is_called(const Block *b, const char *word)
{
    size_t n = strlen(word);
    if (!b->name || b->n < n || strncmp(b->name + b->n - n, word, n) != 0) return false;
    return b->n == n || strchr(".:", b->name[b->n - n - 1]);
}

/* `roll(name, about)`, without what only Lua needs. */
static void write_head(const Ink *ink, const Block *b)
{
    Strip t = {0};
    bool declared = b->name >= b->line;
    const char *end = b->name + (declared ? strcspn(b->name, "\n=") : b->n);
    size_t n = (size_t)(end - b->name);
    if (n > 4 && strncmp(end - 4, " end", 4) == 0) n -= 4;
    strip_tint(&t, STRONG);
    strip_cleann(&t, b->name, n);
    strip_tint(&t, PLAIN);
    ink_write(ink, &t, 0, 4);
    strip_free(&t);
}

/* `@param who member  who does it` becomes `who: member  who does it`; of an @class only what is
 * said about it stays, its name being the head. */
static void put_tag(Strip *t, const char *s, size_t n)
{
    static const struct {
        const char *tag, *before, *after;
    } tags[] = {{"@param ", "  ", ":"},
                {"@field ", "  .", ":"},
                {"@return ", "  gives ", NULL},
                {"@class ", NULL, ""}};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        size_t tag = strlen(tags[i].tag);
        if (n < tag || strncmp(s, tags[i].tag, tag) != 0) continue;
        size_t name = tags[i].after ? strcspn(s + tag, " \n") : 0;
        if (tags[i].before) {
            strip_put(t, "%s", tags[i].before);
            strip_cleann(t, s + tag, name);
            strip_put(t, "%s", tags[i].after ? tags[i].after : "");
        } else if (s[tag + name] == ' ') {
            name++;
        }
        strip_cleann(t, s + tag + name, n - tag - name);
        return;
    }
}

static void write_block(const Ink *ink, const Block *b)
{
    size_t margin = b->begin[3] == ' ' ? 4 : 3; /* `--- text` or `---text` */
    write_head(ink, b);
    for (const char *s = b->begin; s < b->end; s = line_after(s)) {
        size_t n = strcspn(s, "\n"), skip = n < margin ? n : margin;
        Strip t = {0};
        if (s[skip] == '@')
            put_tag(&t, s + skip, n - skip);
        else
            strip_cleann(&t, s + skip, n - skip);
        if (t.n > 0 || s[skip] != '@') ink_write(ink, &t, 2, 4);
        strip_free(&t);
    }
}

bool words_write(const Ink *ink, const char *word)
{
    bool found = false;
    for (Block b = next_block(sconce_words); b.begin; b = next_block(b.line))
        if (is_called(&b, word)) {
            if (found) fputc('\n', ink->to);
            write_block(ink, &b);
            found = true;
        }
    return found;
}

void words_list(const Ink *ink)
{
    Strip t = {0};
    for (Block b = next_block(sconce_words); b.begin; b = next_block(b.line)) {
        if (!b.name) continue;
        strip_put(&t, t.n ? " " : "");
        strip_cleann(&t, b.name, b.n);
    }
    ink_write(ink, &t, 2, 2);
    strip_free(&t);
}
