-- Right: the program asks rule.status by itself.
extends "lamplight"

function rule.status() return "torches " .. party.torches end
