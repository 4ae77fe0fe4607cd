-- The name of the ruleset has no quotes.
extends(lamplight)
-- expect: extends_no_name.lua:2: there is no word 'lamplight'; write text in quotes, "lamplight"; a name of your own is made with local
