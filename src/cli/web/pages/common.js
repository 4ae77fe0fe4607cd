// What both pages need.  Every text of the table is put in as text, and never as HTML.
"use strict";

const $ = (id) => document.getElementById(id);

// An element with a class and children: elements, texts, or nothing.
function el(name, kind, ...children) {
  const e = document.createElement(name);
  if (kind) e.className = kind;
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
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

// What is left of a light: the part of its whole life, and in words.
function lightLeft(light) {
  if (light.ends) {
    const left = light.ends - Date.now() / 1000;
    const total = light.unit && light.total ? light.total * (light.left ? (light.ends - shown.at) / light.left : 1) : left;
    return [Math.max(0, Math.min(1, left / total)), clockText(left)];
  }
  if (light.left === undefined || !light.total) return [1, "burns"];
  const left = Number.isInteger(light.left) ? light.left : light.left.toFixed(1);
  return [light.left / light.total, left + " " + light.unit + (left === 1 ? "" : "s")];
}

function lightElement(light) {
  const [part, words] = lightLeft(light);
  const bar = el("i", "");
  bar.style.width = 100 * part + "%";
  const names = [light.light, ...light.conditions, ...light.values.map((v) => v.name + " " + v.value)].join(", ");
  return el("div", "light" + (part <= 0.2 ? " low" : ""), el("span", "", light.holder + ": " + names),
    el("span", "bar", bar), el("span", "left", words));
}

// A value as people read it: lists with commas, records as "name value, …".
const plain = (x) => Array.isArray(x) ? x.map(plain).join(", ")
  : x && typeof x === "object" ? Object.entries(x).map(([k, y]) => k + " " + plain(y)).join(", ") : String(x);
const valueText = (v) => v.name + " " + plain(v.value)
  + (v.max === undefined ? "" : "/" + v.max);
const valueElement = (v) => el("div", v.secret ? "value secret" : "value", valueText(v));

function memberElement(who) {
  const hurt = who.values.some((v) => v.max !== undefined && v.value * 2 <= v.max);
  return el("article", "member" + (who.away ? " away" : "") + (hurt ? " hurt" : ""),
    el("h3", "", who.name + (who.away ? " (away)" : "")), ...who.values.map(valueElement),
    who.conditions.length ? el("div", "conditions", who.conditions.join(", ")) : "",
    who.has.length ? el("div", "has", who.has.join(", ")) : "");
}

function showLights() {
  const lights = shown.lights.map(lightElement);
  if (!lights.length && shown.dark) lights.push(el("p", "none", "No light burns."));
  $("lights").replaceChildren(...lights);
}

function showTable(view) {
  shown = view;
  shown.at = Date.now() / 1000;
  document.title = view.title;
  $("table").hidden = false;
  $("join").hidden = true;
  document.body.classList.toggle("dark", view.dark === true);
  $("turn").textContent = (view.turn === undefined ? "" : "Turn " + view.turn) + (view.clock ? "  " + view.clock : "")
    + (view.paused ? "  paused" : "");
  $("place").textContent = view.room ? view.room.name : "";
  showLights();
  $("party").replaceChildren(...view.party.map(memberElement));
  const facts = [...view.values.map((v) => el("span", v.secret ? "secret" : "", valueText(v))),
    ...view.conditions.map((c) => el("span", "", c)),
    ...view.apart.map((g) => el("span", "", "apart: " + g.who.join(", ") + " " + (g.clock || "")))];
  $("stocks").replaceChildren(...facts.flatMap((f, i) => (i ? [" · ", f] : [f])));
  if (document.body.className.includes("players")) $("lines").replaceChildren(...view.lines.map(lineElement).reverse());
}

setInterval(() => { if (shown && shown.lights.some((l) => l.ends)) showLights(); }, 1000);

// Listens to the table; calls show(view) for each view, and join() when this page must join first.
function listen(as, show, join) {
  const source = new EventSource("/api/events?as=" + as);
  source.addEventListener("view", (event) => { $("state").textContent = ""; show(Object.assign(JSON.parse(event.data), { version: Number(event.lastEventId) })); });
  source.onerror = async () => {
    $("state").textContent = "Connecting…";
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => join(), 500);
  };
}
