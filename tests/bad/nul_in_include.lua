-- nul_in_include.lua -- C would read the name only as far as the NUL.
extends "delving"
include "rat\0s"
-- expect: nul_in_include.lua:3: 'rat?s' is not a name of a ruleset: small letters, digits, - and _ only
