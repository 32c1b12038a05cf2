// Writing a seizure or an encounter: every key stroke and photograph is kept at once, and survives a dead battery.
import { get, photosOf, put, remove } from "./store.js";

const WIDEST = 1600;
const local = (date) => new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export const fresh = (kind, who, fields = {}, seen = null) => {
  const id = crypto.randomUUID();
  const at = new Date();
  return {
    id, kind, state: "draft", by: who.pk, occasion: id, written_at: at.toISOString(), words: [], seen, signature: "",
    fields: { at: local(at), ...fields },
  };
};

export function fill(form, record) {
  form.reset();
  for (const field of form.elements) {
    const value = record.fields[field.name];
    if (value === undefined || !field.name) continue;
    if (field.type === "checkbox") field.checked = value === true || [].concat(value).includes(field.value);
    else if (field.type === "radio") field.checked = value === field.value;
    else if (field.type !== "file") field.value = value;
  }
}

function read(form) {
  const fields = {};
  for (const field of form.elements) {
    if (!field.name || field.type === "file" || (field.type === "radio" && !field.checked)) continue;
    if (field.type !== "checkbox") fields[field.name] = field.value;
    else if (!field.hasAttribute("value")) fields[field.name] = field.checked;
    else fields[field.name] = [...(fields[field.name] ?? []), ...(field.checked ? [field.value] : [])];
  }
  return fields;
}

export async function keep(form, id, change = {}) {
  const record = await get("records", id);
  const kept = { ...record, ...change, fields: read(form) };
  await put("records", id, kept);
  return kept;
}

async function scaled(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, WIDEST / Math.max(picture.width, picture.height));
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.round(picture.width * scale), height: Math.round(picture.height * scale),
    });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
    return { blob, name: file.name.replace(/\.\w+$/, "") + ".jpg" };
  } catch {
    return { blob: file, name: file.name }; // HEIC, where the browser cannot read it: the office can
  }
}

export async function addPhotos(record, files) {
  for (const file of files) {
    const id = crypto.randomUUID();
    await put("photos", id, { id, record, order: Date.now(), sent: false, ...(await scaled(file)) });
  }
}

export async function showPhotos(record, list) {
  const items = (await photosOf(record)).map((photo, place) => {
    const item = document.createElement("li");
    const picture = Object.assign(document.createElement("img"), { alt: `Photograph ${place + 1}`, title: photo.name });
    const address = URL.createObjectURL(photo.blob);
    picture.onload = picture.onerror = () => URL.revokeObjectURL(address);
    picture.src = address;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Remove" });
    button.className = "usa-button usa-button--outline";
    button.setAttribute("aria-label", `Remove ${picture.alt}`);
    button.onclick = async () => { await remove("photos", photo.id); await showPhotos(record, list); };
    item.append(picture, ...(photo.sent ? [] : [button]));
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

export const position = () => new Promise((resolve, reject) =>
  navigator.geolocation.getCurrentPosition(resolve, reject, { enableHighAccuracy: true, timeout: 20_000, maximumAge: 10_000 }));
