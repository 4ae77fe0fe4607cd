/* Landlock: takes the whole file system away from a process, if the kernel can. */
#ifndef CELL_LANDLOCK_H
#define CELL_LANDLOCK_H

/* Forbids this process and its children to open files, to use TCP, and to send signals to other
 * processes.  Open files stay open.  Needs PR_SET_NO_NEW_PRIVS.  Tries to open a folder afterwards;
 * returns the version of Landlock (its ABI) if that fails as it should, else 0. */
int landlock_refuse_all(void);

#endif
