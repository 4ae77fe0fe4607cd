/* Writes and reads canonical bytes, one token at a time.  Writing trusts its caller.  Reading
 * trusts nothing: every value has one encoding, and any other is refused with the reason. */
#include "core/value.h"

#include <assert.h>
#include <endian.h>
#include <math.h>
#include <string.h>

#include "core/quantity.h"
#include "core/ratio.h"

enum { VARINT_MAX = 10 }; /* bytes of the longest: 64 bits, seven a byte */

/* --- writing --- */

/* Writes a varint; returns its length. */
static size_t write_varint(char *to, uint64_t u)
{
    size_t n = 0;
    for (; u >= 0x80; u >>= 7) to[n++] = (char)(u | 0x80);
    to[n++] = (char)u;
    return n;
}

static uint64_t zigzag(int64_t i)
{
    return ((uint64_t)i << 1) ^ (i < 0 ? UINT64_MAX : 0);
}

/* Like text_reserve, but without a call where there is room: every value passes here. */
static inline char *make_room(Text *t, size_t n)
{
    return t->room - t->n > n && !t->failed ? t->s + t->n : text_reserve(t, n);
}

/* Ends writing into the room of a text: all bytes up to `end` are now part of it. */
static void end_write(Text *t, char *end)
{
    *end = '\0';
    t->n = (size_t)(end - t->s);
}

void put_bool(Text *t, bool b)
{
    text_addc(t, b ? 'T' : 'F');
}

void put_int(Text *t, int64_t i)
{
    char *to = make_room(t, 1 + VARINT_MAX);
    if (!to) return;
    *to++ = 'i';
    end_write(t, to + write_varint(to, zigzag(i)));
}

void put_real(Text *t, double d)
{
    assert(!isnan(d));
    char *to = make_room(t, 1 + sizeof(uint64_t));
    if (!to) return;
    uint64_t bits;
    d = d == 0 ? 0.0 : d; /* -0 would be a second way to write 0 */
    memcpy(&bits, &d, sizeof bits);
    bits = htobe64(bits);
    *to++ = 'd';
    memcpy(to, &bits, sizeof bits);
    end_write(t, to + sizeof bits);
}

/* Writes a length and as many bytes; returns their end. */
static char *put_sized(char *to, const void *s, size_t n)
{
    to += write_varint(to, n);
    if (n > 0) memcpy(to, s, n);
    return to + n;
}

void put_textn(Text *t, const char *s, size_t n)
{
    char *to = make_room(t, 1 + VARINT_MAX + n);
    if (!to) return;
    *to++ = 's';
    end_write(t, put_sized(to, s, n));
}

void put_text(Text *t, const char *s)
{
    put_textn(t, s, strlen(s));
}

static uint64_t magnitude(int64_t i)
{
    return i < 0 ? -(uint64_t)i : (uint64_t)i;
}

void put_quantity(Text *t, int64_t num, int64_t den, const char *unit)
{
    size_t n = strlen(unit);
    assert(den > 0 && n < UNIT_MAX);
    int64_t by = (int64_t)ratio_gcd((uint64_t)den, magnitude(num)); /* divides den, so it fits */
    char *to = make_room(t, 1 + 3 * VARINT_MAX + n);
    if (!to) return;
    *to++ = 'q';
    to += write_varint(to, zigzag(num / by));
    to += write_varint(to, (uint64_t)(den / by));
    end_write(t, put_sized(to, unit, n));
}

static void put_count(Text *t, char tag, size_t n)
{
    char *to = make_room(t, 1 + VARINT_MAX);
    if (!to) return;
    *to++ = tag;
    end_write(t, to + write_varint(to, n));
}

void put_list(Text *t, size_t n)
{
    put_count(t, 'l', n);
}

void put_map(Text *t, size_t n)
{
    put_count(t, n ? 'm' : 'l', n);
}

void put_key(Text *t, const char *key)
{
    put_keyn(t, key, strlen(key));
}

void put_keyn(Text *t, const char *key, size_t n)
{
    char *to = make_room(t, VARINT_MAX + n);
    if (to) end_write(t, put_sized(to, key, n));
}

void put_raw(Text *t, const void *bytes, size_t n)
{
    text_addn(t, bytes, n);
}

/* Keeps the fields sorted by insertion, since there are only a few. */
Text *map_field(MapWriter *f, const char *key)
{
    assert(f->n < MAP_FIELDS_MAX);
    size_t i = f->n++;
    for (; i > 0 && strcmp(f->at[i - 1].key, key) > 0; i--) f->at[i] = f->at[i - 1];
    f->at[i].key = key;
    f->at[i].value = (Text){0};
    return &f->at[i].value;
}

bool map_end(MapWriter *f, Text *out)
{
    bool failed = false;
    put_map(out, f->n);
    for (size_t i = 0; i < f->n; i++) {
        Text *value = &f->at[i].value;
        failed = failed || value->failed;
        put_key(out, f->at[i].key);
        put_raw(out, value->s, value->n);
        text_free(value);
    }
    f->n = 0;
    if (failed) out->failed = true;
    return !out->failed;
}

/* --- reading --- */

Reader reader_of(const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    return (Reader){at, n ? at + n : at, 0};
}

static size_t bytes_left(const Reader *r)
{
    return (size_t)(r->end - r->at);
}

static bool fail_cut_short(Err *err)
{
    return err_set(err, "the bytes end in the middle of a value");
}

/* Reads a varint of any length. */
static bool read_long_varint(Reader *r, uint64_t *u, Err *err)
{
    *u = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (r->at == r->end) return fail_cut_short(err);
        unsigned char c = *r->at++;
        if (shift == 63 && c > 1) return err_set(err, "a number is past 64 bits");
        *u |= (uint64_t)(c & 0x7F) << shift;
        if (c < 0x80)
            return c > 0 || shift == 0 || err_set(err, "a number is not in its shortest form");
    }
    return err_set(err, "a number is past 64 bits");
}

