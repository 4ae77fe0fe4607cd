-- search.lua -- searching, forcing, picking, listening: one check each, and you rule once how hard it is.
--
-- A part.  Gives: search, inspect, force, pick, listen; rule.best(list, field), whose field is the greatest;
--   rule.notice, how several searchers roll.
-- Wants: members with str, dex and wis, checks against a DC, and what sight.lua wants.
-- A house file changes: setting.dc, the questions, rule.notice; and says what rooms hide:
--   room "crypt" { hidden = "a stair", hidden_dc = 14 }.

include "sight"

kind.room:has { hidden = "string?", hidden_dc = "integer?" }
setting "dc"    { default = { easy = 8, normal = 12, hard = 16, extreme = 20 }, is = "table",
                  help = "how hard things are" }
track "rulings" { of = "room", start = {}, secret = true,
                  sheet = false, help = "what you said of doors and hiding places; `rulings clear` forgets it" }

question "found"  { text = "What is hidden there?", default = "something", secret = true }
question "hidden" { text = "What is the DC of finding it? {easy} easy, {normal} normal, {hard} hard.",
                    default = rule.normal, min = 0, secret = true, short = "DC {it}" }
question "door"   {
  default = rule.normal, min = 0, always = rule.normal,
  text = "What is the DC of {thing}? {easy} easy, {normal} normal, {hard} hard, {extreme} extreme.",
}
question "heard"  { text = "What do they hear?", default = "nothing", secret = true }
question "glance" { text = "How long does looking over {thing} take?",
                    choices = { "a Turn", "half a Turn", "no time" }, always = true }    -- always = nil asks

action "search"  { aka = "s", takes = { "text?" }, sight = "search",
                   help = "search a room, a passage or one feature (WIS)" }
action "inspect" { aka = "i", takes = { "half|quick?", "text" }, sight = "search", turns = rule.glance,
                   help = "look over one thing; inspect half statue takes half a Turn, inspect quick statue no time" }
action "force"   { aka = "f", takes = { "number?", "text?" },
                   help = "the strongest member rolls STR: force oak door; force 16 oak door, with DC 16" }
action "pick"    { takes = { "number?", "text?" },
                   help = "pick a lock; the nimblest member rolls DEX: pick chest, pick 16 chest" }
action "listen"  { aka = "l", takes = { "text?" }, help = "listen at a door; the sharpest member rolls WIS" }

-- "search for traps" searches where they are.
function act.search(them, where) rule.seek(them, where and not where:find "^for " and where or "here") end
function act.inspect(them, _, thing) rule.seek(them, thing) end

-- Looking over one thing: a Turn, unless you say it takes less.
function rule.glance(_, how, thing)
  local takes = how == "half" and "half a Turn" or how == "quick" and "no time" or ask("glance", { thing = thing })
  if takes == "half a Turn" then pass "5 minutes" end
  return takes == "a Turn" and 1 or 0
end

-- The words are the same when nothing is hidden, so a failed search does not tell.
function rule.seek(them, where)
  local dc, what = rule.hides(where)
  if rule.notice(rule.able(them), dc) and dc > 0 and what ~= "nothing" then
    rule.tell_find(them, what)
    here.rulings["hidden " .. where] = nil
    here.rulings["emptied " .. where] = true
    if here.hidden_dc then here.hidden = "nothing" end
  else
    rule.tell_find(them, "nothing")
  end
end
function rule.tell_find(them, what)
  local all = #them > 1 and #them == count(party)
  say("%s %s %s.", all and "They" or names(them), #them == 1 and "finds" or "find", what)
end

-- Several search: one success will do.
function rule.notice(them, dc) return checks(them, "wis", dc, { secret = true }) > 0 end

-- What the room says, or you; your ruling holds for the next try.
function rule.hides(where)
  if here.hidden_dc then return here.hidden_dc, here.hidden or question.found.default end
  local rulings, name = here.rulings, "hidden " .. where
  if not rulings[name] then
    local text = where == "here" and "Hidden here" or "Hidden in " .. where
    -- Where something has been found, Enter alone hides nothing more.
    local emptied = rulings["emptied " .. where] and { found = "nothing" } or nil
    local ruling = ask({ "found", "hidden" }, rule.degrees(where), { text = text, default = emptied })
    rulings[name] = rule.in_words(ruling)
  end
  return rulings[name].hidden, rulings[name].found
end
-- "a loose board, easy": the DC may be a word.
function rule.in_words(ruling)
  for word, dc in pairs(setting.dc) do
    local what = ruling.found == word and question.found.default or ruling.found:match("^(.+), *" .. word .. "$")
    if what then return { found = what, hidden = dc } end
  end
  return ruling
end

function rule.degrees(thing)
  local dc = setting.dc
  return { thing = thing, easy = dc.easy, normal = dc.normal, hard = dc.hard, extreme = dc.extreme }
end
function rule.normal() return setting.dc.normal end

-- As hard as you say with the line, or normal; what you said holds for the next try.
function act.force(them, dc, door) rule.open(them, "str", door or "door", dc) end
function act.pick(them, dc, lock) rule.open(them, "dex", lock or "lock", dc) end
function rule.open(them, stat, thing, dc)
  local rulings, name = here.rulings, "door " .. thing
  rulings[name] = dc or rulings[name] or ask("door", rule.degrees(thing))
  local who = rule.best(them, stat)
  local open = check(who, stat, rulings[name])
  say("%s %s it.", who.name, open and "opens" or "cannot open")
  if open then rulings[name] = nil end
end

-- The words are the same for those who fail, and where there is nothing to hear.
function act.listen(them)
  local noise = check(rule.best(them, "wis"), "wis", setting.dc.normal, { secret = true }) and ask "heard" or "nothing"
  say("They hear %s.", noise)
end

function rule.best(them, stat)
  local _, who = most(them, stat)
  return who
end
