#!/usr/bin/env python3
"""odds_corners.py SCONCE [NAME…] -- like odds_check.py: chances computed by hand of settings, mixed parties
and races in the five rulesets, and of procedures that keep lists, groups, clocks and queues."""
import sys
from collections import defaultdict
from fractions import Fraction as F
from itertools import product
from math import comb

from odds_case import HOME, PEACE, S, at_least, by_turn, case, chain, d, inline_case, main, mean, total

# --- delving ---


def hit_points_lost(deeds, turns):
    """Returns the hit points that a member loses who does these deeds in turn.  A 2 after any deed but rest tires the
    member; a tired member loses a point by every deed but rest."""
    does = [deeds[t % len(deeds)] for t in range(turns)]
    return sum(S for a, b in zip(does, does[1:]) if a == b == "go")


def searches(n):
    """Returns the chances of states after n lines; a state is (torch burns, a line is half done, turns).  A line takes one turn by
    torchlight and two by candle; an encounter interrupts it."""
    def step(s):
        lit, half, t = s
        if lit:
            yield (False, 0, t + 1), S
            yield (True, 0, t + 1), 5 * S
        elif half:
            yield (False, 0, t + 1), F(1)
        else:
            yield (False, 1, t + 1), S
            yield (False, 0, t + 2), 5 * S
    return chain((True, 0, 0), step, n)


HP = 'member "A" { hp = 9 }\nmember "B" { hp = 9 }\nmember "C" { hp = 9 }'
case("delving: three rest in turn", "delving", HP, ["--plan", "A rest + B crawl + C crawl; A crawl + B rest + C crawl; A crawl + B crawl + C crawl",
     "--measure", "a=named('A').hp", "--measure", "b=named('B').hp", "--measure", "c=named('C').hp"], 6,
     mean_a=9 - hit_points_lost(["rest", "go", "go"], 6), mean_b=9 - hit_points_lost(["go", "rest", "go"], 6), mean_c=9 - hit_points_lost(["go"], 6))
hurt = chain(5, lambda h: [(h, 5 * S)] + [(max(0, h - f), S * p) for f, p in d(4)], 3)
case("delving: fatigue of 1d4", "delving", 'setting.fatigue_damage = "1d4"\nmember "A" { hp = 5 }', ["--plan", "crawl", "--measure", "hp=named('A').hp",
     "--measure", "none=named('A').hp==0"], 4, none=hurt[0], mean_hp=mean(hurt, lambda h: h))
case("delving: fatigue that lands at the end", "delving", 'procedure.turn { "act", "weariness", "hazard", "time" }\nmember "A" { hp = 9 }', ["--plan", "crawl; crawl; rest",
     "--measure", "hp=named('A').hp"], 8, mean_hp=9 - hit_points_lost(["go", "go", "rest"], 8))
case("delving: only the latest trace", "delving", 'function rule.remember(what) party.near = { what } end', ["--plan", "crawl", "--measure", "near=#party.near==1"], 7,
     near=chain(0, lambda s: [(1, S), (0, S), (s, 4 * S)], 7)[1])
case("delving: a check by the last torch", "delving", 'member "A" { dex = 3, hp = 9 }', ["--first", "torches +1; light torch", "--plan",
     "crawl; crawl; A try dex 11"], 3, check__success=F(25, 36) * F(13, 20) + F(11, 36) * F(3, 20))
case("delving: races", "delving", args=["--plan", "crawl", "--before", "hazard.fatigue,hazard.sign", "--until", "hazard.encounter"], turns=9,
     **{"hazard.fatigueBEFOREhazard.sign": sum(F(1, 2)**k * S for k in range(9))})
case("delving: searches, by torch while it lasts", "delving", args=["--first", "torches +1; candles +1; light torch; light candle", "--plan", "search"], turns=3,
     mean_turn=mean(searches(3), lambda s: s[2]), mean_hazard=mean(searches(3), lambda s: s[2]))
case("delving: half the way in the dark", "delving", "function rule.covers(how) return rule.dark() and how.distance / 2 or how.distance end", ["--first", "torches +1; light torch", "--plan", "crawl",
     "--measure", "m=amount(party.walked,'m')"], 4, mean_m=sum(18 + 18 * (5 * S)**t for t in range(4)))

# --- dungeon-turn ---
worn = "named('%s').weariness=='exhausted'"
case("dungeon-turn: one rests in three, one never", "dungeon-turn", PEACE + 'member "A" {}\nmember "B" {}', ["--first", "delve", "--plan",
     "A walk + B walk; A walk + B walk; A rest + B walk", "--measure", "a=" + worn % "A", "--measure", "b=" + worn % "B"], 9, a=at_least(5, 2, S), b=at_least(8, 2, S))
case("dungeon-turn: what the kind turns spare", "dungeon-turn", PEACE + "setting.grace = 3\nchart.hazard.effect.late = nil", ["--first", "delve", "--plan", "walk"], 5,
     mean_hazard__effect=5 * S, mean_hazard__depletion=2 * S, mean_hazard__free=1 + 2 * S)
case("dungeon-turn: out and in again", "dungeon-turn", PEACE + "setting.grace = 1", ["--first", "delve", "--plan", "walk; walk; out; delve; walk"], 5,
     mean_hazard__free=1 + S)
case("dungeon-turn: no way home is harder than 20", "dungeon-turn", PEACE + 'member "A" { hp = 200, str = 4 }', ["--first", "delve", "--policy",
     "POLICY:" + HOME.replace("length = 2, rooms = 3", "length = 5, rooms = 9") % "dangerous", "--measure", "hp=named('A').hp"], 1, mean_hp=179, check__success=F(1, 4))
