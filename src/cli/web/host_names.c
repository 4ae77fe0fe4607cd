#include "cli/web/host_names.h"
#include "cli/term/styled_text.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void host_names_add(HostNames *names, const char *host, int port)
{
    char *name = NULL;
    if (port > 0 ? asprintf(&name, "%s:%d", host, port) < 0 : asprintf(&name, "%s", host) < 0)
        must_have(NULL);
    names->at = must_have(realloc(names->at, (names->n + 1) * sizeof *names->at));
    names->at[names->n++] = name;
}

void host_names_free(HostNames *names)
{
    for (size_t i = 0; i < names->n; i++) free(names->at[i]);
    free(names->at);
    *names = (HostNames){0};
}

bool host_names_have(const HostNames *names, const char *name)
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
