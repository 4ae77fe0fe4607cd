/* The loop of the server: takes a message, answers it, and when nothing waits checks what changed.
 *
 * Answers about names do not wait for a check: they go by what the last one found.  The thread that
 * reads stops a try when a message arrives, so that an answer never waits for dice either. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lsp/session.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"

enum {
    CHECK_MS = 80,  /* of quiet, a pause between two words: before a check, and before TRY_TEXT */
    TRY_MS = 400,   /* of quiet, before a dry run (TRY_PLAY): that takes about as long */
    DRY_RUNS = 1200 /* lines of a try, as of `sconce check` */
};

/* Errors of JSON-RPC and LSP. */
enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    SERVER_NOT_INITIALIZED = -32002,
    REQUEST_FAILED = -32803,
    REQUEST_CANCELLED = -32800
};

/* --- starting and ending ------------------------------------------------------------------ */

static void add_root_uri(Session *s, const char *uri)
{
    AutoString *path = uri ? uri_path(uri) : NULL;
    session_add_root(s, path);
}

/* Notes what the editor can do, and tells what the server can. */
static json_t *answer_initialize(Session *s, const json_t *params)
{
    static const char able[] =
        "{\"textDocumentSync\":{\"openClose\":true,\"change\":2,\"save\":{\"includeText\":false}},"
        "\"completionProvider\":{\"triggerCharacters\":[\".\",\"\\\"\",\":\",\" \"],"
        "\"resolveProvider\":true},"
        "\"hoverProvider\":true,\"definitionProvider\":true,\"referencesProvider\":true,"
        "\"documentHighlightProvider\":true,\"documentSymbolProvider\":true,"
        "\"renameProvider\":{\"prepareProvider\":true},"
        "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\"]},"
        "\"workspace\":{\"workspaceFolders\":{\"supported\":true,\"changeNotifications\":true}}}";
    s->state = SESSION_OPEN;
    const json_t *general = json_object_get(json_object_get(params, "capabilities"), "general");
    json_each (one, field_list(general, "positionEncodings"))
        s->bytes = s->bytes || strcmp(name_of(one), "utf-8") == 0;
    json_each (folder, field_list(params, "workspaceFolders"))
        add_root_uri(s, field_text(folder, "uri"));
    /* Older editors send only one, as rootUri or rootPath. */
    if (s->roots == 0) add_root_uri(s, field_text(params, "rootUri"));
    if (s->roots == 0) session_add_root(s, json_string_value(json_object_get(params, "rootPath")));
    json_t *capabilities = must_have(json_loads(able, 0, NULL));
    json_object_set_new(capabilities, "positionEncoding",
                        json_string(s->bytes ? "utf-8" : "utf-16"));
    return must_have(json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities, "serverInfo",
                               "name", "sconce", "version", SCONCE_VERSION));
}

/* --- documents --------------------------------------------------------------------------- */

static void did_open(Session *s, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument"),
                 *text = json_object_get(item, "text");
    const char *uri = field_text(item, "uri");
    if (!*uri || !json_is_string(text)) return;
    Document *d = session_document(s, uri);
    if (!d) d = session_add_document(s, uri);
    d->version = field_int(item, "version", 0);
    document_set(d, json_string_value(text), json_string_length(text));
    chains_edit(s, d);
    chains_refresh(s); /* it may be a file that another chain was lacking */
}

static void did_change(Session *s, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument");
    Document *d = session_document(s, uri_of(params));
    if (!d) return;
    json_each (change, field_list(params, "contentChanges"))
        if (!document_change(d, change, s->bytes))
            break; /* the changes behind it count from the text that it would have made */
    /* where the editor sends no version, changes are counted here */
    d->version = field_int(item, "version", d->version < INT64_MAX ? d->version + 1 : 0);
    chains_edit(s, d);
}

static void did_close(Session *s, const json_t *params)
{
    Document *d = session_document(s, uri_of(params));
    if (!d) return;
    session_take_document(s, d);
    chains_close(s, d);
    document_free(d);
}

