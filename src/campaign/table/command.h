/* One command as a transaction.
 *
 * A command is a function of the last committed bytes, the line and the inputs so far.  At each
 * question the worker ends; the next input runs the command again from its start with one input
 * more. */
#ifndef CAMPAIGN_COMMAND_H
#define CAMPAIGN_COMMAND_H

#include "campaign/table/table.h"

/* Runs a new line. */
SconceReply command_start(Sconce *s, const char *line);
/* Takes a line said at the open question. */
SconceReply command_answer(Sconce *s, const char *line);
/* Runs the line that the journal remembers, as far as its last question. */
SconceReply command_resume(Sconce *s);
/* Forgets the pending command; its mark in the journal, too. */
void command_drop(Sconce *s);
/* Makes the first entry, line "start".  party: text of party.lua, or NULL.  False with a sentence.
 */
bool command_first(Sconce *s, const char *seed, const Text *party, Err *err);

#endif
