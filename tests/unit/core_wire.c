/* Whole messages over a socket pair: slow peers, dead peers, deadlines and stops. */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/wire.h"

enum { MINE, YOURS };

static int open_pair(void **state)
{
    int *fd = malloc(2 * sizeof *fd);
    *state = fd;
    return fd ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) : -1;
}

static int close_pair(void **state)
{
    int *fd = *state;
    for (int i = 0; i < 2; i++)
        if (fd[i] >= 0) close(fd[i]);
    free(fd);
    return 0;
}

static void hang_up(int *fd, int side)
{
    close(fd[side]);
    fd[side] = -1;
}

static void message_is_sent_and_received(void **state)
{
    int *fd = *state;
    Text t = {0};
    assert_int_equal(wire_send(fd[MINE], "l\0", 2, -1, NULL), WIRE_OK);
    assert_int_equal(wire_send(fd[MINE], "", 0, -1, NULL), WIRE_OK);
    assert_int_equal(wire_receive(fd[YOURS], &t, -1, NULL), WIRE_OK);
    assert_int_equal(t.n, 2);
    assert_memory_equal(t.s, "l\0", 3);
    assert_int_equal(wire_receive(fd[YOURS], &t, -1, NULL), WIRE_OK);
    assert_int_equal(t.n, 0);
    assert_string_equal(t.s, "");
    text_free(&t);
}

static void length_goes_first_low_byte_first(void **state)
{
    int *fd = *state;
    char bytes[300] = {0}, got[304];
    assert_int_equal(wire_send(fd[MINE], bytes, sizeof bytes, -1, NULL), WIRE_OK);
    assert_int_equal(read(fd[YOURS], got, sizeof got), 304);
    assert_memory_equal(got, "\x2c\x01\0\0", 4);
}

/* The message that a thread sends: one large message of n bytes, or a short one byte by byte
 * (trickle). */
typedef struct {
    int fd;
    size_t n;
    bool trickle;
} Peer;

static void *send_bytes(void *data)
{
    Peer *p = data;
    char *bytes = malloc(p->n);
    memset(bytes, 'x', p->n);
    if (p->trickle) {
        char whole[] = "\x05\0\0\0hello";
        for (size_t i = 0; i < 9; i++) {
            if (write(p->fd, whole + i, 1) != 1) break;
            usleep(1000);
        }
    } else {
        assert_int_equal(wire_send(p->fd, bytes, p->n, -1, NULL), WIRE_OK);
    }
    free(bytes);
    return NULL;
}

static void large_message_passes_in_parts(void **state)
{
    int *fd = *state;
    Peer p = {fd[MINE], 5 << 20, false};
    pthread_t thread;
    Text t = {0};
    assert_int_equal(pthread_create(&thread, NULL, send_bytes, &p), 0);
    assert_int_equal(wire_receive(fd[YOURS], &t, -1, NULL), WIRE_OK);
    pthread_join(thread, NULL);
    assert_int_equal(t.n, 5 << 20);
    assert_true(t.s[0] == 'x' && t.s[t.n - 1] == 'x' && t.s[t.n] == '\0');
    text_free(&t);
}

static void message_may_trickle(void **state)
{
    int *fd = *state;
    Peer p = {fd[MINE], 1, true};
    pthread_t thread;
    Text t = {0};
    assert_int_equal(pthread_create(&thread, NULL, send_bytes, &p), 0);
    assert_int_equal(wire_receive(fd[YOURS], &t, wire_now_ms() + 60000, NULL), WIRE_OK);
    pthread_join(thread, NULL);
    assert_string_equal(t.s, "hello");
    text_free(&t);
}

static void silence_is_late(void **state)
{
    int *fd = *state;
    Text t = {0};
    int64_t start = wire_now_ms();
    assert_int_equal(wire_receive(fd[YOURS], &t, start + 30, NULL), WIRE_LATE);
    assert_true(wire_now_ms() >= start + 30);
    assert_int_equal(wire_receive(fd[YOURS], &t, 0, NULL), WIRE_LATE);
    text_free(&t);
}

static void half_a_message_is_late(void **state)
{
    int *fd = *state;
    Text t = {0};
    assert_int_equal(write(fd[MINE], "\x05\0\0\0he", 6), 6);
    assert_int_equal(wire_receive(fd[YOURS], &t, wire_now_ms() + 20, NULL), WIRE_LATE);
    assert_int_equal(t.n, 0);
    text_free(&t);
}

