-- The file calls require, which rules do not have.
extends "lamplight"
local dice = require "dice"
-- expect: lua_require.lua:3: there is no 'require' here: extends "name" reads another rule file
