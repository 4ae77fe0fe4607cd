#include "cli/study/study_show.h"
#include "cli/study/csv.h"
#include "cli/study/plot.h"
#include "cli/study/rates.h"
#include "cli/study/study_view.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns 0, or the errno with which writing the file would fail.  A new file is made and removed.
 */
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
    if (wrong) clean_printf(stderr, "%s %s: %s\n", option, file, strerror(wrong));
    return !wrong;
}

bool study_show_possible(const StudyOutput *to)
{
    return can_write("--csv", to->csv) && can_write("--plot", to->plot) &&
           (!to->plot || plot_ready());
}

/* One table is an object; the second of two is its field "vs"; tables compared by rates are a list.
 */
static void write_answers(const StudyOutput *to, const StudyAnswers *a)
{
    if (to->rates) {
        for (size_t i = 0; i < a->n; i++) printf("%s%s", i ? "," : "[", a->json[i]);
        puts("]");
    } else if (a->n > 1) {
        printf("%.*s,\"vs\":%s}\n", (int)strlen(a->json[0]) - 1, a->json[0], a->json[1]);
    } else {
        puts(a->json[0]);
    }
}

static void report(const TerminalStyle *out, const StudyOutput *to, const StudyAnswers *a)
{
    if (to->rates)
        rates_write(out, to->rates, a);
    else if (a->n > 1)
        compare_two(out, a->parsed[0], a->parsed[1]);
    else
        study_report(out, a->parsed[0]);
}

bool study_show(const StudyOutput *to, const StudyAnswers *a)
{
    const json_t *study = a->parsed[0], *other = a->n > 1 ? a->parsed[1] : NULL;
    TerminalStyle out = style_on(stdout);
    if (to->json)
        write_answers(to, a);
    else
        report(&out, to, a);
    if (to->csv &&
        !(to->rates ? rates_csv(to->rates, a, to->csv) : csv_study(study, other, to->csv)))
        return false;
    return !to->plot || (to->rates ? rates_plot(to->rates, a, to->plot)
                                   : study_plot(&out, study, other, to->plot));
}
