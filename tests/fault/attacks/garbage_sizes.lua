-- garbage_sizes.lua -- harmless: makes texts of ever more sizes, from 50 bytes to 4 KB, and keeps a short one of each
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local kept = {}
  for size = 50, 4050, 100 do
    for i = 1, 25000000 // (size + 10000) do
      local text = ("x"):rep(size) .. i
      kept[#kept + 1] = size .. text:sub(-2)
    end
  end
end
