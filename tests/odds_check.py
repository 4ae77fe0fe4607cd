#!/usr/bin/env python3
"""odds_check.py SCONCE [NAME…] -- chances computed by hand, from the rules of the games alone, with fractions: of the
five rulesets, and of procedures made of everything that is rolled, drawn, asked or timed.  Each must be what `sconce
odds` says, as the same fraction; and what `sconce sim` says, within four standard errors, but for the five rulesets, whose
days `odds.sh` compares."""
import sys
from collections import defaultdict
from fractions import Fraction as F
from itertools import product
from math import comb

from odds_case import HOME, PEACE, S, at_least, by_turn, case, chain, d, inline_case, main, mean, total

# Below, a function of one argument s is a step for by_turn: for a state s it yields (state after one more turn, chance).  Its
# docstring tells the rule; its first line of code takes the state apart.

# --- delving: a d6 as every turn ends ---


def traces(n):
    """Returns {traces that wait: chance} after n turns: a 5 leaves one, a 1 takes the first of them away."""
    def step(s):
        yield s + 1, S
        yield max(0, s - 1), S
        yield s, 4 * S
    return chain(0, step, n)


case("delving: traces that wait", "delving", args=["--plan", "crawl", "--measure", "near=#party.near", "--measure", "none=#party.near==0"],
     turns=6, mean_near=mean(traces(6), lambda s: s), none=traces(6)[0])
case("delving: six torches in a day", "delving", args=["--first", "torches +6; light torch", "--plan", "crawl", "--measure", "dark=#burning()==0",
     "--measure", "left=party.torches"], turns=24, dark=at_least(24, 6, S), light_out__torch=1 - (5 * S) ** 24,
     mean_light_out=sum(at_least(24, k, S) for k in range(1, 7)), mean_left=sum(comb(24, k) * S**k * (5 * S) ** (24 - k) * (5 - k) for k in range(6)))
case("delving: to the last hit point", "delving", 'member "A" { hp = 2 }', ["--plan", "crawl", "--measure", "gone=least(party,'hp')==0"], 8,
     gone=at_least(7, 2, S), hp=at_least(7, 1, S))
case("delving: harsh fatigue", "delving", 'setting.fatigue_damage = "1d6"\nmember "A" { hp = 100 }', ["--plan", "crawl", "--measure", "hp=least(party,'hp')"], 5,
     mean_hp=100 - 4 * S * F(7, 2))
case("delving: every other turn at rest", "delving", 'member "A" { hp = 9 }', ["--plan", "crawl; rest", "--measure", "hp=least(party,'hp')"], 12,
     mean_hp=9, weary=1 - (5 * S) ** 6)
case("delving: rest after two turns", "delving", 'member "A" { hp = 9 }', ["--plan", "crawl; crawl; rest", "--measure", "hp=least(party,'hp')"], 9,
     mean_hp=9 - 3 * S, weary=1 - (5 * S) ** 6)
case("delving: a candle search", "delving", args=["--first", "candles +1; light candle", "--plan", "search"], turns=1, encounter=F(11, 36))
case("delving: the light goes before anybody comes", "delving", args=["--first", "torches +1; light torch", "--plan", "crawl", "--before",
     "light_out,encounter", "--before", "encounter,light_out", "--until", "encounter"], turns=5,
     **{"light_outBEFOREencounter": (1 - F(2, 3) ** 5) / 2, "encounterBEFORElight_out": (1 - F(2, 3) ** 5) / 2,
        "encounter": 1 - (5 * S) ** 5, "light_out": (1 - F(2, 3) ** 5) / 2})
case("delving: winds", "delving", args=["--plan", "walk"], turns=9, shift__wind=1 - F(35, 36) ** 9, mean_shift__wind=F(9, 36), mean_encounter=F(9, 6))
case("delving: a check in the dark", "delving", 'member "A" { dex = 3 }', ["--plan", "A try dex 11"], 1, check__success=F(3, 20))



def embers(s):
    """One torch burns.  A 3 burns it out, and another of the stock is lit from it; a 1 is an encounter."""
    lit, stock, met, out, first = s
    for face, q in d(6):
        burns = face == 3 and lit
        again = burns and stock > 0
        yield (lit and (not burns or again), stock - again, met or face == 1, out or burns,
               first or ("encounter" if face == 1 else "light_out" if burns else None)), q


turns = by_turn((True, 2, False, False, None), embers, 10)
case("delving: torches lit from embers, turn by turn", "delving", args=["--first", "torches +3; light torch", "--plan", "crawl", "--before",
     "encounter,light_out", "--measure", "dark=#burning() == 0"], turns=10,
     encounter=[total(t, lambda s: s[2]) for t in turns], light_out=[total(t, lambda s: s[3]) for t in turns],
     encounterBEFORElight_out=[total(t, lambda s: s[4] == "encounter") for t in turns], dark=[total(t, lambda s: not s[0]) for t in turns])
case("delving: the hour of the first encounter", "delving", args=["--plan", "crawl", "--until", "encounter"], turns=6,
     first_encounter=sum(n * (5 * S) ** (n - 1) * S for n in range(1, 7)) / (1 - (5 * S) ** 6), mean_turn=sum((5 * S) ** n for n in range(6)))

# --- dungeon-turn: the first six turns are kind; exhausted is disadvantage ---
worn = at_least(7, 2, S)
case("dungeon-turn: a check of whoever may be exhausted", "dungeon-turn", PEACE + 'member "A" { int = 2 }',
     ["--first", "delve", "--plan", "walk; walk; walk; walk; walk; walk; walk; walk; A try int 14"], 9,
     check__success=worn * F(9, 20) ** 2 + (1 - worn) * F(9, 20))
case("dungeon-turn: a harvest", "dungeon-turn", PEACE + 'member "A" { int = 2 }', ["--first", "delve", "--plan", "A harvest ogre"], 1, check__success=F(9, 20))
case("dungeon-turn: moods in an hour", "dungeon-turn", PEACE, ["--first", "delve", "--plan", "walk"], 6, disposition__hostile=1 - F(71, 72) ** 6,
     disposition__polite=1 - (1 - S * F(7, 36)) ** 6, mean_disposition=1)
case("dungeon-turn: an hour of rest", "dungeon-turn", PEACE + 'member "A" { hp = "3/20", str = 2 }',
     ["--first", "delve", "--plan", "rest hour", "--measure", "now=least(party,'hp')", "--measure", "full=least(party,'hp')==13"], 1,
     hp=(5 * S) ** 6, mean_now=3 + (5 * S) ** 6 * F(13, 2), full=(5 * S) ** 6 / 8)
case("dungeon-turn: omens", "dungeon-turn", PEACE + 'member "A" { hp = 5 }', ["--first", "delve", "--plan", "omen A"], 3,
     omen__wound=1 - F(1, 2) * F(2, 3) * F(5, 6), omen__bleeding=1 - F(5, 6) * F(2, 3), mean_omen__injury=F(3, 2))
short = [max(0, 15 - 4 - face) for face in range(1, 21)]
case("dungeon-turn: the way home is dangerous", "dungeon-turn", PEACE + 'member "A" { hp = 200, str = 4 }',
     ["--first", "delve", "--policy", "POLICY:" + HOME % "dangerous", "--measure", "now=least(party,'hp')"], 1,
     mean_now=200 - F(77, 8), hp=F(1, 2))


def weary(s):
    """A 2 tires members who do not rest, and a second 2 exhausts them; a 5 dims a torch, and a second 5 puts it out.
    In the first six turns a 4 or more does nothing."""
    calm, flame, tired, worn = s
    for face, q in d(6):
        counts = calm == 0 or face < 4
        f = flame + (face == 5 and counts and flame < 2)
        yield (max(calm - 1, 0), f, face == 2, min(worn + tired, 2)), q


turns = by_turn((6, 0, False, 0), weary, 12)
how = "least(party, function(who) return who.weariness == '%s' and 1 or 0 end) == %d"
case("dungeon-turn: light and weariness, turn by turn", "dungeon-turn", PEACE + 'member "A" {}', ["--plan", "walk", "--first", "torches +1; delve; light torch",
     "--measure", "worn=" + how % ("exhausted", 1), "--measure", "tired=" + how % ("fresh", 0)], 12, light_out=[total(t, lambda s: s[1] == 2) for t in turns],
     worn=[total(t, lambda s: s[3] == 2) for t in turns], tired=[total(t, lambda s: s[3] > 0) for t in turns])
torch_out = lambda n: at_least(n, 2, S)
case("dungeon-turn: a torch and a candle, lit an hour apart", "dungeon-turn", PEACE,
     ["--first", "delve; torches +1; candles +1; light torch", "--plan", "walk; walk; walk; walk; walk; walk; walk; walk", "--measure", "dark=#burning()==0"],
     10, dark=torch_out(4), light_out=torch_out(4))

# --- dungeon-exploration: the die before the deeds, six turns without a rest ---


