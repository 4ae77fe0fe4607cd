-- Right: a ruleset of dungeons and the ways over land have no name in common.
extends "trespasser"
include "ways"
action "set_out" { enters = "hour" }
action "arrive"  { leaves = "hour" }