static void files_changed(Session *s, const json_t *params)
{
    (void)params;
    chains_refresh(s);
}

static void folders_changed(Session *s, const json_t *params)
{
    json_each (folder, field_list(json_object_get(params, "event"), "added"))
        add_root_uri(s, field_text(folder, "uri"));
}

/* --- dispatch ---------------------------------------------------------------------------- */

/* A method that the server knows, with one of three functions: `answer` to a request, `attempt` for
 * a request that may be refused, `notice` for a message without an answer. */
typedef struct {
    const char *method;
    json_t *(*answer)(Session *s, const json_t *params);
    json_t *(*attempt)(Session *s, const json_t *params, char **refusal);
    void (*notice)(Session *s, const json_t *params);
} Method;

static const Method methods[] = {
    {.method = "textDocument/didOpen", .notice = did_open},
    {.method = "textDocument/didChange", .notice = did_change},
    {.method = "textDocument/didClose", .notice = did_close},
    {.method = "textDocument/didSave", .notice = files_changed},
    {.method = "workspace/didChangeWatchedFiles", .notice = files_changed},
    {.method = "workspace/didChangeWorkspaceFolders", .notice = folders_changed},
    {.method = "textDocument/completion", .answer = answer_completion},
    {.method = "completionItem/resolve", .answer = answer_resolve},
    {.method = "textDocument/hover", .answer = answer_hover},
    {.method = "textDocument/definition", .answer = answer_definition},
    {.method = "textDocument/references", .answer = answer_references},
    {.method = "textDocument/documentHighlight", .answer = answer_highlights},
    {.method = "textDocument/documentSymbol", .answer = answer_symbols},
    {.method = "textDocument/codeAction", .answer = answer_actions},
    {.method = "textDocument/prepareRename", .attempt = answer_prepare_rename},
    {.method = "textDocument/rename", .attempt = answer_rename},
};

static const Method *find_method(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].method, name) == 0) return &methods[i];
    return NULL;
}

static void answer_method(Session *s, const Method *m, const json_t *id, const json_t *params)
{
    AutoString *refusal = NULL;
    for (size_t i = 0; i < s->chains; i++) /* a new one, as of a document just opened */
        if (!s->chain[i]->checked) chain_check(s->chain[i]);
    json_t *result = m->attempt ? m->attempt(s, params, &refusal) : m->answer(s, params);
    if (refusal)
        session_refuse(id, REQUEST_FAILED, refusal);
    else
        session_reply(id, result);
}

/* Answers a request, or refuses it where the session is not in the state for it. */
static void answer_request(Session *s, const char *method, const json_t *id, const json_t *params)
{
    const Method *m = find_method(method);
    if (strcmp(method, "initialize") == 0 && s->state == SESSION_NEW)
        session_reply(id, answer_initialize(s, params));
    else if (s->state == SESSION_NEW)
        session_refuse(id, SERVER_NOT_INITIALIZED, "initialize comes first");
    else if (s->state == SESSION_SHUT || strcmp(method, "initialize") == 0)
        session_refuse(id, INVALID_REQUEST,
                       s->state == SESSION_SHUT ? "the server was shut down"
                                                : "the server is initialized already");
    else if (strcmp(method, "shutdown") == 0) {
        s->state = SESSION_SHUT;
        session_reply(id, NULL);
    } else if (m && !m->notice)
        answer_method(s, m, id, params);
    else
        session_refuse(id, METHOD_NOT_FOUND, "the server has no such method");
}

static bool is_id(const json_t *id)
{
    return json_is_integer(id) || json_is_string(id);
}

