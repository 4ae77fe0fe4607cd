-- purse.lua -- loads and coins, and experience for gold.
--
-- A part.  Gives: treasure, loot and coins; rule.burden, the loads carried beyond strength.
-- Wants: members' str.
-- A house file changes: setting.xp_per_gp, rule.burden, rule.loot.

setting "xp_per_gp" { default = 1, min = 0, help = "experience for each gold piece won" }
track "load" { of = "member", min = 0, help = "loads carried, without coins; up to strength is no burden" }
for coin in each { "cp", "sp", "gp" } do track(coin) { of = "member", min = 0 } end
track "xp"   { tally = true, help = "experience of the party" }

-- 500 coins of any metal are a load, and a part of a load counts as one.
function rule.coins(who) return who.cp + who.sp + who.gp end
function rule.load(who) return who.load + rule.coins(who) / 500 end
function rule.burden(who) return math.max(0, math.ceil(rule.load(who) - who.str)) end
modifier "burdened" { when = function(c) return c.who and c.who.load and rule.burden(c.who) > 0 end, dis = 1 }

action "treasure" { turns = 0, by = "one", takes = { "number", "won|unearned|item?", "member?" },
                    help = "gold pieces won, and their experience: treasure 30; of a magic item only that: treasure 200 item" }
action "loot"     { turns = 0, by = "one", takes = { "1-99", "member?" },
                    help = "what an enemy carried, by its hit dice" }
-- A magic item is experience when it is won, and only gold, unearned, when it is sold.
function act.treasure(who, n, how, whose)
  if how ~= "item" then gain(whose or who, "gp", n) end
  if how ~= "unearned" then gain("xp", n * setting.xp_per_gp) end
end
function act.loot(who, hd, whose) act.treasure(who, rule.loot(hd), "won", whose) end
function rule.loot(hd) return dice(hd .. "d20", "loot") end

action "coins" { turns = 0, by = "each", help = "coins as the fewest pieces, and what they weigh" }
function act.coins(who)
  local worth = who.cp + 10 * who.sp + 100 * who.gp
  set(who, "gp", worth // 100)
  set(who, "sp", worth % 100 // 10)
  set(who, "cp", worth % 10)
  local n = rule.coins(who)
  say("%s: %d gp %d sp %d cp, %g pounds, %g loads.", who.name, who.gp, who.sp, who.cp, n / 100, n / 500)
end
