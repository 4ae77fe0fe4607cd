/* terminal.c -- plays a transcript and compares the screen with it.
 *
 *     terminal pipe|tty|edit FILE.play
 *
 * A transcript is a copy of the screen: `$ command`, then the program's lines; text behind a prompt
 * (a line that the program left unfinished) is typed.  The last prompt of a command gets the end of
 * input.  `(exit 1)` is an exit status other than 0; `^C` typed is that key; lines
 * before the first command are a comment.  Blanks at line ends do not count.
 *
 * A comment that says `at most 1.3 inputs a turn, 2 an encounter, 3 a round` has them counted:
 * every line typed, Enter alone too, at a prompt or at a question.
 *
 * pipe: through pipes.  tty: a terminal without abilities (TERM=dumb).  edit: a terminal with line
 * editing; its output is drawn on a small screen in memory, and that is compared. */
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Milliseconds without output after which an unfinished line is answered: as few as are reliable.
 */
enum {
    ASLEEP_MS = 3,      /* a prompt, when the program sleeps */
    SHELL_MS = 40,      /* a prompt under a shell: the shell sleeps while its command still works */
    QUIET_MS = 400,     /* any other unfinished line */
    TIMEOUT_MS = 90000, /* silence after which the program has failed; any long time would do */
};
enum { COLUMNS = 80, ROWS = 40 }; /* of the terminal: transcripts are written for 80 columns */

typedef enum { PIPE, TTY, EDIT } Mode;

/* --- a screen that grows downward ------------------------------------------------------ */

typedef struct {
    unsigned cell[COLUMNS]; /* code points; 0: nothing */
} Row;

typedef struct {
    Row *row;
    int rows, x, y;  /* number of rows; the cursor, from 0 */
    char escape[32]; /* a sequence not yet whole, without its ESC */
    int escape_n;    /* bytes of it; -1: no sequence has begun */
    unsigned code;   /* a UTF-8 character not yet whole */
    int more;        /* bytes of that character still to come */
} Screen;

static void screen_clear(Screen *s)
{
    free(s->row);
    *s = (Screen){.escape_n = -1};
    s->row = calloc(1, sizeof *s->row);
    s->rows = 1;
}

static void move_cursor(Screen *s, int x, int y)
{
    s->x = x < 0 ? 0 : x > COLUMNS ? COLUMNS : x;
    s->y = y < 0 ? 0 : y;
    while (s->y >= s->rows) {
        s->row = realloc(s->row, (size_t)(s->rows + 1) * sizeof *s->row);
        memset(&s->row[s->rows++], 0, sizeof *s->row);
    }
}

static void clear_cells(Screen *s, int y, int from, int to)
{
    for (int x = from; x < to && y < s->rows; x++) s->row[y].cell[x] = 0;
}

/* Moves the cells from the cursor on to the right by `by`, or to the left if it is below 0. */
static void shift_cells(Screen *s, int by)
{
    unsigned *cell = s->row[s->y].cell;
    int x = s->x, room = COLUMNS - x, n = abs(by) > room ? room : abs(by);
    if (by > 0) {
        memmove(cell + x + n, cell + x, (size_t)(room - n) * sizeof *cell);
        clear_cells(s, s->y, x, x + n);
    } else {
        memmove(cell + x, cell + x + n, (size_t)(room - n) * sizeof *cell);
        clear_cells(s, s->y, COLUMNS - n, COLUMNS);
    }
}

static void apply_sequence(Screen *s, char what, int n)
{
    int times = n > 0 ? n : 1;
    switch (what) {
    case 'A': move_cursor(s, s->x, s->y - times); break;
    case 'B': move_cursor(s, s->x, s->y + times); break;
    case 'C': move_cursor(s, s->x + times, s->y); break;
    case 'D': move_cursor(s, s->x - times, s->y); break;
    case 'G': move_cursor(s, times - 1, s->y); break;
    case '@': shift_cells(s, times); break;
    case 'P': shift_cells(s, -times); break;
    case 'K': clear_cells(s, s->y, n > 0 ? 0 : s->x, n == 1 ? s->x : COLUMNS); break;
    case 'J':
        clear_cells(s, s->y, s->x, COLUMNS);
        for (int y = s->y + 1; y < s->rows; y++) clear_cells(s, y, 0, COLUMNS);
        break;
    default: break; /* colour, modes */
    }
}

