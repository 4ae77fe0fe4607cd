-- .luacheckrc -- luacheck for rule files: the words of the language (include/sconce.lua), and nothing that rules do not
-- have.  Copy it beside rulesets of your own.
std = "none"
max_line_length = false
unused_args = false
ignore = { "542" }                  -- an empty branch with a comment says that nothing happens

-- What is made or changed by assignment, or holds what is.
globals = {
  "kind", "light", "pace", "setting", "track", "chart", "procedure", "action", "question", "event", "timer", "deck", "modifier", "room", "member",
  "step", "act", "cannot", "rule", "on", "ruleset",
  "party", "turn", "here", "campaign",
  -- Kinds of the shipped rulesets.  Those of your own: a line `-- luacheck: globals monster` in the file.
  "speed", "monster", "quality", "terrain", "gait", "wind", "craft", "level", "task", "weapon", "creature", "trap", "corruption", "gear", "weather", "hurt", "flower",
}

read_globals = {
  "extends", "include",
  "gain", "lose", "set",
  "dice", "faces", "pick", "odds", "next_die", "use", "pool", "roll", "check", "checks", "degrees", "ask",
  "draw", "put_back", "shuffle", "cards",
  "emit", "ends", "say", "warn", "refuse",
  "doing", "deed", "doers", "instead", "skip", "enter", "leave", "switch", "over", "run", "split", "meet", "groups",
  "burning", "kindle", "put_out", "start", "running", "timers", "stop", "pass",
  "go", "known", "place", "rooms_to", "new_name", "noted_traps", "finds",
  "each", "those", "names", "least", "most", "has", "count", "sum", "named", "contest", "sides", "amount", "clock",
  "assert", "error", "ipairs", "pairs", "select", "tonumber", "tostring", "type",
  string = { fields = { "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper" } },
  table = { fields = { "concat", "insert", "remove", "sort", "unpack", "pack", "move" } },
  math = { fields = { "abs", "ceil", "floor", "fmod", "huge", "max", "maxinteger", "min", "mininteger", "modf", "pi", "sqrt", "tointeger", "type", "ult" } },
  utf8 = { fields = { "char", "charpattern", "codepoint", "codes", "len", "offset" } },
}

files["**/*.spec.lua"] = { read_globals = { "tests", "test", "in_order", "by_default" } }
