#include "cli/web/microhttpd.h"

#include <dlfcn.h>

/* Returns the library, loaded by the first call; NULL: it is not there. */
static void *library(void)
{
    static void *loaded;
    if (!loaded) loaded = dlopen("libmicrohttpd.so.12", RTLD_NOW);
    return loaded;
}

bool microhttpd_load(void)
{
    return library() != NULL;
}

void *microhttpd_function(const char *name)
{
    return dlsym(library(), name);
}
