-- Names in quotes after words of the language do not exist.
extends "lamplight"

action "rest" { help = "sit down" }
function act.rest(them)
  roll "hazrd"
  roll("creature", them[1])
  if ask "grop" then emit "trapp" { what = "a pit" } end
  gain("torchs", 1)
  lose(them[1], "hps")
  set("moood", "grim")
  kindle("torsh", them[1], { free = true })
  if #burning "candel" > 0 then start("venum", them[1]) end
  run "weak"
  enter "combta"
  draw "omens"
end
-- expect: unknown_names.lua:6: there is no chart 'hazrd'; did you mean 'hazard'? | write: roll "hazard"
-- expect: unknown_names.lua:7: there is no chart 'creature'; did you mean 'creatures'? | write: roll("creatures", them[1])
-- expect: unknown_names.lua:8: there is no question 'grop'; did you mean 'grope'? | write: if ask "grope" then emit "trapp" { what = "a pit" } end
-- expect: unknown_names.lua:8: there is no event 'trapp'; did you mean 'trap'? | write: if ask "grop" then emit "trap" { what = "a pit" } end
-- expect: unknown_names.lua:9: there is no track 'torchs'; did you mean 'torches'? | write: gain("torches", 1)
-- expect: unknown_names.lua:10: there is no track 'hps'; did you mean 'hp'? | write: lose(them[1], "hp")
-- expect: unknown_names.lua:11: there is no track 'moood'; did you mean 'mood'? | write: set("mood", "grim")
-- expect: unknown_names.lua:12: there is no light 'torsh'; did you mean 'torch'? | write: kindle("torch", them[1], { free = true })
-- expect: unknown_names.lua:13: there is no light 'candel'; did you mean 'candle'? | write: if #burning "candle" > 0 then start("venum", them[1]) end
-- expect: unknown_names.lua:13: there is no timer 'venum'; did you mean 'venom'? | write: if #burning "candel" > 0 then start("venom", them[1]) end
-- expect: unknown_names.lua:14: there is no procedure 'weak'; there is only turn
-- expect: unknown_names.lua:15: there is no procedure 'combta'; there is only turn
-- expect: unknown_names.lua:16: there is no deck 'omens'