static inline bool read_varint(Reader *r, uint64_t *u, Err *err)
{
    if (r->at < r->end && *r->at < 0x80) {
        *u = *r->at++;
        return true;
    }
    return read_long_varint(r, u, err);
}

static bool read_zigzag(Reader *r, int64_t *i, Err *err)
{
    uint64_t u;
    if (!read_varint(r, &u, err)) return false;
    *i = (int64_t)(u >> 1 ^ (u & 1 ? UINT64_MAX : 0));
    return true;
}

static bool read_real(Reader *r, double *d, Err *err)
{
    uint64_t bits;
    if (bytes_left(r) < sizeof bits) return fail_cut_short(err);
    memcpy(&bits, r->at, sizeof bits);
    bits = be64toh(bits);
    memcpy(d, &bits, sizeof bits);
    if (isnan(*d)) return err_set(err, "a float is not a number");
    if (*d == 0 && bits != 0) return err_set(err, "a zero has a sign");
    r->at += sizeof bits;
    return true;
}

/* Reads a length and as many bytes of UTF-8; *s points into the bytes. */
static bool read_text(Reader *r, const char **s, size_t *n, Err *err)
{
    uint64_t len;
    if (!read_varint(r, &len, err)) return false;
    if (len > bytes_left(r)) return fail_cut_short(err);
    if (!text_is_utf8(r->at, len)) return err_set(err, "a text is not UTF-8");
    *s = (const char *)r->at;
    *n = len;
    r->at += len;
    return true;
}

/* Reads the parts of a quantity; t->s gets the unit, inside the bytes. */
static bool read_quantity(Reader *r, Token *t, Err *err)
{
    uint64_t den;
    if (!read_zigzag(r, &t->integer, err) || !read_varint(r, &den, err)) return false;
    if (den == 0 || den > INT64_MAX)
        return err_set(err, "a quantity's denominator is out of range");
    if (ratio_gcd(den, magnitude(t->integer)) != 1)
        return err_set(err, "a quantity is not in lowest terms");
    t->den = (int64_t)den;
    if (!read_text(r, &t->s, &t->n, err)) return false;
    if (t->n >= UNIT_MAX || memchr(t->s, '\0', t->n)) return err_set(err, "a unit is not a word");
    return true;
}

/* Reads a count of elements that take at least `each` bytes, so that no count can ask for more
 * memory than the message justifies. */
static bool read_count(Reader *r, size_t *n, size_t each, Err *err)
{
    uint64_t u;
    if (!read_varint(r, &u, err)) return false;
    if (u > bytes_left(r) / each) return fail_cut_short(err);
    *n = u;
    return true;
}

static bool read_map_count(Reader *r, size_t *n, Err *err)
{
    if (!read_count(r, n, 2, err)) return false; /* a byte for a key, one for its value */
    return *n > 0 || err_set(err, "an empty map is not written as an empty list");
}

bool reader_next(Reader *r, Token *t, Err *err)
{
    if (r->at == r->end) return fail_cut_short(err);
    unsigned char tag = *r->at++;
    switch (tag) {
    case 'F':
    case 'T':
        t->kind = TOKEN_BOOL;
        t->boolean = tag == 'T';
        return true;
    case 'i': t->kind = TOKEN_INT; return read_zigzag(r, &t->integer, err);
    case 'd': t->kind = TOKEN_REAL; return read_real(r, &t->real, err);
    case 's': t->kind = TOKEN_TEXT; return read_text(r, &t->s, &t->n, err);
    case 'q': t->kind = TOKEN_QUANTITY; return read_quantity(r, t, err);
    case 'l': t->kind = TOKEN_LIST; return read_count(r, &t->n, 1, err);
    case 'm': t->kind = TOKEN_MAP; return read_map_count(r, &t->n, err);
    default: r->at--; return err_set(err, "0x%02x begins no value", tag);
    }
}

int key_order(const char *a, size_t an, const char *b, size_t bn)
{
    size_t n = an < bn ? an : bn;
    int order = n ? memcmp(a, b, n) : 0;
    return order ? order : (an > bn) - (an < bn);
}

bool reader_key(Reader *r, const char **key, size_t *n, const char *prev, size_t prev_n, Err *err)
{
    if (!read_text(r, key, n, err)) return false;
    if (!prev) return true;
    int order = key_order(prev, prev_n, *key, *n);
    if (order == 0) return err_set(err, "a key comes twice");
    return order < 0 || err_set(err, "keys are out of order");
}

bool reader_measure(Reader *r, TreeSize *size, Err *err)
{
    Token t;
    if (!reader_next(r, &t, err)) return false;
    if (t.kind == TOKEN_TEXT || t.kind == TOKEN_QUANTITY) size->texts += t.n + 1;
    if (t.kind != TOKEN_LIST && t.kind != TOKEN_MAP) return true;
    if (r->depth >= MESSAGE_DEPTH)
        return err_set(err, "lists and maps lie more than %d deep", MESSAGE_DEPTH);
    r->depth++;
    size->values += t.n;
    if (t.kind == TOKEN_MAP) size->pairs += t.n;
    const char *key, *prev = NULL;
    size_t n, prev_n = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (t.kind == TOKEN_MAP) {
            if (!reader_key(r, &key, &n, prev, prev_n, err)) return false;
            prev = key;
            prev_n = n;
            size->texts += n + 1;
        }
        if (!reader_measure(r, size, err)) return false;
    }
    r->depth--;
    return true;
}

bool reader_skip(Reader *r, Err *err)
{
    return reader_measure(r, &(TreeSize){0}, err);
}
