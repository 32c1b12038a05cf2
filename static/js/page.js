// On every page: lead to what is wrong, and let no form be sent twice by a double click.

document.querySelector("[data-focus]")?.focus();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
});

// A page taken back from the browser's memory may send its form again; the server knows it by its key.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Whoever is asked to sign in has signed out, or is someone else, perhaps of another town: from the tablet go the copy of
// the register and the officer's page, which comes anew.
if (document.querySelector("input[name=password]")) {
  window.indexedDB?.deleteDatabase("field-copy");
  window.caches?.keys().then((names) => names.forEach(async (name) => (await caches.open(name)).delete("/field/")));
}
