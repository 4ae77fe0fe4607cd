/* Whatever the bytes are, reading goes on, at the next header if one or its JSON is wrong. */
#include "cli/lsp/inbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/term/styled_text.h"
#include "cli/term/waiting.h"

enum {
    HEADER_LINE_MAX = 4096, /* editors send some 40 bytes */
    BODY_MAX = 16 << 20,    /* bytes of one message: a file is at most RULE_FILE_MAX */
    QUEUE_MAX = 2000        /* messages that wait; the thread then waits, too */
};

typedef struct Queued {
    struct Queued *next;
    InboxEvent event;
    InboxItem item;
} Queued;

struct Inbox {
    int fd;
    pthread_t thread;
    void (*arrived)(void *data);
    void *data;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Queued *first, **last;
    int n;
    char *body;          /* of the message that is being read */
    char bytes[1 << 16]; /* read, and not used yet: from `at` to `end` */
    size_t at, end;
};

/* --- the queue --------------------------------------------------------------------------- */

static void push(Inbox *in, InboxEvent event, InboxItem item)
{
    Queued *q = must_have(calloc(1, sizeof *q));
    *q = (Queued){.event = event, .item = item};
    pthread_mutex_lock(&in->lock);
    while (in->n >= QUEUE_MAX) pthread_cond_wait(&in->changed, &in->lock);
    *in->last = q;
    in->last = &q->next;
    in->n++;
    in->arrived(in->data);
    pthread_cond_broadcast(&in->changed);
    pthread_mutex_unlock(&in->lock);
}

/* pthread_cancel ends the thread where it waits: for bytes, or for room in the queue. */
void inbox_close(Inbox *in)
{
    if (!in) return;
    pthread_cancel(in->thread);
    pthread_join(in->thread, NULL);
    for (Queued *q = in->first, *next; q; q = next) {
        next = q->next;
        json_decref(q->item.message);
        free(q);
    }
    free(in->body);
    free(in);
}

/* Marks the request of this id as cancelled, if it still waits. */
static void cancel(Inbox *in, const json_t *id)
{
    pthread_mutex_lock(&in->lock);
    for (Queued *q = in->first; q && id; q = q->next) {
        json_t *its = json_object_get(q->item.message, "id");
        if (its && json_equal(its, id)) q->item.cancelled = true;
    }
    pthread_mutex_unlock(&in->lock);
}

InboxEvent inbox_take(Inbox *in, int timeout_ms, InboxItem *item)
{
    struct timespec until = news_deadline(timeout_ms);
    *item = (InboxItem){0};
    pthread_mutex_lock(&in->lock);
    while (!in->first && news_await(&in->changed, &in->lock, timeout_ms < 0 ? NULL : &until))
        continue;
    Queued *q = in->first;
    InboxEvent event = q ? q->event : INBOX_QUIET;
    if (q && event != INBOX_END) { /* the end stays, for whoever asks again */
        in->first = q->next;
        if (!in->first) in->last = &in->first;
        in->n--;
        *item = q->item;
        free(q);
        pthread_cond_broadcast(&in->changed); /* the thread may wait for room */
    }
    pthread_mutex_unlock(&in->lock);
    return event;
}

bool inbox_waits(Inbox *in)
{
    pthread_mutex_lock(&in->lock);
    bool waits = in->first != NULL;
    pthread_mutex_unlock(&in->lock);
    return waits;
}

/* --- bytes ------------------------------------------------------------------------------- */

