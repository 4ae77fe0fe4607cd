-- Words of the language, and what is no value, stand where values are needed.
extends "lamplight"

track "length" { start = track }
track "depth" { start = { 1, { light } } }
setting "weather" { default = rule, choices = rule }
setting "odd" { default = 0/0 }
setting "by_kind" { default = { [light] = 1 } }
chart.hazard.quiet.text = step
ruleset.hint = on
kind.member:has { luck = track }
for _, one in ipairs(misspelt) do light.torch.help = one end
for _, one in ipairs(rule) do light.torch.help = one end
-- expect: word_as_value.lua:4: track "length", start: track is a word of the language | write: track "length" { start = "track" }
-- expect: word_as_value.lua:5: track "depth", start: light is a word of the language | write: track "depth" { start = { 1, { "light" } } }
-- expect: word_as_value.lua:6: setting "weather", choices: rule is a word of the language | write: setting "weather" { default = rule, choices = "rule" }
-- expect: word_as_value.lua:6: setting "weather", default: rule is a word of the language | write: setting "weather" { default = "rule", choices = rule }
-- expect: word_as_value.lua:7: setting "odd", default: a number is needed, and this comes to 0/0
-- expect: word_as_value.lua:8: setting "by_kind", default: a text or a number is needed in [ ] before =
-- expect: word_as_value.lua:9: chart.hazard.quiet: step is a word of the language | write: chart.hazard.quiet.text = "step"
-- expect: word_as_value.lua:10: ruleset "Lamplight", hint: on is a word of the language | write: ruleset.hint = "on"
-- expect: word_as_value.lua:11: kind.member:has, luck: track is a word of the language | write: kind.member:has { luck = "track" }
-- expect: word_as_value.lua:12: there is no word 'misspelt'; write text in quotes, "misspelt"; a name of your own is made with local
-- expect: word_as_value.lua:13: there is no function 'rule.1'
