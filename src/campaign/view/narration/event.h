/* One event of the rules, as narration sees it.  Any field may be missing or of another kind, since
 * events come from the cell. */
#ifndef CAMPAIGN_NARRATION_EVENT_H
#define CAMPAIGN_NARRATION_EVENT_H

#include "core/tree.h"

bool event_is(const Value *event, const char *kind);
/* Returns the event's roll among all rolls of its command, or NULL. */
const Value *event_roll(const Value *event, const Value *rolls);
/* Finds a field of the event, or else of its roll; NULL: neither has it. */
const Value *event_field(const Value *event, const Value *roll, const char *key);
int64_t event_int(const Value *v); /* 0 unless v is an integer */
/* Returns the text of a change without its owner: "hp 3" of "Bram: hp 3"; NULL: no owner. */
const char *event_state_text(const Value *event);
bool event_is_change(const Value *event); /* of a track */
bool event_is_check(const Value *event, const Value *roll);

/* True if two changes differ only in their owner. */
bool event_same_change(const Value *a, const Value *b);
/* True if the second changes the same number of the same owner once more: hp 4, hp 5. */
bool event_goes_on(const Value *a, const Value *b);
/* True if two checks differ only in the member who makes them, and in their results. */
bool event_same_check(const Value *a, const Value *b, const Value *rolls);
/* True if two lights of a kind went out in the same way. */
bool event_same_light_out(const Value *a, const Value *b);
/* True if as many events as are alike concern all members; lights belong to somebody. */
bool event_is_everybodys(const Value *event, size_t alike, size_t members);

#endif