def tiring(turns, hazard_saves, con=0):
    """Returns the chances of states (turns since a rest, fatigue) of one member after so many turns.  At six turns a save is due and the count begins anew.  A 4 of
    the hazard die means rest at once, or with hazard_saves a save instead."""
    fails = F(11 - con, 20)

    def save(tired):
        return (tired + 1, fails), (tired, 1 - fails)

    def step(s):
        since, tired = s
        for t, p in save(tired) if since == 6 else ((tired, F(1)),):
            yield (since % 6 + 1, t), p * 5 * S
            for u, q in save(t) if hazard_saves else ((t, F(1)),):
                yield (since % 6 + 1 if hazard_saves else 0, u), p * S * q
    return chain((0, 0), step, turns)


case("dungeon-exploration: they rest when it says so", "dungeon-exploration", 'question.fatigue.always = "rest"\nmember "A" { darkvision = true }', ["--plan", "cautious", "--measure", "tired=most(party,'fatigue')"], 12,
     mean_tired=mean(tiring(12, False), lambda s: s[1]), fatigue=1 - total(tiring(12, False), lambda s: s[1] == 0))
case("dungeon-exploration: they save", "dungeon-exploration", 'question.fatigue.always = "save"\nmember "A" { con = 2, darkvision = true }',
     ["--plan", "cautious", "--measure", "tired=most(party,'fatigue')"], 10,
     mean_tired=mean(tiring(10, True, 2), lambda s: s[1]), fatigue=1 - total(tiring(10, True, 2), lambda s: s[1] == 0))
FOUR = "".join(f'member "{n}" {{ darkvision = true }}\n' for n in "ABCD")
case("dungeon-exploration: all four make it", "dungeon-exploration", 'question.fatigue.always = "save"\n' + FOUR,
     ["--plan", "cautious", "--measure", "fresh=most(party,'fatigue')==0"], 1,
     fresh=1 - S * (1 - F(9, 20) ** 4), fatigue=S * (1 - F(9, 20) ** 4), mean_fatigue=S * 4 * F(11, 20))
case("dungeon-exploration: four, and a wanderer", "dungeon-exploration", 'question.fatigue.always = "rest"\n' + FOUR, ["--plan", "cautious"], 1,
     check__success=S * (1 - F(11, 20) ** 4), check__failure=S * (1 - F(9, 20) ** 4), mean_check=S * 4)
gutter = [1 - (5 * S) ** (n - 1) for n in range(1, 6)] + [F(1)]
for n in (1, 2, 4, 5, 6):
    case(f"dungeon-exploration: one torch, turn {n}", "dungeon-exploration", 'member "A" {}', ["--first", "torches +1; light torch", "--plan", "cautious",
         "--measure", "dark=#burning()==0"], n, dark=gutter[n - 1])
case("dungeon-exploration: two find what one might miss", "dungeon-exploration",
     'setting.traditional = true\nsetting.traditional_die = "1d8"\nmember "A" { wis = 1 }\nmember "B" {}',
     ["--first", "torches +1; light torch", "--plan", "spot 16"], 1, check__success=1 - F(14, 20) * F(15, 20), mean_check__success=F(6, 20) + F(5, 20))
case("dungeon-exploration: spotting by two in the dark", "dungeon-exploration", 'member "A" { darkvision = true }\nmember "B" {}', ["--plan", "spot 12"], 1,
     check__success=F(9, 20), mean_check=1)
case("dungeon-exploration: the group together", "dungeon-exploration", FOUR, ["--first", "torches +1; light torch", "--plan", "spot 12"], 1,
     mean_check__success=F(36, 20), check__success=1 - F(11, 20) ** 4)

# --- trespasser: the alarm ---


def alarm_step(s, plan):
    """Advance or stay: the alarm goes up by one; advancing, a d10 at or under it is an encounter, and the alarm is 0."""
    a, met, k = s
    p = min(F(a + 1, 10), F(1)) if plan[k % len(plan)] == "advance" else F(0)
    yield (0, True, k + 1), p
    yield (a + 1, met, k + 1), 1 - p


def alarm(plan, n):
    return chain((0, False, 0), lambda s: alarm_step(s, plan), n)


turns = by_turn((0, False, 0), lambda s: alarm_step(s, ["advance"]), 12)
case("trespasser: on and on, turn by turn", "trespasser", args=["--plan", "advance"], turns=12, encounter=[total(t, lambda s: s[1]) for t in turns])
for plan in (["advance", "stay"], ["stay", "stay", "advance"]):
    case("trespasser: " + "; ".join(plan), "trespasser", args=["--plan", "; ".join(plan), "--measure", "alarm=party.alarm"], turns=9,
         encounter=total(alarm(plan, 9), lambda s: s[1]), mean_alarm=mean(alarm(plan, 9), lambda s: s[0]))
case("trespasser: a torch", "trespasser", args=["--first", "torches +1; light torch", "--plan", "stay"], turns=5, light_out=1 - F(2, 3) ** 5)
case("trespasser: torch, then encounter", "trespasser", args=["--first", "torches +1; light torch", "--plan", "advance", "--before", "light_out,encounter"], turns=3,
     **{"light_outBEFOREencounter": sum(F(1, 3) * F(2, 3) ** (n - 1) * q for n, q in ((1, F(1)), (2, F(9, 10)), (3, F(18, 25)))), "encounter": F(62, 125)})
hid = F(0)
good_spark = good_plain = F(0)
for faces in product(("20", "ok", "no"), repeat=2):
    p = F(1)
    for f in faces:
        p *= {"20": F(1, 20), "ok": F(8, 20), "no": F(11, 20)}[f]
    good = sum(f != "no" for f in faces)
    balance = sum({"20": 2, "ok": 1, "no": -1}[f] for f in faces)
    if 2 * good >= 2 and balance >= 2:
        good_spark += p
    elif 2 * good >= 2:
        good_plain += p
case("trespasser: two hide", "trespasser", 'setting.hide = "roll"\ntrack.alarm.start = 9\nmember "A" { agility = 0 }\nmember "B" { agility = 0 }',
     ["--plan", "hide", "--measure", "alarm=party.alarm"], 1, encounter=1 - good_spark - good_plain, mean_alarm=7 * good_plain + 6 * good_spark)
case("trespasser: a search after the step", "trespasser", 'member "A" { pairs = { ["intellect|perception"] = 3 } }', ["--plan", "advance + search"], 2,
     mean_check__success=(F(9, 10) + F(18, 25) + F(1, 10) * F(9, 10)) * F(12, 20))
case("trespasser: who comes", "trespasser", 'track.tier.start = 3', ["--plan", "advance"], 2,
     creatures__bones=(F(1, 10) * (1 - F(9, 10) * 0) + F(9, 10) * F(2, 10)) * F(2, 8) + F(1, 10) * F(1, 10) * F(2, 8) - F(1, 10) * F(1, 10) * F(2, 8) * F(2, 8))

# --- travel-turn: a d20 an hour ---
case("travel-turn: four careful hours", "travel-turn", args=["--plan", "travel cautious"], turns=4, travel__terrible=1 - F(399, 400) ** 4,
     travel__nothing=1 - F(361, 400) ** 4, mean_travel__soon=4 * F(99, 400), mean_travel__nearer=4 * F(261, 400))
case("travel-turn: heedless", "travel-turn", args=["--plan", "travel careless", "--before", "travel.terrible,travel.nothing"], turns=6,
     **{"travel.terribleBEFOREtravel.nothing": F(39, 40) * (1 - F(360, 400) ** 6)})
STRONG = 'member "A" { str = 18, proficient = { "str" }, hp = 200 }\n'
case("travel-turn: home, dangerous", "travel-turn", STRONG, ["--first", "torches +1; light torch", "--policy",
     'POLICY:return { line = function() return "home 4 dangerous" end }', "--measure", "now=least(party,'hp')"], 1,
     mean_now=200 - F(49, 8), hp=F(7, 20))
case("travel-turn: a chase", "travel-turn", 'member "A" {}', ["--first", "torches +1; light torch", "--plan", "chase 40 uneven"], 1, check__success=F(2, 5))
case("travel-turn: nerve", "travel-turn", 'member "A" { wis = 14 }', ["--first", "torches +1; light torch", "--plan", "morale A"], 1, check__success=F(3, 5))
case("travel-turn: time dice", "travel-turn", args=["--plan", "clock 3", "--measure", "morning=clock.hour>=7 and clock.hour<=12"], turns=1, morning=F(35, 54))
case("travel-turn: loot", "travel-turn", 'member "A" {}', ["--plan", "loot 3", "--measure", "gold=sum(party,'gp')"], 1, mean_gold=F(63, 2))
case("travel-turn: every fourth hour at rest in safety", "travel-turn", args=["--plan", "travel; travel; travel; wait"], turns=8, mean_travel=8,
     travel__terrible=1 - F(19, 20) ** 8)

lasts = lambda n: [max(F(0), F(11 - k, 20)) for k in range(1, n + 1)]  # the chance to hold out in each of n hours too many, without a CON bonus: d20 >= 10 + that hour's number
case("travel-turn: past endurance", "travel-turn", 'member "A" { con = 11, darksight = "heat" }',
     ["--plan", "travel", "--measure", "up=count(party, function(who) return not who.exhausted end)==1"], 13, up=lasts(2)[0] * lasts(2)[1])
