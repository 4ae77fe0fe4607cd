-- The parts that are included are not there, misspelt, circular, or no parts.
extends "lamplight"
include "bels"
include "nowhere"
include(7)
include "../bells"
include "circle_a"
include "foot"
include "climber"
-- expect: parts/circle_b.lua:2: include "circle_a" goes round in a circle: that file reads this one
-- expect: parts/foot.lua:2: a part has no ruleset; that stands in the file that includes it
-- expect: parts/climber.lua:2: a part is read by the file that includes it, and extends nothing
-- expect: include_wrong.lua:3: no part 'bels'; did you mean 'bells'? | write: include "bells"
-- expect: include_wrong.lua:4: no part 'nowhere': nowhere.lua is not beside this file, nor in a folder parts
-- expect: include_wrong.lua:5: include takes the name of a file in quotes, without .lua: include "fight"
-- expect: include_wrong.lua:6: '../bells' is not a name of a ruleset: small letters, digits, - and _ only
