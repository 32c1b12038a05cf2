// Keeps the officer's page on the tablet: it opens at once, with or without a signal, and is renewed when there is one.
const KEPT = "field-{{ version }}";
const PAGE = "{{ page }}";
const PARTS = {{ parts|safe }}.map((part) => new Request(part, { cache: "reload" }));

// The page is kept with the parts of its own release, never with another's: a signal may be lost between them.
async function renew(cache) {
  const answer = await fetch(PAGE, { redirect: "manual" });
  if (answer.ok && (await answer.clone().text()).includes("{{ version }}")) await cache.put(PAGE, answer.clone());
  return answer;
}

async function install() {
  const cache = await caches.open(KEPT);
  await Promise.all([cache.addAll(PARTS), renew(cache)]);
  if (!(await cache.match(PAGE, { ignoreVary: true }))) throw new Error("no page of this release");
  await self.skipWaiting();
}

async function forget() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

async function page(event) {
  const cache = await caches.open(KEPT);
  const renewed = renew(cache);
  const kept = await cache.match(PAGE, { ignoreVary: true });
  if (!kept) return renewed;
  event.waitUntil(renewed.catch(() => undefined));
  return kept;
}

const part = async (request) => (await caches.match(request)) ?? fetch(request);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forget()));
self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== self.location.origin) return;
  if (address.pathname === PAGE) event.respondWith(page(event));
  else if (address.pathname.startsWith("{{ static }}")) event.respondWith(part(event.request));
});
