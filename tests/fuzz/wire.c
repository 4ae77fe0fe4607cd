/* Receives any bytes from the wire: a message arrives whole or not at all, and nothing blocks. */
#include <sys/socket.h>
#include <unistd.h>

#include "core/tree.h"
#include "core/wire.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    int pair[2];
    Text message = {0};
    size_t got = 0;
    /* As much as fits into the socket, so that sending does not wait. */
    if (n > 100000 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return 0;
    if (n > 0 && send(pair[0], data, n, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)n) n = 0;
    close(pair[0]);
    while (n > 0) {
        WireState state = wire_receive(pair[1], &message, wire_now_ms() + 1000, NULL);
        MUST(state == WIRE_OK || state == WIRE_CLOSED || state == WIRE_LONG || state == WIRE_BAD);
        MUST(state == WIRE_OK || message.n == 0);
        if (state != WIRE_OK) break;
        got += 4 + message.n;
        MUST(got <= n);
        MUST(memcmp(message.s, data + got - message.n, message.n) == 0);
        Err err = {0};
        tree_free(tree_decode(message.s, message.n, &err));
    }
    close(pair[1]);
    text_free(&message);
    return 0;
}
