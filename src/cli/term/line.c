/* libedit edits the line; this file gives it characters, the prompt, and the words that Tab offers.
 * It reads the characters itself and lets signals in only while it waits for one, so that no Ctrl-C
 * and no change of the window is missed.  Pasted lines are played one by one, as if typed fast. */
#include "cli/term/line.h"
#include "cli/term/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum {
    HISTORY_LINES = 1000,    /* some evenings */
    HISTORY_BYTES = 8 << 20, /* of the history file, which is read whole: it may be a stranger's */
    /* Characters that next_character makes up; open_editor binds them. */
    REDISPLAY = 0x1C, /* libedit draws the line anew.  Nobody can type it: it is Ctrl-\\, of which
                       * the terminal makes a signal */
    NEWS = 0x1D /* libedit calls end_for_news.  As a key, Ctrl-], it is bound to nothing else */
};

struct Line {
    TerminalStyle *style;
    Signals *signals;
    Sconce *table;
    EditLine *editor; /* NULL: plain lines */
    History *past;
    char *history; /* file of the past lines, or NULL */
    char *prompt;  /* as libedit_prompt makes it for libedit */
    int prompt_columns;
    char *text;       /* the line read last */
    size_t room;      /* bytes of `text`, for line_get */
    sigset_t waiting; /* the signal mask while waiting for a key */
    LineListing *listing;
    void *data;          /* argument of `listing` */
    LineSharing sharing; /* release NULL: nobody else uses the table */
    bool news;           /* others have changed the table */
    char *kept;          /* what was typed so far when others changed it; or NULL */
};

bool input_is_terminal(void)
{
    return isatty(STDIN_FILENO) == 1;
}

/* --- what libedit calls ------------------------------------------------------- */

static Line *line_of(EditLine *editor)
{
    void *l = NULL;
    el_get(editor, EL_CLIENTDATA, &l);
    return l;
}

static char *prompt_of(EditLine *editor)
{
    return line_of(editor)->prompt;
}

/* Called when the window has a new size, or when the program is back from the background, where the
 * shell had set the terminal up for itself: measures it, and has libedit set it up again. */
static void adapt_to_terminal(Line *l)
{
    l->signals->changed = 0;
    style_measure(l->style);
    el_set(l->editor, EL_PREP_TERM, 0);
    el_set(l->editor, EL_PREP_TERM, 1);
    el_resize(l->editor);
}

/* Waits for a key; others may use the table meanwhile.  Returns more than 0 for a key, 0 when only
 * `news` can be read, less than 0 for an error or a signal (errno).  When others have changed the
 * table, keys typed before that are dropped, as they were meant for the table as it was. */
static int wait_for_key(Line *l)
{
    const LineSharing *s = &l->sharing;
    struct pollfd in[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                          {.fd = s->news, .events = POLLIN}};
    if (!s->release) return ppoll(in, 1, NULL, &l->waiting);
    s->release(s->data);
    int ready = ppoll(in, 2, NULL, &l->waiting);
    s->hold(&l->waiting, s->data);
    l->news = s->has_changed(s->data);
    if (l->news) tcflush(STDIN_FILENO, TCIFLUSH);
    bool has_key = in[0].revents != 0;
    return ready > 0 && !has_key ? 0 : ready;
}

typedef enum { BYTE_READ, BYTE_NONE, BYTE_REDISPLAY, BYTE_NEWS } ByteState;

/* Waits for a byte.  BYTE_NONE: the end of input, or Ctrl-C. */
static ByteState next_byte(Line *l, char *byte)
{
    for (;;) {
        if (l->signals->interrupted) return BYTE_NONE;
        if (l->signals->changed) {
            adapt_to_terminal(l);
            return BYTE_REDISPLAY;
        }
        int ready = wait_for_key(l);
        if (l->news) return BYTE_NEWS;
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        ssize_t n = ready < 0 ? -1 : read(STDIN_FILENO, byte, 1);
        if (n < 0 && errno == EINTR) continue;
        return n == 1 ? BYTE_READ : BYTE_NONE;
    }
}

/* Returns 1 with a character; 0 at the end of input; -1 on Ctrl-C, as libedit wants it. */
static int next_character(EditLine *editor, wchar_t *c)
{
    Line *l = line_of(editor);
    mbstate_t partial = {0};
    char byte;
    for (;;) {
        ByteState state = next_byte(l, &byte);
        *c = state == BYTE_REDISPLAY ? REDISPLAY : state == BYTE_NEWS ? NEWS : L'\0';
        if (*c) return 1;
        if (state == BYTE_NONE) return l->signals->interrupted ? -1 : 0;
        size_t n = mbrtowc(c, &byte, 1, &partial);
        if (n == (size_t)-1) *c = L'?'; /* not UTF-8 */
        if (n != (size_t)-2) return 1;  /* -2: the character has more bytes */
    }
}

