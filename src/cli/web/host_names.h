/* The names and addresses of the server. */
#ifndef CLI_HOST_NAMES_H
#define CLI_HOST_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The names by which this server may be called, "127.0.0.1:8420": a page that another name leads to
 * could be a stranger's (DNS rebinding). */
typedef struct {
    char **at;
    size_t n;
} HostNames;
void host_names_add(HostNames *names, const char *host, int port);
/* The same for every address of this machine. */
void host_names_add_own(HostNames *names, int port);
bool host_names_have(const HostNames *names, const char *name);
void host_names_free(HostNames *names);

#endif
