/* Decides which requests are for this server and can be read in only one way. */
#include "cli/web/http.h"
#include "cli/term/styled_text.h"
#include "cli/web/served_table.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- names -------------------------------------------------------------------------- */

void host_names_add(HostNames *names, const char *host, int port)
{
    names->at = must_have(realloc(names->at, (names->n + 1) * sizeof *names->at));
    names->at[names->n++] = port > 0 ? formatted("%s:%d", host, port) : must_have(strdup(host));
}

void host_names_free(HostNames *names)
{
    for (size_t i = 0; i < names->n; i++) free(names->at[i]);
    free(names->at);
    *names = (HostNames){0};
}

static bool host_names_have(const HostNames *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcasecmp(names->at[i], name) == 0) return true;
    return false;
}

void host_names_add_own(HostNames *names, int port)
{
    struct ifaddrs *all = NULL;
    char text[INET_ADDRSTRLEN];
    if (getifaddrs(&all) != 0) return;
    for (const struct ifaddrs *a = all; a; a = a->ifa_next) {
        struct sockaddr_in in;
        if (!a->ifa_addr || a->ifa_addr->sa_family != AF_INET) continue;
        memcpy(&in, a->ifa_addr, sizeof in);
        if (inet_ntop(AF_INET, &in.sin_addr, text, sizeof text)) host_names_add(names, text, port);
    }
    freeifaddrs(all);
}

/* --- the request -------------------------------------------------------------------- */

/* Returns a header of the request, or "". */
static const char *http_header(struct MHD_Connection *c, const char *name)
{
    const char *value = MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
    return value ? value : "";
}

/* Headers of which a request has one at most: the server, the body's length and form, who asks. */
static const char *const once[] = {"Host", "Content-Length", "Transfer-Encoding", "Content-Type",
                                   "Origin"};
enum { ONCE = sizeof once / sizeof *once };

typedef struct {
    int of[ONCE]; /* headers of each name in `once` */
    bool spoilt;  /* one is no header, or is read in two ways */
    size_t bytes; /* of all headers, with ": " and the end of each line */
} HeaderCount;

/* True if the n bytes are a name as HTTP has it.  It refuses a name with a blank before the colon,
 * and a header that goes on in the next line, whose text is then part of the name. */
static bool is_header_name(const char *name, size_t n)
{
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    return n > 0 && strspn(name, letters) == n;
}

static enum MHD_Result count_header(void *data, enum MHD_ValueKind kind, const char *name, size_t n,
                                    const char *value, size_t value_n)
{
    HeaderCount *count = data;
    (void)kind;
    for (int i = 0; i < ONCE; i++) count->of[i] += strcasecmp(name, once[i]) == 0;
    if (!value || !is_header_name(name, n) ||
        (strcasecmp(name, "Transfer-Encoding") == 0 && strcasecmp(value, "chunked") != 0) ||
        memchr(value, '\r', value_n))
        count->spoilt = true;
    count->bytes += n + value_n + strlen(": \r\n");
    return MHD_YES;
}

bool http_is_ambiguous(struct MHD_Connection *c, size_t words)
{
    HeaderCount count = {.bytes = words + strlen("  \r\n") + strlen("\r\n")};
    MHD_get_connection_values_n(c, MHD_HEADER_KIND, count_header, &count);
    /* libmicrohttpd ends a header at a NUL and says nothing of the rest, but it knows how many
     * bytes came.  Every browser and proxy writes one blank where blanks may stand. */
    if (MHD_get_connection_info(c, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size !=
        count.bytes)
        return true;
    for (int i = 0; i < ONCE; i++) count.spoilt = count.spoilt || count.of[i] > 1;
    return count.spoilt || count.of[1] + count.of[2] > 1; /* two lengths */
}

bool http_is_ours(struct MHD_Connection *c, const HostNames *names, bool changes)
{
    static const char json[] = "application/json";
    const char *origin = http_header(c, "Origin"), *type = http_header(c, "Content-Type");
    if (!host_names_have(names, http_header(c, "Host"))) return false;
    if (!changes) return true;
    size_t n = strcspn(type, "; ");
    if (n != strlen(json) || strncasecmp(type, json, n) != 0) return false;
    const char *host = strstr(origin, "://");
    bool web = strncasecmp(origin, "http://", 7) == 0 || strncasecmp(origin, "https://", 8) == 0;
    return !*origin || (web && host && host_names_have(names, host + 3));
}

size_t http_unescape(void *none, struct MHD_Connection *c, char *s)
{
    (void)none, (void)c;
    return strstr(s, "%00") ? strlen(s) : MHD_http_unescape(s);
}

void http_address(struct MHD_Connection *c, char *out, size_t n)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr_in *in = (const struct sockaddr_in *)info->client_addr;
    const char *forwarded = http_header(c, "X-Forwarded-For"), *last = strrchr(forwarded, ',');
    last = last ? last + 1 + strspn(last + 1, " ") : forwarded;
    snprintf(out, n, "%s", *last && in->sin_addr.s_addr == htonl(INADDR_LOOPBACK) ? last : "");
    if (!*out) inet_ntop(AF_INET, &in->sin_addr, out, (socklen_t)n);
}

/* --- the answer ----------------------------------------------------------------------- */

enum MHD_Result http_answer(struct MHD_Connection *c, unsigned status, const char *type,
                            struct MHD_Response *r)
{
    /* The policy is a second wall: no script of a text would run, if common.js ever let one in. */
    static const char *const headers[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
         "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    if (!r) return MHD_NO;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(r, headers[i][0], headers[i][1]);
    MHD_add_response_header(r, "Content-Type", type);
    enum MHD_Result done = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return done;
}

static struct MHD_Response *text_response(const char *text)
{
    return MHD_create_response_from_buffer(strlen(text), (void *)(size_t)text,
                                           MHD_RESPMEM_MUST_COPY);
}

enum MHD_Result http_json(struct MHD_Connection *c, unsigned status, const char *json)
{
    return http_answer(c, status, "application/json", text_response(json));
}

enum MHD_Result http_refuse(struct MHD_Connection *c, unsigned status, const char *sentence)
{
    AutoString *text = refusal_json(sentence);
    return http_json(c, status, text);
}

enum MHD_Result http_cookie(struct MHD_Connection *c, const char *name, const char *value)
{
    char cookie[200];
    struct MHD_Response *r = text_response("{\"ok\":true}");
    snprintf(cookie, sizeof cookie, "%s=%s; HttpOnly; SameSite=Strict; Path=/", name, value);
    if (r) MHD_add_response_header(r, "Set-Cookie", cookie);
    return http_answer(c, MHD_HTTP_OK, "application/json", r);
}
