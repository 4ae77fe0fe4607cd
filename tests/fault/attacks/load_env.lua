-- load_env.lua -- one of many
extends "delving"
_ENV = {}
