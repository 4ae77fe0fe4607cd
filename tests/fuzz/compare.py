#!/usr/bin/env python3
"""compare.py BUILD [--seed N] [--count N] [--seconds N] [--keep DIR] -- procedures made up at random, played with and
without the memo, and by two cells.

`sim` and `odds` remember what they have played (the memo).  With SCONCE_REMEMBER=no in the environment they play
everything in full, and must say the same.  `sim --json` gives the same bytes, whether one job remembers, three share what
they remember, or nobody remembers anything.  `odds --json` gives the same chances, while the numbers of states and leaves
may differ.  Where a procedure is refused, all say the same sentence.  What `sim` counted must also be likely by what
`odds` says.

BUILD/other-cell hashes texts by another seed than BUILD/sconce-cell, and runs with another layout of memory; it is built
when it is missing.  `sim`, `odds` and a session of `play` must give the same bytes by both cells.

Every procedure has a number: --seed N is the first of them, --count N (100) how many; or as many as go into --seconds N.
Of each that differs the number and both answers are shown, and its files stay in a folder of its own below DIR (or
below a new one), with the command lines in `asked`.  `compare.py BUILD --seed N --count 1` repeats one; with --show it
is printed, and nothing is played.

The way through: Procedure(number) makes up the rules and the request; compare() plays them and judges."""
import argparse
import json
import math
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

# LIMIT, LIMIT_ODDS: seconds that the first command of a comparison, `sim` or `odds`, may take; choices, so that many
# procedures are tried.  A procedure that takes longer is left out.  The commands compared with the first may take PATIENCE
# times as long, for the machine may be busy by then.
LIMIT, LIMIT_ODDS, PATIENCE = 6, 0.7, 30
RUNS = 240  # any number would do: the figures must be the same
FAR = 25  # by unlikely(): what is less likely than e^-25 is taken for a mistake
# Words that procedures are made of.  All weights and percentages below are choices: every construct comes up often enough, and
# few procedures are too slow or invalid.
WORDS = ["rope", "bread", "chalk"]
LETTERS = ["x", "y", "z"]
ROOMS = ["hall", "hut", "well"]
NAMES = ["A", "B", "C", "D"]
STRANGERS = ["E", "Zed"]
DICE = ["1d2", "1d2", "1d3", "1d3", "1d4", "1d6", "2d2", "1d2+1", "2d3kh1", "2d3kl1", "3d2>=2", "2d4=1", "d3-1", "2d3r1", "2d3ro1", "2d2*2", "1d3min2"]
NUMBER, SWITCH, LADDER, LIST, TEXT, QUANTITY, USAGE, MAP, RECORDS = "number switch ladder list text quantity usage map records".split()
OWNERS = {"party": "party", "campaign": "campaign", "turn": "turn", "room": "here"}


class Track:
    """A track of the procedure: its name, owner, kind and bounds; own: each member has a maximum of its own."""

    def __init__(self, name, of, kind):
        self.name, self.of, self.kind = name, of, kind
        self.min = self.max = None
        self.own = False

    def at(self, owner=None):
        return "%s.%s" % (owner or OWNERS[self.of], self.name)


class Scope:
    """The names that a piece of a function may use: expressions for the members and numbers it knows, and whether dice are
    allowed.  Rules, charts, events and the like have a rank; a piece may name only those of a rank above `floor`, so that
    nothing calls itself for ever; a floor of 50 or 99 is above every rank.  depth: how many blocks are around it.  act: it is in an action, where time may pass."""

    def __init__(self, floor=0, dice=True, members=(), numbers=(), depth=0, act=False):
        self.floor, self.dice, self.depth, self.act = floor, dice, depth, act
        self.members, self.numbers = list(members), list(numbers)

    def inner(self, members=(), numbers=()):
        return Scope(self.floor, self.dice, self.members + list(members), self.numbers + list(numbers), self.depth + 1, self.act)


def indent(lines):
    return ["  " + line for line in lines]


def block(head, lines, tail="end"):
    return [head] + indent(lines) + [tail]


def quoted(list_of):
    return ", ".join('"%s"' % word for word in list_of)


