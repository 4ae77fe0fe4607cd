extends(lamplight)
-- expect: extends_no_name.lua:1: there is no word 'lamplight'
