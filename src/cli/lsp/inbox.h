/* The messages of the editor: read from a descriptor by a thread of its own, and kept in a queue.
 *
 * A message is a header, "Content-Length: N", an empty line, and N bytes of JSON.  The thread is
 * there so that a long try can be stopped when a message arrives, and a request cancelled before it
 * is answered. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

typedef struct Inbox Inbox;

/* Begins to read from the descriptor.  arrived() is called in the reading thread after each message
 * that was put into the queue.  NULL: no thread could be started. */
Inbox *inbox_open(int fd, void (*arrived)(void *data), void *data);

/* Ends the thread, and frees the inbox with all that waits.  NULL is fine. */
void inbox_close(Inbox *in);

typedef enum {
    INBOX_MESSAGE, /* a message */
    INBOX_BROKEN,  /* bytes that were no message; reading goes on behind them */
    INBOX_QUIET,   /* nothing arrived in time */
    INBOX_END      /* the editor has closed its side */
} InboxEvent;

/* The message or fault that was taken from the queue. */
typedef struct {
    json_t *message;   /* of INBOX_MESSAGE: the caller frees it; else NULL */
    bool cancelled;    /* the editor does not want the answer any more */
    const char *fault; /* of INBOX_BROKEN: what is wrong */
} InboxItem;

/* Takes the next message, or waits for one, at most `timeout_ms`; -1: for ever. */
InboxEvent inbox_take(Inbox *in, int timeout_ms, InboxItem *item);
/* True when a message waits. */
bool inbox_waits(Inbox *in);
