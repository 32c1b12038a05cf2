// The officer's page: look up, write, and send, in this order of importance and with or without a signal.
import { dogOf, find, isReleased, keep as keepRegister, load, whoWorks, wipe } from "./register.js";
import { freshRegister, sendAll, waiting } from "./send.js";
import { dogCard, part, recordCard, say, turnTo } from "./show.js";
import { get, put, remove, photosOf, written } from "./store.js";
import { addPhotos, fill, fresh, keep, position, showPhotos, signature } from "./write.js";

const AGAIN = 30_000;
let who = null;
let open = null; // the id of the record that is being written
const forms = { seizure: part("seizure-form"), encounter: part("encounter-form"), door_notice: part("encounter-form") };
const formNow = () => document.querySelector("section[data-part=write] form:not([hidden])");
let showSignature = null;

async function showState(copy) {
  part("who").textContent = who ? who.name : "Not signed in";
  if (copy?.taken_at) part("copy").textContent = `Register of ${copy.taken_at}: ${copy.dogs.length} dogs`;
  const left = await waiting();
  part("count").textContent = left ? `${left}` : "";
  part("sign-in").hidden = who !== null;
  part("sign-out").elements.csrfmiddlewaretoken.value = who?.token ?? "";
  part("records").replaceChildren(...(await written()).reverse().map(recordCard));
}

async function renew() {
  const result = await sendAll();
  who = await whoWorks();
  try {
    if (result === "sent") await showState(await keepRegister(await freshRegister()));
  } catch { /* the copy that is here goes on serving */ }
  if (result === "signed out") { who = null; say("Sign in to send what waits.", "warning"); }
  if (result === "no signal") say("No signal: all you write is kept here and sent later.", "warning");
  if (result === "sent") say("");
  await showState();
}

async function send() {
  if (await waiting()) await renew();
}

async function edit(record) {
  open = record.id;
  const form = forms[record.kind];
  for (const each of new Set(Object.values(forms))) each.hidden = each !== form;
  fill(form, record);
  form.elements.kind.value = record.kind;
  part("refusal").textContent = record.words.join(" ");
  showSignature(record.signature);
  await showPhotos(record.id, part("photos"));
  turnTo("write");
}

async function begin(kind, dog = null) {
  if (!who) return say("Sign in first.", "warning");
  const known = dog ? { dog: String(dog.pk), called: dog.name, breed: dog.breed, sex: dog.sex, color: dog.color,
    chip: dog.chip, tag_read: String(dog.tag ?? ""), owner_told: [dog.owner, dog.address].join(", "), told: [dog.name, dog.owner].join(", ") } : {};
  const record = fresh(kind, who, known, dog);
  await put("records", record.id, record);
  return edit(record);
}

async function finish(form) {
  const last = (await written()).filter((each) => each.kind === "seizure" && each.id !== open).at(-1);
  const together = form.elements.together?.checked && last ? { occasion: last.occasion } : {};
  await keep(form, open, { state: "waiting", words: [], ...together });
  open = null;
  turnTo("waiting");
  await showState();
  await send();
}

// What the browser does not ask for itself: a place told somehow, and at least one ground.
function complete(form) {
  const { place, latitude } = form.elements;
  place.setCustomValidity(place.value || latitude.value ? "" : "Say where: write the place, or take the tablet’s position.");
  const first = form.querySelector("[name=grounds]");
  const named = form.querySelector("[name=grounds]:checked");
  first?.setCustomValidity(named ? "" : "Choose at least one ground.");
  return form.reportValidity();
}

async function locate(form) {
  try {
    const { coords } = await position();
    form.elements.latitude.value = coords.latitude.toFixed(6);
    form.elements.longitude.value = coords.longitude.toFixed(6);
    form.elements.accuracy.value = Math.ceil(coords.accuracy);
    await keep(form, open);
    say(`Located within ${Math.ceil(coords.accuracy)} m.`);
  } catch {
    say("No position now: write the place in words, or locate it later.", "warning");
  }
}

async function discard() {
  if (!confirm("Discard this record and its photographs?")) return;
  for (const photo of await photosOf(open)) await remove("photos", photo.id);
  await remove("records", open);
  open = null;
  turnTo("waiting");
  await showState();
}

function listenTo(form) {
  form.addEventListener("input", () => keep(form, open));
  form.addEventListener("submit", (event) => { event.preventDefault(); finish(form); });
}

async function clicked(event) {
  const { tab, kind, record, dog } = event.target.closest("button, a")?.dataset ?? {};
  if (tab) turnTo(tab);
  else if (kind) await begin(kind, dog ? dogOf(dog) : null);
  else if (record) await edit(await get("records", record));
}

function prepare() {
  document.addEventListener("click", clicked);
  new Set(Object.values(forms)).forEach(listenTo);
  part("typed").oninput = (event) => part("found").replaceChildren(...find(event.target.value).map(dogCard));
  part("add").onchange = async ({ target }) => { await addPhotos(open, target.files); target.value = ""; await showPhotos(open, part("photos")); };
  const sign = (drawn) => keep(formNow(), open, { signature: drawn });
  showSignature = signature(part("signature"), sign);
  part("clear").onclick = () => { showSignature(""); sign(""); };
  part("discard").onclick = discard;
  part("locate").onclick = () => locate(formNow());
  part("finish").onclick = () => complete(formNow()) && formNow().requestSubmit();
  part("send").onclick = renew;
  part("sign-out").addEventListener("submit", async (event) => {
    if (!navigator.onLine) event.preventDefault();
    await wipe();
    who = null;
    await showState(await load());
  });
  part("code").oninput = async ({ target }) => { part("code-says").textContent = await isReleased(target.value); };
  addEventListener("online", renew);
  setInterval(send, AGAIN);
}

async function start() {
  prepare();
  navigator.serviceWorker?.register(document.body.dataset.worker, { scope: document.body.dataset.scope });
  navigator.storage?.persist?.();
  who = await whoWorks();
  await showState(await load());
  document.body.dataset.ready = "yes";
  await renew();
}

start();
