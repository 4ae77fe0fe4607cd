-- load_env.lua -- replaces _ENV while the file is read
extends "delving"
_ENV = {}
