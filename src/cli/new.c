/* `sconce new`: makes a campaign folder. */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the ruleset's own file went, when it is not one that every campaign finds. */
static void tell_copied(const char *folder, const char *ruleset)
{
    const char *slash = strrchr(ruleset, '/'), *base = slash ? slash + 1 : ruleset;
    size_t n = strlen(base);
    bool lua = n > 4 && strcmp(base + n - 4, ".lua") == 0;
    char *path = NULL;
    if (asprintf(&path, "%s/%s%s", folder, base, lua ? "" : ".lua") < 0) return;
    if (access(path, F_OK) == 0) printf("  %s   the rules themselves, copied from %s%s\n", path, ruleset, lua ? "" : ".lua");
    free(path);
}

static int make(const char *folder, const char *ruleset)
{
    SconceError error = {0};
    if (!sconce_create(folder, ruleset, NULL, NULL, &error)) return command_failed(&error);
    printf("%s is a campaign of %s.\n"
           "  %s/party.lua   who plays: write the party there before the first line\n"
           "  %s/house.lua   what is different at this table\n",
           folder, ruleset, folder, folder);
    tell_copied(folder, ruleset);
    printf("Begin with: sconce play %s\n", folder);
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
    "DIR --ruleset NAME|FILE.lua",
    "makes a campaign folder",
    "Makes a campaign: house.lua (a first house rule, commented), party.lua (read once, by the\n"
    "first command), .luarc.json for editors, journal.db.  A ruleset of your own, FILE.lua, is copied\n"
    "into it.",
    new_command,
};