/* Takes one more byte of an escape sequence, and obeys the sequence when it is whole. */
static void read_escape(Screen *s, char c)
{
    if (s->escape_n < (int)sizeof s->escape - 1) s->escape[s->escape_n++] = c;
    s->escape[s->escape_n] = '\0';
    bool sequence = s->escape[0] == '[';
    /* "ESC [" goes on as far as a letter; "ESC (" and "ESC )" have one more byte. */
    if ((s->escape_n == 1 && sequence) || (s->escape_n == 1 && strchr("()", c))) return;
    if (sequence && (c < '@' || c > '~')) return;
    if (sequence) apply_sequence(s, c, atoi(s->escape + 1));
    s->escape_n = -1;
}

static void draw_character(Screen *s, unsigned code)
{
    if (s->x >= COLUMNS) move_cursor(s, 0, s->y + 1);
    s->row[s->y].cell[s->x] = code;
    s->x++;
}

static void draw_byte(Screen *s, unsigned char c)
{
    if (s->escape_n >= 0)
        read_escape(s, (char)c);
    else if (c == 0x1B)
        s->escape_n = 0;
    else if (c == '\r')
        s->x = 0;
    else if (c == '\n')
        move_cursor(s, s->x, s->y + 1);
    else if (c == '\b') /* the cursor behind the last column counts as on it */
        move_cursor(s, (s->x >= COLUMNS ? COLUMNS - 1 : s->x) - 1, s->y);
    else if (c >= 0xC0) {
        s->more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
        s->code = c & (0x3Fu >> s->more);
    } else if (c >= 0x80 && s->more > 0) {
        s->code = s->code << 6 | (c & 0x3F);
        if (--s->more == 0) draw_character(s, s->code);
    } else if (c >= ' ')
        draw_character(s, c);
}

static size_t utf8(char *to, unsigned c)
{
    if (c < 0x80) return to[0] = (char)c, 1;
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; c >>= 6) to[i] = (char)(0x80 | (c & 0x3F));
    to[0] = (char)((n == 2 ? 0xC0u : n == 3 ? 0xE0u : 0xF0u) | c);
    return n;
}

/* The text of a row, without blanks at its end. */
static void row_text(const Screen *s, int y, char text[4 * COLUMNS + 1])
{
    size_t n = 0, end = 0;
    for (int x = 0; x < COLUMNS; x++) {
        unsigned c = s->row[y].cell[x];
        n += utf8(text + n, c ? c : ' ');
        if (c && c != ' ') end = n;
    }
    text[end] = '\0';
}

/* --- the program ------------------------------------------------------------------------ */

typedef struct {
    Mode mode;
    pid_t pid;
    bool shell;    /* pid is a shell, and the program one of its commands */
    int in, out;   /* what we write to, and read from */
    char *text;    /* pipe, tty: all bytes that were read */
    bool returned; /* the last byte was a carriage return */
    size_t n;
    Screen screen; /* edit: what the terminal would show */
    bool ended;
} Program;

static bool needs_shell(const char *command)
{
    return strpbrk(command, "|;");
}

