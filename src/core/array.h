/* Arrays that grow, of any type. */
#ifndef CORE_ARRAY_H
#define CORE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for n elements of `size` bytes in the array whose pointer is at `array`, at least
 * doubling it; new elements are 0.  *room counts the elements it holds.  False without memory: the
 * array is then as it was.  The caller frees it with free(). */
bool array_room(void *array, size_t *room, size_t n, size_t size);

#endif
