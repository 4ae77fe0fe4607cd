/* Composing: an accent that is a character of its own joins its letter. */
#include "campaign/rules/words.h"

static void assert_composes(const char *s, const char *to)
{
    ScopedText t = {0};
    text_add(&t, s);
    text_compose(&t);
    assert_false(t.failed);
    assert_string_equal(text_str(&t), to);
}

static void letters_with_accents(void **state)
{
    (void)state;
    assert_composes("", "");
    assert_composes("plain", "plain");
    assert_composes("Zoe\u0308 and Andre\u0301", "Zo\u00eb and Andr\u00e9");
    assert_composes("Zo\u00eb", "Zo\u00eb");
    assert_composes("x\u0301", "x\u0301");      /* Unicode has no single letter for this pair */
    assert_composes("e\u0302\u0323", "\u1ec7"); /* two on one letter, in either order */
    assert_composes("\u212b\u1112\u1161\u11ab",
                    "\u00c5\ud55c");     /* the sign of a unit; a syllable */
    assert_composes("\ufb01", "\ufb01"); /* a ligature is no accent */
}

static void bytes_that_are_not_utf8(void **state)
{
    (void)state;
    assert_composes("e\u0301 \xff", "e\u0301 \xff");
    assert_composes("e\xcc", "e\xcc");
}

/* Sorting a hundred thousand accents would take minutes. */
static void a_letter_under_a_heap_of_accents(void **state)
{
    (void)state;
    ScopedText t = {0}, same = {0};
    text_add(&t, "e");
    for (int i = 0; i < 100000; i++) text_add(&t, "\u0301\u0323");
    text_add(&same, text_str(&t));
    text_compose(&t);
    assert_string_equal(text_str(&t), text_str(&same));
}

static void text_with_a_nul(void **state)
{
    (void)state;
    ScopedText t = {0};
    text_addn(&t, "e\u0301\0e\u0301", 7);
    text_compose(&t);
    assert_int_equal(t.n, 5);
    assert_memory_equal(t.s, "\u00e9\0\u00e9", 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_with_accents),
        cmocka_unit_test(bytes_that_are_not_utf8),
        cmocka_unit_test(a_letter_under_a_heap_of_accents),
        cmocka_unit_test(text_with_a_nul),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
