#include "cli/term/styled_text.h"

#include <stdlib.h>
#include <time.h>

#include "cli/web/served_table.h"

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
    pthread_condattr_t attr;
    *q = (TaskQueue){0};
    pthread_mutex_init(&q->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&q->news, &attr);
    pthread_condattr_destroy(&attr);
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

static struct timespec time_in(int64_t ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += ms % 1000 * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

Task *task_queue_take(TaskQueue *q, int64_t wait_ms)
{
    struct timespec until = time_in(wait_ms < 0 ? 0 : wait_ms);
    int late = 0;
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->closed && !q->woken && !late)
        late = wait_ms < 0 ? pthread_cond_wait(&q->news, &q->lock)
                           : pthread_cond_timedwait(&q->news, &q->lock, &until);
    Task *t = q->first;
    if (t) q->first = t->next;
    q->woken = false;
    pthread_mutex_unlock(&q->lock);
    return t;
}

void task_queue_wake(TaskQueue *q)
{
    pthread_mutex_lock(&q->lock);
    q->woken = true;
    pthread_cond_signal(&q->news);
    pthread_mutex_unlock(&q->lock);
}

void task_queue_close(TaskQueue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closed = true;
    pthread_cond_broadcast(&q->news);
    pthread_mutex_unlock(&q->lock);
}

bool task_queue_is_closed(TaskQueue *q)
{
    pthread_mutex_lock(&q->lock);
    bool closed = q->closed;
    pthread_mutex_unlock(&q->lock);
    return closed;
}