class Procedure:
    """A ruleset, a house file, perhaps a policy, and the options of the study."""

    def __init__(self, number):
        self.seed, self.random = number, random.Random(number)
        self.tracks, self.rank, self.lines, self.house, self.locals = [], {}, [], [], 0
        self.files = {}
        self.choose_names()
        self.make()

    # --- chance ---

    def any(self, list_of):
        return self.random.choice(list_of)

    def likely(self, percent):
        return self.random.random() * 100 < percent

    def upto(self, least, most):
        return self.random.randint(least, most)

    def some(self, list_of, most=None):
        return self.random.sample(list_of, self.upto(0, min(len(list_of), most or len(list_of))))

    def weighted(self, choices):
        """Draws one of the pairs (weight, what) by weight."""
        return self.random.choices([c[1] for c in choices], [c[0] for c in choices])[0]

    def local(self, stem):
        self.locals += 1
        return "%s%d" % (stem, self.locals)

    # --- tracks, charts and members ---

    def choose_names(self):
        self.members = NAMES[: self.weighted([(8, 0), (15, 1), (30, 2), (35, 3), (12, 4)])]
        self.events = ["e%d" % i for i in range(1, self.upto(2, 5) + 1)]
        self.charts = ["c%d" % i for i in range(1, self.upto(0, 2) + 1)]
        self.rules = ["r%d" % i for i in range(1, self.upto(0, 3) + 1)]
        self.questions = ["q%d" % i for i in range(1, self.upto(0, 3) + 1)]
        self.decks = ["omens"] if self.likely(20) else []
        self.lights = ["torch"] if self.likely(35) else []
        self.timers = ["fuse"] if self.likely(25) else []
        self.fights = self.likely(30)
        self.nights = self.likely(15)
        self.wit = self.likely(40)
        self.joins = self.likely(20) and self.members  # copies of the first member join in play (rule.join)
        self.groups = self.likely(20) and len(self.members) > 1
        self.roomy = self.likely(30)
        self.reckless = self.likely(6)  # does what play must refuse (do_mischief)
        self.actions = []
        self.rows = {}
        self.setting = self.likely(30)
        self.own_kind = self.likely(15)  # the rules make a kind: creature

    def make_ranks(self):
        called = self.rules + self.charts + self.events + [t.name for t in self.tracks] + self.decks + self.timers + self.lights
        self.random.shuffle(called)
        self.rank = {name: i + 1 for i, name in enumerate(called)}
        self.hooked = {name for name in called if self.likely(25)}

    def may_call(self, name, s):
        return self.rank[name] > s.floor

    def of_kind(self, kinds, of=None, s=None):
        """Returns the tracks of these kinds (one, or a list) whose owner is in `of`; None: any owner.  With a scope s only those
        that may be changed in it: a track with a hook calls the hook."""
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return [t for t in self.tracks if t.kind in kinds and (of is None or t.of in of) and (s is None or t.name not in self.hooked or self.may_call(t.name, s))]

    # --- numbers: each returns an expression of Lua, or None where the scope has nothing for it ---

    def place_of(self, t, s):
        """Returns an expression for the value of track t; None where the scope s knows no owner of it."""
        if t.of == "member":
            return t.at(self.any(s.members)) if s.members else None
        if t.of == "light":
            return None
        return t.at()

    def number(self, s, depth=0):
        """Returns an expression for a whole number.  depth: how many operations it stands within."""
        pick = self.weighted([(20, self.a_constant), (40, self.a_track), (12, self.a_local), (12 if s.dice else 0, self.a_die), (14, self.a_sum_of_members),
                              (10, self.a_length), (10, self.a_circumstance), (12 if depth < 2 else 0, self.an_operation)])
        return pick(s, depth) or str(self.upto(0, 4))

    def a_constant(self, s, depth):
        return "setting.much" if self.setting and self.likely(40) else str(self.upto(0, 4))

    def a_track(self, s, depth):
        found = self.of_kind([NUMBER, QUANTITY, USAGE])
        t = self.any(found) if found else None
        place = t and self.place_of(t, s)
        if place and t.kind == QUANTITY:
            return "amount(%s)" % place
        return "sides(%s)" % place if place and t.kind == USAGE else place

    def a_local(self, s, depth):
        return self.any(s.numbers) if s.numbers else None

    def a_die(self, s, depth):
        return 'dice "%s"' % self.any(DICE)

    def a_sum_of_members(self, s, depth):
        found = self.of_kind([NUMBER, SWITCH, LIST, TEXT], ["member"])
        if not found:
            return "count(party)"
        t = self.any(found)
        if t.kind == NUMBER:
            return self.any(['sum(party, "{0}")', '(least(party, "{0}") or 0)', '(most(party, "{0}") or 0)', "count(party, function(who) return who.{0} > 1 end)"]).format(t.name)
        if t.kind == SWITCH:
            return 'count(party, "%s")' % t.name
        if t.kind == TEXT:
            return 'count(party, function(who) return who.%s == "%s" end)' % (t.name, self.any(LETTERS))
        return "sum(party, function(who) return #who.%s end)" % t.name

    def a_length(self, s, depth):
        found = self.of_kind([LIST, RECORDS])
        t = self.any(found) if found else None
        place = t and self.place_of(t, s)
        if not place:
            return "#party.members"
        if t.kind == RECORDS:
            return self.any(["#{0}", "sum({0}, function(it) return it.w or 0 end)", "(#{0} > 0 and {0}[1].w or 0)"]).format(place)
        return self.any(["#{0}", 'count({0}, "%s")' % self.any(WORDS)]).format(place)

    def a_circumstance(self, s, depth):
        choices = ["turn.number % 3", "turn.number", "clock.hour", "clock.minutes // 10 % 3", "#burning()", "#groups()"]
        choices += ['#cards "%s"' % d for d in self.decks]
        choices += ['(running "{0}" and running("{0}").left or 0)'.format(t) for t in self.timers]
        choices += ['(doing "%s" or 0)' % a.name for a in self.actions]
        choices += ['#doers "%s"' % a.name for a in self.actions]
        if self.roomy:
            choices += ['(rooms_to "start" or 9)', '(rooms_to "%s" or 9)' % self.any(ROOMS)]
        if self.wit and s.members:
            choices += ["%s.wit" % self.any(s.members)] * 3
        return self.any(choices)

    def an_operation(self, s, depth):
        a, b = self.number(s, depth + 1), self.number(s, depth + 1)
        return self.any(["({a}) + ({b})", "({a}) - ({b})", "({a}) % {n}", "math.max({a}, {b})", "math.min({a}, {b})", "({a}) * 2", "({c} and {a} or {b})"]).format(
            a=a, b=b, n=self.upto(2, 3), c=self.condition(s, depth + 1))

    # --- conditions: each returns an expression of Lua, or None ---

    def condition(self, s, depth=0):
        pick = self.weighted([(25, self.of_numbers), (20, self.of_a_track), (12, self.of_a_list), (12 if s.members else 0, self.of_who), (14 if s.dice else 0, self.of_a_die),
                              (8, self.of_a_circumstance), (12 if depth < 2 else 0, self.of_conditions)])
        return pick(s, depth) or "%s > %d" % (self.number(s, depth), self.upto(0, 3))

    def of_numbers(self, s, depth):
        return "%s %s %s" % (self.number(s, depth), self.any(["<", ">", "==", "~=", ">=", "<="]), self.number(s, depth))

    def of_a_track(self, s, depth):
        found = self.of_kind([SWITCH, LADDER, TEXT, USAGE])
        t = self.any(found) if found else None
        place = t and self.place_of(t, s)
        if not place:
            return None
        if t.kind == SWITCH:
            return place
        values = {LADDER: LETTERS, TEXT: ["", "x", "y"], USAGE: ["gone", "d4"]}[t.kind]
        return '%s %s "%s"' % (place, self.any(["==", "~="]), self.any(values))

    def of_a_list(self, s, depth):
        found = self.of_kind([LIST, MAP, RECORDS])
        t = self.any(found) if found else None
        place = t and self.place_of(t, s)
        if not place:
            return None
        if t.kind == LIST:
            return self.any(['has(%s, "%s")' % (place, self.any(WORDS)), '%s[1] == "%s"' % (place, self.any(WORDS)), "#%s > %d" % (place, self.upto(0, 2))])
        if t.kind == MAP:
            key = self.any(LETTERS)
            numbers = self.of_kind(NUMBER, ["member"])
            if numbers and self.likely(30):  # the track holds a member: reads a number of theirs
                return self.any(["({0}.{1} or 0) > 1", "({0}.{1} or 0) == {2}", "{0}.{1} == nil"]).format(place, self.any(numbers).name, self.number(s, depth + 1))
            return self.any(["%s.%s" % (place, key), "%s.%s == nil" % (place, key), "(%s.%s or 0) == %d" % (place, key, self.upto(0, 2))])
        return self.any(['named("%s", %s) ~= nil' % (self.any(WORDS), place), "#%s > 1" % place])

    def of_who(self, s, depth):
        who = self.any(s.members)
        return self.any(['%s.name == "%s"' % (who, self.any(NAMES)), "%s == party.members[1]" % who, "%s.away" % who, "tostring(%s) == \"B\"" % who])

    def of_a_die(self, s, depth):
        return 'dice "1d%d" == 1' % self.any([2, 2, 3, 4])

    def of_a_circumstance(self, s, depth):
        choices = ["turn.number == %d" % self.upto(1, 3), "turn.number % 2 == 0", "clock.minutes > 20", 'turn.procedure == "turn"', "#party.members == %d" % self.upto(1, 3)]
        choices += ['named "%s"' % self.any(NAMES + STRANGERS), "count(party) > 1"]
        if self.roomy:
            choices += ['known "%s"' % self.any(ROOMS), 'here.name == "%s"' % self.any(ROOMS)]
        choices += ['running "%s"' % t for t in self.timers]
        choices += ['doing "%s"' % a.name for a in self.actions]
        return self.any(choices)

    def of_conditions(self, s, depth):
        a, b = self.condition(s, depth + 1), self.condition(s, depth + 1)
        return self.any(["not (%s)" % a, "(%s and %s)" % (a, b), "(%s or %s)" % (a, b)])

    # --- statements: each do_… returns the lines of one, or None where the scope has nothing for it ---

    def body(self, s, most=3):
        lines = []
        for _ in range(self.upto(1, most)):
            lines += self.statement(s)
        return lines

    def statement(self, s):
        deep = s.depth >= 3
        choices = [(30, self.do_change), (14, self.do_assign), (12, self.do_list), (12, self.do_emit), (0 if deep else 26, self.do_if), (0 if deep else 10, self.do_each),
                   (0 if deep else 8, self.do_who), (3, self.do_rename), (5, self.do_number), (8, self.do_call)]
        if s.dice:
            choices += [(8, self.do_roll), (8, self.do_check), (5, self.do_usage), (5, self.do_ask), (4, self.do_draw), (5, self.do_pick), (0 if deep else 4, self.do_loop),
                        (4, self.do_faces)]
        choices += [(6, self.do_light), (6, self.do_timer), (5, self.do_room), (5, self.do_people), (4, self.do_groups), (4, self.do_procedure), (2, self.do_turn)]
        if self.reckless:
            choices += [(4, self.do_mischief), (2, self.do_hide_and_show)]
        for _ in range(9):
            lines = self.weighted(choices)(s)
            if lines:
                return lines
        return ['emit "%s" {}' % self.events[-1]] if self.may_call(self.events[-1], s) else ["local _ = 0"]

    def target(self, t, s):
        """Returns the first argument of gain, lose or set, with its comma: the owner of track t; None where the scope has none.
        It is empty where the owner may be left out."""
        if t.of == "member":
            if s.members and self.likely(80):
                return "%s, " % self.any(s.members)
            return self.any(["party, ", "party.members, "])
        if t.of == "light":
            return None
        return self.any(["", "%s, " % OWNERS[t.of]])

    def do_change(self, s):
        found = [t for t in self.of_kind([NUMBER, SWITCH, LADDER, TEXT, QUANTITY, USAGE], None, s) if t.of != "light"]
        if not found:
            return None
        t = self.any(found)
        owner = self.target(t, s)
        verb = self.any(["gain", "lose", "set"]) if t.kind != TEXT else "set"
        if verb != "set" and t.kind in (SWITCH, LADDER, USAGE):
            return ['%s(%s"%s")' % (verb, owner, t.name)]
        if verb != "set" and self.likely(50):
            return ['%s(%s"%s")' % (verb, owner, t.name)]
        return ['%s(%s"%s", %s)' % (verb, owner, t.name, self.value(t, s))]

    def value(self, t, s):
        """Returns an expression for a value of track t; a number may lie beyond its bounds, which gain, lose and set heed."""
        if t.kind == NUMBER:
            return self.number(s) if self.likely(93) else "(%s) / 2" % self.number(s)
        if t.kind == SWITCH:
            return self.any(["true", "false", "not not (%s)" % self.condition(s)])
        if t.kind == LADDER:
            return self.any(['"%s"' % self.any(LETTERS), '%s and "%s" or "%s"' % (self.condition(s), self.any(LETTERS), self.any(LETTERS))])
        if t.kind == USAGE:
            return '"%s"' % self.any(["gone", "d2", "d4"])
        if t.kind == QUANTITY:
            return '"%s miles"' % self.any(["1", "0.5", "2"])
        if t.kind == TEXT:
            return self.any(['"%s"' % self.any(LETTERS), '%s and "x" or ""' % self.condition(s)] + ["%s.name" % w for w in s.members])
        return "{}"

    def do_assign(self, s):
        """`party.n = …` calls no hook and heeds no bounds, so the value is kept within them here."""
        found = [t for t in self.tracks if t.kind in (NUMBER, SWITCH, LADDER, TEXT, USAGE) and t.of != "light" and not t.own]
        t = self.any(found) if found else None
        place = t and self.place_of(t, s)
        if not place:
            return None
        value = self.value(t, s)
        if t.kind == NUMBER and t.max is not None:
            value = "math.min(%d, %s)" % (t.max, value)
        if t.kind == NUMBER and t.min is not None:
            value = "math.max(%d, %s)" % (t.min, value)
        return ["%s = %s" % (place, value)]

    def do_list(self, s):
        found = self.of_kind([LIST, MAP, RECORDS], None, s)
        t = self.any(found) if found else None
        place = t and self.place_of(t, s)
        if not place:
            return None
        return {LIST: self.do_plain_list, MAP: self.do_map, RECORDS: self.do_records}[t.kind](t, place, s)

    def do_plain_list(self, t, place, s):
        owner = self.target(t, s)
        item = self.any(['"%s"' % self.any(WORDS)] * 3 + [str(self.upto(0, 2))] + ["%s.name" % w for w in s.members])
        return self.any([
            ['if #%s < 3 then gain(%s"%s", %s) end' % (place, owner, t.name, item)],
            ["if #%s < 3 then table.insert(%s, %s) else table.remove(%s, 1) end" % (place, place, item, place)],
            ['lose(%s"%s", %s)' % (owner, t.name, item)],
            ["%s = {}" % place],
            ["%s = { %s }" % (place, item)],
            ["table.remove(%s)" % place],
            ["%s[1] = %s" % (place, item)],
            ["if #%s > 1 then table.insert(%s, 1, table.remove(%s)) end" % (place, place, place)],
            ["if #%s > 1 then table.sort(%s, function(a, b) return tostring(a) < tostring(b) end) end" % (place, place)],
        ])

    def do_map(self, t, place, s):
        key = self.any(LETTERS)
        seen, kept = self.local("n"), self.local("kept")
        return self.any([
            ["%s.%s = %s" % (place, key, self.any([str(self.upto(0, 2)), "true", '"x"', "{ %d }" % self.upto(0, 1)]))],
            ["%s.%s = nil" % (place, key)],
            ["%s = {}" % place],
            ["%s = { %s = %d }" % (place, key, self.upto(0, 2))],
            ["local %s = 0" % seen, "for _ in pairs(%s) do %s = %s + 1 end" % (place, seen, seen), "if %s > 1 then %s = {} end" % (seen, place)],
            ["local %s = %s" % (kept, place), "%s = {}" % place] + self.body(s.inner(), 1) + ["%s = %s" % (place, kept)],
        ])

    def do_records(self, t, place, s):
        it = self.local("it")
        return self.any([
            ['if #%s < 3 then table.insert(%s, { name = "%s", w = %s }) end' % (place, place, self.any(WORDS), self.number(s))],
            ["for it in each(%s) do it.w = (it.w or 0) > 2 and 0 or (it.w or 0) + 1 end" % place],
            ["if #%s > 0 then %s[1].w = %s end" % (place, place, self.any(["nil", "1", "2"]))],
            ["if #%s > 0 then table.remove(%s, 1) end" % (place, place)],
            ["local %s = named(\"%s\", %s)" % (it, self.any(WORDS), place), "if %s then %s.seen = %s end" % (it, it, self.any(["true", "nil"]))],
            ["%s = {}" % place],
        ])

    def do_emit(self, s):
        found = [e for e in self.events if e not in self.hooked or self.may_call(e, s)]
        if not found:
            return None
        fields = self.any(["{}", "{}", "{ n = %s }" % self.number(s)])
        return ['emit("%s", %s)' % (self.any(found), fields)]

    def do_if(self, s):
        lines = ["if %s then" % self.condition(s)] + indent(self.body(s.inner(), 2))
        if self.likely(35):
            lines += ["else"] + indent(self.body(s.inner(), 2))
        return lines + ["end"]

    def do_each(self, s):
        if s.depth > 1:
            return None
        who = self.local("who")
        over = self.any(["each(party)", "each(party)", "each(party.members)"])
        if self.groups and self.likely(15):
            return block("for group in each(groups()) do", block("for %s in each(group) do" % who, self.body(s.inner([who]), 2)))
        return block("for %s in %s do" % (who, over), self.body(s.inner([who]), 2))

    def a_member(self, s):
        """Returns an expression whose value is a member, or nil where there is none."""
        choices = ["party.members[1]", "party.members[#party.members]", "party.members[2]", 'named "%s"' % self.any(NAMES)]
        found = self.of_kind(NUMBER, ["member"])
        if found:
            choices.append('select(2, %s(party, "%s"))' % (self.any(["most", "least"]), self.any(found).name))
        if s.dice:
            choices += ['count(party) > 0 and pick(party, "who")', 'party.members[dice("1d" .. math.max(1, #party.members))]']
        if self.groups:
            choices.append("groups()[#groups()].members[1]")
        return self.any(choices)

    def do_who(self, s):
        who = self.local("who")
        return ["local %s = %s" % (who, self.a_member(s))] + block("if %s then" % who, self.body(s.inner([who]), 2))

    def do_rename(self, s):
        if not s.members or not self.members:
            return None
        return ['%s.name = "%s"' % (self.any(s.members), self.any(NAMES + STRANGERS))]

    def do_hide_and_show(self, s):
        """Makes statements that set a track to nil, which no state may keep, and give it its value back before the line ends."""
        found = [t for t in self.tracks if t.of in ("party", "campaign") or t.of == "member" and s.members]
        if not found:
            return None
        place, kept = self.place_of(self.any(found), s), self.local("kept")
        between = self.any([["local _ = 0"], ['emit "%s" {}' % self.events[-1]] if self.events[-1] not in self.hooked else ["local _ = 0"]])
        return ["local %s = %s" % (kept, place), "%s = nil" % place] + between + ["%s = %s" % (place, kept)]

    def do_number(self, s):
        n = self.local("n")
        value = self.number(s)
        s.numbers.append(n)
        return ["local %s = %s" % (n, value)]

    def do_call(self, s):
        found = [r for r in self.rules if self.may_call(r, s)]
        if not found:
            return None
        return ["rule.%s(%s)" % (self.any(found), self.any(s.members) if s.members else "party.members[1]")]

    def do_roll(self, s):
        found = [c for c in self.charts if self.may_call(c, s)]
        if not found:
            return None
        name, row, r = self.any(found), self.local("row"), self.local("r")
        how = self.any(["", "", ", nil, { add = 1 }", ", nil, { add = %s }" % self.number(s), ", { name = \"it\" }"])
        after = self.any([[], block('if %s.name == "%s" then' % (row, self.any(self.rows[name])), self.body(s.inner(), 1)),
                          block("if %s.total == 2 then" % r, self.body(s.inner(), 1)), block("if %s.face == 1 then" % r, self.body(s.inner(), 1)), ["local _ = 0"]])
        return ['local %s, %s = roll("%s"%s)' % (row, r, name, how)] + after

    def do_check(self, s):
        ok, c = self.local("ok"), self.local("c")
        what = '"wit"' if self.wit and s.members and self.likely(70) else "nil"
        who = self.any(s.members) if s.members else "nil"
        if what == "nil" and self.likely(30):
            who = "nil"
        how = self.any(["", "", ", { adv = 1 }", ", { add = %s }" % self.number(s), ", { dis = %s and 1 or 0 }" % self.condition(s)])
        dc = self.any(["3", "4", "3 + (%s) %% 2" % self.number(s)])
        if self.likely(15):
            after = block("if %s > 1 then" % ok, self.body(s.inner(), 1))
            return ["local %s = checks(party, nil, %s%s)" % (ok, dc, how)] + after
        after = self.any(["%s" % ok, "not %s" % ok, "%s.margin > 0" % c, "%s.natural == 1" % c, "%s and %s.total == 4" % (ok, c)])
        keep = []
        found = self.of_kind(MAP, ["party", "campaign"])
        if found and self.likely(15):
            keep = ["%s = %s" % (self.any(found).at(), c)]  # a track keeps the whole check
        return ["local %s, %s = check(%s, %s, %s%s)" % (ok, c, who, what, dc, how)] + block("if %s then" % after, self.body(s.inner(), 1)) + keep

    def do_usage(self, s):
        found = self.of_kind(USAGE, None, s)
        t = self.any(found) if found else None
        if not t or t.of == "light" or t.of == "member" and not s.members:
            return None
        owner = self.any(s.members) + ", " if t.of == "member" else ""
        showed, down = self.local("n"), self.local("down")
        return ['local %s, %s = use(%s"%s", %d)' % (showed, down, owner, t.name, self.upto(1, 2))] + block(
            "if %s then" % self.any([down, "%s == 1" % showed, "not %s" % showed]), self.body(s.inner(), 1))

    def do_ask(self, s):
        if not self.questions:
            return None
        name = self.any(self.questions)
        kind, about = self.asked[name], self.any(s.members) if s.members else "nil"
        if kind == "yesno":
            return block('if ask("%s", %s) then' % (name, about), self.body(s.inner(), 2))
        if kind == "number":
            n = self.local("n")
            s.numbers.append(n)
            return ['local %s = ask("%s", %s)' % (n, name, about)]
        if kind == "who":
            who = self.local("who")
            return ['local %s = ask "%s"' % (who, name)] + block("if %s then" % who, self.body(s.inner([who]), 1))
        if kind == "several":
            return block('if has(ask "%s", "%s") then' % (name, self.any(WORDS)), self.body(s.inner(), 1))
        return block('if ask("%s", %s) == "%s" then' % (name, about, self.any(LETTERS)), self.body(s.inner(), 1))

    def do_draw(self, s):
        found = [d for d in self.decks if self.may_call(d, s)]
        if not found:
            return None
        card, d = self.local("card"), self.any(found)
        return ['local %s = draw "%s"' % (card, d), 'if not %s then shuffle "%s"' % (card, d), 'elseif %s == "%s" then' % (card, self.any(WORDS))] + indent(
            self.any([['put_back("%s", %s)' % (d, card)], self.body(s.inner(), 1)])) + ["end"]

    def do_pick(self, s):
        found = self.of_kind([RECORDS, LIST])
        t = self.any(found) if found and self.likely(70) else None
        place, it = t and self.place_of(t, s), self.local("it")
        if place and t.kind == RECORDS:
            return block("if #%s > 0 then" % place, ["local %s = pick(%s, \"which\", function(x) return math.max(1, math.floor(x.w or 0)) end)" % (it, place)] + block(
                'if %s.name == "%s" then' % (it, self.any(WORDS)), self.body(s.inner(), 1)))
        if place:
            return block("if #%s > 0 then" % place, ["local %s = pick(%s, \"which\")" % (it, place), "lose(%s\"%s\", %s)" % (self.target(t, s), t.name, it)])
        if self.own_kind and self.likely(50):
            return ['local %s = pick(creature, "which", "common")' % it] + block("if %s.hd > 1 then" % it, self.body(s.inner(), 1))
        return block('if pick({ "x", "y", "z" }, "which", function(c) return c == "x" and math.max(0, math.floor(%s)) or 1 end) == "x" then' % self.number(Scope(s.floor, False, s.members, s.numbers)),
                     self.body(s.inner(), 1))

    def do_loop(self, s):
        if s.depth > 1:
            return None
        n = self.local("n")
        if self.likely(25):  # a die that explodes by a loop, up to a bound
            face, die = self.local("face"), self.upto(2, 3)
            again = self.body(s.inner([], [face]), 1) if self.likely(40) else []
            return (["local %s = 0" % n] + block("repeat", ['local %s = dice "1d%d"' % (face, die), "%s = %s + %s" % (n, n, face)] + again,
                                                 "until %s < %d or %s > %d" % (face, die, n, self.upto(3, 6)))
                    + block("if %s > %d then" % (n, die), self.body(s.inner([], [n]), 1)))
        if self.likely(25):  # a die by each member in turn, and how many rolled a 1
            who = self.local("who")
            return (["local %s = 0" % n] + block("for %s in each(party) do" % who, block('if dice "1d%d" == 1 then' % self.upto(2, 4), ["%s = %s + 1" % (n, n)]
                                                 + self.body(s.inner([who], [n]), 1)))
                    + block("if %s > 1 then" % n, self.body(s.inner([], [n]), 1)))
        if self.likely(50):
            return block("for %s = 1, %s do" % (n, self.any(['dice "1d2"', "2", "math.min(2, %s)" % self.number(s)])), self.body(s.inner([], [n]), 1))
        return ["local %s = 0" % n] + block("repeat", ["%s = %s + 1" % (n, n)] + self.body(s.inner([], [n]), 1), 'until %s > 2 or dice "1d2" == 1' % n)

    def do_faces(self, s):
        list_of, n = self.local("list"), self.local("n")
        if s.depth < 2 and self.likely(50):
            return self.a_pool_gone_through(s, list_of, n)
        if self.likely(50):
            return ['local %s, %s = faces "2d%d"' % (list_of, n, self.upto(2, 3))] + block("if %s[1] == %s[2] then" % (list_of, list_of), self.body(s.inner([], [n]), 1))
        return ['local %s, %s = pool(math.max(0, math.min(2, math.floor(%s))), "d3")' % (list_of, n, self.number(s))] + block(
            "if has(%s, 1) then" % list_of, self.body(s.inner([], [n]), 1))

    def a_pool_gone_through(self, s, list_of, n):
        """Makes a loop over the faces of a pool, of which `odds` weigh one die after the other if the loop reads each face once."""
        pool = self.any(['pool(math.max(0, math.min(3, math.floor(%s))), "d3")' % self.number(s), 'faces "3d2"', 'pool(4, "d2")'])
        inner, sum_of = s.inner([], [n]), self.local("sum")
        lines = ["if %s == %d then" % (n, self.upto(1, 2))] + indent(self.body(inner, 1)) + self.any([["end"], ["else", "  %s = %s + %s" % (sum_of, sum_of, n), "end"], ["  break", "end"]])
        before = ["local %s = 0" % sum_of]
        after = block("if %s >= %d then" % (sum_of, self.upto(1, 5)), self.body(s.inner([], [sum_of]), 1))
        if self.likely(40):
            return before + block("for %s in each(%s) do" % (n, pool), lines) + after
        loop = block("for %s in each(%s) do" % (n, list_of), lines)
        more = self.any([[], [], ["%s = %s + #%s" % (sum_of, sum_of, list_of)], block("for i = 1, #%s do" % list_of, ["%s = %s + %s[i]" % (sum_of, sum_of, list_of)])])
        return before + ["local %s = %s" % (list_of, pool)] + loop + more + after

    def do_light(self, s):
        if not self.lights or not self.may_call("torch", s):
            return None
        who = self.any(s.members) if s.members else "nil"
        lamps = self.of_kind(NUMBER, ["light"], s)
        lamp = self.local("lamp")
        inside = [["%s.left = %d" % (lamp, self.upto(1, 3))], ["put_out(%s)" % lamp], ["put_out(%s)" % lamp]]
        inside += [['gain(%s, "%s")' % (lamp, self.any(lamps).name)]] if lamps else []
        inside += [['%s.holder = "%s"' % (lamp, self.any(self.members))]] if self.members else []
        inside += [block("if %s.left > 1 then" % lamp, self.body(s.inner(), 1))]
        return self.any([
            ['if #burning() < 2 then kindle("torch", %s, { free = true }) end' % who],
            ['if #burning() < 2 then kindle("torch", %s) end' % who],
            block("for %s in each(burning()) do" % lamp, self.any(inside)),
        ])

    def do_timer(self, s):
        found = [t for t in self.timers if self.may_call(t, s)]
        if not found:
            return None
        who = self.any(s.members) if s.members and self.timer_of == "member" else "nil"
        return self.any([
            ['if not running("fuse", {0}) then start("fuse", {0}) end'.format(who)],
            ['if not running "fuse" then start("fuse", %s, { lasts = "%d turns" }) end' % (who, self.upto(1, 3))],
            ['stop("fuse", %s)' % who],
            ['pass "%s"' % self.any(["10 minutes", "25 minutes", "1 turn"])] if s.act else ['stop "fuse"'],
        ])

    def do_room(self, s):
        if not self.roomy:
            return None
        room, found = self.any(ROOMS), self.of_kind(NUMBER, ["room"], s)
        return self.any([['go "%s"' % room], ['go("%s", { apart = true })' % room], ["go(%s and \"%s\" or \"%s\")" % (self.condition(s), room, self.any(ROOMS))]]
                        + [['gain(place "%s", "%s")' % (room, t.name)] for t in found])

    def do_people(self, s):
        if not self.members:
            return None
        choices = [
            ["if #party.members > 1 then table.remove(party.members, %s) end" % self.any(["1", "#party.members", "2"])],
            ["if #party.members > 1 then table.insert(party.members, 1, table.remove(party.members)) end"],
        ]
        if s.members:
            choices += [["%s.away = %s" % (self.any(s.members), self.any(["true", "false", "not not (%s)" % self.condition(s)]))]] * 3
        if self.joins:
            choices += [['if #party.members < 4 then rule.join "%s" end' % self.any(NAMES + STRANGERS)]] * 3
        found = self.of_kind(MAP, ["party", "campaign"])
        if found:
            place = self.any(found).at()
            choices += [["if #party.members > 1 and not %s.name then %s = table.remove(party.members) end" % (place, place)],
                        ["if %s.name then table.insert(party.members, %s) %s = {} end" % (place, place, place)]]
        if self.groups:
            choices += [["if #groups() > 1 and #groups()[2].members > 1 then table.insert(groups()[1].members, table.remove(groups()[2].members)) end"]]
        return self.any(choices)

    def do_groups(self, s):
        if not self.groups:
            return None
        return self.any([
            ["if #groups() == 1 and #party.members > 1 then split { party.members[%s] } end" % self.any(["2", "1", "#party.members"])],
            ["for group in each(groups()) do if group ~= party then meet(group) end end"],
        ])

    def do_procedure(self, s):
        choices = []
        if self.fights:
            choices += [['if turn.procedure == "turn" then enter "fight" end'], ['if turn.procedure == "fight" then leave() end']]
        if self.nights and s.act:
            choices += [['run "night"']]
        return self.any(choices) if choices else None

    def do_turn(self, s):
        choices = [['skip "%s"' % self.any(self.steps)]]
        if s.act:
            choices += [['if %s then refuse "No." end' % self.condition(s)]] * 2
        if self.eachs and s.members:
            choices += [['if doing(%s, "%s") then instead(%s, "%s") end' % (s.members[-1], self.any(self.eachs), s.members[-1], self.any(self.eachs))]]
        if "act" in self.steps:
            choices += [["local _ = clock.text"]]
        return self.any(choices)

    def do_mischief(self, s):
        """Makes a statement that play must refuse: it assigns a value that no track may have, or is a mistake."""
        t = self.any(self.tracks)
        place = self.place_of(t, s)
        if not place:
            return None
        rare = 'if dice "1d%d" == 1 then %%s end' % self.any([6, 20, 40]) if s.dice else "if turn.number == 3 then %s end"
        return [rare % self.any(["%s = nil" % place, "%s = %s" % (place, self.any(["99", '"odd"', "true", "{}"])), 'error "a mistake"', "local _ = party.nothing"])]

    # --- making ---

    def add(self, *lines):
        self.lines += lines

    def make(self):
        self.make_tracks()
        self.make_ranks()
        self.make_actions()
        self.make_steps()
        self.make_head()
        self.make_charts()
        self.make_questions()
        self.make_functions()
        self.make_hooks()
        self.make_house()
        self.make_request()

    def make_tracks(self):
        kinds = [(30, NUMBER), (12, SWITCH), (10, LADDER), (12, LIST), (7, TEXT), (5, QUANTITY), (8, USAGE), (8, MAP), (6, RECORDS)]
        owners = [(40, "party"), (40 if self.members else 6, "member"), (8, "campaign"), (8, "turn")]
        owners += [(8, "room")] if self.roomy else []
        owners += [(10, "light")] if self.lights else []
        for i in range(1, self.upto(3, 8) + 1):
            of = self.weighted(owners)
            kind = self.weighted(kinds)
            if of == "light" or of == "room" and kind not in (SWITCH, LIST):
                kind = NUMBER
            self.add_track(Track("t%d" % i, of, kind))
        self.add_track(Track("n", "party", NUMBER))
        if self.lights:
            self.add_track(Track("wicks", self.any(["party", "member"]), NUMBER))

    def add_track(self, t):
        fields = ['of = "%s"' % t.of] if t.of != "party" or self.likely(20) else []
        fields += {NUMBER: self.fields_of_number, SWITCH: lambda t: ["start = %s" % self.any(["true", "false"])], LADDER: lambda t: ["steps = { %s }" % quoted(LETTERS)],
                   LIST: lambda t: ["start = %s" % self.any(["{}", '{ "%s" }' % self.any(WORDS)])], TEXT: lambda t: ['start = "%s"' % self.any(["", "x"])],
                   QUANTITY: lambda t: ['unit = "miles"'], USAGE: lambda t: ['steps = { "gone", "d2", "d4" }', 'start = "d%d"' % self.any([2, 4])],
                   MAP: lambda t: ["start = {}"], RECORDS: lambda t: ["start = %s" % self.any(["{}", '{ { name = "rope", w = 1 }, { name = "chalk" } }'])]}[t.kind](t)
        if t.of == "party" and t.kind in (NUMBER, QUANTITY) and t.name != "wicks" and self.likely(15):
            fields.append("tally = true")
        if self.likely(10):
            fields.append(self.any(["quiet = true", "secret = true"]))
        self.tracks.append(t)
        self.add('track "%s" { %s }' % (t.name, ", ".join(fields)))

    def fields_of_number(self, t):
        fields, start = [], self.upto(0, 3)
        if self.likely(75) or t.name == "wicks":
            t.min = 0
            fields.append("min = 0")
        if t.of == "member" and self.likely(35):
            t.own = True
            fields += ['max = "own"', "start = %d" % max(1, start)]
            return fields
        if self.likely(70):
            t.max = self.upto(3, 5)
            fields.append("max = %d" % t.max)
        elif self.likely(15):
            t.max = 3
            fields.append("max = function() return 3 end")
        if self.likely(60):
            fields.append("start = %s" % (start if t.of != "turn" or self.likely(70) or t.max is None else '"1d2"'))
        return fields

    def make_actions(self):
        names = ["go", "dig", "hack", "look", "rest"][: self.upto(2, 5)]
        for i, name in enumerate(names):
            self.actions.append(Action(self, name, i == 0))
        self.eachs = [a.name for a in self.actions if a.by == "each" and not a.takes and not a.free]

    def make_steps(self):
        self.steps = self.some(["air", "chill", "omen"], 3) + ["act"] + self.some(["after", "count"]) + ["time"] + (["late"] if self.likely(20) else [])
        if self.charts and self.likely(30):
            self.steps.insert(self.upto(0, len(self.steps)), self.charts[0])
        waiting = [a for a in self.actions if not a.free]
        if "after" in self.steps and len(waiting) > 1 and self.likely(15):
            waiting[-1].fields.append('at = "after"')
        self.written = [n for n in ("air", "chill", "omen", "after", "count", "late") if n in self.steps]
        if self.fights:
            self.written.append("blow")
        if self.nights:
            self.written.append("sleep")

    def make_head(self):
        fields = ['turn = "%s"' % self.any(["10 minutes", "1 hour"]), 'check = "1d%d"' % self.any([4, 6])]
        fields += ["under = true"] if self.likely(6) else []
        fields += ['procedure = "turn"'] if self.fights or self.nights else []
        fields += ['room = "start"'] if self.roomy else []
        deeds = ["deeds = %s" % self.any(['"each"', "2"])] if self.likely(6) else []
        head = ['ruleset "Made" { %s }' % ", ".join(fields), 'procedure "turn" { %s }' % ", ".join(deeds + ['"%s"' % n for n in self.steps])]
        if self.fights:
            head.append('procedure "fight" { lasts = "10 seconds", %s }' % self.any(['"blow", "act"', '"act", "blow", "time"']))
        if self.nights:
            head.append('procedure "night" { lasts = "2 hours", "sleep", "time" }')
        if self.wit:
            head.append("kind.member:has { wit = %d }" % self.upto(-1, 1))
        if self.setting:
            head.append('setting "much" { default = %d }' % self.upto(0, 3))
        if self.own_kind:
            head += ['kind "creature" { hd = 1, common = 1 }', 'creature "rat" { common = 2 }', 'creature "ogre" { hd = 3 }']
        head += ['event "%s" { %s }' % (e, self.any(["", "", "", "stops = true"])) for e in self.events]
        head += ['light "torch" { lasts = "%s"%s }' % (self.any(["3 turns", "25 minutes"]), self.any(["", ', spends = "wicks"'])) for _ in self.lights]
        self.timer_of = self.any(["party", "member"]) if self.members else "party"
        head += ['timer "fuse" { of = "%s", lasts = "%s" }' % (self.timer_of, self.any(["2 turns", "20 minutes", "15 minutes"])) for _ in self.timers]
        head += ['deck "omens" { cards = %s }' % self.any(["{ %s }" % quoted(WORDS), "{ %s }" % quoted(WORDS[:2] + WORDS[:1]), "3"]) for _ in self.decks]
        head += ['member "%s" { %s }' % (name, self.fields_of_member()) for name in self.members]
        head += [a.made() for a in self.actions]
        self.lines = head + self.lines

    def fields_of_member(self):
        fields = ["wit = %d" % self.upto(0, 2)] if self.wit and self.likely(50) else []
        for t in self.of_kind(NUMBER, ["member"]):
            if self.likely(40):
                fields.append("%s = %s" % (t.name, '"1/3"' if t.own and self.likely(30) else self.upto(1, 2)))
        if self.lights and self.likely(20):
            fields.append('holds = "torch"')
        return ", ".join(fields)

    def make_charts(self):
        for name in self.charts:
            self.rows[name] = ["low", "mid", "high"]
            called = [", rule.%s" % r for r in self.rules if self.rank[r] > self.rank[name]]
            does = [', "Text."%s' % self.any(called) if called and self.likely(40) else "" for _ in range(3)]
            made = self.any([
                '{{ die = "1d6", {{ "1", "low"{0} }}, {{ "2-4", "mid"{1} }}, {{ "5-6", "high"{2} }} }}',
                '{{ die = "1d3", {{ "to 1", "low"{0} }}, {{ "2", "mid"{1} }}, {{ "3+", "high"{2} }} }}',
                '{{ die = "2d3", {{ "2-3", "low"{0} }}, {{ "4", "mid"{1} }}, {{ "5-6", "high"{2} }}, {{ "7+", "over" }} }}',
                '{{ die = "10*d2+d2", {{ "11-12", "low"{0} }}, {{ "21", "mid"{1} }}, {{ "22", "high"{2} }} }}',
                '{{ "low", "mid", "high" }}',
                '{{ "low", {{ "mid"{1} }}, "high" }}',
            ]).format(*does)
            self.add('chart "%s" %s' % (name, made))

    def make_questions(self):
        self.asked = {}
        for name in self.questions:
            kind = self.any(["yesno", "yesno", "number", "choice", "several"] + ["who"] * bool(self.members))
            self.asked[name] = kind
            s = Scope(99, self.likely(40))
            made = {
                "yesno": "default = %s" % self.any(["true", "false", "function() return not not (%s) end" % self.condition(s)]),
                "number": "default = %s" % self.any(["2", "function() return math.floor(%s) end" % self.number(s)]),
                "choice": "choices = { %s }%s" % (quoted(LETTERS), self.any(["", ', default = "y"', ', default = function() return %s and "x" or "z" end' % self.condition(s)])),
                "several": "choices = { %s }, exactly = %d" % (quoted(WORDS), self.upto(1, 2)),
                "who": "choices = function() return party end",
            }[kind]
            self.add('question "%s" { text = "Well?", %s }' % (name, made))

    def make_functions(self):
        self.wrapped = []
        for name in self.rules:
            who = self.local("who")
            self.add(*block("function rule.%s(%s)" % (name, who), block("if %s and rule.is_one(%s) then" % (who, who), self.body(Scope(self.rank[name], True, [who]), 2))
                            + self.body(Scope(self.rank[name]), 2)))
        if self.rules:
            self.add("function rule.is_one(x) return has(party.members, x) end")
        if self.joins:
            self.add("local function copy(v)", "  if type(v) ~= \"table\" then return v end", "  local t = {}", "  for k, x in pairs(v) do t[k] = copy(x) end", "  return t", "end",
                     "function rule.join(name)", "  local new = copy(party.members[1])", "  if not new then return end", "  new.name = name", "  new.away = false",
                     "  table.insert(party.members, new)", "end")
        for name in self.written:
            who = self.local("who")
            if self.likely(50):
                self.add(*block("function step.%s(%s)" % (name, who), self.body(Scope(0, True, [who]), 3)))
                self.wrapped.append((name, who))
            else:
                self.add(*block("function step.%s()" % name, self.body(Scope(), 3)))
                self.wrapped.append((name, ""))
        for a in self.actions:
            self.add(*a.functions())

    def make_hooks(self):
        for name in sorted(self.hooked):
            floor, t = self.rank[name], next((t for t in self.tracks if t.name == name), None)
            if t:
                members, head = (["owner"], "owner, was, now") if t.of == "member" else ([], "_, was, now")
                s = Scope(floor, True, members, ["now", "was"] if t.kind == NUMBER else [])
            elif name in self.charts:
                self.add(*block("function on.%s(r)" % name, block('if r.row.name == "%s" then' % self.any(self.rows[name]), self.any([
                    ["r.row = chart.%s.%s" % (name, self.any(self.rows[name]))], ["r.held = true"], self.body(Scope(floor), 1)]))))
                continue
            elif name in self.timers:
                members, head = (["owner"] if self.timer_of == "member" else []), "owner"
                s = Scope(floor, True, members)
                self.add(*block("function on.%s(%s)" % (name, head), block("if owner then", self.body(s, 2)) if members else self.body(s, 2)))
                continue
            elif name in self.lights:
                head, s = "lamp", Scope(floor, True, [], ["(lamp.left or 0)"])
                name = self.any(["light_out", "kindled"])
            elif name in self.decks:
                head, s = "card", Scope(floor)
            elif name in self.events:
                head, s = "fields", Scope(floor, True, [], ["(fields.n or 0)"])
            else:
                continue
            self.add(*block("function on.%s(%s)" % (name, head), self.body(s, 2)))
        hosts = [("turn_start", ""), ("turn_end", ""), ("deed", "verb"), ("check", "c"), ("checked", "c"), ("new_hour", "h"), ("arrive", "room, new"), ("begin", "")]
        hosts += [("split", "from, to"), ("meet", "into, from")] if self.groups else []
        for name, head in self.random.sample(hosts, self.upto(0, 2)):
            # These hooks run within anything, so they may call nothing that has a rank; before a deed nothing runs yet.
            body = self.body(Scope(50 if name != "deed" else 0, name != "arrive"), 2)
            if name == "check":
                body = [self.any(["c.adv = c.adv + 1", "c.add = c.add + 1", "c.dc = c.dc - 1"])]
            if name == "checked" and self.likely(60):
                body = block("if %s then" % self.any(["c.success", "c.total == 3", "c.margin < 0"]), self.body(Scope(50), 1))
            self.add(*block("function on.%s(%s)" % (name, head), body))

    # --- the house ---

    def make_house(self):
        choices = []
        for name, who in self.wrapped:
            usual = "usual_" + name
            choices.append(["local %s = step.%s" % (usual, name)] + block("function step.%s(%s)" % (name, who), block("if %s then" % self.condition(Scope(0, True, [who] if who else [])), ["%s(%s)" % (usual, who)])
                                                                     + self.any([[], self.body(Scope(0, True, [who] if who else []), 1)])))
        if self.setting:
            choices.append(["setting.much = %d" % self.upto(0, 3)])
        choices += [["track.%s.max = %d" % (t.name, t.max + 1)] for t in self.of_kind(NUMBER) if t.max == 3 and not t.own and 'track "%s"' % t.name in "".join(l for l in self.lines if "max = 3" in l)]
        choices += [["chart.%s.mid.text = \"Other.\"" % c] for c in self.charts]
        choices.append(['procedure.turn:after("act", "drip")'] + block("function step.drip()", self.body(Scope(), 2)))
        if self.members and len(self.members) < 4:
            choices.append(['member "%s" { %s }' % (NAMES[len(self.members)], self.fields_of_member())])
        if self.likely(40):
            self.house = [line for change in self.random.sample(choices, min(len(choices), self.upto(1, 3))) for line in change]

    # --- the study ---

    def make_request(self):
        self.files["made.lua"] = "\n".join(["-- made.lua -- made up by compare.py, number %d." % self.seed] + self.lines) + "\n"
        table = ["made.lua"]
        if self.house:
            self.files["house.lua"] = "\n".join(["-- house.lua -- over made.lua.", 'extends "made"'] + self.house) + "\n"
            table = ["house.lua"]
        asks = self.plan() + self.measures()
        if self.likely(50) and len(self.events) > 1:
            asks += ["--before", "%s,%s" % tuple(self.random.sample(self.events, 2))]
        if self.likely(20):
            asks += ["--until", self.any(self.events)]
        self.sim = ["sim"] + table + ["--turns", str(self.upto(3, 8)), "--runs", str(RUNS), "--seed", str(self.upto(1, 9)), "--json"] + asks
        self.odds = ["odds"] + table + ["--turns", str(self.weighted([(40, 1), (45, 2), (15, 3)])), "--states", "1500", "--json"] + (["--fractions"] if self.likely(30) else []) + asks

    def plan(self):
        otherwise = ["--otherwise", self.actions[0].typed()] if self.likely(65) else []
        if self.likely(12):
            lines = [self.line() + ("; " + self.line() if self.likely(40) else "") for _ in range(3)]
            s = Scope(99, False)
            self.files["wise.lua"] = "-- wise.lua -- a policy.\nreturn function()\n  if %s then return '%s' end\n  return '%s', '%s'\nend\n" % (self.condition(s), lines[0], lines[1], lines[2])
            return ["--policy", "wise.lua"] + otherwise
        return ["--plan", "; ".join(self.line() for _ in range(self.upto(1, 4)))] + otherwise

    def line(self):
        """Makes a line of the plan."""
        if self.likely(10):
            return self.a_host_line()
        a = self.any(self.actions)
        deed = a.typed()
        named = self.members and a.by != "all" and self.likely(35)
        if named:
            who = self.any(self.members)
            deed = "%s %s" % (who, deed)
            others = [o for o in self.actions if o.free == a.free]
            if len(self.members) > 1 and self.likely(50):
                deed += " + %s %s" % (self.any([m for m in self.members if m != who]), self.any(others).typed())
        if not a.greedy and self.likely(20):
            deed += " x%d" % self.upto(2, 3)
        return deed

    def a_host_line(self):
        choices = ["pass 10 minutes", "n +1", "gain n"]
        choices += ["light torch", "snuff"] if self.lights else []
        if self.members:
            who = self.any(self.members)
            choices += ["add %s" % self.any(STRANGERS), "remove %s" % who, "away %s" % who, "back %s" % who]
        if self.groups:
            choices += ["split %s" % self.members[-1], "with %s" % self.members[-1], "rejoin"]
        return self.any(choices)

    def measures(self):
        asks, s = [], Scope(99, False)
        for i in range(self.upto(0, 3)):
            expr = self.any(["(%s) or 0" % self.number(s), "not not (%s)" % self.condition(s), "(%s) // 1" % self.number(s)])
            asks += ["--measure", "m%d=%s" % (i, expr)]
        return asks


