/* power FOLDER [TRIES] -- simulates a loss of power.
 *
 * play() plays a session while every write, sync and change of the folder is recorded: the
 * functions below replace those of the C library, for SQLite too.  Then, for each recorded step,
 * lose_power() rebuilds the folder as a crash after that step may leave it.  Synced data is there;
 * each unsynced write is there, missing, or torn at sectors, in any combination.  judge() then
 * wants a campaign with every acknowledged command, and besides them at most the one under way.
 *
 * TRIES disks with random damage are tried after each step, besides one without any unsynced write
 * and one with all.  TRIES 1, as in the suite, tries one of the three after most steps. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../rows.h"
#include "campaign/journal/journal.h"
#include "sconce.h"

/* The limits are more than this session needs; the test says so when one is reached. */
enum { STEPS_MAX = 20000, FILES_MAX = 400, FDS_MAX = 1000, LINES_MAX = 100 };
enum { SECTOR = 512 }; /* bytes that a disk writes whole or not at all */
/* Numbers of files: 0 is the campaign's folder, 1 the folder above it; the files in the campaign's
 * folder are numbered from 2 on. */
enum { HERE = 0, PARENT = 1 };
enum { NEW_FILE = -1, ELSEWHERE = -2 }; /* has no number yet; lies outside of the folder */

/* The things that can happen to a file; ACK: a line was acknowledged. */
typedef enum { APPEAR, VANISH, WRITE, CUT, SYNC, ACK } Sort;
typedef struct {
    Sort sort;
    int file;      /* its number, a new one each time a file is created */
    char name[80]; /* APPEAR, VANISH */
    off_t at;      /* WRITE: offset; CUT: the new length */
    size_t n;      /* WRITE: number of bytes */
    char *bytes;
} Step;

/* The recording. */
static struct {
    bool on;
    char folder[PATH_MAX], parent[PATH_MAX];
    char draft[PATH_MAX]; /* the folder while it is made beside its final name; "": none */
    Step step[STEPS_MAX];
    int steps, files;            /* numbers of them */
    int of_fd[FDS_MAX];          /* by descriptor: 0, or the number of its file + 1 */
    char name_of[FILES_MAX][80]; /* by number of the file; "": it is gone */
} tape = {.files = 2};

/* --- recording -------------------------------------------------------------------------- */

#define FACE __attribute__((visibility("default")))
#define REAL(type, name) (__extension__((type)dlsym(RTLD_NEXT, name)))

static void die(const char *why)
{
    fprintf(stderr, "power: %s\n", why);
    exit(1);
}

static Step *put(Sort sort, int file)
{
    if (tape.steps == STEPS_MAX) die("more steps than there is room for");
    Step *s = &tape.step[tape.steps++];
    *s = (Step){.sort = sort, .file = file};
    return s;
}

/* Returns what stands behind "FOLDER/" in a path; NULL when it does not begin so. */
static const char *behind(const char *folder, const char *path)
{
    size_t n = strlen(folder);
    return n > 0 && strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

/* Returns the file's name within the campaign's folder; NULL when the path leads elsewhere. */
static const char *within(const char *path)
{
    const char *name = behind(tape.folder, path);
    return name ? name : behind(tape.draft, path);
}

static bool is_campaign_folder(const char *path)
{
    return strcmp(path, tape.folder) == 0 || (*tape.draft && strcmp(path, tape.draft) == 0);
}

static int file_named(const char *name)
{
    for (int i = PARENT + 1; i < tape.files; i++)
        if (strcmp(tape.name_of[i], name) == 0) return i;
    return NEW_FILE;
}

/* Records that a file has got a name (APPEAR) or lost it (VANISH). */
static void rename_file(int file, const char *name, Sort sort)
{
    snprintf(put(sort, file)->name, sizeof tape.step->name, "%s", name);
    snprintf(tape.name_of[file], sizeof tape.name_of[file], "%s", sort == APPEAR ? name : "");
}

/* Notes which file was opened as fd, and records that it was made, or cut to nothing (cut).
 * Returns fd. */
static int watch(int fd, const char *path, bool cut)
{
    const char *name = within(path);
    int file = is_campaign_folder(path)         ? HERE
               : strcmp(path, tape.parent) == 0 ? PARENT
               : name                           ? file_named(name)
                                                : ELSEWHERE;
    if (fd < 0 || fd >= FDS_MAX || !tape.on || file == ELSEWHERE) return fd;
    if (file == NEW_FILE) {
        if (tape.files == FILES_MAX) die("more files than there is room for");
        rename_file(file = tape.files++, name, APPEAR);
    }
    if (cut) put(CUT, file);
    tape.of_fd[fd] = file + 1;
    return fd;
}

/* Returns the place in tape.of_fd for a descriptor; NULL when it is of no file that is recorded. */
static int *ours(int fd)
{
    return tape.on && fd >= 0 && fd < FDS_MAX && tape.of_fd[fd] > 0 ? &tape.of_fd[fd] : NULL;
}

/* Records a write of n bytes, and returns n. */
static ssize_t written(int fd, const void *p, ssize_t n, off_t at)
{
    if (n <= 0 || !ours(fd)) return n;
    Step *s = put(WRITE, *ours(fd) - 1);
    s->at = at;
    s->n = (size_t)n;
    s->bytes = memcpy(malloc((size_t)n), p, (size_t)n);
    return n;
}

#define OPEN(name)                                                                                 \
    FACE int name(const char *path, int flags, ...)                                                \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, flags);                                                                     \
        int mode = flags & O_CREAT ? va_arg(args, int) : 0;                                        \
        va_end(args);                                                                              \
        return watch(REAL(int (*)(const char *, int, ...), #name)(path, flags, mode), path,        \
                     flags & O_TRUNC);                                                             \
    }
