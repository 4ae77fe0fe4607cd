/* The keys by which browsers are let in: they are kept for each campaign, so that a bookmark and an
 * open page are good after a restart. */
#ifndef CLI_KEYS_H
#define CLI_KEYS_H

#include <stdbool.h>

enum { KEY_LETTERS = 32, CODE_LETTERS = 8 };

typedef struct {
    char gm[KEY_LETTERS + 1];     /* 128 random bits or more */
    char player[KEY_LETTERS + 1]; /* which whoever knows the code is given */
    char code[CODE_LETTERS + 1];
} TableKeys;

/* Finds the keys of a campaign folder, or draws them and keeps them, for this user alone, outside
 * of the folder, which may come from a stranger or go to one.  folder NULL: they are not kept.
 * anew: those of earlier are thrown away.  False: the system has no random numbers. */
bool keys_find(TableKeys *keys, const char *folder, bool anew);

#endif
