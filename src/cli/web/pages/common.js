// What both pages need.  Every text of the table is put in as text, and never as HTML.
"use strict";

const $ = (id) => document.getElementById(id);

// Characters that nobody sees, or that turn the text around: those of text_misleads in src/core/text.c.
const MISLEADING = /[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{13430}-\u{1343f}\u{13441}-\u{13442}\u{16fe4}\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{10ffff}]/gu;

// A text of the table as people may read it: what misleads is spelled out, as in the terminal.
const readable = (text) => String(text).replace(/[\t\n]/g, " ").replace(MISLEADING, (c) => "<" + c.codePointAt(0).toString(16).toUpperCase() + ">");
const setText = (id, text) => { $(id).textContent = readable(text); };

// An element with a class and children: elements, texts, or nothing.
function el(name, kind, ...children) {
  const e = document.createElement(name);
  if (kind) e.className = kind;
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== "").map((c) => (c instanceof Node ? c : readable(c))));
  return e;
}

const newId = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

// Posts an object; a request that gets lost is sent again with the same id, and then counts once.
async function post(path, body) {
  body.id = body.id || newId();
  for (let attempt = 0; ; attempt++) {
    try {
      const reply = await fetch(path, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
      });
      return await reply.json();
    } catch (error) {
      // 0.5, 1, 2 and 4 seconds: a phone that wakes up has its network back by then.
      if (attempt === 4) return { ok: false, error: "The table cannot be reached." };
      await new Promise((done) => setTimeout(done, 500 << attempt));
    }
  }
}

function lineElement(line) {
  return el("li", "", ...line.map((p) => (p.as === "text" || p.as === "event" ? p.t : el("span", "as-" + p.as, p.t))));
}

function clockText(seconds) {
  const s = Math.max(0, Math.ceil(seconds));
  return Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0");
}

let shown = null; // the last view
let skew = 0; // seconds by which this machine's clock is behind the server's

const now = () => Date.now() / 1000 + skew;

// Finds the skew by the header Date of an answer; of which file does not matter.
async function readClock() {
  const reply = await fetch("/style.css", { method: "HEAD" }).catch(() => null);
  const date = reply ? Date.parse(reply.headers.get("Date")) : NaN;
  // Date has whole seconds, so that less than two is no difference.
  if (!Number.isNaN(date) && Math.abs(date - Date.now()) > 2000) skew = (date - Date.now()) / 1000;
}

// Returns what is left of a light: as a part of its whole life, 0 to 1, and in words.
function lightLeft(light) {
  if (light.ends) {
    const left = Math.max(0, light.ends - now());
    // In seconds; light.total and light.left are turns, light.left as of when the view came.
    const total = light.total && light.left ? light.total * (light.ends - shown.at) / light.left : left;
    return [total > 0 ? Math.min(1, left / total) : 0, clockText(left)];
  }
  if (light.left === undefined || !light.total) return [1, "burns"];
  const left = Number.isInteger(light.left) ? light.left : light.left.toFixed(1);
  return [light.left / light.total, left + " " + light.unit + (left === 1 ? "" : "s")];
}

function barElement(part) {
  const bar = el("i", "");
  bar.style.width = 100 * part + "%";
  return el("span", "bar", bar);
}

function lightElement(light) {
  const kind = [light.light, ...light.conditions, ...light.values.map((v) => v.name + " " + v.value)].join(", ");
  return el("div", "light", el("span", "", el("b", "", light.holder || kind), light.holder ? el("span", "kind", " " + kind) : ""),
    el("span", "left", ""), barElement(1));
}

// Sets bar and words of a light that is shown already, so that the bar shrinks and nothing jumps.
function showLeft(element, light) {
  const [part, words] = lightLeft(light);
  // A fifth: a torch of six turns is in its last one.  A tenth: a light in real time is about to go out.
  element.classList.toggle("low", part <= 0.2);
  element.classList.toggle("last", part <= 0.1);
  element.querySelector(".bar > i").style.width = 100 * part + "%";
  const left = element.querySelector(".left");
  if (left.textContent !== words) left.textContent = words;
}

