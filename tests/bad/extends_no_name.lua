extends(lamplight)
-- expect: extends_no_name.lua:1: there is no word 'lamplight'; a value of one's own is local, and a text stands in quotes