class Action:
    """Makes an action with its functions.  plain: it is the first action, which takes one turn and can always be done.  free: it
    takes no turn.  greedy: its argument would take up an `x2` that is typed behind it."""

    def __init__(self, p, name, plain):
        self.p, self.name = p, name
        self.by = p.weighted([(35, "each"), (15, "one"), (50, "all")])
        self.takes, self.fields, self.greedy = [], [], False
        self.free = not plain and p.likely(15)
        self.plain = plain
        self.choose_fields()

    def choose_fields(self):
        p = self.p
        if self.free:
            self.fields.append("turns = 0")
        elif not self.plain and p.likely(25):
            self.fields.append("turns = %s" % p.any(["2", "2", "3", "function() return %s and 2 or 1 end" % p.condition(Scope(99, p.likely(30)))]))
            if p.likely(30):
                self.fields.append("keeps = true")
        if not self.plain and p.likely(20):
            self.takes = p.any([["member?"], ["number?"], ["softly|loudly"], ["softly|loudly?"], ["room"], ["lamp?"], ["text?"], ["word?"]])
            self.greedy = self.takes[0] in ("number?", "text?", "word?", "room")
        if p.fights and not self.plain and p.likely(25):
            self.fields.append('during = "%s"' % p.any(["turn", "fight"]))
        if p.likely(5):
            self.fields.append("secret = true")
        if self.plain and p.likely(40):
            self.fields.append("default = true")

    def made(self):
        fields = ['by = "%s"' % self.by] if self.by != "all" else []
        fields += self.fields
        fields += ["takes = { %s }" % quoted(self.takes)] if self.takes else []
        return 'action "%s" { %s }' % (self.name, ", ".join(fields))

    def typed(self):
        if not self.takes or self.takes[0].endswith("?") and self.p.likely(40):
            return self.name
        what = self.takes[0].rstrip("?")
        words = {"member": self.p.members or NAMES, "number": ["0", "2"], "softly|loudly": ["softly", "loudly"], "room": ROOMS, "lamp": ["torch"], "text": ["well well"], "word": ["well"]}
        return "%s %s" % (self.name, self.p.any(words[what]))

    def functions(self):
        p = self.p
        who = p.local("who")
        args = ", what" if self.takes else ""
        members = [who] if self.by != "all" else []
        s = Scope(0, True, members, act=not self.plain)
        lines = block("function act.%s(%s%s)" % (self.name, who, args), self.with_argument(s) + p.body(s, 4))
        if not self.plain and p.likely(25):
            asked = Scope(99, p.likely(15), members)
            lines += block("function cannot.%s(%s%s)" % (self.name, who, args), ['if %s then return "%s" end' % (p.condition(asked), p.any(["Not now.", "No."]))])
        return lines

    def with_argument(self, s):
        if not self.takes:
            return []
        p, what = self.p, self.takes[0].rstrip("?")
        inner = s.inner()
        test = {"member": 'what and what.name == "B"', "number": "what == 2", "softly|loudly": 'what == "loudly"', "room": 'what == "hall"', "lamp": "what and what.left == 1",
                "text": "what", "word": "what"}[what]
        return block("if %s then" % test, p.body(inner, 1))


