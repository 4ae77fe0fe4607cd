/* A block of lines that begin with --- stands above what it is about: `function roll(name) end`,
 * `turn = {}`, or a `@class` inside the block. */
#include "campaign/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/find.h"

enum { WORDS_MAX = 1 << 20 };

static const char *line_after(const char *s)
{
    s += strcspn(s, "\n");
    return *s ? s + 1 : s;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

/* Is the name at s the word, or does it end in it (rule.check_dice)? */
static bool is_named(const char *s, const char *word)
{
    size_t length = 0, n = strlen(word);
    while (in_name(s[length]))
        length++;
    if (length < n || strncmp(s + length - n, word, n) != 0) return false;
    return length == n || strchr(".:", s[length - n - 1]);
}

static bool is_about(const char *block, const char *below, const char *word)
{
    if (strncmp(below, "function ", 9) == 0) below += 9;
    if (strncmp(below, "local ", 6) == 0) below += 6;
    if (is_named(below, word)) return true;
    for (const char *s = block; s < below; s = line_after(s))
        if (strncmp(s, "---@class ", 10) == 0 && is_named(s + 10, word)) return true;
    return false;
}

static void show_block(Text *t, const char *block, const char *below)
{
    size_t n = strcspn(below, "\n=");
    if (n > 4 && strncmp(below + n - 4, " end", 4) == 0) n -= 4;
    if (strncmp(below, "function ", 9) == 0) below += 9, n -= 9;
    text_addn(t, below, n);
    text_addc(t, '\n');
    for (const char *s = block; strncmp(s, "---", 3) == 0; s = line_after(s)) {
        const char *from = s + 3 + (s[3] == ' ');
        if (*from == '@') from++;
        text_add(t, "  ");
        text_addn(t, from, strcspn(from, "\n"));
        text_addc(t, '\n');
    }
}

static bool show_from(Text *t, const char *s, const char *word)
{
    bool found = false;
    while (*s) {
        const char *block = s;
        while (strncmp(s, "---", 3) == 0)
            s = line_after(s);
        if (s > block && is_about(block, s, word)) {
            show_block(t, block, s);
            found = true;
        }
        s = line_after(s);
    }
    return found;
}

bool words_show(Text *t, const char *word)
{
    Text file = {0};
    char *path = find_part("include/sconce.lua");
    if (!path) path = find_part("sconce.lua");
    bool found =
        path && read_text_file(path, WORDS_MAX, &file, NULL) && show_from(t, text_str(&file), word);
    free(path);
    text_free(&file);
    return found;
}
