/* Turns internal errors and texts into the errors and results that sconce.h promises. */
#pragma once

#include <stddef.h>
#include <string.h>

#include "core/text.h"
#include "sconce.h"

/* Copies text, place and kind into a public error, which may be NULL; its `all` stays as it is. */
static inline void public_error_set(SconceError *to, const Err *from)
{
    _Static_assert(sizeof to->text == sizeof from->text && sizeof to->file == sizeof from->file,
                   "both kinds of error have the same room");
    static const SconceWhy why[] = {
        [ERR_OTHER] = SCONCE_TOLD,        [ERR_READ_ONLY] = SCONCE_READ_ONLY,
        [ERR_UNDONE] = SCONCE_UNDONE,     [ERR_STATES] = SCONCE_STATES,
        [ERR_DICE] = SCONCE_DICE,         [ERR_ROOM] = SCONCE_TOLD,
        [ERR_UNPLAYED] = SCONCE_UNPLAYED, [ERR_NEWER] = SCONCE_TOLD,
        [ERR_STALE] = SCONCE_TOLD,        [ERR_COMMAND] = SCONCE_TOLD};
    if (!to) return;
    memcpy(to->text, from->text, sizeof to->text);
    if (!to->text[0]) memcpy(to->text, "out of memory", 14); /* nothing was set */
    memcpy(to->file, from->file, sizeof to->file);
    to->line = from->line;
    to->why = why[from->kind];
}

/* Refuses NULL for an argument that sconce.h requires. */
static inline bool public_check_given(const void *argument, const char *name, Err *err)
{
    return argument || err_set(err, "%s is NULL, and must be given", name);
}

/* Sizes of the structs that begin with struct_size, with the fields that libsconce.so.0 began with.
 * A struct_size of 0 stands for these: fields that were added later are not read then. */
enum {
    PUBLIC_OPTIONS_0 = offsetof(SconceOptions, memory_mb) + sizeof(int),
    PUBLIC_SIM_0 = offsetof(SconceSim, data) + sizeof(void *),
    PUBLIC_CHANCES_0 = offsetof(SconceChances, weigh_start) + sizeof(bool)
};

/* Copies such a struct of a caller, whose sconce.h may be older: fields that it does not have
 * become 0.  to, known: our struct and its size; first: the size that 0 stands for.  Refuses one of
 * a newer library, since its last fields are unknown. */
static inline bool public_copy_struct(void *to, size_t known, size_t first, const void *from,
                                      const char *name, Err *err)
{
    size_t size = 0;
    memset(to, 0, known);
    if (!public_check_given(from, name, err)) return false;
    memcpy(&size, from, sizeof size); /* struct_size, the first field */
    if (size > known)
        return err_set(
            err,
            "this program was made for a newer libsconce: its %s have %zu bytes, and %zu "
            "are known",
            name, size, known);
    memcpy(to, from, size ? size : first);
    return true;
}

static inline bool public_copy_options(SconceOptions *to, const SconceOptions *from, Err *err)
{
    return public_copy_struct(to, sizeof *to, PUBLIC_OPTIONS_0, from, "options", err);
}

/* Refuses an array of `n` texts that is NULL or holds NULL. */
static inline bool public_check_all_given(const char *const *texts, size_t n, const char *name,
                                          Err *err)
{
    bool given = n == 0 || public_check_given(texts, name, err);
    for (size_t i = 0; i < n && given; i++) given = public_check_given(texts[i], name, err);
    return given;
}

/* Makes the result of a public function: the text, which the caller then owns; or, when not ok or
 * out of memory, NULL and *error (may be NULL).  *t is spent. */
static inline char *public_answer(bool ok, Text *t, Err *err, SconceError *error)
{
    if (ok && !t->failed) return text_take(t);
    if (ok) err_set(err, "out of memory");
    text_free(t);
    if (error) *error = (SconceError){0};
    public_error_set(error, err);
    return NULL;
}
