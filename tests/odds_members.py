#!/usr/bin/env python3
"""odds_members.py SCONCE [NAME…] -- chances of deeds that each member does in turn, computed by hand as in
odds_check.py."""
import sys
from collections import defaultdict
from fractions import Fraction as F

from odds_case import by_turn, case, inline_case, main, mean, total

# --- deeds by each: the next member begins where the last one left the table ---
case("trespasser: four searchers in a day", "trespasser", 'member "A" {}\nmember "B" {}\nmember "C" {}\nmember "D" {}',
     ["--plan", "stay + search"], 48, check__success=1 - F(11, 20)**192, mean_check__success=192 * F(9, 20), mean_check=192)


def all_of(who, deed, s):
    """Returns [(state, chance)] after each member in turn has done the deed; deed(member, state) yields such pairs."""
    states = {s: F(1)}
    for member in who:
        after = defaultdict(F)
        for before, p in states.items():
            for other, q in deed(member, before):
                after[other] += p * q
        states = after
    return states.items()


def grab(_, s):
    """The deed of a member: takes 1d3 from the pot, if it holds as much; else counts one more time that it was too empty."""
    pot, empty = s
    for n in (1, 2, 3):
        yield ((pot - n, empty) if n <= pot else (pot, empty + 1)), F(1, 3)


pots = by_turn((7, 0), lambda s: all_of("ABCD", grab, s), 3)
inline_case("four take from one pot", """
member "A" {}
member "B" {}
member "C" {}
member "D" {}
track "pot" { start = 7, min = 0 }
event "empty" {}
action "grab" { by = "each", default = true }
function act.grab()
  local n = dice "1d3"
  if n <= party.pot then lose("pot", n) else emit "empty" {} end
end""", ["--measure", "pot=party.pot"], 3, mean_pot=[mean(t, lambda s: s[0]) for t in pots], empty=[total(t, lambda s: s[1] > 0) for t in pots],
    mean_empty=mean(pots[-1], lambda s: s[1]))


def swim(member, s):
    """The deed of a member: on a 1 of a d4 they go under, and are away from then on; whoever is away swims no more."""
    away, tries = s
    if member in away:
        yield s, F(1)
        return
    yield (away | {member}, tries + 1), F(1, 4)
    yield (away, tries + 1), F(3, 4)


swims = by_turn((frozenset(), 0), lambda s: all_of("ABC", swim, s), 3)
inline_case("who goes under is not asked again", """
member "A" {}
member "B" {}
member "C" {}
track "tries" {}
action "swim" { by = "each", default = true }
function act.swim(who)
  gain "tries"
  if dice "1d4" == 1 then who.away = true end
end""", ["--measure", "n=party.tries", "--measure", "left=count(party)"], 3, mean_n=[mean(t, lambda s: s[1]) for t in swims],
    mean_left=[3 - mean(t, lambda s: len(s[0])) for t in swims])


def haul(member, s):
    """The deed of a member: hauls, and succeeds half of the time; once A has hauled, B keeps watch instead."""
    rope, watched = s
    if member == "B" and watched:
        yield s, F(1)
        return
    yield (rope + 1, watched or member == "A"), F(1, 2)
    yield (rope, watched), F(1, 2)


hauls = by_turn((0, False), lambda s: [((rope, False), p) for (rope, _), p in all_of("ABC", haul, s)], 2)
inline_case("a deed that changes the next one", """
member "A" {}
member "B" {}
member "C" {}
track "rope" {}
action "haul" { by = "each", default = true }
action "watch" { by = "each" }
function act.haul(who)
  if dice "1d2" == 2 then
    gain "rope"
    if who.name == "A" then instead(named "B", "watch") end
  end
end
function act.watch() end""", ["--plan", "A haul + B haul + C haul", "--measure", "rope=party.rope"], 2,
    mean_rope=[mean(t, lambda s: s[0]) for t in hauls])

