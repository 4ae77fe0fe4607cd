-- load_extend_self.lua -- a file that extends itself
extends "load_extend_self"
