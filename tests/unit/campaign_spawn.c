/* Ending a cell that somebody else started. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "campaign/rules/spawn.h"

/* Whoever else holds our end, as a fork of the program that we live in does: the other side hears
 * that we hang up. */
static void hangs_up_for_all(void **state)
{
    (void)state;
    int fd[2];
    char byte;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    int held = dup(fd[0]);
    Cell cell = {.handle = -1, .socket = fd[0]};
    assert_false(cell_end(&cell).known);
    assert_int_equal(cell.socket, -1);
    assert_int_equal(recv(fd[1], &byte, 1, MSG_DONTWAIT), 0);
    assert_false(cell_end(&cell).known);
    close(held);
    close(fd[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hangs_up_for_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
