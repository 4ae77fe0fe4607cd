/* Feeds any text as a house file: it loads, or every mistake has a place and a sentence, and the
 * cell survives. */
#include <fcntl.h>
#include <jansson.h>
#include <unistd.h>

#include "core/text.h"
#include "fuzz.h"
#include "sconce.h"

static void check_problem(const json_t *p)
{
    const char *text = json_string_value(json_object_get(p, "text"));
    const char *file = json_string_value(json_object_get(p, "file"));
    MUST(text && *text && file && *file);
    MUST(strlen(text) < 2000);
    /* Sentences of a fault in Sconce itself. */
    static const char *const ours[] = {"the rules answered with nonsense", "the rules crashed",
                                       "the rules ended", "a failure inside", "sconce/"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        MUST(strncmp(text, ours[i], strlen(ours[i])) != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char path[80];
    SconceError error = {0};
    if (n > 20000) return 0; /* a choice: longer files take long */
    snprintf(path, sizeof path, "/dev/shm/sconce-fuzz-%d.lua", (int)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, data, n) != (ssize_t)n) return 0;
    close(fd);
    SconceOptions o = {.table = path, .dry_runs = 30}; /* few, so that many inputs are tried */
    char *json = sconce_check(&o, &error);
    unlink(path);
    MUST(json || (error.text[0] && text_is_utf8(error.text, strlen(error.text))));
    json_t *j = json ? json_loads(json, JSON_ALLOW_NUL, NULL) : NULL, *p;
    MUST(!json || json_is_object(j));
    size_t i;
    json_array_foreach (json_object_get(j, "problems"), i, p) check_problem(p);
    json_decref(j);
    sconce_free(json);
    free(error.all);
    return 0;
}
