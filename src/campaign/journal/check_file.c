/* Reads the header of an SQLite file by itself.  Offsets: https://www.sqlite.org/fileformat.html,
 * sections 1.3 (the header) and 3 (the rollback journal, with the name of a super-journal at its
 * end). */
#include "campaign/journal/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER_BYTES = 100 }; /* header of an SQLite file */

static uint32_t read_uint32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Opens a plain file for reading and fills *st.  Refuses a link, through which SQLite would write
 * to another file, and a pipe, which would block.  A file to be played may have only one name (hard
 * link); for reading, several do no harm.  Returns -1 with errno; a file that is refused sets *err
 * and leaves errno 0. */
static int open_plain(const char *file, const char *name, JournalMode mode, struct stat *st,
                      Err *err)
{
    int nofollow = mode == JOURNAL_IMPORT ? 0 : O_NOFOLLOW;
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | nofollow);
    const char *wrong = NULL;
    if (fd < 0 && errno == ELOOP)
        wrong = "is a link: take it away, and put the file itself there";
    else if (fd >= 0 && (fstat(fd, st) != 0 || !S_ISREG(st->st_mode)))
        wrong = mode == JOURNAL_IMPORT ? "is no plain file" : "is no plain file: take it away";
    else if (fd >= 0 && mode == JOURNAL_PLAY && st->st_nlink > 1)
        wrong = "has a second name (a hard link), and playing would change both: put a copy there";
    if (!wrong) return fd;
    if (fd >= 0) close(fd);
    err_set(err, "%s %s", name, wrong);
    errno = 0;
    return -1;
}

/* True if a rollback journal ends with the name of a super-journal.  SQLite would delete the file
 * of that name.  Sconce never writes one. */
static bool names_super_journal(int fd, off_t size)
{
    static const unsigned char magic[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char end[sizeof magic];
    return size >= (off_t)sizeof end &&
           pread(fd, end, sizeof end, size - (off_t)sizeof end) == (ssize_t)sizeof end &&
           memcmp(end, magic, sizeof end) == 0;
}

/* Checks the file named FILE+tail, if there is one.  FILE-journal is allowed when it is a plain
 * rollback journal; FILE-wal and FILE-shm are refused, since Sconce uses no write-ahead log. */
static bool check_companion(const char *file, const char *tail, bool allowed, JournalMode mode,
                            Err *err)
{
    ScopedText path = {0};
    struct stat st;
    text_addf(&path, "%s%s", file, tail);
    int fd = path.failed ? -1 : open_plain(path.s, path.s, mode, &st, err);
    bool ok = fd >= 0 || errno != 0;
    if (fd >= 0 && (!allowed || names_super_journal(fd, st.st_size)))
        ok = err_set(err, "%s is not of Sconce%s: take it away", path.s,
                     allowed ? ", for it names another file to delete" : "");
    if (fd >= 0) close(fd);
    return ok;
}

static bool check_companions(const char *file, JournalMode mode, Err *err)
{
    return check_companion(file, "-journal", true, mode, err) &&
           check_companion(file, "-wal", false, mode, err) &&
           check_companion(file, "-shm", false, mode, err);
}

/* Refuses a file that is not an exported campaign; n: bytes of its header that were read. */
static bool check_imported(const char *name, off_t size, const unsigned char *head, ssize_t n,
                           Err *err)
{
    static const char json_lines[] = "{\"sconce\":\"campaign\"";
    size_t json_n = sizeof json_lines - 1;
    if (size >> 20 >= JOURNAL_FILE_MB_MAX)
        return err_set(err, "%s is too large: %d MB at most", name, JOURNAL_FILE_MB_MAX);
    if (n >= (ssize_t)json_n && memcmp(head, json_lines, json_n) == 0)
        return err_set(err,
                       "%s was exported by an older Sconce, as JSON Lines, which is no longer "
                       "read: export the campaign again",
                       name);
    return (n == HEADER_BYTES && memcmp(head, "SQLite format 3", 16) == 0) ||
           err_set(err, "%s is no campaign that was exported: nothing was imported", name);
}

static bool check_header(const char *name, const unsigned char *head, Err *err)
{
    if (memcmp(head, "SQLite format 3", 16) != 0) return err_set(err, "%s is no journal", name);
    if (read_uint32(head + 68) != APPLICATION_ID)
        return err_set(err, "%s is no journal of Sconce", name);
    uint32_t version = read_uint32(head + 60);
    if (version / 1000 > JOURNAL_MAJOR) {
        err_set(err,
                "%s was written by a newer Sconce (format %u.%u; this one knows %d): it was left "
                "as it is",
                name, version / 1000, version % 1000, JOURNAL_MAJOR);
        if (err) err->kind = ERR_NEWER;
        return false;
    }
    bool rollback = head[18] == 1 && head[19] == 1;
    return rollback || err_set(err, "%s is no journal of Sconce: it keeps a log beside it", name);
}

bool check_file(const char *file, const char *name, JournalMode mode, bool *there, Err *err)
{
    unsigned char head[HEADER_BYTES];
    struct stat st = {0};
    int fd = open_plain(file, name, mode, &st, err);
    *there = false;
    if (fd < 0 && errno == 0) return false;
    if (mode == JOURNAL_IMPORT && fd < 0)
        return err_set(err, "cannot read %s: %s", name, strerror(errno));
    ssize_t n = fd < 0 ? 0 : pread(fd, head, sizeof head, 0);
    if (fd >= 0) close(fd);
    *there = n != 0;
    if (mode == JOURNAL_IMPORT) {
        if (!check_imported(name, st.st_size, head, n, err)) return false;
        mode = JOURNAL_READ; /* the user named this file only: no links beside it */
    }
    if (!*there) /* SQLite makes the file, or says why it cannot be opened */
        return check_companion(file, "-journal", true, mode, err);
    if (n != (ssize_t)sizeof head) return err_set(err, "%s is no journal", name);
    return check_header(name, head, err) && check_companions(file, mode, err);
}
