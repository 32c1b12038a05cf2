// Writing a seizure or an encounter: every key stroke and photograph is kept at once, and survives a dead battery.
import { filled } from "./show.js";
import { get, photosOf, put, remove } from "./store.js";

const WIDEST = 1600;
const local = (date) => new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export const fresh = (kind, who, known = {}, seen = null) => {
  const [id, at] = [crypto.randomUUID(), new Date()];
  const more = { by: who.pk, occasion: id, written_at: at.toISOString(), words: [], seen, signature: "" };
  return { id, kind, state: "draft", ...more, fields: { kind, at: local(at), ...known } };
};

export function fill(form, fields) {
  form.reset();
  for (const field of form.elements) {
    const value = fields[field.name];
    if (value === undefined) continue;
    if (["checkbox", "radio"].includes(field.type)) field.checked = [value].flat().includes(field.value);
    else field.value = value;
  }
}

function read(form) {
  const typed = new FormData(form);
  return Object.fromEntries([...typed.keys()].map((name) => [name, name === "grounds" ? typed.getAll(name) : typed.get(name)]));
}

let kept = Promise.resolve();

// Keep the form as it is now, after all that was kept before; what is finished is changed no more.
export function keep(form, id, change = {}) {
  const fields = read(form);
  const store = async () => {
    const record = await get("records", id);
    if (!["draft", "refused"].includes(record?.state)) throw new Error("This record is finished or gone already.");
    await put("records", id, { ...record, ...change, fields });
  };
  return (kept = kept.then(store, store));
}

const isHeic = ({ name, type }) => /heic|heif/i.test(type) || /\.(heic|heif|hif)$/i.test(name);

// As JPEG and scaled down; a HEIC as it is where the browser cannot read it: the office can. Null for what is no photograph.
async function scaled(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, WIDEST / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
    return { blob, name: file.name.replace(/\.\w+$/, "") + ".jpg" };
  } catch {
    return isHeic(file) ? { blob: file, name: file.name } : null;
  }
}

// Keep these photographs with the record; the answer names the files that are none.
export async function addPhotos(record, files) {
  const unread = [];
  for (const file of files) {
    const [id, photo] = [crypto.randomUUID(), await scaled(file)];
    if (photo) await put("photos", id, { id, record, order: Date.now(), ...photo });
    else unread.push(file.name);
  }
  return unread;
}

export async function showPhotos(record, list) {
  const items = (await photosOf(record)).map((photo, place) => {
    const item = filled("photo", { what: `Photograph ${place + 1}: ${photo.name}` });
    const [picture, button] = item.querySelectorAll("img, button");
    picture.src = URL.createObjectURL(photo.blob);
    picture.onload = picture.onerror = () => URL.revokeObjectURL(picture.src);
    button.onclick = async () => { await remove("photos", photo.id); await showPhotos(record, list); };
    return item;
  });
  list.replaceChildren(...items);
}

// Draw with a finger; what was drawn is kept at the end of each line. The answer shows a signature that was kept.
export function signature(canvas, kept) {
  const pen = canvas.getContext("2d");
  pen.lineWidth = 3;
  const place = ({ offsetX, offsetY }) => [offsetX * (canvas.width / canvas.clientWidth), offsetY * (canvas.height / canvas.clientHeight)];
  canvas.onpointerdown = (event) => { canvas.setPointerCapture(event.pointerId); pen.beginPath(); pen.moveTo(...place(event)); };
  canvas.onpointermove = (event) => { if (event.buttons) { pen.lineTo(...place(event)); pen.stroke(); } };
  canvas.onpointerup = () => kept(canvas.toDataURL("image/png"));
  return (drawn) => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    if (drawn) Object.assign(new Image(), { onload() { pen.drawImage(this, 0, 0); }, src: drawn });
  };
}

// Where the tablet is; null where it cannot tell.
export const position = () => new Promise((resolve) => navigator.geolocation.getCurrentPosition(
  ({ coords }) => resolve(coords), () => resolve(null), { enableHighAccuracy: true, timeout: 20_000, maximumAge: 10_000 }));
