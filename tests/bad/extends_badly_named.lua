-- extends takes a name, and this is a path.
extends "../bad/lamplight"
-- expect: extends_badly_named.lua:2: '../bad/lamplight' is not a name of a ruleset: small letters, digits, - and _ only
