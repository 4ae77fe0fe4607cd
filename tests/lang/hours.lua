-- hours.lua -- a long watch: what falls due in it comes in order, and each hour strikes at its own time.
ruleset "Hours" { turn = "4 hours", starts = "22 hours" }
procedure "watch" { "act", "time" }
light "candle" { lasts = "90 minutes" }
timer "bell" { lasts = "30 minutes", text = "The bell." }
track "crates" { start = "1d6", min = 0 }
track "hum" { start = "2d4+1", min = 0, full = "raid", max = 20, quiet = true }
track "heard" { start = {}, quiet = true }
action "watch" { default = true }
event "raid" { text = "A raid!" }
function on.new_hour(h)
  gain("heard", ("%s: %d, %d lit"):format(clock.text, h, #burning()))
  if h == 0 then pass "90 minutes" end
  if h == 1 then start "bell" end
end
function on.new_day(n) gain("heard", ("%s: day %d"):format(clock.text, n)) end
function on.bell() gain("heard", clock.text .. ": bell") end
track "best" { quiet = true }
action "pry" {}
function act.pry() set("best", (most(pool(8, "d6", "pry")))) end
action "grope" {}
function act.grope()
  local found = pool(6, "d6", "grope")
  if count(found, 6) > 1 and least(found) < 3 then emit "raid" {} end
  if sum(found) == 36 then say "All sixes." end
end
