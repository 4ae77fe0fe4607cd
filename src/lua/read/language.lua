-- language.lua -- the fixed part of the language, one table for each kind of word: everything that rule files
-- can use before they make anything.  src/lua/README.md says which of the tables a new word goes into.
local common = module "common"
local language = {}

local list_of, set_of = common.split, common.set

-- --- kinds of things -----------------------------------------------------------------------------

-- The kinds that every ruleset has, and their fields with types in words (types.lua).  A field is required
-- unless its type ends in ? or has a default.  rows: its bodies hold items without names.
local host_kinds = {
  { "light", lasts = "duration?", spends = "track?", help = "string?" },
  { "pace", distance = "distance?", help = "string?" },
  { "setting", is = "string?", default = "any?", choices = "list?", min = "number?", max = "number?",
    help = "string?" },
  { "track", of = "string = party", start = "any?", min = "number|rule?",
    max = "number|string|rule?", steps = "list?", wraps = false, unit = "string?", secret = false,
    public = "boolean?",
    quiet = "boolean?", prompt = "boolean|string = false", sheet = "boolean?", tally = false,
    empty = "any?", full = "any?", falls = "table?", rises = "table?", away = false,
    idle = "boolean|string|list = false", anew = "string?", help = "string?" },
  { "chart", rows = true, die = "dice?", columns = "string|list?", by = "rule|string?",
    sets = "track?", ask = "string?", secret = false, public = "boolean?",
    help = "string?" },
  { "procedure", rows = true, lasts = "duration?", deeds = "integer|string?", help = "string?" },
  { "action", by = "each|one|all|party = all", enters = "string?", leaves = "string|list?", takes = "list?",
    turns = "integer|rule?", most = "integer?", at = "string?", during = "string|list?", keeps = false,
    asked_once = false, dark = false, default = "boolean|forced = false", elsewhere = "string?",
    secret = false, public = "boolean?", costs = "any?", needs = "table?", unless = "table?",
    check = "string|rule?", gains = "any?",
    loses = "any?", sets = "any?", starts = "any?", rolls = "any?", ends = "any?", fails = "any?",
    natural = "any?", aka = "string|list?", help = "string?" },
  { "question", text = "string?", choices = "list|rule?", default = "any?", exactly = "integer?",
    upto = "integer?",
    min = "number?", max = "number?", unit = "string?", short = "string?", again = false, always = "any?",
    rolls = "chart?", follows = "rule?", secret = false, public = "boolean?", help = "string?" },
  { "event", text = "string?", stops = false, ends = false, secret = false, public = "boolean|string?",
    help = "string?" },
  { "timer", of = "party|member|light|room|campaign = party", lasts = "duration?", text = "string?",
    check = "string|rule?", gains = "any?", loses = "any?", sets = "any?", starts = "any?", rolls = "any?",
    ends = "any?", fails = "any?", natural = "any?", public = "boolean?", help = "string?" },
  { "deck", cards = "integer|list", reshuffles = false, without = "track?",
    secret = false, public = "boolean?", help = "string?" },
  { "modifier", when = "rule|string?", add = "integer|rule?", adv = "integer|rule?", dis = "integer|rule?",
    to = "string?", chart = "chart?", help = "string?" },
  { "room", exits = "list?", text = "string?", help = "string?" },
  { "member", holds = "light?", help = "string?" },
}
language.kinds = host_kinds

-- The fields of the ruleset, with their types.
language.ruleset_fields = {
  turn = "duration", check = "dice", under = "boolean", starts = "duration", room = "any", procedure = "any",
  hint = "string", renamed = "any", nobody = "any",
}

-- The owners that tracks may have, besides kinds that rules make.
language.owners = { "party", "member", "light", "room", "turn", "campaign" }

-- Kinds whose things call on.NAME; no two things of these kinds may have the same name.
language.hook_kinds = { "track", "timer", "chart", "event", "deck" }

