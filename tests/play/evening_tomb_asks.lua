-- evening_tomb_asks.lua -- the table of evening_tomb.lua, asked at each new place what they see.
extends "evening_tomb"
question.describe.always = nil