OPEN(open)
OPEN(open64)

FACE int openat(int at, const char *path, int flags, ...)
{
    if (tape.on && flags & O_CREAT)
        die("a file is made by openat: this test knows nothing of that yet");
    int fd = REAL(int (*)(int, const char *, int), "openat")(at, path, flags);
    return watch(fd,
                 ours(at) && *ours(at) == HERE + 1 && strcmp(path, "..") == 0 ? tape.parent : path,
                 false);
}

#define FCNTL(name)                                                                                \
    FACE int name(int fd, int what, ...)                                                           \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, what);                                                                      \
        void *more = va_arg(args, void *); /* number or address: passed on as it is */             \
        va_end(args);                                                                              \
        int r = REAL(int (*)(int, int, ...), #name)(fd, what, more);                               \
        if (what == F_DUPFD_CLOEXEC && r >= 0 && r < FDS_MAX && ours(fd))                          \
            tape.of_fd[r] = *ours(fd);                                                             \
        return r;                                                                                  \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

FACE int close(int fd)
{
    if (fd >= 0 && fd < FDS_MAX) tape.of_fd[fd] = 0;
    return REAL(int (*)(int), "close")(fd);
}

typedef ssize_t (*Pwrite)(int, const void *, size_t, off_t);
FACE ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
    return written(fd, p, REAL(Pwrite, "pwrite")(fd, p, n, at), at);
}
FACE ssize_t pwrite64(int fd, const void *p, size_t n, off_t at)
{
    return written(fd, p, REAL(Pwrite, "pwrite64")(fd, p, n, at), at);
}
FACE ssize_t write(int fd, const void *p, size_t n)
{
    off_t at = ours(fd) ? lseek(fd, 0, SEEK_CUR) : 0;
    return written(fd, p, REAL(ssize_t(*)(int, const void *, size_t), "write")(fd, p, n), at);
}

/* Syncs are recorded, not done: only their order counts. */
static int synced(int fd)
{
    if (ours(fd)) put(SYNC, *ours(fd) - 1);
    return 0;
}
FACE int fsync(int fd)
{
    return synced(fd);
}
FACE int fdatasync(int fd)
{
    return synced(fd);
}

static int cut(int fd, off_t n, int result)
{
    if (result == 0 && ours(fd)) put(CUT, *ours(fd) - 1)->at = n;
    return result;
}
FACE int ftruncate(int fd, off_t n)
{
    return cut(fd, n, REAL(int (*)(int, off_t), "ftruncate")(fd, n));
}
FACE int ftruncate64(int fd, off_t n)
{
    return cut(fd, n, REAL(int (*)(int, off_t), "ftruncate64")(fd, n));
}

FACE int unlink(const char *path)
{
    int result = REAL(int (*)(const char *), "unlink")(path);
    const char *name = within(path);
    int file = name ? file_named(name) : -1;
    if (tape.on && result == 0 && file > 0) rename_file(file, name, VANISH);
    return result;
}

