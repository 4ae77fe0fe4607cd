/* libedit does the editing; this file gives it its characters (so that Ctrl-C and a changed window
 * are seen without a race: both signals are let in only while we wait), its prompt and the words
 * that Tab offers. */
#include "cli/term/line.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_LINES = 1000, REDISPLAY = 0x1C }; /* a key that no terminal sends us: Ctrl-\\ */

struct Line {
    TerminalStyle *ink;
    Signs *signs;
    Completer *complete;
    void *data;
    EditLine *editor; /* NULL: plain lines */
    History *past;
    char *kept;   /* file of the history, or NULL */
    char *prompt; /* as libedit wants it */
    char *text;   /* the plain line read last */
    size_t room;
    sigset_t waiting; /* signals let in while waiting for a key */
};

bool line_interactive(void)
{
    return isatty(STDIN_FILENO) == 1;
}

/* --- offers ----------------------------------------------------------------- */

void offers_add(Offers *o, const char *word)
{
    for (size_t i = 0; i < o->n; i++)
        if (strcmp(o->at[i], word) == 0) return;
    if (!*word) return;
    o->at = must_have(realloc(o->at, (o->n + 1) * sizeof *o->at));
    o->at[o->n++] = must_have(strdup(word));
}

void offers_free(Offers *o)
{
    for (size_t i = 0; i < o->n; i++) free(o->at[i]);
    free(o->at);
    *o = (Offers){0};
}

/* Number of bytes that all offers have in common, ending at a whole character. */
static size_t shared(const Offers *o)
{
    size_t n = strlen(o->at[0]);
    for (size_t i = 1; i < o->n; i++) {
        size_t same = 0;
        while (same < n && o->at[i][same] == o->at[0][same]) same++;
        n = same;
    }
    while (n > 0 && ((unsigned char)o->at[0][n] & 0xC0) == 0x80) n--;
    return n;
}

/* Lists the offers below the line, in columns. */
static void list(const TerminalStyle *ink, const Offers *o)
{
    int widest = 0, used = 0;
    for (size_t i = 0; i < o->n; i++) {
        StyledText t = {0};
        styled_clean(&t, o->at[i]);
        widest = t.columns > widest ? t.columns : widest;
        styled_free(&t);
    }
    fputc('\n', ink->to);
    for (size_t i = 0; i < o->n; i++) {
        StyledText t = {0};
        styled_clean(&t, o->at[i]);
        bool last = i + 1 == o->n || used + 2 * (widest + 2) > ink->width;
        fprintf(ink->to, "  %s%*s", styled_str(&t), last ? 0 : widest - t.columns, "");
        used = last ? 0 : used + widest + 2;
        if (last) fputc('\n', ink->to);
        styled_free(&t);
    }
    fflush(ink->to);
}

/* --- what libedit calls ------------------------------------------------------- */

static Line *line_of(EditLine *editor)
{
    void *l = NULL;
    el_get(editor, EL_CLIENTDATA, &l);
    return l;
}

static char *give_prompt(EditLine *editor)
{
    return line_of(editor)->prompt;
}

typedef enum { KEY, KEY_NONE, KEY_REDISPLAY } Key;

/* Adapts to a window of another size, or to the terminal's settings after a time in the background.
 */
static void settle(Line *l)
{
    l->signs->changed = 0;
    style_measure(l->ink);
    el_set(l->editor, EL_PREP_TERM, 0);
    el_set(l->editor, EL_PREP_TERM, 1);
    el_resize(l->editor);
}

/* Waits for a byte; NONE at the end of input and on Ctrl-C. */
static Key next_byte(Line *l, char *byte)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        if (l->signs->broken) return KEY_NONE;
        if (l->signs->changed) {
            settle(l);
            return KEY_REDISPLAY;
        }
        int ready = ppoll(&in, 1, NULL, &l->waiting);
        if (ready < 0 && errno == EINTR) continue;
        ssize_t n = ready < 0 ? -1 : read(STDIN_FILENO, byte, 1);
        if (n < 0 && errno == EINTR) continue;
        return n == 1 ? KEY : KEY_NONE;
    }
}

static int next_character(EditLine *editor, wchar_t *c)
{
    Line *l = line_of(editor);
    mbstate_t state = {0};
    char byte;
    for (;;) {
        Key key = next_byte(l, &byte);
        *c = key == KEY_REDISPLAY ? REDISPLAY : L'\0';
        if (key != KEY) return key == KEY_REDISPLAY ? 1 : l->signs->broken ? -1 : 0;
        size_t n = mbrtowc(c, &byte, 1, &state);
        if (n == (size_t)-1) *c = L'?';
        if (n != (size_t)-2) return 1;
    }
}

static unsigned char complete(EditLine *editor, int key)
{
    (void)key;
    Line *l = line_of(editor);
    const LineInfo *line = el_line(editor);
    char *before = must_have(strndup(line->buffer, (size_t)(line->cursor - line->buffer)));
    Offers o = {0};
    unsigned char then = CC_REFRESH_BEEP;
    l->complete(before, &o, l->data);
    const char *word = before + o.from;
    if (o.n > 0) {
        size_t n = shared(&o);
        char *common = must_have(strndup(o.at[0], n));
        if (o.n == 1 || n > strlen(word)) {
            el_deletestr(editor, (int)mbstowcs(NULL, word, 0));
            el_insertstr(editor, common);
            if (o.n == 1) el_insertstr(editor, " ");
            then = CC_REFRESH;
        } else {
            list(l->ink, &o);
            then = CC_REDISPLAY;
        }
        free(common);
    }
    offers_free(&o);
    free(before);
    return then;
}