static void run_command(Mode mode, const char *command)
{
    setenv("TERM", mode == EDIT ? "xterm" : "dumb", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("HOME", "/nonexistent", 1);
    if (mode == PIPE)
        setenv("COLUMNS", "80", 1);
    else
        unsetenv("COLUMNS");
    if (mode != EDIT) setenv("NO_COLOR", "1", 1);
    /* No shell stands in between where none is needed, so Ctrl-C reaches only the program. */
    char line[1000];
    snprintf(line, sizeof line, "%s%s", needs_shell(command) ? "" : "exec ", command);
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

static void start_through_pipes(Program *p, const char *command)
{
    int in[2], out[2];
    if (pipe(in) || pipe(out)) exit(2);
    p->pid = fork();
    if (p->pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        dup2(out[1], 2);
        for (int fd = 3; fd < 20; fd++) close(fd); /* else it would hold the other ends open */
        run_command(PIPE, command);
    }
    close(in[0]);
    close(out[1]);
    p->in = in[1];
    p->out = out[0];
}

static void start_program(Program *p, Mode mode, const char *command)
{
    struct winsize size = {.ws_col = COLUMNS, .ws_row = ROWS};
    p->mode = mode;
    p->shell = needs_shell(command);
    p->ended = false;
    p->n = 0;
    screen_clear(&p->screen);
    if (mode == PIPE) {
        start_through_pipes(p, command);
        return;
    }
    p->pid = forkpty(&p->out, NULL, NULL, &size);
    if (p->pid == 0) run_command(mode, command);
    p->in = p->out;
}

/* Appends a byte to the text shown; a carriage return, as progress uses it, discards the line so
 * far, and ESC [ K, which clears the line behind the cursor, is left out. */
static void write_plain(Program *p, char c)
{
    if (p->returned && c != '\n' && c != '\r')
        while (p->n > 0 && p->text[p->n - 1] != '\n') p->n--;
    p->returned = c == '\r';
    if (c == '\r') return;
    p->text[p->n++] = c;
    if (p->n >= 3 && memcmp(p->text + p->n - 3, "\x1B[K", 3) == 0) p->n -= 3;
}

static void add_output(Program *p, const char *bytes, size_t n)
{
    p->text = realloc(p->text, p->n + n + 1);
    for (size_t i = 0; i < n; i++) {
        if (p->mode == EDIT)
            draw_byte(&p->screen, (unsigned char)bytes[i]);
        else
            write_plain(p, bytes[i]);
    }
    p->text[p->n] = '\0';
}

/* Reads the output that arrives within `ms`; false when there is none. */
static bool read_output(Program *p, int ms)
{
    char bytes[4096];
    struct pollfd from = {.fd = p->out, .events = POLLIN};
    if (p->ended || poll(&from, 1, ms) <= 0) return false;
    ssize_t n = read(p->out, bytes, sizeof bytes);
    if (n <= 0)
        p->ended = true;
    else
        add_output(p, bytes, (size_t)n);
    return n > 0;
}

/* True when the program sleeps, as it does while it waits for a line; its prompt is then complete.
 */
static bool is_asleep(const Program *p)
{
    char file[40], state = 0;
    snprintf(file, sizeof file, "/proc/%d/stat", (int)p->pid);
    FILE *f = fopen(file, "r");
    if (!f) return false;
    bool known = fscanf(f, "%*d (%*[^)]) %c", &state) == 1;
    fclose(f);
    return known && state == 'S';
}

/* True once line editing has taken the terminal over.  It writes the prompt before that: what was
 * typed in between would be echoed twice. */
static bool is_editing(const Program *p)
{
    struct termios now;
    return tcgetattr(p->out, &now) == 0 && !(now.c_lflag & ICANON);
}

static void type_line(Program *p, const char *text, bool last)
{
    const char *keys = last ? "\004" : strcmp(text, "^C") == 0 ? "\003" : text;
    if (p->mode == PIPE && last) {
        close(p->in);
        return;
    }
    bool whole = last || keys[0] == '\003'; /* Ctrl-D and Ctrl-C need no Enter */
    if (write(p->in, keys, strlen(keys)) < 0 || (!whole && write(p->in, "\n", 1) < 0)) return;
}

static int end_program(Program *p)
{
    int status = 0;
    if (!p->ended) kill(p->pid, SIGKILL);
    waitpid(p->pid, &status, 0);
    close(p->out);
    if (p->mode == PIPE) close(p->in);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Returns the number of whole lines shown; the line after them may be unfinished. */
static int lines_shown(const Program *p)
{
    int n = 0;
    if (p->mode == EDIT) return p->screen.y;
    for (size_t i = 0; i < p->n; i++) n += p->text[i] == '\n';
    return n;
}

static void trim_end(char *s)
{
    size_t n = strlen(s);
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\n')) s[--n] = '\0';
}

static void line_shown(const Program *p, int i, char *line, size_t room)
{
    line[0] = '\0';
    if (p->mode == EDIT) {
        char text[4 * COLUMNS + 1] = "";
        if (i < p->screen.rows) row_text(&p->screen, i, text);
        snprintf(line, room, "%s", text);
        size_t n = strlen(line);
        /* The terminal may echo the Ctrl-D that ends the input. */
        if (n >= 2 && strcmp(line + n - 2, "^D") == 0) line[n - 2] = '\0';
    } else {
        const char *s = p->n ? p->text : "";
        while (i-- > 0) s = strchr(s, '\n') + 1;
        snprintf(line, room, "%.*s", (int)strcspn(s, "\n"), s);
    }
    trim_end(line);
}

/* --- the transcript --------------------------------------------------------------------- */

typedef struct {
    char **line;
    int n;
} Transcript;

/* Inputs, and what they are counted by. */
typedef struct {
    int outside, fighting; /* typed outside of fights, and in them */
    int answers;           /* typed from "Encounter: …" to the next prompt */
    int turns, rounds, encounters;
    int turn, round; /* the numbers in the last prompts */
    bool fight;      /* the last prompt was that of a fight */
    bool meeting;    /* "Encounter: …" was asked since the last prompt */
} Inputs;

static Transcript read_transcript(const char *file)
{
    Transcript t = {0};
    char *text = NULL;
    size_t room = 0;
    FILE *f = fopen(file, "r");
    if (!f) {
        perror(file);
        exit(2);
    }
    while (getline(&text, &room, f) >= 0) {
        trim_end(text);
        t.line = realloc(t.line, (size_t)(t.n + 1) * sizeof *t.line);
        t.line[t.n++] = strdup(text);
    }
    free(text);
    fclose(f);
    return t;
}

static bool is_command(const char *line)
{
    return strncmp(line, "$ ", 2) == 0;
}

/* True when s, a line that the program left unfinished, looks like a prompt or a question. */
static bool is_prompt(const char *s)
{
    size_t n = strlen(s);
    return n > 0 && strchr(">?:", s[n - 1]);
}

/* One transcript while it is played. */
typedef struct {
    const char *file;
    const Transcript *t;
    int at, end; /* lines of this command: from `at` to before `end` */
    int typed;   /* the last line of the transcript in which something was typed */
    Inputs inputs;
    Program program;
} Play;

/* --- counting inputs -------------------------------------------------------------------- */

/* Adds to *total the turns or rounds that went by from number *was to `now`: an undo takes some
 * off, and a number of 0 begins a new count, which takes nothing off. */
static void count_on(int *total, int *was, int now)
{
    if (now > *was || now > 0) *total += now - *was;
    *was = now;
}

/* Reads the prompt "T4 0:40 …", or "combat round 2 …" of a fight.  *number: how many turns, or
 * rounds of the fight, are over.  False for other lines. */
static bool read_prompt(const char *line, int *number, bool *fight)
{
    char name[40];
    bool plain = sscanf(line, "T%d ", number) == 1;
    if (!plain && sscanf(line, "%39[a-z] round %d ", name, number) != 2) return false;
    *fight = !plain;
    *number -= !plain; /* a fight's prompt has the round to come */
    return true;
}

/* Counts what is typed in line `at`, at a prompt or else at a question, which may begin some lines
 * above.  A question belongs to the prompt before it, and to the encounter that was asked about
 * since. */
static void count_input(Play *p, int at, bool prompt)
{
    Inputs *in = &p->inputs;
    bool found = false, met = false;
    for (int i = at, number; i > p->typed && i > at - 5 && !found; i--) {
        const char *line = p->t->line[i];
        found = prompt && read_prompt(line, &number, &in->fight);
        if (found && in->fight) count_on(&in->rounds, &in->round, number);
        if (found && !in->fight) count_on(&in->turns, &in->turn, number);
        met = met || (!prompt && strncmp(line, "  Encounter", 11) == 0);
    }
    in->encounters += met && !in->meeting;
    in->meeting = !prompt && (in->meeting || met);
    in->answers += in->meeting;
    if (in->fight)
        in->fighting++;
    else
        in->outside++;
    p->typed = at;
}

static bool within(const Play *p, const char *what, int inputs, int of, double most)
{
    if (inputs <= most * of) return true;
    printf("%s: %d inputs in %d %s; at most %g each\n", p->file, inputs, of, what, most);
    return false;
}

/* Are the inputs as few as the comment of the transcript says? */
static bool within_budget(const Play *p)
{
    double turn, encounter, round = 0; /* rounds only where there are fights */
    const Inputs *in = &p->inputs;
    for (int i = 0; i < p->t->n && strncmp(p->t->line[i], "$ ", 2) != 0; i++) {
        const char *says = strstr(p->t->line[i], "at most");
        if (says && sscanf(says, "at most %lf inputs a turn, %lf an encounter, %lf a round", &turn,
                           &encounter, &round) >= 2)
            return within(p, "turns", in->outside, in->turns, turn) &&
                   within(p, "encounters", in->answers, in->encounters, encounter) &&
                   within(p, "rounds", in->fighting, in->rounds, round);
    }
    return true;
}

static bool report_difference(const Play *p, int at, const char *shown)
{
    static const char *const modes[] = {"through a pipe", "at a plain terminal", "at a terminal"};
    printf("%s:%d: %s\n  written: %s\n  shown:   %s\n", p->file, at + 1, modes[p->program.mode],
           at < p->end ? p->t->line[at] : "(nothing more)", shown);
    return false;
}

/* Compares the whole lines shown, from number *done on, with the transcript; counts *done up. */
static bool compare_lines(Play *p, int *done)
{
    char line[1000];
    for (int whole = lines_shown(&p->program); *done < whole; ++*done) {
        line_shown(&p->program, *done, line, sizeof line);
        int at = p->at + *done;
        if (at >= p->end || strcmp(line, p->t->line[at]) != 0)
            return report_difference(p, at, line);
    }
    return true;
}

/* Types what stands in the transcript behind `began`, the unfinished line of the program. */
static bool answer_prompt(Play *p, int done, const char *began)
{
    int at = p->at + done;
    const char *written = at < p->end ? p->t->line[at] : "";
    size_t n = strlen(began);
    if (at >= p->end || strncmp(written, began, n) != 0) return report_difference(p, at, began);
    const char *rest = written + n;
    /* The last line of a command is answered with the end of input, which is no input. */
    if (at + 1 < p->end) count_input(p, at, began[n - 1] == '>');
    type_line(&p->program, rest + (*rest == ' '), at + 1 == p->end);
    return true;
}

/* True when the program waits for an answer to the unfinished line `began`; quiet: ms since
 * anything came.  A line of progress, which tells of Ctrl-C, is none to answer. */
static bool is_waiting(const Program *p, const char *began, int quiet)
{
    if (!*began || strstr(began, "(Ctrl-C: ")) return false;
    if (quiet >= QUIET_MS) return true;
    if (!is_prompt(began) || (p->mode == EDIT && !is_editing(p))) return false;
    return p->shell ? quiet >= SHELL_MS : is_asleep(p);
}

static bool run_dialogue(Play *p)
{
    char began[1000];
    int done = 0, typed = -1, quiet = 0;
    while (!p->program.ended && quiet < TIMEOUT_MS) {
        if (read_output(&p->program, ASLEEP_MS)) {
            quiet = 0;
            if (!compare_lines(p, &done)) return false;
            continue;
        }
        if (p->program.ended) break;
        quiet += ASLEEP_MS;
        line_shown(&p->program, lines_shown(&p->program), began, sizeof began);
        /* typed == done: this line was answered, and its answer is not shown yet. */
        if (typed == done || !is_waiting(&p->program, began, quiet)) continue;
        if (!answer_prompt(p, done, began)) return false;
        typed = done;
    }
    if (!p->program.ended) return report_difference(p, p->at + done, "(nothing comes)");
    if (!compare_lines(p, &done)) return false;
    return p->at + done == p->end || report_difference(p, p->at + done, "(the end)");
}

static bool play_command(Play *p, Mode mode)
{
    const char *command = p->t->line[p->at++] + 2;
    int wanted = 0;
    for (p->end = p->at; p->end < p->t->n && !is_command(p->t->line[p->end]);) p->end++;
    int next = p->end; /* blank lines before the next command, and the exit status, are not shown */
    while (p->end > p->at && !*p->t->line[p->end - 1]) p->end--;
    if (p->end > p->at && sscanf(p->t->line[p->end - 1], "(exit %d)", &wanted) == 1) p->end--;
    start_program(&p->program, mode, command);
    bool fine = run_dialogue(p);
    int status = end_program(&p->program);
    if (fine && status != wanted) {
        printf("%s:%d: ends with status %d, not %d\n", p->file, next, status, wanted);
        fine = false;
    }
    p->at = next;
    return fine;
}

int main(int argc, char **argv)
{
    static const char *const modes[] = {"pipe", "tty", "edit"};
    int mode = 0;
    while (argc == 3 && mode < 3 && strcmp(argv[1], modes[mode]) != 0) mode++;
    if (argc != 3 || mode == 3) {
        fputs("usage: terminal pipe|tty|edit FILE.play\n", stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    Transcript t = read_transcript(argv[2]);
    Play p = {.file = argv[2], .t = &t};
    bool fine = true;
    while (p.at < t.n && !is_command(t.line[p.at])) p.at++;
    if (p.at == t.n) {
        printf("%s: there is no command in it\n", argv[2]);
        fine = false;
    }
    while (fine && p.at < t.n) fine = play_command(&p, (Mode)mode);
    fine = fine && within_budget(&p);
    for (int i = 0; i < t.n; i++) free(t.line[i]);
    free(t.line);
    free(p.program.text);
    free(p.program.screen.row);
    return fine ? 0 : 1;
}
