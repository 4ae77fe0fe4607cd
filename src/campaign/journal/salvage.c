/* Copies the entries that can still be read into a new journal.  Each entry has its whole state and
 * a digest, so that it can be used without the entries before it.
 *
 * When the first page of the file is damaged, SQLite cannot find its tables.  Then the first page
 * of a new journal replaces it: the tables begin at the same pages in every journal. */
#include "campaign/journal/journal.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "campaign/journal/store.h"
#include "campaign/rules/table_sources.h"

enum {
    PAGE_BYTES = 4096,     /* SQLite's usual page size, which every journal has */
    ENTRY_BYTES_MIN = 100, /* the smallest possible entry takes more */
    /* If more entries than this are missing at the end, they are not told as lost: their number was
     * then only guessed from the size of the file (max_entries). */
    GUESS_MARGIN = 1000
};

/* A salvage in progress. */
typedef struct {
    const char *folder;
    Journal *from, *to;
    bool rules_lost;       /* the rules of some entry could not be read */
    int64_t *new_number;   /* of each entry, by its old number; 0: the entry is lost */
    int64_t max, sessions; /* highest possible number of an entry; highest session saved */
    Salvaged *found;
    char chain[HASH_HEX]; /* hash of the rules that were saved last; "": none yet */
    Err *err;
} Salvage;

/* --- opening ----------------------------------------------------------------------------- */

/* Reads the file up to its last whole page: *n bytes, which the caller gives to sqlite3_free. */
static unsigned char *read_journal_file(const char *path, size_t *n, Err *err)
{
    struct stat st;
    unsigned char *bytes = NULL;
    FILE *f = is_file(path) ? fopen(path, "re") : NULL;
    bool ok = f && fstat(fileno(f), &st) == 0;
    size_t size = ok && st.st_size >> 20 < JOURNAL_FILE_MB_MAX ? (size_t)st.st_size : 0;
    if (!ok)
        err_set(err, "%s cannot be read", path);
    else if (size < PAGE_BYTES)
        err_set(err, "%s holds nothing that can be saved", path);
    else if (!(bytes = sqlite3_malloc64(size)))
        err_set(err, "out of memory");
    else
        *n = fread(bytes, 1, size - size % PAGE_BYTES, f);
    if (f) fclose(f);
    return bytes;
}

/* Offsets of fields in the header of an SQLite file: sqlite.org/fileformat.html, 1.3. */
enum { CHANGE_COUNTER_AT = 24, PAGE_COUNT_AT = 28, FREE_LIST_AT = 32, VALID_FOR_AT = 92 };

/* Replaces the file's first page with the new journal's, sets its page count, and empties the list
 * of free pages.  n: bytes of the file.  False: no memory. */
static bool replace_first_page(const Journal *new, unsigned char *file, size_t n)
{
    sqlite3_int64 page_n = 0;
    unsigned char *page = sqlite3_serialize(new->db, "main", &page_n, 0);
    bool ok = page && page_n >= PAGE_BYTES;
    if (ok) {
        memcpy(file, page, PAGE_BYTES);
        uint32_t pages = htobe32((uint32_t)(n / PAGE_BYTES));
        memcpy(file + PAGE_COUNT_AT, &pages, sizeof pages);
        /* The page count counts only where these two fields are equal. */
        memcpy(file + VALID_FOR_AT, file + CHANGE_COUNTER_AT, 4);
        memset(file + FREE_LIST_AT, 0, 8); /* its first page, and how many: none */
    }
    sqlite3_free(page);
    return ok;
}

/* Opens a copy of the file in memory, with a new first page: an empty journal is made there, and
 * the bytes of the file then take the place of its own. */
static Journal *open_mended(const char *folder, Err *err)
{
    size_t n = 0;
    ScopedString *path = path_join(folder, "journal.db");
    unsigned char *bytes = path ? read_journal_file(path, &n, err) : NULL;
    Journal *j = bytes ? journal_open(NULL, JOURNAL_PLAY, err) : NULL;
    bool ok = j && (replace_first_page(j, bytes, n) || err_set(err, "out of memory"));
    if (!ok)
        sqlite3_free(bytes);
    else if (sqlite3_deserialize(j->db, "main", bytes, (sqlite3_int64)n, (sqlite3_int64)n,
                                 SQLITE_DESERIALIZE_FREEONCLOSE) != SQLITE_OK)
        ok = err_set(err, "%s cannot be read", path); /* SQLite has freed the bytes all the same */
    if (ok) return j;
    journal_close(j);
    return NULL;
}

