-- nul_in_extends.lua -- C would read the name only as far as the NUL.
extends "delving\0"
-- expect: nul_in_extends.lua:2: 'delving?' is not a name of a ruleset: small letters, digits, - and _ only