fights = chain((False, 0, 0), lambda s: [((False, s[1], s[2]), F(1))] if s[0] else [((True, s[1] + 1, s[2] + 1), F(1, 72)), ((False, s[1] + 1, s[2]), F(71, 72))], 6)
case("dungeon-turn: fights", "dungeon-turn", "", ["--first", "delve", "--policy", 'POLICY:return function() return turn.procedure == "combat" and "over" or "walk" end'], 6,
     mean_hazard=mean(fights, lambda s: s[1]), mean_enter=mean(fights, lambda s: s[2]))
case("dungeon-turn: half an hour of rest, to the brim", "dungeon-turn", PEACE + 'setting.rest_turns = 2\nmember "A" { hp = "18/20", str = -1 }', ["--first", "delve",
     "--plan", "rest hour", "--measure", "hp=named('A').hp"], 1, mean_hp=18 + (5 * S)**2 * F(13, 8))
case("dungeon-turn: a rest cures", "dungeon-turn", PEACE + 'function act.rest(who) rule.recover(who) end\nmember "A" {}', ["--first", "delve", "--plan", "walk; walk; rest",
     "--measure", "a=named('A').weariness~='fresh'"], 8, a=F(11, 36))

# --- dungeon-exploration ---
TIRES = 'question.fatigue.always = "%s"\n'
LIT = ["--first", "torches +2; light torch A; light torch B", "--plan", "cautious"]
case("dungeon-exploration: two torches, the older goes", "dungeon-exploration", TIRES % "rest" + 'member "A" {}\nmember "B" {}', LIT + ["--measure", "lit=#burning()"], 5,
     is_lit_1=4 * S * (5 * S)**3, is_lit_0=at_least(4, 2, S))
case("dungeon-exploration: both at once", "dungeon-exploration", TIRES % "rest" + 'function rule.gutter() for torch in each(burning "torch") do rule.sputter(torch) end end\nmember "A" {}\nmember "B" {}', LIT +
     ["--measure", "dark=#burning()==0"], 4, dark=1 - (5 * S)**3)
case("dungeon-exploration: oil that runs low", "dungeon-exploration", TIRES % "rest" + '''setting.rest_every = 0
member "A" {}
function rule.run_low(lantern) if lantern.left > 6 then lantern.left = lantern.left - 6 else put_out(lantern, "runs dry") end end''',
     ["--first", "flasks +1; light lantern", "--plan", "cautious", "--measure", "dark=#burning()==0"], 12, dark=at_least(12, 4, S))
case("dungeon-exploration: one sits down after six", "dungeon-exploration", TIRES % "save" + 'member "A" { con = 1, darkvision = true }\nmember "B" { con = -2, darkvision = true }',
     ["--plan", "cautious; cautious; cautious; cautious; cautious; cautious; A rest + B cautious", "--measure", "a=named('A').fatigue==0", "--measure", "b=named('B').fatigue==0"], 7,
     a=(1 - S / 2)**6, b=(1 - S * F(13, 20))**7 * F(7, 20))
setback = F(sum(1 for f, g in product(range(1, 21), range(1, 7)) if f + 1 - g >= 12), 120)
case("dungeon-exploration: saves in the dark", "dungeon-exploration", TIRES % "save" + 'member "A" { con = 1 }', ["--plan", "cautious", "--measure", "f=named('A').fatigue"], 5,
     mean_f=5 * S * (1 - setback))
tires = chain(0, lambda f: [(f, 5 * S), (f + 1, S * F(9 + f, 20)), (f, S * F(11 - f, 20))], 4)
case("dungeon-exploration: the tired tire sooner", "dungeon-exploration", TIRES % "save" + 'setting.fatigue_effect = "published"\nmember "A" { con = 2, darkvision = true }',
     ["--plan", "cautious", "--measure", "f=named('A').fatigue"], 4, mean_f=mean(tires, lambda f: f), is_f_2=tires[2])
case("dungeon-exploration: the way by the last torch", "dungeon-exploration", TIRES % "save" + 'member "A" {}', ["--first", "torches +1; light torch", "--plan", "cautious",
     "--measure", "yd=amount(party.walked,'yd')"], 4, mean_yd=sum(45 + 45 * (5 * S)**t for t in range(4)))

# --- trespasser ---


def hide_chances(mods, dc):
    """Returns the chances that a group hides without and with a spark: half must succeed, and a 20 counts twice."""
    plain = spark = 0
    for faces in product(range(1, 21), repeat=len(mods)):
        good = [f for f, m in zip(faces, mods) if f + m >= dc]
        if 2 * len(good) >= len(mods):
            best = len(good) + good.count(20) - (len(mods) - len(good)) >= 2
            spark, plain = spark + best, plain + (not best)
    return F(plain, 20**len(mods)), F(spark, 20**len(mods))


def rounds(n, plan, hides=(0, 0), alarm=0, loud=0):
    """Returns the chances of states (alarm, whether somebody was met, round) after n rounds."""
    def step(s):
        a, met, k = s
        way, p = plan[k % len(plan)], F(0)
        if way == "hide":
            p = 1 - sum(hides)
            yield (max(0, a - 2), met, k + 1), hides[0]
            yield (max(0, a - 3), met, k + 1), hides[1]
        else:
            b = a + (way != "backtrack")
            p = F(min(b, 10), 10) if way != "stay" else p
            yield (b + loud, met, k + 1), 1 - p
        yield (0, True, k + 1), p
    return chain((alarm, False, 0), step, n)


def alarms(name, house, deeds, n, now):
    case("trespasser: " + name, "trespasser", house, ["--plan", deeds, "--measure", "alarm=party.alarm", "--measure", "quiet=party.alarm==0"], n,
         encounter=total(now, lambda s: s[1]), mean_alarm=mean(now, lambda s: s[0]), quiet=total(now, lambda s: s[0] == 0))


