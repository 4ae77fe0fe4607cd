#include "cli/study/csv.h"
#include "cli/study/study_view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool csv_begin(Draft *d, const char *file)
{
    if (draft_begin(d, file, 0666)) return true;
    const char *why = errno == ENXIO ? "it is a pipe that nobody reads" : strerror(errno);
    clean_printf(stderr, "%s: %s\n", file, why);
    return false;
}

bool csv_end(Draft *d, const char *file)
{
    if (draft_end(d, true)) return true;
    clean_printf(stderr, "%s: %s\n", file, strerror(errno));
    return false;
}

/* True when a spreadsheet would run the text as a formula, quoted or not; full-width signs count,
 * too. Source: CSV injection, https://owasp.org/www-community/attacks. */
static bool is_formula(const char *s)
{
    static const char *const signs[] = {"=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(s, signs[i], strlen(signs[i])) == 0) return true;
    return false;
}

void csv_name(FILE *f, const char *name)
{
    AutoStyled clean = {0};
    styled_put(&clean, "%s", name);
    bool formula = is_formula(name), plain = !formula && !strpbrk(styled_str(&clean), ",\"\n");
    if (!plain) fputc('"', f);
    if (formula) fputc('\'', f);
    for (const char *s = styled_str(&clean); *s; s++) {
        if (*s == '"') fputc('"', f);
        fputc(*s, f);
    }
    if (!plain) fputc('"', f);
}

/* Writes the shortest decimal that reads back as the same double; nothing where it is missing. */
static void csv_figure(FILE *f, const json_t *row, const char *key)
{
    const json_t *v = json_object_get(row, key);
    char text[40] = "";
    for (int digits = 15; digits <= 17 && json_is_number(v); digits++) {
        snprintf(text, sizeof text, "%.*g", digits, json_number_value(v));
        if (strtod(text, NULL) == json_number_value(v)) break;
    }
    fprintf(f, ",%s", text);
}

/* Writes the figures of a row.  bounds: with low and high of p, where plays were given up. */
static void csv_figures(FILE *f, const json_t *row, bool bounds)
{
    static const char *const keys[] = {"p", "p_se", "mean", "mean_se", "low", "high"};
    for (size_t i = 0; i < (bounds ? 6 : 4); i++) csv_figure(f, row, keys[i]);
}

/* True when some plays were given up: then each p has bounds. */
static bool has_bounds(const json_t *study)
{
    return json_object_get(study, "remainder") != NULL;
}

/* Writes the figures of one measure, which one of the studies may lack. */
static void csv_measure(FILE *f, const char *name, const json_t *study, const json_t *other)
{
    const json_t *first = study_figures_by_turn(study, name),
                 *second = study_figures_by_turn(other, name);
    size_t n = json_array_size(first), m = json_array_size(second);
    for (size_t i = 0; i < (n > m ? n : m); i++) {
        csv_name(f, name);
        fprintf(f, ",%zu", i + 1);
        csv_figures(f, json_array_get(first, i), has_bounds(study));
        if (other) csv_figures(f, json_array_get(second, i), has_bounds(other));
        fputc('\n', f);
    }
}

bool csv_study(const json_t *study, const json_t *other, const char *file)
{
    Draft d;
    const char *name;
    json_t *measure;
    if (!csv_begin(&d, file)) return false;
    FILE *f = d.to;
    fprintf(f, "measure,turn,p,p_se,mean,mean_se%s%s%s\n", has_bounds(study) ? ",low,high" : "",
            other ? ",vs_p,vs_p_se,vs_mean,vs_mean_se" : "",
            has_bounds(other) ? ",vs_low,vs_high" : "");
    json_object_foreach (json_object_get(study, "measures"), name, measure)
        csv_measure(f, name, study, other);
    json_object_foreach (json_object_get(other, "measures"), name, measure)
        if (!json_object_get(json_object_get(study, "measures"), name))
            csv_measure(f, name, study, other);
    return csv_end(&d, file);
}
