#include "cli/study/study_show.h"
#include "cli/term/styled_text.h"

#include "cli/commands/command.h"
#include "cli/study/plot.h"
#include "cli/study/study.h"
#include "cli/study/study_plot.h"
#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Could it be written?  What stands there stays, and nothing new is left there; 0, or what is
 * wrong. */
static int try_file(const char *file)
{
    struct stat is;
    if (stat(file, &is) == 0)
        return S_ISDIR(is.st_mode) ? EISDIR : access(file, W_OK) == 0 ? 0 : errno;
    int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return errno == EEXIST ? 0 : errno; /* a link to what is not there yet */
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

int study_show_refuses(const StudyOutput *to)
{
    bool fine =
        can_write("--csv", to->csv) && can_write("--plot", to->plot) && (!to->plot || plot_ready());
    return fine ? EXIT_FINE : EXIT_WRONG;
}

static int save_csv(const char *file, const json_t *study, const json_t *other)
{
    if (!file || study_csv(study, other, file)) return EXIT_FINE;
    styled_say(stderr, "%s: %s\n", file, strerror(errno));
    return EXIT_WRONG;
}

int study_show(const StudyOutput *to, const char *json, const char *other)
{
    json_t *study = fields_read(json), *vs = other ? fields_read(other) : NULL;
    TerminalStyle out = style_on(stdout);
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