// A value as people read it: lists with commas, records as "name value, …".
const plain = (x) => Array.isArray(x) ? x.map(plain).join(", ")
  : x && typeof x === "object" ? Object.entries(x).map(([k, y]) => k + " " + plain(y)).join(", ") : String(x);
const valueText = (v) => v.name + " " + plain(v.value)
  + (v.max === undefined ? "" : "/" + v.max);
const valueElement = (v) => el("div", v.secret ? "value secret" : "value", el("span", "", valueText(v)),
  v.max > 0 ? barElement(Math.max(0, Math.min(1, v.value / v.max))) : "");

function memberElement(who) {
  const hurt = who.values.some((v) => v.low);
  return el("article", "member" + (who.away ? " away" : "") + (hurt ? " hurt" : ""),
    el("h3", "", who.name + (who.away ? " (away)" : "")), ...who.values.map(valueElement),
    who.conditions.length ? el("div", "conditions", who.conditions.join(", ")) : "",
    who.has.length ? el("div", "has", who.has.join(", ")) : "");
}

// Makes the lights anew only when other lights burn or one has changed; else their bars shrink where they are.
function showLights() {
  const kinds = JSON.stringify(shown.lights.map((l) => [l.holder, l.light, l.conditions, l.values]).concat([[shown.dark]]));
  if ($("lights").dataset.kinds !== kinds) {
    $("lights").dataset.kinds = kinds;
    $("lights").replaceChildren(...shown.lights.map(lightElement),
      ...(shown.dark ? [el("p", "none", "Darkness. No light burns.")] : []));
  }
  shown.lights.forEach((light, i) => showLeft($("lights").children[i], light));
}

// Shows the parts of a view that both pages have: all but prompt, question and dice.
function showTable(view) {
  shown = view;
  shown.at = now();
  document.title = readable(view.title);
  $("table").hidden = false;
  $("join").hidden = true;
  document.body.classList.toggle("dark", view.dark === true);
  document.body.classList.toggle("crowd", view.party.length > 4); // smaller letters then, so that all fit
  $("turn").replaceChildren(view.turn === undefined ? "" : view.rounds ? "Round " + (view.turn + 1) : "Turn " + view.turn,
    view.clock ? el("span", "", view.clock) : "", view.paused ? el("span", "", "paused") : "");
  setText("place", view.room ? view.room.name : "");
  showLights();
  $("party").replaceChildren(...view.party.map(memberElement));
  const facts = [...view.values.map((v) => el("span", v.secret ? "secret" : "", valueText(v))),
    ...view.conditions.map((c) => el("span", "", c)),
    ...view.apart.map((g) => el("span", "", "apart: " + g.who.join(", ") + " " + (g.clock || "")))];
  $("stocks").replaceChildren(...facts.flatMap((f, i) => (i ? [" · ", f] : [f])));
  // The newest line first; gm.js adds lines by itself.
  if (document.body.className.includes("players")) $("lines").replaceChildren(...view.lines.map(lineElement).reverse());
}

setInterval(() => { if (shown && shown.lights.some((l) => l.ends)) showLights(); }, 1000);

// Joins with the word in the address, or else the one that this browser kept under `name`.  False: there is none, or
// it is refused; then the page asks for it.
async function joins(name) {
  const word = location.hash.slice(1) || sessionStorage.getItem(name) || "";
  const reply = word ? await post("/api/join", { [name]: word }) : {};
  if (reply.ok) {
    sessionStorage.setItem(name, word);
    return true;
  }
  sessionStorage.removeItem(name);
  if (reply.error) $("join-error").textContent = reply.error;
  $("table").hidden = true;
  $("join").hidden = false;
  return false;
}

// Listens to the table; calls show(view) for each view, and join() when this page must join first.  The browser
// tries again by itself when the connection breaks, and gets the present view first.
async function listen(as, show, join) {
  await readClock();
  const source = new EventSource("/api/events?as=" + as);
  source.addEventListener("view", (event) => { $("state").textContent = ""; show(Object.assign(JSON.parse(event.data), { version: Number(event.lastEventId) })); });
  source.onerror = async () => {
    $("state").textContent = "Connecting…";
    // CLOSED: the server refused the page, as when its key is no longer right.
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => join(), 500);
  };
}
