/* SHA-256, in the order of FIPS 180-4: constants (4.2.2), functions (4.1.2), padding (5.1.1), the
 * computation of the hash (6.2.2). */
#include "core/hash.h"

#include <stdio.h>
#include <string.h>

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate_right(uint32_t x, int n)
{
    return (x >> n) | (x << (32 - n));
}

/* Adds one block to the hash: the schedule w, then 64 rounds. */
static void compress_block(Hash *h, const unsigned char *p)
{
    uint32_t w[64];
    for (int i = 0; i < 16; i++, p += 4)
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate_right(a, 7) ^ rotate_right(a, 18) ^ (a >> 3)) + w[i - 7] +
               (rotate_right(b, 17) ^ rotate_right(b, 19) ^ (b >> 10));
    }
    uint32_t s[8];
    memcpy(s, h->h, sizeof s);
    for (int i = 0; i < 64; i++) { /* s[0] to s[7] are a to h of the standard */
        uint32_t sigma1 = rotate_right(s[4], 6) ^ rotate_right(s[4], 11) ^ rotate_right(s[4], 25);
        uint32_t choose = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t t1 = s[7] + sigma1 + choose + round_constants[i] + w[i];
        uint32_t sigma0 = rotate_right(s[0], 2) ^ rotate_right(s[0], 13) ^ rotate_right(s[0], 22);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t t2 = sigma0 + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h->h[i] += s[i];
}

Hash hash_start(void)
{
    return (Hash){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                        0x1f83d9ab, 0x5be0cd19}};
}

/* Adds bytes: fills up the block that is begun, adds whole blocks, and keeps the rest for later. */
static void hash_add(Hash *h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    size_t buffered = h->length % 64;
    h->length += n;
    if (buffered > 0) {
        size_t fill = n < 64 - buffered ? n : 64 - buffered;
        if (fill > 0) memcpy(h->block + buffered, p, fill);
        p += fill;
        n -= fill;
        if (buffered + fill < 64) return;
        compress_block(h, h->block);
    }
    for (; n >= 64; p += 64, n -= 64) compress_block(h, p);
    if (n > 0) memcpy(h->block, p, n);
}

void hash_int(Hash *h, int64_t i)
{
    unsigned char b[8];
    for (int k = 0; k < 8; k++) b[k] = (unsigned char)((uint64_t)i >> (56 - 8 * k));
    hash_add(h, b, sizeof b);
}

void hash_field(Hash *h, const void *bytes, size_t n)
{
    hash_int(h, (int64_t)n);
    hash_add(h, bytes, n);
}

/* The padding is a 1 bit, then 0 bits up to the last 8 bytes of a block: the length in bits. */
void hash_end(Hash *h, unsigned char out[HASH_BYTES])
{
    static const unsigned char pad[64] = {0x80};
    uint64_t bits = h->length * 8;
    size_t buffered = h->length % 64;
    hash_add(h, pad, buffered < 56 ? 56 - buffered : 120 - buffered);
    hash_int(h, (int64_t)bits);
    for (int i = 0; i < HASH_BYTES; i++) out[i] = (unsigned char)(h->h[i / 4] >> (24 - i % 4 * 8));
}

void hash_hex(const unsigned char bytes[HASH_BYTES], char out[HASH_HEX])
{
    for (int i = 0; i < HASH_BYTES; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}
