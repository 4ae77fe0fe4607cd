-- The file changes a field that the kind does not have.
extends "lamplight"

light.torch.last = "4 turns"
setting.grace.help = "how long nothing stirs"
chart.hazard.dye = "1d8"
chart.hazard.quiet.txt = "Nothing."
track.torches {
  min = 1,
  mix = 4,
}
-- expect: change_misspelt_field.lua:4: light "torch" has no field 'last'; did you mean 'lasts'? | write: light.torch.lasts = "4 turns"
-- expect: change_misspelt_field.lua:6: chart "hazard" has no row 'dye'; did you mean 'die'? | write: chart.hazard.die = "1d8"
-- expect: change_misspelt_field.lua:7: chart.hazard.quiet: a row has no field 'txt'; did you mean 'text'? | write: chart.hazard.quiet.text = "Nothing."
-- expect: change_misspelt_field.lua:10: track "torches" has no field 'mix'; did you mean 'max'? | write: max = 4,