FACE int mkdir(const char *path, mode_t mode)
{
    int result = REAL(int (*)(const char *, mode_t), "mkdir")(path, mode);
    if (!tape.on || result != 0) return result;
    if (strcmp(path, tape.folder) == 0) put(APPEAR, HERE);
    const char *beside = behind(tape.parent, path);
    if (beside && strncmp(beside, ".sconce-", 8) == 0)
        snprintf(tape.draft, sizeof tape.draft, "%s", path);
    return result;
}

FACE int rename(const char *from, const char *to)
{
    if (tape.on && (within(from) || within(to)))
        die("a file is renamed: this test knows nothing of that yet");
    int result = REAL(int (*)(const char *, const char *), "rename")(from, to);
    if (tape.on && result == 0 && strcmp(to, tape.folder) == 0) {
        put(APPEAR, HERE); /* with all files that were made in the draft */
        *tape.draft = '\0';
    }
    return result;
}

/* --- disks that a crash may leave ---------------------------------------------------------- */

typedef enum { NOTHING, ALL, SOME } Luck; /* how much of the unsynced data survives */
typedef struct {
    char *s;
    size_t n, synced; /* bytes that were there at the last sync */
} Bytes;

/* Pseudo-random numbers from 0 to sides - 1, the same for each step and try. */
static unsigned long dice;
static unsigned roll(unsigned sides)
{
    dice = dice * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(dice >> 33) % sides;
}

static void stretch(Bytes *b, size_t n)
{
    if (n <= b->n) return;
    b->s = realloc(b->s, n);
    memset(b->s + b->n, 0, n - b->n);
    b->n = n;
}

/* Writes bytes `from` to `to` of the recorded write. */
static void apply(Bytes *b, const Step *s, size_t from, size_t to)
{
    if (from == to) return;
    stretch(b, (size_t)s->at + to);
    memcpy(b->s + s->at + from, s->bytes + from, to - from);
}

static void apply_whole(Bytes *b, const Step *s)
{
    if (s->sort == WRITE) apply(b, s, 0, s->n);
    if (s->sort != CUT) return;
    if ((size_t)s->at < b->n)
        b->n = (size_t)s->at;
    else
        stretch(b, (size_t)s->at);
}

/* Applies a write of which only some sectors reached the disk, or which ended in the middle of one.
 * Beyond the old end of the file, a sector that did not reach it may hold anything. */
static void apply_torn(Bytes *b, const Step *s)
{
    if (roll(4) == 0) {
        apply(b, s, 0, roll((unsigned)s->n + 1));
        return;
    }
    for (size_t from = 0, to; from < s->n; from = to) {
        to = from + SECTOR - ((size_t)s->at + from) % SECTOR;
        if (to > s->n) to = s->n;
        if (roll(2)) {
            apply(b, s, from, to);
        } else if ((size_t)s->at + from >= b->synced && roll(2)) {
            stretch(b, (size_t)s->at + to);
            for (size_t i = from; i < to; i++) b->s[(size_t)s->at + i] = (char)roll(256);
        }
    }
}

typedef struct {
    Bytes file[FILES_MAX];
    bool there[FILES_MAX]; /* the file's name is in the folder */
    bool folder;           /* the folder is there */
} Disk;

/* Applies a step that was not synced: not at all, whole, or torn, as `luck` says. */
static void apply_unsynced(Disk *d, const Step *s, Luck luck)
{
    /* 0: lost, 1: whole, 2: a write is torn */
    unsigned chance = luck == NOTHING ? 0 : luck == ALL ? 1 : roll(3);
    if (s->sort == APPEAR && s->file == HERE)
        d->folder = d->folder || chance > 0;
    else if (s->sort == APPEAR || s->sort == VANISH)
        d->there[s->file] = chance > 0 ? s->sort == APPEAR : d->there[s->file];
    else if (s->sort == WRITE && chance == 2)
        apply_torn(&d->file[s->file], s);
    else if (chance > 0)
        apply_whole(&d->file[s->file], s);
}

/* Returns the number of the file that must be synced to have a step on the disk for sure: for a
 * name that comes or goes, the folder that holds it. */
static int synced_by(const Step *s)
{
    if (s->sort != APPEAR && s->sort != VANISH) return s->file;
    return s->file == HERE ? PARENT : HERE;
}

/* Builds the disk as it may be after the first `steps`: all synced data, and of the unsynced what
 * `luck` says. */
