#include "cli/study/plot.h"
#include "cli/term/paths.h"

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

/* Puts "./" before a relative name, since gnuplot runs a name that begins with | as a command. */
static void put_output(FILE *f, const char *file)
{
    AutoString *plain = formatted("%s%s", *file == '/' ? "" : "./", file);
    fputs("set output ", f);
    plot_quoted(f, plain);
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

/* A panel of 900 by 400 pixels has room for the key and fits a screen: any near would do. */
static void write_settings(FILE *f, const char *file, size_t panels)
{
    bool png = path_ends_in(file, ".png");
    fprintf(f, "set terminal %s size 900,%zu noenhanced font \"Helvetica,14\"%s\n",
            png ? "pngcairo" : "svg", panels * 400 + 50, png ? "" : " background \"white\"");
    put_output(f, file);
    fputs("\nset encoding utf8\nset border 3 lc rgb \"#404040\"\nset tics nomirror out\n"
          "set grid ytics lc rgb \"#d0d0d0\" lt 1\nset key outside right center reverse Left "
          "samplen 4 spacing 1.3\n"
          "set style fill solid 0.9 border -1\n",
          f);
    if (panels > 1) fprintf(f, "set multiplot layout %zu,1\n", panels);
}

FILE *plot_begin(const char *file, size_t panels)
{
    FILE *f = popen("exec gnuplot 2>/dev/null", "w");
    if (f) write_settings(f, file, panels);
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

bool plot_end(FILE *f, const char *file)
{
    if (f && pclose(f) == 0) return true;
    clean_printf(stderr, "%s: gnuplot could not draw it; can the file be written?\n", file);
    return false;
}

bool plot_is_picture(const char *file)
{
    return path_ends_in(file, ".svg") || path_ends_in(file, ".png");
}