/* True if SQLite finds the table of entries: one of three entries, since some may be damaged. */
static bool is_readable(Journal *j)
{
    enum { TRIED = 3 };
    for (int64_t seq = 1; seq <= TRIED; seq++) {
        ScopedEntry e = {0};
        if (journal_entry(j, seq, &e, NULL)) return true;
    }
    return false;
}

/* Opens the journal as it is if its entries can be read, else with a new first page. */
static Journal *open_damaged(const char *folder, Err *err)
{
    Err why = {0};
    Journal *j = journal_open(folder, JOURNAL_READ, &why);
    if (j && is_readable(j)) return j;
    if (why.kind == ERR_NEWER) { /* not damaged */
        *err = why;
        return NULL;
    }
    journal_close(j);
    return open_mended(folder, err);
}

/* --- saving ------------------------------------------------------------------------------ */

/* Copies the stored rules with this hash, unless they were just copied.  False: that failed. */
static bool save_chain(Salvage *s, const char *hash)
{
    ScopedText host = {0};
    if (strcmp(s->chain, hash) == 0) return true;
    bool is_hash = strlen(hash) == HASH_HEX - 1;
    ScopedChain *c = is_hash ? journal_chain(s->from, hash, &host, NULL) : NULL;
    if (!c || !archive_add(s->to, c, text_str(&host), hash, s->err)) return false;
    memcpy(s->chain, hash, HASH_HEX);
    return true;
}

/* Saves the rules in the folder.  They must be loaded, since only loading shows which files they
 * extend; if they do not load, s->chain stays "". */
static void save_folder_rules(Salvage *s)
{
    Err err = {0};
    TableSources sources = {0};
    SconceOptions options = {.table = s->folder};
    Chain *c =
        table_sources_read(&sources, &options, &err) ? table_sources_chain(&sources, &err) : NULL;
    ScopedClient *client = c ? table_sources_client(&sources, NULL, c, &err) : NULL;
    if (client && cell_client_load(client, &err)) {
        chain_hash(cell_client_chain(client), SCONCE_VERSION, s->chain);
        if (!archive_add(s->to, cell_client_chain(client), SCONCE_VERSION, s->chain, s->err))
            s->chain[0] = '\0';
    }
    table_sources_free(&sources);
}

/* Saves the rules of an entry.  If they cannot be read, the entry gets those of the entry before
 * it, or else those in the folder.  False when there are none. */
static bool save_rules_of_entry(Salvage *s, Entry *e)
{
    if (save_chain(s, text_str(&e->chain))) return true;
    /* The first entry without rules tries the folder; rules_lost then says that this was done. */
    bool folder_tried = s->rules_lost;
    if (!s->chain[0] && !folder_tried) save_folder_rules(s);
    s->rules_lost = true;
    if (!s->chain[0]) return false;
    text_clear(&e->chain);
    text_add(&e->chain, s->chain);
    return true;
}

/* Tells that the entries with these old numbers are lost: "3" or "7-9". */
static void tell_lost(Salvage *s, int64_t from, int64_t to)
{
    Text *t = &s->found->lost;
    text_addf(t, "%s%lld", t->n > 0 ? ", " : "", (long long)from);
    if (to > from) text_addf(t, "-%lld", (long long)to);
}

/* Gives the entry with the number `old` its new number and parent, and stores it. */
static bool save_entry(Salvage *s, Entry *e, int64_t old)
{
    int64_t last = s->found->saved; /* the new number of the entry saved before */
    int64_t parent = e->parent > 0 && e->parent < old ? s->new_number[e->parent] : 0;
    if (!save_rules_of_entry(s, e)) return false;
    e->seq = last + 1;
    e->parent = parent > 0 ? parent : last;
    /* Each session has an entry, so that an entry's session is never above its own number. */
    if (e->session < 1 || e->session > old) e->session = 1;
    if (e->session > s->sessions) s->sessions = e->session;
    if (!journal_insert(s->to, e, s->err)) return false;
    s->new_number[old] = ++s->found->saved;
    return true;
}

/* Saves every entry that can be read, and tells which numbers are lost. */
static void save_entries(Salvage *s)
{
    int64_t lost = 0; /* the first lost entry since the last that was saved; 0: none */
    for (int64_t old = 1; old <= s->max; old++) {
        ScopedEntry e = {0};
        bool saved = journal_entry(s->from, old, &e, NULL) && save_entry(s, &e, old);
        if (!saved && lost == 0) lost = old;
        if (!saved) continue;
        if (lost > 0) tell_lost(s, lost, old - 1);
        lost = 0;
        s->found->made = old;
    }
    if (lost > 0 && s->max <= s->found->made + GUESS_MARGIN) {
        tell_lost(s, lost, s->max);
        s->found->made = s->max;
    }
}

