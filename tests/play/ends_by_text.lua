-- ends_by_text.lua -- texts that end play, and a row that everybody checks.
ruleset "Road" { turn = "1 day", check = "1d20", nobody = { ends = "Bones by the road." } }
procedure "day" { "act", "road", "time" }
kind.member:has { nerve = 0 }
track "leagues" { max = 8, full = { ends = "The gates of Tamesk, at last!" } }
track "dread"   { of = "member", min = 0, max = 2, full = "lost" }
track "lost"    { away = true }
chart "road"    { { "whispers", check = "nerve 12", fails = { gains = "dread" } } }
action "walk"   { gains = "4 leagues" }
action "camp"   {}
member "Ada" {}
member "Bo" { nerve = 3 }
