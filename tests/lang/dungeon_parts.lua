-- dungeon_parts.lua -- a ruleset of two lines, to which tests add one part of rulesets/parts each.
ruleset "Dungeon Parts" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "act", "time" }
action "wait" {}
