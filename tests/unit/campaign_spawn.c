/* Starting a cell of another build, and ending one that somebody else started. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "campaign/rules/spawn.h"
#include "campaign_help.h"

/* The cell notices that we close our end, even if a fork of the embedding program still holds it.
 */
static void hangs_up_for_all(void **state)
{
    (void)state;
    int fd[2];
    char byte;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    int held = dup(fd[0]);
    CellProcess cell = {.handle = -1, .socket = fd[0]};
    assert_false(cell_end(&cell).known);
    assert_int_equal(cell.socket, -1);
    assert_int_equal(recv(fd[1], &byte, 1, MSG_DONTWAIT), 0);
    assert_false(cell_end(&cell).known);
    close(held);
    close(fd[1]);
}

static void refuses_another_build(void **state)
{
    const Room *room = *state;
    SconceOptions o = options_of(room, "fake");
    SconceError error;
    setenv("SCONCE_FAKE_VERSION", "0.0.7", 1);
    assert_null(sconce_open(&o, &error));
    unsetenv("SCONCE_FAKE_VERSION");
    assert_non_null(strstr(error.text, "fake_cell belongs to another build of Sconce"));
    assert_non_null(strstr(error.text, "it has version 0.0.7"));
    sconce_close(open_with(&o));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hangs_up_for_all),
        cmocka_unit_test_setup_teardown(refuses_another_build, make_room, leave_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
