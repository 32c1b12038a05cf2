// The officer's page: look up, write, and send, in this order of importance and with or without a signal.
import { about, dogOf, find, isReleased, load, whoWorks } from "./register.js";
import { sendAll, waiting } from "./send.js";
import { dated, dogCard, KINDS, part, recordCard, say, turnTo } from "./show.js";
import { get, left, photosOf, put, remove, unlock, written } from "./store.js";
import { addPhotos, fill, fresh, keep, position, showPhotos, signature } from "./write.js";

const AGAIN = 30_000;
const STALE = 3600_000;
const OFF = 300_000; // so far may the tablet's clock be off before the officer is told
const SAID = { "signed out": "Sign in to send what waits.", "no signal": "No signal: all you write is kept here and sent later." };
let who = null;
let open = null; // the id of the record that is being written
let renewed = Date.now();
let adding = Promise.resolve();
let showSignature = null;
const formNow = () => part(part("write").dataset.kind === "seizure" ? "seizure-form" : "encounter-form");

async function showState() {
  const records = (await written()).reverse();
  const toDo = records.filter(({ state }) => state !== "done").length;
  const others = await left() - toDo;
  part("who").textContent = who ? who.name : "Not signed in";
  part("copy").textContent = dated(about());
  part("count").textContent = toDo || "";
  part("records").replaceChildren(...records.map(recordCard));
  part("others").textContent = others ? `Records that wait here for officers who are not signed in: ${others}.` : "";
  part("sign-in").hidden = who !== null;
  part("sign-out").hidden = who === null;
  if (!who) part("found").replaceChildren();
  return records;
}

// Who works here, as of now: hours end, and other windows sign out, while this one stays open.
async function check() {
  const before = who;
  who = await whoWorks();
  if (before && who && who.pk !== before.pk) location.reload();
  if (who && !before) await load();
  if (who || !open) await unlock(who); // what is being written may still be finished
  return showState();
}

async function renew() {
  if (await waiting()) say("Sending …");
  const result = await sendAll();
  const told = (await check()).some(({ state, words, sent_at: at }) => state === "refused" || (words.length && at > renewed));
  const clock = who && Math.abs(new Date(who.now) - who.from) > OFF && result === "sent";
  if (result === "sent") renewed = Date.now();
  say(clock ? `Set the clock of this tablet: at the office it is ${dated(who.now.replace("T", ", "))}.`
    : SAID[result] ?? (told ? "The office has words about a record: see Records." : ""));
  if (result === "signed out") part("sign-in").hidden = false;
}

async function again() {
  await check();
  if (await waiting() || Date.now() - renewed > STALE) await renew();
}

async function edit(record) {
  open = record.id;
  Object.assign(part("write").dataset, { kind: record.kind, taken: record.taken === true });
  part("kind").textContent = KINDS[record.kind];
  part("refusal").textContent = dated(record.words.join(" "));
  fill(formNow(), record.fields);
  showSignature(record.signature);
  await showPhotos(record.id, part("photos"));
  turnTo("write");
}

async function begin(kind, dog = null) {
  if (!who) return say("Sign in first.");
  const known = dog ? { dog: String(dog.pk), called: dog.name, breed: dog.breed, sex: dog.sex, color: dog.color,
    chip: dog.chip, tag_read: String(dog.tag ?? ""), owner_told: [dog.owner, dog.address].join(", "), told: [dog.name, dog.owner].join(", ") } : {};
  const record = fresh(kind, who, known, dog);
  await put("records", record.id, record);
  return edit(record);
}

function close() {
  open = null;
  turnTo("waiting");
  return again();
}

async function finish(form) {
  await adding.catch(() => null); // what could not be kept is said already
  const last = (await written()).filter((each) => each.kind === "seizure" && each.id !== open).at(-1);
  const together = form.elements.together?.checked && last ? { occasion: last.occasion } : {};
  await keep(form, open, { state: "waiting", words: [], ...together });
  await close();
}

// What the browser does not ask for itself: a place told somehow, and at least one ground.
function complete(form) {
  const { place, latitude, course, handed_back_to: back } = form.elements;
  place.setCustomValidity(place.value || latitude.value ? "" : "Say where: write the place, or take the tablet’s position.");
  back?.setCustomValidity(course.value === "handed_back" && !back.value ? "Say to whom the dog was handed back." : "");
  const named = form.querySelector("[name=grounds]:checked");
  form.querySelector("[name=grounds]")?.setCustomValidity(named ? "" : "Choose at least one ground.");
  return form.reportValidity();
}

async function locate(form) {
  const { latitude, longitude, accuracy, located } = form.elements;
  const found = await position();
  if (!found) return say("No position now: write the place in words, or locate it later.");
  [latitude.value, longitude.value, accuracy.value] = [found.latitude.toFixed(6), found.longitude.toFixed(6), Math.ceil(found.accuracy)];
  located.value = `${latitude.value}, ${longitude.value}, within ${accuracy.value} m`;
  return keep(form, open);
}

async function photograph({ target }) {
  adding = addPhotos(open, [...target.files]);
  target.value = "";
  const unread = await adding;
  await showPhotos(open, part("photos"));
  if (unread.length) say(`No photograph that can be read: ${unread.join(", ")}. Take it again.`);
}

async function discard() {
  if (!confirm("Discard this record and its photographs?")) return;
  for (const photo of await photosOf(open)) await remove("photos", photo.id);
  await remove("records", open);
  await close();
}

// The copy goes at once; the office is told now or with the next signal, before anything else.
async function signOut(event) {
  event.preventDefault();
  if (!confirm("Sign out? Without a signal you cannot sign in again. What waits is kept until you do.")) return;
  await put("copy", "left", true);
  open = null;
  await check();
  await renew();
}

async function clicked(event) {
  const { tab, kind, record, dog } = event.target.closest("button, a")?.dataset ?? {};
  if (tab) { turnTo(tab); await check(); }
  else if (kind) await begin(kind, dog ? dogOf(dog) : null);
  else if (record) await edit(await get("records", record));
}

function failed({ reason }) {
  say(reason?.name === "QuotaExceededError" ? "NOT KEPT: this tablet is full. Send what waits, or remove photographs."
    : `This did not work: ${reason?.message}`);
}

function prepare() {
  addEventListener("unhandledrejection", failed);
  addEventListener("online", renew);
  document.addEventListener("visibilitychange", check);
  document.addEventListener("click", clicked);
  for (const form of part("write").querySelectorAll("form")) form.oninput = () => keep(form, open);
  part("typed").oninput = ({ target }) => part("found").replaceChildren(...find(target.value).map(dogCard));
  part("code").oninput = async ({ target }) => { part("code-says").textContent = await isReleased(target.value); };
  part("add").onchange = photograph;
  showSignature = signature(part("signature"), (drawn) => keep(formNow(), open, { signature: drawn }));
  part("clear").onclick = () => { showSignature(""); keep(formNow(), open, { signature: "" }); };
  part("discard").onclick = discard;
  part("locate").onclick = () => locate(formNow());
  part("finish").onclick = () => complete(formNow()) && finish(formNow());
  part("send").onclick = renew;
  part("sign-out").onsubmit = signOut;
  setInterval(again, AGAIN);
}

async function start() {
  prepare();
  navigator.serviceWorker?.register(document.body.dataset.worker, { scope: document.body.dataset.scope });
  navigator.storage?.persist?.();
  if ((await check()).some(({ state }) => state === "draft")) turnTo("waiting"); // what the tablet died over
  document.body.dataset.ready = "yes";
  await renew();
}

start();
