#include "cli/term/waiting.h"

#include <signal.h>
#include <time.h>

void news_open(pthread_cond_t *news)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(news, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct timespec news_deadline(int64_t wait_ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t ns = t.tv_nsec + wait_ms % 1000 * 1000000;
    return (struct timespec){t.tv_sec + wait_ms / 1000 + ns / 1000000000, ns % 1000000000};
}

bool news_await(pthread_cond_t *news, pthread_mutex_t *lock, const struct timespec *until)
{
    return (until ? pthread_cond_timedwait(news, lock, until) : pthread_cond_wait(news, lock)) == 0;
}

bool thread_start(pthread_t *thread, void *(*run)(void *data), void *data)
{
    sigset_t all, had;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &had);
    bool runs = pthread_create(thread, NULL, run, data) == 0;
    pthread_sigmask(SIG_SETMASK, &had, NULL);
    return runs;
}
