-- error_of_a_table.lua -- a rule raises an error that is a table and not a sentence.
extends "delving"
action "probe" { turns = 0 }
function act.probe()
  error({ code = 3 })
end
-- expect: error_of_a_table.lua:5: error says why: error "the rope breaks"; a text is needed, and this is a table
