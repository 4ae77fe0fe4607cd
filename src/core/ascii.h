/* Classes of ASCII characters, comparison that treats capitals as small letters, and reading of
 * digits.  Unlike <ctype.h> these ignore the locale, which the embedding program may have set. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static inline char to_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c;
}

static inline bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool is_letter(char c)
{
    return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}

static inline bool is_letter_or_digit(char c)
{
    return is_letter(c) || is_digit(c);
}

static inline bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Compares at most n bytes of two strings like strncmp, treating capitals as small letters. */
static inline int compare_letters(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char x = (unsigned char)to_lower(a[i]), y = (unsigned char)to_lower(b[i]);
        if (x != y || !x) return x - y;
    }
    return 0;
}

/* True if a text contains the part_n bytes of `part`, in capitals or not. */
static inline bool holds_letters(const char *text, const char *part, size_t part_n)
{
    for (; *text; text++)
        if (compare_letters(text, part, part_n) == 0) return true;
    return part_n == 0;
}

/* Reads decimal digits and moves *at behind them.  They are appended to *n: 1 and "25" make 125.
 * Returns how many there were, or -1 when the number would pass 64 bits. */
static inline int read_digits(const char **at, const char *end, int64_t *n)
{
    int digits = 0;
    for (; *at < end && is_digit(**at); ++*at, digits++)
        if (__builtin_mul_overflow(*n, 10, n) || __builtin_add_overflow(*n, **at - '0', n))
            return -1;
    return digits;
}