/* Reads more bytes.  False at the end. */
static bool fill(Inbox *in)
{
    ssize_t n;
    do n = read(in->fd, in->bytes, sizeof in->bytes);
    while (n < 0 && errno == EINTR);
    in->at = 0;
    in->end = n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* Reads a line of a header without its line break.  If the line is too long, `line` gets its last
 * part, in which length_in finds the next header behind a body.  False at the end of input, with
 * what stood before it. */
static bool read_line(Inbox *in, char line[HEADER_LINE_MAX])
{
    size_t n = 0;
    for (;;) {
        if (in->at == in->end && !fill(in)) {
            line[n] = '\0';
            return false;
        }
        char c = in->bytes[in->at++];
        if (c == '\n') break;
        if (n == HEADER_LINE_MAX - 1) {
            n /= 2;
            memmove(line, line + HEADER_LINE_MAX - 1 - n, n);
        }
        line[n++] = c;
    }
    if (n > 0 && line[n - 1] == '\r') n--;
    line[n] = '\0';
    return true;
}

/* Reads n bytes into `body`, or throws them away (NULL).  False at the end. */
static bool read_body(Inbox *in, char *body, size_t n)
{
    while (n > 0) {
        if (in->at == in->end && !fill(in)) return false;
        size_t part = in->end - in->at < n ? in->end - in->at : n;
        if (body) memcpy(body, in->bytes + in->at, part);
        if (body) body += part;
        in->at += part;
        n -= part;
    }
    return true;
}

/* --- messages ---------------------------------------------------------------------------- */

/* Returns the text behind "Content-Length:" in a line of a header; NULL: it is another line.  When
 * the length of the message before was too small, the rest of its body stands on the same line;
 * that is a JSON object, which ends with }. */
static const char *length_in(const char *line)
{
    static const char name[] = "content-length:";
    const char *found = NULL;
    for (const char *p = line; (p = strcasestr(p, name)); p++)
        if (p == line || p[-1] == '}') found = p + sizeof name - 1;
    return found;
}

/* Reads a header up to its empty line, or up to the end of input: whoever types there learns that
 * it was no message.  Sets *n to the Content-Length; -1: the header gives none, or one that is no
 * number.  False at the end of input. */
static bool read_header(Inbox *in, long long *n)
{
    char line[HEADER_LINE_MAX];
    *n = -1;
    for (bool any = false, said = false;; any = true) {
        bool more = read_line(in, line);
        said = said || *line;
        if (!more) return said;
        if (!*line && any) return true; /* an empty line before a header is passed over */
        const char *given = length_in(line);
        if (!given) continue;
        char *end;
        errno = 0;
        long long value = strtoll(given, &end, 10);
        bool is_number = !errno && end > given && end[strspn(end, " \t")] == '\0';
        *n = is_number && value >= 0 ? value : -1;
    }
}

static void push_broken(Inbox *in, const char *fault)
{
    push(in, INBOX_BROKEN, (InboxItem){.fault = fault});
}

/* Puts a message into the queue, unless it cancels another. */
static void push_message(Inbox *in, json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    if (method && strcmp(method, "$/cancelRequest") == 0) {
        cancel(in, json_object_get(json_object_get(message, "params"), "id"));
        json_decref(message);
    } else {
        push(in, INBOX_MESSAGE, (InboxItem){.message = message});
    }
}

/* Reads a message, and puts it or what is wrong with it into the queue.  False at the end. */
static bool read_message(Inbox *in)
{
    long long n;
    if (!read_header(in, &n)) return false;
    if (n < 0) {
        push_broken(in, "the header gives no Content-Length");
        return true;
    }
    if (n > BODY_MAX) {
        push_broken(in, "the message is longer than 16 MB");
        return read_body(in, NULL, (size_t)n);
    }
    in->body = must_have(malloc((size_t)n + 1));
    bool whole = read_body(in, in->body, (size_t)n);
    json_t *message = whole ? json_loadb(in->body, (size_t)n, JSON_ALLOW_NUL, NULL) : NULL;
    free(in->body);
    in->body = NULL;
    if (message)
        push_message(in, message);
    else if (whole)
        push_broken(in, "the message is no JSON");
    return whole;
}

static void *read_all(void *data)
{
    Inbox *in = data;
    while (read_message(in)) continue;
    push(in, INBOX_END, (InboxItem){0});
    return NULL;
}

Inbox *inbox_open(int fd, void (*arrived)(void *data), void *data)
{
    Inbox *in = must_have(calloc(1, sizeof *in));
    *in = (Inbox){.fd = fd, .arrived = arrived, .data = data};
    in->last = &in->first;
    pthread_mutex_init(&in->lock, NULL);
    news_open(&in->changed);
    if (thread_start(&in->thread, read_all, in)) return in;
    free(in);
    return NULL;
}
