/* The terminal keeps the cursor and its colours (ESC 7, ESC 8) while rows are written elsewhere. */
#include "cli/term/beside.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 40 };    /* columns of the sheet */
enum { GAP = 2 };       /* columns before it */
enum { FIRST_ROW = 4 }; /* of the terminal, where it begins */
enum { ROWS_FREE = 4 }; /* rows below it, at least */

static const char keep_cursor[] = "\0337", take_cursor[] = "\0338", clear_right[] = "\033[K";

void beside_keep_room(Screen *screen)
{
    const char *term = getenv("TERM");
    if (!screen->out.terminal || !term || !*term || strcmp(term, "dumb") == 0) return;
    screen->out.aside = WIDTH + GAP;
    style_measure(&screen->out);
}

bool beside_has_room(const Screen *screen)
{
    const TerminalStyle *style = &screen->out;
    return style->aside > 0 && style->columns >= STYLE_BESIDE_MIN &&
           style->rows > FIRST_ROW + ROWS_FREE;
}

/* Returns the lines as they are written in the width of the sheet; the caller frees them. */
static char *write_to_memory(const Screen *screen, const json_t *lines)
{
    char *text = NULL;
    size_t n = 0;
    Screen sheet = *screen;
    sheet.out.to = must_have(open_memstream(&text, &n));
    sheet.out.width = WIDTH;
    screen_write(&sheet, lines);
    fclose(sheet.out.to);
    return must_have(text);
}

static void go_to(FILE *to, int row, int column)
{
    fprintf(to, "\033[%d;%dH%s", row, column, clear_right);
}

void beside_draw(Beside *b, const Screen *screen, const json_t *lines)
{
    const TerminalStyle *style = &screen->out;
    AutoString *text = write_to_memory(screen, lines);
    int rows = style->rows - FIRST_ROW - ROWS_FREE;
    *b = (Beside){.column = style->width + 1};
    fputs(keep_cursor, style->to);
    for (const char *s = text; *s && b->rows < rows; b->rows++) {
        size_t n = strcspn(s, "\n");
        go_to(style->to, FIRST_ROW + b->rows, b->column);
        fprintf(style->to, "| %.*s", (int)n, s);
        s += n + (s[n] == '\n');
    }
    fputs(style_escape(style, PLAIN), style->to);
    fputs(take_cursor, style->to);
}

void beside_wipe(Beside *b, const Screen *screen)
{
    FILE *to = screen->out.to;
    if (b->rows == 0) return;
    fputs(keep_cursor, to);
    for (int row = 1; row < FIRST_ROW + b->rows; row++) go_to(to, row, b->column);
    fputs(take_cursor, to);
    *b = (Beside){0};
}
