/* `sconce about`: how this machine is protected from rules, and versions. */
#include "cli/commands/command.h"
#include "cli/term/json_fields.h"
#include "cli/term/screen.h"

#include <stdio.h>

static int write_about(bool as_json)
{
    SconceError error = {0};
    AutoAnswer *json = sconce_machine(NULL, &error);
    if (!json) return command_failed(&error);
    json_auto_t *about = parse_json(json);
    bool cell_runs = json_object_get(about, "guards") != NULL;
    if (as_json) {
        puts(json);
    } else {
        Screen screen = screen_new();
        screen_write(&screen, field_list(about, "lines"));
    }
    return cell_runs ? EXIT_FINE : EXIT_WRONG;
}

static int about_command(int argc, char **argv)
{
    bool json = false;
    const Option options[] = {{"json", OPTION_SWITCH, &json, NULL}, {0}};
    int status;
    if (options_read(&command_about, argc, argv, options, 0, 0, &status))
        status = write_about(json);
    return status;
}

const Command command_about = {
    "about",
    "[--json]",
    "what rules can reach on this machine, and versions",
    "Starts the process that rules run in, and says what it found refused, and its limits; then\n"
    "formats, libraries, and where rulesets are looked for.\n"
    "  --json   for programs",
    about_command,
};
