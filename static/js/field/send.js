// Sending what waits: each record once and in order, its facts first, its photographs after all facts.
import { load } from "./register.js";
import { get, photosOf, put, remove, unlock, written } from "./store.js";

const HOURS = 12;
const KEPT_DAYS = 7;
const PATIENCE = 120_000;
const TROUBLE = "Something went wrong at the office: it is tried again.";
const TOO_LARGE = "It is too large for the office. Leave something out, or take the photograph again.";

class SignedOut extends Error {}

async function asked(address, token = "", body = null) {
  const method = token ? { method: "POST", body, headers: { "X-CSRFToken": token } } : {};
  const answer = await fetch(address, { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(PATIENCE), ...method });
  if (answer.type === "opaqueredirect" || answer.status === 403) throw new SignedOut();
  if ([502, 503, 504].includes(answer.status)) throw new Error("The office does not answer.");
  return answer;
}

// What the office says of it: taken, refused in words, or to be tried again where the office itself failed.
async function post(address, token, body) {
  const answer = await asked(address, token, body);
  if (answer.ok) return answer.json();
  const refusal = answer.status === 413 ? TOO_LARGE : `The office could not read it (answer ${answer.status}).`;
  return { taken: false, again: answer.status >= 500, words: [answer.status >= 500 ? TROUBLE : refusal] };
}

// Who the office knows us as, kept for the hours without a signal. Whoever left the tablet is first signed out at the office.
async function signIn() {
  const who = await (await asked("who")).json();
  if (await get("copy", "left")) await asked(document.body.dataset.leave, who.token);
  await put("copy", "who", { ...who, from: Date.now(), until: Date.now() + (HOURS * 3600 - who.seconds) * 1000 });
  await unlock(who);
  return who.token;
}

async function sendFacts(record, token) {
  const answer = await post("send", token, JSON.stringify(record));
  const state = answer.taken ? "sent" : answer.again ? "waiting" : "refused";
  await put("records", record.id, { ...record, ...answer, state, sent_at: Date.now() });
}

// A photograph that is taken leaves the tablet at once, and makes room.
async function sendPhotos(record, token) {
  let [state, left] = ["done", 0];
  const words = record.words.filter((each) => !each.startsWith("Photograph "));
  for (const photo of await photosOf(record.id)) {
    const body = new FormData();
    for (const name of ["id", "record"]) body.set(name, photo[name]);
    body.set("photo", photo.blob, photo.name);
    const answer = await post("photos", token, body);
    if (answer.taken) await remove("photos", photo.id);
    else {
      words.push(`Photograph ${left += 1}: ${answer.words.join(" ")}`);
      state = answer.again && state !== "refused" ? "sent" : "refused";
    }
  }
  await put("records", record.id, { ...record, words, state });
}

const inState = async (...states) => (await written()).filter((record) => states.includes(record.state));
const old = (record) => Date.now() - record.sent_at > KEPT_DAYS * 86_400_000;

// Send all that waits and renew the register: "sent", "signed out" or "no signal". One sender at a time, whatever tabs are open.
export const sendAll = () => navigator.locks.request("field-send", async () => {
  try {
    const token = await signIn();
    for (const record of await inState("waiting")) await sendFacts(record, token);
    for (const record of await inState("sent")) await sendPhotos(record, token);
    for (const record of (await inState("done")).filter(old)) await remove("records", record.id);
    await load(await (await asked("register")).text());
    return "sent";
  } catch (error) {
    if (error instanceof SignedOut) await remove("copy", "left");
    return error instanceof SignedOut ? "signed out" : "no signal";
  }
});

export const waiting = async () => (await inState("waiting", "sent")).length;
