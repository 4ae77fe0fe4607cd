-- A part makes a verb that the file above it has made.
extends "lamplight"
action "ring" {}
include "bells"
-- expect: parts/bells.lua:3: action "ring" was made already, at include_twice.lua:3; action.ring = nil above the include leaves that of the part
