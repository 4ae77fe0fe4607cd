# commands.sh -- slips at the prompt and on the command line, and what is said of each; read by tests/messages.sh.
prompt 'toruches +1' 'There is no verb '\''toruches'\''; did you mean '\''torches'\''?'
prompt 'light lamp' 'There is no light '\''lamp'\''; there are torch, candle and lantern.'
prompt 'light torch Brm' 'Nobody is called '\''Brm'\''; did you mean '\''Bram'\''?'
prompt 'sreach altar' 'There is no verb '\''sreach'\''; did you mean '\''search'\''?'
prompt 'rest x0' ''\''rest'\'' takes no other words, so what is '\''x0'\''?'
prompt 'rest x' ''\''rest'\'' takes no other words, so what is '\''x'\''?'
prompt 'rest and search' 'Type '\''rest + search'\'' for both in one turn, '\''rest; search'\'' for one after the other.'
prompt 'hp Bram ten' 'Type '\''hp Bram 10'\''.'
prompt 'hp Brams 3' 'Nobody is called '\''Brams'\''; did you mean '\''Bram'\''?'
prompt 'add Bram hp=6' 'Bram is in the party already.'
prompt 'add Nim hp=' 'Member "Nim", hp: a number or dice is needed, and this is "".'
prompt 'add Nim hpp=4' 'Member "Nim" has no '\''hpp'\''; did you mean '\''hp'\''?'
prompt 'pass ten minutes' 'Type '\''pass 10 minutes'\''.'
prompt 'time 25:90' 'Type time 5:30 or time day 2 5:30; or time +10 or -10, in minutes, or time +2h.'
prompt 'odds encuonter' 'There is no event '\''encuonter'\''; did you mean '\''encounter'\''?'
prompt 'odds of meeting something' 'did you mean '\''encounter'\''?'
prompt 'odds' 'The odds of what? For example, '\''odds encounter'\'', '\''odds encounter before torch'\'', '\''odds dark by 12'\''.'
prompt 'roll d66x' 'd66x: exploding is written ! here, as in 4d6!; times is written *'
prompt 'roll creaturs' 'There is no table '\''creaturs'\''; did you mean '\''creatures'\''?'
prompt 'undo two' 'Undo takes a number of lines, as in '\''undo 3'\''.'
prompt 'give torch' 'Give what, and to whom? as in: give torch Bram.'
prompt 'chart hazrd' 'No chart '\''hazrd'\''; did you mean '\''hazard'\''?'
prompt 'help serach' 'No verb, chart, setting or word '\''serach'\''; did you mean '\''search'\''?'
prompt 'torch Bram = 4' 'Bram holds no burning torch.'
prompt 'gain torchs 2' 'gain: there is no track '\''torchs'\''; did you mean '\''torches'\''?'
prompt '= party.torchs' 'the line:1: the party has nothing called '\''torchs'\''; did you mean '\''torches'\''?'
prompt 'lua gain(torches)' 'Type '\''lua gain("torches")'\''.'
prompt 'table goblins 1-2 / rats 2-6' 'Table needs a campaign folder, and this game is in memory: save FOLDER first.'
prompt 'dice of my own' 'Dice are '\''auto'\'', '\''hand'\'', or a list such as "d6:3 d20:12", not '\''of my own'\''.'
prompt 'correct far' "Nothing was asked yet that 'correct' changes; u takes back the last line."
prompt 'serach altar' 'There is no verb '\''serach'\''; did you mean '\''search'\''?'
prompt 'Brahm rest' 'There is no verb '\''Brahm'\''; did you mean '\''Bram'\''?'
prompt 'light torhc Ysolde' 'There is no light '\''torhc'\''; did you mean '\''torch'\''?'
prompt 'hp Bram six' 'Type '\''hp Bram 6'\''.'
prompt 'lose hp 1d6' 'hp: whose? For example, '\''lose hp Bram 1d6'\'' or '\''lose hp all 1d6'\''.'
prompt 'rest times three' "Type 'rest x3'."
prompt 'rest and Pike search' 'Type '\''rest + Pike search'\''.'
prompt 'Bram try dexterity 11' 'try: '\''dexterity'\'' is not a stat; did you mean '\''dex'\''?'
prompt 'drop rope' 'Nobody has '\''rope'\''; a light is put out with snuff.'
prompt 'roll 3w6' 'Dice are written with a d; type '\''roll 3d6'\''.'
prompt 'roll 2d6+' '2d6+: a number or dice should follow the +'
prompt 'lose Bram hp 2' 'Type '\''lose hp Bram 2'\''.'
prompt 'gain 2 torches' 'Type '\''gain torches 2'\''.'
prompt '3x rest' 'Type '\''rest x3'\''.'
prompt 'torches = 5' 'Type '\''torches 5'\''.'
prompt 'Bram search & Pike rest' 'Type '\''Bram search + Pike rest'\''.'
prompt 'I search the altar' 'Type '\''search the altar'\''.'
prompt 'we rest for a turn' "Type 'rest'."
prompt 'let Bram search' 'Type '\''Bram search'\''.'
prompt 'everyone search' 'Type '\''search'\''.'
prompt '!r 2d6' "Type 'roll 2d6'."
prompt '/roll 1d20+3' "Type 'roll 1d20+3'."
prompt 'roll 3d6 drop lowest' "Type 'roll 3d6dl1'."
prompt 'Bram search, Pike rest' 'Type '\''Bram search + Pike rest'\''.'
prompt 'Bram: search + Pike: rest' 'Type '\''Bram search + Pike rest'\''.'
prompt 'rest xthree' "Type 'rest x3'."
prompt '= Bram.hp' "Type '= named(\"Bram\").hp'."
prompt 'lua party.torches + 1' "Type '= party.torches + 1'."
prompt 'hp 3 Bram' "Type 'hp Bram 3'."
prompt 'hp Bram to 3' "Bram: hp 3 (was 6)."
prompt 'lose 2 hp Pike' "Type 'lose hp Pike 2'."
prompt 'add Lug, hp=4' "Type 'add Lug hp=4'."
prompt 'hurt Bram 1 d 6' "Type 'hurt Bram 1d6'."
prompt 'light a torch for Pike' "Pike lights a torch."
prompt 'put out the torch' 'Type '\''snuff torch'\''.'
prompt 'torches + 2' "Type 'torches +2'."
prompt 'wait 10 minutes' "Type 'pass 10 minutes'."
prompt 'time 6pm' "Type 'time 18:00'."
prompt 'a goblin attacks' "'note' and a sentence keeps that in the log"
prompt 'hp Pike 99' "Pike's maximum is now 99, too."
prompt 'add 2 torches' "Type 'torches +2'."
prompt 'everyone rests' "Type 'rest'."
prompt 'Bram takes 2 damage' "Type 'hurt Bram 2'."
prompt 'Bram searches the altar' "Type 'Bram search altar'."
prompt 'blow out the torch' "Type 'snuff torch'."
prompt 'turn the torch off' "Type 'snuff torch'."
prompt 'examine altar' "Type 'search altar'."
prompt 'open door' "type 'other open door'."
prompt 'kill Pike' "Type 'Pike dead on'."
prompt 'set torches 5' "Type 'torches 5'."
prompt 'Bram search altar & Pike rest' "Type 'Bram search altar + Pike rest'."
prompt 'Bram search altar, Pike rest' "Type 'Bram search altar + Pike rest'."
prompt 'Bram search altar / Pike rest' "Type 'Bram search altar + Pike rest'."
prompt 'Bram search altar and Pike rest' "Type 'Bram search altar + Pike rest'."
prompt 'roll 2d6 + 1d4' "Type 'roll 2d6+1d4'."
prompt 'roll d20 + 3 for Bram' "Type 'roll d20+3'."
prompt 'd20' "Type 'roll d20'."
command 'play delving -seed 1' 'sconce play: there is no option -seed; did you mean --seed?'
command 'odds delving --measure party.torches' 'write --measure torches=party.torches'
command 'play delving house.lua' 'there is no place for '\''house.lua'\'' here; write --house before it'
command 'odds delving --before encounter light_out' 'leave it out, or write a plan in quotes, and two events as A,B'
command 'odds delving --turns 2 --states 9223372036854775807' 'how many states? 1 to 1000000000000'
command 'log delving' ''\''delving'\'' is not a campaign folder, and only a campaign has a log'
command 'help burnning' 'did you mean '\''burning'\''?'
command 'roll' 'sconce roll: the dice are missing; for example: sconce roll 2d6+1'
command 'roll 2w6' 'a die is written with a d, as in 2d6'
command 'roll d' 'd: a number of sides should follow the d'
command 'roll 3d6 --dc' 'sconce roll: --dc needs a value'
command 'roll 3d6 --dc ten' 'sconce roll: --dc needs a whole number, not '\''ten'\'''
command 'roll 1d6 --od' 'there is no option --od; did you mean --odds?'
command 'plya delving' 'sconce: there is no command '\''plya'\''; did you mean '\''play'\''?'
command 'play delvin' 'no ruleset '\''delvin'\''; did you mean '\''delving'\''?'
command 'play delving --sed 4' 'sconce play: there is no option --sed; did you mean --seed?'
command 'check nothere.lua' 'nothere.lua: there is no file nothere.lua'
command 'check --jsn x.lua' 'sconce check: there is no option --jsn; did you mean --json?'
command 'test nothere.spec.lua' 'there is no file nothere.spec.lua'
command 'rules delving hazrd' 'these rules have nothing named '\''hazrd'\''; did you mean '\''hazard'\''?'
command 'rules delvng' 'no ruleset '\''delvng'\''; did you mean '\''delving'\''?'
command 'help serach' 'there is no command, word or field '\''serach'\''; '\''sconce help words'\'' lists the words'
command 'sim delving --turns ten' 'sconce sim: --turns needs a whole number, not '\''ten'\'''
command 'sim delving --plan "crawl, search"' 'after '\''crawl'\'' comes a semicolon, and not a comma'
command 'sim delving --plan crwal --turns 3' 'there is no verb '\''crwal'\''; did you mean '\''crawl'\''?'
command 'sim delving --polciy x' 'sconce sim: there is no option --polciy; did you mean --policy?'
command 'odds delving --turns -1' 'sconce odds: --turns is at least 1'
command 'odds delving --plan crawl --turns' 'sconce odds: --turns needs a value'
command 'new' 'sconce new: the folder is missing; for example: sconce new saltmarsh --ruleset delving'
command 'new camp --rulset delving' 'sconce new: there is no option --rulset; did you mean --ruleset?'
command 'new camp --ruleset delvin' 'no ruleset '\''delvin'\''; did you mean '\''delving'\''?'
command 'log nothere' 'no ruleset '\''nothere'\''; `sconce rules` lists those there are'
command 'verify nothere' 'no ruleset '\''nothere'\''; `sconce rules` lists those there are'
command 'export' 'sconce export: the folder is missing; for example: sconce export saltmarsh saltmarsh.sconce'
command 'play notes.md' 'notes.md holds no rules, since its name does not end in .lua; give a ruleset'\''s name, a .lua file, or a campaign folder'
command 'play --house' 'sconce play: --house needs a value'
command 'play delvign' 'no ruleset '\''delvign'\''; did you mean '\''delving'\''?'
command 'new saltmarsh delving' 'sconce new: write --ruleset before '\''delving'\'''
command 'roll 2d6+' '2d6+: a number or dice should follow the +'
command 'odds delving --turn 24' 'there is no option --turn; did you mean --turns?'
command 'verfy saltmarsh' 'there is no command '\''verfy'\''; did you mean '\''verify'\''?'
command 'delving play' "did you mean 'play delving'?"
command '--verison' "did you mean '--version'?"
command 'export delving' 'sconce export: the file is missing'
command 'import notes.md' 'sconce import: the folder is missing'
command 'odds delving --measure torches' 'write --measure torches=party.torches'
command 'odds delving --plan crawl rest' 'write a plan in quotes'
command 'roll 3d6 drop lowest' 'dl1 or dh1 drops one, as in 4d6dl1'
command 'play x.spec.lua' 'x.spec.lua is a spec; `sconce test` runs it'
command "new keep --ruleset 'Dungeon Turn'" 'as dungeon-turn'
prompt 'rename Pike Pyke' "There is no verb 'rename'; names stay; 'add' or 'remove' a member, 'note' a room's new name."
prompt 'add torch' "Type 'torches +1'."
prompt 'add a candle' "Type 'candles +1'."
prompt 'rest x 3 turns' "Type 'rest x3'."
prompt 'hurt Bram -3' "Type 'hp Bram +3'."
command 'test delving' 'there is no file delving.spec.lua; to check the rules, type: sconce check delving'
prompt 'short rest' "Type 'rest'."
prompt '2 torches left' "Type 'torches 2'."
prompt 'end turn' "There is no verb 'end'; a turn ends by itself, after what they do in it."
prompt 'Bram heal 2' "There is no verb 'heal'; 'gain hp Bram 2' gives hit points back."
command 'play delving.lua' 'there is no file delving.lua; to name a ruleset, leave out .lua'
command 'sim delving --turns twelve' "sconce sim: --turns needs a whole number, not 'twelve'"
command 'odds delving encounter' "there is no place for 'encounter' here"
command 'roll d20 advantage' 'adv and dis are rolls of their own, as in adv+5'
# The first evening of a game master who has not read the guide.
prompt 'look around' "Type 'search'."
prompt 'light 2 torches' "Type 'light torch Bram; light torch Ysolde'."
prompt 'rest until morning' "Type 'pass 8 hours'."
prompt 'long rest' "Type 'pass 8 hours'."
prompt 'we listen at the door' "There is no verb 'we'"
prompt 'Bram checks for traps' "Type 'Bram search traps'."
prompt 'Pike picks the lock' "type 'Pike other picks the lock'."
prompt 'go north' "'north' names no room; leave it out, or name the room they come to."
prompt 'run away' "'away' names no room"
prompt 'walk 3 rooms' "Type 'walk x3'."
prompt 'the torch burns out' "Type 'snuff torch'."
prompt 'wandering monster' "Type 'encounter'."
prompt 'reaction roll' "Type 'roll reaction'."
prompt 'surprise' "Type 'roll surprise'."
prompt 'time' 'It is 0:00; to change that, type time 5:30, or time +10 in minutes.'
prompt 'are we lost' "'party' shows time, lights, room and what they have"
prompt 'Bram and Pike rest' 'Bram and Pike: rest'
prompt 'encounter' 'ENCOUNTER: '
prompt 'add Nim hp 4' "Type 'add Nim hp=4'."
prompt 'lose Bram 2 hp' "Type 'lose hp Bram 2'."
prompt 'move x0' "How many times? As in 'move x3'."
prompt 'light two torches' "Type 'light torch Bram"
prompt 'light torch Bram and Pike' "Type 'light torch Bram; light torch Pike'."
prompt 'add member Nim hp 4' "Type 'add Nim hp=4'."
prompt 'hazard = 3' "There is no verb 'hazard'; 'roll hazard' rolls on the chart of that name."
prompt 'fatigue_damage 2' "it is a setting, and changed in house.lua: setting.fatigue_damage"
prompt 'spend 2 torches' "Type 'lose torches 2'."
prompt 'time 6am' "Type 'time 6:00'."
command 'new delving' "sconce new: 'delving' is a ruleset, and the folder is missing; for example: sconce new saltmarsh --ruleset delving"
command 'new fens' 'sconce new: the ruleset is missing; for example: sconce new fens --ruleset delving'
command 'sim' 'sconce sim: the table is missing; for example: sconce sim delving'
prompt 'torches minus 1' "Type 'torches -1'."
prompt 'Bram is dead' "Type 'dead Bram on'."
