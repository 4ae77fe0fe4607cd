-- watches.lua -- for transcripts: watches of four hours, in each of which they choose a way to go and then a deed.
ruleset "Watches" { turn = "4 hours", check = "1d20" }
kind.member:has { wit = 0 }
procedure "watch" { "way", "act", "time" }
action "march" { at = "way", help = "onward" }
action "camp" { at = "way", help = "stay" }
action "look" { by = "each", help = "about you" }
action "scout" { by = "each", turns = 0, help = "ahead" }
member "Bram" { wit = 1 }
member "Ysolde" { wit = 0 }
function act.look(who) check(who, "wit", 12) end
function act.scout(who) say("%s sees nothing.", who.name) end
