/* Comparison of two studies by all of their measures. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/study/study_view.h"

/* Writes A and B by the end of the last turn, with their difference; then what differs, by turn. */
void compare_two(const TerminalStyle *out, const json_t *a, const json_t *b);

#endif
