/* gnuplot, a child, reads a pipe and draws into a draft, which becomes the picture when whole. */
#include "cli/study/plot.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_MAX = 26 }; /* letters of a name: beside it the curves keep most of the picture */

void plot_quoted(FILE *f, const char *s)
{
    fputc('\'', f);
    for (; *s; s++) {
        if (*s == '\'') fputc('\'', f);
        if ((unsigned char)*s >= ' ') fputc(*s, f);
    }
    fputc('\'', f);
}

void plot_put_words(StyledText *t, const char *name)
{
    for (size_t n; *name; name += n + (name[n] != '\0')) {
        n = strcspn(name, "<._,");
        styled_put_bytes(t, name, n);
        if (name[n])
            styled_put(t, "%s",
                       name[n] == '<'   ? " before "
                       : name[n] == ',' ? " or "
                       : name[n] == '.' ? ": "
                                        : " ");
    }
    styled_cut(t, NAME_MAX);
}

void plot_name(FILE *f, const char *before, const char *name, const char *after)
{
    AutoStyled t = {0}, whole = {0};
    plot_put_words(&t, name);
    styled_put(&whole, "%s", before);
    styled_join(&whole, &t);
    styled_put(&whole, "%s", after);
    plot_quoted(f, styled_str(&whole));
}

/* written: the name that gnuplot opens.  A panel of 900 by 400 pixels has room for the key and fits
 * a screen: any near would do. */
static void write_settings(FILE *f, const char *file, const char *written, size_t panels)
{
    bool png = path_ends_in(file, ".png");
    fprintf(f, "set terminal %s size 900,%zu noenhanced font \"Helvetica,14\"%s\n",
            png ? "pngcairo" : "svg", panels * 400 + 50, png ? "" : " background \"white\"");
    /* "./" before a relative name, since gnuplot runs a name that begins with | as a command. */
    AutoString *plain = formatted("%s%s", *written == '/' ? "" : "./", written);
    fputs("set output ", f);
    plot_quoted(f, plain);
    fputs("\nset encoding utf8\nset border 3 lc rgb \"#404040\"\nset tics nomirror out\n"
          "set grid ytics lc rgb \"#d0d0d0\" lt 1\nset key outside right center reverse Left "
          "samplen 4 spacing 1.3\n"
          "set style fill solid 0.9 border -1\n",
          f);
    if (panels > 1) fprintf(f, "set multiplot layout %zu,1\n", panels);
}

FILE *plot_begin(Draft *d, const char *file, size_t panels)
{
    *d = (Draft){0};
    FILE *f = draft_begin(d, file, 0666) ? popen("exec gnuplot 2>/dev/null", "w") : NULL;
    if (f) write_settings(f, file, draft_name(d), panels);
    return f;
}

bool plot_ready(void)
{
    if (system("command -v gnuplot >/dev/null") == 0) return true;
    fputs("--plot draws with gnuplot, which is not here; on Debian: apt install gnuplot-nox. --csv "
          "FILE has the figures\n",
          stderr);
    return false;
}

/* True if the picture ends as one does: gnuplot says nothing of a full disk. */
static bool is_whole(const char *file, bool png)
{
    static const unsigned char png_end[] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
    static const char svg_end[] = "</svg>\n\n";
    unsigned char end[sizeof png_end];
    size_t n = png ? sizeof png_end : strlen(svg_end);
    FILE *f = fopen(file, "re");
    bool whole = f && fseek(f, -(long)n, SEEK_END) == 0 && fread(end, 1, n, f) == n &&
                 memcmp(end, png ? (const void *)png_end : svg_end, n) == 0;
    if (f) fclose(f);
    return whole;
}

bool plot_end(FILE *f, Draft *d, const char *file)
{
    bool drawn = f && pclose(f) == 0;
    if (drawn && d->beside) drawn = is_whole(d->beside, path_ends_in(file, ".png"));
    if (d->to) drawn = draft_end(d, drawn);
    if (!drawn)
        clean_printf(stderr, "%s: gnuplot could not draw it; can the file be written?\n", file);
    return drawn;
}

bool plot_is_picture(const char *file)
{
    return path_ends_in(file, ".svg") || path_ends_in(file, ".png");
}