UNLIKE = 'member "A" { agility = 2 }\nmember "B" { agility = 3, stealth = 2 }\n'
alarms("the nimble and the slow hide", UNLIKE, "advance; hide", 4, rounds(4, ["advance", "hide"], hide_chances([2, 5], 12)))
alarms("three hide where it is easy", UNLIKE + 'member "C" {}\ntrack.tier.start = 0\ntrack.alarm.start = 4', "hide", 1, rounds(1, ["hide"], hide_chances([2, 5, 0], 10), alarm=4))
alarms("there and back", "", "advance; backtrack; stay", 7, rounds(7, ["advance", "backtrack", "stay"]))
alarms("from an alarm of five", "track.alarm.start = 5", "advance", 4, rounds(4, ["advance"], alarm=5))
alarms("a loud way", 'setting.loud = 2\nmember "A" {}', "advance + A batter", 2, rounds(2, ["advance"], loud=2))
case("trespasser: two lights, of two qualities", "trespasser", 'light.torch.quality = "superior"', ["--first", "torches +1; oil +1; light torch; light lantern",
     "--plan", "stay", "--measure", "dark=#burning()==0"], 4, light_out__torch=1 - F(3, 4)**4, dark=(1 - F(3, 4)**4) * (1 - F(2, 3)**4))
case("trespasser: lights are looked at before the way", "trespasser", args=["--first", "torches +1; light torch", "--plan", "advance", "--before", "encounter,light_out"],
     turns=4, **{"encounterBEFORElight_out": sum(F(2, 3)**k * p for k, p in ((1, F(1, 10)), (2, F(9, 50)), (3, F(27, 125)), (4, F(126, 625))))})
case("trespasser: improvised picks, and a listener", "trespasser", 'question.sound.always = "a scrape"\nmember "A" { agility = 1, tinkering = 2 }\nmember "B" { intellect = 3 }',
     ["--plan", "stay + A pick improvise + B listen door"], 2, mean_check__success=2 * (F(8, 20) + F(14, 20)))

# --- travel-turn ---


