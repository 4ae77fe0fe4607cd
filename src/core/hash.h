/* SHA-256 (FIPS 180-4): names a chain of rules, and shows that a journal entry is unchanged. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HASH_BYTES = 32, HASH_HEX = 65 }; /* 65: with the NUL */

/* A SHA-256 in progress. */
typedef struct {
    uint32_t h[8];           /* the hash of all whole blocks */
    uint64_t length;         /* bytes added so far */
    unsigned char block[64]; /* the last length % 64 bytes, not hashed yet */
} Hash;

Hash hash_start(void);
/* Adds the length, then the bytes, so that "ab" and "c" give another hash than "a" and "bc". */
void hash_field(Hash *h, const void *bytes, size_t n);
/* Adds eight bytes, the highest first. */
void hash_int(Hash *h, int64_t i);
/* Pads the bytes added and writes their hash; *h cannot be used again. */
void hash_end(Hash *h, unsigned char out[HASH_BYTES]);
/* Writes the hash in hexadecimal, ended by a NUL. */
void hash_hex(const unsigned char bytes[HASH_BYTES], char out[HASH_HEX]);
