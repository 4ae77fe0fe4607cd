-- embers.lua -- whether a torch is lit from the embers is asked here, which Delving answers for good; for sheet.play.
extends "delving"
question.relight.always = nil
