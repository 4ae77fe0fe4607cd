/* What programs are told of a message to an author of rules, beside its text and place. */
#ifndef CAMPAIGN_MESSAGE_H
#define CAMPAIGN_MESSAGE_H

#include "core/text.h"
#include "core/tree.h"

/* Writes the fields of an open JSON object: "name", "sentence"; where they are known "column",
 * "end_column", "cure" and "edit".  about: a map of the cell, as lua/author/messages.lua makes it;
 * NULL or anything else: the message is only its text.  Rules may have made the map, so an edit is
 * left out when it is not one line of plain text. */
void message_write(Text *t, const Value *about, const char *text);

#endif
