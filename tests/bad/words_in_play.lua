-- An iterator over the words of a text is kept in a local, and moves on in play.
extends "lamplight"

local next_word = ("bats rats"):gmatch "%a+"
action "tap" { help = "knock on a wall" }
function act.tap() next_word() end
-- play: tap
-- expect: words_in_play.lua:6: the local 'next_word' changed in play; only the state may: make it a track
