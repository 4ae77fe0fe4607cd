#include "campaign/rules/public_error.h"

#include <stdio.h>
#include <string.h>

void public_error_set(SconceError *to, const Err *from)
{
    if (!to) return;
    _Static_assert(sizeof to->text == sizeof from->text && sizeof to->file == sizeof from->file,
                   "an error inside is an error outside");
    memcpy(to->text, from->text, sizeof to->text);
    if (!to->text[0])
        snprintf(to->text, sizeof to->text, "out of memory"); /* no sentence was set */
    memcpy(to->file, from->file, sizeof to->file);
    to->line = from->line;
    static const SconceWhy why[] = {SCONCE_TOLD,   SCONCE_READ_ONLY, SCONCE_UNDONE,
                                    SCONCE_STATES, SCONCE_DICE,      SCONCE_TOLD};
    to->why = why[from->kind];
}

char *public_answer(bool ok, Text *t, Err *err, SconceError *error)
{
    if (ok && !t->failed) return text_take(t);
    if (ok) err_set(err, "out of memory");
    text_free(t);
    if (error) *error = (SconceError){0};
    public_error_set(error, err);
    return NULL;
}
