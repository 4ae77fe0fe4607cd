/* Replies, as the JSON that sconce.h promises. */
#ifndef CAMPAIGN_REPLY_H
#define CAMPAIGN_REPLY_H

#include "campaign/table/table.h"
#include "campaign/view/lines.h"

/* The line is done.  The counts say how many events and rolls earlier replies have shown. */
SconceReply reply_done(Sconce *s, const PlayReply *p, size_t events_shown, size_t rolls_shown);
/* The pending command asks. */
SconceReply reply_asks(Sconce *s);
/* The line was refused; with the open question again, if there is one. */
SconceReply reply_refused(Sconce *s, const char *command, const Err *err);
/* Ready-made lines, for a line that only shows something. */
SconceReply reply_text(Sconce *s, const char *command, const Text *text);
/* The same with styled lines, whose plain words are the text; frees them. */
SconceReply reply_lines(Sconce *s, const char *command, StyledLines *l);

/* Appends the open question, as an object. */
void reply_write_question(Text *t, const Value *ask);
/* Appends a status object; {} when there is none. */
void reply_write_status(Text *t, const Value *status);
/* Appends a list of texts from lines. */
void reply_write_lines(Text *t, const char *lines);

#endif
