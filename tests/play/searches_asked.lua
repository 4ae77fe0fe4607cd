-- searches_asked.lua -- trespasser, where you are asked what a search turns up, and what comes of a deed; read by transcripts.
extends "trespasser"
question.shows.always = nil
question.room_told.always = nil
question.result.always = nil
