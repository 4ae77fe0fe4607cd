/* Takes the whole file system away from a process, where the kernel can. */
#ifndef CELL_LANDLOCK_H
#define CELL_LANDLOCK_H

/* From here on this process and its children open no file and no TCP port, and send signals only to
 * each other.  What is open stays open.  Needs PR_SET_NO_NEW_PRIVS.  Returns the version of
 * Landlock (its ABI) after trying that a folder is refused; 0 where the kernel has none. */
int landlock_refuse_all(void);

#endif
