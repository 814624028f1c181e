"use strict";
// The page of a table. The server says what can be tapped and what it means; this sends taps in their order, counts dice,
// marks the map, and says when the table is not heard. Without it, every button and field is a form that works.

const $ = (selector) => document.querySelector(selector);
const QUIET = 5000; // milliseconds after which the table counts as lost
const panel = () => $("#panel");

// ---- joining: the code stands behind the #, which no log holds ----

if ($("#code") && location.hash.length > 1) {
  $("#code").value = location.hash.slice(1);
  history.replaceState(null, "", "/");
  $("#code").form.requestSubmit();
}

// ---- taps are sent one after the other, each again until it is answered ----

const waiting = [];
let sending = false;

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function sendAll() {
  if (sending) return;
  sending = true;
  while (waiting.length) {
    const { to, fields } = waiting[0];
    try {
      const answer = await fetch(to, { method: "POST", body: fields, headers: { "X-Part": "yes" }, signal: AbortSignal.timeout(10000) });
      waiting.shift();
      if (answer.ok) await show(await answer.text(), Number(answer.headers.get("X-At")));
      else lost(await answer.text());
      if (answer.status === 403) location.assign("/");
    } catch {
      lost("The table does not answer; what was tapped is sent again.");
      await new Promise((done) => setTimeout(done, 700));
    }
  }
  sending = false;
}

function send(to, fields) {
  fields.set("id", newId());
  const file = fields.get("photo") instanceof File;
  waiting.push({ to, fields: file ? fields : new URLSearchParams(fields) });
  sendAll();
}

async function show(parts, at = Infinity) {
  if (at < Number(panel().dataset.at)) return; // something newer stands there already
  await htmx.swap({ sourceElement: $("#stream"), target: $("#stream"), swap: "none", text: parts });
  dress();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!["/tap", "/photo"].includes(new URL(form.action).pathname)) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  fields.set("at", panel().dataset.at);
  send(form.action, fields);
  if (form.classList.contains("typed")) $("#line").value = "";
});

// ---- the map: a place is tapped; what may be tapped is marked, and scrolled to ----

function tapPlace(place) {
  const fields = new FormData();
  fields.set("tap", "place/" + encodeURIComponent(place.dataset.place));
  fields.set("key", $("#key").value);
  fields.set("at", panel().dataset.at);
  send("/tap", fields);
}

for (const [kind, holds] of [["click", () => true], ["keydown", (event) => event.key === "Enter" || event.key === " "]]) {
  document.addEventListener(kind, (event) => {
    const place = event.target.closest("#map .place");
    if (!place || !$("#key") || !holds(event)) return;
    event.preventDefault();
    tapPlace(place);
  });
}

function mark() {
  const names = new Set(JSON.parse(panel().dataset.marked));
  let first = null;
  for (const place of document.querySelectorAll("#map .place")) {
    place.classList.toggle("marked", names.has(place.dataset.place));
    if (!first && names.has(place.dataset.place)) first = place;
  }
  const shown = [...names].join();
  if (first && shown !== mark.shown) {
    const map = $("#map"), box = first.getBoundingClientRect(), frame = map.getBoundingClientRect();
    map.scrollBy(box.left - frame.left - frame.width / 2, box.top - frame.top - frame.height / 2);
  }
  mark.shown = shown;
}

// ---- dice are counted here, and sent once; long lists are narrowed ----

function pad(box) {
  const { count, sides } = { count: Number(box.dataset.count), sides: Number(box.dataset.sides) };
  if (!box.hidden || sides > 12) return;
  box.hidden = false;
  const field = box.parentElement.querySelector("input[name=dice]");
  const faces = sides === 10 ? [...Array(10).keys()] : Array.from({ length: sides }, (_, n) => n + 1);
  for (const face of faces) box.append(key(String(face), () => (field.value += (sides > 9 && field.value ? "," : "") + face)));
  box.append(key("⌫", () => (field.value = sides > 9 ? field.value.replace(/,?\d+$/, "") : field.value.slice(0, -1))));
  function key(words, does) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    made.addEventListener("click", () => {
      does();
      const thrown = sides > 9 ? field.value.split(",").filter(Boolean).length : field.value.length;
      if (thrown === count) field.form.requestSubmit(field.form.querySelector("button[name=tap]"));
    });
    return made;
  }
}

document.addEventListener("input", (event) => {
  if (event.target.type === "range") return look(Number(event.target.value));
  if (event.target.type !== "search") return;
  for (const one of event.target.form.querySelectorAll("button")) one.hidden = !one.textContent.toLowerCase().includes(event.target.value.toLowerCase());
});

// ---- earlier moments ----

let past = false;

async function look(version) {
  const newest = Number(panel().dataset.at);
  past = version < newest;
  $("#moments output").textContent = past ? `as it was after entry ${version}` : "";
  document.body.classList.toggle("past", past);
  const answer = await fetch(`/at/${version}`).catch(() => null);
  if (answer && answer.ok) await show(await answer.text());
}

$("#moments button")?.addEventListener("click", () => {
  const range = $("#moments input");
  range.value = range.max = panel().dataset.at;
  look(Number(range.value));
});

// ---- the stream: heard every two seconds, or the page says that it is not ----

let heard = Date.now(), connection = null;

function lost(words) {
  const box = $("#lost");
  if (!box) return;
  box.hidden = !words;
  box.textContent = words;
}

document.addEventListener("htmx:sse:before:connection", (event) => (connection = event.detail.connection));
document.addEventListener("htmx:sse:error", (event) => {
  if (event.detail.status === 403) lost("This phone has no seat any more: the laptop shows a code.");
});
document.addEventListener("htmx:sse:before:message", (event) => {
  heard = Date.now();
  lost("");
  if (past && !event.detail.message.event) event.detail.cancelled = true;
});
document.addEventListener("htmx:sse:after:message", (event) => event.detail.message.event || dress());
setInterval(() => {
  if (!$("#stream") || document.hidden || Date.now() - heard < QUIET - 1000) return;
  if ($("#lost").hidden) lost("The table is not heard. What stands here may be old; it goes on by itself.");
  connection?.reader?.cancel();
  heard += 3000;
}, 500);

function dress() {
  document.querySelectorAll(".pad").forEach(pad);
  document.querySelectorAll(".filter").forEach((one) => (one.hidden = false));
  const range = $("#moments input");
  if (range && !past) range.value = range.max = panel().dataset.at;
  mark();
}

if ($("#stream")) {
  $("#moments").hidden = false;
  document.body.classList.add("scripted");
  dress();
}
