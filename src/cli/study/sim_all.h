/* All rulesets side by side. */
#ifndef CLI_SIM_ALL_H
#define CLI_SIM_ALL_H

#include "cli/commands/command.h"

/* Plays a day of each ruleset and writes the table, or a list of JSON.  How the program should end.
 */
int sim_all(const SconceSim *sim, bool json, const char *csv, const char *plot);

#endif
