/* Plays ten campaigns in one process, each in its thread, through sconce.h.  All have the same
 * seed, so all replies must be equal.  Then two threads have one campaign: what the first asks
 * takes long, and the second stops it.  Built with the thread sanitizer by `make tsan`. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sconce.h"

enum { CAMPAIGNS = 10, ROUNDS = 6 }; /* choices: more threads than processors, and some seconds */

static const char *const lines[] = {"torches 5",
                                    "light torch",
                                    "crawl",
                                    "search x2",
                                    "u",
                                    "redo",
                                    "note what was seen",
                                    "m hall",
                                    "serch",
                                    "= party.torches",
                                    "lua error(\"no\")",
                                    "odds encounter in 3",
                                    "rest"};

/* One campaign, in the folder FOLDER/NTH, and all its replies, n bytes. */
typedef struct {
    int nth;
    const char *folder;
    char *told;
    size_t n;
    bool failed;
} PlaySession;

static void tell(FILE *out, const char *json)
{
    fprintf(out, "%s\n", json ? json : "nothing");
}

static void study(Sconce *table, FILE *out)
{
    SconceError error = {0};
    SconceSim sim = {.turns = 5, .runs = 40, .plan = "crawl; search", .jobs = 2, .seed = "7"};
    char *json = sconce_sim(table, &sim, &error);
    tell(out, json ? json : error.text);
    sconce_free(json);
}

static void *play(void *data)
{
    PlaySession *e = data;
    char dir[200];
    SconceError error = {0};
    FILE *out = open_memstream(&e->told, &e->n);
    snprintf(dir, sizeof dir, "%s/%d", e->folder, e->nth);
    SconceOptions o = {.table = dir, .seed = "five", .answers = "default"};
    e->failed =
        !sconce_create(dir, "delving", "member \"Bram\" { con = 1, hp = 6 }\n", NULL, &error);
    Sconce *table = e->failed ? NULL : sconce_open(&o, &error);
    e->failed = !table;
    for (int round = 0; table && round < ROUNDS; round++)
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
            tell(out, sconce_say(table, lines[i]).json);
    if (table) study(table, out);
    const char *same = table ? sconce_verify(table, NULL, NULL, &error) : NULL;
    tell(out, same ? same : error.text);
    e->failed = e->failed || !same || !strstr(same, "\"differs\":null");
    if (e->failed) fprintf(stderr, "%d: %s\n", e->nth, error.text);
    sconce_close(table);
    fclose(out);
    return NULL;
}

/* Replaces the last letter of the campaign's folder, which is its number, by x in all replies, so
 * that those of all campaigns are equal. */
static void forget_folder(PlaySession *e)
{
    char dir[200];
    snprintf(dir, sizeof dir, "%s/%d", e->folder, e->nth);
    for (char *p = e->told; (p = strstr(p, dir)); p++) p[strlen(dir) - 1] = 'x';
}

static bool alike(const PlaySession *a, const PlaySession *b)
{
    return a->n == b->n && memcmp(a->told, b->told, a->n) == 0;
}

typedef struct {
    Sconce *table;
    atomic_bool answered;
} Stopper;

/* Stops the table again and again, for the question may not have begun yet. */
static void *stop_it(void *data)
{
    Stopper *s = data;
    while (!s->answered) {
        sconce_stop(s->table);
        usleep(1000);
    }
    return NULL;
}

/* True if a question that takes long is stopped by another thread. */
static bool is_stopped(const char *folder)
{
    char dir[200];
    SconceError error = {0};
    snprintf(dir, sizeof dir, "%s/0", folder);
    SconceOptions o = {.table = dir, .answers = "default"};
    Stopper s = {.table = sconce_open(&o, &error)};
    pthread_t thread;
    if (!s.table || pthread_create(&thread, NULL, stop_it, &s) != 0) return false;
    SconceReply reply = sconce_say(s.table, "odds encounter in 3000");
    bool stopped = reply.json && strstr(reply.json, "\"error\":\"stopped\"");
    if (!stopped) fprintf(stderr, "not stopped: %s\n", reply.json ? reply.json : "nothing");
    s.answered = true;
    pthread_join(thread, NULL);
    sconce_close(s.table);
    return stopped;
}

int main(int argc, char **argv)
{
    PlaySession e[CAMPAIGNS];
    pthread_t thread[CAMPAIGNS];
    int passed = 0;
    if (argc < 2) return 2;
    for (int i = 0; i < CAMPAIGNS; i++) {
        e[i] = (PlaySession){.nth = i, .folder = argv[1]};
        if (pthread_create(&thread[i], NULL, play, &e[i]) != 0) return 1;
    }
    for (int i = 0; i < CAMPAIGNS; i++) {
        pthread_join(thread[i], NULL);
        forget_folder(&e[i]);
    }
    for (int i = 0; i < CAMPAIGNS; i++) {
        bool good = !e[i].failed && alike(&e[0], &e[i]);
        if (!good) fprintf(stderr, "campaign %d was told something else, or failed\n", i);
        passed += good;
    }
    for (int i = 0; i < CAMPAIGNS; i++) free(e[i].told);
    passed += is_stopped(argv[1]);
    printf("%d passed, %d failed\n", passed, CAMPAIGNS + 1 - passed);
    return passed == CAMPAIGNS + 1 ? 0 : 1;
}
