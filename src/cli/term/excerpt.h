/* Shows a message about a rule file in three parts: what is wrong, the author's lines with a mark
 * under the place, and what to write instead. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/term/terminal_style.h"

/* Opens a file of rules to show or judge its lines.  NULL when it cannot be read, is longer than a
 * megabyte, or is no plain file: a pipe would block. */
FILE *open_rule_file(const char *path);

/* The byte of a column, counted in characters from 1, in a line; its end when the line is shorter.
 * A byte order mark at the head of a file is a character, as it is for author/messages.lua. */
const char *byte_at_column(const char *line, int64_t column);

/* A message.  file may be "" and line 0.  grade: "error", "warning" or "note"; the last two are
 * named before the sentence.  about: an object with "sentence", "column", "end_column" and "cure",
 * as sconce_check gives them; what it lacks is not shown, and it may be NULL. */
typedef struct {
    const char *file, *grade, *text;
    const char *title; /* of the test that failed, named first; NULL: none */
    const char *more;  /* behind the sentence; NULL: nothing */
    int line;
    const json_t *about;
} Excerpt;

/* Writes `file:line: sentence`, the line and two before it, if it can read them, and `write: …`. */
void excerpt_write(const TerminalStyle *style, const Excerpt *e);
/* Writes a problem, as sconce_check and sconce_test give it; one without a grade is an error. */
void excerpt_problem(const TerminalStyle *style, const json_t *problem);
/* Writes an error that is only a sentence. */
void excerpt_message(const TerminalStyle *style, const char *file, int line, const char *text);

/* --- fixes.c ---
 *
 * Changes to the user's files that put mistakes right: shows them, asks, and writes. */

/* Changes that were collected, and the files as they were then.  Start from {0}. */
typedef struct {
    json_t *edits; /* a list of { table, file, told, line, column, end_column, was, text } */
    json_t *files; /* by name, the contents as read when the first change was collected */
} Fixes;

/* Adds the "edit" of a problem of sconce_check.  table: what was checked, or NULL.  Does nothing
 * when the file does not hold what the edit replaces, or when it cannot be read. */
void fixes_add(Fixes *f, const char *table, const json_t *problem);
/* Says whether some edits of one file are right; given its text before and after them. */
typedef bool FixProof(const json_t *edits, const char *before, const char *after);
/* Drops the changes that do not prove right.  Lowers *proofs by one for each proof; at 0 it makes
 * no more, and also drops the changes that are not proved by then. */
void fixes_prove(Fixes *f, FixProof *proves, int *proofs);
void fixes_free(Fixes *f);

/* Shows all changes; at a terminal asks whether to write them, and elsewhere writes.  A file that
 * has changed since, or is not a plain file, is left as it is, which is told.  Every other byte
 * stays. Returns true when a file was written. */
bool fixes_apply(const TerminalStyle *style, const Fixes *f);

/* Reads a plain file of any bytes but NUL; the caller frees it.  NULL: it cannot be read, is empty,
 * or is too long (open_rule_file). */
char *read_file(const char *path);

/* Replaces a file's text in one step, and keeps its mode: a reader sees all of the old text or the
 * new.  False: its owner may not write it, or it is a link. */
bool replace_file(const char *path, const char *text);
