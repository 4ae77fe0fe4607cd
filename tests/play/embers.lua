-- embers.lua -- lighting a torch from the embers is asked again; sheet.play.
extends "delving"
question.relight.always = nil
