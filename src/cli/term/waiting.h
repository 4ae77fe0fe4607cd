/* Threads that wait for one another. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

void news_open(pthread_cond_t *news); /* as pthread_cond_init, for news_await */
/* Until when news_await waits: wait_ms from now, on a clock that never goes back. */
struct timespec news_deadline(int64_t wait_ms);
/* Waits for news until then; NULL: without an end.  False: it is late. */
bool news_await(pthread_cond_t *news, pthread_mutex_t *lock, const struct timespec *until);

/* Starts a thread that gets no signals: they are for the main thread.  False: too many run. */
bool thread_start(pthread_t *thread, void *(*run)(void *data), void *data);