static void lose_power(Disk *d, int steps, Luck luck)
{
    static bool safe[STEPS_MAX];
    memset(safe, 0, sizeof safe);
    for (int i = 0; i < steps; i++) {
        /* A sync makes safe all steps before it of which it is the sync. */
        const Step *sync = &tape.step[i];
        for (int j = 0; sync->sort == SYNC && j < i; j++) {
            Step *s = &tape.step[j];
            if (safe[j] || s->sort == SYNC || s->sort == ACK || synced_by(s) != sync->file)
                continue;
            safe[j] = true;
            apply_unsynced(d, s, ALL);
        }
        if (sync->sort == SYNC) d->file[sync->file].synced = d->file[sync->file].n;
    }
    for (int i = 0; i < steps; i++) {
        const Step *s = &tape.step[i];
        if (!safe[i] && s->sort != SYNC && s->sort != ACK) apply_unsynced(d, s, luck);
    }
}

/* Writes the disk's campaign as a folder, under the names that the files got when they were made.
 */
static void build(const Disk *d, const char *folder)
{
    char path[PATH_MAX + 100];
    if (!d->folder) return;
    mkdir(folder, 0777);
    for (int i = PARENT + 1; i < tape.files; i++) {
        const Step *s = tape.step;
        while (s->sort != APPEAR || s->file != i) s++;
        if (!d->there[i]) continue;
        snprintf(path, sizeof path, "%s/%s", folder, s->name);
        FILE *f = fopen(path, "w");
        size_t n = d->file[i].n;
        if (!f || (n > 0 && fwrite(d->file[i].s, 1, n, f) != n) || fclose(f) != 0)
            die("cannot build a folder");
    }
}

static void clear(const char *folder)
{
    char command[3 * PATH_MAX];
    snprintf(command, sizeof command, "rm -rf '%s' '%s.sconce'", folder, folder);
    if (system(command) != 0) die("cannot clear a folder");
}

/* --- the session ---------------------------------------------------------------------------- */

static char *after[LINES_MAX + 1]; /* by acknowledgement: campaign_rows() at that time */
static int acks;

/* True for a value that a new campaign has before its first entry, and for a digest of such values.
 */
static bool is_before_play(const char *row)
{
    static const char *const kept[] = {"seed", "host", "party", "exported"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (strncmp(row, "meta '", 6) == 0 && strncmp(row + 6, kept[i], strlen(kept[i])) == 0)
            return true;
    return false;
}

/* Returns the rows of the whole campaign, exported; NULL with a sentence in why. */
static char *campaign_rows(const char *folder, char *why, size_t room)
{
    char file[PATH_MAX + 10], *text = NULL;
    size_t n = 0;
    SconceError error = {0};
    bool on = tape.on;
    tape.on = false;
    snprintf(file, sizeof file, "%s.sconce", folder);
    unlink(file);
    if (sconce_export(folder, file, NULL, NULL, &error)) {
        char *rows = journal_rows(file);
        FILE *out = open_memstream(&text, &n);
        for (char *row = strtok(rows, "\n"); row; row = strtok(NULL, "\n"))
            if (!is_before_play(row)) fprintf(out, "%s\n", row);
        fclose(out);
        free(rows);
    } else {
        snprintf(why, room, "%s", error.text);
    }
    tape.on = on;
    return text;
}

static void acknowledged(void)
{
    char why[300];
    if (acks > LINES_MAX) die("more lines than there is room for");
    put(ACK, 0);
    after[acks] = campaign_rows(tape.folder, why, sizeof why);
    if (!after[acks++]) die(why);
}

static void play(void)
{
    static const char *const lines[] = {"torches 5",
                                        "light torch",
                                        "crawl",
                                        "search x2",
                                        "u",
                                        "redo",
                                        "serch",
                                        "note what was seen",
                                        "m hall",
                                        "u",
                                        "u",
                                        "torches +1",
                                        "session \"Two\"",
                                        "rest",
                                        "crawl x3",
                                        "u",
                                        "light torch",
                                        "= party.torches",
                                        "crawl"};
    SconceError error = {0};
    SconceOptions o = {.table = tape.folder, .seed = "five", .answers = "default"};
    char note[3000];
    tape.on = true;
    if (!sconce_create(tape.folder, "delving", "member \"Bram\" { con = 1, hp = 6 }\n", NULL,
                       &error))
        die(error.text);
    acknowledged();
    for (int evening = 0; evening < 2; evening++) {
        Sconce *table = sconce_open(&o, &error);
        if (!table) die(error.text);
        acknowledged(); /* the first opening makes the first entry */
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            sconce_say(table, lines[i]);
            acknowledged();
        }
        memset(note, 'x', sizeof note); /* the note is longer than a page of the journal */
        memcpy(note, "note ", 5);
        note[sizeof note - 1] = '\0';
        sconce_say(table, note);
        acknowledged();
        sconce_close(table);
    }
    tape.on = false;
}