# --- turn.number % n, turn.number >= n: phases, and forms that only look like one ---
FORMS = {  # event -> the condition as rules write it, and the same as a function of the turn
    "third": ("turn.number % 3 == 0", lambda n: n % 3 == 0),
    "fourth": ("turn.number % setting.every == 1", lambda n: n % 4 == 1),
    "less": ("5 - turn.number % 3 == 4", lambda n: 5 - n % 3 == 4),
    "listed": ('({ "a", "b", "c" })[turn.number % 3 + 1] == "b"', lambda n: n % 3 == 1),
    "over": ("24 // turn.number % 3 == 1", lambda n: 24 // n % 3 == 1),
    "power": ("turn.number % 3 ^ 2 == 8", lambda n: n % 9 == 8),
    "rest": ("20 % turn.number % 3 == 2", lambda n: 20 % n % 3 == 2),
    "both": ("turn.number % 5 == 2 and turn.number > 6", lambda n: n % 5 == 2 and n > 6),
    "named": ('turn["num" .. "ber"] + turn.number % 3 > 14', lambda n: n + n % 3 > 14),
    "later": ("math.max(turn.number\n, turn.number % 3) == 11", lambda n: n == 11),
    "plain": ("turn.number == 7", lambda n: n == 7),
    "late": ("turn.number >= setting.every", lambda n: n >= 4),
    "early": ("(turn.number < 3 or turn.number % 4 == 2)", lambda n: n < 3 or n % 4 == 2),
    "none": ("not (turn.number ~= 5.5) or turn.number <= -1", lambda n: False),
    "sum": ("1 + turn.number >= 6", lambda n: n >= 5),
    "product": ("turn.number >= 2 * 3", lambda n: n >= 6),
    "right": ("turn.number > 6\nand 9 >= turn.number", lambda n: 6 < n <= 9),
}
for name, (form, holds) in FORMS.items():
    for kept in (form, "turn.number % 2 == 0 and " + form):
        inline_case(f"turn.number, {name}: {kept}".replace("\n", " "), f"""
setting "every" {{ default = 4 }}
track "luck" {{ max = 3 }}
event "due" {{}}
action "go" {{ default = true }}
function act.go()
  if {kept} then emit "due" {{}} end
  if dice "1d2" == 1 then gain "luck" end
end""", ["--measure", f"now=turn.number > 0 and {form}".replace("\n", " "), "--measure", "luck=party.luck"], 16,
            mean_due=sum(holds(n) and (kept == form or n % 2 == 0) for n in range(1, 17)), now=[int(holds(n)) for n in range(1, 17)])
    # the same condition in a measure, and nowhere in the rules
    inline_case(f"turn.number, {name}, measured".replace("\n", " "), f"""
setting "every" {{ default = 4 }}
track "luck" {{ max = 3 }}
action "go" {{ default = true }}
function act.go() if dice "1d2" == 1 then gain "luck" end end
function rule.now() if party.luck < 9 then return {form} end end""", ["--first", "go", "--measure", "now=rule.now()"], 15,
                now=[int(holds(n)) for n in range(2, 17)])


# --- what rules ask of a check: its margin, face and total, compared with a number ---
CHECKED = """
setting "by" { default = 8 }
member "Ann" { might = 3 }
track "n" { min = 0, max = 99 }
event "bad" {} event "one" {} event "great" {} event "top" {} event "wide" {} event "after" {} event "far" {}
action "go" { by = "each", check = "might 12", natural = { [1] = { gains = "n" }, [20] = { gains = "2 n" } }, default = true }
function act.look(who)
  local ok, c = check(who, "might", 12)
  if not ok and c.margin <= -5 then emit "bad" {} end
  if c.natural == 1 then emit "one" {} end
  if ok and c.natural >= 19 then
    emit "great" {}
    if c.total == 23 then emit "top" {} end
  end
  if c.margin >= setting.by then emit "wide" {} end
  rule.after(c)
end
function rule.after(c) if c.margin < -7 then emit "after" {} end end
action "look" { by = "each" }
action "leap" { by = "each" }
function act.leap(who)
  local ok, c = check(who, "might", 12)
  local far = c.margin
    + 20 if c.margin >= 3 then emit "far" {} end
  set("n", far)
end
"""
inline_case("a check asked for its margin and face", CHECKED, ["--plan", "look"], 2,
            mean_bad=F(2, 5), mean_one=F(1, 10), mean_great=F(1, 5), mean_top=F(1, 10), mean_wide=F(2, 5), mean_after=F(1, 10))
inline_case("faces of an action's check", CHECKED, ["--plan", "go", "--measure", "n=party.n"], 2, mean_n=[F(3, 20), F(3, 10)])
inline_case("a margin that goes on behind its line", CHECKED, ["--plan", "leap", "--measure", "n=party.n"], 1, mean_n=[F(43, 2)], mean_far=F(9, 20))

inline_case("a policy by thirds, a procedure within", """
procedure "vigil" { "look", "time" }
event "seen" {}
event "still" {}
action "go" { default = true }
action "wait" { }
function act.go() if dice "1d4" == 1 then emit "seen" {} end end
function act.wait() if turn.number % 3 == 0 then run "vigil" end end
function step.look() if turn.number % 2 == 1 then emit "still" {} end end""",
            ["--policy", 'POLICY:return function() return turn.number % 3 == 0 and "go" or "wait" end'], 12,
            seen=1 - F(3, 4)**4, mean_seen=1, mean_still=4)

# --- tracks of a turn, which begin anew before a measure looks ---
def sneak(_, s):
    """One member makes a noise of 1 or 2."""
    noise, alarm = s
    for n, p in ((1, F(1, 2)), (2, F(1, 2))):
        yield (noise + n, alarm), p


def evening(s):
    """Both sneak, from a noise of 0; a noise of 4 is an alarm."""
    for (noise, alarm), p in all_of("AB", sneak, (0, s[1])):
        yield (noise, alarm or noise == 4), p


evenings = by_turn((0, False), evening, 4)
for plan, lines in (("sneak", evenings), ("sneak x2", evenings[1::2])):
    inline_case("how loud a turn was: " + plan, """
member "A" {}
member "B" {}
track "noise" { of = "turn" }
track "loud" { of = "turn", start = {} }
track "alarm" { start = false }
procedure "hush" { "listen" }
action "sneak" { by = "each", default = true }
function act.sneak(who)
  local n = dice "1d2"
  gain("noise", n)
  if n == 2 then table.insert(turn.loud, who.name) end
  if turn.noise == 4 then party.alarm = true run "hush" end
end
function step.listen() gain("noise", 9) end""", ["--plan", plan, "--measure", "n=turn.noise", "--measure", "both=#turn.loud==2", "--measure", "alarm=party.alarm"],
                len(lines), mean_n=[mean(t, lambda s: s[0]) for t in lines], is_n_3=total(lines[-1], lambda s: s[0] == 3),
                both=[total(t, lambda s: s[0] == 4) for t in lines], alarm=[total(t, lambda s: s[1]) for t in lines])

# --- weighed in parts: what one event depends on, apart from the rest (src/lua/study/odds/separation.lua) ---
PARTED = """
member "A" { hp = 6 }
member "B" { hp = 5 }
member "C" { hp = 4 }
track "hp" { of = "member", min = 0, max = "own" }
track "weary" { of = "member", start = false }
track "torches" { start = 3, min = 0 }
event "fallen" {}
event "level" {}
event "dark" {}
action "go" {}
procedure.turn { "pay", "act", "die" }
function rule.hp(name)
  for who in each(party) do if who.name == name then return who.hp end end
end
function step.pay(who)
  if not who.weary then return end
  who.weary = false
  if who.hp == 0 then return end
  lose(who, "hp", dice "1d2")
  if who.hp == 0 then emit "fallen" {} end
end
function step.die()
  local n = dice "1d4"
  if n == 1 then for who in each(party) do who.weary = true end end
  if n == 2 then
    if party.torches == 0 then emit "dark" {} else lose "torches" end
  end
  if n == 3 and %s then emit "level" {} end
end"""


def pay(member, s):
    """A weary member loses 1d2 hit points, and is weary no more.  s: hit points, who is weary, how many fell, the rest."""
    hp, weary, fallen, rest = s
    i = "ABC".index(member)
    if not weary[i]:
        yield s, F(1)
        return
    for n in (1, 2) if hp[i] else (0,):
        left = max(0, hp[i] - n)
        yield (hp[:i] + (left,) + hp[i + 1:], weary[:i] + (False,) + weary[i + 1:], fallen + (hp[i] > 0 and not left), rest), \
            F(1, 2) if hp[i] else F(1)


def day(s, is_level):
    """All pay; then a d4: all are weary, a torch burns out, the rule that is tried counts, or nothing."""
    for (hp, weary, fallen, (torches, dark, level)), p in all_of("ABC", pay, s):
        yield (hp, (True,) * 3, fallen, (torches, dark, level)), p / 4
        yield (hp, weary, fallen, (max(0, torches - 1), dark + (not torches), level)), p / 4
        yield (hp, weary, fallen, (torches, dark, level + is_level(hp, torches))), p / 4
        yield (hp, weary, fallen, (torches, dark, level)), p / 4


for name, rule, is_level in (
        ("one member", 'rule.hp "A" == 2', lambda hp, torches: hp[0] == 2),
        ("two members", 'rule.hp "A" == rule.hp "B"', lambda hp, torches: hp[0] == hp[1]),
        ("a member and the torches", 'rule.hp "C" == party.torches', lambda hp, torches: hp[2] == torches)):
    days = by_turn(((6, 5, 4), (False,) * 3, 0, (3, 0, 0)), lambda s, f=is_level: day(s, f), 9)
    inline_case("in parts: " + name, PARTED % rule, ["--plan", "go"], 9, mean_fallen=mean(days[-1], lambda s: s[2]),
                fallen=[total(t, lambda s: s[2] > 0) for t in days], mean_dark=mean(days[-1], lambda s: s[3][1]),
                dark=[total(t, lambda s: s[3][1] > 0) for t in days], mean_level=mean(days[-1], lambda s: s[3][2]),
                level=[total(t, lambda s: s[3][2] > 0) for t in days])

# --- members who are alike: which of them has 3 hit points, and which has 5 (src/lua/study/odds/alike.lua) ---
AIR = """
member "A" { hp = 6 }
member "B" { hp = 6 }
member "C" { hp = 6 }
track "hp" { of = "member", min = 0, max = "own" }
track "marks" { of = "member", min = 0, max = 2 }
track "last" { start = "" }
event "falls" {}
event "special" {}
event "wiped_out" {}
action "go" { default = true }
procedure.turn { "air", "act", "time" }
function step.air()
  for who in each(party) do
    if who.hp > 0 and dice "1d6" <= 2 then
      lose(who, "hp", dice "1d3")
      if who.hp == 0 then emit "falls" {} end
    end
  end
  %s
  local up = 0
  for who in each(party) do if who.hp > 0 then up = up + 1 end end
  if up == 0 then emit "wiped_out" {} end
end"""


def bad_air(i, hp):
    if not hp[i]:
        yield hp, F(1)
        return
    yield hp, F(2, 3)
    for n in (1, 2, 3):
        yield hurt(hp, i, n), F(1, 9)


def hurt(hp, i, n=1):
    return hp[:i] + (max(0, hp[i] - n),) + hp[i + 1:]


def with_pick(hp, kept):
    for i in range(3):
        yield (hp, hp[i] == 1, kept), F(1, 3)


def front(hp, kept):
    """The first of three who stands is hurt half of the time."""
    up = [i for i in range(3) if hp[i]]
    yield (hp, 0, kept), F(1, 2) if up else F(1)
    if up:
        yield (hurt(hp, up[0]), hp[up[0]] == 1, kept), F(1, 2)


def again(hp, kept):
    """One of three is picked; whoever is picked twice in a row, with hit points left, is special.  kept: who was picked last."""
    for i in range(3):
        yield (hp, kept == i and hp[i] > 0, i), F(1, 3)


def weakest(hp):
    return hp.index(min(hp))


def marked(hp, kept):
    """The first of the weakest gets a mark; whoever gets a second one and stands is special."""
    marks, i = kept or (0, 0, 0), weakest(hp)
    marks = marks[:i] + (min(2, marks[i] + 1),) + marks[i + 1:]
    yield (hp, marks[i] == 2 and hp[i] > 0, marks), F(1)


def if_so(holds):
    return lambda hp, kept: [((hp, holds(hp), kept), F(1))]


ALIKE = (  # name, what comes between the loops, and the same by hand: ((hp, special, what is kept), chance)
    ("one is picked", 'local who = pick(party) if who.hp == 1 then emit "special" {} end', with_pick),
    ("two or more with one point", 'if count(party, function(who) return who.hp == 1 end) >= 2 then emit "special" {} end',
     if_so(lambda hp: hp.count(1) >= 2)),
    ("one is named", 'if named("C").hp == 1 then emit "special" {} end', if_so(lambda hp: hp[2] == 1)),
    ("a name is compared", 'for who in each(party) do if who.name == "B" and who.hp == 2 then emit "special" {} end end', if_so(lambda hp: hp[1] == 2)),
    ("the first in a list", 'if party.members[1].hp < party.members[3].hp then emit "special" {} end', if_so(lambda hp: hp[0] < hp[2])),
    ("the one in front", """for who in each(party) do
    if who.hp > 0 then
      if dice "1d2" == 1 then
        lose(who, "hp")
        if who.hp == 0 then emit "special" {} end
      end
      break
    end
  end""", front),
    ("neighbours", """local before = 0
  for who in each(party) do
    if who.hp == 1 and before == 3 then emit "special" {} end
    before = who.hp
  end""", if_so(lambda hp: any(hp[i] == 1 and hp[i - 1] == 3 for i in (1, 2)))),
    ("the weakest is healed", """local worst
  for who in each(party) do if not worst or who.hp < worst.hp then worst = who end end
  if worst.hp == 1 then gain(worst, "hp") emit "special" {} end""",
     lambda hp, kept: [((hurt(hp, weakest(hp), -1) if min(hp) == 1 else hp, min(hp) == 1, kept), F(1))]),
    ("the weakest is marked", """local worst
  for who in each(party) do if not worst or who.hp < worst.hp then worst = who end end
  gain(worst, "marks")
  if worst.marks == 2 and worst.hp > 0 then emit "special" {} end""", marked),
    ("one is remembered", """local who = pick(party)
  if who.name == party.last and who.hp > 0 then emit "special" {} end
  party.last = who.name""", again),
)
air = {}  # {hit points: what all_of says of them}
for name, rule, by_hand in ALIKE:
    after = {}  # {(hit points, what is kept): [((hit points, special, what is kept), chance)]}

    def air_day(s, more=by_hand, after=after):
        hp, special, kept = s
        if (hp, kept) not in after:
            air[hp] = air.get(hp) or all_of(range(3), bad_air, hp)
            after[hp, kept] = [(then, p * q) for now, p in air[hp] for then, q in more(now, kept)]
        for (then, is_special, kept_now), p in after[hp, kept]:
            yield (then, special or bool(is_special), kept_now), p
    days = by_turn(((6,) * 3, False, ""), air_day, 4)
    for measure, value in (("least(party,'hp')", min), ("named('B').hp", lambda hp: hp[1])):
        inline_case(f"alike, {measure}: {name}", AIR % rule, ["--plan", "go", "--measure", "m=" + measure], 4,
                    special=[total(t, lambda s: s[1]) for t in days], wiped_out=[total(t, lambda s: not any(s[0])) for t in days],
                    mean_m=[mean(t, lambda s: value(s[0])) for t in days], is_m_2=total(days[-1], lambda s: value(s[0]) == 2))


def race(i, s):
    """Whoever is not hurt and has one point left is special; which of the two came first counts within a turn, too."""
    hp, first = s
    for then, p in bad_air(i, hp):
        if then == hp and hp[i] == 1:
            yield (hp, first or "special"), p
        else:
            yield (then, first or ("falls" if hp[i] and not then[i] else None)), p


races = by_turn(((6,) * 3, None), lambda s: all_of(range(3), race, s), 5)
inline_case("alike: a race within a turn", (AIR % "").replace("""dice "1d6" <= 2 then
""", """dice "1d6" > 2 then
      if who.hp == 1 then emit "special" {} end
    elseif who.hp > 0 then
"""), ["--plan", "go", "--before", "falls,special", "--before", "special,falls"], 5,
            **{"fallsBEFOREspecial": [total(t, lambda s: s[1] == "falls") for t in races],
               "specialBEFOREfalls": [total(t, lambda s: s[1] == "special") for t in races]})


def until_all(step, start, is_over):
    """Returns the mean turn in which is_over(state) becomes true.  A state may lead to itself, and else only to states that do
    not lead back to it."""
    from functools import cache

    @cache
    def takes(s):
        if is_over(s):
            return F(0)
        after = defaultdict(F)
        for other, p in step(s):
            after[tuple(sorted(other))] += p
        stays = after.pop(s, F(0))  # such turns lead nowhere: 1 / (1 - stays) turns go by until one does
        return (1 + sum(p * takes(other) for other, p in after.items())) / (1 - stays)
    return takes(start)


inline_case("alike: how long until all are down", AIR % "", ["--plan", "go", "--until", "wiped_out"], None, ever_wiped_out=1,
            takes_wiped_out=until_all(lambda hp: all_of(range(3), bad_air, hp), (6,) * 3, lambda hp: not any(hp)))



def dare(_, stress):
    """The deed of a member with that much stress: 3d6, and as many more dice; whoever rolls no 6 gains stress, and any 1 on
    the dice of stress takes all of it."""
    for sixes, p in ((0, F(5, 6)**3), (1, 1 - F(5, 6)**3)):
        fails = F(5, 6)**stress if not sixes else F(0)
        no_ones = F(5, 6)**stress
        yield 0, p * (1 - no_ones)
        yield min(6, stress + 1), p * no_ones * fails
        yield stress, p * no_ones * (1 - fails)


dares = by_turn(0, lambda s: dare(None, s), 7)
inline_case("alike: a measure that looks at all of four", """
member "A" {}
member "B" {}
member "C" {}
member "D" {}
track "stress" { of = "member", min = 0, max = 6 }
action "dare" { by = "each", default = true }
function act.dare(who)
  local n = who.stress
  local sixes = dice "3d6=6" + (n > 0 and dice(n .. "d6=6") or 0)
  local ones = n > 0 and dice(n .. "d6=1") or 0
  if sixes == 0 then gain(who, "stress") end
  if ones > 0 then who.stress = 0 end
end""", ["--measure", "s=sum(party, 'stress')", "--measure", "worst=most(party, 'stress')"], 7, fewer_than=1500,
            mean_s=[4 * mean(t, lambda n: n) for t in dares],
            mean_worst=[sum(1 - (1 - total(t, lambda n: n >= k))**4 for k in range(1, 7)) for t in dares])

def breath(hp):
    """The turn of one member in bad air."""
    for n in (1, 2, 3):
        yield max(0, hp - n), F(1, 9) if hp else F(1, 3)
    if hp:
        yield hp, F(2, 3)


breaths = {hp: by_turn(hp, breath, 6) for hp in (9, 6)}
inline_case("alike: two who are strong, and three who are weak", AIR.replace('"A" { hp = 6 }', '"A" { hp = 9 }').replace('"B" { hp = 6 }', '"B" { hp = 9 }').replace(
    'track "hp"', 'member "D" { hp = 6 }\nmember "E" { hp = 6 }\ntrack "hp"') % "", ["--plan", "go"], 6, fewer_than=100000,
            falls=[1 - total(breaths[9][t], bool)**2 * total(breaths[6][t], bool)**3 for t in range(6)],
            mean_falls=2 * total(breaths[9][-1], lambda hp: not hp) + 3 * total(breaths[6][-1], lambda hp: not hp))


if __name__ == "__main__":
    sys.exit(main())
