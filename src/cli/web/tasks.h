/* Requests on their way: from the server to the thread of their table, and back when answered. */
#ifndef CLI_TASKS_H
#define CLI_TASKS_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ServedTable ServedTable;
typedef struct Task Task;

/* Answers a request: returns JSON, which the caller frees, and may set another status of HTTP. */
typedef char *TaskRun(ServedTable *t, const json_t *body, unsigned *status);

struct Task {
    Task *next;
    TaskRun *run;
    json_t *body;
    char *reply; /* NULL: not answered yet */
    unsigned status;
    /* For the server: whose request it is, and where it is counted. */
    void *asker;
    int *waiting;
};

/* body: belongs to the task from here on. */
Task *task_new(TaskRun *run, json_t *body, void *asker);
void task_free(Task *t); /* NULL is fine */

/* Tasks in the order in which they came.  Any thread may add and take.  They belong to whoever made
 * them. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t news;
    Task *first, *last;
    bool closed, woken;
} TaskQueue;

void task_queue_open(TaskQueue *q);
void task_queue_free(TaskQueue *q);
void task_queue_add(TaskQueue *q, Task *t);
/* Takes the first task; waits for it so many milliseconds (-1: without end), unless the queue is
 * closed.  NULL: none came, or somebody woke it. */
Task *task_queue_take(TaskQueue *q, int64_t wait_ms);
void task_queue_wake(TaskQueue *q);
/* Ends the waiting, for good. */
void task_queue_close(TaskQueue *q);
bool task_queue_is_closed(TaskQueue *q);

#endif
