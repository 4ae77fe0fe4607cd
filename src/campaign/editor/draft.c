/* A draft reads its chain with a cell of its own, which is then asked about names.  Each check
 * after a change starts a new cell: what a stranger's text did to the old one is gone.  A try
 * (sconce_draft_try) plays in a second cell, so that stopping it leaves the first one. */
#include "campaign/editor/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/public_error.h"
#include "core/json_writer.h"

/* Lets rule files be read only from these folders and the search path; n 0: from anywhere. */
static bool allow_folders(SconceDraft *d, const char *const *folders, size_t n, Err *err)
{
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++)
        ok = overlay_allow(&d->overlay, folders[i]) || err_set(err, "out of memory");
    for (size_t i = 0; i < d->sources.search_path.n && n > 0 && ok; i++)
        ok = overlay_allow(&d->overlay, d->sources.search_path.folder[i]) ||
             err_set(err, "out of memory");
    return ok;
}

SconceDraft *sconce_draft_open(const SconceOptions *options, const char *const *folders,
                               size_t folder_count, SconceError *error)
{
    Err err = {0};
    SconceDraft *d = calloc(1, sizeof *d);
    if (!d) err_set(&err, "out of memory");
    SconceOptions o;
    if (d && public_copy_options(&o, options, &err) &&
        public_check_all_given(folders, folder_count, "folders", &err) &&
        table_sources_read(&d->sources, &o, &err) &&
        allow_folders(d, folders, folder_count, &err)) {
        d->sources.overlay = &d->overlay;
        d->dirty = true;
        /* A part (a file in a folder parts) can only be checked with a file that includes it. */
        if (d->sources.heads == 1 && is_in_parts(d->sources.head[0]))
            d->part = strdup(d->sources.head[0]);
        return d;
    }
    if (error) *error = (SconceError){0};
    public_error_set(error, &err);
    sconce_draft_close(d);
    return NULL;
}

void sconce_draft_close(SconceDraft *d)
{
    if (!d) return;
    cell_client_free(d->client);
    table_sources_free(&d->sources);
    overlay_free(&d->overlay);
    text_free(&d->checked);
    text_free(&d->answer);
    free(d->part);
    free(d);
}

bool sconce_draft_edit(SconceDraft *d, const char *path, const char *text, size_t n)
{
    if (!d || !path) return false;
    /* The chain need not be read again for a file that was edited before and is not in the chain.
     * A file that is new in the editor may be found before another of its name; and where the table
     * is a part, any file may be the one that includes it. */
    bool was_edited = text && overlay_find(&d->overlay, path);
    bool in_chain = sconce_draft_text(d, path) != NULL;
    if (!was_edited || in_chain || d->part) d->dirty = true;
    return overlay_edit(&d->overlay, path, text, n);
}

/* --- checking ---------------------------------------------------------------------------- */

/* Writes the list "shipped": files of the chain that are from the search path, not the campaign. */
static void write_shipped(const SconceDraft *d, const Chain *c, Text *t)
{
    jsonw_open(jsonw_key(t, "shipped"), '[');
    for (size_t i = 0; i < c->n; i++) {
        ScopedString *folder = c->file[i].path ? path_folder(c->file[i].path) : NULL;
        bool own = folder && d->sources.folder && strcmp(folder, d->sources.folder) == 0;
        if (folder && !own && search_path_has(&d->sources.search_path, folder))
            jsonw_string(t, c->file[i].path);
    }
    jsonw_close(t, ']');
}

/* Reads the chain with a new cell, and writes the answer of the check. */
static void read_chain(SconceDraft *d)
{
    Err err = {0};
    char *whole = d->part ? find_includer(d, d->part) : NULL;
    if (whole) { /* it is the head in place of the part, which alone cannot be checked */
        free(d->sources.head[0]);
        d->sources.head[0] = whole;
    }
    Text *t = text_clear(&d->checked);
    cell_client_free(d->client);
    d->client = NULL;
    d->loaded = d->dirty = false;
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "read"), ++d->reads);
    Chain *c = table_sources_chain(&d->sources, &err);
    d->client = c ? table_sources_client(&d->sources, NULL, c, &err) : NULL;
    if (d->client) {
        d->loaded = check_write(&d->sources, d->client, /* lines */ 0, t);
        write_shipped(d, c, t);
    } else {
        /* An error that names no file is shown at the first head. */
        if (!err.file[0]) snprintf(err.file, sizeof err.file, "%s", d->sources.head[0]);
        jsonw_bool(jsonw_key(t, "loaded"), false);
        jsonw_open(jsonw_key(t, "problems"), '[');
        check_write_error(t, &err);
        jsonw_close(t, ']');
    }
    jsonw_close(t, '}');
}

const char *sconce_draft_check(SconceDraft *d)
{
    if (!d) return NULL;
    Chain *c = d->client ? cell_client_chain(d->client) : NULL;
    /* lacks_file: a file that was missing may be there now */
    if (d->dirty || !c || c->lacks_file || chain_changed(c)) read_chain(d);
    return d->checked.failed ? NULL : text_str(&d->checked);
}

char *sconce_draft_try(SconceDraft *d, int lines)
{
    Text t = {0};
    if (!d || !d->loaded || d->stop) return NULL;
    Chain *c = chain_copy(cell_client_chain(d->client));
    ScopedClient *client = c ? table_sources_client(&d->sources, &d->stop, c, NULL) : NULL;
    if (!client) return NULL;
    jsonw_open(&t, '{');
    jsonw_open(jsonw_key(&t, "problems"), '[');
    check_dry_run(&d->sources, client, lines, &t);
    jsonw_close(&t, ']');
    jsonw_close(&t, '}');
    if (!d->stop) return text_take(&t);
    text_free(&t);
    return NULL;
}

void sconce_draft_stop(SconceDraft *d)
{
    if (d) d->stop = 1;
}

void sconce_draft_resume(SconceDraft *d)
{
    if (d) d->stop = 0;
}
