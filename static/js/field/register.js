// The copy of the town's register: kept here for who signed in within the last twelve hours, and looked up without a signal.
import { get, put, remove } from "./store.js";

const HOURS = 12;
let rows = [];

const fold = (text) =>
  text.normalize("NFKD").replace(/[\u0300-\u036f'’‘`]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();

// Who works here and when they signed in; null once that is too long ago: then the copy goes too.
export async function whoWorks() {
  const who = await get("copy", "who");
  if (who && Date.now() - Date.parse(who.signed_in_at) < HOURS * 3600_000) return who;
  await wipe();
  return null;
}

export async function wipe() {
  rows = [];
  await remove("copy", "who");
  await remove("copy", "register");
}

export async function load() {
  const copy = await get("copy", "register");
  const kept = copy ? JSON.parse(copy) : { dogs: [], held: [], taken_at: null };
  rows = kept.dogs.map((dog) => ({ dog, words: fold([dog.tag, dog.chip, dog.name, dog.owner, dog.address].join(" ")) }));
  return kept;
}

export async function keep(text) {
  await put("copy", "register", text);
  return load();
}

// The first dogs that all the words typed are in; whose tag is typed, comes first.
export function find(typed, most = 20) {
  const words = fold(typed).split(" ").filter(Boolean);
  if (!words.length) return [];
  const found = rows.filter((row) => words.every((word) => row.words.includes(word)));
  const exact = (row) => Number(String(row.dog.tag) !== typed.trim());
  return found.sort((a, b) => exact(a) - exact(b)).slice(0, most).map((row) => row.dog);
}

export const dogOf = (pk) => rows.find((row) => row.dog.pk === Number(pk))?.dog;

// The local day, as ISO writes it.
export const today = () => new Date().toLocaleDateString("en-CA");
export const isLicensed = (dog) => dog.starts !== null && dog.starts <= today() && today() <= dog.ends;

// Whether the code is the one on a receipt of a dog that is held: the copy knows only what each code hashes to.
export async function isReleased(typed) {
  const code = typed.toUpperCase().replace(/[^0-9A-Z]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0").replace(/U/g, "V");
  const kept = JSON.parse((await get("copy", "register")) ?? '{"held": []}').held;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  const hash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const dog = kept.find((each) => each.code === hash);
  if (dog) return `Genuine: release ${dog.description}, seizure ${dog.number}, kennel ${dog.kennel || "not noted"}.`;
  return code.length < 12 ? "" : "Not a code of a dog that this copy shows as held. Ask the office before you release it.";
}
