-- No part: it extends a ruleset.
extends "lamplight"
