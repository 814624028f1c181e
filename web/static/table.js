"use strict";
// The page of a table. The server says what can be tapped and what it means; this sends taps in their order, counts dice,
// marks the map, and says when the table is not heard. Without it, every button and field is a form that works.
const $ = (selector) => document.querySelector(selector);
const QUIET = 4000; // milliseconds after which the table counts as lost
const panel = () => $("#panel"), at = () => Number(panel().dataset.at);

if ($("#code") && location.hash.length > 1) { // the code stands behind the #, which no log holds
  $("#code").value = location.hash.slice(1);
  history.replaceState(null, "", "/");
  $("#code").form.requestSubmit();
}

// ---- taps are sent one after the other, each again until it is answered ----

const waiting = [];
let sending = false, drawn = ""; // the panel as the last tap was answered

async function send(to, fields, form) {
  fields.set("id", Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(""));
  waiting.push({ to, form, body: fields.get("photo") instanceof File ? fields : new URLSearchParams(fields) });
  if (sending) return;
  for (sending = true; waiting.length; ) await sendFirst().catch((error) => {
    lost(error.constructor === Error ? error.message : "The table does not answer; what was tapped is sent again.");
    return new Promise((done) => setTimeout(done, 700));
  });
  sending = false;
}

async function sendFirst() {
  const { to, body, form } = waiting[0];
  const answer = await fetch(to, { method: "POST", body, headers: { "X-Part": "yes" }, signal: AbortSignal.timeout(10000) });
  const words = await answer.text();
  if (answer.status === 503) throw new Error(words); // the diary does not answer
  if (waiting.shift() && !answer.ok) lost(words);
  else await show(drawn = words, Number(answer.headers.get("X-At")));
  $("#panel .refused, #panel .told[role]")?.scrollIntoView({ block: "nearest" });
  const typed = answer.ok && !$("#panel .refused") ? form?.querySelectorAll("#say label input") : null; // what was refused stays
  for (const one of typed ?? []) if (one.type === "checkbox") one.checked = false; else if (body.get(one.name) === one.value) one.value = "";
  if (answer.status === 403) location.assign("/");
}

async function show(parts, version = Infinity) {
  if (version >= at()) await htmx.swap({ sourceElement: $("#stream"), target: $("#stream"), swap: "none", text: parts }); // or something newer stands there
  dress();
}

document.addEventListener("submit", (event) => {
  if (!["/tap", "/photo"].includes(new URL(event.target.action).pathname)) return;
  event.preventDefault();
  const fields = new FormData(event.target, event.submitter);
  fields.set("at", at());
  send(event.target.action, fields, event.target);
});

// ---- the map: a place is tapped; what may be tapped is marked, and scrolled to ----