/* Handles a message.  False: it was exit. */
static bool handle(Session *s, const InboxItem *item)
{
    const json_t *id = json_object_get(item->message, "id"),
                 *params = json_object_get(item->message, "params");
    const char *method = json_string_value(json_object_get(item->message, "method"));
    if (!method) {
        /* An answer to a request: the server makes none, so it is passed over. */
        bool answers =
            json_object_get(item->message, "result") || json_object_get(item->message, "error");
        if (!answers)
            session_refuse(is_id(id) ? id : NULL, INVALID_REQUEST, "the message has no method");
        return true;
    }
    if (id && !is_id(id)) {
        session_refuse(NULL, INVALID_REQUEST, "an id is a number or a text");
        return true;
    }
    if (strcmp(method, "exit") == 0 && !id) return false;
    const Method *m = find_method(method);
    if (id && item->cancelled)
        session_refuse(id, REQUEST_CANCELLED, "cancelled");
    else if (id)
        answer_request(s, method, id, params);
    else if (m && m->notice && s->state == SESSION_OPEN) {
        m->notice(s, params);
        s->stale = true; /* also when a file was saved, or folders changed */
    }
    return true;
}

/* --- what is done in quiet ---------------------------------------------------------------- */

/* The chain to try next; NULL: none.  Chains whose text is still to be tried come before those that
 * only lack a dry run: TRY_TEXT is greater than TRY_PLAY. */
static RuleChain *next_to_try(const Session *s)
{
    RuleChain *next = NULL;
    for (size_t i = 0; i < s->chains; i++)
        if (s->chain[i]->must_try && (!next || s->chain[i]->must_try > next->must_try))
            next = s->chain[i];
    return next;
}

/* Called by the reading thread. */
static void stop_trying(void *data)
{
    Session *s = data;
    pthread_mutex_lock(&s->lock);
    sconce_draft_stop(s->trying);
    pthread_mutex_unlock(&s->lock);
}

static void set_trying(Session *s, SconceDraft *draft)
{
    pthread_mutex_lock(&s->lock);
    s->trying = draft;
    pthread_mutex_unlock(&s->lock);
}

/* Tries a chain: what its text shows, or a dry run.  A try that a message stops is made again.
 * Whether a message waits is looked at after set_trying, so that one which comes later stops it. */
static void try_chain(Session *s, RuleChain *c)
{
    set_trying(s, c->draft);
    AutoAnswer *answer = inbox_waits(s->inbox)
                             ? NULL
                             : sconce_draft_try(c->draft, c->must_try == TRY_TEXT ? 0 : DRY_RUNS);
    set_trying(s, NULL);
    sconce_draft_resume(c->draft);
    if (!answer) return;
    json_decref(c->tried);
    c->tried = parse_json(answer);
    c->must_try--; /* from TRY_TEXT to TRY_PLAY, from there to TRY_NOTHING */
    diagnostics_publish(s);
}

/* Ms to wait for a message before there is something else to do; -1: for ever. */
static int wait_ms(const Session *s)
{
    const RuleChain *c = next_to_try(s);
    if (s->stale) return CHECK_MS;
    if (!c) return -1;
    return c->must_try == TRY_TEXT ? CHECK_MS : TRY_MS;
}

int lsp_serve(void)
{
    Session s = {.lock = PTHREAD_MUTEX_INITIALIZER};
    InboxEvent event = INBOX_QUIET;
    s.published = must_have(json_object());
    s.inbox = inbox_open(STDIN_FILENO, stop_trying, &s);
    for (bool going = s.inbox != NULL; going && event != INBOX_END;) {
        InboxItem item;
        event = inbox_take(s.inbox, wait_ms(&s), &item);
        if (event == INBOX_MESSAGE) going = handle(&s, &item);
        if (event == INBOX_BROKEN) session_refuse(NULL, PARSE_ERROR, item.fault);
        RuleChain *c = event == INBOX_QUIET ? next_to_try(&s) : NULL;
        if (event == INBOX_QUIET && s.stale) {
            for (size_t i = 0; i < s.chains; i++) chain_check(s.chain[i]);
            s.stale = false;
            diagnostics_publish(&s);
        } else if (c)
            try_chain(&s, c);
        json_decref(item.message);
    }
    int status = s.state == SESSION_SHUT ? 0 : 1;
    inbox_close(s.inbox);
    chains_free(&s);
    for (size_t i = 0; i < s.documents; i++) document_free(s.document[i]);
    for (size_t i = 0; i < s.roots; i++) free(s.root[i]);
    free(s.document);
    free(s.root);
    json_decref(s.published);
    return status;
}