/* Completes the word at the cursor as far as all offers agree, or else lists them. */
static unsigned char complete(EditLine *editor, int key)
{
    (void)key;
    Line *l = line_of(editor);
    const LineInfo *line = el_line(editor);
    AutoString *before = must_have(strndup(line->buffer, (size_t)(line->cursor - line->buffer)));
    Offers o = complete_line(l->table, before);
    const char *word = before + o.from;
    size_t n = offers_common(&o);
    unsigned char then = CC_REFRESH_BEEP;
    if (o.n == 1 || n > strlen(word)) {
        AutoString *common = must_have(strndup(o.at[0], n));
        el_deletestr(editor, (int)mbstowcs(NULL, word, 0)); /* libedit counts characters */
        el_insertstr(editor, common);
        if (o.n == 1) el_insertstr(editor, " ");
        then = CC_REFRESH;
    } else if (o.n > 0) {
        l->listing(true, l->data);
        offers_write(&o, l->style);
        l->listing(false, l->data);
        then = CC_REDISPLAY;
    }
    offers_free(&o);
    return then;
}

/* Bound to NEWS: ends the reading of this line, keeps what was typed, and wipes it off. */
static unsigned char end_for_news(EditLine *editor, int key)
{
    (void)key;
    Line *l = line_of(editor);
    const LineInfo *line = el_line(editor);
    AutoStyled typed = {0};
    styled_put_bytes(&typed, line->buffer, (size_t)(line->cursor - line->buffer));
    int columns = l->style->columns > 0 ? l->style->columns : 80;
    int up = (l->prompt_columns + typed.columns) / columns; /* rows above the cursor */
    free(l->kept);
    l->kept = must_have(strndup(line->buffer, (size_t)(line->lastchar - line->buffer)));
    if (up > 0) printf("\033[%dA", up);
    fputs("\r\033[J", stdout);
    return CC_EOF;
}

/* --- editing ------------------------------------------------------------------ */

/* Opens a history file; -1: it cannot be used.  It may come with a stranger's folder, so it must be
 * a plain file without a second name, and no longer than a history gets. */
static int open_history_file(const char *file)
{
    struct stat st;
    int fd = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -1;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink == 1 &&
        st.st_size <= HISTORY_BYTES)
        return fd;
    close(fd);
    return -1;
}

/* Loads through /dev/fd, since libedit takes a name and not a descriptor. */
static void load_history(const Line *l)
{
    char name[40];
    HistEvent event;
    int fd = open_history_file(l->history);
    if (fd < 0) return;
    snprintf(name, sizeof name, "/dev/fd/%d", fd);
    history(l->past, &event, H_LOAD, name);
    close(fd);
}

/* Saves after each line, since closing a window ends the program without notice.  A file that could
 * not be read, such as a link, stays as it is. */
static void save_history(const Line *l)
{
    HistEvent event;
    Draft d;
    struct stat st;
    int fd = open_history_file(l->history);
    if (fd >= 0) close(fd);
    if (fd < 0 && lstat(l->history, &st) == 0) return;
    if (draft_begin(&d, l->history, 0600))
        draft_end(&d, history(l->past, &event, H_SAVE_FP, d.to) >= 0);
}

/* Gives libedit a history.  file: the file that keeps it, or NULL. */
static void open_history(Line *l, const char *file)
{
    HistEvent event;
    l->past = must_have(history_init());
    history(l->past, &event, H_SETSIZE, HISTORY_LINES);
    history(l->past, &event, H_SETUNIQUE, 1); /* a line twice in a row is kept once */
    el_set(l->editor, EL_HIST, history, l->past);
    if (!file) return;
    l->history = must_have(strdup(file));
    load_history(l);
}

/* Sets libedit up: what it calls, and which keys do what. */
static void open_editor(Line *l)
{
    l->editor = must_have(el_init("sconce", stdin, stdout, stderr));
    el_set(l->editor, EL_CLIENTDATA, l);
    el_set(l->editor, EL_EDITOR, "emacs");
    el_set(l->editor, EL_PROMPT_ESC, prompt_of, '\001');
    el_set(l->editor, EL_GETCFN, next_character);
    el_wset(l->editor, EL_ADDFN, L"offer", L"offer what fits", complete); /* el_set would leak */
    el_wset(l->editor, EL_ADDFN, L"news", L"end for news", end_for_news);
    el_set(l->editor, EL_BIND, "^I", "offer", NULL);
    el_set(l->editor, EL_BIND, "^]", "news", NULL);
    el_set(l->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_set(l->editor, EL_BIND, "^\\", "ed-redisplay", NULL); /* REDISPLAY, above */
    el_source(l->editor, NULL);                              /* reads the user's .editrc */
}

Line *line_new(TerminalStyle *style, const char *history, Signals *signals, Sconce *table,
               LineListing *listing, void *data)
{
    Line *l = must_have(calloc(1, sizeof *l));
    *l = (Line){
        .style = style, .signals = signals, .table = table, .listing = listing, .data = data};
    if (input_is_terminal() && isatty(STDOUT_FILENO) && style_terminal_obeys()) {
        open_editor(l);
        open_history(l, history);
    }
    return l;
}

void line_share(Line *l, const LineSharing *sharing)
{
    l->sharing = *sharing;
}

void line_free(Line *l)
{
    if (!l) return;
    if (l->past) history_end(l->past);
    if (l->editor) el_end(l->editor);
    free(l->history);
    free(l->prompt);
    free(l->text);
    free(l->kept);
    free(l);
}

void line_remember(Line *l, const char *text)
{
    HistEvent event;
    if (!l->past || !text[strspn(text, " ")]) return;
    history(l->past, &event, H_ENTER, text);
    if (l->history) save_history(l);
}

/* Returns the prompt with each escape between marks, so that libedit does not count it. */
static char *libedit_prompt(const TerminalStyle *style, const StyledText *t)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = must_have(open_memstream(&text, &n));
    for (const char *s = styled_str(t); *s; s++)
        if (!styled_is_tint(*s))
            fputc(*s, out);
        else if (style->colour)
            fprintf(out, "\001%s\001", style_escape(style, (Tint)*s));
    fclose(out);
    return must_have(text);
}

