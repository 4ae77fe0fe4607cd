/* Says any lines to a table: each gets one reply, a JSON object on one line without control bytes,
 * and the table goes on. */
#include <jansson.h>

#include "core/text.h"
#include "fuzz.h"
#include "sconce.h"

enum { A_TABLE = 400, LINES = 12 }; /* choices: inputs that one table plays; lines of an input */

static void check_json(const char *s)
{
    size_t n = strlen(s);
    MUST(n > 0 && text_is_utf8(s, n));
    for (size_t i = 0; i < n; i++) MUST((unsigned char)s[i] >= ' ' && s[i] != 0x7f);
    json_t *j = json_loads(s, JSON_ALLOW_NUL, NULL);
    MUST(json_is_object(j));
    json_decref(j);
}

static void say(Sconce *table, const char *line)
{
    if (strncmp(line, "sa", 2) == 0) return; /* `save`, however short: no files are written here */
    SconceReply r = sconce_say(table, line);
    MUST(r.json != NULL);
    check_json(r.json);
    MUST(r.outcome != SCONCE_REFUSED || strstr(r.json, "\"ok\":false"));
    /* No sentence of a fault in Sconce itself. */
    MUST(!strstr(r.json, "\"error\":\"the rules answered with nonsense") &&
         !strstr(r.json, "\"error\":\"the rules crashed") &&
         !strstr(r.json, "\"error\":\"the rules ended") &&
         !strstr(r.json, "\"error\":\"a failure inside") && !strstr(r.json, "\"error\":\"sconce/"));
    const char *asked = sconce_asked(table);
    MUST((r.outcome == SCONCE_ASKS) <= (asked != NULL)); /* whoever asks has a question open */
    if (asked) check_json(asked);
    check_json(sconce_status(table));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static Sconce *table;
    static int used;
    if (n > 4000) return 0; /* the longest line that a table takes */
    if (!table || used++ == A_TABLE) {
        SconceError error;
        SconceOptions o = {.table = "delving", .seed = "1"};
        sconce_close(table);
        used = 0;
        table = sconce_open(&o, &error);
        if (!table) fprintf(stderr, "%s\n", error.text);
        MUST(table != NULL);
        say(table, "add Bram con=1 hp=6");
        say(table, "torches 5");
    }
    char *text = fuzz_text(data, n), *rest = text;
    for (int i = 0; rest && i < LINES; i++) say(table, strsep(&rest, "\n"));
    while (sconce_asked(table)) sconce_say(table, "u");
    free(text);
    return 0;
}
