// The copy of the town's register: kept here for who signed in within the last twelve hours, and looked up without a signal.
import { get, put, remove } from "./store.js";

const SLACK = 3600_000; // so far may the tablet's clock be set back
let [rows, copy] = [[], null];

const fold = (text) =>
  text.normalize("NFKD").replace(/[\u0300-\u036f'’‘`]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();

// Who works here by a sign-in of the last hours, by the tablet's own clock; null once that is over: then the copy goes too.
export async function whoWorks() {
  const who = await get("copy", "who");
  const holds = who && who.from - SLACK < Date.now() && Date.now() < who.until;
  if (holds && !(await get("copy", "left"))) return who;
  await wipe();
  return null;
}

async function wipe() {
  [rows, copy] = [[], null];
  for (const each of ["who", "register"]) await remove("copy", each);
}

const folded = (dog) => fold([dog.tag, dog.chip.replace(/[^0-9a-z]/gi, ""), dog.name, dog.owner, dog.address].join(" "));

// Look up in this copy from now on, and keep it; without one, in the copy that is kept.
export async function load(fresh = null) {
  const text = fresh ?? await get("copy", "register");
  if (!text) return;
  copy = JSON.parse(text);
  rows = copy.dogs.map((dog) => ({ dog, words: folded(dog) }));
  if (fresh) await put("copy", "register", fresh);
}

export const about = () => (copy ? `Register of ${copy.taken_at}: ${rows.length} dogs` : "No copy of the register");

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
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  const hash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const dog = copy?.held.find((each) => each.code === hash);
  if (dog) return `Genuine: release ${dog.description}, seizure ${dog.number}, kennel ${dog.kennel || "not noted"}.`;
  return code.length < 12 ? "" : "Not a code of a dog that this copy shows as held. Ask the office before you release it.";
}