/* Reads a line that libedit edits. */
static LineState read_edited(Line *l, const StyledText *prompt, const char **text)
{
    int n = 0;
    free(l->prompt);
    l->prompt = libedit_prompt(l->style, prompt);
    l->prompt_columns = prompt->columns;
    fflush(stdout);
    if (l->kept) el_push(l->editor, l->kept); /* as if it were typed again */
    free(l->kept);
    l->kept = NULL;
    l->news = false;
    el_set(l->editor, EL_PREP_TERM, 1); /* raw mode now: libedit sets it once the prompt is shown,
                                         * and keys typed before would be shown twice */
    *text = el_gets(l->editor, &n);
    if (l->news) return LINE_NEWS;
    if (l->signals->interrupted) {
        el_reset(l->editor);
        fputs("^C\n", stdout);
        return LINE_INTERRUPTED;
    }
    if (!*text || n <= 0) {
        fputc('\n', stdout);
        return LINE_ENDED;
    }
    free(l->text);
    l->room = 0; /* line_get must not write into this text, which has no room to spare */
    l->text = must_have(strndup(*text, strcspn(*text, "\r\n")));
    return LINE_READ;
}

/* --- plain lines ---------------------------------------------------------------- */

/* Reads a line as it comes, without editing. */
static LineState read_plain(Line *l, const StyledText *prompt)
{
    for (const char *s = styled_str(prompt); *s; s++)
        if (!styled_is_tint(*s)) fputc(*s, stdout);
    fflush(stdout);
    if (l->sharing.release) l->sharing.release(l->sharing.data);
    bool got = line_get(&l->text, &l->room);
    if (l->sharing.release) l->sharing.hold(&l->waiting, l->sharing.data);
    bool news = l->sharing.release && l->sharing.has_changed(l->sharing.data);
    if (news && input_is_terminal()) return LINE_NEWS; /* drops the line, as wait_for_key does */
    if (!got) {
        fputc('\n', stdout);
        if (!l->signals->interrupted) return LINE_ENDED;
        clearerr(stdin);
        return LINE_INTERRUPTED;
    }
    return LINE_READ;
}

bool line_get(char **text, size_t *room)
{
    enum { INPUT_MAX = 1 << 20 };              /* bytes, of which a table takes far fewer */
    static const char mark[] = "\xEF\xBB\xBF"; /* of byte order, as Windows begins a file */
    size_t n = 0;
    int c;
    if (*room == 0) {
        *room = 256; /* any would do */
        *text = must_have(realloc(*text, *room));
    }
    while ((c = getc(stdin)) != EOF && c != '\n') {
        if (n + 1 == *room && *room < INPUT_MAX) {
            *room *= 2;
            *text = must_have(realloc(*text, *room));
        }
        if (n + 1 < *room) (*text)[n++] = c ? (char)c : '\x7f';
    }
    if (c == EOF && n == 0) return false;
    while (n > 0 && (*text)[n - 1] == '\r') n--;
    (*text)[n] = '\0';
    if (strncmp(*text, mark, 3) == 0) memmove(*text, *text + 3, n - 2); /* with the NUL */
    return true;
}

LineState line_read(Line *l, const StyledText *prompt, const char **text)
{
    sigset_t held;
    AutoStyled last = style_prompt(l->style, prompt);
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGCONT);
    l->signals->interrupted = 0;
    /* While libedit edits, signals come only where wait_for_key waits (see the top). */
    if (l->editor) sigprocmask(SIG_BLOCK, &held, &l->waiting);
    LineState state = l->editor ? read_edited(l, &last, text) : read_plain(l, &last);
    if (l->editor) sigprocmask(SIG_SETMASK, &l->waiting, NULL);
    if (state != LINE_READ) return state;
    if (!l->editor && !input_is_terminal())
        clean_printf(stdout, "%s\n", l->text); /* as a terminal would show it */
    *text = l->text;
    return LINE_READ;
}
