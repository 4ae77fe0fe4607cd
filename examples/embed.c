/* embed.c -- a table inside another program: plays the lines it is given, answers every question
 * with its default, and prints what happened.
 *
 *     cc embed.c -lsconce -lsqlite3 -ljansson -lutf8proc -lgmp -lm -lpthread -o embed
 *     ./embed delving 'light torch' 'crawl' 'search' */
#include <sconce.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    SconceOptions options = {.table = argc > 1 ? argv[1] : "delving", .seed = "7"};
    SconceError error;
    Sconce *table = sconce_open(&options, &error);
    if (!table) {
        fprintf(stderr, "%s\n", error.text);
        sconce_free(error.all);
        return 1;
    }
    for (int i = 2; i < argc; i++) {
        SconceReply reply = sconce_say(table, argv[i]);
        while (reply.outcome == SCONCE_ASKS) { /* an empty line takes the default */
            printf("%s\n", reply.json);
            reply = sconce_say(table, "");
        }
        printf("%s\n", reply.json);
    }
    sconce_close(table);
    return 0;
}
