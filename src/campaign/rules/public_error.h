/* Errors as sconce.h promises them, made from the library's own. */
#ifndef CAMPAIGN_PUBLIC_ERROR_H
#define CAMPAIGN_PUBLIC_ERROR_H

#include "core/text.h"
#include "sconce.h"

/* Copies sentence, place and kind into a public error, which may be NULL.  Its `all` is left as it
 * is. */
void public_error_set(SconceError *to, const Err *from);
/* The result of a public function: the text, which the caller owns, when `ok` and memory sufficed;
 * else NULL with *error filled (it may be NULL).  Frees or gives away *t in either case. */
char *public_answer(bool ok, Text *t, Err *err, SconceError *error);

#endif
