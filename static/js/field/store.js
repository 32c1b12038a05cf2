// The tablet's own memory, in two databases: what was written here and waits, and the copy of the town's register.
// A sign-out wipes the copy, and the keys with it: what waits is sealed, and opens for whoever wrote it and signs in again.
// Every write is on the disk before it is called done.

const STORES = { "field-records": ["records", "photos"], "field-copy": ["copy"] };
const opened = {};
let keys = []; // the office's for this officer: the first one seals, any one opens

// Open what this officer wrote, and nobody else's; without an officer, nothing.
export async function unlock(who) {
  const own = (key) => crypto.subtle.importKey("jwk", key, "AES-GCM", false, ["encrypt", "decrypt"]);
  keys = await Promise.all((who?.keys ?? []).map(own));
}

const database = (name) => (opened[name] ??= new Promise((resolve, reject) => {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => STORES[name].forEach((store) => asked.result.createObjectStore(store));
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    asked.result.onversionchange = () => { asked.result.close(); delete opened[name]; };
    resolve(asked.result);
  };
}));

async function within(store, mode, work) {
  const db = await database(store === "copy" ? "field-copy" : "field-records");
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode, { durability: "strict" });
    const asked = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

async function seal({ blob = "", ...facts }) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = await new Blob([JSON.stringify(facts), "\n", blob]).arrayBuffer();
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, keys[0], plain);
  return { state: facts.state, record: facts.record, iv, sealed };
}

async function unseal({ iv, sealed }) {
  for (const key of keys) {
    try {
      const plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed));
      const end = plain.indexOf(10);
      return { ...JSON.parse(new TextDecoder().decode(plain.subarray(0, end))), blob: new Blob([plain.subarray(end + 1)]) };
    } catch { /* sealed with another key */ }
  }
  return null;
}

const rows = (store) => within(store, "readonly", (all) => all.getAll());

async function own(store, order, wanted = () => true) {
  const found = await Promise.all((await rows(store)).filter(wanted).map(unseal));
  return found.filter(Boolean).sort((a, b) => (a[order] < b[order] ? -1 : 1));
}

export async function put(store, key, value) {
  const kept = store === "copy" ? value : await seal(value);
  return within(store, "readwrite", (all) => all.put(kept, key));
}

export async function get(store, key) {
  const kept = await within(store, "readonly", (all) => all.get(key));
  return store === "copy" || !kept ? kept : unseal(kept);
}

export const remove = (store, key) => within(store, "readwrite", (all) => all.delete(key));
export const photosOf = (record) => own("photos", "order", (photo) => photo.record === record);
export const written = () => own("records", "written_at");

// How many records are not done, whoever wrote them.
export const left = async () => (await rows("records")).filter(({ state }) => state !== "done").length;
