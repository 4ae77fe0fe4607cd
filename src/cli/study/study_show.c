#include "cli/study/study_show.h"
#include "cli/study/compare.h"
#include "cli/study/csv.h"
#include "cli/study/plot.h"
#include "cli/study/study_plot.h"
#include "cli/study/study_report.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns 0, or the errno that writing the file would fail with.  A new file is made and removed
 * again. */
static int try_file(const char *file)
{
    struct stat is;
    if (stat(file, &is) == 0)
        return S_ISDIR(is.st_mode) ? EISDIR : access(file, W_OK) == 0 ? 0 : errno;
    int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return errno == EEXIST ? 0 : errno; /* EEXIST: a dangling link */
    close(fd);
    unlink(file);
    return 0;
}

static bool can_write(const char *option, const char *file)
{
    int wrong = file ? try_file(file) : 0;
    if (wrong) styled_say(stderr, "%s %s: %s\n", option, file, strerror(wrong));
    return !wrong;
}

bool study_show_possible(const StudyOutput *to)
{
    return can_write("--csv", to->csv) && can_write("--plot", to->plot) &&
           (!to->plot || plot_ready());
}

static bool save_csv(const char *file, const json_t *study, const json_t *other)
{
    if (!file || csv_study(study, other, file)) return true;
    styled_say(stderr, "%s: %s\n", file, strerror(errno));
    return false;
}

bool study_show(const StudyOutput *to, const char *json, const char *other)
{
    json_t *study = fields_read(json), *vs = other ? fields_read(other) : NULL;
    TerminalStyle out = style_on(stdout);
    if (to->json && other)
        printf("%.*s,\"vs\":%s}\n", (int)strlen(json) - 1, json, other);
    else if (to->json)
        puts(json);
    else if (other)
        compare_two(&out, study, vs);
    else
        study_report(&out, study);
    bool ok = save_csv(to->csv, study, vs) && (!to->plot || study_plot(&out, study, vs, to->plot));
    json_decref(study);
    json_decref(vs);
    return ok;
}
