-- concat_numbers.lua -- writes hundreds of numbers in one step
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local x = 1.7976931348623157e308
  while true do
    local s = x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x
      .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x
      .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x
  end
end
