/* The lines of an exported campaign, as both the writer and the reader of it know them:
 *
 *   {"sconce":"campaign","schema":1,"host":"0.1.0","entries":120}       first
 *   {"file":"house.lua","text":"…"}                                     each rule file of the
 * folder
 *   {"kept":"seed","value":"…"}                                         named values; "head" is the
 * entry that is now
 *   {"rules":HASH,"host":…,"heads":1,"files":[{"name":…,"text":…},…]}   each chain that was played
 *   {"session":1,"title":"…","date":…}
 *   {"entry":1,"parent":0,…,"next":2,…,"state":{…},"digest":…}          in the order made
 *   {"end":120,"digest":…}                                              last: SHA-256 of all lines
 * before it
 *
 * Values are as in carry.h. */
#ifndef CAMPAIGN_CARRIED_H
#define CAMPAIGN_CARRIED_H

#include "campaign/journal/store.h"

enum { CARRIED_SCHEMA = 1, CARRIED_FILES_MAX = 200 };

/* What the columns of an entry are called, in their order. */
extern const char *const carried_number[NUMBERS], *const carried_text[TEXTS];
bool carried_plain(int text);        /* a text, not canonical bytes? */
bool carried_name(const char *name); /* a rule file's, to be written into a folder as it is */

#endif
