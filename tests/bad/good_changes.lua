-- Right: every way to change a thing.
extends "lamplight"

light.torch.lasts = "4 turns"
light.torch { bright = "12 m", help = "pitch and rag" }
light["candle"].lasts = light.torch.lasts
light.candle.spends = nil
setting.grace = 3
setting.grace.max = 9
setting.grace { help = "how long nothing stirs" }
setting.harm = "1d4"
track.torches { start = 6, max = 12 }
chart.hazard.quiet.text = "Nothing stirs. Water drips."
chart.hazard.gutter { text = "The flames shrink.", at = "2" }
chart.hazard.quiet.at = "3-6"
chart.hazard.quiet.name = "still"
chart.hazard.still.text = chart.hazard.still.text .. " Still."
chart.creatures { die = "1d6", { "1-2", "rats" }, { "3-4", "bats" }, { "5+", "ooze" } }
event.encounter.text = "Here comes {what}."
question.grope.always = true
question.side.default = function() return "right" end
pace.hasty = nil
kind.pace { careless = true }
-- play: light torch
-- play: search
