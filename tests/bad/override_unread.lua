-- A function replaces an older one, which is called no more; that may be meant, so it is a note.
extends "lamplight"

function on.hp(who) say("%s bleeds.", who.name) end
-- expect: override_unread.lua:4: note: on.hp replaces the one at lamplight.lua:56, which is not called any more; to keep it too, write local usual = on.hp above and call usual(…); to drop it without this note, write on.hp = nil above
