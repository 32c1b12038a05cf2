// Sending what waits: each record once and in order, its facts first, its photographs after all facts.
import { all, get, photosOf, put, remove, written } from "./store.js";

const KEPT_DAYS = 7;

class SignedOut extends Error {}

async function asked(address, options = {}) {
  const answer = await fetch(address, { redirect: "manual", cache: "no-store", ...options });
  if (answer.type === "opaqueredirect" || answer.status === 403) throw new SignedOut();
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return answer;
}

const post = async (address, token, body) =>
  (await asked(address, { method: "POST", body, headers: { "X-CSRFToken": token } })).json();

// Who the office knows us as now, kept for the hours without a signal.
export async function signIn() {
  const who = await (await asked("who")).json();
  await put("copy", "who", who);
  return who;
}

export const freshRegister = async () => (await asked("register")).text();

async function sendFacts(record, token) {
  const answer = await post("send", token, JSON.stringify(record));
  const state = answer.taken ? "sent" : "refused";
  await put("records", record.id, { ...record, state, words: answer.words, number: answer.number, sent_at: Date.now() });
}

async function sendPhotos(record, token) {
  for (const photo of (await photosOf(record.id)).filter((each) => !each.sent)) {
    const body = new FormData();
    for (const name of ["id", "record"]) body.set(name, photo[name]);
    body.set("photo", photo.blob, photo.name);
    const answer = await post("photos", token, body);
    if (answer.taken) await put("photos", photo.id, { ...photo, sent: true });
    else await put("records", record.id, { ...record, state: "refused", words: answer.words });
  }
}

async function forgetOld() {
  for (const record of (await written()).filter((each) => each.state === "done")) {
    if (Date.now() - record.sent_at < KEPT_DAYS * 86_400_000) continue;
    for (const photo of await photosOf(record.id)) await remove("photos", photo.id);
    await remove("records", record.id);
  }
}

const inState = async (state) => (await written()).filter((record) => record.state === state);

// Send all that waits; the answer is "sent", "signed out" or "no signal". One sender at a time, whatever tabs are open.
export async function sendAll() {
  return navigator.locks.request("field-send", async () => {
    try {
      const { token } = await signIn();
      for (const record of await inState("waiting")) await sendFacts(record, token);
      for (const record of await inState("sent")) {
        await sendPhotos(record, token);
        const now = await get("records", record.id);
        if (now.state === "sent") await put("records", record.id, { ...now, state: "done" });
      }
      await forgetOld();
      return "sent";
    } catch (error) {
      return error instanceof SignedOut ? "signed out" : "no signal";
    }
  });
}

export const waiting = async () =>
  (await all("records")).filter((record) => ["waiting", "sent", "refused"].includes(record.state)).length;