-- How rules use a thing of the kind in play; for the error when they try to make one there.
language.in_play = {
  light = "; kindle(\"NAME\", who) lights one", event = "; emit \"NAME\" { … } makes it happen",
  chart = "; roll \"NAME\" rolls on one", question = "; ask \"NAME\" asks one",
  timer = "; start(\"NAME\", who) starts one", procedure = "; run \"NAME\" runs one",
}

-- The fields of rows and of actions that say what happens, in the order in which it does.
language.effects = { "gains", "loses", "sets", "starts", "rolls", "ends" }

-- The fields of rows, of actions and of what either brings that make a check of it.
language.of_checks = { "check", "fails", "natural" }

-- The fields of a row of a chart, besides those that a chart adds.
language.row_fields = { "at", "name", "text", "does", "check", "gains", "loses", "sets", "starts", "rolls",
  "ends", "fails", "natural" }

-- The words for arguments in takes = { … }, besides kinds, choices and ranges.
language.arguments = set_of "member lamp room stat number integer die word text"

-- By a word for an argument in other languages: the word here.
language.argument_meant = { string = "text", str = "text", player = "member", character = "member",
  pc = "member", int = "integer", float = "number", light = "lamp", dice = "die", place = "room" }

-- The fields that deed "VERB" gives for every deed; no argument has such a name.
language.deed_fields = { "left", "turns", "typed", "who" }

-- Fields of the records in the state, besides tracks and the fields of their kind; play/state.lua makes the
-- records.
language.record_fields = {
  member = { "name", "away", "max" }, light = { "kind", "holder", "left", "secs", "turns", "real" },
  room = { "name", "exits", "seen" }, campaign = {},
  party = { "name", "members", "lights", "timers", "turns", "room", "now", "clock", "kept", "between",
    "unlit", "elsewhere", "came", "order_together" },
  turn = { "number", "procedure", "step", "doing", "skipped" },
}

-- --- events --------------------------------------------------------------------------------------

-- Events that the program makes, with their fields as in event "NAME" { … }; each calls on.NAME.
local host_events = {
  begin = {}, turn_start = {}, turn_end = {}, new_hour = {}, new_day = {}, deed = {}, enter = {}, leave = {},
  arrive = {}, split = {}, meet = {}, check = {}, checked = {}, kindled = {}, light_out = {},
  encounter = { text = "{what}", stops = true },
}
language.events = host_events

-- The events of the program that rules emit, and may therefore redefine.
language.emitted_by_rules = { encounter = true }

-- The sort of value that the hook of each of the program's events is given first.  Lint warns when a rule
-- compares it with something that it never equals (sorts_of_params in author/lint.lua).
language.hook_is_given = { new_hour = "number", new_day = "number", arrive = "record", kindled = "lamp",
  light_out = "lamp" }

-- Kinds of entries in the log that the program writes without a hook; no event may have such a name.
language.log_entries = set_of [[
  turn said warning asked corrected note halted started broken moved passed clock joined left rejoined away
  back order paused resumed handed noted ]]

-- --- functions -----------------------------------------------------------------------------------

-- The words before the point in function step.NAME() … end.
language.spaces = list_of "step act cannot rule on"
language.is_space = set_of(table.concat(language.spaces, " "))

-- Verbs of the program that ask cannot.NAME.
language.asks_cannot = { light = true }

-- Names of rule.NAME that the program calls when a file has written it; those called without arguments.
language.called_by_host = { status = true, lit = true, next_due = true, ready = true }
language.called_plainly = { status = true, lit = true, next_due = true }

-- --- words of play -------------------------------------------------------------------------------

-- The records of the state.  of: whose tracks the word shows; called: its name in messages.
language.state = {
  party = { of = "party", called = "the party" }, turn = { of = "turn", called = "the turn" },
  here = { of = "room", called = "a room" }, campaign = { of = "campaign", called = "the campaign" },
}

