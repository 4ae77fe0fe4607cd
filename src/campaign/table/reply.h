/* Replies, as the JSON that sconce.h promises. */
#ifndef CAMPAIGN_REPLY_H
#define CAMPAIGN_REPLY_H

#include "campaign/table/table.h"
#include "campaign/view/lines.h"

/* How many events and rolls of a play an earlier reply has shown. */
typedef struct {
    size_t events, rolls;
} Shown;

/* The line is done. */
SconceReply reply_done(Sconce *s, const PlayReply *p, Shown shown);
/* The pending command asks. */
SconceReply reply_asks(Sconce *s, Shown shown);
/* The line was refused; with the open question again, if there is one. */
SconceReply reply_refused(Sconce *s, const char *command, const Err *err);
/* The line only shows something: styled lines, which are freed; the text is then their words.  Or a
 * text, with no lines or NULL. */
SconceReply reply_text(Sconce *s, const char *command, const Text *text, StyledLines *l);

/* Appends the open question, as an object. */
void reply_write_question(Text *t, const Value *ask);
/* Appends a status object; {} when there is none. */
void reply_write_status(Text *t, const Value *status);
/* Appends a list of texts from lines. */
void reply_write_lines(Text *t, const char *lines);

#endif
