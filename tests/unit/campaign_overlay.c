/* Tests of the texts that an editor holds: found by both of their names, however many there are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/rules/chain.h"

static void assert_text(const Overlay *o, const char *path, const char *text)
{
    const EditedFile *f = overlay_find(o, path);
    if (!text) {
        assert_null(f);
        return;
    }
    assert_non_null(f);
    assert_string_equal(f->text, text);
}

static void texts_are_found_by_name(void **state)
{
    (void)state;
    Overlay o = {0};
    char path[32];
    enum { FILES = 300 };
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "/nowhere/%d.lua", i);
        assert_true(overlay_edit(&o, path, path, strlen(path)));
    }
    for (int i = 0; i < FILES; i += 3) { /* the table moves its last text into the gap */
        snprintf(path, sizeof path, "/nowhere/%d.lua", i);
        assert_true(overlay_edit(&o, path, NULL, 0));
    }
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "/nowhere/%d.lua", i);
        assert_text(&o, path, i % 3 == 0 ? NULL : path);
    }
    assert_int_equal(o.n, FILES - FILES / 3);
    assert_true(overlay_edit(&o, "/nowhere/1.lua", "anew", 4));
    assert_text(&o, "/nowhere/1.lua", "anew");
    assert_true(overlay_edit(&o, "/nowhere/none.lua", NULL, 0));
    overlay_free(&o);
}

static void a_link_is_the_file_that_it_leads_to(void **state)
{
    (void)state;
    Overlay o = {0};
    char folder[] = "/tmp/overlayXXXXXX", file[64], link[64];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/file.lua", folder);
    snprintf(link, sizeof link, "%s/link.lua", folder);
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fclose(f);
    assert_int_equal(symlink(file, link), 0);
    assert_true(overlay_edit(&o, link, "by link", 7));
    assert_text(&o, file, "by link");
    assert_true(overlay_edit(&o, file, "by file", 7));
    assert_text(&o, link, "by file");
    assert_int_equal(o.n, 1);
    assert_true(overlay_edit(&o, link, NULL, 0));
    assert_text(&o, file, NULL);
    overlay_free(&o);
    unlink(link);
    unlink(file);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_found_by_name),
        cmocka_unit_test(a_link_is_the_file_that_it_leads_to),
    };
    return cmocka_run_group_tests_name("overlay", tests, NULL, NULL);
}
