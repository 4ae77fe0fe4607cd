-- load_extend_self.lua -- extends itself
extends "load_extend_self"
