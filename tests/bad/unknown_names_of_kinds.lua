-- Names after the dot of a kind do not exist.
extends "lamplight"

action "rest" { help = "sit down" }
function act.rest()
  say(light.tocrh.bright)
  if setting.grase > 3 then say(pace.carefull.distance) end
  gain("walked", pace.hasty.distanse)
end
-- expect: unknown_names_of_kinds.lua:6: there is no light 'tocrh'; did you mean 'torch'? | write: say(light.torch.bright)
-- expect: unknown_names_of_kinds.lua:7: there is no setting 'grase'; did you mean 'grace'? | write: if setting.grace > 3 then say(pace.carefull.distance) end
-- expect: unknown_names_of_kinds.lua:7: there is no pace 'carefull'; did you mean 'careful'? | write: if setting.grase > 3 then say(pace.careful.distance) end
-- expect: unknown_names_of_kinds.lua:8: pace "hasty" has no field 'distanse'; did you mean 'distance'? | write: gain("walked", pace.hasty.distance)
