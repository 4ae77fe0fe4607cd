-- Words of play cannot be used while files are read.
extends "lamplight"

local n = dice "1d6"
if #burning() > n then say "Light." end
light.torch.lasts = turn.number + 1 .. " turns"
local hour = clock.hour
local now, later = roll, party
-- expect: words_too_early.lua:4: 'dice' belongs to play, and this line runs while the file is read | write: local n = "1d6"
-- expect: words_too_early.lua:5: 'burning' belongs to play, and this line runs while the file is read; write it inside a function
-- expect: words_too_early.lua:6: 'turn' belongs to play, and this line runs while the file is read; write it inside a function
-- expect: words_too_early.lua:7: 'clock' belongs to play, and this line runs while the file is read; write it inside a function
-- expect: words_too_early.lua:8: 'party' belongs to play, and this line runs while the file is read; write it inside a function
