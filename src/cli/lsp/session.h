/* The state of a language server: the open documents, and their chains of rule files. */
#pragma once

#include <pthread.h>

#include "cli/lsp/document.h"
#include "cli/lsp/inbox.h"
#include "sconce.h"

/* A chain of rule files that open documents belong to. */
typedef struct {
    char *table;        /* what is checked: a rule file or a campaign's folder */
    SconceDraft *draft; /* NULL: it could not be opened */
    json_t *checked;    /* the answer of sconce_draft_check, or NULL */
    json_t *tried;      /* problems that a try found, or NULL */
    bool must_check;    /* a text has changed */
    bool used;          /* by an open document; of use to drop_chains only */
    int must_try;       /* what is still to do: TRY_TEXT, then TRY_PLAY */
} RuleChain;
/* PLAY: a dry run; TEXT: what can be told without one, such as names that nothing uses. */
enum { TRY_NOTHING, TRY_PLAY, TRY_TEXT };

typedef struct {
    Inbox *inbox;
    Document **document;
    size_t documents;
    RuleChain **chain;
    size_t chains;
    char **root; /* folders of the workspace */
    size_t roots;
    json_t *published; /* by URI: the problems that were sent last */
    bool bytes;        /* positions count bytes, not units of UTF-16 */
    bool stale;        /* texts have changed, and problems were not sent since */
    enum { SESSION_NEW, SESSION_OPEN, SESSION_SHUT } state;
    pthread_mutex_t lock; /* of `trying` */
    SconceDraft *trying;  /* what the reading thread stops when a message arrives */
} Session;

/* Answer a request; refuse it with an error code of JSON-RPC; send a notification.  They take over
 * result and params, and spell out what could mislead in texts for people. */
void session_reply(const json_t *id, json_t *result);
void session_refuse(const json_t *id, int code, const char *text);
void session_notify(const char *method, json_t *params);

/* --- documents --- */
Document *session_document(const Session *s, const char *uri); /* NULL: not open */
const char *uri_of(const json_t *params); /* of the document that a message is about */
/* The open document of a path, also by way of links; NULL: none. */
Document *session_document_at(const Session *s, const char *path);
/* The URI of a path: the editor's own, if the document is open.  The caller frees it. */
char *session_uri(const Session *s, const char *path);
Document *session_add_document(Session *s, const char *uri);
/* Takes a document out of the list; the caller frees it. */
void session_take_document(Session *s, const Document *d);
void session_add_root(Session *s, const char *path);

/* --- chains.c --- */

/* The chain that a document is checked with; NULL: it has none, as a spec. */
RuleChain *chain_of(Session *s, const Document *d);
/* Gives the text of a new or changed document to all chains, and makes its own chain. */
void chains_edit(Session *s, const Document *d);
/* Has the chains read a closed document from the disk, and ends those that none needs. */
void chains_close(Session *s, const Document *d);
/* Looks at the disk again: rule files there may have changed. */
void chains_refresh(Session *s);
/* Checks a chain if a text has changed. */
void chain_check(RuleChain *c);
/* True if the file is in the chain. */
bool chain_has(const RuleChain *c, const char *path);
/* True if the file came with Sconce, or is in another folder of rulesets. */
bool chain_ships(const RuleChain *c, const char *path);
/* Makes a draft of the chain's table with the texts of all open documents; the caller closes it. */
SconceDraft *chain_draft(const Session *s, const char *table);
/* Returns why a document is not checked, a sentence or, for no comment, ""; NULL: it is checked. */
const char *document_note(const Session *s, const Document *d);
void chains_free(Session *s);

/* --- names.c, changes.c: answers to requests; the caller frees them; NULL is null --- */
json_t *answer_completion(Session *s, const json_t *params);
json_t *answer_resolve(Session *s, const json_t *item);
json_t *answer_hover(Session *s, const json_t *params);
json_t *answer_definition(Session *s, const json_t *params);
json_t *answer_references(Session *s, const json_t *params);
json_t *answer_highlights(Session *s, const json_t *params);
json_t *answer_symbols(Session *s, const json_t *params);
json_t *answer_actions(Session *s, const json_t *params);
/* These may set *refusal, a sentence that the caller frees, in place of an answer. */
json_t *answer_prepare_rename(Session *s, const json_t *params, char **refusal);
json_t *answer_rename(Session *s, const json_t *params, char **refusal);

/* A place in a document that a request is about. */
typedef struct {
    const Document *document; /* NULL: it is not open, or has no chain */
    RuleChain *chain;
    int line, column; /* from 1, in bytes */
} Place;
Place place_of(Session *s, const json_t *params);
/* Collects the places of the name at a place, in all chains that have its file: {"name":…,"kind":…,
 * "places":[…]} as in SCONCE_USES; NULL: there is no name. */
json_t *uses_at(Session *s, const json_t *params);
/* The LSP range of a place in a file: {"line":…,"column":…,"end_column":…}, from 1, in bytes. */
json_t *range_of_place(const Session *s, const char *path, const json_t *place);

/* --- diagnostics.c --- */

/* The text of a file in the editor, or as a chain read it, or "".  Sets *n to its length. */
const char *session_text(const Session *s, const char *path, size_t *n);

/* Sends the problems of each open file, and of each other one that has some or had some. */
void diagnostics_publish(Session *s);

/* --- server.c --- */

/* Serves one editor until it says exit or closes its side.  Returns 0 after shutdown, else 1. */
int lsp_serve(void);
