"use strict";
// Shows any moment of a replay. What the page holds is told in projections/report/replay.py.

const by = id => document.getElementById(id);
const slider = by("slider"), turns = by("turns"), map = by("map"), log = by("log"), pool = by("pool").content;
const moments = log.getElementsByTagName("li");  // grows with the log
const changes = new Map();  // of each slot: the moments at which it changes, and the items it holds from then on
let known = 0, now = 0, brought = 0, looked = null;

function readOn() {
  for (; known < moments.length; known++) {
    for (const put of (moments[known].dataset.put || "").split(" ").filter(Boolean)) {
      const [slot, items] = put.split("=");
      if (!changes.has(slot)) changes.set(slot, []);
      changes.get(slot).push({at: known + 1, items: items ? items.split(",") : []});
    }
  }
  slider.max = known;
}

function fill(slot, change) {
  if (slot.held === change) return;
  slot.held = change;
  const items = (change ? change.items : []).map(item => pool.getElementById("i" + item));
  slot.replaceChildren(...items.flatMap(item => [...item.cloneNode(true).childNodes]));
  if (!slot.matches(".place")) return;
  slot.called ??= slot.getAttribute("aria-label");
  slot.setAttribute("aria-label", [slot.called, ...items.map(item => item.dataset.words)].filter(Boolean).join("; "));
}

function look(place) {
  looked = place;
  if (place) by("here").textContent = place.getAttribute("aria-label");
}

function bringIntoView(place) {
  const frame = map.getBoundingClientRect(), at = place.getBoundingClientRect();
  const inside = at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom;
  if (!inside) map.scrollBy(at.left - frame.left - frame.width / 2, at.top - frame.top - frame.height / 2);
}

function show(moment) {
  readOn();
  moment = Math.min(Math.max(1, moment), known);
  if (!known || moment === now) return;
  if (now) moments[now - 1].removeAttribute("aria-current");
  now = moment;
  const line = moments[now - 1], when = line.parentElement.previousElementSibling.textContent;
  let last = {at: 0};  // the place that changed last, one with somebody in it before others
  for (const [name, all] of changes) {
    const slot = by(name), change = all.findLast(one => one.at <= now);
    fill(slot, change);
    slot.classList.toggle("fresh", change?.at === now && now > 1);
    if (!change || !slot.matches(".place") || change.at < last.at) continue;
    if (change.at > last.at || !last.slot.querySelector("[data-unit]")) last = {at: change.at, slot};
  }
  line.setAttribute("aria-current", "step");
  log.scrollTop = line.offsetTop - log.clientHeight / 3;
  by("now").replaceChildren(...line.cloneNode(true).childNodes);
  by("when").textContent = `${when}, entry ${line.value}`;
  slider.value = now;
  slider.setAttribute("aria-valuetext", `${now} of ${known}: ${when}`);
  turns.value = [...turns.options].findLast(turn => Number(turn.value) <= now)?.value;
  if (last.at !== brought) bringIntoView(last.slot);
  brought = last.at;
  look(looked);
}

const ways = {first: () => 1, last: () => Infinity, "-1": () => now - 1, 1: () => now + 1};
const keys = {ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last"};
by("go").addEventListener("click", event => event.target.dataset.by && show(ways[event.target.dataset.by]()));
slider.addEventListener("input", () => show(Number(slider.value)));
turns.addEventListener("change", () => show(Number(turns.value)));
log.addEventListener("click", event => event.target.closest("li") && show([...moments].indexOf(event.target.closest("li")) + 1));
document.addEventListener("keydown", event => {
  const place = event.target.closest(".place"), modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (place && (event.key === "Enter" || event.key === " ")) place.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  else if (!keys[event.key] || modified || event.target.closest("input, select, #log")) return;
  else show(ways[keys[event.key]]());
  event.preventDefault();
});
map?.addEventListener("click", event => look(event.target.closest(".place") || looked));
show(1);
