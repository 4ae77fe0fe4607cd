/* ASCII letters, digits and blanks, and numbers written in them.  Unlike <ctype.h> these ignore the
 * locale, which the embedding program may have set. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static inline bool is_letter(char c)
{
    return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}

static inline bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads decimal digits: moves *at behind them, and appends them to those of *n (1 and "25" make
 * 125).  Returns how many there were, or -1 when the number would pass 64 bits. */
static inline int read_digits(const char **at, const char *end, int64_t *n)
{
    int digits = 0;
    for (; *at < end && is_digit(**at); ++*at, digits++)
        if (__builtin_mul_overflow(*n, 10, n) || __builtin_add_overflow(*n, **at - '0', n))
            return -1;
    return digits;
}
