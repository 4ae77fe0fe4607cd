/* Included before every unit test by the Makefile.  $CASE, if set, names the cases to run; * and ?
 * match any letters and any letter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__attribute__((constructor)) static void choose_cases(void)
{
    const char *pattern = getenv("CASE");
    if (pattern) cmocka_set_test_filter(pattern);
}
