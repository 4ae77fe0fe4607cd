/* `sconce play --json`, for programs. */
#ifndef CLI_PROGRAMS_H
#define CLI_PROGRAMS_H

#include "sconce.h"

/* Answers each line of standard input with one JSON object, until its end or a request to quit.
 * SIGINT stops the line that runs. */
void programs_play(Sconce *table);
/* Writes why a table did not open, as an object like a reply; "all" has every mistake in the rules.
 */
void programs_write_error(const SconceError *error);

#endif
