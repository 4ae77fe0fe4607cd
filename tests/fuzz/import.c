/* Imports any bytes as an exported campaign: the result is a folder that can be opened, or none.
 * Digests would detect every change at once, so here each digest is zeros: run.sh links hash_end to
 * the function below, and the files of the corpus have such digests. */
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/hash.h"
#include "core/text.h"
#include "fuzz.h"
#include "sconce.h"

void __wrap_hash_end(Hash *h, unsigned char out[HASH_BYTES]);

void __wrap_hash_end(Hash *h, unsigned char out[HASH_BYTES])
{
    (void)h;
    memset(out, 0, HASH_BYTES);
}

static void remove_folder(const char *dir)
{
    char path[400];
    DIR *d = opendir(dir);
    for (const struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        unlink(path);
    }
    if (d) closedir(d);
    rmdir(dir);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char path[80], dir[80];
    SconceError error = {0};
    struct stat st;
    snprintf(path, sizeof path, "/dev/shm/sconce-fuzz-%d.sconce", (int)getpid());
    snprintf(dir, sizeof dir, "/dev/shm/sconce-fuzz-%d", (int)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, data, n) != (ssize_t)n) return 0;
    close(fd);
    bool ok = sconce_import(path, dir, NULL, NULL, &error);
    MUST(ok == (stat(dir, &st) == 0));
    MUST(ok || (error.text[0] && text_is_utf8(error.text, strlen(error.text))));
    if (ok) {
        SconceOptions o = {.table = dir, .read_only = true, .unplayed = true};
        Sconce *s = sconce_open(&o, &error);
        MUST(s || error.text[0]);
        if (s) sconce_log(s, "json", false, 0, &error);
        sconce_close(s);
        free(error.all);
        remove_folder(dir);
    }
    unlink(path);
    return 0;
}
