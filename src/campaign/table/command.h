/* One command as a transaction.
 *
 * A command is a function of the last committed bytes, the line and the inputs so far.  It runs in
 * the cell and ends in one of three ways: its entry is committed; it asks, and the next line said
 * runs it again from its start with one input more; or it is refused, and nothing has happened. */
#ifndef CAMPAIGN_COMMAND_H
#define CAMPAIGN_COMMAND_H

#include "campaign/table/table.h"

/* Runs a new line. */
SconceReply command_start(Sconce *s, const char *line);
/* Takes a line said at the open question. */
SconceReply command_answer(Sconce *s, const char *line);
/* Runs the line that the journal remembers, as far as its last question. */
SconceReply command_resume(Sconce *s);
/* Makes the first entry, line "start".  party: text of party.lua, or NULL.  False with a sentence.
 */
bool command_first(Sconce *s, const char *seed, const Text *party, Err *err);

#endif
