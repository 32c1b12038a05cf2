// The tablet's own memory, in two databases: what was written here and waits, and the copy of the town's register.
// A sign-out wipes the copy alone. Every write is on the disk before it is called done.

const STORES = { "field-records": ["records", "photos"], "field-copy": ["copy"] };
const opened = {};

function database(name) {
  opened[name] ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => STORES[name].forEach((store) => asked.result.createObjectStore(store));
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      asked.result.onversionchange = () => { asked.result.close(); delete opened[name]; };
      resolve(asked.result);
    };
  });
  return opened[name];
}

async function within(store, mode, work) {
  const db = await database(store === "copy" ? "field-copy" : "field-records");
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode, { durability: "strict" });
    const asked = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const put = (store, key, value) => within(store, "readwrite", (rows) => rows.put(value, key));
export const get = (store, key) => within(store, "readonly", (rows) => rows.get(key));
export const all = (store) => within(store, "readonly", (rows) => rows.getAll());
export const remove = (store, key) => within(store, "readwrite", (rows) => rows.delete(key));

export const photosOf = async (record) =>
  (await all("photos")).filter((photo) => photo.record === record).sort((a, b) => a.order - b.order);
export const written = async () => (await all("records")).sort((a, b) => a.written_at.localeCompare(b.written_at));
