// What the officer sees of a dog, of what waits, and of the state of things: made of the page's own templates.
import { isLicensed, today } from "./register.js";

export const part = (name) => document.querySelector(`[data-part="${name}"]`);

// The text with each day in it in words.
export const dated = (text) => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) =>
  new Date(`${day}T12:00`).toLocaleDateString("en-US", { dateStyle: "long" }));

// A copy of the page's template of that name, each of its places filled with words; a place without words is left out.
export function filled(name, words) {
  const copy = document.querySelector(`template#${name}`).content.firstElementChild.cloneNode(true);
  for (const place of copy.querySelectorAll("[data-words]")) {
    const said = words[place.dataset.words];
    if (said) place.textContent = dated(said);
    else place.remove();
  }
  return copy;
}

export function dogCard(dog) {
  const card = filled("dog", {
    name: dog.name, description: dog.description, owner: dog.owner, address: dog.address,
    tag: dog.tag ? `Tag ${dog.tag}` : "No tag", chip: dog.chip && `Chip ${dog.chip}`, cautions: dog.cautions.join(". "),
    licensed: isLicensed(dog) && `Licensed to ${dog.ends}`,
    unlicensed: !isLicensed(dog) && (dog.ends && dog.ends < today() ? `NOT LICENSED: the license ran out on ${dog.ends}` : "NOT LICENSED"),
    rabies: dog.rabies >= today() && `Rabies vaccination to ${dog.rabies}`,
    no_rabies: !(dog.rabies >= today()) && (dog.rabies ? `Rabies vaccination ran out on ${dog.rabies}` : "No rabies vaccination on file"),
    lost: dog.lost && "Reported lost",
  });
  for (const button of card.querySelectorAll("button")) button.dataset.dog = dog.pk;
  return card;
}

const STATES = {
  draft: "Not finished", waiting: "Waiting for a signal", sent: "Sent, photographs are waiting", done: "Sent",
  refused: "The office could not take it: open it, put it right, and finish it again",
};
export const KINDS = { seizure: "Seizure", encounter: "Encounter", door_notice: "Notice at a door" };

export function recordCard(record) {
  const what = [record.fields.called, record.fields.breed, record.fields.color].filter(Boolean).join(", ");
  const card = filled("record", {
    title: `${KINDS[record.kind]}${record.number ? ` ${record.number}` : ""}`, what,
    at: record.fields.at.replace("T", ", "), state: STATES[record.state], words: record.words.join(" "),
  });
  card.dataset.state = record.state;
  card.querySelector("button").dataset.record = record.id;
  return card;
}

export const say = (words) => { part("said").textContent = words; };

// Bring one of the page's parts to the front, and the eye and the reader's voice to its heading.
export function turnTo(name) {
  for (const each of document.querySelectorAll("section[data-part]")) each.hidden = each.dataset.part !== name;
  for (const tab of document.querySelectorAll("[data-tab]")) tab.toggleAttribute("aria-current", tab.dataset.tab === (name === "write" ? "begin" : name));
  scrollTo(0, 0);
  part(name).querySelector("h1")?.focus();
}