# --- playing ---


class Played:
    """What a command gave.  late: it took too long and was stopped."""

    def __init__(self, status, out, err, late=False):
        self.status, self.out, self.err, self.late = status, out, err, late

    def as_text(self):
        return ("status %s\n%s%s" % (self.status, self.err, self.out[:3000])).rstrip()


def play(build, folder, args, remember, more=(), cell=None, lines=(), patience=PATIENCE):
    env = {**os.environ, "NO_COLOR": "1", "SCONCE_RULESETS": "", "SCONCE_REMEMBER": "yes" if remember else "no"}
    if cell:
        env["SCONCE_CELL"] = cell
    try:
        done = subprocess.run([os.path.join(build, "sconce")] + args + list(more), cwd=folder, env=env, input="\n".join(lines).encode(), capture_output=True, timeout=patience * (LIMIT_ODDS if args[0] == "odds" else LIMIT))
    except subprocess.TimeoutExpired:
        return Played(None, "", "too slow\n", True)
    return Played(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def same_sim(a, b):
    return (a.status, a.out, a.err) == (b.status, b.out, b.err)


def gave_up(played):
    """True when the command was stopped as too slow, or says that the procedure is too much for it: nothing is compared."""
    return played.late or any(part in played.err for part in ("--states", "too much to weigh", "too many to weigh", "did not come to an end in time", "used up their memory", "call each other without end"))


def nearly(a, b, key=""):
    """True when two answers are equal within rounding.  Quantiles are not compared, since one may lie between two values; nor
    are the figures of the work (states, widest, leaves).  key: the name under which a and b stand."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(nearly(a[k], b[k], k) for k in a if k not in ("states", "widest", "leaves", "quantiles"))
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(nearly(x, y) for x, y in zip(a, b))
    if isinstance(a, float) or isinstance(b, float):
        return abs(a - b) <= (1e-6 if key == "sd" else 1e-9) * max(1, abs(a))
    return a == b


def turn_of(played):
    """The turn in which a rule failed, as "(turn 2,"; None when none failed."""
    found = re.search(r"\(turn \d+[,)]", played.err)
    return found and found.group()


def same_odds(a, b):
    """True for equal answers.  Two refusals are equal when a rule failed in the same turn, whatever they say of it: of two
    rules that fail in one turn either may be found first, since `odds` cuts lines into steps that it weighs one by one."""
    if a.status != b.status:
        return False
    if a.status != 0:
        return a.err == b.err or turn_of(a) and turn_of(a) == turn_of(b)
    return nearly(json.loads(a.out), json.loads(b.out))


def unlikely(k, n, p):
    """Returns how unlikely it is that what has the chance p came k times in n, as x: by Chernoff's bound the probability of
    that, or of worse, is at most e^-x."""
    f, far = k / n, 0
    for x, q in ((f, p), (1 - f, 1 - p)):
        if x > 0:
            far += n * x * math.log(x / q) if q > 0 else math.inf
    return far


def unlike(sim, odds):
    """Names the first simulated figure that the exact odds make impossible; None when there is none.  Answers are not
    compared where sim and odds rolled other dice as play began: they are about different tables then."""
    counted, weighed = json.loads(sim.out), json.loads(odds.out)
    if counted.get("rolled") != weighed.get("rolled"):
        return None
    for name, of in weighed["measures"].items():
        for turn in of["by_turn"]:
            if "p" not in turn or turn["turn"] > counted["turns"]:
                continue
            now = next((t for t in counted["measures"].get(name, {}).get("by_turn", []) if t["turn"] == turn["turn"]), {"p": 0.0})
            p = min(1.0, max(0.0, turn["p"]))
            # A chance that is 0 or 1 may be off by 1e-9 through rounding; that must not make a count impossible.
            p = 0.0 if p < 1e-9 else 1.0 if p > 1 - 1e-9 else p
            if unlikely(round(now.get("p", 0) * counted["runs"]), counted["runs"], p) > FAR:
                return "%s in turn %d: counted %g, weighed %g" % (name, turn["turn"], now.get("p", 0), p)
    return None


class Score:
    def __init__(self, keep):
        self.keep = keep
        self.passed = self.failed = self.played = self.refused = self.invalid = self.slow = self.odds = 0

    def fail(self, p, what, a, b):
        self.failed += 1
        if not self.keep:
            self.keep = tempfile.mkdtemp(prefix="compare.")
        folder = os.path.join(self.keep, str(p.seed))
        write(p, folder)
        print("--- number %d: %s; see %s\n%s\n--- and\n%s\n---" % (p.seed, what, folder, a.as_text(), b.as_text()), flush=True)


def write(p, folder):
    os.makedirs(folder, exist_ok=True)
    for name, text in p.files.items():
        with open(os.path.join(folder, name), "w") as f:
            f.write(text)
    with open(os.path.join(folder, "asked"), "w") as f:
        f.write("sconce %s\nsconce %s\n" % (shlex.join(p.sim), shlex.join(p.odds)))


def other_cell(build, folder):
    """Makes a script that runs BUILD/other-cell with heap, stack and libraries at other addresses, and with fresh memory that
    is not zero: no result may depend on any of these."""
    if not os.path.exists(os.path.join(build, "other-cell")):
        top = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        subprocess.run(["make", "-s", "-C", top, "B=" + build, os.path.join(build, "other-cell")], check=True)
    path = os.path.join(folder, "other-cell")
    with open(path, "w") as f:
        f.write("#!/bin/sh\nexport MALLOC_PERTURB_=173 GLIBC_TUNABLES=glibc.malloc.mxfast=0:glibc.malloc.tcache_count=0 FILLER=%s\n" % ("x" * 30000))
        f.write("setarch -R true 2>/dev/null && exec setarch -R %s\nexec %s\n" % ((shlex.quote(os.path.join(build, "other-cell")),) * 2))
    os.chmod(path, 0o755)
    return path


def compare(build, p, score):
    with tempfile.TemporaryDirectory() as folder:
        write(p, folder)
        full = play(build, folder, p.sim, False, ["--jobs", "1"], patience=1)
        if gave_up(full):
            score.slow += 1
            return
        if full.status != 0 and "(turn" not in full.err:  # refused before a turn was played: the rules are wrong
            score.invalid += 1
            return
        other = other_cell(build, folder)
        for jobs, cell in ("1", None), ("3", other):
            known = play(build, folder, p.sim, True, ["--jobs", jobs], cell)
            if not same_sim(full, known):
                return score.fail(p, "sim in full, and remembered with --jobs " + jobs + (" by the other cell" if cell else ""), full, known)
        if not compare_cells(build, p, score, folder, other):
            return
        score.played += full.status == 0
        score.refused += full.status != 0
        compare_odds(build, p, score, folder, full)


def compare_cells(build, p, score, folder, other):
    """True when both cells give the same bytes."""
    lines = [p.line() for _ in range(8)] + ["state"]
    session = ["play"] + p.sim[1:2] + ["--json", "--answers", "default", "--seed", str(p.seed)]
    for args, typed in (p.odds, ()), (session, lines):
        played = [play(build, folder, args, True, (), None, typed, patience=1)]
        if gave_up(played[0]):
            continue
        played.append(play(build, folder, args, True, (), other, typed))
        if not same_sim(*played):
            score.fail(p, "%s by both cells%s" % (shlex.join(args), "".join("\n  " + line for line in typed)), *played)
            return False
    return True


def compare_odds(build, p, score, folder, sim):
    full = play(build, folder, p.odds, False, patience=1)
    known = full if gave_up(full) else play(build, folder, p.odds, True)
    if gave_up(full) or gave_up(known):
        score.slow += 1
    elif not same_odds(full, known):
        return score.fail(p, "odds in full, and remembered", full, known)
    elif full.status == 0 == sim.status and unlike(sim, full):
        return score.fail(p, "sim and odds, " + unlike(sim, full), sim, full)
    else:
        score.odds += 1
    score.passed += 1


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--keep")
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


def show(p):
    for name, text in p.files.items():
        print(text)
    print("sconce %s\nsconce %s" % (shlex.join(p.sim), shlex.join(p.odds)))


def main():
    args = read_arguments()
    score, seed, end = Score(args.keep), args.seed, args.seconds and time.time() + args.seconds
    while time.time() < end if end else seed < args.seed + args.count:
        p = Procedure(seed)
        if args.show:
            show(p)
        else:
            compare(os.path.abspath(args.build), p, score)
        seed += 1
    print("numbers %d to %d: %d played, %d refused alike, %d weighed; %d invalid, %d too slow" % (
        args.seed, seed - 1, score.played, score.refused, score.odds, score.invalid, score.slow))
    print("%d passed, %d failed" % (score.passed, score.failed))
    sys.exit(score.failed > 0)


if __name__ == "__main__":
    main()