-- Facts about words of play that the checks use; words without any have no entry.
--   names_kind: the first text given to the word is the name of a thing of this kind; several: or of several,
--     "haul|mend"
--   owner: a record may come before that name; list: a list of such names may stand there
--   expr: the first text is dice
--   gives: the type that it returns, "number", "boolean" or "list"
--   options: the fields of the table of options; options_at: which argument that table is
--   moved: by a name that is no option: the end of the message, which says where it belongs
--   reading: the word works while files are read, too
language.words = {
  roll = { names_kind = "chart", options = list_of "die add at column secret public quiet", options_at = 3 },
  ask = { names_kind = "question", list = true,
    options = list_of "default choices exactly upto text said among known deed", options_at = 3,
    moved = { follows = "; write it into the question, follows = rule.NAME" } },
  emit = { names_kind = "event" }, ends = {},
  kindle = { names_kind = "light", options = list_of "free left", options_at = 3 },
  burning = { names_kind = "light", gives = "list" },
  start = { names_kind = "timer", options = { "lasts" }, options_at = 3 }, running = { names_kind = "timer" },
  timers = { names_kind = "timer", gives = "list" }, stop = { names_kind = "timer" },
  run = { names_kind = "procedure" }, enter = { names_kind = "procedure" },
  switch = { names_kind = "procedure" },
  draw = { names_kind = "deck" }, cards = { names_kind = "deck" }, put_back = { names_kind = "deck" },
    shuffle = { names_kind = "deck" },
  skip = { names_kind = "step" },
  doing = { names_kind = "action", owner = true, several = true },
  deed = { names_kind = "action", owner = true, several = true },
  instead = { names_kind = "action", owner = true },
  doers = { names_kind = "action", gives = "list", several = true }, groups = { gives = "list" },
  gain = { names_kind = "track", owner = true, gives = "number" },
  lose = { names_kind = "track", owner = true, gives = "number" },
  set = { names_kind = "track", owner = true },
  use = { names_kind = "track", owner = true, gives = "number" },
  dice = { expr = true, gives = "number", options = { "secret", "public" }, options_at = 3 },
  faces = { expr = true, options = { "secret", "public" }, options_at = 3 },
  leave = { options = { "anew" }, options_at = 1 }, go = { options = { "apart" }, options_at = 2 },
  over = { gives = "boolean" },
  check = { gives = "boolean" }, has = { gives = "boolean" }, known = { gives = "boolean" },
  count = { gives = "number" }, sum = { gives = "number" }, odds = { gives = "number" },
    sides = { gives = "number" },
  those = { gives = "list", reading = true },
  rooms_to = { gives = "number" }, new_name = {}, noted_traps = { gives = "list" },
  finds = { gives = "list" }, checks = { gives = "number" }, amount = { gives = "number", reading = true },
  each = { reading = true }, least = { reading = true, gives = "number" },
  most = { reading = true, gives = "number" },
}

-- Words and libraries of Lua that rules have; these work while files are read, too.
language.lua_words = { "assert", "error", "ipairs", "pairs", "select", "tonumber", "tostring", "type" }
language.values = set_of "own all one forced text stat die lamp word"   -- texts that authors leave unquoted
language.keywords = { "true", "false", "nil", "not", "return" }         -- words of Lua that may begin a value
language.libraries = { "string", "table", "math", "utf8" }

-- Names of fields that records, rows and results of the program have; lint does not take them for misspelt.
language.field_names = list_of [[
  about add adv at away chart day dc dis does exits face fail held holder hour kind left margin max members
  minute minutes name natural now number owner procedure row second secret seen set succeed success text total
  typed what who room step lights timers ]]

-- By field: other names that authors write when they half remember it.
local half_remembered = {
  lasts = "duration time length life lifetime burns burn burn_time", costs = "cost price", die = "roll dice",
  max = "maximum limit cap size", min = "minimum", start = "initial value default begin starting",
  default = "value initial", choices = "options answers values", of = "owner belongs",
  aka = "alias aliases short", takes = "args arguments parameters target", help = "description desc info",
  text = "description message desc", turns = "duration time takes_turns",
  steps = "levels stages ladder states",
  spends = "uses consumes fuel costs cost", stops = "interrupts",
  ends = "finishes final ending game_over", secret = "hidden private",
  public = "visible shown", cards = "list contents", exits = "doors connects ways", holds = "carries light",
  distance = "speed range",
  add = "by bonus amount plus", to = "on for affects", adv = "advantage", dis = "disadvantage",
  when = "if condition only_if", needs = "requires require need only_with", unless = "except forbids",
  gains = "gives adds earns", loses = "takes_away drops", empty = "at_zero zero none",
  full = "at_max at_maximum",
  hd = "hit_dice hitdice dice", hp = "hit_points hits health", ac = "armor armour",
}

