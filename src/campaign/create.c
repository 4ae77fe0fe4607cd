/* A new campaign folder: the first house rule, the party, the journal. */
#include <stdlib.h>
#include <string.h>

#include "campaign/campaign.h"
#include "campaign/folder.h"

static const char example_party[] =
    "-- party.lua -- who goes down there.  Take the -- away.  Read once, when play starts; after "
    "that the\n"
    "-- journal knows, and corrections such as `hp Bram 3` change it.\n"
    "--\n"
    "-- member \"Bram\" { con = 1, hp = 6 }\n"
    "-- member \"Ysolde\" { con = 0, hp = 5 }\n";

static void house_text(const char *ruleset, Text *t)
{
    text_addf(
        t,
        "-- house.lua -- the house rules of this campaign.  Saved while you play, they are read "
        "again\n"
        "-- before the next command.  `sconce rules %s` shows all there is to change.\n"
        "extends \"%s\"\n"
        "\n"
        "-- Call to make, assign to change, nil to remove:\n"
        "--\n"
        "-- light.torch.lasts = \"4 turns\"                   -- torches here are poor\n"
        "-- light \"glowworm\" { lasts = \"2 turns\" }          -- and there is something new\n",
        ruleset, ruleset);
}

static bool knows_ruleset(const char *ruleset, const char *rulesets, Err *err)
{
    Shelf shelf;
    bool ok = shelf_fill(&shelf, NULL, rulesets);
    char *path = ok ? shelf_find(&shelf, ruleset, NULL, err) : NULL;
    shelf_free(&shelf);
    free(path);
    return path != NULL;
}

static bool write_journal(const char *dir, const char *ruleset, Err *err)
{
    Journal *j = journal_open(dir, JOURNAL_PLAY, err);
    bool ok = j && journal_begin(j, err) && journal_set(j, "ruleset", ruleset, err) &&
              journal_set(j, "created_by", SCONCE_VERSION, err) && journal_commit(j, err);
    journal_close(j);
    return ok;
}

static bool write_files(const char *dir, const char *ruleset, const char *party, Err *err)
{
    Text house = {0};
    if (!party) party = example_party;
    house_text(ruleset, &house);
    bool ok = !house.failed || err_set(err, "out of memory");
    if (ok) ok = folder_write(dir, "house.lua", text_str(&house), house.n, err);
    text_free(&house);
    return ok && folder_write(dir, "party.lua", party, strlen(party), err) &&
           folder_editor(dir, err) && write_journal(dir, ruleset, err);
}

bool sconce_create(const char *dir, const char *ruleset, const char *party, const char *rulesets,
                   SconceError *error)
{
    Err err = {0};
    bool made = false;
    if (error) *error = (SconceError){0};
    bool ok = knows_ruleset(ruleset, rulesets, &err) && folder_make(dir, &made, &err);
    if (ok && !write_files(dir, ruleset, party, &err)) {
        folder_unmake(dir, made);
        ok = false;
    }
    if (!ok) campaign_error(error, &err);
    return ok;
}
