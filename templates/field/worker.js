// Keeps the officer's page on the tablet: it opens at once, with or without a signal, and is renewed when there is one.
const KEPT = "field-{{ version }}";
const PAGE = "{{ page }}";
const PARTS = {{ parts|safe }}.map((part) => new Request(part, { cache: "reload" }));

async function renew(cache) {
  const answer = await fetch(PAGE, { redirect: "manual" });
  if (answer.ok) await cache.put(PAGE, answer.clone());
  return answer;
}

// What a style sheet names: without them a box that is ticked shows no tick.
async function looks(cache, sheet) {
  const text = await (await cache.match(sheet)).text();
  const named = [...text.matchAll(/url\(["']?([^"')]+)/g)].map(([, name]) => new URL(name, sheet.url).href);
  await cache.addAll([...new Set(named)].filter((name) => name.startsWith("http")));
}

async function install() {
  const cache = await caches.open(KEPT);
  await Promise.all([cache.addAll(PARTS), renew(cache)]);
  for (const sheet of PARTS.filter((part) => part.url.endsWith(".css"))) await looks(cache, sheet);
  await self.skipWaiting();
}

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

async function page(event) {
  const cache = await caches.open(KEPT);
  const renewed = renew(cache);
  const kept = await cache.match(PAGE, { ignoreVary: true });
  if (!kept) return renewed;
  event.waitUntil(renewed.catch(() => undefined));
  return kept;
}

async function part(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== self.location.origin) return;
  if (address.pathname === PAGE) event.respondWith(page(event));
  else if (address.pathname.startsWith("{{ static }}")) event.respondWith(part(event.request));
});
