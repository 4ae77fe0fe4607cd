/* Names that the writer and the reader of an exported campaign share. */
#include "campaign/journal/carried.h"

#include <string.h>

const char *const carried_number[NUMBERS] = {"entry", "parent", "session", "wall",
                                             "date",  "turn",   "minutes"};
const char *const carried_text[TEXTS] = {"typed", "line",   "draws", "answers", "events",
                                         "rolls", "status", "state", "chain"};

bool carried_plain(int text)
{
    return text < PLAIN_TEXTS || text == CHAIN_AT;
}

bool carried_name(const char *name)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t n = strlen(name);
    return n > 4 && n < 100 && name[0] != '.' && name[0] != '-' && strspn(name, allowed) == n &&
           strcmp(name + n - 4, ".lua") == 0;
}