/* Adds something other than entries to what is reported as lost. */
static void tell_lost_besides(Salvage *s, const char *what)
{
    text_addf(&s->found->lost_besides, "%sthe %s", s->found->lost_besides.n > 0 ? ", " : "", what);
}

/* Saves the dates and titles of sessions, and notes what besides entries is lost. */
static bool save_sessions(Salvage *s)
{
    bool ok = true, some_lost = false;
    for (int64_t n = 1; ok && n <= s->sessions; n++) {
        Session was = {0};
        if (!journal_get_session(s->from, n, &was, NULL) || was.n == 0) some_lost = true;
        ok = journal_set_session(s->to, n, text_str(&was.title), was.date > 0 ? was.date : 0,
                                 s->err);
        text_free(&was.title);
    }
    if (s->rules_lost)
        tell_lost_besides(s, "rules of some entries"); /* found by save_entries before */
    if (some_lost) tell_lost_besides(s, "titles of sessions");
    return ok;
}

/* The named values of a campaign.  OPTIONAL: nobody misses it.  MAY_BE_EMPTY: it is lost when it
 * cannot be read.  NEEDED: every campaign has one, so that it is also lost when it is missing. */
static const struct {
    const char *key;
    enum { OPTIONAL, MAY_BE_EMPTY, NEEDED } kind;
} named_values[] = {{"created_by", OPTIONAL},
                    {"host", OPTIONAL},
                    {"party", MAY_BE_EMPTY},
                    {"ruleset", NEEDED},
                    {"seed", NEEDED}};

/* Saves the named values, and notes which are lost.  False when writing fails. */
static bool save_values(Salvage *s)
{
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof named_values / sizeof *named_values; i++) {
        const char *key = named_values[i].key;
        ScopedText value = {0};
        bool read = journal_get(s->from, key, &value, NULL), there = read && value.n > 0;
        if (named_values[i].kind == MAY_BE_EMPTY && !read) tell_lost_besides(s, key);
        if (named_values[i].kind == NEEDED && !there) tell_lost_besides(s, key);
        if (there)
            ok = journal_set(s->to, key, text_str(&value), s->err);
        else if (strcmp(key, "seed") == 0) /* any will do, but verify needs one */
            ok = journal_set(s->to, "seed", "salvaged", s->err);
    }
    return ok;
}

/* Sets the head to the old head, or to the last entry if that is lost; sets found->last. */
static bool save_head(Salvage *s)
{
    int64_t old_head = journal_head(s->from, NULL), new_head = 0;
    if (old_head > 0 && old_head <= s->max) new_head = s->new_number[old_head];
    if (new_head == 0) new_head = s->found->saved;
    for (int64_t old = 1; old <= s->max; old++)
        if (s->new_number[old] == new_head) s->found->last = old;
    return store_set_head(s->to, new_head, s->err);
}

/* The highest number that an entry can have: how many were ever made, if that can be read and so
 * many fit into the file; else as many as fit.  It asks the disk for the size, since the header of
 * a file that was cut off still has the old size. */
static int64_t max_entries(const Salvage *s)
{
    struct stat st = {0};
    ScopedString *path = path_join(s->folder, "journal.db");
    if (path) stat(path, &st);
    int64_t made = journal_count(s->from, NULL), max = (int64_t)st.st_size / ENTRY_BYTES_MIN + 1;
    return made > 0 && made < max ? made : max;
}

/* Copies what can be read from s->from into a new journal, s->to. */
static bool salvage(Salvage *s)
{
    s->max = max_entries(s);
    s->new_number = calloc((size_t)s->max + 1, sizeof *s->new_number);
    s->to = s->new_number ? journal_open(NULL, JOURNAL_PLAY, s->err) : NULL;
    if (!s->to || !journal_begin_transaction(s->to, s->err)) return false;
    save_entries(s);
    if (s->found->saved == 0) return err_set(s->err, "no entry of this journal can be read");
    bool ok = save_sessions(s) && save_values(s) && save_head(s);
    return journal_end_transaction(s->to, ok, s->err);
}

Journal *journal_salvage(const char *folder, Salvaged *found, Err *err)
{
    Salvage s = {.folder = folder, .found = found, .err = err};
    *found = (Salvaged){0};
    s.from = open_damaged(folder, err);
    bool ok = s.from && salvage(&s);
    if (s.from && !ok && !err->text[0]) err_set(err, "out of memory");
    free(s.new_number);
    journal_close(s.from);
    if (ok) return s.to;
    journal_close(s.to);
    return NULL;
}
