/* A Landlock ruleset (landlock(7)) that handles everything the kernel knows, and allows nothing.
 * The numbers are written out here because a kernel may know more than the installed headers. */
#include "cell/limits/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif
enum { ASK_VERSION = 1 }; /* a flag: return the ABI, make no ruleset */

/* struct landlock_ruleset_attr: a bit for each action that is refused. */
typedef struct {
    uint64_t files, ports, scopes;
} Handled;

static Handled all_of(long abi)
{
    Handled h = {.files = (1 << 13) - 1};  /* all actions of the first version */
    if (abi >= 2) h.files |= 1 << 13;      /* move a file to another folder */
    if (abi >= 3) h.files |= 1 << 14;      /* truncate */
    if (abi >= 5) h.files |= 1 << 15;      /* ioctl on devices */
    if (abi >= 4) h.ports = (1 << 2) - 1;  /* TCP: bind and connect */
    if (abi >= 6) h.scopes = (1 << 2) - 1; /* abstract sockets and signals of other processes */
    return h;
}

/* The bytes of Handled that an ABI knows; the kernel accepts no more. */
static size_t known_size(long abi)
{
    return sizeof(uint64_t) * (abi >= 6 ? 3 : abi >= 4 ? 2 : 1);
}

int landlock_refuse_all(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    if (abi < 1) return 0;
    Handled handled = all_of(abi);
    long rules = syscall(SYS_landlock_create_ruleset, &handled, known_size(abi), 0);
    if (rules < 0) return 0;
    syscall(SYS_landlock_restrict_self, rules, 0);
    close((int)rules);
    int fd = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && errno == EACCES) return (int)abi;
    if (fd >= 0) close(fd);
    return 0;
}
