/* A language server for rule files: LSP 3.17 on standard input and output. */
#ifndef CLI_LSP_SERVER_H
#define CLI_LSP_SERVER_H

/* Serves one editor until it says exit or closes its side.  Returns the exit status that LSP wants:
 * 0 after shutdown, else 1. */
int lsp_serve(void);

#endif
