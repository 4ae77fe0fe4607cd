/* The table on another screen: what a page, a bot or a second terminal shows of it, as JSON. */
#ifndef CAMPAIGN_SCREEN_H
#define CAMPAIGN_SCREEN_H

#include "core/text.h"
#include "core/tree.h"

/* The table as it is.  It owns nothing. */
typedef struct {
    const Value *look;  /* from the cell: src/lua/table/view.lua; NULL: the rules failed */
    const Value *party; /* names of the members, a list */
    const char *room;   /* name of the room that players know the party is in; NULL: none */
    const Value *ask;   /* the open question; NULL: none */
    const char *token;  /* of that question */
    int64_t now;        /* seconds since 1970 when the cell looked */
    bool players;       /* only what players may see */
} ScreenTable;

/* Appends fields of an open object, as sconce_view describes them: from "clock" to "awaits". */
void screen_write_table(Text *t, const ScreenTable *table);

#endif
