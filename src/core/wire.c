/* Messages over a socket: try first, wait only when the socket is not ready, and look at the
 * deadline and the stop flag before every wait. */
#include "core/wire.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>

enum { HEAD = 4 };          /* bytes of length before a message */
enum { STOP_POLL_MS = 50 }; /* the longest time that a stop set by another thread goes unnoticed */

int64_t wire_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Milliseconds to wait before looking at the deadline and the stop flag again.  A deadline is still
 * ahead here, since wait_for checks it first. */
static int poll_timeout(int64_t deadline, int64_t now, const atomic_int *stop)
{
    int64_t ms = deadline < 0 ? INT32_MAX : deadline - now;
    if (stop && ms > STOP_POLL_MS) ms = STOP_POLL_MS;
    return ms > INT32_MAX ? INT32_MAX : (int)ms;
}

bool wire_no_memory(Err *err, int mb)
{
    if (mb <= 0) return err_set(err, "the rules used up their memory");
    if (mb > MEMORY_MAX / 2) /* twice as much is not allowed, so it is not advised */
        return err_set(err, "the rules used up their memory (%d MB)", mb);
    return err_set(err, "the rules used up their memory (%d MB); --memory %d allows more", mb,
                   2 * mb);
}

/* Waits until fd can be read or written, or has hung up. */
static WireState wait_for(int fd, short events, int64_t deadline, const atomic_int *stop)
{
    for (;;) {
        int64_t now = deadline < 0 ? 0 : wire_now_ms();
        if ((stop && *stop) || (deadline >= 0 && now >= deadline)) return WIRE_LATE;
        struct pollfd p = {.fd = fd, .events = events};
        int n = poll(&p, 1, poll_timeout(deadline, now, stop));
        if (n > 0) return p.revents & POLLNVAL ? WIRE_BAD : WIRE_OK;
        if (n < 0 && errno != EINTR) return WIRE_BAD;
    }
}

/* Handles errno after a call that moved no byte.  Returns WIRE_OK when the call should be tried
 * again, after a wait if one is needed. */
static WireState after_error(int fd, short events, int64_t deadline, const atomic_int *stop)
{
    if (errno == EINTR) return stop && *stop ? WIRE_LATE : WIRE_OK;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return wait_for(fd, events, deadline, stop);
    return errno == EPIPE || errno == ECONNRESET ? WIRE_CLOSED : WIRE_BAD;
}

/* Removes the first n bytes, which were sent, from the parts. */
static void skip_sent(struct iovec parts[2], size_t n)
{
    for (int i = 0; i < 2; i++) {
        size_t step = n < parts[i].iov_len ? n : parts[i].iov_len;
        parts[i].iov_base = (char *)parts[i].iov_base + step;
        parts[i].iov_len -= step;
        n -= step;
    }
}

WireState wire_send(int fd, const void *bytes, size_t n, int64_t deadline, const atomic_int *stop)
{
    if (n > WIRE_MAX) return WIRE_LONG;
    unsigned char head[HEAD];
    for (int i = 0; i < HEAD; i++) head[i] = (unsigned char)(n >> (8 * i));
    struct iovec parts[2] = {{head, HEAD}, {(void *)(uintptr_t)bytes, n}};
    struct msghdr whole = {.msg_iov = parts, .msg_iovlen = 2};
    while (parts[0].iov_len + parts[1].iov_len > 0) {
        ssize_t sent = sendmsg(fd, &whole, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            skip_sent(parts, (size_t)sent);
        } else {
            WireState state = after_error(fd, POLLOUT, deadline, stop);
            if (state != WIRE_OK) return state;
        }
    }
    return WIRE_OK;
}

/* Receives exactly n bytes. */
static WireState receive(int fd, char *to, size_t n, int64_t deadline, const atomic_int *stop)
{
    while (n > 0) {
        ssize_t got = recv(fd, to, n, MSG_DONTWAIT);
        if (got == 0) return WIRE_CLOSED;
        if (got > 0) {
            to += got;
            n -= (size_t)got;
        } else {
            WireState state = after_error(fd, POLLIN, deadline, stop);
            if (state != WIRE_OK) return state;
        }
    }
    return WIRE_OK;
}

WireState wire_receive(int fd, Text *message, int64_t deadline, const atomic_int *stop)
{
    unsigned char head[HEAD];
    text_clear(message);
    WireState state = receive(fd, (char *)head, HEAD, deadline, stop);
    if (state != WIRE_OK) return state;
    size_t n = 0;
    for (int i = 0; i < HEAD; i++) n |= (size_t)head[i] << (8 * i);
    if (n > WIRE_MAX) return WIRE_LONG;
    char *to = text_reserve(message, n);
    if (!to) return WIRE_BAD;
    state = receive(fd, to, n, deadline, stop);
    if (state != WIRE_OK) n = 0;
    to[n] = '\0';
    message->n = n;
    return state;
}