/* --- judging -------------------------------------------------------------------------------- */

/* True if `found` is the whole campaign as it was after this acknowledgement. */
static bool holds(const char *found, int ack)
{
    return ack >= 0 && ack < acks && strcmp(found, after[ack]) == 0;
}

/* Opens and verifies the campaign, and plays a line.  False: why says what failed. */
static bool plays_on(const char *folder, char *why, size_t room)
{
    SconceError error = {0};
    SconceOptions o = {.table = folder, .answers = "default", .seed = "five"};
    Sconce *table = sconce_open(&o, &error);
    const char *same = table ? sconce_verify(table, NULL, NULL, &error) : NULL;
    bool ok = same && strstr(same, "\"differs\":null") &&
              sconce_say(table, "crawl").outcome == SCONCE_DONE;
    if (!ok) snprintf(why, room, "it does not play on: %s", same ? same : error.text);
    sconce_close(table);
    return ok;
}

/* Opens the journal once, which rolls back a half-done transaction.  False: why says what failed.
 */
static bool recover(const char *folder, char *why, size_t room)
{
    Err err = {0};
    Journal *j = journal_open(folder, JOURNAL_PLAY, &err);
    bool ok = j && journal_head(j, &err) >= 0;
    if (!ok) snprintf(why, room, "the journal does not open: %s", err.text);
    journal_close(j);
    return ok;
}

/* True if the folder holds the campaign as it was after acknowledgement `ack`, or after the next
 * one.  closely: play must go on from there, too.  False: why says what is wrong. */
static bool judge(const char *folder, int ack, bool closely, char *why, size_t room)
{
    if (!recover(folder, why, room)) return false;
    char *found = campaign_rows(folder, why, room);
    bool ok = found && (holds(found, ack) || holds(found, ack + 1));
    if (found && !ok) {
        int which = 0;
        while (which < acks && !holds(found, which)) which++;
        snprintf(why, room, which < acks ? "it is as after line %d" : "it is as it never was",
                 which);
    }
    free(found);
    return ok && (!closely || plays_on(folder, why, room));
}

int main(int argc, char **argv)
{
    int tries = argc > 2 ? atoi(argv[2]) : 1, passed = 0, failed = 0, n = 0, ack = -1;
    char folder[PATH_MAX + 10], why[1200];
    if (argc < 2) return 2;
    if (!realpath(argv[1], tape.parent)) die("no such folder");
    snprintf(tape.folder, sizeof tape.folder, "%.4000s/played", tape.parent);
    snprintf(folder, sizeof folder, "%.4000s/found", tape.parent);
    play();
    for (int steps = 1; steps <= tape.steps; steps++) {
        if (tape.step[steps - 1].sort == ACK) ack++;
        if (ack < 0) continue; /* the campaign's creation was not acknowledged yet */
        for (int try = 0; try < tries + 2; try++) {
            /* Few tries: the three lucks take turns, but all are tried where a line is answered. */
            if (tries == 1 && tape.step[steps - 1].sort != ACK && try != steps % 3) continue;
            Disk *d = calloc(1, sizeof *d);
            dice = (unsigned long)steps * 1000 + (unsigned long)try;
            clear(folder);
            lose_power(d, steps, try == 0 ? NOTHING : try == 1 ? ALL : SOME);
            build(d, folder);
            bool closely = n++ % 50 == 0; /* of every 50th disk: it takes long */
            if (judge(folder, ack, closely, why, sizeof why))
                passed++;
            else if (failed++ < 10) /* more of them would say nothing new */
                printf("power gone after step %d (line %d acknowledged), luck %d: %s\n", steps, ack,
                       try, why);
            for (int i = 0; i < tape.files; i++) free(d->file[i].s);
            free(d);
        }
    }
    for (int i = 0; i < tape.steps; i++) free(tape.step[i].bytes);
    for (int i = 0; i < acks; i++) free(after[i]);
    clear(folder);
    printf("%d steps, %d lines\n%d passed, %d failed\n", tape.steps, acks, passed, failed);
    return failed > 0;
}
