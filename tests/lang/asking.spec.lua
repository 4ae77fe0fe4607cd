-- The questions of asking.lua, answered by specs: by name, by name and member, and by their defaults.
tests "asking" {}

test "one question of several parts takes the answers to its parts" {
  { "meet", sees = "rats, 18 m, wary, nobody, false" },
  { "meet", answers = { distance = 30, reaction = "hostile" }, sees = "rats, 30 m, hostile, nobody, false" },
  { "meet", want = by_default("distance", 18) },
  { "meet", asks = "creature" },
}
test "a part that is settled is not asked" {
  house = [[ question.creature.always = true  question.distance.always = 6 ]],
  { "meet", asks = "reaction" }, { "meet", sees = "rats, 6 m" },
}
test "a rule gives the default of a part, and its choices" {
  house = [[
    function act.meet()
      local met = ask({ "distance", "reaction" }, nil, { default = { distance = 7 }, choices = { reaction = { "calm" } } })
      say("%g m, %s.", met.distance, met.reaction)
    end ]],
  { "meet", sees = "7 m, calm." }, { "meet", asks = "distance" },
}
test "a question for each member is answered for all, or for one" {
  { "listen", answers = { dc = 2, ["dc.Pike"] = 5 }, Bram = { heard = 2 }, ["Old Tom"] = { heard = 2 }, Pike = { heard = 5 } },
}
test "the last answer is the next default" {
  { "march", sees = "fair, north" }, { "march", answers = { weather = "snow" }, sees = "snow, north" },
  { "march", sees = "snow, north" },
}
test "what has one choice is not asked, and does not end a count" {
  house = [[ question.weather.always = "rain"  question.distance.always = 3 ]],
  { "march x3", turn = 3, sees = "Which way? north" },
}
test "an answer that always holds may be a value or a list" {
  house = [[ question.pick.always = { "bread", "rope" }  question.fate.always = "gone" ]],
  { "drop", sees = "On the floor: 2." }, { "fall", sees = "Pike: gone." },
}
test "dice in a default text are rolled when it is asked" {
  house = [[ question.creature.default = "{2d4} rats and {1d6+1} bats" ]],
  { "meet", dice = "2d4:2,3 d6:4", sees = "5 rats and 5 bats, 18 m", want = by_default("creature", "5 rats and 5 bats") },
  { "meet", dice = "2d4:1,1 d6:1", answers = { creature = "{2d4} dogs" }, sees = "{2d4} dogs" },
  { plan = "meet", turns = 1, odds = { encounter = "1" } },
}
test "what is settled rolls no default" {
  house = [[ question.creature.default = rule.who  question.creature.always = "cats"  function rule.who() return "rats" .. dice "1d6" end ]],
  { "meet", sees = "cats, 18 m" },
}
test "an answer that always holds is asked for where it is none of the choices of the moment" {
  house = [[
    question.reaction.always = "wary"  question.pick.always = { "rope" }
    function act.meet() say("%s.", ask("reaction", nil, { choices = { "calm", "mad" } })) end
    function act.drop() say("%s.", ask("pick", nil, { choices = { "oil", "ink" }, exactly = 1 })[1]) end ]],
  { "meet", asks = "reaction" }, { "meet", answers = { reaction = "mad" }, sees = "mad." },
  { "drop", asks = "pick" },
}
test "how many choices are taken: what is said where it is asked replaces what the question says" {
  house = [[
    question "two" { text = "Which?", choices = { "a", "b", "c" }, exactly = 2 }
    question "few" { text = "Which?", choices = { "a", "b", "c" }, upto = 2 }
    function act.meet() say("%d.", #ask("two", nil, { upto = 3 })) end
    function act.drop() say("%d.", #ask("few", nil, { exactly = 3 })) end ]],
  { "meet", answers = { two = { "a" } }, sees = "1." }, { "meet", sees = "3." },
  { "drop", answers = { few = { "c", "b", "a" } }, sees = "3." },
  { "drop", asks = "few" },
}
test "odds take the defaults of all parts" { { plan = "meet", turns = 1, odds = { encounter = "1" } } }

test "a default that is rolled: what is typed beforehand, and what is settled, rolls nothing in vain" {
  { "track", dice = "d6:1 2d6:3,4 d6:6", sees = "7 wolves, angry." },
  { "track calm, 4", dice = "d6:1 2d6:3,4 d6:6", sees = "4 wolves, calm." },
  { "track elk", dice = "d6:1 2d6:3,4 d6:1", sees = "7 elk, calm.", never = "A pack" },
}
test "settled, it is not rolled" { house = [[ question.many.always = 3  question.mood.always = "angry" ]],
  { "track", dice = "d6:6", sees = "3 bears, angry." } }
test "odds roll a default only when a rule reads the answer" {
  { odds = { pack = 1, ["creatures.bears"] = "1/6" }, turns = 1, plan = "track" },
  { odds = { ["tempers.angry"] = "1/6", ["tempers.angry < pack"] = "1/6" }, turns = 1, plan = "track" },
  { odds = { rage = "1/6" }, turns = 1, plan = "approach" },
  { odds = { rage = "11/36" }, turns = 2, plan = "approach" },
  { odds = { rage = 1 }, turns = 1, plan = "approach", answers = { mood = "angry" } },
}
test "a part follows the others, as they are rolled, typed, known or settled" {
  { "face", dice = "d6:6", sees = "angry: fight" }, { "face", dice = "d6:5", sees = "calm: no fight" },
  { "face calm", dice = "d6:6", sees = "calm: no fight" }, { "face angry", dice = "d6:1", sees = "angry: fight" },
  { "face angry, no fight", dice = "d6:1", sees = "angry: no fight" }, { "face fight", dice = "d6:1", sees = "calm: fight" },
  { "face", dice = "d6:1", answers = { mood = "angry" }, sees = "angry: fight" },
  { odds = { rage = "1/6", ["tempers.angry"] = "1/6" }, turns = 1, plan = "face" },
  { odds = { rage = "11/36" }, turns = 2, plan = "face" },
  { odds = { rage = 1 }, turns = 1, plan = "face", answers = { mood = "angry" } },
}
test "and it follows a mood that is settled" { house = [[ question.mood.always = "angry" ]],
  { "face", sees = "angry: fight" }, { odds = { rage = 1 }, turns = 1, plan = "face" } }
test "what is settled itself follows nothing" { house = [[ question.fight.always = "no fight" ]],
  { "face", dice = "d6:6", sees = "angry: no fight" } }
test "always = true is what it follows" { house = [[ question.fight.always = true ]],
  { "face", dice = "d6:6", sees = "angry: fight" }, { odds = { rage = "1/6" }, turns = 1, plan = "face" } }
test "a default goes before what is rolled" { house = [[ question.mood.default = "angry" ]],
  { "face", sees = "angry: fight" } }
test "the answers of parts are corrected in one line" {
  { "correct calm", refused = "Nothing was asked yet" },
  { "track", dice = "d6:1 2d6:3,4 d6:6" },
  { "correct calm", sees = "A pack: wolves; 7 strong; calm (was angry)." },
  { "correct 3, bears", sees = "A pack: bears (was wolves); 3 strong (was 7 strong); calm." },
  { "correct", refused = "correct what? As in: correct bears." },
  { "correct clam", refused = "did you mean 'calm'?" },
}
test "an answer is typed with the line, behind a colon" {
  { "meet: friendly, 30 m", sees = "rats, 30 m, friendly" },
  { "listen: all 2, Pike 5", party = {}, Bram = { heard = 2 }, Pike = { heard = 5 } },
  { "Bram fall: down a hole, and out", sees = "Bram: down a hole, and out." },
  { "Bram fall: into a well + Pike flee: run", sees = "Bram: into a well., Pike: run." },
  { "drop: rope, chalk; meet: hostile", sees = "On the floor: 2., rats, 18 m, hostile" },
  { "meet: frendly", refused = "did you mean 'friendly'" },
  { "rest: well", minutes = 70 },
}
test "parts that are known are not asked" {
  { "spy", asks = "creature" }, { "spy 9", asks = "creature" }, { "spy owls", asks = "distance" },
  { "spy owls", answers = { distance = 30 }, sees = "owls, 30 m", never = "asked.creature" },
  { "spy 9 owls", never = "asked", sees = "owls, 9 m" },
}
