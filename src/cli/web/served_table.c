/* A table's thread takes its requests from a queue; what pages are to show goes to the server's
 * thread by an atomic exchange, so that neither waits for the other. */
#include "cli/web/served_table.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"
#include "cli/term/waiting.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* --- requests on their way --- */

Task *task_new(TaskRun *run, json_t *body, void *asker)
{
    Task *t = must_have(calloc(1, sizeof *t));
    *t = (Task){.run = run, .body = body, .status = 200, .asker = asker};
    return t;
}

void task_free(Task *t)
{
    if (!t) return;
    json_decref(t->body);
    free(t->reply);
    free(t);
}

void task_queue_open(TaskQueue *q)
{
    *q = (TaskQueue){0};
    pthread_mutex_init(&q->lock, NULL);
    news_open(&q->news);
}

void task_queue_free(TaskQueue *q)
{
    pthread_cond_destroy(&q->news);
    pthread_mutex_destroy(&q->lock);
}

void task_queue_add(TaskQueue *q, Task *t)
{
    pthread_mutex_lock(&q->lock);
    t->next = NULL;
    if (q->first)
        q->last->next = t;
    else
        q->first = t;
    q->last = t;
    pthread_cond_signal(&q->news);
    pthread_mutex_unlock(&q->lock);
}

Task *task_queue_take(TaskQueue *q, int64_t wait_ms)
{
    struct timespec until = news_deadline(wait_ms);
    bool late = false;
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->woken && !late)
        late = !news_await(&q->news, &q->lock, wait_ms < 0 ? NULL : &until);
    Task *t = q->first;
    if (t) q->first = t->next;
    q->woken = false;
    pthread_mutex_unlock(&q->lock);
    return t;
}

static void task_queue_wake(TaskQueue *q)
{
    pthread_mutex_lock(&q->lock);
    q->woken = true;
    pthread_cond_signal(&q->news);
    pthread_mutex_unlock(&q->lock);
}

/* --- what pages are sent ------------------------------------------------------------- */

void shown_release(Shown *s)
{
    if (!s || --s->users > 0) return;
    for (int who = 0; who < 2; who++) free(s->event[who]);
    free(s);
}

/* Makes the text that /api/events sends this viewer (server-sent events: id, event, data). */
static void make_event(Shown *s, Sconce *table, SconceWho who)
{
    s->event[who] = formatted("id: %" PRId64 "\nevent: view\ndata: %s\n\n", s->version,
                              sconce_view(table, who));
    s->n[who] = strlen(s->event[who]);
}

static void ring(int fd)
{
    if (fd >= 0 && eventfd_write(fd, 1) != 0)
        return; /* fails only when the count is full: then nobody has read it yet */
}

void served_table_publish(ServedTable *t)
{
    Shown *s = must_have(calloc(1, sizeof *s));
    *s = (Shown){.users = 1, .version = ++t->version};
    make_event(s, t->table, SCONCE_GM);
    make_event(s, t->table, SCONCE_PLAYERS);
    shown_release(atomic_exchange(&t->fresh, s)); /* frees views that the server never saw */
    ring(t->server_news);
    /* wakes the table's own thread, which may have to wait for another light now */
    if (t->runs && !pthread_equal(pthread_self(), t->thread)) task_queue_wake(&t->asked);
}

bool served_table_look(ServedTable *t)
{
    Shown *s = atomic_exchange(&t->fresh, NULL);
    if (!s) return false;
    shown_release(t->shown);
    t->shown = s;
    return true;
}

/* --- lines ----------------------------------------------------------------------------- */

/* Keeps a copy of a reply in place of the oldest one that is kept. */
static void keep_reply(ServedTable *t, SconceWho who, const char *id, const char *json)
{
    KeptReply *k = &t->kept[t->next_kept];
    if (!*id) return; /* a request without an id is never sent twice */
    t->next_kept = (t->next_kept + 1) % REPLIES_KEPT;
    free(k->json);
    k->who = who;
    k->json = must_have(strdup(json));
    snprintf(k->id, sizeof k->id, "%s", id);
}

const char *served_table_say(ServedTable *t, SconceWho who, const char *token, const char *text,
                             const char *id)
{
    for (const KeptReply *k = t->kept; *id && k < t->kept + REPLIES_KEPT; k++)
        if (k->json && k->who == who && strcmp(k->id, id) == 0) return k->json;
    sconce_allow(t->table, who);
    SconceReply r = sconce_answer(t->table, token, text);
    sconce_allow(t->table, SCONCE_GM);
    keep_reply(t, who, id, r.json);
    if (r.outcome != SCONCE_REFUSED) served_table_publish(t);
    return r.json;
}