case("travel-turn: venom", "travel-turn", 'member "A" { con = 10 }', ["--first", "torches +1; light torch", "--plan", "A infect venom",
     "--measure", "sick=count(party, function(who) return who.exhausted end)==1"], 1, sick=F(1, 2))
case("travel-turn: worn out on foot, lights go out by the hour", "travel-turn", 'member "A" {}', ["--first", "torches +1; light torch; oil +1; light lantern",
     "--plan", "travel", "--measure", "dark=#burning()==0"], 3, dark=1, mean_light_out=2, light_out__torch=1)

# --- procedures written here ---
hits = lambda n: at_least(n, 2, F(3, 10))
inline_case("a pool against a pool", """
event "won" {}
event "drawn" {}
action "go" { default = true }
function act.go()
  local mine, theirs = dice "5d10>=8", dice "4d10>=8"
  if mine > theirs then emit "won" {} elseif mine == theirs then emit "drawn" {} end
end""", won=sum(comb(5, a) * F(3, 10)**a * F(7, 10)**(5 - a) * comb(4, b) * F(3, 10)**b * F(7, 10)**(4 - b) for a in range(6) for b in range(5) if a > b),
    drawn=sum(comb(5, a) * F(3, 10)**a * F(7, 10)**(5 - a) * comb(4, a) * F(3, 10)**a * F(7, 10)**(4 - a) for a in range(5)))
inline_case("opposed rolls, with an advantage", """
member "A" { might = 2 }
event "won" {}
action "go" { default = true }
function act.go()
  local _, c = check(party.members[1], "might", 1, { adv = 1 })
  if c.total > dice "1d20" + 3 then emit "won" {} end
end""", won=F(sum(1 for a, b, c in product(range(1, 21), repeat=3) if max(a, b) + 2 > c + 3), 8000))


def usage(n):
    """A usage die d8, d6, d4, gone: a roll of 2 or less moves it one step on."""
    sides = {3: 8, 2: 6, 1: 4}

    def step(s):
        if s == 0:
            yield 0, F(1)
            return
        yield s - 1, F(2, sides[s])
        yield s, 1 - F(2, sides[s])
    return chain(3, step, n)


inline_case("a usage die, and a ladder of dread", """
track "rope" { steps = { "gone", "d4", "d6", "d8" }, start = "d8" }
track "dread" { steps = { "calm", "uneasy", "afraid" } }
action "go" { default = true }
function act.go()
  use("rope", 2)
  if party.rope == "gone" then gain "dread" end
end""", ["--measure", "gone=party.rope=='gone'", "--measure", "afraid=party.dread=='afraid'"], 7, gone=usage(7)[0], afraid=usage(6)[0])


# A loop that only rolls again until a roll fits is weighed as one roll; its fraction must be the same.
LOOPS = """
event "six" {}
event "twice" {}
action "assigned" { default = true }
action "empty" {}
action "inner" {}
track "n" {}
function act.assigned()
  local face
  repeat face = dice "1d6" until face > 3
  if face == 6 then emit "six" {} end
  party.n = face
end
function act.empty()
  repeat until dice "2d6" >= 10
  if dice "1d6" == 6 then emit "six" {} end
end
function act.inner()
  local sum = 0
  for _ = 1, 2 do
    local face
    repeat
      face = dice "1d4"
    until face ~= 2
    sum = sum + face
  end
  if sum == 8 then emit "twice" {} end
  party.n = sum
end
"""
inline_case("a loop until a number comes", LOOPS, ["--measure", "n=party.n"], 2, six=1 - F(4, 9), mean_n=5)
inline_case("an empty loop", LOOPS, ["--plan", "empty"], 1, six=S)
inline_case("a loop within a loop", LOOPS, ["--plan", "inner", "--measure", "n=party.n"], 1, twice=F(1, 9), mean_n=F(16, 3))

# With --weigh-start odds weigh how play begins, too: hit points of 1d6, and the dice of lines said before (--first).
# dies(n): the chance that a member with 1d6 hit points is hit as often in n turns, each time by a 1 on a d6.
dies = lambda n: sum(F(1, 6) * at_least(n, hp, S) for hp in range(1, 7))
BEGIN = """
track "hp" { of = "member", start = "1d6", min = 0 }
track "luck" { start = "2d4", min = 0 }
event "dead" {}
member "A" {}
member "B" {}
action "go" { default = true }
action "spend" { turns = 0 }
function act.go()
  for who in each(party) do
    if who.hp > 0 and dice "1d6" == 1 then
      lose(who, "hp")
      if who.hp == 0 then emit "dead" {} end
    end
  end
end
function act.spend() lose("luck", dice "1d2") end
"""
for n in (1, 2, 5):
    inline_case("hit points that begin with 1d6, turn %d" % n, BEGIN, ["--weigh-start", "--measure", "luck=party.luck"], n,
                dead=1 - (1 - dies(n)) ** 2, mean_dead=2 * dies(n), mean_luck=5)
spent = {(a, b, c, e): F(1, 64) for a in range(1, 5) for b in range(1, 5) for c in (1, 2) for e in (1, 2)}
left = lambda s: max(0, s[0] + s[1] - s[2] - s[3])
inline_case("and dice of the lines before", BEGIN, ["--weigh-start", "--first", "spend; spend", "--measure", "luck=party.luck",
            "--measure", "none=party.luck==0"], 1, mean_luck=mean(spent, left), none=total(spent, lambda s: left(s) == 0))
case("delving: a light that begins with a roll", "delving", 'track.torches.start = "1d2"\nmember "A" { hp = 9 }', ["--weigh-start", "--plan", "rest", "--measure", "n=party.torches"], 1, mean_n=F(3, 2))


# A room with a new name (new_name) is dropped from the state once they have left it, unless rules look for one: by its
# name, in a track, or among all rooms.
ROOMS = """
event "knows" {}
track "seen" { start = {} }
action "on" { default = true }
action "keep" {}
action "look" {}
function act.on() if dice "1d2" == 1 then go(new_name "room") end if dice "1d6" == 1 then emit "gold" {} end end
function act.keep()
  act.on()
  if not has(party.seen, here.name) then gain("seen", here.name) end
end
function act.look()
  act.on()
  if known "room 2" then emit "knows" {} end
end
event "gold" {}
"""
inline_case("rooms with new names", ROOMS, turns=12, gold=1 - (5 * S) ** 12)
inline_case("rooms with new names, kept in a list", ROOMS, ["--plan", "keep", "--measure", "n=#party.seen"], 7, mean_n=1 + F(7 - 1, 2) + F(1, 2) - F(1, 2))
inline_case("rooms with new names, one of which is looked for", ROOMS, ["--plan", "look"], 5, knows=1 - F(1, 32))
inline_case("rooms with new names, and the way back", ROOMS + 'track "deep" {}\nfunction on.arrive(to) party.deep = to.name == "start" and 1 or 2 end\n',
            ["--plan", "on; on; go back", "--otherwise", "on", "--measure", "deep=party.deep"], 3,
            mean_deep=F(1, 4) * (F(1, 2) * 0 + F(1, 2) * 2) + F(1, 2) * 1 + F(1, 4) * 2)


def deck():
    """The deck: two of six cards are skulls.  One card is drawn a turn; after a skull all are shuffled.  A state is the cards
    left, and how many skulls came."""
    def step(s):
        left, n = s
        yield (6, n + 1), F(2, left)
        if left > 2:
            yield (left - 1, n), 1 - F(2, left)
    return chain((6, 0), step, 7)


inline_case("cards that do not come back", """
deck "fate" { cards = { "skull", "skull", "sun", "moon", "star", "tree" } }
event "skull" {}
action "go" { default = true }
function act.go()
  if draw "fate" == "skull" then shuffle "fate" emit "skull" {} end
end""", ["--measure", "left=#cards 'fate'"], 7, mean_skull=mean(deck(), lambda s: s[1]), skull=total(deck(), lambda s: s[1] > 0), mean_left=mean(deck(), lambda s: s[0]))

inline_case("under one's own number, one for all", """
member "A" { wits = 11 }
member "B" { wits = 14 }
action "idle" { default = true }
action "go" { by = "one" }
action "all" { by = "each" }
event "two" {}
function act.go(who) check(who, "wits", nil, { under = true }) end
function act.all(who) check(who, "wits", nil, { under = true, dis = 1 }) end""", ["--plan", "B go; A all + B all"], 2,
    mean_check__success=F(14, 20) + F(11, 20)**2 + F(14, 20)**2, check__success=1 - F(6, 20) * (1 - F(11, 20)**2) * (1 - F(14, 20)**2))

