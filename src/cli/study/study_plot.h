/* Pictures of studies. */
#ifndef CLI_STUDY_PLOT_H
#define CLI_STUDY_PLOT_H

#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

/* Draws a study, beside another one where that is not NULL, into FILE.svg or FILE.png.  False, with
 * the reason on standard error. */
bool study_plot(const TerminalStyle *out, const json_t *study, const json_t *other,
                const char *file);

#endif