-- The field of the list `names` that somebody half remembers as `name`, or nil.
function language.field_meant(name, names)
  return common.first(names, function(field)
    return common.contains(list_of(half_remembered[field] or ""), name)
  end)
end

-- By kind: how little makes a thing of it.
local makes <const> = { track = "{}", event = "{}", timer = "{ lasts = \"6 turns\" }",
  question = "{ text = \"…\" }", chart = "{ \"…\", \"…\" }" }

-- The end of a message about a thing that is missing: what would make it; nil where that takes more.
function language.making(kind, name)
  if kind == "event" and name:find "%s" then
    return ("a text stands in an event: add event \"it_comes\" { text = \"%s\" }, and name it here"):format(
      name)
  elseif makes[kind] and name:find "^[%a_][%w_]*$" then
    return ("to make one, add %s \"%s\" %s"):format(kind, name, makes[kind])
  end
end

-- The end of a message about the party where a track is each member's: how rules read it.
function language.of_each(key, is_switch)
  return (is_switch and "count(party, \"%s\") > 0 where somebody is, or who.%s in for who in each(party) do \z
    … end" or "who.%s in for who in each(party) do … end, or sum(party, \"%s\") of all"):format(key, key)
end

-- Names that Lua or another language has and rules do not, each with what to write instead.
language.foreign = {}
for names, cure in next, {
  ["print"] = "say \"…\" shows a line",
  ["printf"] = "say(\"…\", n) shows a line",
  ["io"] = "rules read and write no files",
  ["os"] = "rules see no clock but the table's, and nothing of the machine",
  ["require dofile loadfile package"] = "extends \"name\" reads another rule file",
  ["load"] = "rules are files, not texts",
  ["next"] = "for x in each(list) goes through a list, for k, v in pairs(t) through a table",
  ["pcall xpcall"] = "a mistake undoes the whole command; nothing needs catching",
  ["coroutine"] = "a question waits by itself: ask \"name\"",
  ["setmetatable getmetatable"] = "kinds and rules do without metatables",
  ["rawset"] = "assign to the state only",
  ["rawget"] = "read the field itself",
  ["rawequal"] = "== compares",
  ["rawlen"] = "# counts",
  ["len length"] = "# counts: #list",
  ["unpack"] = "it is called table.unpack",
  ["debug"] = "why shows which rule decided",
  ["collectgarbage"] = "memory looks after itself",
  ["random randint rand"] = "dice \"1d6\" rolls",
  ["_G _ENV"] = "there are no globals; the words of the language are all there is",
  ["_VERSION"] = "this is Lua 5.4",
  ["null none None NULL undefined"] = "nothing is written nil",
  ["True TRUE"] = "it is written true",
  ["False FALSE"] = "it is written false",
  ["integer"] = "write a type in quotes: \"integer\"",
  ["number"] = "write a type in quotes: \"number\"",
  ["boolean"] = "write a type in quotes: \"boolean\"",
  ["self this"] = "a rule is given what it needs: function act.search(who)",
  ["range"] = "for n = 1, 3 do counts",
  ["str"] = "tostring(n) makes a text",
  ["int"] = "math.floor(n) makes a whole number",
  ["finish game_over"] = "play ends with a text, ends \"Land!\"",
  ["f F"] = "values follow a text, say(\"%s …\", who.name)",
  ["get_member getMember get_player getPlayer find_member"] = "named \"NAME\" is the member of that name",
  ["sleep"] = "pass \"10 minutes\" lets time go by",
} do
  for _, name in ipairs(list_of(names)) do language.foreign[name] = cure end
end

return language
