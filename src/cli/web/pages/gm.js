// The game master's page: the prompt, questions as buttons, and the table beside them.
"use strict";

const said = []; // lines typed before, for the arrows
let place = 0; // the line of `said` that the arrows have reached
let seq = -1; // the number of the last entry that is shown; -1: nothing was asked for yet

function addLines(lines) {
  // Within 40 pixels, a line or two: whoever has scrolled further up reads there, and stays.
  const list = $("lines"), atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  list.append(...lines.map(lineElement));
  // More than an evening has; any number would do.
  while (list.children.length > 500) list.firstChild.remove();
  if (atEnd) list.scrollTop = list.scrollHeight;
}

function button(text, line, main) {
  const b = el("button", main ? "main" : "", text);
  b.type = "button";
  b.addEventListener("click", () => say(line));
  return b;
}

function showQuestion(ask) {
  $("question").hidden = !ask;
  if (!ask) return;
  const who = ask.who ? [].concat(ask.who).join(", ") : "";
  setText("question-text", ask.id === "die" ? (who ? who + ": " : "") + ask.die + (ask.for ? " for " + ask.for : "") : ask.text);
  const choices = ask.type === "yesno" ? ["yes", "no"] : ask.choices || ask.cards || [];
  // An empty line has the program roll a die, and takes the default of a question.
  const usual = ask.id === "die" ? "Roll it" : ask.default === undefined ? "" : "Take the default";
  $("choices").replaceChildren(...choices.map((c) => button(String(c.name || c), String(c.name || c), false)),
    usual ? button(usual, "", true) : "", button("Explain", "?", false));
}

// Adds what happened since the last entry that is shown, and what was undone.
async function catchUp(view) {
  if (seq === view.seq) return;
  const news = await post("/api/since", { seq: Math.max(seq, 0) });
  if (!news.entries) return;
  seq = news.head;
  if (news.undone.length) addLines(news.undone.map((u) => [{ t: "undone: T" + u.turn + " " + u.command, as: "dim" }]));
  addLines(news.entries.flatMap((e) => e.lines));
}

async function show(view) {
  showTable(view);
  setText("prompt", view.prompt.map((p) => p.t).join(""));
  showQuestion(view.awaits);
  await catchUp(view);
  if (!$("table").dataset.ready) $("line").focus();
  $("table").dataset.ready = "yes";
}

// Says a line, or answers the question that is shown: never another one.  version: of the view that the line was
// meant for; it is refused when the table has changed since.  Without one, it is said however the table is.
async function say(line, version) {
  const body = { say: line, to: shown.awaits ? shown.awaits.token : "", version };
  $("say").ariaBusy = "true";
  // Most lines take less, so that the button does not flash.
  const slow = setTimeout(() => { $("stop").hidden = false; }, 700);
  const reply = await post("/api/say", body);
  clearTimeout(slow);
  $("stop").hidden = true;
  $("say").ariaBusy = "false";
  if (reply.lines) { // shows the question at once; the next view brings it only later
    shown.awaits = reply.ask;
    showQuestion(reply.ask);
  }
  $("offers").textContent = "";
  // What was done comes with the next view (catchUp); what is only shown, asked or refused stands in the reply alone.
  if (reply.error && !reply.lines) addLines([[{ t: reply.error, as: "error" }]]);
  else if (!reply.ok || reply.text !== undefined || reply.ask) addLines(reply.lines);
  $("line").value = "";
  $("line").focus();
}

// Completes the word before the cursor as far as all offers agree, and lists them.
async function complete() {
  const line = $("line"), before = line.value.slice(0, line.selectionStart);
  const found = await post("/api/complete", { before });
  const offers = found.offers || [];
  if (!offers.length) return;
  let same = offers[0];
  for (const o of offers) while (!o.toLowerCase().startsWith(same.toLowerCase())) same = same.slice(0, -1);
  const bytes = new TextEncoder().encode(before).slice(0, found.from); // `from` counts bytes of UTF-8
  const word = offers.length === 1 ? same + " " : same;
  const kept = new TextDecoder().decode(bytes);
  // Never takes away what was typed, as where offers differ in capitals alone.
  if ((kept + word).length >= before.length) line.setRangeText(kept + word, 0, before.length, "end");
  setText("offers", offers.length > 1 ? offers.slice(0, 60).join("  ") : ""); // 60: nobody reads on
}

async function join() {
  if (!await joins("key")) return;
  history.replaceState(null, "", "/gm");
  listen("gm", show, join);
}

$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const line = $("line").value;
  if (line && said[said.length - 1] !== line) said.push(line);
  place = said.length;
  say(line);
});
$("undo").addEventListener("click", () => say("undo", shown.version));
$("stop").addEventListener("click", () => post("/api/stop", {}));
$("line").addEventListener("keydown", (event) => {
  if (event.key === "Tab" && !event.shiftKey && $("line").value) {
    event.preventDefault();
    complete();
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    event.preventDefault();
    place = Math.max(0, Math.min(said.length, place + (event.key === "ArrowUp" ? -1 : 1)));
    $("line").value = said[place] || "";
  }
});
if (location.hash.length > 1) join();
else listen("gm", show, join);