inline_case("charts in charts, rows with a field", """
chart "find" { die = "2d6", { "2-4", "nothing" }, { "5-9", "coins", gold = 3 }, { "10-12", "hoard", "", function() roll "hoard" roll("hoard", nil, { add = 1 }) end } }
chart "hoard" { die = "1d4", { "1", "dust" }, { "2-3", "gems", gold = 10 }, { "4+", "crown", gold = 50 } }
track "gold" {}
action "go" { default = true }
function act.go() roll "find" end
function on.find(r) gain("gold", r.row.gold or 0) end
function on.hoard(r) gain("gold", r.row.gold or 0) end""", ["--measure", "all=party.gold"], 3,
    mean_all=3 * (F(24, 36) * 3 + S * (F(20 + 50, 4) + F(20 + 100, 4))), hoard__crown=1 - (1 - S * (1 - F(3, 4) * F(1, 2)))**3, find__hoard=1 - (5 * S)**3)

inline_case("weights that grow, and loops that end", """
track "luck" { start = 1, max = 3 }
event "struck" {}
event "long" {}
action "go" { default = true }
function act.go()
  local what = pick({ "a", "b", "c" }, "which", function(x) return x == "a" and party.luck or x == "b" and 2 or 1 end)
  if what == "a" then gain "luck" end
  if what == "c" then emit "struck" {} end
  local n = 0
  while n < 5 and dice "1d4" < 4 do n = n + 1 end
  if n == 5 then emit "long" {} end
end""", ["--measure", "luck=party.luck"], 4,
    **(lambda now: {"struck": total(now, lambda s: s[1]), "mean_luck": mean(now, lambda s: s[0]), "long": 1 - (1 - F(3, 4)**5)**4})(
        chain((1, False), lambda s: [((min(3, s[0] + 1), s[1]), F(s[0], s[0] + 3)), ((s[0], s[1]), F(2, s[0] + 3)), ((s[0], True), F(1, s[0] + 3))], 4)))


def fuse(n):
    """A fuse of 1d3 turns, lit in a turn when none burns; it goes off at the end of its last turn."""
    def step(s):
        left, gone = s
        starts = d(3) if left == 0 else [(left, F(1))]
        for length, p in starts:
            yield ((length - 1, gone + (length == 1))), p
    return chain((0, 0), step, n)


inline_case("a fuse of a length by lot", """
timer "fuse" {}
event "blast" {}
action "go" { default = true }
function act.go() if not running "fuse" then start("fuse", nil, { lasts = dice "1d3" .. " turns" }) end end
function on.fuse() emit "blast" {} end""", turns=6, mean_blast=mean(fuse(6), lambda s: s[1]), blast=total(fuse(6), lambda s: s[1] > 0))

inline_case("what is asked, and answered by a policy", """
question "flee" { text = "Flee?", default = true }
question "way" { text = "Which?", choices = { "left", "right" } }
event "fought" {}
event "trap" {}
action "go" {}
action "wait" {}
function act.go()
  if dice "1d6" <= 2 and not ask "flee" then emit "fought" {} end
  if ask "way" == "right" and dice "1d8" == 1 then emit "trap" {} end
end
function act.wait() if ask "flee" then emit "trap" {} end end""",
    ["--policy", 'POLICY:return { line = function() return turn.number % 2 == 0 and "go" or "wait" end, answers = { flee = false, way = "right" } }'], 4,
    fought=1 - F(2, 3)**2, trap=1 - F(7, 8)**2, mean_trap=F(1, 4))

inline_case("dice kept and rolled again", """
event "big" {}
event "low" {}
event "sum" {}
action "go" { default = true }
function act.go()
  if dice "4d6kh3" >= 15 then emit "big" {} end
  if dice "2d20kl1" <= 3 then emit "low" {} end
  if dice "2d6r1" >= 11 then emit "sum" {} end
end""", big=F(sum(1 for f in product(range(1, 7), repeat=4) if sum(f) - min(f) >= 15), 1296),
    low=F(20 * 20 - 17 * 17, 400), sum=F(sum(1 for f in product(range(2, 7), repeat=2) if sum(f) >= 11), 25))
