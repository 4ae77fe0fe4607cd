/* SHA-256 (FIPS 180-4), to know a chain of rules and a journal entry again. */
#ifndef CAMPAIGN_HASH_H
#define CAMPAIGN_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_BYTES = 32, HASH_HEX = 65 };

typedef struct {
    uint32_t h[8];
    uint64_t length;
    unsigned char block[64];
} Hash;

Hash hash_start(void);
void hash_add(Hash *h, const void *bytes, size_t n);
/* A length before the bytes, so that two fields never run into each other. */
void hash_field(Hash *h, const void *bytes, size_t n);
void hash_int(Hash *h, int64_t i);
void hash_end(Hash *h, unsigned char out[HASH_BYTES]);
/* In hexadecimal, with a NUL. */
void hash_hex(const unsigned char bytes[HASH_BYTES], char out[HASH_HEX]);

#endif