function tapPlace(event) {
  const place = event.target.closest("#map .place");
  if (!place || !$("#key") || (event.key && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  if ($(".paper")) return write(place.dataset.place.replaceAll(" ", "_"));
  send("/tap", new URLSearchParams({ tap: `place/${encodeURIComponent(place.dataset.place)}`, key: $("#key").value, at: at() }));
}

const write = (word) => ($("#line").value = `${$("#line").value} ${word} `.trimStart().replace("  ", " "));
document.addEventListener("click", ({ target }) => target.dataset?.word && write(target.dataset.word));
for (const kind of ["click", "keydown"]) document.addEventListener(kind, tapPlace);

const centre = (box, frame, behavior = mark.shown ? "auto" : "instant") => // a page opens there
  $("#map").scrollBy({ left: box.left - frame.left - frame.width / 2, top: box.top - frame.top - frame.height / 2, behavior });
function mark() {
  const { marked, subject } = panel().dataset, names = JSON.parse(marked);
  const looked = [...names, ...JSON.parse(subject)]; // the likeliest first; not all are on the map
  const places = [...document.querySelectorAll("#map .place")];
  for (const place of places) place.classList.toggle("marked", names.includes(place.dataset.place));
  const there = looked.map((name) => places.find((place) => place.dataset.place === name)).find(Boolean);
  const first = there ?? places.find((place) => place.querySelector("[data-unit]")) ?? places[places.length >> 1];
  if (first && marked + subject !== mark.shown) centre(first.getBoundingClientRect(), $("#map").getBoundingClientRect());
  mark.shown = marked + subject;
}

// ---- dice are counted here, and sent once; long lists are narrowed ----

function pad(box) {
  const { count, sides } = box.dataset, commas = sides > 9, field = box.parentElement.querySelector("input[name=dice]");
  if (!box.hidden || sides > 12) return;
  box.hidden = false;
  field.value = sessionStorage.getItem(`dice at ${at()}`) ?? ""; // half of them outlive a reload
  const key = (words, does) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    made.addEventListener("click", () => {
      field.value = does();
      sessionStorage.setItem(`dice at ${at()}`, field.value);
      if (field.value.split(commas ? "," : "").filter(Boolean).length === Number(count)) field.form.requestSubmit(field.form.querySelector("button[name=tap]"));
    });
    box.append(made);
  };
  const least = sides === "10" ? 0 : 1;
  for (let face = least; face < least + Number(sides); face++) key(String(face), () => field.value + (commas && field.value ? "," : "") + face);
  key("⌫", () => field.value.replace(commas ? /,?\d+$/ : /.$/, ""));
}

document.addEventListener("input", ({ target }) => {
  if (target.type === "range") look(Number(target.value));
  if (target.type !== "search") return;
  for (const one of target.form.querySelectorAll("button")) one.hidden = !one.textContent.toLowerCase().includes(target.value.toLowerCase());
});

// ---- earlier moments ----

let past = false;

async function look(version) {
  past = version < at();
  $("#moments output").textContent = past ? `as it was after entry ${version}` : "";
  document.body.classList.toggle("past", past);
  const answer = await fetch(`/at/${version}`).catch(() => null);
  if (answer?.ok && Number($("#moments input").value) === version) await show(await answer.text());
}

$("#moments button")?.addEventListener("click", () => look(($("#moments input").value = $("#moments input").max = at())));

// ---- the stream: heard every two seconds, or the page says that it is not ----

let heard = Date.now(), connection = null;

function lost(words) {
  if ($("#lost")) Object.assign($("#lost"), { hidden: !words, textContent: words });
}

document.addEventListener("htmx:sse:before:connection", (event) => (connection = event.detail.connection));
for (const kind of ["htmx:sse:error", "htmx:response:error"]) document.addEventListener(kind, ({ detail }) => {
  if ((detail.status ?? detail.ctx?.response?.status) === 403) lost("This phone has no seat any more: the laptop shows a code.");
});
document.addEventListener("htmx:sse:before:message", (event) => {
  heard = Date.now();
  lost(event.detail.message.event ? event.detail.message.data : ""); // what the laptop waits for, if anything
  event.detail.message.data = event.detail.message.data.replace(drawn, ""); // it stands there, perhaps under a finger
  if (past && !event.detail.message.event) event.detail.cancelled = true;
});
document.addEventListener("htmx:sse:after:message", (event) => event.detail.message.event || dress());
setInterval(() => {
  if (!$("#stream") || document.hidden || Date.now() - heard < QUIET) return;
  if ($("#lost").hidden) lost("The table is not heard. What stands here may be old; it goes on by itself.");
  if (connection) connection.reader?.cancel();
  else htmx.ajax("GET", $("#stream").getAttribute("hx-sse:connect"), { source: $("#stream") }); // it never came about
  heard += 3000;
}, 500);

// What somebody unfolds stays so until the game goes on, or something else is asked.
const unfolded = new Set(), known = (box) => `${at()} ${$("#panel .title")?.textContent} ${box.firstElementChild.textContent}`;
document.addEventListener("toggle", ({ target }) => $("#panel")?.contains(target) && unfolded[target.open ? "add" : "delete"](known(target)), true);

function dress() {
  for (const box of document.querySelectorAll("#panel details")) box.open ||= unfolded.has(known(box));
  document.querySelectorAll(".pad").forEach(pad);
  document.querySelectorAll(".filter, .paper").forEach((one) => (one.hidden = false));
  if (!past) $("#moments input").value = $("#moments input").max = at();
  mark();
}

if ($("#stream")) {
  $("#moments").hidden = false;
  document.body.classList.add("scripted");
  dress();
}