inline_case("degrees, and a natural 20", """
member "A" { might = 4 }
track "hurt" {}
event "best" {}
action "go" { default = true }
function act.go()
  local ok, c = check(party.members[1], "might", 15)
  if c.natural == 20 then emit "best" {} end
  if not ok then gain("hurt", -degrees(c, 5)) end
end""", ["--measure", "hurt=party.hurt"], best=F(1, 20), mean_hurt=F(sum((15 - 4 - f) // 5 for f in range(1, 11)), 20))
case("own: the natural roll of two dice", None, """ruleset "Sums" { turn = "10 minutes", check = "2d6" }
procedure "turn" { "act", "time" }
kind.member:has { eye = 0 }
member "A" { eye = 2 }
track "luck" {}
event "best" {}
action "go" { default = true, by = "each", check = "eye 8", fails = { gains = "luck" }, natural = { [12] = "best", [2] = { gains = "3 luck" } } }
""", ["--measure", "luck=party.luck"], 1, best=F(1, 36), mean_luck=F(10, 36) + 3 * F(1, 36))
inline_case("until the third six, hit points of two", """
member "A" { hp = 3 }
member "B" { hp = 2 }
track "hp" { of = "member", min = 0, max = "own" }
action "go" { default = true }
event "dead" {}
function act.go()
  local who = pick(party, "who")
  if dice "1d2" == 1 then lose(who, "hp") end
  if who.hp == 0 then who.away = true emit "dead" { who = who.name } end
end""", ["--measure", "a=named('A').hp", "--measure", "alive=count(party)"], 5,
    **(lambda now: {"mean_a": mean(now, lambda s: s[0]), "mean_alive": mean(now, lambda s: (s[0] > 0) + (s[1] > 0)), "dead": total(now, lambda s: 0 in s)})(
        chain((3, 2), lambda s: [(s, F(1))] if s == (0, 0) else [(s, F(1, 2))] + [
            (tuple(x - (i == j) for j, x in enumerate(s)), F(1, 2 * sum(v > 0 for v in s))) for i in (0, 1) if s[i] > 0], 5)))


def stay_till_dead(n):
    """Outside a fight, 1 in 4 brings two foes; in it, a d6 of 4 or more fells one; it ends with the last."""
    def step(s):
        foes, fights = s
        if foes == 0:
            yield (2, fights + 1), F(1, 4)
            yield (0, fights), F(3, 4)
        else:
            yield (foes - 1, fights), F(1, 2)
            yield (foes, fights), F(1, 2)
    return chain((0, 0), step, n)


inline_case("a fight is another procedure", """
procedure "fight" { lasts = "10 seconds", "strike", "time" }
track "foes" {}
event "met" {}
action "go" {}
action "hit" { at = "strike" }
function act.go() if dice "1d4" == 1 then set("foes", 2) emit "met" {} enter "fight" end end
function act.hit()
  if dice "1d6" >= 4 then lose "foes" end
  if party.foes == 0 then leave() end
end""", ["--policy", 'POLICY:return function() return turn.procedure == "fight" and "hit" or "go" end', "--measure", "left=party.foes"], 7,
    **(lambda now: {"met": total(now, lambda s: s[1] > 0), "mean_met": mean(now, lambda s: s[1]), "mean_left": mean(now, lambda s: s[0])})(stay_till_dead(7)))

inline_case("a step left out, and a week by the way", """
procedure "week" { lasts = "1 week", "weather", "time" }
procedure.turn:after("act", "chill")
chart "sky" { die = "1d6", { "1-2", "rain" }, { "3-6", "dry" } }
event "cold" {}
action "go" { default = true }
function step.weather() roll "sky" end
function step.chill() if dice "1d3" == 1 then emit "cold" {} end end
function act.go()
  local n = dice "1d6"
  if n <= 2 then skip "chill" end
  if n == 6 then run "week" run "week" end
end""", turns=3, cold=1 - (1 - F(2, 3) * F(1, 3))**3, sky__rain=1 - (1 - S * (1 - F(4, 9)))**3, mean_sky__rain=3 * S * F(2, 3))

inline_case("hooks that turn a check and a row", """
member "A" { might = 1 }
track "blest" { start = false }
chart "omen" { die = "1d6", { "1", "doom" }, { "2-4", "calm" }, { "5-6", "grace" } }
action "go" { default = true }
function on.check(c) if party.blest then c.adv = c.adv + 1 else c.add = c.add - 2 end end
function on.checked(c) if c.natural == 1 then c.success = false end end
function on.omen(r) if r.row.name == "doom" and party.blest then r.row = chart.omen.calm end end
function act.go()
  roll "omen"
  check(party.members[1], "might", 8)
  if dice "1d2" == 1 then party.blest = not party.blest end
end""", turns=3, mean_omen__doom=S * (1 + F(1, 2) + F(1, 2)), omen__doom=1 - sum(F(1, 4) * (5 * S) ** (1 + sum(not b for b in w)) for w in product((True, False), repeat=2)),
    mean_check__success=F(12, 20) + 2 * (F(1, 2) * F(12, 20) + F(1, 2) * (1 - F(6, 20)**2)))

inline_case("what is refused when the dice have fallen", """
event "over" {}
event "sat" {}
action "leap" {}
action "sit" { default = true }
function act.leap() if dice "1d6" <= 2 then refuse "It is too far." end emit "over" {} end
function act.sit() emit "sat" {} end""", ["--plan", "leap", "--otherwise", "sit"], 3, over=1 - F(1, 3)**3, mean_sat=1, sat=1 - F(2, 3)**3)

inline_case("two d6 side by side, and fate dice", """
chart "d66" { die = "10*d6+d6", { "11-16", "one" }, { "21-44", "many" }, { "45-66", "rest" } }
event "fate" {}
action "go" { default = true }
function act.go()
  roll "d66"
  if dice "4dF" >= 2 then emit "fate" {} end
end""", turns=1, d66__one=S, d66__many=F(16, 36), d66__rest=F(14, 36), fate=F(sum(1 for f in product((-1, 0, 1), repeat=4) if sum(f) >= 2), 81))
inline_case("percentages, and dice less another", """
event "hundred" {}
event "less" {}
action "go" { default = true }
function act.go()
  if dice "d%" <= 37 then emit "hundred" {} end
  if dice "3d6-1d4" < 6 then emit "less" {} end
end""", turns=1, hundred=F(37, 100), less=F(sum(1 for f in product(range(1, 7), repeat=3) for k in range(1, 5) if sum(f) - k < 6), 864))


def venom(n):
    """Somebody well is bitten 1 in 3.  The venom acts two turns later: half of the time it ends, else it goes on for two more."""
    def step(s):
        left, hurt = s
        for l, p in ((2, F(1, 3)), (0, F(2, 3))) if left == 0 else ((left, F(1)),):
            if l == 1:
                yield (0, hurt + 1), p / 2
                yield (2, hurt + 1), p / 2
            else:
                yield (max(0, l - 1), hurt), p
    return chain((0, 0), step, n)


inline_case("venom in each of two", """
member "A" {}
member "B" {}
track "pain" { of = "member" }
timer "venom" { of = "member", lasts = "2 turns" }
action "go" { default = true }
function act.go() for who in each(party) do if not running("venom", who) and dice "1d3" == 1 then start("venom", who) end end end
function on.venom(who) gain(who, "pain") if dice "1d2" == 1 then start("venom", who) end end""",
    ["--measure", "all=sum(party,'pain')", "--measure", "none=most(party,'pain')==0"], 6,
    mean_all=2 * mean(venom(6), lambda s: s[1]), none=total(venom(6), lambda s: s[1] == 0) ** 2)


def lamp(n):
    """A flame lasts three turns, and goes out earlier 1 in 6 a turn; one more in the packs is lit the turn after."""
    def step(s):
        left, stock, out = s
        if left == 0 and stock:
            left, stock = 3, stock - 1
        if left == 0:
            yield s, F(1)
            return
        yield (0, stock, out + 1), S
        yield (left - 1, stock, out + (left == 1)), 5 * S
    return chain((0, 2, 0), step, n)


inline_case("a flame of three turns that may gutter", """
track "torches" { min = 0, start = 2 }
light "torch" { lasts = "3 turns", spends = "torches" }
member "A" {}
action "go" { default = true }
function act.go()
  if #burning() == 0 and party.torches > 0 then kindle("torch", party.members[1]) end
  if #burning() > 0 and dice "1d6" == 1 then put_out(burning()[1], "gutters") end
end""", ["--measure", "dark=#burning()==0", "--measure", "left=party.torches"], 5, dark=total(lamp(5), lambda s: s[0] == 0),
    mean_light_out=mean(lamp(5), lambda s: s[2]), mean_left=mean(lamp(5), lambda s: s[1]))


def walk(n):
    """A place from 1 to 6 moves by -1, 0 or 1 a turn, and a chart is read there: one row further when a d4 shows a 4."""
    def step(s):
        at, met = s
        for x in {-1, 0, 1}:
            there = max(1, min(6, at + x))
            for f, p in d(4):
                yield (there, met or there + (f == 4) >= 5), F(1, 3) * p
    return chain((3, False), step, n)


inline_case("a place that wanders, and a chart read at it", """
track "at" { min = 1, max = 6, start = 3 }
chart "land" { die = "1d6", { "1-4", "plain" }, { "5+", "hill" } }
action "go" { default = true }
function act.go()
  gain("at", pick { -1, 0, 1 })
  roll("land", nil, { at = party.at, add = dice "1d4" == 4 and 1 or 0 })
end""", ["--measure", "place=party.at"], 5, land__hill=total(walk(5), lambda s: s[1]), mean_place=mean(walk(5), lambda s: s[0]))
inline_case("how many of a pool that grows", """
track "heat" { start = 0, max = 3 }
event "six" {}
action "go" { default = true }
function act.go()
  gain "heat"
  local list = pool(party.heat, "d6")
  local sixes = count(list, function(f) return f == 6 end)
  if sixes > 0 then emit "six" {} end
end""", turns=4, six=1 - (5 * S)**9)
def guarded(state):
    """A d6 pool of up to eight: sixes leave it, two ones empty it and raise the alarm."""
    dice, alarm = state
    dice = min(8, dice + 2)
    for ones in range(dice + 1):
        for sixes in range(dice - ones + 1):
            p = comb(dice, ones) * comb(dice - ones, sixes) * S**(ones + sixes) * F(4, 6)**(dice - ones - sixes)
            yield ((0, min(3, alarm + 1)) if ones >= 2 else (dice - sixes, alarm)), p


for name, loop in (("a local", "local list = pool(party.heap, \"d6\")\n  for n in each(list) do"), ("at once", "for n in each(pool(party.heap, \"d6\")) do")):
    inline_case(f"a pool gone through die by die, {name}", f"""
track "heap" {{ min = 0, max = 8 }}
track "alarm" {{ min = 0, max = 3 }}
event "siege" {{}}
action "go" {{ default = true }}
function act.go()
  gain("heap", 2)
  local ones, sixes = 0, 0
  {loop}
    if n == 1 then ones = ones + 1 elseif n == 6 then sixes = sixes + 1 end
  end
  lose("heap", sixes)
  if ones >= 2 then gain "alarm" set("heap", 0) end
  if party.alarm == 3 then emit "siege" {{}} end
end""", ["--measure", "left=party.heap"], 8, **(lambda now: {"siege": total(now, lambda s: s[1] == 3), "mean_left": mean(now, lambda s: s[0])})(
        chain((0, 0), guarded, 8)))
inline_case("two alike of three", """
event "pair" {}
action "go" { default = true }
function act.go()
  local three = faces "3d4"
  if three[1] == three[2] or three[2] == three[3] or three[1] == three[3] then emit "pair" {} end
end""", turns=4, pair=1 - F(24, 64)**4)
inline_case("several at once, of whom some leave", """
member "A" { might = 5 }
member "B" { might = 0 }
member "C" { might = -5 }
event "lost" {}
action "go" { default = true }
function act.go()
  local good, all = checks(party, "might", 11)
  for c in each(all) do if not c.success then c.who.away = true emit "lost" { who = c.who.name } end end
end""", ["--measure", "here=count(party)", "--measure", "alone=count(party)==1"], 3,
    mean_here=sum(F(n, 20)**3 for n in (15, 10, 5)), alone=sum(a**3 * (1 - b**3) * (1 - c**3) for a, b, c in
    ((F(15, 20), F(10, 20), F(5, 20)), (F(10, 20), F(15, 20), F(5, 20)), (F(5, 20), F(15, 20), F(10, 20)))), mean_lost=3 - sum(F(n, 20)**3 for n in (15, 10, 5)))


inline_case("a diary that nobody reads", """
track "diary" { start = {} }
event "storm" {}
chart "sky" { die = "1d6", { "1-3", "sun" }, { "4-5", "rain" }, { "6", "storm" } }
action "go" { default = true }
function act.go()
  local sky = roll "sky"
  gain("diary", sky.name)
  if sky.name == "storm" then emit "storm" {} end
end""", turns=40, storm=1 - (5 * S)**40, mean_diary=40)
inline_case("how a number is spread", """
track "coins" {}
action "go" { default = true }
function act.go() gain("coins", dice "2d4" == 8 and 5 or dice "1d2" - 1) end""", ["--measure", "all=party.coins"], 2,
    is_all_0=F(15, 32)**2, is_all_1=2 * F(15, 32)**2, is_all_2=F(15, 32)**2, is_all_5=2 * F(1, 16) * F(15, 32), is_all_10=F(1, 256),
    mean_all=2 * (F(5, 16) + F(15, 32)))

# --- loops: what is left out is told, and each chance lies between its bounds ---

S5 = F(5, 6)
inline_case("loops: until it is a six", """
action "go" { default = true }
event "late" {}
event "even" {}
function act.go()
  local n = 0
  repeat n = n + 1 until dice "1d6=6" == 1
  if n > 3 then emit "late" {} end
  if n % 2 == 0 then emit "even" {} end
end""", (), 2, late=[S5**3, 1 - (1 - S5**3)**2], even=[F(5, 11), 1 - F(6, 11)**2], mean_late=2 * S5**3)
inline_case("loops: again when it is a one", """
action "go" { default = true }
event "six" {}
track "n" {}
function act.go()
  local face
  repeat face = dice "1d6" until face > 1
  set("n", face)
  if face == 6 then emit "six" {} end
end""", ["--measure", "face=party.n"], 2, six=[F(1, 5), F(9, 25)], mean_six=F(2, 5), is_face_4=F(1, 5), mean_face=4)
inline_case("loops: a row that rolls again", """
action "go" { default = true }
chart "finds" { die = "1d8", { "1-4", "coin" }, { "5-6", "gem" }, { "7-8", "again", "Roll again.", function() roll "finds" end } }
function act.go() roll "finds" end""", (), 1, finds__coin=F(2, 3), finds__gem=F(1, 3), finds__again=F(1, 4), mean_finds__again=F(1, 3), mean_finds=F(4, 3))

inline_case("rolls that are only compared", """
action "go" { default = true }
action "seek" {}
action "wait" {}
event "a" {}
event "b" {}
event "c" {}
event "d" {}
event "e" {}
event "f" {}
function act.go()
  if dice "1d6" >= 5 then emit "a" {} end
  local seven = dice "2d6" == 7
  if seven then emit "b" {} end
  if dice("1d" .. 4) ~= 4 and dice "1d8" < 3 then emit "c" {} end
  if not (dice("1d10") <= 3) then emit "d" {} end
end
function act.seek()
  local face repeat face = dice "1d6" until face > 4
  if face == 6 then emit "e" {} end
end
function act.wait()
  local tries = 0
  while dice "1d4" ~= 4 do tries = tries + 1 end
  if tries == 2 then emit "f" {} end
end""", ["--plan", "go; seek; wait"], 3, a=F(1, 3), b=F(1, 6), c=F(3, 16), d=F(7, 10), e=F(1, 2), f=F(9, 64))
inline_case("rolls that are compared with what stands in the state", """
action "go" { default = true }
track "alarm" { min = 0, max = 6, start = 1 }
setting "low" { default = 2 }
event "a" {}
event "b" {}
event "c" {}
event "d" {}
function act.go()
  gain "alarm"
  if dice("1d10", "alarm") <= party.alarm then emit "a" {} end
  if party.alarm > dice "1d6" and party.alarm < 3 then emit "b" {} end
  if dice("2d4") > setting.low + (dice "1d2" < party.alarm and 3 or 0) then emit "c" {} end
  local even =
    setting.low <= dice "1d4"
  if even and dice "1d3" < 2.5 then emit "d" {} end
end""", ["--measure", "alarm=party.alarm"], 2, a=[F(2, 10), 1 - F(8, 10) * F(7, 10)], b=F(1, 6), d=[F(1, 2), F(3, 4)],
    mean_c=F(6 + 15, 2 * 16) + F(6, 16), mean_alarm=3)

# --- loops within a rule, where plays meet before each draw ---

CROWD = "".join(f'member "{name}" {{ hp = {hp} }}\n' for name, hp in zip("ABCDEF", (2, 3, 1, 2, 3, 1)))


def trapped(s):
    """A turn: each of six in order fails half of the time, and whoever fails loses 1 or 2 hit points."""
    now = {(s[:6], 0): F(1)}
    for i in range(6):
        after = defaultdict(F)
        for (hp, failed), p in now.items():
            after[hp, failed] += p / 2
            for loss in (1, 2):
                after[hp[:i] + (max(0, hp[i] - loss),) + hp[i + 1:], failed + 1] += p / 4
        now = after
    for (hp, failed), p in now.items():
        yield hp + (s[6] or failed == 3,), p


trap = by_turn((2, 3, 1, 2, 3, 1, False), trapped, 2)
inline_case("within a rule: a loop over the party", """
track "hp" { of = "member", min = 0, max = "own" }
procedure.turn:after("act", "trap")
event "three" {}
action "go" { default = true }
function act.go() end
function step.trap()
  local failed = 0
  for who in each(party) do
    if not check(who, nil, 11) then
      failed = failed + 1
      lose(who, "hp", dice "1d2")
    end
  end
  if failed == 3 then emit "three" {} end
end
""" + CROWD, ["--measure", "sum=sum(party, 'hp')", "--measure", "down=count(party, function(who) return who.hp == 0 end)"], 2,
            three=[total(t, lambda s: s[6]) for t in trap], mean_sum=[mean(t, lambda s: sum(s[:6])) for t in trap],
            mean_down=[mean(t, lambda s: s[:6].count(0)) for t in trap], mean_check=12)


def skirmish(s):
    """A round: each of three fighters hits on 12 of a d20; then each goblin who stands hits on 13, and takes a d4 hit points
    from the first fighter who stands."""
    goblins, hp = s
    now = {s: F(1)}
    for i in range(3):
        after = defaultdict(F)
        for (goblins, hp), p in now.items():
            hits = F(9, 20) if goblins and hp[i] else F(0)
            after[max(0, goblins - 1), hp] += p * hits
            after[goblins, hp] += p * (1 - hits)
        now = after
    last = defaultdict(F)
    for (goblins, hp), p in now.items():
        struck = {hp: p}
        for _ in range(goblins):
            after = defaultdict(F)
            for hp, q in struck.items():
                up = next((i for i in range(3) if hp[i]), None)
                after[hp] += q * (1 if up is None else F(12, 20))
                for damage in range(1, 5) if up is not None else ():
                    after[hp[:up] + (max(0, hp[up] - damage),) + hp[up + 1:]] += q * F(2, 20)
            struck = after
        for hp, q in struck.items():
            last[goblins, hp] += q
    yield from last.items()


fought = chain((4, (4, 3, 3)), skirmish, 3)
inline_case("within a rule: a fight", """
track "hp" { of = "member", min = 0, max = "own" }
track "goblins" { start = 4, min = 0 }
procedure.turn:after("act", "claws")
action "fight" { by = "each", default = true }
function act.fight(who) if who.hp > 0 and party.goblins > 0 and dice "1d20" >= 12 then lose "goblins" end end
function step.claws()
  for _ = 1, party.goblins do
    local up = those(party, function(who) return who.hp > 0 end)
    if #up == 0 then return end
    local damage = dice "1d4"
    if dice "1d20" >= 13 then lose(up[1], "hp", damage) end
  end
end
member "A" { hp = 4 }
member "B" { hp = 3 }
member "C" { hp = 3 }
""", ["--measure", "goblins=party.goblins", "--measure", "sum=sum(party, 'hp')"], 3,
            mean_goblins=mean(fought, lambda s: s[0]), mean_sum=mean(fought, lambda s: sum(s[1])))


def hoard(s):
    """A turn adds d6 to what is there, until a 1 comes or there are twenty."""
    now, over = {0: F(1)}, defaultdict(F)
    while now:
        after = defaultdict(F)
        for n, p in now.items():
            for face, q in d(6):
                (over if face == 1 or n + face >= 20 else after)[n + face] += p * q
        now = after
    for n, p in over.items():
        yield s + n, p


inline_case("within a rule: a loop that adds rolls up", """
track "gold" {}
action "loot" { default = true }
function act.loot()
  local n = 0
  repeat
    local face = dice "1d6"
    n = n + face
  until face == 1 or n >= 20
  gain("gold", n)
end
""", ["--measure", "gold=party.gold"], 2, mean_gold=mean(chain(0, hoard, 2), lambda s: s),
            **{f"is_gold_{n}": p for n, p in chain(0, hoard, 2).items() if n in (2, 20, 33)})

opens = 1 - F(5, 6) ** 3
inline_case("within a rule: again and again, with news on the way", """
event "attack" {}
event "crowd" {}
action "force" { default = true }
function act.force()
  repeat
    local open = 0
    for who in each(party) do
      local face = dice "1d6"
      if face == 6 then open = open + 1 end
    end
    if dice "1d12" == 1 then emit "attack" {} end
  until open > 0
end
member "A" {}
member "B" {}
member "C" {}
""", [], 2, attack=1 - (1 - F(1, 12) / (1 - F(11, 12) * (1 - opens))) ** 2, mean_attack=2 * F(1, 12) / opens)
inline_case("within a rule: a row that rolls twice", """
procedure.turn:after("act", "wander")
chart "wander" { die = "1d6", { "1-5", "beast" }, { "6", "worse", nil, rule.again } }
action "go" { default = true }
function act.go() end
function rule.again() roll "wander" roll "wander" end
""", [], 1, mean_wander=F(3, 2), mean_wander__worse=F(1, 4), wander__worse=S)

# --- without a limit of turns ---


def solve(rows, right):
    """Solves x = rows x + right, for rows {i: {j: p}} without the zeros, by Gauss and Jordan; returns {i: x of i}."""
    a = {i: {j: (F(1) if i == j else F(0)) - rows[i].get(j, F(0)) for j in {i, *rows[i]}} for i in rows}
    b = dict(right)
    for k in list(a):
        pivot = a[k][k]
        a[k], b[k] = {j: v / pivot for j, v in a[k].items() if v}, b[k] / pivot
        for i in a:
            f = a[i].get(k, F(0)) if i != k else F(0)
            if f:
                b[i] -= f * b[k]
                for j, v in a[k].items():
                    a[i][j] = a[i].get(j, F(0)) - f * v
    return b


def endless(start, step, end):
    """Returns {label: (chance, mean turn, variance)} of the ends at which a play arrives.  end(state): the label of the end that
    a state is, or None while play goes on.  Plays in states from which no end can be reached count for no label."""
    states, todo, before = {start: list(step(start))}, [start], defaultdict(set)
    while todo:
        s = todo.pop()
        for to, p in states[s]:
            if p == 0:
                continue
            before[to].add(s)
            if to not in states and end(to) is None:
                states[to] = list(step(to))
                todo.append(to)
    answer = {}
    for label in {end(to) for to in before} - {None}:
        can, todo = set(), [to for to in before if end(to) == label]
        while todo:
            for s in before[todo.pop()] - can:
                can.add(s)
                todo.append(s)
        rows, hit = {s: defaultdict(F) for s in can}, {s: F(0) for s in can}
        for s in can:
            for to, p in states[s]:
                if end(to) == label:
                    hit[s] += p
                elif to in can:
                    rows[s][to] += p
        h = solve(rows, hit)
        m = solve(rows, h)  # h: the chance to reach this end; m: the turns until then, q: their squares, both times that chance
        q = solve(rows, {s: h[s] + 2 * sum(p * m[to] for to, p in rows[s].items()) for s in can})
        mean_turn = m[start] / h[start]
        answer[label] = (h[start], mean_turn, q[start] / h[start] - mean_turn**2)
    return answer


def endless_case(name, text, args, answer, **more):
    """Adds a case without a limit of turns.  answer: {measure: (chance, mean turn, variance)}, as endless() gives it."""
    for key, (p, turn, variance) in answer.items():
        more.update({"ever_" + key: p, "never_" + key: 1 - p, "takes_" + key: turn, "var_" + key: variance})
    inline_case(name, text, args, None, **more)


def ruin(s):
    """A piece of gold is won on 1 to 4 of a d10, else lost."""
    yield min(s + 1, 10), F(2, 5)
    yield s - 1, F(3, 5)


RUIN = """
event "win" {}
event "lose" {}
track "gold" { start = 3, min = 0, max = 10 }
action "go" { default = true }
function act.go()
  if dice "1d10" <= 4 then gain "gold" else lose "gold" end
  if party.gold == 10 then emit "win" {} end
  if party.gold == 0 then emit "lose" {} end
end"""
ruined = endless(3, ruin, lambda s: {0: "lose", 10: "win"}.get(s))
either = endless(3, ruin, lambda s: "either" if s in (0, 10) else None)["either"]
endless_case("a gambler's ruin", RUIN, ["--until", "win,lose", "--before", "win,lose", "--before", "lose,win"],
             {**ruined, "win<lose": ruined["win"], "lose<win": ruined["lose"], "win,lose": either})
endless_case("the same race, without an end", RUIN, ["--before", "win,lose"], {"win<lose": ruined["win"]})
endless_case("a die a turn", """
event "met" {}
event "rare" {}
action "go" { default = true }
function act.go()
  if dice "1d6" == 1 then emit "met" {} end
  if dice "1d1000" == 1 then emit "rare" {} end
end""", ["--until", "rare"], {"rare": (F(1), F(1000), F(999000))}, p50_rare=693, ever_met=1 / (1 + F(5 * 999, 6000) * 0 + F(5, 6) * F(1, 1000) / S))


def well(s):
    """Asleep, a 1 wakes the dragon, and a 6 loses the way for ever."""
    yield "dragon", S
    yield "lost", S
    yield "way", 4 * S


endless_case("what may never come", """
track "lost" { start = false }
event "dragon" {}
event "lost_way" {}
action "go" { default = true }
function act.go()
  if party.lost then say "Round and round." return end
  local n = dice "1d6"
  if n == 1 then emit "dragon" {} elseif n == 6 then party.lost = true emit "lost_way" {} end
end""", ["--until", "dragon", "--before", "lost_way,dragon"], {k: endless("way", well, {"dragon": "dragon", "lost": "lost"}.get)[v]
        for k, v in (("dragon", "dragon"), ("lost_way", "lost"), ("lost_way<dragon", "lost"))})


def patrol(s):
    """The plan is sneak, run, rest, and `at` the place in it.  Whoever is tired cannot run: the next line is done instead."""
    at, tired = s
    if at == 1 and tired:
        at = 2
    risk = (F(1, 20), F(1, 4), F(0))[at]
    yield "seen", risk
    if at == 1:
        yield (2, False), (1 - risk) / 2
        yield (2, True), (1 - risk) / 2
    elif at == 0:
        yield (1, tired), 1 - risk
    else:
        yield (0, False), F(1, 3)
        yield (0, tired), F(2, 3)


endless_case("a plan of three, of which one may be refused", """
track "tired" { start = false }
event "seen" {}
action "sneak" { default = true }
action "dash" {}
action "rest" {}
function act.sneak() if dice "1d20" == 1 then emit "seen" {} end end
function cannot.dash() if party.tired then return "Too tired." end end
function act.dash()
  if dice "1d4" == 1 then emit "seen" {} end
  if dice "1d2" == 1 then party.tired = true end
end
function act.rest() if dice "1d3" == 1 then party.tired = false end end""", ["--plan", "sneak; dash; rest", "--until", "seen"],
             {"seen": endless((0, False), patrol, lambda s: s if s == "seen" else None)["seen"]})


def dying(s):
    """Two members, hit in turn by a d6; the treasure is found 1 in 20.  Over when nobody is left."""
    a, b = s
    alive = (a > 0) + (b > 0)
    if alive == 0:
        yield "dead", F(1)
        return
    yield "found", F(1, 20)
    for hit, p in ((True, S), (False, 5 * S)):
        yield ((a - (hit and a > 0), b) if a > 0 else (a, b - hit)), F(19, 20) * p


found = endless((2, 3), dying, lambda s: s if s in ("found", "dead") else None)["found"]
endless_case("before nobody is left", """
member "A" { hp = 2 }
member "B" { hp = 3 }
track "hp" { of = "member", min = 0, max = "own" }
event "found" {}
action "go" { default = true }
function act.go()
  if dice "1d20" == 1 then emit "found" {} return end
  local who = named("A").hp > 0 and named("A") or named("B")
  if dice "1d6" == 1 then
    lose(who, "hp")
    if who.hp == 0 then who.away = true end
  end
end""", ["--until", "found"], {"found": found})


def cards(s):
    """Six cards, two of them skulls.  Two skulls in a row end it; after the last card all are shuffled."""
    left, skulls, last = s
    for is_skull, p in ((True, F(skulls, left)), (False, 1 - F(skulls, left))):
        if p == 0:
            continue
        if is_skull and last:
            yield "doom", p
        elif left == 1:
            yield (6, 2, is_skull), p
        else:
            yield (left - 1, skulls - is_skull, is_skull), p


endless_case("two skulls running, from a deck", """
deck "fate" { cards = { "skull", "skull", "sun", "moon", "star", "tree" } }
track "skull" { start = false }
event "doom" {}
action "go" { default = true }
function act.go()
  local is = draw "fate" == "skull"
  if is and party.skull then emit "doom" {} end
  party.skull = is
  if #cards "fate" == 0 then shuffle "fate" end
end""", ["--until", "doom"], {"doom": endless((6, 2, False), cards, lambda s: s if s == "doom" else None)["doom"]})


def wander(s):
    """A step on a board of 8 by 8, from whose edge a step may lead nowhere."""
    x, y = s
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield (max(0, min(7, x + dx)), max(0, min(7, y + dy))), F(1, 4)


endless_case("a walk on a board", """
track "x" { start = 0, min = 0, max = 7 }
track "y" { start = 0, min = 0, max = 7 }
event "home" {}
action "go" { default = true }
function act.go()
  local way = dice "1d4"
  if way == 1 then gain "x" elseif way == 2 then lose "x" elseif way == 3 then gain "y" else lose "y" end
  if party.x == 7 and party.y == 7 then emit "home" {} end
end""", ["--until", "home"], {"home": endless((0, 0), wander, lambda s: "home" if s == (7, 7) else None)["home"]})
# The host notes which member a question was asked about, so that answers typed ahead find it; odds must not take states that
# differ in this note alone for two.
endless_case("a question of a member, each turn", """
member "A" {}
question "heed" { text = "Does {name} heed the bell?", default = true }
event "rung" {}
action "go" { by = "each", default = true }
function act.go(who)
  if ask("heed", who, { among = party }) and dice "1d1000" == 1 then emit "rung" {} end
end""", ["--until", "rung"], {"rung": (F(1), F(1000), F(999000))})
# Where rules read only the hour, odds without a limit must see that the second day is like the first.
for name, bell, noon in (("read", "step.bell()\n  local hour = clock.hour", 13), ("struck", "on.new_hour(hour)", 12)):
    endless_case(f"the hour alone, {name}", f"""
procedure.turn {{ lasts = "1 hour", {'"bell", ' if name == "read" else ""}"act", "time" }}
event "rung" {{}}
action "go" {{ default = true }}
function {bell}
  if hour == 12 and dice "1d1000" == 1 then emit "rung" {{}} end
end""", ["--until", "rung"], {"rung": (F(1), F(noon + 24 * 999), F(24**2 * 999000))})
# A 2 brings company, too, so that it is not waited for long: traces make more states each turn.
case("delving: the first encounter, among traces without end", "delving", "function rule.tire() rule.meet() end", ["--plan", "crawl", "--until",
     "encounter", "--before", "hazard.sign,encounter"], None, ever_encounter=1, takes_encounter=3, var_encounter=6, p50_encounter=2,
     **{"ever_hazard.signBEFOREencounter": F(1, 3)})
case("trespasser: how long until company", "trespasser", "", ["--plan", "advance", "--until", "encounter"], None,
     takes_encounter=endless(0, lambda a: [("met", min(F(a + 1, 10), F(1))), (a + 1, 1 - min(F(a + 1, 10), F(1)))], lambda s: s if s == "met" else None)["met"][1])

# --- several rolls in one step, where plays meet after each; and members who are alike; both with an end of play in the middle ---


def countdown(place, dice, event):
    """Returns a step in which the countdown at a place loses a roll; the first countdown to come to 0 ends play, with its event.
    dice: (face, chance) pairs.  A state is the three numbers, and the event that ended play or None."""
    def step(s):
        for face, p in dice:
            left = tuple(max(0, n - face) if i == place else n for i, n in enumerate(s[0]))
            yield (s if s[1] else ((), event) if left[place] == 0 else (left, None)), p
    return step


now = {((18, 14, 24), None): F(1)}
for _ in range(5):
    for roll in countdown(0, d(6), "summoned"), countdown(1, d(4), "drowned"), countdown(2, [(a + b, F(1, 16)) for a, b in product(range(1, 5), repeat=2)], "rescued"):
        after = defaultdict(F)
        for state, p in now.items():
            for other, q in roll(state):
                after[other] += p * q
        now = after
inline_case("three countdowns in one step", """
track "ritual" { start = 18, min = 0, empty = "summoned" }
track "flood" { start = 14, min = 0, empty = "drowned" }
track "help" { start = 24, min = 0, empty = "rescued" }
event "summoned" { ends = true }
event "drowned" { ends = true }
event "rescued" { ends = true }
action "wait" {}
function act.wait() lose("ritual", dice "1d6") lose("flood", dice "1d4") lose("help", dice "2d4") end
""", ["--plan", "wait"], 5, **{name: total(now, lambda s, name=name: s[1] == name) for name in ("summoned", "drowned", "rescued")})


def crew(s):
    """Five sailors lose heart.  A state is how many have 0, 1 and 2 hearts, or the end: a 6 is land; else, when three have no
    heart left, it is a mutiny."""
    if isinstance(s, str):
        yield s, F(1)
        return
    none, one, two = s
    for a in range(one + 1):
        for b in range(two + 1):
            p = comb(one, a) * comb(two, b) * F(1, 3) ** (a + b) * F(2, 3) ** (one + two - a - b)
            yield "land", p * S
            yield "mutiny" if none + a >= 3 else (none + a, one - a + b, two - b), p * 5 * S


days = by_turn((0, 0, 5), crew, 6)
inline_case("alike: play may end before the rest of a step", """
track "heart" { of = "member", start = 2, min = 0, max = 2 }
event "land" { ends = true }
event "mutiny" { ends = true }
member "A" {} member "B" {} member "C" {} member "D" {} member "E" {}
action "sail" {}
function act.sail()
  for who in each(party) do if dice "1d6" <= 2 then lose(who, "heart") end end
  if dice "1d6" == 6 then emit "land" {} end
  local n = 0
  for who in each(party) do if who.heart == 0 then n = n + 1 end end
  if n >= 3 then emit "mutiny" {} end
end
""", ["--plan", "sail"], 6, fewer_than=200, land=[t["land"] for t in days], mutiny=[t["mutiny"] for t in days])

# --- waits, races and loops without a limit of turns ---

inline_case("ever: three go away, each at even chances: the longest of three waits", """
event "empty" { ends = true }
member "A" {} member "B" {} member "C" {}
action "wait" {}
function act.wait()
  for who in each(party) do if dice "1d2" == 1 then who.away = true end end
  local n = 0
  for who in each(party) do n = n + 1 end
  if n == 0 then emit "empty" {} end
end
""", ["--plan", "wait", "--until", "empty"], None, ever_empty=1, takes_empty=F(22, 7))

inline_case("ever: two of a third before one of a sixth", """
track "got" { max = 2 }
event "won" {} event "lost" {}
action "try" {}
function act.try()
  local n = dice "1d6"
  if n == 1 then emit "lost" {} elseif n <= 3 then
    gain "got"
    if party.got == 2 then emit "won" {} end
  end
end
""", ["--plan", "try", "--until", "won,lost", "--before", "won,lost"], None, ever_wonBEFORElost=F(4, 9))

inline_case("a loop with a count: three throws or more until a six", """
event "long" {}
action "try" {}
function act.try()
  local n = 0
  repeat n = n + 1 until dice "1d6" == 6
  if n >= 3 then emit "long" {} end
end
""", ["--plan", "try"], 2, long=[F(25, 36), 1 - F(11, 36) ** 2])

inline_case("phases: every third turn is worse", """
event "hit" {}
action "wait" {}
function act.wait() if dice "1d10" <= (turn.number % 3 == 0 and 5 or 1) then emit "hit" {} end end
""", ["--plan", "wait"], 7, hit=1 - F(9, 10) ** 5 * F(1, 4))

inline_case("ever: phases without a limit", """
event "hit" {}
action "wait" {}
function act.wait() if dice "1d10" <= (turn.number % 3 == 0 and 5 or 1) then emit "hit" {} end end
""", ["--plan", "wait", "--until", "hit"], None, takes_hit=F(271, 100) / F(595, 1000))


def leaving(s):
    """A state is how many members have 2 hit points, and how many 1.  Each is hurt in a third of turns, and gone at 0."""
    two, one = s
    for a in range(two + 1):
        for b in range(one + 1):
            p = comb(two, a) * comb(one, b) * F(1, 3) ** (a + b) * F(2, 3) ** (two + one - a - b)
            yield (two - a, one + a - b), p


left = by_turn((4, 0), leaving, 4)
inline_case("alike: four who go away one by one", """
track "hp" { of = "member", start = 2, min = 0, max = 2 }
member "A" {} member "B" {} member "C" {} member "D" {}
action "wait" {}
function act.wait()
  for who in each(party) do
    if dice "1d6" <= 2 then lose(who, "hp") end
    if who.hp == 0 then who.away = true end
  end
end
""", ["--plan", "wait", "--measure", "hp=#party.members > 0 and sum(party,'hp') or 0"], 4,
            mean_hp=[mean(t, lambda s: 2 * s[0] + s[1]) for t in left])

inline_case("ever: a pool that shrinks by its sixes", """
track "pool" { start = 3, min = 0 }
event "spent" { ends = true }
action "try" {}
function act.try()
  lose("pool", dice(party.pool .. "d6=6"))
  if party.pool == 0 then emit "spent" {} end
end
""", ["--plan", "try", "--until", "spent"], None, takes_spent=18 - F(108, 11) + F(216, 91))

inline_case("ever: one of each of three", """
track "a" { max = 1 } track "b" { max = 1 } track "c" { max = 1 }
event "all" {}
action "draw" {}
function act.draw()
  local n = dice "1d3"
  gain(n == 1 and "a" or n == 2 and "b" or "c")
  if party.a + party.b + party.c == 3 then emit "all" {} end
end
""", ["--plan", "draw", "--until", "all"], None, takes_all=F(11, 2))

inline_case("ever: rich or broke", """
track "n" { start = 3, min = 0, max = 7 }
event "rich" { ends = true } event "broke" { ends = true }
action "play" {}
function act.play()
  if dice "1d3" == 1 then gain "n" else lose "n" end
  if party.n == 7 then emit "rich" {} elseif party.n == 0 then emit "broke" {} end
end
""", ["--plan", "play", "--until", "rich,broke", "--before", "rich,broke"], None, ever_richBEFOREbroke=F(7, 127), takes_richORbroke=9 - F(147, 127))

inline_case("ever: what another may end first", """
event "good" {} event "bad" { ends = true }
action "try" {}
function act.try() local n = dice "1d6" if n == 1 then emit "good" {} elseif n == 2 then emit "bad" {} end end
""", ["--plan", "try", "--until", "good"], None, ever_good=F(1, 2), never_good=F(1, 2), takes_good=3)

if __name__ == "__main__":
    sys.exit(main())
