// The players' screen: what players may see, and the dice that their characters roll.
"use strict";

let answered = ""; // the token of the die that this page has answered: its form is hidden, though the view still has it

// Shows the form for a die that this player rolls.  It is made anew only for another die, so that faces already typed
// stay when a view comes.
function showDie(view) {
  const awaits = view.awaits, me = $("me").value;
  const mine = awaits && awaits.who.includes(me) && awaits.token !== answered;
  setText("awaits", awaits && !mine ? awaits.who.join(", ") + ": " + awaits.die : "");
  if ($("die").hidden !== !mine || (mine && $("die").dataset.token !== awaits.token)) {
    $("die").hidden = !mine;
    if (!mine) return;
    $("die").dataset.token = awaits.token;
    setText("die-text", me + ": roll " + awaits.die);
    $("die-faces").replaceChildren(...awaits.sides.map((sides, i) => {
      const input = el("input", "");
      Object.assign(input, { inputMode: "numeric", pattern: "[0-9]+", required: true, maxLength: 4 });
      input.setAttribute("aria-label", "Die " + (i + 1) + ", d" + sides);
      return input;
    }));
    $("die-faces").querySelector("input").focus();
  }
}

// Offers the members, of whom the player chooses one; who was chosen in this browser last is chosen again.
function showMe(view) {
  const names = view.party.map((who) => who.name), me = localStorage.getItem("me") || "";
  if ($("me").dataset.names === names.join("\n")) return;
  $("me").dataset.names = names.join("\n");
  $("me").replaceChildren(el("option", ""), ...names.map((name) => Object.assign(el("option", "", name), { value: name })));
  $("me").value = names.includes(me) ? me : "";
}

function show(view) {
  showTable(view);
  showMe(view);
  showDie(view);
}

// Sends the faces that a player typed for the open question.
async function roll(faces) {
  const token = $("die").dataset.token;
  answered = token;
  const reply = await post("/api/roll", { to: token, who: $("me").value, say: faces });
  if (!reply.ok) {
    answered = "";
    setText("state", reply.error);
  }
  showDie(shown);
}

async function join() {
  const joined = await joins("code");
  history.replaceState(null, "", "/"); // takes the code out of the address
  if (joined) listen("players", show, join);
  else $("code").focus();
}

$("me").addEventListener("change", () => { localStorage.setItem("me", $("me").value); showDie(shown); });
$("die").addEventListener("submit", (event) => {
  event.preventDefault();
  roll([...$("die-faces").querySelectorAll("input")].map((input) => input.value).join(" "));
});
$("die-roll").addEventListener("click", () => roll(""));
$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  location.hash = $("code").value.trim().toLowerCase();
  join();
});
if (location.hash.length > 1) join();
else listen("players", show, join);
