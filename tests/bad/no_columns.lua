-- A chart with no column, one with a table for a name, procedures that are none, words for functions.
extends "delving"

chart.hazard.columns = {}
chart.shift.columns = { {} }
track "luck" { of = say }
action "whistle" { turns = math.max, leaves = {} }
action "hum" { during = { a = 1 }, aka = { [1] = "a", [3] = "b" } }
track "omen" { start = chart.hazard.sign }
-- expect: no_columns.lua:4: chart "hazard", columns: the name of each is needed, as "woods|fen", and this is {}
-- expect: no_columns.lua:5: chart "shift", columns: the name of each is needed, as "woods|fen", and this is { {} }
-- expect: no_columns.lua:6: track "luck", of: a text in quotes is needed, and this is a word of the language
-- expect: no_columns.lua:7: action "whistle", turns: a whole number or a function is needed, and this is a word of the language
-- expect: no_columns.lua:7: action "whistle", leaves: the name of a procedure is needed, and this is {}
-- expect: no_columns.lua:8: action "hum", aka: a text in quotes or a list is needed, and this is { "a", [3] = "b" }
-- expect: no_columns.lua:8: action "hum", during: the name of a procedure is needed, and this is { a = 1 }
-- expect: no_columns.lua:9: track "omen", start: a row is no value; write its name in quotes