/* --- which rules are in memory ------------------------------------------------------------ */

/* Notes that a table is used.  When AWAKE_MAX others are in memory already, has the rules of the
 * one that was not used for longest leave it. */
static void note_use(ServedTable *t)
{
    AwakeTables *a = t->awake;
    ServedTable *last = NULL;
    size_t i = 0;
    if (!a) return;
    pthread_mutex_lock(&a->lock);
    while (i < a->n && a->used[i] != t) i++;
    if (i == AWAKE_MAX)
        last = a->used[--i];
    else if (i == a->n)
        a->n++;
    memmove(a->used + 1, a->used, i * sizeof *a->used);
    a->used[0] = t;
    t->rests = false;
    if (last) last->rests = true;
    pthread_mutex_unlock(&a->lock);
    if (last) task_queue_wake(&last->asked);
}

/* --- the table's thread ------------------------------------------------------------------ */

/* The milliseconds until a light ends that burns in real time; -1: none does, or a question is
 * open, which the "" of work() would answer. */
static int64_t due_ms(const ServedTable *t)
{
    return sconce_asked(t->table) ? -1 : sconce_due_ms(t->table);
}

/* Gives memory back to the system that a long computation has left; malloc keeps it otherwise. */
static void give_back(time_t began)
{
#ifdef __GLIBC__
    if (time(NULL) - began > 1) malloc_trim(0);
#else
    (void)began;
#endif
}

/* Answers a request.  Without one (task NULL), puts out the light whose time is over, if any; or
 * else has the rules leave the memory, if they shall. */
static void work(ServedTable *t, Task *task)
{
    if (task) {
        time_t began = time(NULL);
        note_use(t);
        task->reply = task->run(t, task->body, &task->status);
        give_back(began);
    } else if (due_ms(t) == 0) {
        note_use(t);
        sconce_say(t->table, "");
        served_table_publish(t);
    } else if (t->rests) {
        sconce_rest(t->table);
    }
}

/* The thread of a table: takes one task after the other, until it shall end. */
static void *run_table(void *data)
{
    ServedTable *t = data;
    int64_t wait = 0;
    while (!t->ends) {
        Task *task = task_queue_take(&t->asked, wait);
        if (!t->ends) {
            pthread_mutex_lock(&t->lock);
            work(t, task);
            int64_t due = due_ms(t);
            pthread_mutex_unlock(&t->lock);
            ring(t->news);
            wait = due >= 0 ? due + 1 : -1; /* 1 ms more, so that the light is out by then */
        }
        if (!task) continue;
        task_queue_add(t->answered, task); /* without a reply, if it ends */
        ring(t->server_news);
    }
    return NULL;
}

bool served_table_start(ServedTable *t, TaskQueue *answered, int server_news)
{
    t->answered = answered;
    t->server_news = server_news;
    task_queue_open(&t->asked);
    t->runs = thread_start(&t->thread, run_table, t);
    if (!t->runs) task_queue_free(&t->asked);
    return t->runs;
}

void served_table_stop(ServedTable *t)
{
    if (!t->runs) return;
    t->ends = true;
    task_queue_wake(&t->asked);
    while (pthread_tryjoin_np(t->thread, NULL) != 0) {
        /* again and again: a line that begins (sconce_say) clears a stop that came before it */
        sconce_stop(t->table);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); /* 5 ms: a choice */
    }
    /* requests that the thread has not taken go back without a reply */
    for (Task *task; (task = task_queue_take(&t->asked, 0));) task_queue_add(t->answered, task);
    task_queue_free(&t->asked);
    t->runs = false;
}

/* --- opening ------------------------------------------------------------------------------ */

bool served_table_open(ServedTable *t, Sconce *table, const char *name, bool new_keys)
{
    json_auto_t *about = parse_json(sconce_about(table));
    const char *folder = field_text(about, "folder");
    *t = (ServedTable){.table = table, .name = name, .server_news = -1};
    if (!keys_find(&t->keys, *folder ? folder : NULL, new_keys)) return false;
    t->news = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (t->news < 0) return false;
    pthread_mutex_init(&t->lock, NULL);
    pthread_mutex_lock(&t->lock);
    served_table_publish(t);
    return true;
}

void served_table_close(ServedTable *t)
{
    served_table_stop(t);
    served_table_look(t);
    shown_release(t->shown);
    for (size_t i = 0; i < REPLIES_KEPT; i++) free(t->kept[i].json);
    if (t->news >= 0) close(t->news);
    pthread_mutex_destroy(&t->lock);
    *t = (ServedTable){.news = -1};
}