static void full_pipe_is_late(void **state)
{
    int *fd = *state;
    size_t n = 8 << 20;
    char *bytes = calloc(n, 1);
    assert_int_equal(wire_send(fd[MINE], bytes, n, wire_now_ms() + 20, NULL), WIRE_LATE);
    free(bytes);
}

static void dead_peer_is_closed(void **state)
{
    int *fd = *state;
    Text t = {0};
    hang_up(fd, YOURS);
    /* No SIGPIPE ends the test. */
    assert_int_equal(wire_send(fd[MINE], "l\0", 2, -1, NULL), WIRE_CLOSED);
    assert_int_equal(wire_receive(fd[MINE], &t, -1, NULL), WIRE_CLOSED);
    text_free(&t);
}

static void peer_dies_in_mid_message(void **state)
{
    int *fd = *state;
    Text t = {0};
    assert_int_equal(write(fd[MINE], "\x05\0\0\0he", 6), 6);
    hang_up(fd, MINE);
    assert_int_equal(wire_receive(fd[YOURS], &t, -1, NULL), WIRE_CLOSED);
    assert_string_equal(text_str(&t), "");
    text_free(&t);
}

static void too_long_is_refused(void **state)
{
    int *fd = *state;
    Text t = {0};
    assert_int_equal(wire_send(fd[MINE], "", (size_t)WIRE_MAX + 1, -1, NULL), WIRE_LONG);
    assert_int_equal(write(fd[MINE], "\x01\0\0\x04", 4), 4); /* says 64 MiB and one byte */
    assert_int_equal(wire_receive(fd[YOURS], &t, -1, NULL), WIRE_LONG);
    text_free(&t);
}

static void no_socket_is_bad(void **state)
{
    (void)state;
    Text t = {0};
    assert_int_equal(wire_receive(-1, &t, -1, NULL), WIRE_BAD);
    assert_int_equal(wire_send(-1, "F", 1, -1, NULL), WIRE_BAD);
    text_free(&t);
}

static void *stop_soon(void *data)
{
    usleep(20000);
    *(atomic_int *)data = 1;
    return NULL;
}

static void stop_from_another_thread(void **state)
{
    int *fd = *state;
    Text t = {0};
    atomic_int stop = 0;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, (void *)(uintptr_t)&stop), 0);
    assert_int_equal(wire_receive(fd[YOURS], &t, -1, &stop), WIRE_LATE);
    pthread_join(thread, NULL);
    text_free(&t);
}

static void ignore_signal(int signal)
{
    (void)signal;
}

static void signal_alone_does_not_stop(void **state)
{
    int *fd = *state;
    Text t = {0};
    atomic_int stop = 0;
    struct sigaction act = {.sa_handler = ignore_signal}, old;
    sigaction(SIGALRM, &act, &old);
    ualarm(5000, 0);
    int64_t start = wire_now_ms();
    assert_int_equal(wire_receive(fd[YOURS], &t, start + 40, &stop), WIRE_LATE);
    assert_true(wire_now_ms() >= start + 40);
    sigaction(SIGALRM, &old, NULL);
    text_free(&t);
}

static void ready_bytes_pass_even_late(void **state)
{
    int *fd = *state;
    Text t = {0};
    atomic_int stop = 1;
    assert_int_equal(wire_send(fd[MINE], "F", 1, 0, &stop), WIRE_OK);
    assert_int_equal(wire_receive(fd[YOURS], &t, 0, &stop), WIRE_OK);
    assert_string_equal(t.s, "F");
    text_free(&t);
}

#define WITH_PAIR(f) cmocka_unit_test_setup_teardown(f, open_pair, close_pair)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_PAIR(message_is_sent_and_received),
        WITH_PAIR(length_goes_first_low_byte_first),
        WITH_PAIR(large_message_passes_in_parts),
        WITH_PAIR(message_may_trickle),
        WITH_PAIR(silence_is_late),
        WITH_PAIR(half_a_message_is_late),
        WITH_PAIR(full_pipe_is_late),
        WITH_PAIR(dead_peer_is_closed),
        WITH_PAIR(peer_dies_in_mid_message),
        WITH_PAIR(too_long_is_refused),
        cmocka_unit_test(no_socket_is_bad),
        WITH_PAIR(stop_from_another_thread),
        WITH_PAIR(signal_alone_does_not_stop),
        WITH_PAIR(ready_bytes_pass_even_late),
    };
    return cmocka_run_group_tests_name("wire", tests, NULL, NULL);
}
