/* Arrays that grow. */
#include "core/array.h"

#include <stdlib.h>
#include <string.h>

bool array_room(void *array, size_t *room, size_t n, size_t size)
{
    void *old;
    if (n <= *room) return true;
    memcpy(&old, array, sizeof old); /* a pointer to any type */
    size_t more = *room ? *room * 2 : 32;
    if (more < n) more = n;
    void *grown = realloc(old, more * size);
    if (!grown) return false;
    memset((char *)grown + *room * size, 0, (more - *room) * size);
    memcpy(array, &grown, sizeof grown);
    *room = more;
    return true;
}
