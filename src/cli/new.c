/* `sconce new`: makes a campaign folder. */
#include "cli/options.h"

#include <stdio.h>

static int make(const char *folder, const char *ruleset)
{
    SconceError error = {0};
    if (!sconce_create(folder, ruleset, NULL, NULL, &error)) return command_failed(&error);
    printf("%s is a campaign of %s.\n"
           "  %s/party.lua   who plays: write the party there before the first line\n"
           "  %s/house.lua   what is different at this table\n"
           "Begin with: sconce play %s\n",
           folder, ruleset, folder, folder, folder);
    return EXIT_FINE;
}

static int new_command(int argc, char **argv)
{
    Words plain = {0};
    const char *ruleset = NULL;
    const Option options[] = {{"ruleset", OPTION_TEXT, &ruleset, NULL}, {0}};
    int status;
    if (options_read(&command_new, argc, argv, options, &plain, 1, 1, &status)) {
        if (ruleset)
            status = make(plain.at[0], ruleset);
        else
            status = command_misused(&command_new, "--ruleset NAME is missing; 'sconce rules' "
                                                   "lists them");
    }
    words_free(&plain);
    return status;
}

const Command command_new = {
    "new",
    "DIR --ruleset NAME",
    "makes a campaign folder",
    "Makes a campaign: house.lua (a first house rule, commented), party.lua (read once, by the\n"
    "first command), .luarc.json for editors, journal.db.",
    new_command,
};
