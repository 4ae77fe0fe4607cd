-- emit is given a name, and no braces, which it needs even without fields.
extends "lamplight"
action "sing" { help = "sing" }
function act.sing() emit "trap" end
-- play: sing
-- expect: emit_without_braces.lua:4: emit "trap" has no fields; write emit "trap" { }, or { what = … }
