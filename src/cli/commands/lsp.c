/* `sconce lsp`: a language server for rule files; editors start it. */
#include "cli/commands/command.h"
#include "cli/lsp/session.h"

static int run_lsp(int argc, char **argv)
{
    bool stdio = false;
    const Option options[] = {{"stdio", OPTION_SWITCH, &stdio, NULL}, {0}};
    int status;
    if (!options_read(&command_lsp, argc, argv, options, 0, 0, &status)) return status;
    return lsp_serve() == 0 ? EXIT_FINE : EXIT_WRONG;
}

const Command command_lsp = {
    "lsp",
    "[--stdio]",
    "a language server: mistakes, names and their history in your editor",
    "Speaks the Language Server Protocol (3.17) on standard input and output; an editor starts it\n"
    "for rule files, *.lua.  While you type it shows the mistakes that `sconce check` finds, and\n"
    "when you pause those that only show in play.  It completes words, names, fields, rows, units\n"
    "and choices; tells where a value was made and last changed; goes to definitions down the\n"
    "chain, finds uses, renames in your own files, and writes the cures that are certain.\n"
    "It opens files only of the folder that is open in the editor, and of the rulesets.\n"
    "rulesets/README.md shows how VS Code, Neovim, Helix and Emacs start it.\n"
    "--stdio is the only way to speak to it, and may be left out.",
    run_lsp,
};
