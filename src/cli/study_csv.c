/* The figures of a simulation for a spreadsheet: a line for each measure and turn. */
#include "cli/fields.h"
#include "cli/study.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void csv_name(FILE *f, const char *name)
{
    bool plain = !strpbrk(name, ",\"") && !strchr("=+-@", name[0]);
    if (!plain) fputc('"', f);
    for (; *name; name++) {
        if (*name == '"') fputc('"', f);
        fputc((unsigned char)*name < ' ' || *name == 0x7F ? '?' : *name, f);
    }
    if (!plain) fputc('"', f);
}

/* The shortest that reads back the same; nothing where there is nothing. */
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

bool study_csv(const json_t *study, const char *file)
{
    FILE *f = fopen(file, "w");
    const char *name;
    json_t *measure;
    if (!f) return false;
    fputs("measure,turn,p,p_se,mean,mean_se\n", f);
    json_object_foreach (json_object_get(study, "measures"), name, measure) {
        const json_t *by_turn = field_list(measure, "by_turn"), *row;
        size_t i;
        json_array_foreach (by_turn, i, row) {
            csv_name(f, name);
            fprintf(f, ",%" PRId64, field_int(row, "turn", 0));
            csv_figure(f, row, "p");
            csv_figure(f, row, "p_se");
            csv_figure(f, row, "mean");
            csv_figure(f, row, "mean_se");
            fputc('\n', f);
        }
    }
    bool ok = !ferror(f);
    return fclose(f) == 0 && ok;
}