def venom(stages):
    """Odds of the constitution left after a failed first check and `stages` more at a disadvantage; a failure costs d6, a natural 1 twice that."""
    def step(con):
        p, one = 1 - F(10 + (con - 10) // 2, 20)**2, 1 - F(19, 20)**2
        yield con, 1 - p
        for f, q in d(6):
            yield max(0, con - f), (p - one) * q
            yield max(0, con - 2 * f), one * q
    return chain(10, step, stages)


case("travel-turn: races", "travel-turn", args=["--plan", "travel", "--before", "travel.nothing,travel.terrible", "--before", "travel.soon,travel.nearer"], turns=5,
     **{"travel.nothingBEFOREtravel.terrible": (1 - F(9, 10)**5) / 2, "travel.soonBEFOREtravel.nearer": sum(F(1, 10)**k * F(9, 20) for k in range(5))})
case("travel-turn: the threat", "travel-turn", 'track "threat" {}\nlocal usual = rule.nearer\nfunction rule.nearer() gain "threat" usual() end', ["--plan", "travel", "--measure", "t=party.threat"], 5, mean_t=F(9, 4), is_t_5=F(9, 20)**5)
case("travel-turn: two of unlike endurance", "travel-turn", 'member "A" { con = 8, darksight = "heat" }\nmember "B" { con = 12, darksight = "heat" }',
     ["--plan", "travel", "--measure", "a=named('A').exhausted", "--measure", "b=named('B').exhausted"], 10, a=1 - F(9, 20) * F(8, 20), b=0)
case("travel-turn: home, arduous", "travel-turn", 'member "A" { str = 18, proficient = { "str" }, load = 10 }\nmember "B" { str = 16, proficient = { "str" }, load = 12 }',
     ["--first", "torches +1; light torch", "--policy", 'POLICY:return { line = function() return "home 4 arduous" end }',
      "--measure", "a=named('A').load", "--measure", "b=named('B').load"], 1, mean_a=10 - F(7, 5), mean_b=12 - F(9, 5))
TWO = 'member "A" { dex = 14 }\nmember "B" { dex = 8 }'
case("travel-turn: the slowest gives chase", "travel-turn", TWO, ["--first", "torches +1; light torch", "--plan", "chase 35 uneven"], 1, check__success=F(2, 5))
case("travel-turn: each gives chase", "travel-turn", TWO, ["--first", "torches +1; light torch", "--plan", "A chase 35 uneven + B chase 35 uneven"], 1,
     mean_check__success=F(19, 20), check__success=1 - F(9, 20) * F(12, 20))
three = [sum(f) for f in product(range(1, 7), repeat=3)]
case("travel-turn: healed to the brim", "travel-turn", 'member "A" { hp = "5/15" }', ["--plan", "heal A 3d6", "--measure", "hp=named('A').hp"], 1,
     mean_hp=F(sum(min(15, 5 + n) for n in three), 216), is_hp_15=F(sum(n >= 10 for n in three), 216))
case("travel-turn: loot by the die", "travel-turn", 'function rule.loot(hd) return hd * dice("1d20", "loot") end\nmember "A" {}', ["--plan", "loot 3", "--measure", "g=sum(party,'gp')"], 1, mean_g=F(63, 2), is_g_6=F(1, 20))
case("travel-turn: an hour after noon", "travel-turn", args=["--plan", "clock 1 12", "--measure", "h=clock.hour"], turns=1, mean_h=F(31, 2), is_h_18=S)
for hours in (2, 4):
    now = venom(hours // 2)
    case(f"travel-turn: venom, {hours} hours", "travel-turn", 'member "A" { con = 10 }', ["--first", "torches +9; light torch", "--plan", "A infect venom" + "; wait" * hours,
         "--measure", "con=named('A').con", "--measure", "dead=named('A').dead"], 1 + hours, mean_con=5 + mean(now, lambda c: c) / 2, dead=now[0] / 2)
case("travel-turn: three days, or fewer", "travel-turn", 'track.every.start = "day"\nmember "A" {}', ["--plan", "march open 3"], 1,
     mean_travel=1 + F(19, 20) + F(19, 20)**2, travel__terrible=1 - F(19, 20)**3)
case("travel-turn: too much on the back", "travel-turn", 'member "A" { str = 10, dex = 14, load = 11 }', ["--first", "torches +1; light torch", "--plan", "A try dex 14"], 1,
     check__success=F(9, 20)**2)

# --- procedures written here ---
WEAR = {3: 8, 2: 6, 1: 4}  # step of a usage die -> its sides; at step 0 it is used up


def after_use(low, s):
    """Returns each step of a usage die at step s after a use, with its chance; a roll of 1 to low takes it down one step."""
    return ((s - 1, F(low, WEAR[s])), (s, 1 - F(low, WEAR[s]))) if s else ((0, F(1)),)


ropes = chain((3, 2), lambda s: [((a, b), p * q) for a, p in after_use(1, s[0]) for b, q in after_use(2, s[1])], 6)
inline_case("a usage die each", """
member "A" {}
member "B" { rope = "d6" }
track "rope" { of = "member", steps = { "gone", "d4", "d6", "d8" }, start = "d8" }
event "worn" {}
action "go" { default = true }
function act.go()
  local _, down = use(named "A", "rope", 1)
  if down then emit "worn" {} end
  use(named "B", "rope", 2)
end""", ["--measure", "both=count(party,function(w) return w.rope=='gone' end)==2", "--measure", "sides=sum(party,function(w) return sides(w.rope) end)"], 6,
    both=ropes[0, 0], mean_sides=mean(ropes, lambda s: WEAR.get(s[0], 0) + WEAR.get(s[1], 0)), mean_worn=3 - mean(ropes, lambda s: s[0]))


def exploding_totals(left):
    """Returns {total: probability} of a d6 that explodes on a 6, at most `left` times."""
    now = {f: S for f in range(1, 6)}
    if not left:
        return {**now, 6: S}
    for n, p in exploding_totals(left - 1).items():
        now[6 + n] = p * S
    return now


burst, twice = exploding_totals(2), defaultdict(F)
for a, b in product(burst, repeat=2):
    twice[a + b] += burst[a] * burst[b]
inline_case("a six goes on, thrice at most", """
event "ten" {}
track "hoard" {}
action "go" { default = true }
function act.go()
  local n, left = 0, 2
  repeat local f = dice "1d6" n = n + f left = left - 1 until f < 6 or left < 0
  gain("hoard", n)
  if n >= 10 then emit "ten" {} end
end""", ["--measure", "h=party.hoard"], 2, ten=1 - (1 - total(burst, lambda n: n >= 10))**2, mean_h=2 * mean(burst, lambda n: n), is_h_14=twice[14])
inline_case("roll under, and the tired no better", """
member "A" { wits = 12 }
member "B" { wits = 7 }
track "tired" { of = "member", start = false }
event "fell" {}
action "go" { by = "each", default = true }
function act.go(who)
  if not check(who, "wits", nil, { under = true, adv = who.tired and 0 or 1 }) then set(who, "tired", true) emit "fell" {} end
end
function on.check(c) if c.who.name == "B" then c.add = c.add + 2 end end""", ["--measure", "n=count(party,'tired')"], 2,
    mean_n=2 - F(336, 400)**2 - F(279, 400)**2, mean_fell=sum((1 - x) * (1 + x) + (1 - x) * (1 - y) for x, y in ((F(336, 400), F(12, 20)), (F(279, 400), F(9, 20)))))
inline_case("cards, two a turn", """
deck "cards" { cards = { "ace", "ace", "king", "two", "three", "four", "five" } }
track "hand" { start = {} }
event "pair" {}
action "go" { default = true }
function act.go()
  for _ = 1, 2 do local c = draw "cards" if c then gain("hand", c) end end
  if count(party.hand, "ace") == 2 then emit "pair" {} end
end""", ["--measure", "left=#cards 'cards'", "--measure", "king=has(party.hand,'king')"], 2,
    pair=F(comb(5, 2), comb(7, 4)), mean_left=3, king=F(4, 7), cards__ace=1 - F(comb(5, 4), comb(7, 4)))
ticks = lambda s: [((0, s[1] + 1) if s[0] + t >= 6 else (s[0] + t, s[1]), p) for t, p in ((1, F(1, 2)), (2, F(1, 3)), (3, S))]
clock = chain((0, 0), ticks, 7)
inline_case("a clock of six segments", """
track "segments" { max = 6 }
event "full" { stops = true }
action "go" { default = true }
function act.go() local f = dice "1d6" gain("segments", f <= 3 and 1 or f <= 5 and 2 or 3) end
function on.segments(_, was, now) if now == 6 and was < 6 then emit "full" {} set("segments", 0) end end""", ["--measure", "c=party.segments"], 7,
    full=total(clock, lambda s: s[1] > 0), mean_full=mean(clock, lambda s: s[1]), mean_c=mean(clock, lambda s: s[0]))
inline_case("two groups, who meet again", """
member "A" {}
member "B" {}
track "finds" {}
track "doom" { of = "campaign", max = 9 }
event "met" {}
action "seek" {}
action "part" { turns = 0 }
action "join" { turns = 0 }
function act.seek() if dice "1d3" == 1 then gain "finds" end if dice "1d6" == 1 then gain "doom" end end
function act.part() split { named "B" } end
function act.join() for g in each(groups()) do if g ~= party then meet(g) end end end
function on.meet(into, from) set(into, "finds", into.finds + from.finds) emit "met" {} end""",
    ["--plan", "seek; part; seek; with B; seek; with A; join; seek", "--measure", "f=party.finds", "--measure", "calm=campaign.doom==0"], 8,
    mean_f=F(5, 3), calm=(5 * S)**4, met=1)
wins = F(sum(1 for a, b in product(range(1, 21), repeat=2) if a + 3 > b + 1), 400)
duel = chain(0, lambda s: [(s, F(1))] if abs(s) == 2 else [(s + 1, wins), (s - 1, 1 - wins)], 6)
inline_case("a duel", """
member "A" { might = 3 }
track "lead" {}
event "won" {}
event "lost" {}
action "fight" { default = true }
function act.fight()
  if math.abs(party.lead) == 2 then return end
  if contest(named "A", "might", { name = "ghoul", might = 1 }, "might") then gain "lead" else lose "lead" end
  if party.lead == 2 then emit "won" {} elseif party.lead == -2 then emit "lost" {} end
end""", ["--measure", "l=party.lead", "--before", "won,lost"], 6, lost=duel[-2], mean_l=mean(duel, lambda s: s), wonBEFORElost=duel[2])


def deeper(s):
    """A state is (depth, whether the king came, hordes, whether `many` came).  A turn rolls a d6 plus the depth; for
    ghouls (4 to 6) it then rolls a d4 plus depth - 1, where 5 or more is a horde, which adds one to the depth."""
    depth, king, hordes, many = s
    for f, g in product(range(1, 7), range(1, 5)):
        pack = 4 <= f + depth <= 6
        horde = pack and g + depth - 1 >= 5
        yield (depth + 1 + horde, king or f + depth >= 7, hordes + horde, many or pack and not horde), F(1, 24)


deep = chain((1, False, 0, False), deeper, 3)
inline_case("past the end of a chart, and a chart in a chart", """
track "depth" { start = 1 }
chart "deep" { die = "1d6", { "1-3", "rats" }, { "4-6", "ghouls", rule.pack }, { "7+", "king" } }
chart "pack" { die = "1d4", { "1", "lone" }, { "2-4", "many" }, { "5+", "horde", function() gain "depth" end } }
action "go" { default = true }
function act.go() roll("deep", nil, { add = party.depth }) gain "depth" end
function rule.pack() roll("pack", nil, { add = party.depth - 1 }) end
function on.pack(r) if r.row.name == "lone" then r.row = chart.pack.many end end""", ["--measure", "d=party.depth"], 3,
    deep__king=total(deep, lambda s: s[1]), mean_pack__horde=mean(deep, lambda s: s[2]), mean_d=mean(deep, lambda s: s[0]), pack__many=total(deep, lambda s: s[3]))
queue = chain(("", 0), lambda s: [((s[0][1:], s[1] + s[0].startswith("x")), F(1, 4))] + [((s[0] + c if len(s[0]) < 3 else s[0], s[1]), p) for c, p in (("x", F(1, 2)), ("y", F(1, 4)))], 6)
inline_case("a queue", """
track "line" { start = {} }
event "served" {}
action "go" { default = true }
function act.go()
  local f = dice "1d4"
  if f == 4 then
    if party.line[1] == "x" then emit "served" {} end
    table.remove(party.line, 1)
  elseif #party.line < 3 then table.insert(party.line, f == 3 and "y" or "x") end
end""", ["--measure", "n=#party.line", "--measure", "y=party.line[1]=='y'"], 6,
    mean_served=mean(queue, lambda s: s[1]), mean_n=mean(queue, lambda s: len(s[0])), y=total(queue, lambda s: s[0].startswith("y")))


def poisoned(s):
    """A state is (turns until the venom acts, how often it has acted).  Without a venom a new one begins half of the time."""
    left, ill = s
    for l, p in ((2, F(1, 2)), (0, F(1, 2))) if left == 0 else ((left, F(1)),):
        yield (max(0, l - 1), ill + (l == 1)), p


ill = lambda n, so: total(chain((0, 0), poisoned, n), lambda s: s[1] >= so)
inline_case("venom, a ladder and a text", """
member "A" {}
timer "venom" { of = "member", lasts = "20 minutes" }
track "state" { of = "member", steps = { "well", "ill", "dying", "dead" } }
track "word" { start = "calm" }
action "go" { default = true }
function act.go()
  local a = named "A"
  if not running("venom", a) and dice "1d2" == 1 then start("venom", a) end
  if a.state == "dying" then party.word = "fear" end
end
function on.venom(who) gain(who, "state") end""", ["--measure", "dead=named('A').state=='dead'", "--measure", "fear=party.word=='fear'"], 7, dead=ill(7, 3), fear=ill(6, 2))
inline_case("somebody joins while somebody is there", """
member "A" {}
track "pay" { of = "member", start = 1, min = 0 }
event "gone" {}
action "go" { default = true }
function act.go() for who in each(party) do if dice "1d4" == 1 then lose(who, "pay") end end end
function on.turn_end() for who in each(party) do if who.pay == 0 then who.away = true emit "gone" {} end end end""",
    ["--plan", "go; add Nim pay=2; go; go", "--measure", "n=count(party)"], 4, mean_n=F(3, 4)**3 + F(3, 4) * F(15, 16), gone=1 - F(3, 4)**3 * F(15, 16))
sack = chain((2, 3), lambda s: [((s[0] - 1, s[1]), F(2 * s[0], 2 * s[0] + s[1]))] * (s[0] > 0) + [((s[0], s[1] - 1), F(s[1], 2 * s[0] + s[1]))] * (s[1] > 0), 3)
inline_case("weights of a list that shrinks", """
track "sack" { start = { { name = "ruby", w = 2 }, { name = "ruby", w = 2 }, { name = "coal", w = 1 }, { name = "coal", w = 1 }, { name = "coal", w = 1 } } }
event "ruby" {}
event "coal" {}
action "go" { default = true }
function act.go() local it = pick(party.sack, "take", "w") emit(it.name, {}) lose("sack", it) end""", ["--measure", "left=count(party.sack,function(x) return x.name=='coal' end)"], 3,
    mean_left=mean(sack, lambda s: s[1]), coal=1 - total(sack, lambda s: s[1] == 3), mean_ruby=mean(sack, lambda s: 2 - s[0]))
inline_case("what strikes by the hour, and a track called number", """
event "bell" {}
track "number" {}
action "go" { default = true }
action "sleep" {}
function act.sleep() pass "50 minutes" end
function on.new_hour() emit "bell" {} if dice "1d2" == 1 then gain "number" end end
function on.new_day() emit "bell" {} end""", ["--plan", "go; sleep", "--measure", "n=party.number"], 4, mean_bell=2, mean_n=1, is_n_2=F(1, 4))
shame = chain(0, lambda s: [(min(6, s + k), p) for k, p in ((0, F(300, 400)), (1, F(75, 400)), (2, F(25, 400)))], 3)
inline_case("all the party has, gone through", """
track "steps" { tally = true }
event "three" {}
event "late" {}
action "go" { default = true }
function act.go()
  gain("steps", dice "1d2")
  for k, v in pairs(party) do if k == "steps" and v == 3 then emit "three" {} elseif k == "now" and v == 1200 then emit "late" {} end end
  for k, v in pairs(turn) do if k == "number" and v == 2 then emit "late" {} end end
end""", turns=3, three=F(1, 2) + F(1, 8), mean_late=2)
inline_case("by how much", """
member "A" { might = 2 }
track "shame" { max = 6 }
event "best" {}
action "go" { default = true }
function act.go()
  local ok, c = check(named "A", "might", 13, { adv = 1 })
  if c.natural >= 19 then emit "best" {} end
  if not ok then gain("shame", 13 - c.total > 5 and 2 or 1) end
end""", ["--measure", "s=party.shame"], 3, mean_s=mean(shame, lambda s: s), best=1 - F(324, 400)**3)


def forced(s):
    """A door holds on a 1 or 2: the line is refused, its dice are taken back, and the next line of the plan is played."""
    at, sneaks, doors, stuck = s
    if at == 1:
        return [((0, sneaks + 1, doors, stuck), F(1))]
    return [((0, sneaks + 1, doors, stuck), F(1, 3)), ((1, sneaks, doors + 1, True), S), ((1, sneaks, doors + 1, stuck), F(1, 2))]


doors = chain((0, 0, 0, False), forced, 5)
inline_case("refused after the dice", """
track "gold" { min = 0 }
track "doors" {}
event "stuck" {}
action "force" {}
action "sneak" {}
function act.force()
  local n = dice("1d6", "the door")
  if n <= 2 then refuse "It does not budge." end
  if n == 3 then emit "stuck" {} end
  gain "doors"
end
function act.sneak() gain("gold", dice "1d6") end""", ["--plan", "force; sneak", "--measure", "g=party.gold", "--measure", "d=party.doors"], 5,
    stuck=total(doors, lambda s: s[3]), mean_g=F(7, 2) * mean(doors, lambda s: s[1]), is_d_2=total(doors, lambda s: s[2] == 2))


def shaken(s):
    """A turn of a pool of n dice.  Every third turn the pool is rolled, with at least one die, and keeps its dice.  Then it
    gets one die more; at six it is rolled and emptied.  one, two: whether a roll has ever shown a one, or two of them."""
    n, t, one, two = s
    sizes = [max(1, n)] if t % 3 == 2 else []
    if n == 5:
        sizes.append(6)
    now = [(one, two, F(1))]
    for size in sizes:
        ones = [(k, comb(size, k) * S**k * (1 - S)**(size - k)) for k in range(size + 1)]
        now = [(a or k > 0, b or k > 1, p * q) for a, b, p in now for k, q in ones]
    for a, b, p in now:
        yield ((n + 1) % 6, t + 1, a, b), p


pools = by_turn((0, 0, False, False), shaken, 8)
inline_case("a pool that grows", """
track "tension" { min = 0, max = 6 }
procedure.turn:after("act", "fill")
event "trouble" {}
event "worse" {}
action "slow" {}
action "rash" {}
function rule.shake(n)
  local ones = dice(n .. "d6=1", "tension")
  if ones >= 1 then emit "trouble" {} end
  if ones >= 2 then emit "worse" {} end
end
function act.rash() rule.shake(math.max(1, party.tension)) end
function step.fill() gain "tension" if party.tension == 6 then rule.shake(6) set("tension", 0) end end""", ["--plan", "slow; slow; rash", "--measure", "n=party.tension"], 8,
    trouble=[total(t, lambda s: s[2]) for t in pools], worse=[total(t, lambda s: s[3]) for t in pools], is_n_2=1)


def explode_within(limit, n=0, p=F(1)):
    """Yields each total of a d6 and its probability; a six adds another roll while the total is at most limit."""
    for face in range(1, 7):
        if face < 6 or n + 6 > limit:
            yield n + face, p * S
        else:
            yield from explode_within(limit, n + 6, p * S)


def under(s):
    """A state is (what is left on the clock, whether it was ever late, whether the shadow ever came)."""
    clock, met, shadow = s
    for n, p in explode_within(clock):
        left = 20 if n > clock else clock - n or 3
        yield (left, met or n > clock, shadow or left == 3), p


clocks = by_turn((20, False, False), under, 6)
inline_case("a clock that must be hit, and sixes that go on", """
track "clock20" { start = 20, max = 20 }
event "late" { stops = true }
event "shadow" { stops = true }
action "go" { default = true }
function act.go()
  local n = 0
  repeat local face = dice "1d6" n = n + face until face < 6 or n > party.clock20
  local left = party.clock20 - n
  if left < 0 then emit "late" {} left = 20 elseif left == 0 then left = 3 end
  if left == 3 then emit "shadow" {} end
  set("clock20", left)
end""", ["--measure", "c=party.clock20"], 6, late=[total(t, lambda s: s[1]) for t in clocks], shadow=[total(t, lambda s: s[2]) for t in clocks],
    mean_c=mean(clocks[-1], lambda s: s[0]))
start = defaultdict(F)
for (a, p), (b, q), (c, r), (e, z) in product(d(4), d(4), d(3), d(2)):
    start[max(0, a + b + (c == 1) - e)] += p * q * r * z
inline_case("what is rolled in the first turn", """
track "luck" { min = 0 }
event "omen" {}
function on.turn_start()
  if turn.number > 1 then return end
  set("luck", dice "2d4")
  if dice "1d3" == 1 then gain "luck" emit "omen" {} end
end
action "go" { default = true }
function act.go() lose("luck", dice "1d2") end""", ["--measure", "l=party.luck"], 1, omen=F(1, 3), is_l_4=start[4], mean_l=mean(start, lambda n: n))
LOW = [F(13 - 2 * f, 36) for f in range(1, 7)]  # by face: the chance that it is the lower of two d6


def fallen(s):
    """One turn from state s: the states after it, with their chances.  A has 2 hit points, B has 3.  The plan is "A rest +
    B crawl; both rest; run"; once somebody has fallen only "run" can be done.  A 2 tires both unless both rest; whoever is
    tired and does not rest loses 1d2.  A 3 burns the torch out; the next is lit while the candle burns; running blows the
    candle out; an encounter comes in the dark."""
    hp, tired, torch, candle, stock, at, met = s
    if not any(hp):
        yield s, F(1)
        return
    line = at if all(hp) or at == 2 else 2
    rests = [(0,), (0, 1), ()][line]
    hurt = [i for i in (0, 1) if hp[i] and tired[i] and i not in rests]
    for lost in product((1, 2), repeat=len(hurt)):
        left = list(hp)
        for i, n in zip(hurt, lost):
            left[i] = max(0, left[i] - n)
        here = [i for i in (0, 1) if left[i]]
        lit = candle and not (line == 2 and here)
        for face, p in enumerate(LOW, 1):
            again = face == 3 and torch and lit and stock > 0
            burns = torch and (face != 3 or again)
            weary = tuple(face == 2 and i in here and not all(j in rests for j in here) for i in (0, 1))
            comes = face == 1 or face == 3 and not burns and not lit
            yield (tuple(left), weary, burns, lit, stock - again, (line + 1) % 3, met or comes), p / 2**len(hurt)


two = by_turn(((2, 3), (False, False), True, True, 1, 0, False), fallen, 8)
case("delving: one of two falls, and the plan goes on without", "delving", '''chart.hazard.die = "2d6kl1"
question.relight.always = function() return #burning() > 0 end
question.at_zero.always = "dead"
function rule.spared() return #doers "rest" == count(party) end
setting.fatigue_damage = "1d2"
member "A" { hp = 2 }
member "B" { hp = 3 }
local usual = rule.burn
function rule.burn() usual() if rule.dark() then rule.meet() end end''', ["--first", "torches +2; candles +1; light torch A; light candle B", "--plan",
     "A rest + B crawl; A rest + B rest; run", "--measure", "a=named('A').hp", "--measure", "b=named('B').hp==0", "--measure", "dark=#burning()==0"], 8,
     encounter=[total(t, lambda s: s[6]) for t in two], b=[total(t, lambda s: s[0][1] == 0) for t in two], mean_a=mean(two[-1], lambda s: s[0][0]),
     dark=[total(t, lambda s: not (s[2] or s[3])) for t in two])


def dread(s):
    """A d4 brings a dread of 1 to 4.  Each of three keeps their nerve on a d2, till somebody loses it.  From the third turn on the
    dread of this turn counts: a 4 is a scream, in the turn after one as well.  The dread is told by how often it was above 2."""
    turn, lost, screams, high, last = s
    for n in range(1, 5):
        for k in range(4):
            now = lost | (k > 0)
            scream = now and turn >= 2 and (n == 4 or last)
            yield (turn + 1, now, screams + scream, high + (n > 2), scream), F(comb(3, k), 8 * 4)


dreads = by_turn((0, False, 0, 0, False), dread, 5)
inline_case("a track of the turn that is read late, added to and gone through", """
member "A" {}
member "B" {}
member "C" {}
track "dread"  { of = "turn" }
track "shown"  { of = "turn", start = "" }
track "count"  { of = "turn", start = {} }
track "lost"   { start = false }
track "scream" { start = false }
track "round"  { max = 2 }
event "screams" {}
event "high" {}
procedure.turn { "act", "fate", "nerve", "loud", "all", "time" }
action "go" { default = true }
function step.fate()
  turn.dread = dice "1d4"
  turn.shown = "dread " .. turn.dread
  turn.count = { turn.dread }
end
function step.nerve(who)
  if dice "1d2" == 1 then set("lost", true) end
end
function step.loud()
  gain("dread", 1)
  turn.shown = "told"
  table.insert(turn.count, 5)
  local was = party.scream
  party.scream = false
  if party.lost and party.round == 2 and (turn.dread == 5 or was) then
    party.scream = true
    emit "screams" {}
  end
  gain "round"
end
function step.all()
  local n = 0
  for key, v in pairs(turn) do if key == "dread" and v > 3 then n = n + 1 end end
  if n > 0 and turn.shown == "told" and #turn.count == 2 and turn.count[1] > 2 then emit "high" {} end
end""", ["--measure", "most=turn.dread"], 5,
     screams=[total(t, lambda s: s[2] > 0) for t in dreads], mean_screams=[mean(t, lambda s: s[2]) for t in dreads],
     high=[total(t, lambda s: s[3] > 0) for t in dreads], mean_high=[mean(t, lambda s: s[3]) for t in dreads], mean_most=F(7, 2))


# A journey with two pools a turn.  What the first came to is not read any more when the second falls.
def journey(s):
    far, worn = s
    for way, p in ((3, at_least(9, 4, F(1, 3))), (1, at_least(9, 1, F(1, 3)) - at_least(9, 4, F(1, 3))), (0, F(2, 3)**9)):
        for loss, q in ((0, at_least(8, 3, F(1, 2))), (1, at_least(8, 1, F(1, 2)) - at_least(8, 3, F(1, 2))), (2, F(1, 2)**8)):
            yield (min(30, far + way), min(12, worn + loss)), p * q


travelled = chain((0, 0), journey, 8)
inline_case("a journey with two pools a turn", """
track "far" { max = 30 }
track "worn" { max = 12 }
action "travel" { default = true }
function rule.roll(n, target)
  local hits = 0
  for die in each(pool(n, "d6")) do if die >= target then hits = hits + 1 end end
  return hits
end
function rule.event()
  local kept = rule.roll(8, 4)
  gain("worn", kept == 0 and 2 or kept < 3 and 1 or 0)
end
function act.travel()
  local hits = rule.roll(9, 5)
  gain("far", hits > 3 and 3 or hits > 0 and 1 or 0)
  rule.event()
end""", ["--measure", "far=party.far", "--measure", "worn=party.worn"], 8, mean_far=mean(travelled, lambda s: s[0]), mean_worn=mean(travelled, lambda s: s[1]))

# A deck whose alike cards do not lie side by side is the same after the same cards, whichever of them were drawn.
inline_case("alike cards that lie apart", """
deck "d" { cards = { "a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b", "c" } }
action "turn_card" { default = true }
function act.turn_card() draw "d" end""", ["--measure", "four=#those(cards 'd',function(c) return c=='a' end)==0", "--measure", "first=cards('d')[1]=='a'"], 6,
    fewer_than=100, four=F(comb(8, 2), comb(12, 6)), first=1 - F(comb(8, 2), comb(12, 6)))

# A roll with a bonus that is known only in play: two ways, and not twenty.
inline_case("a roll and a bonus against a number", """
track "slowed" { max = 3 }
track "far" { max = 9 }
event "in_time" {}
event "late" {}
action "run" { default = true }
function rule.bonus(n) return n % 2 end
function act.run()
  if dice "1d6" > 4 then gain "slowed" end
  if dice("1d20", "the quarry") + 7 - party.slowed < 14 then emit "late" {} end
  if party.slowed + 11 <= dice("1d20") + (party.far > 1 and 1 or 0) + rule.bonus(turn.number) then emit "in_time" {} gain "far" end
end""", ["--measure", "far=party.far"], 1, late=F(2, 3) * F(6, 20) + F(1, 3) * F(7, 20), in_time=F(2, 3) * F(11, 20) + F(1, 3) * F(10, 20))

# A contest whose totals are only subtracted is drawn as far as the rule asks.
two = [(a + 2, b + 1) for a in range(1, 21) for b in range(1, 21)]
share = lambda holds: F(sum(1 for a, b in two if holds(a, b)), len(two))
inline_case("a contest of which only the winner and the difference count", """
member "A" { might = 2 }
event "won" {}
event "by_five" {}
event "badly" {}
event "just" {}
event "of_two" {}
event "seven" {}
track "wins" {}
action "one" {}
action "by" {}
action "off" {}
action "all" {}
function rule.foe() return { name = "it", might = 1 } end
function act.one()
  local a = party.members[1]
  if contest(a, "might", rule.foe(), "might") then gain "wins" end
  local won = contest(a, "might", rule.foe(), "might")
  if won then gain "wins" end
end
function act.by()
  local a = party.members[1]
  local won, c, theirs = contest(a, "might", rule.foe(), "might")
  if won then
    emit "won" {}
    if c.total - theirs >= 5 then emit "by_five" {} elseif c.margin == 0 then emit "just" {} end
  elseif theirs - c.total >= 5 then emit "badly" {} end
end
function act.off()
  local a = party.members[1]
  local _, d, other = contest(a, "might", rule.foe(), "might")
  local n = other - d.total
  if n == 2 then emit "of_two" {} end
end
function act.all()
  local a = party.members[1]
  local _, e = contest(a, "might", rule.foe(), "might")
  if e.total == 7 and e.against == 3 then emit "seven" {} end
end""", ["--plan", "one; by; off; all", "--measure", "wins=party.wins"], 4, won=share(lambda a, b: a > b), by_five=share(lambda a, b: a - b >= 5), badly=share(lambda a, b: b - a >= 5),
    just=share(lambda a, b: a == b + 1), of_two=share(lambda a, b: b - a == 2), seven=F(1, 400), mean_wins=2 * share(lambda a, b: a > b))

if __name__ == "__main__":
    sys.exit(main())
