#include "cli/study_show.h"
#include "cli/strip.h"

#include "cli/command.h"
#include "cli/fields.h"
#include "cli/ink.h"
#include "cli/study.h"
#include "cli/study_plot.h"

#include <errno.h>
#include <string.h>

static int save_csv(const char *file, const json_t *study, const json_t *other)
{
    if (!file || study_csv(study, other, file)) return EXIT_FINE;
    strip_say(stderr, "%s: %s\n", file, strerror(errno));
    return EXIT_WRONG;
}

int study_show(const StudyOutput *to, const char *json, const char *other)
{
    json_t *study = fields_read(json), *vs = other ? fields_read(other) : NULL;
    Ink out = ink_on(stdout);
    if (to->json && other)
        printf("%.*s,\"vs\":%s}\n", (int)strlen(json) - 1, json, other);
    else if (to->json)
        puts(json);
    else if (other)
        study_compare(&out, study, vs);
    else
        study_write(&out, study);
    int status = save_csv(to->csv, study, vs);
    if (to->plot && status == EXIT_FINE) status = study_plot(&out, study, vs, to->plot);
    json_decref(study);
    json_decref(vs);
    return status;
}
