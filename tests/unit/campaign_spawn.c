/* Tests of starting a cell of another build, and of ending a cell with all processes it started. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "campaign/rules/spawn.h"
#include "campaign_help.h"
#include "core/tree.h"

/* The cell must notice that the program closed its socket, even if a fork of the program still
 * holds a copy of that end. */
static void hangs_up_for_all(void **state)
{
    (void)state;
    int fd[2];
    char byte;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    int held = dup(fd[0]);
    CellProcess cell = NO_CELL;
    cell.socket = fd[0];
    assert_false(cell_kill(&cell).known);
    assert_int_equal(cell.socket, -1);
    assert_int_equal(recv(fd[1], &byte, 1, MSG_DONTWAIT), 0);
    assert_false(cell_kill(&cell).known);
    close(held);
    close(fd[1]);
}

static void refuses_another_build(void **state)
{
    const TestFolder *test = *state;
    SconceOptions o = options_for(test, "fake");
    SconceError error;
    setenv("SCONCE_FAKE_VERSION", "0.0.7", 1);
    assert_null(sconce_open(&o, &error));
    unsetenv("SCONCE_FAKE_VERSION");
    assert_non_null(strstr(error.text, "fake_cell belongs to another build of Sconce"));
    assert_non_null(strstr(error.text, "it has version 0.0.7"));
    sconce_close(open_with(&o));
}

/* True if opening the table warns of a missing filter. */
static bool warns_of_filter(const TestFolder *test, const char *table)
{
    char path[400];
    path_in(test, table, path);
    SconceOptions o = options_for(test, strchr(table, '.') ? path : table);
    Sconce *s = open_with(&o);
    bool warned = strstr(sconce_about(s), "no filter of system calls") != NULL;
    sconce_close(s);
    return warned;
}

static void warns_of_a_missing_filter(void **state)
{
    const TestFolder *test = *state;
    assert_false(warns_of_filter(test, "fake.lua"));
    setenv("SCONCE_FAKE_FILTER", "missing", 1);
    assert_true(warns_of_filter(test, "fake.lua"));
    assert_false(
        warns_of_filter(test, "fake")); /* a ruleset that comes with the program needs no filter */
    setenv("SCONCE_UNFILTERED", "1", 1);
    assert_false(warns_of_filter(test, "fake.lua"));
    unsetenv("SCONCE_UNFILTERED");
    setenv("SCONCE_FAKE_FILTER", "sanitized", 1);
    assert_false(warns_of_filter(test, "fake.lua"));
    unsetenv("SCONCE_FAKE_FILTER");
}

/* True if the process is gone or a zombie. */
static bool has_ended(int64_t pid)
{
    char path[40], state = 'X';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%*d (%*[^)]) %c", &state) != 1) state = 'X';
    if (f) fclose(f);
    return state == 'X' || state == 'Z';
}

/* Starts a fake cell that forks a child; returns the process number of the child. */
static int64_t start_with_child(CellProcess *cell, const TestFolder *test)
{
    MapWriter f = {0};
    Text message = {0};
    setenv("SCONCE_FAKE_CHILD", "1", 1);
    assert_true(cell_start(cell, test->cell, 0, NULL));
    unsetenv("SCONCE_FAKE_CHILD");
    put_text(map_field(&f, "op"), "hello");
    map_end(&f, &message);
    assert_int_equal(wire_send(cell->socket, message.s, message.n, -1, NULL), WIRE_OK);
    assert_int_equal(wire_receive(cell->socket, &message, -1, NULL), WIRE_OK);
    Tree *reply = tree_decode(message.s, message.n, NULL);
    int64_t child = value_int(tree_root(reply), "child", 0);
    assert_true(child > 0 && !has_ended(child));
    tree_free(reply);
    text_free(&message);
    return child;
}

static void assert_ends(int64_t pid)
{
    for (int i = 0; i < 1000 && !has_ended(pid); i++) usleep(10000);
    assert_true(has_ended(pid));
}

static void processes_that_a_cell_started_are_ended(void **state)
{
    CellProcess cell;
    int64_t child = start_with_child(&cell, *state);
    cell_close(&cell); /* the cell ends by itself, and its child does not */
    assert_ends(child);
}

/* The program itself is killed: here a fork, which first reports the number of the process that its
 * cell started. */
static void processes_of_a_cell_end_with_the_program(void **state)
{
    int out[2];
    int64_t child = 0;
    assert_int_equal(pipe(out), 0);
    pid_t program = fork();
    if (program == 0) {
        CellProcess cell;
        child = start_with_child(&cell, *state);
        if (write(out[1], &child, sizeof child) != sizeof child) _exit(1);
        kill(getpid(), SIGKILL);
    }
    close(out[1]);
    assert_int_equal(read(out[0], &child, sizeof child), sizeof child);
    close(out[0]);
    assert_int_equal(waitpid(program, NULL, 0), program);
    assert_ends(child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hangs_up_for_all),
        cmocka_unit_test_setup_teardown(processes_that_a_cell_started_are_ended, make_test_folder,
                                        remove_test_folder),
        cmocka_unit_test_setup_teardown(processes_of_a_cell_end_with_the_program, make_test_folder,
                                        remove_test_folder),
        cmocka_unit_test_setup_teardown(warns_of_a_missing_filter, make_test_folder,
                                        remove_test_folder),
        cmocka_unit_test_setup_teardown(refuses_another_build, make_test_folder,
                                        remove_test_folder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