/* --- editing ------------------------------------------------------------------ */

static bool can_edit(void)
{
    const char *term = getenv("TERM");
    return line_interactive() && isatty(STDOUT_FILENO) && term && *term &&
           strcmp(term, "dumb") != 0;
}

static void open_history(Line *l, const char *file)
{
    HistEvent event;
    l->past = must_have(history_init());
    history(l->past, &event, H_SETSIZE, HISTORY_LINES);
    history(l->past, &event, H_SETUNIQUE, 1);
    el_set(l->editor, EL_HIST, history, l->past);
    if (!file) return;
    l->kept = must_have(strdup(file));
    history(l->past, &event, H_LOAD, file);
}

static void open_editor(Line *l)
{
    l->editor = must_have(el_init("sconce", stdin, stdout, stderr));
    el_set(l->editor, EL_CLIENTDATA, l);
    el_set(l->editor, EL_EDITOR, "emacs");
    el_set(l->editor, EL_PROMPT_ESC, give_prompt, '\001');
    el_set(l->editor, EL_GETCFN, next_character);
    el_wset(l->editor, EL_ADDFN, L"offer", L"offer what fits", complete); /* narrow, it leaks */
    el_set(l->editor, EL_BIND, "^I", "offer", NULL);
    el_set(l->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_set(l->editor, EL_BIND, "^\\", "ed-redisplay", NULL); /* REDISPLAY */
    el_source(l->editor, NULL);
}

Line *line_new(TerminalStyle *ink, const char *file, Signs *signs, Completer *offer, void *data)
{
    Line *l = must_have(calloc(1, sizeof *l));
    *l = (Line){.ink = ink, .signs = signs, .complete = offer, .data = data};
    if (can_edit()) {
        open_editor(l);
        open_history(l, file);
    }
    return l;
}

void line_free(Line *l)
{
    if (!l) return;
    if (l->past) history_end(l->past);
    if (l->editor) el_end(l->editor);
    free(l->kept);
    free(l->prompt);
    free(l->text);
    free(l);
}

void line_remember(Line *l, const char *text)
{
    HistEvent event;
    if (!l->past || !text[strspn(text, " ")]) return;
    history(l->past, &event, H_ENTER, text);
    if (l->kept)
        history(l->past, &event, H_SAVE,
                l->kept); /* at once, since closing a window ends the program without notice */
}

/* Returns the prompt with each escape between two marks, so that libedit does not count its width.
 */
static char *escaped(const TerminalStyle *ink, const StyledText *t)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = must_have(open_memstream(&text, &n));
    for (const char *s = styled_str(t); *s; s++)
        if (*s < PLAIN || *s > FACE)
            fputc(*s, out);
        else if (ink->colour)
            fprintf(out, "\001%s\001", style_escape(ink, (Tint)*s));
    fclose(out);
    return must_have(text);
}

static LineState read_edited(Line *l, const StyledText *prompt, const char **text)
{
    int n = 0;
    free(l->prompt);
    l->prompt = escaped(l->ink, prompt);
    fflush(stdout);
    *text = el_gets(l->editor, &n);
    if (l->signs->broken) {
        el_reset(l->editor);
        fputs("^C\n", stdout);
        return LINE_BROKEN;
    }
    if (!*text || n <= 0) return fputc('\n', stdout), LINE_ENDED;
    free(l->text);
    l->text = must_have(strndup(*text, (size_t)n));
    return LINE_READ;
}

/* --- plain lines ---------------------------------------------------------------- */

/* A script's lines are echoed; at a terminal they are there already. */
static void echo(const char *text)
{
    StyledText t = {0};
    if (line_interactive()) return;
    styled_clean(&t, text);
    fprintf(stdout, "%s\n", styled_str(&t));
    styled_free(&t);
}

static LineState read_plain(Line *l, const StyledText *prompt)
{
    for (const char *s = styled_str(prompt); *s; s++)
        if (*s < PLAIN || *s > FACE) fputc(*s, stdout);
    fflush(stdout);
    errno = 0;
    ssize_t n = getline(&l->text, &l->room, stdin);
    if (n < 0) {
        fputc('\n', stdout);
        if (!l->signs->broken) return LINE_ENDED;
        clearerr(stdin);
        return LINE_BROKEN;
    }
    for (ssize_t i = 0; i < n; i++)
        if (!l->text[i])
            l->text[i] = '\x7f'; /* a NUL would hide the rest; this is seen, and refused */
    return LINE_READ;
}

static void cut_break(char *text)
{
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == '\r')) text[--n] = '\0';
}

LineState line_read(Line *l, const StyledText *prompt, const char **text)
{
    sigset_t held;
    StyledText last = style_prompt(l->ink, prompt);
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGCONT);
    l->signs->broken = 0;
    if (l->editor) sigprocmask(SIG_BLOCK, &held, &l->waiting);
    LineState state = l->editor ? read_edited(l, &last, text) : read_plain(l, &last);
    if (l->editor) sigprocmask(SIG_SETMASK, &l->waiting, NULL);
    styled_free(&last);
    if (state != LINE_READ) return state;
    cut_break(l->text);
    if (!l->editor) echo(l->text);
    *text = l->text;
    return LINE_READ;
}
