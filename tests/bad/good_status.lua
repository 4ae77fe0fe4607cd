-- Right: rule.status is never called by rules, since the program calls it.
extends "lamplight"

function rule.status() return "torches " .. party.torches end
