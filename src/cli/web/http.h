/* Checks the headers of requests, and answers them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/web/microhttpd.h"

/* The names by which this server may be called, "127.0.0.1:8420": a page that another name leads to
 * could be a stranger's (DNS rebinding). */
typedef struct {
    char **at;
    size_t n;
} HostNames;
/* port 0: the name stands without a port. */
void host_names_add(HostNames *names, const char *host, int port);
/* Adds every IPv4 address of this machine. */
void host_names_add_own(HostNames *names, int port);
void host_names_free(HostNames *names);

/* True if a request says twice where it goes, who asks or how long it is, or has a header that not
 * every program reads as one: a proxy might read it otherwise, and let through what it should
 * refuse, or take what follows for the request of somebody else.  words: bytes of the method, the
 * address and the version, as they were sent. */
bool http_is_ambiguous(struct MHD_Connection *c, size_t words);

/* True if the request calls this server by one of its names.  changes: the request may change
 * something; then it must also be JSON, and if it names the page that it comes from ("Origin"),
 * that must be a page of this server. */
bool http_is_ours(struct MHD_Connection *c, const HostNames *names, bool changes);

/* Reads the escapes of a path or argument in place, and returns its length.  Text with a NUL stays
 * as it was sent, since it would end at the NUL for C. */
size_t http_unescape(void *none, struct MHD_Connection *c, char *s);

/* Writes the address of whoever asks.  A proxy on this machine puts it last into X-Forwarded-For,
 * which is believed from this machine alone.  (A proxy that leaves that header as it is passes on
 * what the browser wrote there, which may be any address.) */
void http_address(struct MHD_Connection *c, char *out, size_t n);

/* Queue an answer with all headers for safety; http_answer frees the response, which may be NULL:
 * then the connection is closed. */
enum MHD_Result http_answer(struct MHD_Connection *c, unsigned status, const char *type,
                            struct MHD_Response *r);
enum MHD_Result http_json(struct MHD_Connection *c, unsigned status, const char *json);
/* Answers {"ok":false,"error":…}. */
enum MHD_Result http_refuse(struct MHD_Connection *c, unsigned status, const char *sentence);
/* Answers {"ok":true} and sets a cookie. */
enum MHD_Result http_cookie(struct MHD_Connection *c, const char *name, const char *value);
