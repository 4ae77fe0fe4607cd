-- A file gives a kind fields that it has already.
extends "lamplight"
kind.light:has { bright = "distance?" }
kind.light:has { lasts = "duration?" }
kind.member:has { dex = 0 }
-- expect: has_field_that_exists.lua:3: kind.light has a field 'bright' already, made at lamplight.lua:5; kind.light.bright = … changes its default
-- expect: has_field_that_exists.lua:4: kind.light has a field 'lasts' already; every ruleset has it
-- expect: has_field_that_exists.lua:5: kind.member has a field 'dex' already, made at lamplight.lua:4; kind.member.dex = … changes its default | write: kind.member.dex = 0
